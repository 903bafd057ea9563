// Which figures a game can put on which land, and how large they are.

import type { DrawingSizes, Family, OpenedGame, SegmentKind, TokenKind } from "../engine/types";

type Place = [TokenKind, SegmentKind];

const followers: Record<Family, SegmentKind[]> = {
  classic: ["road", "city", "monastery", "field"],
  hunters: ["forest", "river", "meadow"],
};
const others: Record<Exclude<TokenKind, "follower">, SegmentKind[]> = {
  abbot: ["monastery", "garden"],
  hut: ["river", "lake"],
  big: followers.classic,
  builder: ["road", "city"],
  pig: ["field"],
};

export function figure_places({ family, tokens }: Pick<OpenedGame, "family" | "tokens">): Place[] {
  return tokens.flatMap(({ token }) =>
    (token === "follower" ? followers[family] : others[token]).map((kind): Place => [token, kind]),
  );
}

/** Across a figure's picture, in units of the table, where a tile is so many pixels wide. */
export function figure_size({ figures }: DrawingSizes, tile_px: number): number {
  return (figures.find(({ pixels }) => tile_px <= pixels) ?? figures.at(-1)!).size;
}
