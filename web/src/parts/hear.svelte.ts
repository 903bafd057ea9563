// The sounds of a game.

import { untrack } from "svelte";
import type { GameView } from "../game/view.svelte";
import { play_sound } from "../sound.svelte";

/** Sounds when a turn is played: points before a figure before the tile. */
export function hear_turns(view: () => GameView): void {
  let heard = -1;
  $effect(() => {
    const { ply, over } = view().position;
    const last = view().last;
    const next = ply === heard + 1;
    heard = ply;
    if (!next || !last) return;
    untrack(() => {
      if (over) play_sound("end");
      else if (last.events.length > 0) play_sound("points");
      else if (last.move.deploy) play_sound("figure");
      play_sound("tile");
    });
  });
}
