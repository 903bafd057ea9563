// The messages of data/locales have long names, in the words and wherever one is shown. In what is built
// those that are only ever written out as `t.name` get short ones, in both places.
import { readdir, readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const source = new URL("../src/", import.meta.url);
const is_words = /\/generated\/[a-z]+(_later|\.[\w-]+)?\.js$/;

/** Short names by long ones. A name that is put together from parts, or that a text may mean, stays, and so does
 *  one of a single word, which others than messages may have too. */
export async function short_names(): Promise<Map<string, string>> {
  const files = (await readdir(source, { recursive: true })).filter(
    (name) => /\.(ts|svelte)$/.test(name) && !name.includes("generated"),
  );
  const code = (await Promise.all(files.map((name) => readFile(new URL(name, source), "utf8")))).join("\n");
  const texts = new Set([...code.matchAll(/["'`](\w+)/g)].map(([, text]) => text!));
  const beginnings = [...texts].filter((text) => text.endsWith("_"));
  const stays = (name: string) => texts.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
  const english: Record<string, string> = JSON.parse(
    await readFile(new URL("../../data/locales/en.json", import.meta.url), "utf8"),
  );
  const names = Object.keys(english).filter((name) => name.includes("_") && !stays(name));
  return new Map(names.map((name, i) => [name, `$${i.toString(36)}`]));
}

export function shorten_messages(): Plugin {
  let short: Map<string, string>;
  const shorter = (name: string): string => short.get(name) ?? name;
  return {
    name: "shorten-messages",
    apply: "build",
    enforce: "post",
    async buildStart() {
      short = await short_names();
    },
    transform(code, id) {
      if (is_words.test(id)) return code.replace(/^ {2}(\w+):/gm, (_all, name: string) => `  ${shorter(name)}:`);
      if (!id.startsWith(source.pathname)) return undefined;
      return code.replace(/(?<![\w$.])t\.(\w+)/g, (_all, name: string) => `t.${shorter(name)}`);
    },
  };
}
