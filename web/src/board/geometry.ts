// Where things are on the table. A tile is 100 units wide; x grows east, y south.

import type { Cell, PositionView, TileView } from "../engine/types";

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
export function place(at: Cell & { rot: number }): string {
  return `translate(${at.x * unit} ${at.y * unit}) rotate(${at.rot * 90} 50 50)`;
}
export const cell_key = (cell: Cell) => `${cell.x},${cell.y}`;
export const segment_key = (x: number, y: number, segment: number) => `${x},${y},${segment}`;

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** The board with its open cells. */
export function bounds_of(position: PositionView, margin = 0): Bounds {
  const cells: Cell[] = margin > 0 ? position.board : [...position.board, ...position.open];
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
