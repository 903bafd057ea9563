// Turns data/editions into the shelf: which boxes there are, in their order, and the cover of each.
// A page shows them before the engine, which knows all else of an edition, has arrived.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";

const source = new URL("../../data/editions/", import.meta.url);
const target = new URL("../src/game/generated/", import.meta.url);

const names = (await readdir(source)).filter((name) => name.endsWith(".json"));
const editions = await Promise.all(
  names.map(async (name) => JSON.parse(await readFile(new URL(name, source), "utf8"))),
);
editions.sort((a, b) => a.shelf - b.shelf || a.id.localeCompare(b.id));

await mkdir(target, { recursive: true });
await writeFile(
  new URL("shelf.ts", target),
  `// Made from data/editions by tools/compile_editions.mjs.
export const boxes = ${JSON.stringify(editions.map(({ id, cover }) => ({ id, cover })))};
`,
);
