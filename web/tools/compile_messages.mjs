// Compiles data/locales/*.json (ICU messages) to typed functions, one module per language, so that a
// missing key, an unknown key or a placeholder that differs from the English one fails the build, and
// so does a code of data/protocol/schema.json, an edition or an option without a text. A language is
// one file there: nothing else lists them.
// The pseudo-locale "xx" wraps the English functions: text that is not from here shows.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import MessageFormat from "@messageformat/core";
import compile_module from "@messageformat/core/compile-module.js";
import { parse } from "@messageformat/parser";

const source = new URL("../../data/locales/", import.meta.url);
const is_json = (name) => name.endsWith(".json");
const read = async (path) => JSON.parse(await readFile(new URL(path, source), "utf8"));
const files = (await readdir(source)).filter(is_json).map((name) => name.slice(0, -5));
/** English, in which all others are checked, comes first. */
const locales = ["en", ...files.filter((name) => name !== "en").sort()];
const target = new URL("../src/i18n/generated/", import.meta.url);

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
for (const file of (await readdir(new URL("../editions/", source))).filter(is_json)) {
  const { id } = await read(`../editions/${file}`);
  for (const prefix of ["edition_", "edition_line_"]) wanted(prefix + id);
}
for (const { key, values, label } of (await read("../options.json")).options) {
  if (label !== undefined) continue; // a house rule brings its own words
  for (const prefix of ["option_", "option_line_"]) wanted(prefix + key);
  const is_switch = values.every((value) => typeof value === "boolean");
  for (const value of is_switch ? [] : values) wanted(`value_${key}_${value}`);
}
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
if (wrong.length > 0) {
  console.error(wrong.join("\n"));
  process.exit(1);
}

await mkdir(target, { recursive: true });
for (const locale of locales) {
  const compiled = compile_module(new MessageFormat(locale), catalogues[locale]);
  await writeFile(new URL(`${locale}.js`, target), compiled);
}
await writeFile(
  new URL("xx.js", target),
  `import en from "./en.js";
const accents = { a: "á", e: "é", i: "í", o: "ö", u: "ü", A: "Á", E: "É", I: "Í", O: "Ö", U: "Ü" };
const pseudo = (text) => "⟦" + text.replace(/[aeiouAEIOU]/g, (c) => accents[c]) + "⟧";
export default Object.fromEntries(
  Object.entries(en).map(([key, message]) => [key, (values) => pseudo(message(values))]));
`,
);
const name_of = (locale) => {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale);
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};
await writeFile(
  new URL("locales.ts", target),
  `// Made from data/locales by tools/compile_messages.mjs: each language in its own words, and its module.
export const locale_names = ${JSON.stringify(Object.fromEntries(locales.map((one) => [one, name_of(one)])))} as const;
export const loaders = {
${[...locales.slice(1), "xx"].map((one) => `  ${JSON.stringify(one)}: () => import("./${one}.js"),`).join("\n")}
};
`,
);
const members = Object.entries(english).map(([key, text]) => {
  const values = [...arguments_of(text)].map(([name, type]) => `${name}: ${type}`).join("; ");
  return `  ${key}(${values === "" ? "" : `values: { ${values} }`}): string;`;
});
await writeFile(new URL("messages.d.ts", target), `export interface Messages {\n${members.join("\n")}\n}\n`);
for (const locale of [...locales, "xx"]) {
  await writeFile(
    new URL(`${locale}.d.ts`, target),
    `import type { Messages } from "./messages";\ndeclare const messages: Messages;\nexport default messages;\n`,
  );
}
