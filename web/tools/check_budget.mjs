// Fails when the client grows beyond what a phone should load: compressed JavaScript and WebAssembly.
import { readdir, readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const folder = new URL("../dist/assets/", import.meta.url);
const budget = { js: 150, wasm: 400 }; // KB, gzip
const size = { js: 0, wasm: 0 };
// A reader loads one language beside English.
const languages = /^(pl|is|hu|de|xx)-/;
let largest_language = 0;
for (const name of await readdir(folder)) {
  const kind = name.split(".").pop();
  if (!(kind in size)) continue;
  const bytes = gzipSync(await readFile(new URL(name, folder)), { level: 9 }).length;
  if (languages.test(name)) largest_language = Math.max(largest_language, bytes);
  else size[kind] += bytes;
}
size.js += largest_language;
let failed = false;
for (const kind of Object.keys(budget)) {
  const kb = size[kind] / 1000;
  console.log(`${kind}: ${kb.toFixed(1)} KB of ${budget[kind]} KB compressed`);
  failed ||= kb > budget[kind];
}
process.exitCode = failed ? 1 : 0;
