// The engine's questions and answers, typed. Runs in a worker, and in tests directly.

import { Module } from "./module";
import type {
  Advice,
  AnalysisView,
  Area,
  CatalogView,
  Choices,
  FinalView,
  FittingTile,
  Move,
  OpenedGame,
  PlacementView,
  PictureView,
  PositionView,
  SegmentKind,
  SegmentRef,
  TileView,
  TokenKind,
  TurnView,
  WholeGame,
} from "./types";

/** Why the engine refuses: a code of the rules, or what is wrong with a record. */
export class EngineError extends Error {}

export interface OpenOptions {
  /** Decimal digits: the engine deals. Absent: somebody else does. */
  seed?: string;
  first?: number;
}

export class Engine {
  private constructor(private readonly module: Module) {}

  static async load(source: BufferSource | WebAssembly.Module): Promise<Engine> {
    return new Engine(await Module.load(source));
  }

  private answer<T>(address: number): T {
    const value = JSON.parse(this.module.text(address)) as T & { error?: string };
    if (value !== null && typeof value === "object" && typeof value.error === "string") {
      throw new EngineError(value.error);
    }
    return value;
  }
  private get exports() {
    return this.module.exports;
  }

  catalog(): CatalogView {
    return this.answer(this.exports.catalog());
  }
  open(record: string, options: OpenOptions = {}): OpenedGame {
    return this.module.with_text([record, options.seed ?? ""], (r, s) =>
      this.answer(this.exports.game_open(...r!, ...s!, options.first ?? 0)),
    );
  }
  /** Everything of it that a page shows first, in one answer. */
  open_whole(record: string, options: OpenOptions = {}): WholeGame {
    const opened = this.open(record, options);
    const { game } = opened;
    return { opened, position: this.position(game), areas: this.areas(game), log: this.log(game) };
  }
  close(game: number): void {
    this.exports.game_close(game);
  }
  tile(game: number, tile: string): TileView {
    return this.module.with_text([tile], (t) => this.answer(this.exports.game_tile(game, ...t!)));
  }
  tiles(game: number): TileView[] {
    return this.answer(this.exports.game_tiles(game));
  }
  picture(game: number, tile: string, rot: number): PictureView {
    return this.module.with_text([tile], (t) => this.answer(this.exports.game_picture(game, ...t!, rot)));
  }
  /** Of a player's token on a kind of segment; no token: the Gingerbread Man. */
  token_picture(token: TokenKind | "", kind: SegmentKind, player: number): string {
    return this.module.with_text(
      [token, kind],
      (t, k) => this.answer<{ svg: string }>(this.exports.token_picture(...t!, ...k!, player)).svg,
    );
  }
  position(game: number): PositionView {
    return this.answer(this.exports.game_position(game));
  }
  areas(game: number): Area[] {
    return this.answer(this.exports.game_areas(game));
  }
  placements(game: number): PlacementView[] {
    return this.answer(this.exports.game_placements(game));
  }
  choices(game: number, x: number, y: number, rot: number): Choices {
    return this.answer(this.exports.game_choices(game, x, y, rot));
  }
  man_targets(game: number, move: Move): SegmentRef[] {
    return this.module.with_text([JSON.stringify(move)], (m) => this.answer(this.exports.game_man(game, ...m!)));
  }
  fitting(game: number, x: number, y: number): FittingTile[] {
    return this.answer(this.exports.game_fitting(game, x, y));
  }
  final(game: number): FinalView {
    return this.answer(this.exports.game_final(game));
  }
  log(game: number): TurnView[] {
    return this.answer(this.exports.game_log(game));
  }
  record(game: number): string {
    return this.module.text(this.exports.game_record(game));
  }
  seek(game: number, ply: number): PositionView {
    return this.answer(this.exports.game_seek(game, ply));
  }
  deal(game: number): PositionView {
    return this.answer(this.exports.game_deal(game));
  }
  draw(game: number, tile: string): PositionView {
    return this.module.with_text([tile], (t) => this.answer(this.exports.game_draw(game, ...t!)));
  }
  play(game: number, move: Move): TurnView {
    return this.module.with_text([JSON.stringify(move)], (m) => this.answer(this.exports.game_play(game, ...m!)));
  }
  has_agent(spec: string): boolean {
    return this.module.with_text([spec], (s) => {
      try {
        this.answer(this.exports.agent_check(...s!));
        return true;
      } catch (error) {
        if (error instanceof EngineError) return false;
        throw error;
      }
    });
  }
  choose(game: number, spec: string): Move {
    return this.module.with_text([spec], (s) => this.answer(this.exports.agent_choose(game, ...s!)));
  }
  /** The best move with the tile in hand, and why. */
  advise(game: number, seconds: number): Advice {
    return this.answer(this.exports.game_advise(game, seconds));
  }
  /** Every turn of a record judged, with this many seconds for each; tells how far it is. */
  analyze(record: string, seconds: number, on_analyzed: (turns: number) => void): AnalysisView {
    const { game } = this.open(record);
    this.module.on_analyzed = on_analyzed;
    try {
      return this.answer(this.exports.game_analyze(game, seconds));
    } finally {
      this.module.on_analyzed = () => {};
      this.close(game);
    }
  }

  /** A move for this record's tile in hand, without keeping the game: what a bot's worker does. */
  choose_for(record: string, options: OpenOptions, hand: string, spec: string): Move {
    return this.with_hand(record, options, hand, (game) => this.choose(game, spec));
  }
  advise_for(record: string, options: OpenOptions, hand: string, seconds: number): Advice {
    return this.with_hand(record, options, hand, (game) => this.advise(game, seconds));
  }
  private with_hand<T>(record: string, options: OpenOptions, hand: string, then: (game: number) => T): T {
    const { game } = this.open(record, options);
    try {
      if (options.seed !== undefined) this.deal(game);
      else this.draw(game, hand);
      return then(game);
    } finally {
      this.close(game);
    }
  }
}

export function new_record(edition: string, options: Record<string, unknown>, players: string[]) {
  const record: Record<string, unknown> = { format: "bastide/1", edition };
  if (Object.keys(options).length > 0) record["options"] = options;
  record["players"] = players.map((name) => ({ name }));
  record["turns"] = [];
  return JSON.stringify(record);
}
