// How much of a tile is drawn, by its size on the screen.

import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { Engine } from "../../web/src/engine/engine";
import type { Detail } from "../../web/src/engine/types";
import { expect, open_game, record_of, sweep, test } from "./table";

const two = [{ name: "Ada" }, { name: "Bo" }];
test.use({ viewport: { width: 1440, height: 900 } });

/** Every picture's text by its address. Pictures stay lines: as pixels they have none. */
function keep_texts(): void {
  const texts = new Map<string, string>();
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob: Blob) => {
    const url = make(blob);
    void blob.text().then((text) => texts.set(url, text));
    return url;
  };
  Object.assign(window, { texts, OffscreenCanvas: undefined });
}
function texts_of(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((images) => {
    const { texts } = window as unknown as { texts: Map<string, string> };
    return images.map((image) => texts.get(image.getAttribute("href") ?? "") ?? "");
  });
}

/** The engine's own pictures of all that lies there, and those that fit a hand. */
async function drawn(edition: string, turns: number): Promise<Record<Detail | "hand", Set<string>>> {
  const engine = await Engine.load(await readFile(`${__dirname}/../../build/wasm/board.wasm`));
  const { record, seed } = await record_of(
    edition,
    two.map(({ name }) => name),
    turns,
  );
  const { game } = engine.open(record, { seed });
  const { board, hand } = engine.deal(game).position;
  const all = (detail: Detail, tiles = board as { tile: string; rot: number }[]) =>
    new Set(tiles.flatMap(({ tile, rot }) => Object.values(engine.picture(game, tile, rot, detail)) as string[]));
  const turned = [0, 1, 2, 3].map((rot) => ({ tile: hand!, rot }));
  return { small: all("small"), full: all("full"), hand: all("full", turned) };
}
const tile_px = (page: Page) =>
  page
    .locator(".cell")
    .first()
    .evaluate((cell) => cell.getBoundingClientRect().width);
async function zoom_to(page: Page, px: number): Promise<void> {
  await page.mouse.move(500, 400);
  await page.mouse.wheel(0, -500 * Math.log2(px / (await tile_px(page))));
  await expect.poll(() => tile_px(page)).toBeCloseTo(px, 0);
}

for (const edition of ["classic-2", "hunters"]) {
  const shown = `a board of fifty pixels per tile shows small pictures and large figures: ${edition}`;
  test(shown, { tag: edition === "hunters" ? sweep : [] }, async ({ page }) => {
    await page.addInitScript(keep_texts);
    const pictures = await drawn(edition, 70);
    const only = (detail: Detail) => {
      const other = pictures[detail === "small" ? "full" : "small"];
      return [...pictures[detail]].filter((text) => !other.has(text));
    };
    expect(only("small").length).toBeGreaterThan(20);
    /** Which of the board's pictures can be seen to be of one detail. */
    const shown = async () => {
      const texts = new Set(await texts_of(page, ".map > image"));
      return {
        small: only("small").filter((text) => texts.has(text)).length,
        full: only("full").filter((text) => texts.has(text)).length,
      };
    };
    const all_small = { small: only("small").length, full: 0 },
      all_full = { small: 0, full: only("full").length };
    const figure_px = () =>
      page.locator(".tokens image").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));

    await open_game(page, edition, two, 70);
    await zoom_to(page, 50);
    await expect.poll(shown).toEqual(all_small);
    const figures = await figure_px();
    expect(figures.length).toBeGreaterThan(4);
    expect(Math.min(...figures)).toBeGreaterThanOrEqual(22);

    // Hardly nearer: nothing changes. Near: everything is drawn, and figures are a share of their tile.
    await zoom_to(page, 68);
    await expect.poll(shown).toEqual(all_small);
    await zoom_to(page, 100);
    await expect.poll(shown).toEqual(all_full);
    expect(Math.max(...(await figure_px()))).toBeCloseTo(38, 0);
    await zoom_to(page, 68);
    await expect.poll(shown).toEqual(all_full);

    // What is in hand is larger than what lies there.
    await zoom_to(page, 50);
    await expect.poll(shown).toEqual(all_small);
    const hand = await texts_of(page, ".hand image");
    expect(hand.length).toBeGreaterThan(0);
    for (const text of hand) expect(pictures.hand).toContain(text);
  });
}
