// The editions of data/editions, in the order of the shelf.
import { readdir, readFile } from "node:fs/promises";

const folder = new URL("../../data/editions/", import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
const files = await Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, folder), "utf8"))));
export const editions = files.sort((a, b) => a.shelf - b.shelf || a.id.localeCompare(b.id));
