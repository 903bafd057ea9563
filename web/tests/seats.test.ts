import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Engine } from "../src/engine/engine";
import { look_at, look_count, looks_by_seat, shared_look } from "../src/board/seats";

const engine = await Engine.load(readFileSync(new URL("../../build/wasm/board.wasm", import.meta.url)));
const looks = Array.from({ length: look_count }, (_, index) => look_at(index));

test("a look has the colour of its drawn figures", () => {
  expect(look_count).toBe(6);
  for (const [index, look] of looks.entries()) {
    expect(engine.token_picture("follower", "city", index)).toContain(look.fill);
  }
});

test("every look is whole", () => {
  for (const look of looks) expect(Object.values(look)).toHaveLength(6);
});

// The page's dark is the hatching of what somebody owns, over all kinds of land; the engine's is the thin edge of
// a figure inside its pale halo. They are chosen apart, and each is the darker shade of the same colour.
test("dark is darker than the colour, on the page and around a figure", () => {
  const lightness = (hex: string) => lab(hex, sights.all)[0];
  for (const [index, { name, fill, dark }] of looks.entries()) {
    const figure = engine.token_picture("follower", "city", index);
    const edge = new RegExp(`fill="${fill}" stroke="(#[0-9a-f]{6})"`).exec(figure)?.[1];
    expect(lightness(dark), name).toBeLessThan(lightness(fill) - 10);
    expect(lightness(edge!), name).toBeLessThan(lightness(fill) - 10);
  }
});

test("no two looks share a name, a colour or a shape, nor a figure its badge", () => {
  for (const key of ["name", "fill", "shape", "dash"] as const) {
    expect(new Set(looks.map((look) => look[key])).size).toBe(look_count);
  }
  const badges = looks.map(
    (_, i) => /<g transform="translate.*<\/g>/.exec(engine.token_picture("hut", "lake", i))?.[0],
  );
  expect(new Set(badges.map((badge) => badge?.replaceAll(/#[0-9a-f]{6}/g, ""))).size).toBe(look_count);
});

test("what several own has the colour of none of them", () => {
  expect(looks.map((look) => look.fill)).not.toContain(shared_look.fill);
});

test("who chooses a look changes with whoever had it", () => {
  expect(looks_by_seat([])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(looks_by_seat([null, 3])).toEqual([0, 3, 2, 1, 4, 5]);
  expect(looks_by_seat([null, 1])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(looks_by_seat([5, null])).toEqual([5, 1, 2, 3, 4, 0]);
  expect(looks_by_seat([1, 2, 0])).toEqual([1, 2, 0, 3, 4, 5]);
  expect(looks_by_seat([5, null, 1])).toEqual([5, 2, 1, 3, 4, 0]);
});

// Machado, Oliveira and Fernandes (2009), complete loss of one kind of cone, on linear RGB.
const sights = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
function lab(hex: string, sight: number[][]): [number, number, number] {
  const rgb = [1, 3, 5].map((i) => {
    const c = parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const [r = 0, g = 0, b = 0] = sight.map((row) =>
    Math.min(1, Math.max(0, row[0]! * rgb[0]! + row[1]! * rgb[1]! + row[2]! * rgb[2]!)),
  );
  const f = (v: number): number => (v > 0.008856 ? Math.cbrt(v) : 7.787 * v + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047),
    y = f(0.2126 * r + 0.7152 * g + 0.0722 * b),
    z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
test.each(Object.entries(sights))("all colours are far apart with %s", (_name, sight) => {
  for (const [i, a] of looks.entries()) {
    for (const b of looks.slice(i + 1)) {
      const [from, to] = [lab(a.fill, sight), lab(b.fill, sight)];
      const distance = Math.hypot(...from.map((v, k) => v - to[k]!));
      expect(distance, `${a.name} and ${b.name}`).toBeGreaterThan(28);
    }
  }
});
