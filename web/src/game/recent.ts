// What happened while one was not looking.

import type { Seat } from "./storage";
import type { GameView } from "./view.svelte";
import type { TurnView } from "../engine/types";

/** The seat of whoever looks, if it is one: at a server's table, or alone against bots. */
export function own_seat(seats: Seat[], you: number | null): number | null {
  const people = seats.flatMap((seat, i) => (seat.bot === undefined ? [i] : []));
  return you ?? (people.length === 1 ? people[0]! : null);
}

/** The turns since the last one of whoever looks, oldest first; never more than one per player. */
export function turns_since(view: GameView, seats: Seat[], you: number | null): TurnView[] {
  const played = view.log.slice(0, view.position.ply);
  if (played.length === 0 || view.position.over) return [];
  const viewer = own_seat(seats, you) ?? view.position.player;
  const own = played.findLastIndex((turn) => turn.player === viewer);
  const since = played.slice(Math.max(own + 1, played.length - view.opened.players.length));
  return since.length > 0 ? since : played.slice(-1);
}
