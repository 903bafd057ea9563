// What hands make of the table.

import { describe, expect, it } from "vitest";
import { carried, identity, Transform, type Point } from "../src/board/transform";

const within = (k: number): number => Math.min(3, Math.max(0.2, k));
const near = (a: Point, b: Point): void => {
  expect(a[0]).toBeCloseTo(b[0]);
  expect(a[1]).toBeCloseTo(b[1]);
};

describe("the view", () => {
  const view = new Transform(30, -20, 0.5);
  it("goes from table to screen and back", () => {
    near(view.invert(view.apply([123, 45])), [123, 45]);
    near(view.apply([100, 100]), [80, 30]);
  });
  it("keeps what lies under the pointer when it goes nearer", () => {
    const nearer = view.about([200, 100], 2);
    expect(nearer.k).toBe(2);
    near(nearer.invert([200, 100]), view.invert([200, 100]));
  });
  it("is halfway in the middle of a soft way", () => {
    const to = new Transform(130, 80, 1.5);
    near(view.towards(to, 0.5).apply([10, 20]), [
      (view.apply([10, 20])[0] + to.apply([10, 20])[0]) / 2,
      (view.apply([10, 20])[1] + to.apply([10, 20])[1]) / 2,
    ]);
    expect(view.towards(to, 1)).toEqual(to);
  });
  it("is carried by one finger", () => {
    const moved = carried(view, [[10, 10]], [[25, 4]], within);
    expect(moved).toEqual(new Transform(45, -26, 0.5));
  });
  it("keeps the table under both fingers", () => {
    const from: Point[] = [
      [100, 100],
      [200, 100],
    ];
    const to: Point[] = [
      [90, 150],
      [290, 150],
    ];
    const moved = carried(view, from, to, within);
    expect(moved.k).toBeCloseTo(1);
    from.forEach((point, i) => near(moved.apply(view.invert(point)), to[i]!));
  });
  it("goes no nearer than it may, about the middle of the fingers", () => {
    const from: Point[] = [
      [100, 100],
      [110, 100],
    ];
    const to: Point[] = [
      [0, 100],
      [210, 100],
    ];
    const moved = carried(identity, from, to, within);
    expect(moved.k).toBe(3);
    near(moved.apply([105, 100]), [105, 100]);
  });
  it("stays where it is without a finger", () => {
    expect(carried(view, [], [], within)).toBe(view);
  });
});
