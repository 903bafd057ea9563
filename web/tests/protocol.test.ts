import { describe, expect, it } from "vitest";
import { operations_of, type_of, types_of } from "../tools/compile_protocol.mjs";

describe("types from the protocol's schema", () => {
  it("have optional keys where the schema does not require them", () => {
    const schema = {
      type: "object",
      required: ["a"],
      properties: { a: { type: "integer" }, b: { $ref: "#/$defs/B" } },
    };
    expect(type_of(schema, "A")).toBe("{ a: number; b?: B; }");
  });
  it("know words, lists and alternatives", () => {
    expect(type_of({ type: "array", items: { enum: [false, "2021"] } }, "A")).toBe('(false | "2021")[]');
    expect(type_of({ oneOf: [{ $ref: "#/$defs/B" }, { type: "null" }] }, "A")).toBe("B | null");
    expect(types_of({ A: { description: "Told.", const: 1 } })).toBe("/** Told. */\nexport type A = 1;");
  });
  it("are refused where a keyword would be lost", () => {
    expect(() => type_of({ anyOf: [] }, "A")).toThrow('A: "anyOf" is not understood');
    expect(() => type_of({ type: "object", properties: { x: { type: "money" } } }, "A")).toThrow("A.x");
    expect(() => type_of({ type: "object", required: ["y"], properties: {} }, "A")).toThrow('"y" is required');
    expect(() => type_of({ $ref: "other.json#/Thing" }, "A")).toThrow("no definition");
  });
  it("tell what an operation takes and answers", () => {
    const body = { content: { "application/json": { schema: { $ref: "schema.json#/$defs/Ask" } } } };
    const paths = { "/a/{id}": { post: { requestBody: body, responses: { 204: {}, "4XX": {} } } } };
    expect(operations_of(paths)).toContain('"POST /a/{id}": { body: Ask; answer: undefined };');
  });
});
