// The whole board as one picture, to keep or to share: what lies and stands there, who played, the points.

import { seat_look } from "./colours.svelte";
import type { BoardView } from "./draft";
import { tiles_by_cell } from "./draft";
import { bounds_of, cell_key, spot_of, unit } from "./geometry";
import { man_picture, token_picture } from "./pictures.svelte";
import type { SegmentKind, SegmentRef } from "../engine/types";

const longest_px = 2400;
const margin = 60;
const ground = "#e3d7bf";
const ink = "#2c2620";
/** A line of names, and how wide one name is at least. */
const line_height = 56;
const least_width = 300;

async function drawn(url: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}

export interface Named {
  name: string;
  score: number;
}
/** `on`: where the figure stands that is drawn beside each name. */
export async function board_picture(view: BoardView, players: Named[], on: SegmentKind): Promise<Blob> {
  const { board, tokens, man } = view.position;
  const box = bounds_of({ ...view.position, open: [] });
  const width = Math.max(box.right - box.left, least_width) + 2 * margin;
  const columns = Math.min(players.length, Math.floor((width - 2 * margin) / least_width));
  const names_height = Math.ceil(players.length / columns) * line_height;
  const height = box.bottom - box.top + 2 * margin + names_height;
  const scale = Math.min(1.5, longest_px / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const paper = canvas.getContext("2d")!;
  paper.fillStyle = ground;
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.scale(scale, scale);
  paper.save();
  paper.translate((width - (box.right - box.left)) / 2 - box.left, margin - box.top);
  const rows = [...board].sort((a, b) => a.y - b.y);
  for (const { tile, rot, x, y } of rows) {
    const picture = view.picture(tile, rot, 3);
    if (picture) paper.drawImage(await drawn(picture.ground), x * unit, y * unit, unit, unit);
  }
  for (const { tile, rot, x, y } of rows) {
    const standing = view.picture(tile, rot, 3)?.standing;
    if (standing) paper.drawImage(await drawn(standing), x * unit - 20, y * unit - 30, 140, 150);
  }
  const by_cell = tiles_by_cell(board);
  const size = view.figure_size();
  const place_of = (where: SegmentRef): [number, number] | null => {
    const tile = by_cell.get(cell_key(where));
    const facts = tile && view.tiles.get(tile.tile);
    return tile && facts ? spot_of(facts, tile, where.segment) : null;
  };
  for (const token of tokens) {
    const at = place_of(token);
    if (!at) continue;
    const picture = await drawn(token_picture(token.token, token.kind, token.player));
    paper.drawImage(picture, at[0] - size / 2, at[1] - size / 2 - 2, size, size);
  }
  const man_at = man?.place === "city" ? place_of(man) : null;
  if (man_at) paper.drawImage(await drawn(man_picture()), man_at[0] - 6, man_at[1] - 26, 34, 34);
  paper.restore();

  const column = (width - 2 * margin) / columns;
  paper.textBaseline = "middle";
  for (const [i, { name, score }] of players.entries()) {
    const x = margin + (i % columns) * column,
      y = height - margin / 2 - names_height + (Math.floor(i / columns) + 0.5) * line_height;
    paper.fillStyle = seat_look(i).fill;
    paper.fillRect(x, y + 21, column - 20, 4);
    paper.drawImage(await drawn(token_picture("follower", on, i)), x, y - 20, 40, 40);
    paper.fillStyle = ink;
    paper.font = "700 30px Alegreya, Georgia, serif";
    const points = String(score),
      points_width = paper.measureText(points).width;
    paper.fillText(points, x + column - 20 - points_width, y);
    paper.font = "26px 'Alegreya Sans', 'Segoe UI', sans-serif";
    paper.fillText(name, x + 48, y, column - 84 - points_width);
  }
  return canvas.convertToBlob({ type: "image/png" });
}
