import { expect, test } from "vitest";
import type { TileView } from "../src/engine/types";
import { around, nearest_spot } from "../src/board/geometry";

test("buttons around a tile leave it free and do not touch each other", () => {
  for (const tile of [40, 68, 120]) {
    for (const button of [34, 44]) {
      for (let count = 1; count <= 9; ++count) {
        const points = Array.from({ length: count }, (_, i): [number, number] => [
          ((i * 37) % 100) * 0.01 * tile - tile / 2,
          ((i * 61) % 100) * 0.01 * tile - tile / 2,
        ]);
        const placed = around(points, [0, 0], tile, button);
        for (const [i, [x, y]] of placed.entries()) {
          expect(Math.max(Math.abs(x), Math.abs(y))).toBeGreaterThanOrEqual(tile / 2 + button / 2);
          for (const [u, v] of placed.slice(i + 1)) expect(Math.hypot(x - u, y - v)).toBeGreaterThan(button);
        }
      }
    }
  }
});

test("a single button stands on the side of what it stands for", () => {
  const [[x, y]] = around([[30, 2]], [0, 0], 100, 40) as [[number, number]];
  expect(x).toBeGreaterThan(50);
  expect(Math.abs(y)).toBeLessThan(20);
});

test("a held figure goes to the nearest part of the turned tile, and nowhere far from it", () => {
  const segment = (x: number, y: number): TileView["segments"][number] => ({
    kind: "road",
    outline: "",
    spot: [x, y],
    sides: [],
  });
  const tile: TileView = { id: "a", count: 1, gingerbread: false, segments: [segment(50, 10), segment(50, 90)] };
  const spots = [{ segment: 0 }, { segment: 1 }];
  const at = { x: 2, y: -1, rot: 0 };
  expect(nearest_spot(tile, at, spots, [250, -80])?.segment).toBe(0);
  expect(nearest_spot(tile, at, spots, [250, -20])?.segment).toBe(1);
  expect(nearest_spot(tile, { ...at, rot: 2 }, spots, [250, -80])?.segment).toBe(1);
  expect(nearest_spot(tile, at, spots.slice(1), [250, -95])?.segment).toBe(1);
  expect(nearest_spot(tile, at, spots, [350, -50])).toBeNull();
  expect(nearest_spot(tile, at, [], [250, -50])).toBeNull();
});
