// Checks data/protocol: the JSON Schema, the OpenAPI 3.1 and the AsyncAPI 3 document, and that the
// two documents and the schema speak of the same things. Ends with status 1 and one line a fault.
import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv from "ajv";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const faults = [];
const fault = (text) => faults.push(text);
const folder = new URL("../../data/protocol/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const schema = read("schema.json");
const openapi = read("openapi.json");
const asyncapi = read("asyncapi.json");

/** Every $ref below this value. */
function* refs(value) {
  if (value === null || typeof value !== "object") return;
  if (typeof value.$ref === "string") yield value.$ref;
  for (const child of Object.values(value)) yield* refs(child);
}

// The schema: valid, every reference leads somewhere, every definition is used.
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
try {
  ajv.compile(schema);
} catch (error) {
  fault(`schema.json: ${error.message}`);
}
const used = new Set([...refs(schema)].map((ref) => ref.replace("#/$defs/", "")));
for (const [name, document] of Object.entries({ openapi, asyncapi })) {
  for (const ref of refs(document)) {
    if (!ref.startsWith("schema.json#/$defs/")) continue;
    const definition = ref.replace("schema.json#/$defs/", "");
    used.add(definition);
    if (!(definition in schema.$defs)) fault(`${name}.json: there is no ${definition}`);
  }
}
for (const definition of Object.keys(schema.$defs)) {
  if (!used.has(definition)) fault(`schema.json: nobody uses ${definition}`);
}

// OpenAPI 3.1, and what its schema does not ask for.
// The validator wants one document: the schema's definitions become components.
const inlined = JSON.parse(
  JSON.stringify({ ...openapi, components: { ...openapi.components, schemas: schema.$defs } })
    .replaceAll("schema.json#/$defs/", "#/components/schemas/")
    .replaceAll('"#/$defs/', '"#/components/schemas/'),
);
const { valid, errors } = await new Validator().validate(inlined);
if (!valid) fault(`openapi.json: ${JSON.stringify(errors)}`);
const ids = new Set();
const tags = new Set(openapi.tags.map((tag) => tag.name));
for (const [path, item] of Object.entries(openapi.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    if (method === "parameters") continue;
    const where = `openapi.json: ${method} ${path}`;
    if (!operation.operationId || ids.has(operation.operationId)) fault(`${where}: no own operationId`);
    ids.add(operation.operationId);
    if (!operation.summary) fault(`${where}: no summary`);
    if (!operation.tags?.every((tag) => tags.has(tag))) fault(`${where}: an unknown tag`);
    if (!operation.responses["4XX"]) fault(`${where}: does not say how it refuses`);
    const named = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      .filter((parameter) => parameter.in === "path")
      .map((parameter) => parameter.name);
    const asked = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    if (named.sort().join() !== asked.sort().join()) fault(`${where}: its parameters are not those of its path`);
  }
}

// AsyncAPI 3, and that it lists every message of the schema.
const specification = createRequire(import.meta.url)("@asyncapi/specs/schemas/3.0.0-without-$id.json");
const drafts = new Ajv({ strict: false, allErrors: false, unicodeRegExp: false });
addFormats(drafts);
const check = drafts.compile(specification);
if (!check(asyncapi)) fault(`asyncapi.json: ${JSON.stringify(check.errors)}`);
const listed = new Set(Object.keys(asyncapi.channels.play.messages));
for (const union of ["ClientMessage", "ServerMessage"]) {
  for (const { $ref } of schema.$defs[union].oneOf) {
    const message = $ref.replace("#/$defs/", "");
    if (!listed.has(message)) fault(`asyncapi.json: ${message} is missing`);
  }
}

for (const text of faults) console.error(text);
console.log(`data/protocol: ${Object.keys(schema.$defs).length} definitions, ${ids.size} calls, ${listed.size} messages, ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
