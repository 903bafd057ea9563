// Tables of the engine's sources that pages show before the engine has arrived.
import { readFile } from "node:fs/promises";

async function rows(file, row) {
  const text = await readFile(new URL(`../../src/${file}`, import.meta.url), "utf8");
  const found = [...text.matchAll(row)].map((match) => match.slice(1));
  if (found.length === 0) throw new Error(`src/${file} has no row like ${row}`);
  return found;
}
/** The players' colours, in the order of seats; a figure's thin edge stays with the drawings. */
export const player_colours = (await rows("art/palette.cpp", /\{"(\w+)",\s*"(#[0-9a-f]{6})",\s*"#[0-9a-f]{6}"\}/g)).map(
  ([name, fill]) => ({ name, fill }),
);
/** Computer opponents from weak to strong. */
export const levels = (await rows("ai/levels.cpp", /\{"(\w+)",\s*"[^"]+"\}/g)).map(([name]) => name);
