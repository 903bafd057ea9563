// Turns data/protocol/schema.json and openapi.json into TypeScript types, so that a page that uses
// the protocol in another way than the schema has it does not compile. A keyword that is not known
// here fails the build: it would be lost in silence.
import { mkdir, readFile, writeFile } from "node:fs/promises";

/** Keywords that bound a value further than a type can say, or explain it. */
const beside = new Set([
  "description",
  "title",
  "examples",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "additionalProperties",
]);
const understood = new Set(["$ref", "const", "enum", "oneOf", "type", "properties", "required", "items"]);
const plain = { string: "string", integer: "number", number: "number", boolean: "boolean", null: "null" };

function type_name(ref) {
  const name = /^(?:schema\.json)?#\/\$defs\/(\w+)$/.exec(ref)?.[1];
  if (name === undefined) throw new Error(`"${ref}" is no definition of the schema`);
  return name;
}

/** The TypeScript of one schema; `place` is told where something is wrong. */
export function type_of(schema, place) {
  for (const keyword of Object.keys(schema)) {
    if (!beside.has(keyword) && !understood.has(keyword)) throw new Error(`${place}: "${keyword}" is not understood`);
  }
  if (schema.$ref !== undefined) return type_name(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.oneOf !== undefined) return schema.oneOf.map((one, i) => type_of(one, `${place}/${i}`)).join(" | ");
  if (schema.type === "array") {
    const item = type_of(schema.items, `${place}[]`);
    return /[|]/.test(item) ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === "object") return object_of(schema, place);
  if (plain[schema.type] === undefined) throw new Error(`${place}: type "${schema.type}" is not understood`);
  return plain[schema.type];
}
function object_of(schema, place) {
  if (schema.properties === undefined) {
    const values = schema.additionalProperties;
    return `Record<string, ${typeof values === "object" ? type_of(values, `${place}.*`) : "unknown"}>`;
  }
  const required = new Set(schema.required ?? []);
  for (const key of required) {
    if (schema.properties[key] === undefined) throw new Error(`${place}: "${key}" is required but not described`);
  }
  const members = Object.entries(schema.properties).map(
    ([key, value]) => `${comment(value)}${key}${required.has(key) ? "" : "?"}: ${type_of(value, `${place}.${key}`)};`,
  );
  return `{ ${members.join(" ")} }`;
}
const comment = (schema) =>
  schema.description === undefined ? "" : `/** ${schema.description.replaceAll("*/", "* /")} */ `;

export function types_of(definitions) {
  return Object.entries(definitions)
    .map(([name, schema]) => `${comment(schema).trim()}\nexport type ${name} = ${type_of(schema, name)};`.trim())
    .join("\n");
}

/** What each operation of the HTTP API takes and answers: "POST /api/tables": { body; answer }. */
export function operations_of(paths) {
  const content = (part) => part?.content?.["application/json"]?.schema;
  const found = [];
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of ["get", "post", "delete"]) {
      const operation = methods[method];
      if (!operation) continue;
      const place = `${method.toUpperCase()} ${path}`;
      const good = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
      if (good.length !== 1) throw new Error(`${place}: ${good.length} good answers`);
      const answer = content(good[0][1]),
        body = content(operation.requestBody);
      found.push(
        `  ${JSON.stringify(place)}: { ` +
          `body: ${body ? type_of(body, place) : "undefined"}; answer: ${answer ? type_of(answer, place) : "undefined"} };`,
      );
    }
  }
  return `export interface Operations {\n${found.join("\n")}\n}`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const read = async (name) =>
    JSON.parse(await readFile(new URL(`../../data/protocol/${name}`, import.meta.url), "utf8"));
  const target = new URL("../src/online/generated/", import.meta.url);
  const { $defs } = await read("schema.json");
  const { paths } = await read("openapi.json");
  await mkdir(target, { recursive: true });
  await writeFile(
    new URL("protocol.ts", target),
    `// Made from data/protocol by tools/compile_protocol.mjs.\n${types_of($defs)}\n${operations_of(paths)}\n`,
  );
}
