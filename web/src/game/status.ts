// The line that says what is to be done now, and by whom.

import type { Draft } from "../board/draft";
import { t } from "../i18n/i18n.svelte";
import type { GameView } from "./view.svelte";

/** The name of whoever is to move. */
export function mover_of({ position }: GameView): string {
  return position.players[position.player]?.name ?? "";
}
/** What somebody else does now: their second part of a turn, or what `told` says. */
export function tell_other(view: GameView, told: (who: { name: string }) => string): string {
  const name = mover_of(view);
  return view.position.again ? t.status_plays_again({ name }) : told({ name });
}
/** What whoever moves at this screen has to do next. */
export function tell_asked({ position, opened }: GameView, draft: Draft | null | undefined): string {
  if (!draft) return position.bonus ? t.status_bonus() : position.again ? t.status_again() : t.status_place();
  if (draft.targets.length > 0) return t.status_man();
  return draft.choices.tokens.length > 0 || draft.choices.recall
    ? t.status_deploy({ family: opened.family })
    : t.status_confirm();
}
