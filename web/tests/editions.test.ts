import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { colour, cover, edition_with, shelf } from "../src/game/shelf";

const files = new Map(
  ["../src/", "../tools/"].flatMap((folder) => {
    const at = new URL(folder, import.meta.url);
    return readdirSync(at, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(ts|mjs|svelte|css)$/.test(name) && !name.includes("generated"))
      .map((name): [string, string] => [name, readFileSync(new URL(name, at), "utf8")]);
  }),
);
/** Words that mean something else too: a page, a family, a picture of the documents. */
const words = ["new", "hunters", "winter"];

test("no code names a box", () => {
  const wrong = [...files].flatMap(([name, text]) =>
    shelf
      .filter((id) => {
        const before = words.includes(id) ? "(edition: |\\?\\? |\\? |play\\()" : "";
        return new RegExp(`${before}"${id}"|--box-${id}`).test(text);
      })
      .map((id) => `${name} names ${id}`),
  );
  expect(wrong).toEqual([]);
});

test("every box on the shelf has a picture and a colour", () => {
  for (const id of shelf) {
    expect(cover(id)).toMatch(/^\/covers\/[\w-]+\.webp$/);
    expect(colour(id)).toMatch(/^#[0-9a-f]{6}$/);
  }
  expect(cover("nothing")).toBe("/covers/");
  expect(colour("nothing")).toBeUndefined();
});

test("a lesson is taught by the first box that has what it is about, or by the first of its family", () => {
  const classic = edition_with({ family: "classic", options: {} });
  expect(classic).toBe(shelf[0]);
  expect(edition_with({ family: "classic", options: { inns: true } })).toBe(classic);
  expect(edition_with({ family: "classic", options: { farms: "off" } })).toBe(classic);
  expect(edition_with({ family: "classic", options: { abbot: true } })).toBe("new");
  expect(edition_with({ family: "classic", options: { gingerbread: true } })).toBe("winter");
  expect(edition_with({ family: "hunters", options: {} })).toBe("hunters");
});
