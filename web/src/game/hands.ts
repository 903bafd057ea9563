// What whoever is to move may do on the board, and how each thing is called.

import type { Hands } from "../board/draft";
import { cell_teller, tell_man, tell_spot } from "./spoken";
import type { Turn } from "./turn.svelte";
import type { GameView } from "./view.svelte";

/** Nothing while it is nobody's turn here. */
export function hands_of(view: GameView, turn: Turn | undefined, actor: number | null): Hands | null {
  if (!turn || actor === null) return null;
  const { placements, draft } = turn;
  const tile = view.tiles.get(view.position.hand ?? "");
  const tell_cell = cell_teller(view);
  return {
    player: actor,
    placements,
    draft,
    label: (deploy) => tell_spot(deploy, tile, draft?.rot ?? 0),
    label_cell: (cell) => tell_cell(cell, draft),
    label_man: (target) => tell_man(target, view.opened.players),
    ontouch: (cell) => void turn.touch(cell),
    onlay: (cell, rot) => void turn.lay_as(cell, rot),
    onrotate: (step) => void turn.rotate(step),
    ondeploy: (deploy) => void turn.deploy(deploy),
    onman: (target) => void turn.send_man(target),
  };
}
