// Which part of the table is seen, and how near: by hand, by keys, or because something must be seen.

import { select } from "d3-selection";
import "d3-transition";
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior, type ZoomTransform } from "d3-zoom";
import type { Cell } from "../engine/types";
import { still } from "../settings.svelte";
import { unit, type Bounds } from "./geometry";

const nearest_scale = 3.5;
const farthest_scale = 0.15;
const fit_scale: [least: number, most: number] = [0.2, 1.25];
const move_ms = 250;
/** A tile that is smaller on screen cannot be judged; then the view goes nearer, to the second size. */
const readable_px = 46;
const near_px = 68;

type How = "softly" | "at once";
/** What lies over the table's edges, in pixels. */
export type Covered = Record<"left" | "top" | "right" | "bottom", number>;

export class Camera {
  transform = $state.raw<ZoomTransform>(zoomIdentity);
  moving = $state(false);
  covered: Covered = { left: 0, top: 0, right: 0, bottom: 0 };
  private stage!: HTMLDivElement;
  private behaviour!: ZoomBehavior<HTMLDivElement, unknown>;
  /** Where to go back to; a hand that moves the table decides anew. */
  private before: ZoomTransform | null = null;

  /** `own`: elements that keep wheel and drag for themselves. */
  attach(stage: HTMLDivElement, own: string, first: Bounds): () => void {
    this.stage = stage;
    this.behaviour = zoom<HTMLDivElement, unknown>()
      .scaleExtent([farthest_scale, nearest_scale])
      .filter((event: Event) => {
        if ((event.target as Element).closest(own)) return false;
        return !(event as MouseEvent).button && !((event as MouseEvent).ctrlKey && event.type !== "wheel");
      })
      .on("start", () => (this.moving = true))
      .on("zoom", (event: D3ZoomEvent<HTMLDivElement, unknown>) => {
        this.transform = event.transform;
        if (event.sourceEvent) this.before = null;
      })
      .on("end", () => (this.moving = false));
    select(stage).call(this.behaviour).on("dblclick.zoom", null);
    this.fit(first, "at once");
    let { width, height } = stage.getBoundingClientRect();
    // The middle stays the middle when the frame changes.
    const watch = new ResizeObserver(() => {
      const now = stage.getBoundingClientRect();
      this.shift((now.width - width) / 2, (now.height - height) / 2, "at once");
      ({ width, height } = now);
    });
    watch.observe(stage);
    return () => watch.disconnect();
  }

  private get free(): Bounds {
    const { width, height } = this.stage.getBoundingClientRect();
    const { left, top, right, bottom } = this.covered;
    return { left, top, right: width - right, bottom: height - bottom };
  }
  fit(box: Bounds, how: How = "softly"): void {
    const free = this.free;
    const width = free.right - free.left,
      height = free.bottom - free.top;
    const wanted = Math.min(width / (box.right - box.left), height / (box.bottom - box.top)) * 0.94;
    const k = Math.min(fit_scale[1], Math.max(fit_scale[0], wanted));
    const x = free.left + (width - k * (box.left + box.right)) / 2,
      y = free.top + (height - k * (box.top + box.bottom)) / 2;
    this.before = null;
    this.go_to(zoomIdentity.translate(x, y).scale(k), how);
  }
  zoom_by(factor: number): void {
    this.before = null;
    select(this.stage).call(this.behaviour.scaleBy, factor);
  }
  /** Whether all of a cell can be seen. */
  sees(cell: Cell): boolean {
    if (!this.stage) return true;
    const [dx, dy] = this.missing(cell, unit * this.transform.k * 0.5, this.transform);
    return dx === 0 && dy === 0;
  }
  /** Softly to a cell that must be seen, with room around it, nearer if it is too small; look_back() returns. */
  look_at(cell: Cell, room = 0): void {
    const { x, y, k } = this.transform;
    let next = this.transform;
    if (unit * k < readable_px) {
      const [mx, my] = middle_of(cell);
      const near = near_px / unit;
      const [sx, sy] = this.transform.apply([mx, my]);
      next = zoomIdentity.translate(sx - near * mx, sy - near * my).scale(near);
    }
    const [dx, dy] = this.missing(cell, unit * next.k * 0.5 + room, next);
    next = zoomIdentity.translate(next.x + dx, next.y + dy).scale(next.k);
    if (next.x === x && next.y === y && next.k === k) return;
    const before = this.before ?? this.transform;
    this.go_to(next, "softly");
    this.before = before;
  }
  look_back(): void {
    const before = this.before;
    this.before = null;
    if (before) this.go_to(before, "softly");
  }
  /** Makes a cell visible if it is not: for keys, where no hand can drag. */
  reveal(cell: Cell, how: How = "at once"): void {
    const [dx, dy] = this.missing(cell, unit * this.transform.k * 0.6, this.transform);
    this.shift(dx, dy, how);
  }
  /** How far the table must move so that everything within `edge` of a cell's middle is free. */
  private missing(cell: Cell, edge: number, transform: ZoomTransform): [number, number] {
    const [sx, sy] = transform.apply(middle_of(cell));
    const free = this.free;
    const between = (at: number, low: number, high: number): number => {
      if (high - low < 2 * edge) return (low + high) / 2 - at;
      return at < low + edge ? low + edge - at : at > high - edge ? high - edge - at : 0;
    };
    return [between(sx, free.left, free.right), between(sy, free.top, free.bottom)];
  }
  private shift(dx: number, dy: number, how: How): void {
    if (dx === 0 && dy === 0) return;
    const { x, y, k } = this.transform;
    this.go_to(zoomIdentity.translate(x + dx, y + dy).scale(k), how);
  }
  private go_to(next: ZoomTransform, how: How): void {
    const on = select(this.stage);
    if (how === "softly" && !still()) on.transition().duration(move_ms).call(this.behaviour.transform, next);
    else on.interrupt().call(this.behaviour.transform, next);
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
