// Turns data/editions into the shelf: which boxes there are, in their order, how each looks and what lies in it.
// A page shows them before the engine, which knows all else of an edition, has arrived.
import { mkdir, writeFile } from "node:fs/promises";
import { editions } from "./editions.mjs";

const target = new URL("../src/game/generated/", import.meta.url);
const boxes = editions.map(({ id, cover, colour, family, offers }) => ({ id, cover, colour, family, offers }));

await mkdir(target, { recursive: true });
await writeFile(
  new URL("shelf.ts", target),
  `// Made from data/editions by tools/compile_editions.mjs.
import type { Family } from "../../engine/types";

export interface Box {
  id: string;
  cover: string;
  colour?: string;
  family: Family;
  /** Options that lie in the box itself. */
  offers: string[];
}
export const boxes: Box[] = ${JSON.stringify(boxes)};
`,
);
