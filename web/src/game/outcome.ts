// How a game ended: with its last tile, or before it.

import type { FinalView, TurnView } from "../engine/types";

export interface Outcome {
  /** By player, 1 for winners; who resigned or lost on time comes last, whatever the points. */
  ranks: number[];
  /** Before its last tile: how, in words, and the points until then. */
  early?: { how: string; scores: number[] };
}

/** Ranks by points alone. */
export function ranks_of(scores: number[]): number[] {
  return scores.map((score) => 1 + scores.filter((other) => other > score).length);
}
/** The points of these turns by what they came from. */
export function earned_in(turns: TurnView[], players: number): FinalView["breakdown"] {
  const sums: FinalView["breakdown"] = Array.from({ length: players }, () => ({}));
  for (const event of turns.flatMap((turn) => turn.events)) {
    if (event.kind !== "score") continue;
    const sum = sums[event.player]!;
    sum[event.area] = (sum[event.area] ?? 0) + event.points;
  }
  return sums;
}
