// Compiles data/locales/*.json (ICU messages) to typed functions, one module per language, so that a
// missing key, an unknown key or a placeholder that differs from the English one fails the build, and
// so does a code of data/protocol/schema.json, an edition, an option, a level or a colour without a
// text. A language is one file there: nothing else lists them.
// Each language is two modules: the words of what comes with the first script, and all others, which
// come with the pages that are fetched later. Nothing lists them: what the first files name is first.
// data/words/LANGUAGE.EDITION.json has what one edition's rulebook calls otherwise than the language's
// file: some of its messages, in other words. Each is a module of its own; nothing lists them either.
// The pseudo-locale "xx" wraps the English functions: text that is not from here shows.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import MessageFormat from "@messageformat/core";
import compile_module from "@messageformat/core/compile-module.js";
import { parse } from "@messageformat/parser";
import { editions } from "./editions.mjs";
import { levels, player_colours } from "./engine_tables.mjs";
import { first_files } from "./first_files.mjs";

const source = new URL("../../data/locales/", import.meta.url);
const is_json = (name) => name.endsWith(".json");
const read = async (path) => JSON.parse(await readFile(new URL(path, source), "utf8"));
const files = (await readdir(source)).filter(is_json).map((name) => name.slice(0, -5));
/** English, in which all others are checked, comes first. */
const locales = ["en", ...files.filter((name) => name !== "en").sort()];
const target = new URL("../src/i18n/generated/", import.meta.url);
const words_source = new URL("../../data/words/", import.meta.url);
const books = (await readdir(words_source))
  .filter(is_json)
  .map((name) => name.slice(0, -5))
  .sort();

/** Names of a message's arguments; those counted by are numbers. */
function arguments_of(text, found = new Map()) {
  const walk = (tokens) => {
    for (const token of tokens) {
      if (token.type === "argument") found.set(token.arg, found.get(token.arg) ?? "string | number");
      if (token.type === "plural" || token.type === "selectordinal") found.set(token.arg, "number");
      if (token.type === "select") found.set(token.arg, "string");
      if (token.cases) for (const one of token.cases) walk(one.tokens);
    }
  };
  walk(parse(text));
  return found;
}
const signature = (text) => [...arguments_of(text).keys()].sort().join(",");

const catalogues = {};
for (const locale of locales) {
  catalogues[locale] = await read(`${locale}.json`);
}
const english = catalogues.en;
const wrong = [];
// Every code the server may answer with has its text.
const { $defs } = await read("../protocol/schema.json");
for (const code of $defs.Code.enum) {
  if (!(`error_${code}` in english)) wrong.push(`en: "error_${code}" is missing`);
}
for (const key of Object.keys(english)) {
  if (key.startsWith("error_") && !$defs.Code.enum.includes(key.slice(6)))
    wrong.push(`en: "${key}" is no code of the protocol`);
}
// So have the boxes on the shelf and what can be chosen in them.
const wanted = (key) => {
  if (!(key.replaceAll("-", "_") in english)) wrong.push(`en: "${key}" is missing`);
};
for (const { id } of editions) {
  for (const prefix of ["edition_", "edition_line_"]) wanted(prefix + id);
}
for (const { key, values, label } of (await read("../options.json")).options) {
  if (label !== undefined) continue; // a house rule brings its own words
  for (const prefix of ["option_", "option_line_"]) wanted(prefix + key);
  const is_switch = values.every((value) => typeof value === "boolean");
  for (const value of is_switch ? [] : values) wanted(`value_${key}_${value}`);
}
// And the engine's levels and colours.
for (const level of levels) wanted(`level_${level}`);
for (const { name } of player_colours) wanted(`colour_${name}`);
for (const locale of locales) {
  for (const key of Object.keys(english)) {
    const text = catalogues[locale][key];
    if (typeof text !== "string" || text === "") wrong.push(`${locale}: "${key}" is missing`);
    else if (signature(text) !== signature(english[key])) {
      wrong.push(`${locale}: "${key}" has {${signature(text)}}, English {${signature(english[key])}}`);
    }
  }
  for (const key of Object.keys(catalogues[locale])) {
    if (!(key in english)) wrong.push(`${locale}: "${key}" is not in English`);
  }
}
const book_words = {};
for (const book of books) {
  const [locale, edition] = book.split(".");
  book_words[book] = await read(`../words/${book}.json`);
  if (!locales.includes(locale)) wrong.push(`words/${book}: there is no language "${locale}"`);
  if (!editions.some(({ id }) => id === edition)) wrong.push(`words/${book}: there is no edition "${edition}"`);
  for (const [key, text] of Object.entries(book_words[book])) {
    if (!(key in english)) wrong.push(`words/${book}: "${key}" is not in English`);
    else if (signature(text) !== signature(english[key])) {
      wrong.push(`words/${book}: "${key}" has {${signature(text)}}, English {${signature(english[key])}}`);
    } else if (text === catalogues[locale]?.[key]) wrong.push(`words/${book}: "${key}" is what the language says`);
  }
}
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}

/** Whether the first files may ask for this message: by name, in quotes, or by the beginning of a name. */
const first_source = [...(await first_files()).values()].join("\n");
const first_words = new Set([...first_source.matchAll(/\bt\.(\w+)|"(\w+)"/g)].map(([, name, text]) => name ?? text));
const first_beginnings = [...first_source.matchAll(/\bnamed\("(\w+)"|\bt\[`(\w+)\$/g)].map(([, a, b]) => a ?? b);
const is_first = (key) => first_words.has(key) || first_beginnings.some((beginning) => key.startsWith(beginning));
const parts = [
  { end: "", keys: Object.keys(english).filter(is_first) },
  { end: "_later", keys: Object.keys(english).filter((key) => !is_first(key)) },
];

/** A message without the cases that say what `other` says, which answers for them; exact ones such as =0 stay. */
function lean(tokens) {
  const told = ({ cases, ctx }) => {
    if (!cases) return ctx.text;
    const bodies = cases.map(({ key, tokens, ctx }) => ({ key, begin: ctx.text, body: lean(tokens) }));
    const other = bodies.find(({ key }) => key === "other")?.body;
    const kept = bodies.filter(({ key, body }) => key === "other" || key.startsWith("=") || body !== other);
    return `${ctx.text}${kept.map(({ begin, body }) => `${begin}${body}}`).join("")}}`;
  };
  return tokens.map(told).join("");
}
/** A module of them: texts, and functions of what has arguments; the language of a number stands in it once. */
function compiled(locale, words) {
  const kept = Object.fromEntries(Object.entries(words).map(([key, text]) => [key, lean(parse(text))]));
  const code = compile_module(new MessageFormat(locale), kept).replace(/^( {2}\w+: )\(\) => /gm, "$1");
  const counted = code.replaceAll(new RegExp(`\\bnumber\\("${locale}", ([\\w.]+), 0\\)`, "g"), "counted($1)");
  if (counted === code) return code;
  return counted.replace(/^export /m, `const counted = (value) => number("${locale}", value, 0);\n$&`);
}

await mkdir(target, { recursive: true });
for (const { end, keys } of parts) {
  for (const locale of locales) {
    const words = Object.fromEntries(keys.map((key) => [key, catalogues[locale][key]]));
    await writeFile(new URL(`${locale}${end}.js`, target), compiled(locale, words));
  }
  await writeFile(
    new URL(`xx${end}.js`, target),
    `import en from "./en${end}.js";
const accents = { a: "á", e: "é", i: "í", o: "ö", u: "ü", A: "Á", E: "É", I: "Í", O: "Ö", U: "Ü" };
const pseudo = (text) => "⟦" + text.replace(/[aeiouAEIOU]/g, (c) => accents[c]) + "⟧";
export default Object.fromEntries(
  Object.entries(en).map(([key, message]) => [
    key, typeof message === "string" ? pseudo(message) : (values) => pseudo(message(values))]));
`,
  );
}
for (const book of books) {
  const locale = book.split(".")[0];
  await writeFile(new URL(`${book}.js`, target), compiled(locale, book_words[book]));
  await writeFile(
    new URL(`${book}.d.ts`, target),
    `import type { Compiled, Messages } from "./messages";\ndeclare const messages: Partial<Compiled<Messages>>;\nexport default messages;\n`,
  );
}
const name_of = (locale) => {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};
await writeFile(
  new URL("locales.ts", target),
  `// Made from data/locales and data/words by tools/compile_messages.mjs: each language in its own words, and its modules.
import type { Compiled, Messages } from "./messages";

export const locale_names = ${JSON.stringify(Object.fromEntries(locales.map((one) => [one, name_of(one)])))} as const;
${parts
  .map(
    ({ end }) => `export const load${end} = {
${[...locales, "xx"].map((one) => `  ${JSON.stringify(one)}: () => import("./${one}${end}.js"),`).join("\n")}
};
`,
  )
  .join("")}/** By language and edition. */
export const load_book: Record<string, () => Promise<{ default: Partial<Compiled<Messages>> }>> = {
${books.map((one) => `  ${JSON.stringify(one)}: () => import("./${one}.js"),`).join("\n")}
};
`,
);
const member = (key) => {
  const values = [...arguments_of(english[key])].map(([name, type]) => `${name}: ${type}`).join("; ");
  return `  ${key}(${values === "" ? "" : `values: { ${values} }`}): string;`;
};
const [first, later] = parts.map(({ keys }) => `{\n${keys.map(member).join("\n")}\n}\n`);
await writeFile(
  new URL("messages.d.ts", target),
  `export interface FirstMessages ${first}export interface LaterMessages ${later}export interface Messages extends FirstMessages, LaterMessages {}
/** As a module has them: what is told with nothing is a text. */
export type Compiled<M> = { [Key in keyof M]: M[Key] extends () => string ? string : M[Key] };
`,
);
for (const [end, type] of [
  ["", "FirstMessages"],
  ["_later", "LaterMessages"],
]) {
  for (const locale of [...locales, "xx"]) {
    await writeFile(
      new URL(`${locale}${end}.d.ts`, target),
      `import type { Compiled, ${type} } from "./messages";\ndeclare const messages: Compiled<${type}>;\nexport default messages;\n`,
    );
  }
}
