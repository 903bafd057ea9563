// A table that waits for others while a bot is played: it calls when its game begins.

import { call } from "./api";
import { alert_turn } from "./notify";

const look_ms = 4000;
let timer: ReturnType<typeof setInterval> | undefined;
let begun = $state<string | null>(null);

export const meanwhile = {
  /** The table whose game has begun. */
  get begun(): string | null {
    return begun;
  },
};
export function watch_table(game: string): void {
  forget_table();
  timer = setInterval(() => void look(game), look_ms);
}
export function forget_table(): void {
  clearInterval(timer);
  begun = null;
}
async function look(game: string): Promise<void> {
  const { table } = await call("GET /api/tables/{game}", { at: { game } }).catch(() => ({ table: null }));
  if (table?.status !== "playing") return; // or it cannot be asked now, and is asked again
  clearInterval(timer);
  begun = game;
  alert_turn();
}
