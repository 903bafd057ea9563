// Which figures a game can put on which land, and how large they are.

import type { DrawingSizes, OpenedGame, SegmentKind, TokenKind } from "../engine/types";

export function figure_places({ tokens }: Pick<OpenedGame, "tokens">): [TokenKind, SegmentKind][] {
  return tokens.flatMap(({ token, stands_on }) => stands_on.map((kind): [TokenKind, SegmentKind] => [token, kind]));
}

/** Across a figure's picture, in units of the table, where a tile is so many pixels wide. */
export function figure_size({ figures }: DrawingSizes, tile_px: number): number {
  return (figures.find(({ pixels }) => tile_px <= pixels) ?? figures.at(-1)!).size;
}
