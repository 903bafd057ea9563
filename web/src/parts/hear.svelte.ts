// The sounds of a game.

import { untrack } from "svelte";
import type { GameView } from "../game/view.svelte";
import { play_sound } from "../sound.svelte";

/** Sounds when a turn is played: points before a figure before the tile. A final scoring that is told has its own. */
export function hear_turns(view: () => GameView, told: () => boolean): void {
  let heard = -1;
  $effect(() => {
    const { ply, over } = view().position;
    const last = view().last;
    const next = ply === heard + 1;
    heard = ply;
    if (!next || !last) return;
    untrack(() => {
      if (over && !told()) play_sound("end");
      else if (last.events.length > 0) play_sound("points");
      else if (last.move.deploy) play_sound("figure");
      play_sound("tile");
    });
  });
}
