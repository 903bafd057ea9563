// The points that cards and track show: they are there when they have been told, not before.

import { untrack } from "svelte";
import { points_ms } from "../board/motions";
import type { Outcome } from "../game/outcome";
import type { GameView } from "../game/view.svelte";
import { Count } from "./count.svelte";

interface Told {
  view: GameView;
  outcome: Outcome | null;
  /** The final scoring is told area by area. */
  walk: boolean;
}
export interface ShownPoints {
  /** What counts at last, of what was told. */
  readonly all: number[];
  /** On their way from one number to the next; null: the true numbers. */
  readonly counting: number[] | null;
  /** Until the final scoring has told them, the last points are not in the cards either. */
  readonly told: number[] | null;
  /** The final scoring has told this much; null: everything. */
  tell: (points: number[] | null) => void;
}

/** To be called where a component is made. */
export function show_points(of: () => Told): ShownPoints {
  let counted = $state.raw<number[] | null | undefined>(undefined);
  const before = $derived(of().view.position.players.map((player) => player.score));
  const told = $derived.by(() => {
    const { view, walk } = of();
    return view.position.over && view.final && walk && counted === undefined ? before : (counted ?? null);
  });
  const all = $derived(told ?? of().view.final?.scores ?? of().outcome?.early?.scores ?? before);
  // The points of a turn reach the card when they have gone there; those of the final scoring are there at once.
  const count = new Count();
  let counted_ply = -1;
  $effect(() => {
    const next = all;
    const { ply, over } = of().view.position;
    untrack(() => {
      if (over || ply === counted_ply + 1) count.to(next, over ? 0 : points_ms);
      else if (ply !== counted_ply) count.set(next);
      counted_ply = ply;
    });
  });
  $effect(() => () => count.stop());
  return {
    get all() {
      return all;
    },
    get counting() {
      return count.shown;
    },
    get told() {
      return told;
    },
    tell: (points) => (counted = points),
  };
}
