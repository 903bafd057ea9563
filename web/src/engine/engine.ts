// The engine's questions and answers, typed. Runs in a worker, and in tests directly.

import { Module } from "./module";
import type {
  Advice,
  AnalysisView,
  Answers,
  CatalogView,
  Detail,
  DraftView,
  DrawingSizes,
  FinalView,
  FittingTile,
  GoodsKind,
  Move,
  OpenedGame,
  PictureView,
  Refusal,
  SegmentKind,
  StepView,
  TileView,
  TokenKind,
  TurnView,
  WholeGame,
} from "./types";

/** Why the engine refuses: a code of the rules or of its own. */
export class EngineError extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.error, { cause: refusal.detail });
  }
}

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

  /** Asks one of the module's functions; a text among the arguments goes through its memory. */
  private ask<K extends keyof Answers>(name: K, ...args: (number | string)[]): Answers[K] {
    const value = JSON.parse(this.module.call(name, args)) as Answers[K] | Refusal;
    if ("error" in value) throw new EngineError(value);
    return value;
  }

  catalog(): CatalogView {
    return this.ask("catalog");
  }
  open(record: string, options: OpenOptions = {}): OpenedGame {
    return this.ask("game_open", record, options.seed ?? "", options.first ?? 0);
  }
  /** Everything of it that a page shows first, in one answer. */
  open_whole(record: string, options: OpenOptions = {}): WholeGame {
    const opened = this.open(record, options);
    const { position, areas, placements } = this.step(opened.game);
    return { opened, sizes: this.sizes(), position, areas, placements, log: this.log(opened.game) };
  }
  close(game: number): void {
    this.module.exports.game_close(game);
  }
  tile(game: number, tile: string): TileView {
    return this.ask("game_tile", game, tile);
  }
  tiles(game: number): TileView[] {
    return this.ask("game_tiles", game);
  }
  /** How large things are drawn. */
  sizes(): DrawingSizes {
    return this.ask("drawing_sizes");
  }
  picture(game: number, tile: string, rot: number, detail: Detail): PictureView {
    return this.ask("game_picture", game, tile, rot, detail);
  }
  /** Of a player's token on a kind of segment; of a counter of goods; no token: the Gingerbread Man. */
  token_picture(token: TokenKind | GoodsKind | "", kind: SegmentKind, player: number): string {
    return this.ask("token_picture", token, kind, player).svg;
  }
  /** How it stands; whatever changes a game answers the same. */
  step(game: number): StepView {
    return this.ask("game_step", game);
  }
  seek(game: number, ply: number): StepView {
    return this.ask("game_seek", game, ply);
  }
  deal(game: number): StepView {
    return this.ask("game_deal", game);
  }
  draw(game: number, tile: string): StepView {
    return this.ask("game_draw", game, tile);
  }
  /** The step has the turn. */
  play(game: number, move: Move): StepView {
    return this.ask("game_play", game, JSON.stringify(move));
  }
  /** What may follow in a move that is being put together. */
  draft(game: number, move: Move): DraftView {
    return this.ask("game_draft", game, JSON.stringify(move));
  }
  fitting(game: number, x: number, y: number): FittingTile[] {
    return this.ask("game_fitting", game, x, y);
  }
  final(game: number): FinalView {
    return this.ask("game_final", game);
  }
  log(game: number): TurnView[] {
    return this.ask("game_log", game);
  }
  record(game: number): string {
    return this.module.call("game_record", [game]);
  }
  has_agent(spec: string): boolean {
    try {
      this.ask("agent_check", spec);
      return true;
    } catch (error) {
      if (error instanceof EngineError) return false;
      throw error;
    }
  }
  choose(game: number, spec: string): Move {
    return this.ask("agent_choose", game, spec);
  }
  /** The best move with the tile in hand, and why. */
  advise(game: number, seconds: number): Advice {
    return this.ask("game_advise", game, seconds);
  }
  /** Every turn of a record judged, with this many seconds for each; tells how far it is. */
  analyze(record: string, seconds: number, on_analyzed: (turns: number) => void): AnalysisView {
    const { game } = this.open(record);
    this.module.on_analyzed = on_analyzed;
    try {
      return this.ask("game_analyze", game, seconds);
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
