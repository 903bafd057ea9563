// The whole board as one picture, to keep or to share.

import type { BoardView } from "./draft";
import { tiles_by_cell } from "./draft";
import { bounds_of, cell_key, spot_of, unit } from "./geometry";
import { token_picture } from "./pictures.svelte";

const longest_px = 2400;
const margin = 60;
const ground = "#e3d7bf";

async function drawn(url: string): Promise<HTMLImageElement> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  return picture;
}

export async function board_picture(view: BoardView): Promise<Blob> {
  const { board, tokens } = view.position;
  const box = bounds_of({ ...view.position, open: [] });
  const width = box.right - box.left + 2 * margin,
    height = box.bottom - box.top + 2 * margin;
  const scale = Math.min(1.5, longest_px / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const paper = canvas.getContext("2d")!;
  paper.fillStyle = ground;
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.scale(scale, scale);
  paper.translate(margin - box.left, margin - box.top);
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
  for (const token of tokens) {
    const tile = by_cell.get(cell_key(token));
    const facts = tile && view.tiles.get(tile.tile);
    if (!tile || !facts) continue;
    const [x, y] = spot_of(facts, tile, token.segment);
    const figure = await drawn(token_picture(token.token, token.kind, token.player));
    paper.drawImage(figure, x - size / 2, y - size / 2 - 2, size, size);
  }
  return canvas.convertToBlob({ type: "image/png" });
}
