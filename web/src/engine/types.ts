// What the engine answers, in the words of docs/record.md. The shapes are made from data/engine/schema.json.

import type { Area, OpenedGame, PlacementView, PositionView, TurnView } from "./answers";

export type * from "./answers";
export type EditionId = string;

/** A game and everything of it that a page shows first. */
export interface WholeGame {
  opened: OpenedGame;
  position: PositionView;
  areas: Area[];
  placements: PlacementView[];
  log: TurnView[];
}
