// What is said at a table, and whom one does not want to hear.

import { announce } from "../announce.svelte";
import type { ChatLine, User } from "./generated/protocol";

export class ChatRoom {
  lines = $state.raw<ChatLine[]>([]);
  /** Names by id, as the server keeps them for all games and devices. */
  muted = $state.raw<ReadonlyMap<string, string>>(new Map());

  hear(line: ChatLine, own: string | null): void {
    if (this.lines.some((one) => one.n === line.n)) return;
    this.lines = [...this.lines, line];
    if (line.user !== own && !this.muted.has(line.user)) announce(`${line.name}: ${line.text}`);
  }
  /** The host took them away, or somebody deleted their data. */
  forget(numbers: readonly number[]): void {
    this.lines = this.lines.filter((one) => !numbers.includes(one.n));
  }
  set_muted(users: readonly User[]): void {
    this.muted = new Map(users.map((user) => [user.id, user.name]));
  }
}
