// Points that count up instead of jumping.

import { still } from "../settings.svelte";

const lasts_ms = 380;

export class Count {
  /** What is shown by now; null: the true numbers. */
  shown = $state.raw<number[] | null>(null);
  private last: number[] | null = null;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Goes on from where it is, after a while, to these numbers. */
  to(next: number[], after_ms: number): void {
    const from = this.shown ?? this.last;
    this.stop();
    this.last = next;
    if (!from || still() || from.length !== next.length || from.every((n, i) => n === next[i])) return;
    this.shown = from;
    this.timer = setTimeout(() => {
      const begun = performance.now();
      const step = (time: number): void => {
        const share = Math.max(0, (time - begun) / lasts_ms);
        this.shown = share >= 1 ? null : from.map((n, i) => Math.round(n + (next[i]! - n) * share));
        if (share < 1) this.frame = requestAnimationFrame(step);
      };
      this.frame = requestAnimationFrame(step);
    }, after_ms);
  }
  /** Shows these numbers without counting to them. */
  set(next: number[]): void {
    this.stop();
    this.last = next;
  }
  stop(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.shown = null;
  }
}
