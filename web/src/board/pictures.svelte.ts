// The engine's drawings as images: each tile, rotation and token once, for all boards of an edition.

import { SvelteMap } from "svelte/reactivity";
import { engine } from "../engine/client";
import type { GoodsKind, OpenedGame, SegmentKind, TokenKind } from "../engine/types";
import { colour_of } from "./colours.svelte";
import { figure_places } from "./figures";
import { look_count } from "./seats";

export interface TilePicture {
  ground: string;
  standing: string | null;
}
interface Drawn {
  /** Sharp at any size, but drawn anew whenever the board moves. */
  lines: TilePicture;
  /** The same as pixels, made when there is time. */
  pixels: TilePicture | null;
}

const tiles = new Map<string, Drawn>();
const tokens = new SvelteMap<string, string>();

function image(svg: string): string {
  return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

// Pixels for a tile of 100 units; nearer than that, lines are shown.
const sharpness = 2.6;
let ready = $state(0);
const waiting: Drawn[] = [];

async function pixels_of(url: string, width: number, height: number): Promise<string> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = new OffscreenCanvas(width * sharpness, height * sharpness);
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return URL.createObjectURL(await canvas.convertToBlob({ type: "image/webp", quality: 0.95 }));
}
async function draw_waiting(): Promise<void> {
  for (let drawn = waiting[0]; drawn; drawn = waiting[0]) {
    const { ground, standing } = drawn.lines;
    try {
      drawn.pixels = {
        ground: await pixels_of(ground, 100, 100),
        standing: standing === null ? null : await pixels_of(standing, 140, 150),
      };
    } catch (error) {
      console.warn("a tile stays drawn in lines", error);
    }
    waiting.shift();
    await new Promise((done) => setTimeout(done, 0));
  }
  ready += 1;
}
function draw_later(drawn: Drawn): void {
  waiting.push(drawn);
  if (waiting.length === 1) setTimeout(() => void draw_waiting(), 50);
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
    await Promise.all(
      [...missing].map(async ([key, [tile, rot]]) => {
        const drawn = await engine().picture(game, tile, rot);
        const lines = {
          ground: image(drawn.ground),
          standing: drawn.standing === "" ? null : image(drawn.standing),
        };
        const both: Drawn = { lines, pixels: null };
        tiles.set(key, both);
        draw_later(both);
      }),
    );
  }
  /** `scale`: device pixels a unit, which decides between pixels and lines. */
  tile(tile: string, rot: number, scale: number): TilePicture | undefined {
    const drawn = tiles.get(this.key(tile, rot));
    return (ready > 0 && scale <= sharpness ? drawn?.pixels : null) ?? drawn?.lines;
  }
  private key(tile: string, rot: number): string {
    return `${this.edition} ${tile} ${rot}`;
  }
}

export const goods_kinds: readonly GoodsKind[] = ["wine", "grain", "cloth"];

/** Of every look: whoever plays may choose another one at any time. */
export async function need_tokens(opened: Pick<OpenedGame, "family" | "options">): Promise<void> {
  const wanted = Array.from({ length: look_count }, (_, look) =>
    figure_places(opened).map(([token, kind]) => ({ token, kind, look })),
  ).flat();
  await Promise.all(
    wanted.map(async ({ token, kind, look }) => {
      const key = `${token} ${kind} ${look}`;
      if (!tokens.has(key)) tokens.set(key, image(await engine().token_picture(token, kind, look)));
    }),
  );
  if (opened.options["traders"] === true) {
    for (const goods of goods_kinds)
      if (!tokens.has(goods)) tokens.set(goods, image(await engine().token_picture(goods, "city", 0)));
  }
  if (!tokens.has("man")) tokens.set("man", image(await engine().token_picture("", "city", 0)));
}
export function token_picture(token: TokenKind, kind: SegmentKind, player: number): string {
  return tokens.get(`${token} ${kind} ${colour_of(player)}`) ?? "";
}
export function goods_picture(kind: GoodsKind): string {
  return tokens.get(kind) ?? "";
}
export function man_picture(): string {
  return tokens.get("man") ?? "";
}
