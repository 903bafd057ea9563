// What the engine answers, in the words of docs/record.md. The shapes are made from data/engine/schema.json.

import type { Area, DrawingSizes, OpenedGame, PlacementView, PositionView, TurnView } from "./answers";

export type * from "./answers";
export type EditionId = string;
/** How near a tile is looked at: where it is small, little is drawn and what counts is larger. */
export type Detail = "full" | "small";

/** A game and everything of it that a page shows first. */
export interface WholeGame {
  opened: OpenedGame;
  sizes: DrawingSizes;
  position: PositionView;
  areas: Area[];
  placements: PlacementView[];
  log: TurnView[];
}
