// How much a tile's picture shows. The engine says up to which size it is little.

import type { Detail, DrawingSizes } from "../engine/types";

/** A board that comes nearer keeps its small pictures a little longer: a hand that zooms to and fro sees no flicker. */
const lasts = 1.12;

/** `now`: what is shown already. */
export function detail_at({ small_pixels }: DrawingSizes, tile_px: number, now: Detail | null = null): Detail {
  return tile_px <= small_pixels * (now === "small" ? lasts : 1) ? "small" : "full";
}
