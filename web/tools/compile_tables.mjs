// Turns tables of the engine's sources into a script.
import { mkdir, writeFile } from "node:fs/promises";
import { levels, player_colours } from "./engine_tables.mjs";

const target = new URL("../src/engine/generated/", import.meta.url);
await mkdir(target, { recursive: true });
await writeFile(
  new URL("tables.ts", target),
  `// Made from src/art/palette.cpp and src/ai/levels.cpp by tools/compile_tables.mjs.
export const player_colours = ${JSON.stringify(player_colours)};
export const levels = ${JSON.stringify(levels)} as const;
`,
);
