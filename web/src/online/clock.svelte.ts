// The clocks of a table, by the server's time.

import type { Clock } from "./generated/protocol";

export class TableClock {
  /** As last told; null where there is none. */
  told = $state.raw<Clock | null>(null);
  /** The server's time less ours. */
  private skew = 0;

  set_time(server_now: number): void {
    this.skew = server_now - Date.now();
  }
  get running(): number | null {
    return this.told?.running ?? null;
  }
  /** When the pause ends at the latest, by our time; null where there is none. */
  get paused_until(): number | null {
    const until = this.told?.paused_until;
    return until === undefined ? null : until - this.skew;
  }
  /** Milliseconds left of each seat; null where no clock runs. */
  left(now: number, over: boolean): number[] | null {
    const clock = this.told;
    if (!clock) return null;
    const passed = Math.max(0, now + this.skew - clock.at);
    return clock.remaining_ms.map((left, seat) =>
      seat === clock.running && !over ? Math.max(0, left - passed) : left,
    );
  }
}
