// The engine's drawings as images: each tile, rotation, detail and token once, for all boards of an edition.

import { SvelteMap } from "svelte/reactivity";
import { engine } from "../engine/client";
import type {
  Detail,
  DrawingSizes,
  GoodsKind,
  OpenedGame,
  PositionView,
  SegmentKind,
  TokenKind,
} from "../engine/types";
import { colour_of } from "./colours.svelte";
import { detail_at } from "./detail";
import { figure_places, figure_size } from "./figures";
import { bounds_of, unit, type Bounds } from "./geometry";
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
const asked = new Map<string, Promise<void>>();
const tokens = new SvelteMap<string, string>();

function image(svg: string): string {
  return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
}

// Pixels for a tile of 100 units; nearer than that, lines are shown.
const sharpness = 2.6;
const nearer_than_pixels = 3;
/** Before there is a board: about what it will fit to, with panels around it. */
function likely_scale({ left, right, top, bottom }: Bounds): number {
  return Math.min((0.8 * innerWidth) / (right - left), (0.8 * innerHeight) / (bottom - top));
}
let ready = $state(0);
const waiting: Drawn[] = [];
let drawing = false;
/** Boards that are being moved: a hand needs the processor more than the next picture does. */
let moving = 0;
/** Until what it answers is called, no pixels are made. */
export function wait_with_pixels(): () => void {
  moving += 1;
  return () => (moving -= 1);
}

async function pixels_of(url: string, width: number, height: number): Promise<string> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = new OffscreenCanvas(width * sharpness, height * sharpness);
  canvas.getContext("2d")!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return URL.createObjectURL(await canvas.convertToBlob({ type: "image/webp", quality: 0.95 }));
}
async function draw_waiting(): Promise<void> {
  while (waiting.length > 0) {
    // All of them are shown at once; what is asked for meanwhile comes after.
    for (const drawn of [...waiting]) {
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
      do await new Promise((done) => setTimeout(done, moving > 0 ? 100 : 0));
      while (moving > 0);
    }
    ready += 1;
  }
  drawing = false;
}
function draw_later(drawn: Drawn): void {
  waiting.push(drawn);
  if (drawing) return;
  drawing = true;
  setTimeout(() => void draw_waiting(), 50);
}

/** Lets boards look again once all that was asked for together is drawn. */
let coming: Promise<void>[] = [];
function look_again_after(drawing: Promise<void>): void {
  coming.push(drawing);
  if (coming.length > 1) return;
  setTimeout(() => {
    // What fails would be asked for again, and fail again.
    void Promise.allSettled(coming).then((all) => {
      if (all.some(({ status }) => status === "fulfilled")) ready += 1;
    });
    coming = [];
  }, 0);
}

type Wanted = Iterable<readonly [tile: string, rot: number]>;

/** `scale` is what a unit of the table is on the screen, in pixels: it decides what a picture shows. */
export class Pictures {
  /** What the board shows. */
  private shown: Detail | null = null;

  constructor(
    private readonly game: number,
    private readonly edition: string,
    private readonly sizes: DrawingSizes,
  ) {}

  /** Draws what is not drawn yet; then tile() has it. */
  async need(wanted: Wanted, scale: number): Promise<void> {
    const detail = detail_at(this.sizes, scale * unit);
    await Promise.all([...wanted].map(([tile, rot]) => this.draw(tile, rot, detail)));
  }
  /** What lies there as the board shows it or will, the tile in hand as a hand does. */
  async need_position(position: PositionView): Promise<void> {
    const { board, hand } = position;
    const detail = this.shown ?? detail_at(this.sizes, unit * likely_scale(bounds_of(position)));
    const turned = hand === null ? [] : [0, 1, 2, 3].map((rot) => [hand, rot] as const);
    const laid = board.map(({ tile, rot }) => [tile, rot] as const);
    await Promise.all([this.need(laid, this.step(detail)), this.need(turned, this.step("full"))]);
    // Nobody lays it at once: no board waits for these.
    if (detail === "small") look_again_after(this.need(turned, this.step(detail)));
  }
  /** What there is, until the right one is drawn, too. */
  tile(tile: string, rot: number, scale: number): TilePicture | undefined {
    void ready;
    const detail = detail_at(this.sizes, scale * unit);
    const right = tiles.get(this.key(tile, rot, detail));
    if (!right) look_again_after(this.draw(tile, rot, detail));
    const drawn = right ?? tiles.get(this.key(tile, rot, detail === "small" ? "full" : "small"));
    return (scale <= sharpness ? drawn?.pixels : null) ?? drawn?.lines;
  }
  /** Of a board whose units are so many pixels: in steps, so that zooming does not change every picture in every frame. */
  board_scale(k: number): number {
    this.shown = detail_at(this.sizes, k * unit, this.shown);
    if (this.shown === "full" && k * devicePixelRatio > sharpness) return nearer_than_pixels;
    return this.step(this.shown);
  }
  /** Across a figure on a board, in units. */
  figure_size(k = Infinity): number {
    return figure_size(this.sizes, k * unit);
  }

  private step(detail: Detail): number {
    return (this.sizes.small_pixels + (detail === "small" ? 0 : 1)) / unit;
  }
  private draw(tile: string, rot: number, detail: Detail): Promise<void> {
    const key = this.key(tile, rot, detail);
    const drawing = asked.get(key) ?? this.ask(key, tile, rot, detail);
    asked.set(key, drawing);
    return drawing;
  }
  private async ask(key: string, tile: string, rot: number, detail: Detail): Promise<void> {
    try {
      const drawn = await engine().picture(this.game, tile, rot, detail);
      const lines = {
        ground: image(drawn.ground),
        standing: drawn.standing === "" ? null : image(drawn.standing),
      };
      const both: Drawn = { lines, pixels: null };
      tiles.set(key, both);
      draw_later(both);
    } catch (error) {
      asked.delete(key);
      throw error;
    }
  }
  private key(tile: string, rot: number, detail: Detail): string {
    return `${this.edition} ${tile} ${rot} ${detail}`;
  }
}

export const goods_kinds: readonly GoodsKind[] = ["wine", "grain", "cloth"];

/** Of every look: whoever plays may choose another one at any time. */
export async function need_tokens(opened: Pick<OpenedGame, "family" | "options" | "tokens">): Promise<void> {
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
