// What is said at a table, and whom one does not want to hear.

import { announce } from "../announce.svelte";
import type { ChatLine } from "./generated/protocol";

export class ChatRoom {
  lines = $state.raw<ChatLine[]>([]);
  muted = $state.raw<ReadonlySet<string>>(new Set());

  hear(line: ChatLine, own: string | null): void {
    if (this.lines.some((one) => one.n === line.n)) return;
    this.lines = [...this.lines, line];
    if (line.user !== own && !this.muted.has(line.user)) announce(`${line.name}: ${line.text}`);
  }
  /** The host took them away, or somebody deleted their data. */
  forget(numbers: readonly number[]): void {
    this.lines = this.lines.filter((one) => !numbers.includes(one.n));
  }
  mute(user: string, on: boolean): void {
    const muted = new Set(this.muted);
    if (on) muted.add(user);
    else muted.delete(user);
    this.muted = muted;
  }
}
