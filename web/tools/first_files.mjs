// The sources that come with the first script: what main.ts imports, and what those import in turn.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

const source = new URL("../src/", import.meta.url);

/** Their texts by their addresses. What is imported only when it is wanted is not among them. */
export async function first_files() {
  const found = new Map();
  const visit = async (address) => {
    if (found.has(address) || address.includes("/generated/")) return;
    found.set(address, await readFile(new URL(address), "utf8"));
    for (const [, wanted] of found.get(address).matchAll(/^\s*(?:import|export)\b[^;]*?"(\.[^"]+)"/gm)) {
      // A script is named without its ending: "./turn.svelte" may be turn.svelte.ts.
      const file = [wanted, `${wanted}.ts`].map((path) => new URL(path, address)).find((one) => existsSync(one));
      if (file && /\.(ts|svelte)$/.test(file.pathname)) await visit(file.href);
    }
  };
  await visit(new URL("main.ts", source).href);
  return found;
}
