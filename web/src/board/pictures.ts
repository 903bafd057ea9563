// The engine's drawings as images: each tile, rotation and token once, for all boards of an edition.

import { engine } from "../engine/client";
import type { Family, SegmentKind, TokenKind } from "../engine/types";

export interface TilePicture {
  ground: string;
  standing: string | null;
}

const tiles = new Map<string, TilePicture>();
const tokens = new Map<string, string>();

function image(svg: string): string {
  return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

export class Pictures {
  constructor(private readonly edition: string) {}

  /** Draws what is not drawn yet; then tile() has it. */
  async need(game: number, wanted: Iterable<[tile: string, rot: number]>): Promise<void> {
    const missing = new Map<string, [string, number]>();
    for (const [tile, rot] of wanted) {
      const key = this.key(tile, rot);
      if (!tiles.has(key)) missing.set(key, [tile, rot]);
    }
    await Promise.all([...missing].map(async ([key, [tile, rot]]) => {
      const drawn = await engine().picture(game, tile, rot);
      tiles.set(key, {
        ground: image(drawn.ground),
        standing: drawn.standing === "" ? null : image(drawn.standing),
      });
    }));
  }
  tile(tile: string, rot: number): TilePicture | undefined {
    return tiles.get(this.key(tile, rot));
  }
  private key(tile: string, rot: number): string {
    return `${this.edition} ${tile} ${rot}`;
  }
}

const standing_places: Record<Family, [TokenKind, SegmentKind][]> = {
  classic: [
    ["follower", "road"], ["follower", "city"], ["follower", "monastery"], ["follower", "field"],
    ["abbot", "monastery"], ["abbot", "garden"],
  ],
  hunters: [
    ["follower", "forest"], ["follower", "river"], ["follower", "meadow"],
    ["hut", "river"], ["hut", "lake"],
  ],
};

export async function need_tokens(family: Family, players: number): Promise<void> {
  const wanted = standing_places[family].flatMap(([token, kind]) =>
    Array.from({ length: players }, (_, player) => ({ token, kind, player })));
  await Promise.all(wanted.map(async ({ token, kind, player }) => {
    const key = `${token} ${kind} ${player}`;
    if (!tokens.has(key)) tokens.set(key, image(await engine().token_picture(token, kind, player)));
  }));
  if (!tokens.has("man")) tokens.set("man", image(await engine().token_picture("", "city", 0)));
}
export function token_picture(token: TokenKind, kind: SegmentKind, player: number): string {
  return tokens.get(`${token} ${kind} ${player}`) ?? "";
}
export function man_picture(): string {
  return tokens.get("man") ?? "";
}
