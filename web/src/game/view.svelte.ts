// A game as pages show it: position, areas, log and pictures, kept together. Local games, replays,
// lessons and online tables all are views; what they add is who may change them.

import { engine } from "../engine/client";
import { new_record, type OpenOptions } from "../engine/engine";
import type {
  Area,
  DrawingSizes,
  FinalView,
  OpenedGame,
  PlacementView,
  PositionView,
  StepView,
  TileView,
  TurnView,
} from "../engine/types";
import { need_tokens, Pictures } from "../board/pictures.svelte";
import { fetch_book } from "../i18n/i18n.svelte";

const close_after_ms = 10_000;

export class GameView {
  readonly pictures: Pictures;
  position: PositionView = $state.raw() as PositionView;
  areas: Area[] = $state.raw([]);
  /** Where the tile in hand may go. */
  placements: PlacementView[] = $state.raw([]);
  log: TurnView[] = $state.raw([]);
  final: FinalView | null = $state.raw(null);

  /** Of every tile type that was shown so far. */
  tiles: ReadonlyMap<string, TileView> = $state.raw(new Map());

  private constructor(
    readonly opened: OpenedGame,
    sizes: DrawingSizes,
  ) {
    this.pictures = new Pictures(opened.game, opened.edition, sizes);
  }

  static async open(record: string, options: OpenOptions = {}): Promise<GameView> {
    const { opened, sizes, log, ...step } = await engine().open_whole(record, options);
    const view = new GameView(opened, sizes);
    view.log = log;
    await Promise.all([view.show(step), fetch_book(opened.edition)]);
    // The tiles first: a board begins without figures.
    void need_tokens(opened);
    return view;
  }
  static new_record = new_record;

  get game(): number {
    return this.opened.game;
  }
  /** The turn that led here. */
  get last(): TurnView | undefined {
    return this.log[this.position.ply - 1];
  }
  picture(tile: string, rot: number, scale = 1) {
    return this.pictures.tile(tile, rot, scale);
  }
  board_scale(k: number): number {
    return this.pictures.board_scale(k);
  }
  figure_size(k?: number): number {
    return this.pictures.figure_size(k);
  }

  /** Shows how it stands when everything that needs is drawn. */
  async show({ position, areas, placements }: Omit<StepView, "turn">): Promise<void> {
    const wanted = new Set(position.board.map(({ tile }) => tile));
    if (position.hand !== null) wanted.add(position.hand);
    const [final] = await Promise.all([
      position.over ? engine().final(this.game) : null,
      this.pictures.need_position(position),
      this.need_tiles(wanted),
    ]);
    this.areas = areas;
    this.placements = placements;
    this.final = final;
    this.position = position;
  }
  private async need_tiles(wanted: Set<string>): Promise<void> {
    const missing = [...wanted].filter((tile) => !this.tiles.has(tile));
    if (missing.length === 0) return;
    const found = await Promise.all(missing.map((tile) => engine().tile(this.game, tile)));
    this.tiles = new Map([...this.tiles, ...found.map((tile): [string, TileView] => [tile.id, tile])]);
  }
  /** The whole box, without its pictures. */
  async need_facts(): Promise<void> {
    const all = await engine().tiles(this.game);
    this.tiles = new Map(all.map((tile) => [tile.id, tile]));
  }
  /** The whole box. */
  async need_box(scale: number): Promise<void> {
    await this.need_facts();
    await this.need_pictures(this.tiles.keys(), scale);
  }
  async need_pictures(tiles: Iterable<string>, scale = 1): Promise<void> {
    await this.pictures.need(
      [...tiles].map((tile) => [tile, 0] as const),
      scale,
    );
  }
  async record(): Promise<string> {
    return engine().record(this.game);
  }
  /** Later: whoever leaves a page may still be in the middle of a question to the engine. */
  close(): void {
    setTimeout(() => void engine().close(this.game), close_after_ms);
  }
}
