// Compiles data/locales/*.json (ICU messages) to typed functions, one module a language, so that a
// missing key, an unknown key or a placeholder that differs from the English one fails the build, and
// so does a code of data/protocol/schema.json without a text.
// The pseudo-locale "xx" wraps the English functions: text that is not from here shows.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import MessageFormat from "@messageformat/core";
import compile_module from "@messageformat/core/compile-module.js";
import { parse } from "@messageformat/parser";

const locales = ["en", "pl", "is", "hu", "de"];
const source = new URL("../../data/locales/", import.meta.url);
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
  catalogues[locale] = JSON.parse(await readFile(new URL(`${locale}.json`, source), "utf8"));
}
const english = catalogues.en;
const wrong = [];
// Every code the server may answer with has its text.
const { $defs } = JSON.parse(await readFile(new URL("../protocol/schema.json", source), "utf8"));
for (const code of $defs.Code.enum) {
  if (!(`error_${code}` in english)) wrong.push(`en: "error_${code}" is missing`);
}
for (const key of Object.keys(english)) {
  if (key.startsWith("error_") && !$defs.Code.enum.includes(key.slice(6)))
    wrong.push(`en: "${key}" is no code of the protocol`);
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
