// Fails when the client grows beyond what a phone should load: compressed JavaScript, of that what a first
// page waits for, what the words of one edition's book may add to it while that edition is on screen, and the
// two modules: what a board waits for, and what thinks, which comes later.
import { readdir, readFile } from "node:fs/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";

const folder = new URL("../dist/assets/", import.meta.url);
/** KB: scripts by gzip, modules by brotli, which every browser that runs them asks for. */
const budget = { js: 156, first: 115, book: 6, board: 145, thinking: 400 };
const size = { js: 0, first: 0, book: 0, board: 0, thinking: 0 };
const locales = (await readdir(new URL("../../data/locales/", import.meta.url))).map((name) => name.slice(0, -5));
/** en-HASH.js has a language's words for the first page, en_later-HASH.js all others, en.EDITION-HASH.js those of a book. */
const words = new RegExp(`^(${[...locales, "xx"].join("|")})(_later|\\..+)?-`);
const first_page = await readFile(new URL("../dist/index.html", import.meta.url), "utf8");
/** A reader loads one language: the largest counts. */
const languages = {};
for (const name of await readdir(folder)) {
  const kind = name.endsWith(".wasm") ? name.split("-")[0] : name.split(".").pop();
  if (!(kind in budget)) continue;
  const content = await readFile(new URL(name, folder));
  const bytes = (name.endsWith(".wasm") ? brotliCompressSync(content) : gzipSync(content, { level: 9 })).length;
  const language = words.exec(name);
  if (language?.[2]?.startsWith(".")) {
    size.book = Math.max(size.book, bytes);
    continue;
  }
  if (language) {
    const one = (languages[language[1]] ??= { js: 0, first: 0 });
    one.js += bytes;
    if (!language[2]) one.first += bytes;
    continue;
  }
  size[kind] += bytes;
  if (kind === "js" && first_page.includes(name)) size.first += bytes;
}
for (const kind of ["js", "first"]) size[kind] += Math.max(...Object.values(languages).map((one) => one[kind]));
for (const kind of Object.keys(budget)) {
  const kb = size[kind] / 1000;
  const over = kb > budget[kind];
  console.log(`${kind}: ${kb.toFixed(1)} KB of ${budget[kind]} KB compressed${over ? ": too large" : ""}`);
  if (over) process.exitCode = 1;
}
