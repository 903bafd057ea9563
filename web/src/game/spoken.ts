// The board for those who are told what others see: the sides of a tile, what lies beside a square, and
// what a move joined.

import { tiles_by_cell, same_cell, type Draft } from "../board/draft";
import type { Area, BoardTile, Cell, Deploy, ManTarget, SegmentView, TileView, TurnView } from "../engine/types";
import { named, t } from "../i18n/i18n.svelte";
import { figure_of, tell_area, tell_event, tell_move } from "./words";

type Tiles = ReadonlyMap<string, TileView>;
/** North, east, south, west: what lies there, and the way there. */
const ways = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;
const side_names = (): string[] => [t.side_north(), t.side_east(), t.side_south(), t.side_west()];

/** "City: north, east (1 shield)"; what reaches no side is only named. */
function tell_segment(segment: SegmentView, rot: number): string {
  const { shields, fish, gold, mushrooms, deer = 0, big = 0, tigers = 0 } = segment;
  const names = side_names();
  const sides = segment.sides
    .map((side) => (side + rot) % 4)
    .sort()
    .map((side) => names[side]);
  const more = [
    shields && t.area_shields({ count: shields }),
    fish && t.area_fish({ fish }),
    gold && t.area_gold(),
    mushrooms && t.area_mushrooms({ count: mushrooms }),
    deer + big + tigers > 0 && t.area_animals({ deer, big, tigers }),
    segment.fire && t.area_fire(),
    segment.shrine && t.area_shrine(),
    segment.inn && t.area_inn(),
    segment.cathedral && t.area_cathedral(),
    segment.goods && named("goods_", segment.goods),
  ].filter(Boolean);
  const kind = named("area_", segment.kind);
  return (sides.length > 0 ? `${kind}: ${sides.join(", ")}` : kind) + (more.length > 0 ? ` (${more.join(", ")})` : "");
}
export function tell_tile(tile: TileView | undefined, rot: number): string {
  return (tile?.segments ?? []).map((segment) => tell_segment(segment, rot)).join("; ");
}

/** A city for the Gingerbread Man, and what he would leave there as it is. */
export function tell_man({ to, points }: ManTarget, players: string[]): string {
  const list = points.flatMap((n, player) => (n > 0 ? [`${players[player] ?? ""} ${n}`] : [])).join(", ");
  return t.spot_man({ x: to.x, y: to.y }) + (list === "" ? "" : `; ${t.spot_man_left({ list })}`);
}

/** What a laid tile shows to this side. Beside a road or river lies field, which goes without saying. */
function shown_at(tile: TileView | undefined, rot: number, side: number): string {
  const there = (tile?.segments ?? []).filter((one) => one.sides.some((s) => (s + rot) % 4 === side));
  const first = there.find((one) => one.kind !== "field" && one.kind !== "meadow") ?? there[0];
  return first ? named("area_", first.kind) : "";
}
/** What the tiles around a square show to it. */
function tell_beside(cell: Cell, board: ReadonlyMap<string, BoardTile>, tiles: Tiles): string {
  const names = side_names();
  return ways
    .flatMap(([dx, dy], side) => {
      const beside = board.get(`${cell.x + dx},${cell.y + dy}`);
      return beside ? [`${names[side]}: ${shown_at(tiles.get(beside.tile), beside.rot, (side + 2) % 4)}`] : [];
    })
    .join("; ");
}

interface Seen {
  tiles: Tiles;
  position: { board: BoardTile[]; hand: string | null };
}
/** The names of squares, for as long as the board stays as it is. */
export function cell_teller({ tiles, position }: Seen): (cell: Cell, draft: Draft | null) => string {
  const board = tiles_by_cell(position.board);
  return (cell, draft) => {
    const { x, y } = cell;
    if (!draft || !same_cell(draft, cell)) return t.cell_legal({ x, y, beside: tell_beside(cell, board, tiles) });
    return t.cell_ghost({ x, y, rot: draft.rot * 90, tile: tell_tile(tiles.get(position.hand ?? ""), draft.rot) });
  };
}
/** "Farmer: field: north, west": which of several alike is told by its sides. */
export function tell_spot({ token, segment }: Deploy, tile: TileView | undefined, rot: number): string {
  const on = tile?.segments[segment];
  if (!on) return named("figure_", token);
  return t.spot({ figure: figure_of(token, on.kind), area: tell_segment(on, rot) });
}

/** A turn in full, with where it was and what it joined. */
export function tell_turn(turn: TurnView, players: string[], tiles: Tiles, areas: Area[]): string {
  const { x, y, rot } = turn.move;
  const joined = areas.filter(
    ({ kind, segments, tokens }) =>
      segments.some(([ax, ay]) => ax === x && ay === y) &&
      segments.some(([ax, ay]) => ax !== x || ay !== y) &&
      kind !== "monastery" &&
      kind !== "garden" &&
      ((kind !== "field" && kind !== "meadow" && kind !== "hut") || tokens.some((count) => count > 0)),
  );
  const where = t.told_where({ x, y, tile: tell_tile(tiles.get(turn.tile), rot) });
  const list = joined.map((area) => `${named("area_", area.kind)} (${tell_area(area, players).join(", ")})`);
  return [
    `${tell_move(turn, players)} ${where}`,
    ...(list.length > 0 ? [t.told_joined({ list: list.join("; ") })] : []),
    ...turn.events.map((event) => tell_event(event, players)),
  ].join(". ");
}
