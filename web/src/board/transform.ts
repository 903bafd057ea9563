// How points of the table become points of the screen: scaled by k, then moved by x, y.

export type Point = readonly [number, number];

export class Transform {
  constructor(
    readonly x: number,
    readonly y: number,
    readonly k: number,
  ) {}
  apply([x, y]: Point): [number, number] {
    return [this.x + this.k * x, this.y + this.k * y];
  }
  invert([x, y]: Point): [number, number] {
    return [(x - this.x) / this.k, (y - this.y) / this.k];
  }
  /** This table point lies at that point of the screen, at scale k. */
  static with([x, y]: Point, [sx, sy]: Point, k: number): Transform {
    return new Transform(sx - k * x, sy - k * y, k);
  }
  moved(dx: number, dy: number): Transform {
    return new Transform(this.x + dx, this.y + dy, this.k);
  }
  /** Nearer or farther; what lies under this point of the screen stays there. */
  about(at: Point, k: number): Transform {
    return Transform.with(this.invert(at), at, k);
  }
  /** A part of the way to another: every point of the table goes there in a straight line. */
  towards(to: Transform, share: number): Transform {
    const part = (a: number, b: number): number => a + (b - a) * share;
    return new Transform(part(this.x, to.x), part(this.y, to.y), part(this.k, to.k));
  }
}
export const identity = new Transform(0, 0, 1);

const between = ([ax, ay]: Point, [bx, by]: Point): Point => [(ax + bx) / 2, (ay + by) / 2];
const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);

/** What one or two fingers that went from these points to those make of the table. */
export function carried(start: Transform, from: Point[], to: Point[], within: (k: number) => number): Transform {
  const [a, b] = from,
    [c, d] = to;
  if (!a || !c) return start;
  if (!b || !d) return Transform.with(start.invert(a), c, start.k);
  const k = within((start.k * distance(c, d)) / Math.max(1, distance(a, b)));
  return Transform.with(start.invert(between(a, b)), between(c, d), k);
}
