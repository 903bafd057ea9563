// What the engine answers: the JSON of bindings/wasm, in the words of docs/record.md.

export type EditionId = string;
export type Family = "classic" | "hunters";
export type OptionValue = boolean | string;
export type Options = Record<string, OptionValue>;
export type TokenKind = "follower" | "abbot" | "hut";
export type AreaKind =
  "road" | "city" | "monastery" | "garden" | "field" | "gingerbread" | "forest" | "river" | "hut" | "meadow";
export type SegmentKind = "city" | "road" | "field" | "monastery" | "garden" | "river" | "forest" | "meadow" | "lake";
export type Reason = "completed" | "final" | "recall" | "left";
export type StackId = "river" | "river_lake" | "land" | "bonus";

export interface Edition {
  id: EditionId;
  shelf: number;
  cover: string;
  family: Family;
  /** At most. */
  players: number;
  tiles: number;
  followers: number;
  huts: number;
  offers: string[];
  defaults: Options;
  options: OptionKey[];
}
export interface OptionKey {
  key: string;
  values: OptionValue[];
  /** The option without which this one says nothing. */
  needs?: string;
  /** Its name by language, where the locales have none. */
  label?: Record<string, string>;
}
export interface CatalogView {
  editions: Edition[];
}

export interface Cell {
  x: number;
  y: number;
}
export interface SegmentRef extends Cell {
  segment: number;
}
export interface Deploy {
  token: TokenKind;
  segment: number;
}
export interface Move extends Cell {
  rot: number;
  deploy?: Deploy;
  recall?: true;
  gingerbread?: SegmentRef[];
}
export interface PlacementView extends Cell {
  rots: number[];
}
export interface Choices {
  tokens: Deploy[];
  recall: boolean;
}

export interface SegmentView {
  kind: SegmentKind;
  outline: string;
  spot: [number, number];
  shields?: number;
  fish?: number;
  gold?: number;
  mushrooms?: number;
  shrine?: boolean;
}
export interface TileView {
  id: string;
  count: number;
  gingerbread: boolean;
  segments: SegmentView[];
}

export interface PictureView {
  ground: string;
  standing: string;
}

export interface BoardTile extends Cell {
  tile: string;
  rot: number;
}
export interface BoardToken extends SegmentRef {
  token: TokenKind;
  player: number;
  kind: SegmentKind;
}
export interface OpenCell extends Cell {
  dead: boolean;
}
export interface PlayerView {
  name: string;
  score: number;
  followers: number;
  huts: number;
  abbots: number;
}
export interface RemainingTile {
  tile: string;
  count: number;
  of: number;
  stack: StackId;
}
export type ManView = { place: "beside" } | { place: "city"; x: number; y: number; segment: number };
export interface PositionView {
  ply: number;
  turns: number;
  player: number;
  phase: "draw" | "place" | "deploy" | "man" | "over";
  stack: StackId;
  hand: string | null;
  bonus: boolean;
  over: boolean;
  hash: string;
  players: PlayerView[];
  board: BoardTile[];
  tokens: BoardToken[];
  open: OpenCell[];
  man: ManView | null;
  left: Record<StackId, number>;
  remaining: RemainingTile[];
  skipped: string[];
}

export interface Area {
  id: string;
  kind: AreaKind;
  segments: [number, number, number][];
  ends: [number, number][];
  complete: boolean;
  size: number;
  extras: number;
  now: number;
  finished: number;
  tokens: number[];
  owners: number[];
  shade?: number;
  gold?: boolean;
  deer?: number;
  big?: number;
  tigers?: number;
  fire?: boolean;
  shrine?: boolean;
}

export interface ScoreEvent {
  kind: "score";
  area: AreaKind;
  reason: Reason;
  player: number;
  points: number;
  tiles: number;
  shields: number;
  own: number;
  rival: number;
  x: number;
  y: number;
  segment: number;
}
export interface TurnView {
  player: number;
  tile: string;
  move: Move;
  bonus: boolean;
  skipped: string[];
  kind: SegmentKind | null;
  events: ScoreEvent[];
  scores: number[];
}
export interface FinalView {
  over: boolean;
  scores: number[];
  breakdown: Partial<Record<AreaKind, number>>[];
  events: ScoreEvent[];
}
export interface FittingTile {
  tile: string;
  count: number;
  rots: number[];
}
export interface OpenedGame {
  game: number;
  edition: EditionId;
  family: Family;
  options: Options;
  players: string[];
}

export interface WholeGame {
  opened: OpenedGame;
  position: PositionView;
  areas: Area[];
  log: TurnView[];
}

/** A move as the analyst judges it, for the player who makes it. */
export interface RatedMove extends Move {
  margin: number;
  win: number;
  visits: number;
}
/** What a move changes for a player: points at once, an area's outlook, or everything else. */
export type MoveReason =
  | { code: "reserve"; player: number; points: number }
  | {
      code: "scores" | "gains" | "loses";
      player: number;
      points: number;
      at: [number, number];
      segment: number;
      kind: AreaKind;
      chance_before: number;
      chance: number;
    };
/** Most important first. */
export interface Advice extends RatedMove {
  why: MoveReason[];
}
export interface AnalyzedTurn {
  player: number;
  tile: string;
  legal: number;
  played: Advice;
  rank: number;
  /** Why is told of the first one, if it was not played. */
  best: (RatedMove & Partial<Advice>)[];
  cost: number;
  win_cost: number;
  luck: number;
  /** After the turn, a number a player. */
  margin: number[];
  win: number[];
  scores: number[];
}
export interface PlayerTotals {
  name: string;
  moves: number;
  best_found: number;
  cost: number;
  win_cost: number;
  luck: number;
}
export interface AnalysisView {
  players: PlayerTotals[];
  start: { margin: number[]; win: number[] };
  turns: AnalyzedTurn[];
  over: boolean;
}
