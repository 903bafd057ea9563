import { expect, test } from "vitest";
import { pawns_on } from "../src/parts/track";

const labels = (points: number[], width: number) =>
  pawns_on(points, width).map(({ label, side }) => label && [label, side]);

test("a pawn that has gone round says so where nothing else stands", () => {
  expect(labels([20, 49, 50], 1000)).toEqual(["", "", ["50+", "ahead"]]);
  expect(labels([131], 1000)).toEqual([["100+", "ahead"]]);
  // Somebody is close ahead, or close ahead and close behind.
  expect(labels([60, 62], 500)).toEqual([
    ["50+", "behind"],
    ["50+", "ahead"],
  ]);
  expect(labels([10, 61, 12], 500)).toEqual(["", "", ""]);
});

test("no number covers another, a pawn, or the edge of the track", () => {
  const many = [101, 58, 77, 120, 64, 78];
  for (const width of [278, 348, 380, 465, 1000]) {
    const pawns = pawns_on(many, width);
    const middle = (square: number) => (square * width) / 50;
    const spans = pawns
      .filter(({ label }) => label)
      .map(({ label, side, square }) => {
        const long = label.length * 6.5;
        const from = side === "ahead" ? middle(square) + 9 : middle(square) - 9 - long;
        return [from, from + long] as const;
      });
    expect(spans.length).toBeGreaterThan(1);
    for (const [i, [from, to]] of spans.entries()) {
      expect(from).toBeGreaterThanOrEqual(-12);
      for (const [other, end] of spans.slice(i + 1)) expect(to <= other || end <= from).toBe(true);
      for (const { square } of pawns) expect(to <= middle(square) - 9 || from >= middle(square) + 9).toBe(true);
    }
  }
});
