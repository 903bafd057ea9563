// Where things are on the table. A tile is 100 units wide; x grows east, y south.

import type { Area, BoardTile, Cell, PositionView, TileView } from "../engine/types";

export const unit = 100;

export function turned([x, y]: [number, number], rot: number): [number, number] {
  for (let i = 0; i < rot; ++i) [x, y] = [unit - y, x];
  return [x, y];
}
/** Where a token stands on a placed tile. */
export function spot_of(tile: TileView, at: Cell & { rot: number }, segment: number): [number, number] {
  const [x, y] = turned(tile.segments[segment]?.spot ?? [50, 50], at.rot);
  return [at.x * unit + x, at.y * unit + y];
}
/** Of these, the one whose figure would stand nearest to the point; null far from the tile. */
export function nearest_spot<T extends { segment: number }>(
  tile: TileView,
  at: Cell & { rot: number },
  spots: T[],
  [x, y]: [number, number],
): T | null {
  const beside = unit * 0.4;
  const [dx, dy] = [x - at.x * unit, y - at.y * unit];
  if (Math.min(dx, dy) < -beside || Math.max(dx, dy) > unit + beside) return null;
  const distance = ({ segment }: T): number => {
    const [sx, sy] = spot_of(tile, at, segment);
    return Math.hypot(sx - x, sy - y);
  };
  return spots.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}
export function place(at: Cell & { rot: number }): string {
  return `translate(${at.x * unit} ${at.y * unit}) rotate(${at.rot * 90} 50 50)`;
}
export const cell_key = (cell: Cell) => `${cell.x},${cell.y}`;
export const segment_key = (x: number, y: number, segment: number) => `${x},${y},${segment}`;

/** The drawn pieces of an area, each with its place. */
export function outlines(
  view: { tiles: ReadonlyMap<string, TileView> },
  by_cell: ReadonlyMap<string, BoardTile>,
  area: Area,
): { key: string; d: string; at: string }[] {
  return area.segments.flatMap(([x, y, s]) => {
    const tile = by_cell.get(`${x},${y}`);
    const d = tile && view.tiles.get(tile.tile)?.segments[s]?.outline;
    return tile && d ? [{ key: segment_key(x, y, s), d, at: place(tile) }] : [];
  });
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** The board with its open cells. */
export function bounds_of(position: PositionView, margin = 0): Bounds {
  return bounds_around(margin > 0 ? position.board : [...position.board, ...position.open], margin);
}
export function bounds_around(cells: Cell[], margin = 0): Bounds {
  const xs = cells.map((cell) => cell.x),
    ys = cells.map((cell) => cell.y);
  return {
    left: (Math.min(...xs) - margin) * unit,
    top: (Math.min(...ys) - margin) * unit,
    right: (Math.max(...xs) + 1 + margin) * unit,
    bottom: (Math.max(...ys) + 1 + margin) * unit,
  };
}

/** Moves points apart until no two are nearer than `distance`; the middle of all stays. */
export function apart(points: [number, number][], distance: number): [number, number][] {
  const moved = points.map(([x, y], i): [number, number] => [x + i * 0.01, y]);
  for (let round = 0; round < 60; ++round) {
    let close = false;
    for (let i = 0; i < moved.length; ++i) {
      for (let j = i + 1; j < moved.length; ++j) {
        const a = moved[i]!,
          b = moved[j]!;
        const dx = b[0] - a[0],
          dy = b[1] - a[1],
          d = Math.hypot(dx, dy) || 0.01;
        if (d >= distance) continue;
        close = true;
        const push = (distance - d) / 2 / d;
        a[0] -= dx * push;
        a[1] -= dy * push;
        b[0] += dx * push;
        b[1] += dy * push;
      }
    }
    if (!close) break;
  }
  return moved;
}

/** The nearest cell in a direction, for arrow keys. */
export function next_cell<T extends Cell>(cells: T[], from: Cell, dx: number, dy: number): T | undefined {
  let best: T | undefined,
    cost = Infinity;
  for (const cell of cells) {
    const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const across = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    if (along <= 0) continue;
    const c = along + across * 2;
    if (c < cost) {
      best = cell;
      cost = c;
    }
  }
  return best;
}

/** Where buttons of this size go around a square tile so that they leave it free and each lies near what it
 *  stands for. `points` and the middle are on screen. */
export function around(
  points: [number, number][],
  middle: [number, number],
  tile: number,
  button: number,
): [number, number][] {
  // Two buttons at a corner are nearer than the way along the edges between them.
  const distance = (button + 4) * 1.42;
  const side = Math.max(tile + button + 12, (points.length * distance) / 4);
  const round = 4 * side;
  const ring = points
    .map(([x, y], i) => ({ i, at: along(x - middle[0], y - middle[1], side) }))
    .sort((a, b) => a.at - b.at);
  for (let pass = 0; pass < 60; ++pass) {
    let close = false;
    for (let i = 0; i < ring.length && ring.length > 1; ++i) {
      const a = ring[i]!,
        b = ring[(i + 1) % ring.length]!;
      const gap = b.at - a.at + (i + 1 === ring.length ? round : 0);
      if (gap >= distance - 0.01) continue;
      close = true;
      const push = (distance - gap) / 2;
      a.at -= push;
      b.at += push;
    }
    if (!close) break;
  }
  const placed: [number, number][] = points.map(() => [0, 0]);
  for (const { i, at } of ring) {
    const [x, y] = on_square(((at % round) + round) % round, side);
    placed[i] = [middle[0] + x, middle[1] + y];
  }
  return placed;
}
/** How far along a square's edges, from its top left corner clockwise, a direction from its middle points. */
function along(dx: number, dy: number, side: number): number {
  const most = Math.max(Math.abs(dx), Math.abs(dy));
  if (most < 1) return side / 2;
  const half = side / 2,
    x = (dx / most) * half,
    y = (dy / most) * half;
  if (y === -half) return x + half;
  if (x === half) return side + y + half;
  return y === half ? 2 * side + half - x : 3 * side + half - y;
}
function on_square(at: number, side: number): [number, number] {
  const half = side / 2,
    rest = at % side;
  switch (Math.floor(at / side)) {
    case 0:
      return [rest - half, -half];
    case 1:
      return [half, rest - half];
    case 2:
      return [half - rest, half];
    default:
      return [-half, half - rest];
  }
}
