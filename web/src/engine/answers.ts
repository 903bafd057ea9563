// Made from data/engine/schema.json by tools/compile_engine.mjs.

export type Family = "classic" | "hunters";
export type OptionValue = boolean | string;
export type TokenKind = "follower" | "abbot" | "hut" | "big" | "builder" | "pig";
export type SegmentKind = "city" | "road" | "field" | "monastery" | "garden" | "river" | "forest" | "meadow" | "lake";
export type ScoreEvent = AreaEvent | GoodsEvent | MostGoodsEvent;
export type AreaKind =
  "road" | "city" | "monastery" | "garden" | "field" | "gingerbread" | "forest" | "river" | "hut" | "meadow";
export type Reason = "completed" | "final" | "recall" | "left";
export type GoodsKind = "wine" | "grain" | "cloth";
export type StackId = "river" | "river_lake" | "land" | "bonus";
export type ManView =
  | {
      place: "beside";
    }
  | {
      place: "city";
      x: number;
      y: number;
      segment: number;
    };
/**
 * What a move changes for a player: points at once, an area's outlook, goods, a second turn, or everything else.
 */
export type MoveReason =
  | {
      code: "goods";
      player: number;
      points: 0;
      goods: Goods;
    }
  | {
      code: "again" | "reserve";
      player: number;
      points: number;
    }
  | {
      code: "scores" | "gains" | "loses";
      player: number;
      points: number;
      at: [number, number];
      segment: number;
      kind: AreaKind;
      chance_before: number;
      chance: number;
      inn?: true;
      cathedral?: true;
    };
/**
 * The rules' codes, then the binding's own.
 */
export type RefusalCode =
  | "game_is_over"
  | "wrong_player"
  | "no_bonus_turn"
  | "bonus_turn_is_due"
  | "no_tile_drawn"
  | "tile_already_drawn"
  | "tile_not_in_stack"
  | "tile_would_fit"
  | "cell_not_free"
  | "cell_not_adjacent"
  | "edges_do_not_match"
  | "rotation_not_lowest"
  | "river_must_continue"
  | "river_turns_back"
  | "no_such_segment"
  | "token_not_in_supply"
  | "token_not_allowed_here"
  | "area_is_occupied"
  | "farmers_are_off"
  | "no_abbot_to_recall"
  | "man_must_move"
  | "man_may_not_move"
  | "man_target_not_a_city"
  | "man_target_is_finished"
  | "man_target_is_his_own"
  | "token_not_in_game"
  | "token_is_out"
  | "builder_needs_follower"
  | "builder_in_completed_area"
  | "pig_needs_field"
  | "pig_needs_farmer"
  | "bad_record"
  | "bad_move"
  | "no_such_game"
  | "unknown_agent"
  | "no_time_to_think";

/**
 * What the WebAssembly binding answers, by exported function. Any of them may answer a Refusal instead. The types of web/src/engine are made from this file; a test holds real answers against it.
 */
export interface Answers {
  catalog: CatalogView;
  game_open: OpenedGame;
  game_step: StepView;
  game_seek: StepView;
  game_deal: StepView;
  game_draw: StepView;
  game_play: StepView;
  game_draft: DraftView;
  game_fitting: FittingTile[];
  game_final: FinalView;
  game_log: TurnView[];
  game_tile: TileView;
  game_tiles: TileView[];
  drawing_sizes: DrawingSizes;
  game_picture: PictureView;
  token_picture: TokenPicture;
  agent_check: AgentName;
  agent_choose: Move;
  game_advise: Advice;
  game_analyze: AnalysisView;
}
export interface CatalogView {
  editions: Edition[];
}
export interface Edition {
  id: string;
  shelf: number;
  cover: string;
  family: Family;
  /**
   * At most.
   */
  players: number;
  /**
   * From which on, where its book says so.
   */
  age?: number;
  /**
   * Where its book names them.
   */
  illustrators?: string[];
  tiles: number;
  followers: number;
  huts: number;
  offers: string[];
  defaults: Options;
  options: OptionKey[];
}
export interface Options {
  [k: string]: OptionValue;
}
export interface OptionKey {
  key: string;
  values: OptionValue[];
  /**
   * Where it seats more than the edition: at most.
   */
  players?: number;
  /**
   * The option without which this one says nothing.
   */
  needs?: string;
  /**
   * It is a box of its own, which may be added to this one.
   */
  box?: true;
  /**
   * Its name by language, where the locales have none.
   */
  label?: {
    [k: string]: string;
  };
}
export interface OpenedGame {
  /**
   * The number that later questions name it by.
   */
  game: number;
  edition: string;
  family: Family;
  options: Options;
  tokens: TokenRow[];
  worth: WorthRow[];
  players: string[];
}
/**
 * A figure that everybody has in this game: which member of a player says how many are left, a ground to draw it on, and all that it may stand on.
 */
export interface TokenRow {
  token: TokenKind;
  left: "followers" | "abbots" | "huts" | "bigs" | "builders" | "pigs";
  on: SegmentKind;
  stands_on: SegmentKind[];
}
/**
 * What an area pays when it is completed, and at the end; null: nothing.
 */
export interface WorthRow {
  area:
    | "road"
    | "city"
    | "monastery"
    | "garden"
    | "field"
    | "gingerbread"
    | "forest"
    | "river"
    | "hut"
    | "meadow"
    | "small_city"
    | "inn"
    | "cathedral"
    | "pig"
    | "goods"
    | "recall";
  completed: Pay | null;
  end: Pay | null;
}
export interface Pay {
  /**
   * For what each: a tile, a tile and a shield, the whole area, the site and each tile around it, and so on.
   */
  per:
    | "tile"
    | "tile_shield"
    | "knight_tile"
    | "whole"
    | "around"
    | "city"
    | "most"
    | "part_mushroom"
    | "part_fish"
    | "fish"
    | "animal";
  points: number;
}
/**
 * All that a board shows after a step of a turn.
 */
export interface StepView {
  /**
   * The turn that was just played; null after any other step.
   */
  turn: TurnView | null;
  position: PositionView;
  areas: Area[];
  /**
   * Of the tile in hand.
   */
  placements: PlacementView[];
}
export interface TurnView {
  player: number;
  tile: string;
  move: Move;
  bonus: boolean;
  skipped: string[];
  /**
   * Of the segment a token was put on.
   */
  kind: SegmentKind | null;
  events: ScoreEvent[];
  /**
   * It earned a second part.
   */
  again?: true;
  scores: number[];
}
export interface Move {
  x: number;
  y: number;
  rot: number;
  deploy?: Deploy;
  recall?: true;
  gingerbread?: SegmentRef[];
}
export interface Deploy {
  token: TokenKind;
  segment: number;
}
export interface SegmentRef {
  x: number;
  y: number;
  segment: number;
}
export interface AreaEvent {
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
  inn?: true;
  cathedral?: true;
  pig?: true;
}
/**
 * Counters from a city that the player completed.
 */
export interface GoodsEvent {
  kind: "goods";
  player: number;
  goods: Goods;
  x: number;
  y: number;
  segment: number;
}
/**
 * Counters by kind.
 */
export interface Goods {
  wine?: number;
  grain?: number;
  cloth?: number;
}
/**
 * Points at the end for the most counters of a kind.
 */
export interface MostGoodsEvent {
  kind: "score";
  area: "goods";
  reason: "final";
  player: number;
  points: number;
  goods: GoodsKind;
  own: number;
}
export interface PositionView {
  ply: number;
  turns: number;
  player: number;
  phase: "draw" | "place" | "deploy" | "man" | "over";
  stack: StackId;
  hand: string | null;
  bonus: boolean;
  /**
   * The player's builder earned this second part.
   */
  again: boolean;
  over: boolean;
  hash: string;
  players: PlayerView[];
  board: BoardTile[];
  tokens: BoardToken[];
  open: OpenCell[];
  man: ManView | null;
  left: {
    river: number;
    river_lake: number;
    land: number;
    bonus: number;
  };
  remaining: RemainingTile[];
  /**
   * Tiles set aside in this turn before the one in hand.
   */
  skipped: string[];
}
export interface PlayerView {
  name: string;
  score: number;
  followers: number;
  huts: number;
  abbots: number;
  bigs?: number;
  builders?: number;
  pigs?: number;
  goods?: Goods;
}
export interface BoardTile {
  x: number;
  y: number;
  tile: string;
  rot: number;
}
export interface BoardToken {
  x: number;
  y: number;
  segment: number;
  token: TokenKind;
  player: number;
  kind: SegmentKind;
}
export interface OpenCell {
  x: number;
  y: number;
  /**
   * Nothing to come fits here.
   */
  dead: boolean;
}
export interface RemainingTile {
  tile: string;
  count: number;
  of: number;
  stack: StackId;
}
export interface Area {
  id: string;
  kind: AreaKind;
  segments: [number, number, number][];
  /**
   * Open cells that it runs into.
   */
  ends: [number, number][];
  complete: boolean;
  size: number;
  extras: number;
  /**
   * Points if the game ended now.
   */
  now: number;
  /**
   * Points once it is completed, at least.
   */
  finished: number;
  /**
   * By player.
   */
  tokens: number[];
  owners: number[];
  /**
   * Of a field: another one than that of its neighbours.
   */
  shade?: number;
  gold?: boolean;
  deer?: number;
  big?: number;
  tigers?: number;
  fire?: boolean;
  shrine?: boolean;
  inn?: boolean;
  cathedral?: boolean;
  goods?: Goods;
  /**
   * Players.
   */
  builders?: number[];
  /**
   * Players.
   */
  pigs?: number[];
}
export interface PlacementView {
  x: number;
  y: number;
  rots: number[];
}
/**
 * What may follow in a move that is being put together.
 */
export interface DraftView {
  tokens: Deploy[];
  recall: boolean;
  /**
   * Cities where the Gingerbread Man may go next; none: he stays.
   */
  targets: ManTarget[];
}
export interface ManTarget {
  to: SegmentRef;
  /**
   * What each player would get if he left it as it is.
   */
  points: number[];
}
export interface FittingTile {
  tile: string;
  count: number;
  rots: number[];
}
export interface FinalView {
  over: boolean;
  scores: number[];
  breakdown: {
    road?: number;
    city?: number;
    monastery?: number;
    garden?: number;
    field?: number;
    gingerbread?: number;
    forest?: number;
    river?: number;
    hut?: number;
    meadow?: number;
    goods?: number;
  }[];
  events: ScoreEvent[];
}
export interface TileView {
  id: string;
  count: number;
  gingerbread: boolean;
  segments: SegmentView[];
}
export interface SegmentView {
  kind: SegmentKind;
  /**
   * SVG path data.
   */
  outline: string;
  /**
   * Where a token stands.
   */
  spot: [number, number];
  /**
   * Those of the unturned tile that it reaches: 0 north, 1 east, 2 south, 3 west.
   */
  sides: number[];
  shields?: number;
  fish?: number;
  gold?: number;
  mushrooms?: number;
  deer?: number;
  big?: number;
  tigers?: number;
  fire?: boolean;
  shrine?: boolean;
  inn?: boolean;
  cathedral?: boolean;
  goods?: GoodsKind;
}
/**
 * How large things are drawn on a board.
 */
export interface DrawingSizes {
  /**
   * Of a tile's side, up to which its detail is small.
   */
  small_pixels: number;
  /**
   * By a tile's side, smallest first; the last one holds for larger tiles, too.
   */
  figures: FigureSize[];
}
export interface FigureSize {
  /**
   * Of a tile's side, up to which this holds.
   */
  pixels: number;
  /**
   * Of a token's picture, where a tile has 100.
   */
  size: number;
}
export interface PictureView {
  /**
   * An SVG document.
   */
  ground: string;
  /**
   * An SVG document.
   */
  standing: string;
}
export interface TokenPicture {
  /**
   * An SVG document.
   */
  svg: string;
}
export interface AgentName {
  name: string;
}
/**
 * A rated move with its reasons.
 */
export interface Advice {
  x: number;
  y: number;
  rot: number;
  margin: number;
  win: number;
  visits: number;
  /**
   * Most important first.
   */
  why: MoveReason[];
  deploy?: Deploy;
  recall?: true;
  gingerbread?: SegmentRef[];
}
export interface AnalysisView {
  edition: string;
  players: PlayerTotals[];
  start: {
    margin: number[];
    win: number[];
  };
  turns: AnalyzedTurn[];
  over: boolean;
  final: {
    scores: number[];
  };
}
export interface PlayerTotals {
  name: string;
  moves: number;
  best_found: number;
  cost: number;
  win_cost: number;
  luck: number;
  win_luck: number;
  luck_of_all_draws: number;
  margin?: number;
  margin_without_luck?: number;
}
export interface AnalyzedTurn {
  player: number;
  tile: string;
  legal: number;
  played: Advice;
  rank: number;
  /**
   * Why is told of the first one, if it was not played.
   */
  best: RatedMove[];
  cost: number;
  win_cost: number;
  luck: number;
  win_luck: number;
  /**
   * After the turn, by player.
   */
  margin: number[];
  win: number[];
  scores: number[];
}
/**
 * A move as the analyst judges it, for the player who makes it.
 */
export interface RatedMove {
  x: number;
  y: number;
  rot: number;
  margin: number;
  win: number;
  visits: number;
  deploy?: Deploy;
  recall?: true;
  gingerbread?: SegmentRef[];
  /**
   * Most important first.
   */
  why?: MoveReason[];
}
/**
 * What any function may answer instead.
 */
export interface Refusal {
  error: RefusalCode;
  /**
   * Of a record: the turn that the rules refuse.
   */
  turn?: number;
  /**
   * For whoever looks for the fault; in English.
   */
  detail?: string;
}
export interface Cell {
  x: number;
  y: number;
}
