// Which figures a game can put on which land, and how large they are.

import type { DrawingSizes, Family, OpenedGame, SegmentKind, TokenKind } from "../engine/types";

type Place = [TokenKind, SegmentKind];

const family_places: Record<Family, Place[]> = {
  classic: [
    ["follower", "road"],
    ["follower", "city"],
    ["follower", "monastery"],
    ["follower", "field"],
  ],
  hunters: [
    ["follower", "forest"],
    ["follower", "river"],
    ["follower", "meadow"],
    ["hut", "river"],
    ["hut", "lake"],
  ],
};
const option_places: Record<string, Place[]> = {
  abbot: [
    ["abbot", "monastery"],
    ["abbot", "garden"],
  ],
  inns: [
    ["big", "road"],
    ["big", "city"],
    ["big", "monastery"],
    ["big", "field"],
  ],
  traders: [
    ["builder", "road"],
    ["builder", "city"],
    ["pig", "field"],
  ],
};

export function figure_places({ family, options }: Pick<OpenedGame, "family" | "options">): Place[] {
  const more = Object.entries(option_places).flatMap(([key, places]) => (options[key] === true ? places : []));
  return [...family_places[family], ...more];
}

/** Across a figure's picture, in units of the table, where a tile is so many pixels wide. */
export function figure_size({ figures }: DrawingSizes, tile_px: number): number {
  return (figures.find(({ pixels }) => tile_px <= pixels) ?? figures.at(-1)!).size;
}
