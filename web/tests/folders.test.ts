// Who may ask whom: a folder of src imports only from those below it, and no file is in a circle.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const source = join(import.meta.dirname, "../src");

/** From the bottom up. The files of src itself are at the height given for each. */
const levels: string[][] = [
  ["i18n", "engine"],
  ["announce", "route", "settings", "title"],
  ["sound"],
  ["board"],
  ["game"],
  ["online"],
  ["parts"],
  ["pages"],
  ["App", "main"],
];
const level_of = (file: string): number => {
  const name = file.includes("/") ? file.split("/")[0]! : file.split(".")[0]!;
  return levels.findIndex((level) => level.includes(name));
};

const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.(ts|svelte)$/.test(file) && !file.includes("generated/"));

/** The file that an import means: written without its ending where it is a script. */
function target_of(from: string, wanted: string): string | undefined {
  const path = normalize(join(dirname(from), wanted));
  return [path, `${path}.ts`].find((file) => files.includes(file));
}
const imports = new Map(
  files.map((file) => {
    const text = readFileSync(join(source, file), "utf8");
    const wanted = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map((match) => match[1]!);
    const targets = wanted.map((one) => target_of(file, one)).filter((one) => one !== undefined);
    return [file, [...new Set(targets)]] as const;
  }),
);

test("every folder of src is at some height", () => {
  expect(files.filter((file) => level_of(file) < 0)).toEqual([]);
});

test("a folder imports only from folders below it", () => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => {
        const same = dirname(file) === dirname(target);
        return same ? false : level_of(target) >= level_of(file);
      })
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test("no file is in a circle of imports", () => {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, way: string[]): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" > "));
    if (done.has(file) || way.includes(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
