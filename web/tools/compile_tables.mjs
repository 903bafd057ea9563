// Turns tables of the engine's sources into scripts, one each: pages that need one do not load the other.
import { mkdir, writeFile } from "node:fs/promises";
import { levels, player_colours } from "./engine_tables.mjs";

const target = new URL("../src/engine/generated/", import.meta.url);
await mkdir(target, { recursive: true });
const write = (name, source, line) =>
  writeFile(
    new URL(`${name}.ts`, target),
    `// Made from src/${source} by tools/compile_tables.mjs.\nexport const ${line};\n`,
  );
await write("player_colours", "art/palette.cpp", `player_colours = ${JSON.stringify(player_colours)}`);
await write("levels", "ai/levels.cpp", `levels = ${JSON.stringify(levels)} as const`);
