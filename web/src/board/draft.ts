// What the board is told and asks: a position with its pictures, and the turn that is being put together.

import type {
  Area,
  BoardTile,
  Cell,
  Deploy,
  DraftView,
  ManTarget,
  PlacementView,
  PositionView,
  SegmentRef,
  TileView,
  TurnView,
} from "../engine/types";
import type { TilePicture } from "./pictures.svelte";

export interface BoardView {
  readonly position: PositionView;
  readonly areas: Area[];
  readonly tiles: ReadonlyMap<string, TileView>;
  /** The turn that led here. */
  readonly last: TurnView | undefined;
  /** `scale`: pixels of a unit, which decide how much is drawn. */
  picture(tile: string, rot: number, scale?: number): TilePicture | undefined;
  /** The scale of pictures on a board whose units are k pixels. */
  board_scale(k: number): number;
  /** Across a figure there, in units; without k: where there is room. */
  figure_size(k?: number): number;
}

/** The tile before it is laid: under the mouse, or dragged from the hand. */
export interface Preview extends Cell {
  rot: number;
}

export interface Draft extends Cell {
  rot: number;
  rots: number[];
  choices: Omit<DraftView, "targets">;
  deploy: Deploy | null;
  recall: boolean;
  man: SegmentRef[];
  /** Where the man may go now; empty: he need not move (any more). */
  targets: ManTarget[];
}

/** A turn in somebody's hands: what is legal, what lies there, and what can be asked for. */
export interface Hands {
  player: number;
  placements: PlacementView[];
  draft: Draft | null;
  /** A figure in words, for its button. */
  label: (deploy: Deploy) => string;
  /** A square in words, with what lies beside it or on it. */
  label_cell: (cell: Cell) => string;
  /** A city for the man, with what he would leave there. */
  label_man: (target: ManTarget) => string;
  ontouch: (cell: Cell) => void;
  /** Lays the tile there as it is seen before. */
  onlay: (cell: Cell, rot: number) => void;
  onrotate: (step: 1 | -1) => void;
  ondeploy: (deploy: Deploy) => void;
  onman: (target: SegmentRef) => void;
}

export function same_cell(a: Cell, b: Cell): boolean {
  return a.x === b.x && a.y === b.y;
}
export function same_deploy(a: Deploy | null, b: Deploy | null): boolean {
  return a?.token === b?.token && a?.segment === b?.segment;
}
export function tiles_by_cell(board: BoardTile[]): ReadonlyMap<string, BoardTile> {
  return new Map(board.map((tile) => [`${tile.x},${tile.y}`, tile]));
}
