// Which part of the table is seen, and how near: by hand, by keys, or because something must be seen.

import type { Cell } from "../engine/types";
import { still } from "../settings.svelte";
import { bounds_around, unit, type Bounds } from "./geometry";
import { watch_gestures } from "./gestures";
import { identity, Transform } from "./transform";

const nearest_scale = 3.5;
const farthest_scale = 0.15;
/** A finger needs squares of 24 pixels; where they do not fit, arrows at the edge tell of the rest. */
const fit_scale: [least: number, most: number] = [matchMedia("(pointer: coarse)").matches ? 0.25 : 0.2, 1.25];
const move_ms = 250;
/** A tile that is smaller on screen cannot be judged; then the view goes nearer, to the second size. */
const readable_px = 46;
const near_px = 68;
/** Than now: worth to be put in view again. */
const much_larger = 1.15;

type How = "softly" | "at once";
/** What lies over the table's edges, in pixels. */
export type Covered = Record<"left" | "top" | "right" | "bottom", number>;

export class Camera {
  transform = $state.raw<Transform>(identity);
  moving = $state(false);
  covered: Covered = { left: 0, top: 0, right: 0, bottom: 0 };
  private stage!: HTMLDivElement;
  /** The picture that comes next on a soft way, and where that leads. */
  private frame = 0;
  private goal = identity;
  /** Where to go back to; a hand that moves the table decides anew. */
  private before: Transform | null = null;
  /** All there is was put in view, and no hand has moved the table since. */
  private fitted = true;
  /** Looks once more at what must be seen: in another frame as in this one, until a hand moves the table. */
  private look_again: (() => void) | null = null;
  /** What was brought into view last, until a hand moves the table: it stays there when the frame changes. */
  private shown: Cell | null = null;
  /** Of the stage, without asking it in every frame. */
  private size = { width: 0, height: 0 };

  /** `own`: elements that keep wheel and drag for themselves. `all`: what there is to be seen. */
  attach(stage: HTMLDivElement, own: string, all: () => Bounds): () => void {
    this.stage = stage;
    const leave = watch_gestures(stage, {
      own,
      within,
      now: () => this.transform,
      begin: () => {
        this.stop();
        this.moving = true;
      },
      to: (next) => {
        this.transform = this.goal = next;
        this.before = this.shown = this.look_again = null;
        this.fitted = false;
      },
      end: () => (this.moving = false),
    });
    this.fit(all(), "at once");
    this.size = stage.getBoundingClientRect();
    const is_wide = () => innerWidth > innerHeight;
    let wide = is_wide();
    const watch = new ResizeObserver(() => {
      const before = this.size,
        again = this.look_again,
        shown = this.shown;
      this.size = stage.getBoundingClientRect();
      if (wide === is_wide()) this.follow_frame(before, all());
      else this.fit(all(), "at once");
      wide = is_wide();
      if (again) again();
      else if (shown) this.reveal(shown);
    });
    watch.observe(stage);
    return () => {
      this.stop();
      leave();
      watch.disconnect();
    };
  }

  /**
   * The middle stays the middle when the frame changes. Where that is not enough, because something is no longer
   * seen or could be seen much larger, all of it is put in view again, unless a hand has chosen what is seen.
   */
  private follow_frame(before: { width: number; height: number }, box: Bounds): void {
    const by = [(this.size.width - before.width) / 2, (this.size.height - before.height) / 2] as const;
    // Where all was seen, also while something is looked at more closely: the way back leads there.
    const whole = (this.before ?? this.goal).moved(...by),
      best = this.fitting(box);
    const again = this.fitted && (best.k > whole.k * much_larger || !this.holds(whole, box));
    const looking = this.before !== null;
    this.go_to(again ? best : this.goal.moved(...by), "at once");
    if (looking) this.before = this.fitted ? best : whole;
  }
  private holds(transform: Transform, box: Bounds): boolean {
    const free = this.free(this.size);
    const [left, top] = transform.apply([box.left, box.top]),
      [right, bottom] = transform.apply([box.right, box.bottom]);
    return left >= free.left && top >= free.top && right <= free.right && bottom <= free.bottom;
  }
  private free(size: { width: number; height: number } = this.stage.getBoundingClientRect()): Bounds {
    const { width, height } = size;
    const { left, top, right, bottom } = this.covered;
    return { left, top, right: width - right, bottom: height - bottom };
  }
  fit(box: Bounds, how: How = "softly"): void {
    this.before = this.shown = this.look_again = null;
    this.fitted = true;
    this.go_to(this.fitting(box), how);
  }
  /** All of this in view, as large as it can be. */
  private fitting(box: Bounds): Transform {
    const free = this.free();
    const width = free.right - free.left,
      height = free.bottom - free.top;
    const wanted = Math.min(width / (box.right - box.left), height / (box.bottom - box.top)) * 0.94;
    const k = Math.min(fit_scale[1], Math.max(fit_scale[0], wanted));
    const x = free.left + (width - k * (box.left + box.right)) / 2,
      y = free.top + (height - k * (box.top + box.bottom)) / 2;
    return new Transform(x, y, k);
  }
  zoom_by(factor: number): void {
    this.before = this.shown = this.look_again = null;
    this.fitted = false;
    const { width, height } = this.stage.getBoundingClientRect();
    this.go_to(this.transform.about([width / 2, height / 2], within(this.transform.k * factor)), "at once");
  }
  /** Whether all of a cell can be seen, or of a large one so much that an arrow to it would lie on it. */
  sees(cell: Cell): boolean {
    if (!this.stage) return true;
    const edge = Math.min(24, unit * this.transform.k * 0.5);
    const [dx, dy] = this.missing(cell, edge, this.transform, this.free(this.size));
    return dx === 0 && dy === 0;
  }
  /** Softly to a cell that must be seen, with room around it, nearer if it is too small; look_back() returns. */
  look_at(cell: Cell, room = 0): void {
    this.look_again = () => this.look_at(cell, room);
    const { x, y, k } = this.transform;
    let next = this.transform;
    if (unit * k < readable_px) {
      const middle = middle_of(cell);
      next = Transform.with(middle, this.transform.apply(middle), near_px / unit);
    }
    // With what stands around it, it may be too large for the frame.
    const free = this.free();
    const most = Math.min(free.right - free.left, free.bottom - free.top) - 2 * room;
    if (unit * next.k > Math.max(most, readable_px)) {
      const middle = middle_of(cell);
      next = Transform.with(middle, next.apply(middle), Math.max(most, readable_px) / unit);
    }
    const [dx, dy] = this.missing(cell, unit * next.k * 0.5 + room, next, free);
    next = new Transform(next.x + dx, next.y + dy, next.k);
    if (next.x === x && next.y === y && next.k === k) return;
    const before = this.before ?? this.transform;
    this.go_to(next, "softly");
    this.before = before;
  }
  /** Softly to where all of these are seen with room around them, from farther away if need be; look_back() returns. */
  look_over(cells: Cell[], room: number): void {
    this.look_again = () => this.look_over(cells, room);
    const free = this.free();
    const width = free.right - free.left - 2 * room,
      height = free.bottom - free.top - 2 * room;
    const box = bounds_around(cells);
    const k = Math.max(
      fit_scale[0],
      Math.min(this.transform.k, width / (box.right - box.left), height / (box.bottom - box.top)),
    );
    const edge = unit * k * 0.5 + room;
    let next = this.transform.about([(free.left + free.right) / 2, (free.top + free.bottom) / 2], k);
    for (const cell of cells) {
      const [dx, dy] = this.missing(cell, edge, next, free);
      next = new Transform(next.x + dx, next.y + dy, k);
    }
    const before = this.before ?? this.transform;
    this.go_to(next, "softly");
    this.before = before;
  }
  look_back(): void {
    const before = this.before;
    this.before = this.look_again = null;
    if (before) this.go_to(before, "softly");
  }
  /** Makes a cell visible if it is not: for keys, where no hand can drag. */
  reveal(cell: Cell, how: How = "at once"): void {
    const [dx, dy] = this.missing(cell, unit * this.transform.k * 0.6, this.transform);
    this.shown = cell;
    if (dx !== 0 || dy !== 0) this.go_to(this.transform.moved(dx, dy), how);
  }
  /** How far the table must move so that everything within `edge` of a cell's middle is free. */
  private missing(cell: Cell, edge: number, transform: Transform, free = this.free()): [number, number] {
    const [sx, sy] = transform.apply(middle_of(cell));
    const between = (at: number, low: number, high: number): number => {
      if (high - low < 2 * edge) return (low + high) / 2 - at;
      return at < low + edge ? low + edge - at : at > high - edge ? high - edge - at : 0;
    };
    return [between(sx, free.left, free.right), between(sy, free.top, free.bottom)];
  }
  private stop(): void {
    cancelAnimationFrame(this.frame);
    this.moving = false;
  }
  private go_to(next: Transform, how: How): void {
    this.stop();
    this.goal = next;
    if (how === "at once" || still()) {
      this.transform = next;
      return;
    }
    const from = this.transform,
      begun = performance.now();
    this.moving = true;
    const step = (time: number): void => {
      const share = Math.min(1, Math.max(0, (time - begun) / move_ms));
      this.transform = share === 1 ? next : from.towards(next, eased(share));
      this.moving = share < 1;
      if (share < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }
  /** The point of the table under a point of the screen. */
  table_at(client_x: number, client_y: number): [number, number] {
    const { left, top } = this.stage.getBoundingClientRect();
    return this.transform.invert([client_x - left, client_y - top]);
  }
}

function middle_of(cell: Cell): [number, number] {
  return [(cell.x + 0.5) * unit, (cell.y + 0.5) * unit];
}
const within = (k: number): number => Math.min(nearest_scale, Math.max(farthest_scale, k));
/** Begins and ends slowly. */
const eased = (share: number): number => (share < 0.5 ? 4 * share ** 3 : 1 - 4 * (1 - share) ** 3);
