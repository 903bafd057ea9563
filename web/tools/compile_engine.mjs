// Turns data/engine/schema.json into the TypeScript types of the engine's answers. The result is kept
// in src/engine/answers.ts, so that a change of the schema shows in the diff; with --check it only
// fails when that file is not what the schema gives.
import { compile } from "json-schema-to-typescript";
import { readFile, writeFile } from "node:fs/promises";

const schema = JSON.parse(await readFile(new URL("../../data/engine/schema.json", import.meta.url), "utf8"));
const target = new URL("../src/engine/answers.ts", import.meta.url);

const made = await compile(schema, "Answers", {
  bannerComment: "// Made from data/engine/schema.json by tools/compile_engine.mjs.",
  unreachableDefinitions: true,
  style: { printWidth: 120 },
});
// "This interface was referenced by..." and bounds that a type has already only say it again.
const said_twice = /^ *\* (?:This interface was referenced by|via the `definition`|@minItems|@maxItems).*\n/gm;
const types = made
  .replaceAll(said_twice, "")
  .replaceAll(/^ *\*\n(?= *\*\/)/gm, "")
  .replaceAll(/^ *\/\*\*\n *\*\/\n/gm, "");

if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8")) !== types) {
    console.error("src/engine/answers.ts is not what data/engine/schema.json gives: npm run engine-types");
    process.exitCode = 1;
  }
} else await writeFile(target, types);
