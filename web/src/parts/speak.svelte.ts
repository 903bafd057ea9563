// What somebody who does not see the table must hear of their own turn: the tile that comes, where it lies
// now, which figures may go on it. What was played is told where it is played.

import { untrack } from "svelte";
import { announce } from "../announce.svelte";
import { tell_spot, tell_tile } from "../game/spoken";
import type { Turn } from "../game/turn.svelte";
import type { GameView } from "../game/view.svelte";
import type { Hands } from "../board/draft";
import { t } from "../i18n/i18n.svelte";

export interface Speaker {
  view: GameView;
  turn: Turn | undefined;
  hands: Hands | null;
  status: string;
}

export function speak_turns(at: () => Speaker): void {
  let begun = "";
  let lay = "";
  let chosen = "";
  $effect(() => {
    const { view, turn, hands, status } = at();
    const { ply, hand } = view.position;
    if (!turn || !hands || hand === null || hands.placements.length === 0) return;
    const draft = hands.draft;
    untrack(() => {
      const tile = view.tiles.get(hand);
      const now = `${ply} ${hand} ${hands.placements.length}`;
      if (begun !== now) {
        begun = now;
        lay = chosen = "";
        const squares = t.board_cells({ count: hands.placements.length });
        announce(`${status}. ${t.tile_in_hand({ tile: tell_tile(tile, 0) })}. ${squares}.`);
      }
      const lies = draft ? `${draft.x},${draft.y},${draft.rot}` : "";
      const figure = draft?.deploy ? tell_spot(draft.deploy, tile, draft.rot) : draft?.recall ? t.recall() : "";
      if (lies !== lay) {
        const choices = (draft?.choices.tokens ?? []).map((one, i) => `${i + 1}. ${tell_spot(one, tile, draft!.rot)}`);
        announce(
          draft ? [hands.label_cell(draft), ...choices].join(" ") : t.tile_in_hand({ tile: tell_tile(tile, 0) }),
        );
      } else if (figure !== chosen) announce(figure || t.analysis_no_figure());
      lay = lies;
      chosen = figure;
    });
  });
}
