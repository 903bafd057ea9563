// What every test here uses: a page that must stay silent, and hands that play.

import { readFile } from "node:fs/promises";
import AxeBuilder from "@axe-core/playwright";
import { expect, test as base, type BrowserContext, type Locator, type Page } from "@playwright/test";
import { Engine, new_record } from "../../web/src/engine/engine";

/** Whether `bastide serve` answers; see playwright.config.ts. */
export const has_server = process.env["BASTIDE_SERVES"] === "yes";

/** The tag of what takes longest, or is asked on more screens, in more languages and boxes: only `./dev test --soak` runs it. */
export const sweep = ["@sweep"];

/** A page that must stay silent: no error on the console, no uncaught exception, no violation of the security policy. */
async function listen(page: Page, heard: string[]): Promise<void> {
  // A static host answers the question for a server with its one page.
  if (!has_server) {
    await page.route("**/api/info", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  }
  page.on("console", (message) => {
    if (message.type() === "error") heard.push(message.text());
  });
  page.on("pageerror", (error) => heard.push(error.message));
}

/** Games on the device get the same seed in every run: the same tiles come. */
function deal_alike(): void {
  const random = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array instanceof BigUint64Array ? array.fill(20260n) : random(array));
}

interface Fixtures {
  heard: string[];
  silence: void;
  /** The page of somebody else, in a browser of their own. */
  another: () => Promise<Page>;
}
export const test = base.extend<Fixtures>({
  heard: async ({}, use) => use([]),
  silence: [
    async ({ page, heard }, use) => {
      await listen(page, heard);
      await page.addInitScript(deal_alike);
      await use();
      expect(heard).toEqual([]);
    },
    { auto: true },
  ],
  another: async ({ browser, viewport, heard }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ viewport });
      contexts.push(context);
      const page = await context.newPage();
      await listen(page, heard);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});
export { expect };

export interface Setup {
  edition: string;
  /** Options as the page labels them. */
  options?: { label: string; value?: string }[];
  /** Bots beside the two people of a table of the server. */
  bots?: number;
}

/** Once a page has kept its files: what it was still fetching would fail aloud. */
export async function lose_network(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.context().setOffline(true);
}

/** Two people, each with a page of their own, at a table of the server. */
export async function start_online(ada: Page, bo: Page, setup: Setup): Promise<void> {
  await ada.goto(`/#/online/new/${setup.edition}`);
  await ada.getByLabel("Name of seat 1").fill("Ada");
  for (const option of setup.options ?? []) {
    const field = ada.getByLabel(option.label, { exact: true });
    if (option.value === undefined) await field.check();
    else await field.selectOption(option.value);
  }
  for (let seat = 3; seat < 3 + (setup.bots ?? 0); ++seat) {
    await ada.getByRole("button", { name: "Add a player" }).click();
    await ada.getByLabel(`Who plays seat ${seat}`).selectOption("beginner");
  }
  await ada.getByRole("button", { name: "Open a table" }).click();
  const link = await ada.locator("code").textContent();
  await bo.goto(link!);
  await bo.getByLabel("Your name").fill("Bo");
  await bo.getByRole("button", { name: "Sit down" }).click();
  await expect(bo.locator(".tabletop")).toBeVisible();
  await expect(ada.locator(".tabletop")).toBeVisible();
}

/** The page of whoever has to decide. */
export async function to_move(...pages: Page[]): Promise<Page> {
  const ready = pages.map((page) => page.waitForSelector(".cell", { state: "attached" }).then(() => page));
  for (const one of ready) one.catch(() => {});
  return Promise.race(ready);
}

/** Plays whichever of the pages is to move, to the end; `between` runs before each turn. */
export async function play_online(
  pages: Page[],
  between: (turn: number) => Promise<void> = async () => {},
): Promise<void> {
  for (let n = 0; n < 130; ++n) {
    await between(n);
    const ready = pages.map((page) =>
      page
        .waitForFunction(() => document.querySelector(".cell, .ending") !== null, undefined, { timeout: 120_000 })
        .then(() => page),
    );
    const page = await Promise.race(ready);
    for (const other of ready) other.catch(() => {});
    if ((await over(page).count()) > 0) break;
    await play_turn(page, n, quick);
  }
  for (const page of pages) await expect(over(page)).toBeVisible();
  const hashes = await Promise.all(pages.map((page) => page.locator(".tabletop").getAttribute("data-hash")));
  expect(new Set(hashes).size).toBe(1);
}

/** People at one screen, set up on the page for new games. */
export async function start_hot_seat(page: Page, setup: Setup, names = ["Ada", "Bo"]): Promise<void> {
  await page.goto(`/#/new/${setup.edition}`);
  for (const option of setup.options ?? []) {
    const field = page.getByLabel(option.label, { exact: true });
    if (option.value === undefined) await field.check();
    else await field.selectOption(option.value);
  }
  for (const [i, name] of names.entries()) {
    if (i > 1) await page.getByRole("button", { name: "Add a player" }).click();
    if (i > 0) await page.getByLabel(`Who plays seat ${i + 1}`).selectOption("person");
    await page.getByLabel(`Name of seat ${i + 1}`).fill(name);
  }
  await page.getByRole("button", { name: "Start the game" }).click();
  await expect(page.locator(".cell").first()).toBeVisible();
}

export const over = (page: Page) => page.locator(".ending");
const confirm_button = (page: Page) => page.locator(".confirm");

/** Waits until somebody has to decide, or the game is over. */
export async function wait_for_turn(page: Page): Promise<"turn" | "over"> {
  await page.locator(".cell, .ending").first().waitFor({ state: "attached", timeout: 20_000 });
  return (await over(page).count()) > 0 ? "over" : "turn";
}

/** Whether a click in its middle would reach it. */
async function reachable(target: Locator): Promise<boolean> {
  return target.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return hit === element;
  });
}

export type Press = (target: Locator) => Promise<void>;

/** One turn: a square, a figure now and then, confirm. Numbers decide, so that runs are alike. */
export async function play_turn(page: Page, n: number, press: Press): Promise<void> {
  const cells = page.locator(".cell");
  const count = await cells.count();
  if (count === 0) throw new Error("there is no square to lay the tile on");
  if ((await page.locator(".cell.ghost").count()) === 0) {
    let pressed = false;
    for (let i = 0; i < count && !pressed; ++i) {
      const cell = cells.nth((n * 7 + i) % count);
      if (press !== quick) {
        await cell.evaluate((element: HTMLElement) => element.focus({ preventScroll: true }));
        if (!(await reachable(cell))) continue;
      }
      await press(cell);
      pressed = true;
    }
    if (!pressed) await page.keyboard.press("Enter");
  }
  await ghost(page);
  const choices = page.locator(".choices .choice");
  if (n % 3 !== 2 && (await choices.count()) > 0) {
    await choices.nth(n % (await choices.count())).evaluate((element: HTMLElement) => element.click());
  }
  while ((await page.locator(".spot.man").count()) > 0) {
    const before = await page.locator(".spot.man").count();
    await page
      .locator(".spot.man")
      .first()
      .evaluate((element: HTMLElement) => element.click());
    await expect(page.locator(".spot.man"))
      .not.toHaveCount(before)
      .catch(() => {});
    if (await confirm_button(page).isEnabled()) break;
  }
  await confirm(page, () => press(confirm_button(page)));
}

/** Confirms and waits until the tile lies on the board. */
export async function confirm(page: Page, press: () => Promise<void>): Promise<void> {
  const tiles = await page.locator(".hits > g").count();
  await press();
  await page.waitForFunction((before) => document.querySelectorAll(".hits > g").length > before, tiles);
}
const ghost = (page: Page) => page.waitForFunction(() => document.querySelector(".cell.ghost") !== null);

export async function play_to_end(page: Page, press: Press, most = 120): Promise<number> {
  for (let n = 0; n < most; ++n) {
    if ((await wait_for_turn(page)) === "over") return n;
    await play_turn(page, n, press);
  }
  throw new Error("the game does not end");
}

/** Without waiting for the picture to be still: for games that are about something else. */
export const quick: Press = (target) => target.evaluate((element: HTMLElement) => element.click());
export const click: Press = (target) => target.click({ timeout: 5000 });

interface StoredRecord {
  result: { scores: number[] };
  turns: { deploy?: { token: string } }[];
}
/** The table at the end adds up, and the stored record, which it returns, says the same. */
export async function check_end(page: Page): Promise<StoredRecord> {
  await expect(over(page)).toBeVisible();
  const skip = over(page).getByRole("button", { name: "Skip" });
  if (await skip.isVisible()) await skip.click();
  const column = async (i: number) => {
    const cells = await over(page)
      .locator(`tbody tr td:nth-child(${i + 2})`)
      .allTextContents();
    const total = await over(page)
      .locator(`tfoot tr td:nth-child(${i + 2})`)
      .textContent();
    return {
      sum: cells.reduce((sum, text) => sum + Number(text), 0),
      total: Number(total),
    };
  };
  const totals: number[] = [];
  const players = await over(page).locator("tfoot td").count();
  for (let i = 0; i < players; ++i) {
    const { sum, total } = await column(i);
    expect(sum).toBe(total);
    totals.push(total);
  }
  const stored = await page.evaluate(async () => {
    const id = location.hash.split("/").pop()!;
    const db = await new Promise<IDBDatabase>((done, failed) => {
      const request = indexedDB.open("bastide");
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
    const game = await new Promise<{ record: string }>((done) => {
      const request = db.transaction("games").objectStore("games").get(id);
      request.onsuccess = () => done(request.result as { record: string });
    });
    return JSON.parse(game.record) as StoredRecord;
  });
  expect(stored.result.scores).toEqual(totals);
  return stored;
}

/** Axe finds nothing, however small. The drawn board is hidden from assistive technology: its buttons and lists speak for it. */
export async function check_axe(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude(".map").analyze();
  const where = (nodes: { target: unknown[] }[]) => nodes.slice(0, 3).map((node) => node.target.join(" "));
  expect(violations.map(({ id, nodes }) => `${name}: ${id} ${where(nodes).join(" | ")}`)).toEqual([]);
}

/** How much lighter the first colour is than each of the others, at least, as WCAG has it. */
export async function least_contrast(page: Page, colour: string, others: string[]): Promise<number> {
  return page.evaluate(
    ([colour, others]) => {
      const light = (one: string): number => {
        const paper = new OffscreenCanvas(1, 1).getContext("2d")!;
        paper.fillStyle = one;
        paper.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...paper.getImageData(0, 0, 1, 1).data].map((byte) => {
          const share = byte / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      };
      const own = light(colour) + 0.05;
      return Math.min(...others.map((one) => Math.max(own / (light(one) + 0.05), (light(one) + 0.05) / own)));
    },
    [colour, others] as const,
  );
}

let thinker: Promise<Engine> | undefined;
/** The module that pages think with. */
export function engine(): Promise<Engine> {
  thinker ??= readFile(`${__dirname}/../../build/wasm/thinking.wasm`).then((module) => Engine.load(module));
  return thinker;
}
/** The record of a game that bots have played so far, the same in every run. */
export async function record_of(
  edition: string,
  players: string[],
  turns: number,
  options: Record<string, unknown> = {},
): Promise<{ record: string; seed: string }> {
  const seed = "20260";
  const thinking = await engine();
  const { game } = thinking.open(new_record(edition, options, players), { seed });
  for (let turn = 0; turn < turns && !thinking.deal(game).position.over; ++turn)
    thinking.play(game, thinking.choose(game, "beginner"));
  const record = thinking.record(game);
  thinking.close(game);
  return { record, seed };
}

/** A game in the middle or at its end, kept in this browser as if it had been played there, and its table. */
export async function open_game(
  page: Page,
  edition: string,
  seats: { name: string; bot?: string }[],
  turns: number,
  options: Record<string, unknown> = {},
): Promise<void> {
  const { record, seed } = await record_of(
    edition,
    seats.map((seat) => seat.name),
    turns,
    options,
  );
  await page.goto("/#/settings");
  const id = `g${turns}x${seats.length}`;
  const aids = {
    remaining: true,
    dead: true,
    ownership: true,
    projected: true,
    hints: true,
  };
  const scores = seats.map(() => 0);
  const game = {
    id,
    version: 1,
    edition,
    record,
    seed,
    first: 0,
    seats,
    aids,
    updated: 1,
    turns,
    scores,
    over: false,
  };
  await page.evaluate(
    (saved) =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open("bastide", 1);
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore("games", { keyPath: "id" }).createIndex("updated", "updated");
        opening.onerror = () => fail(opening.error!);
        opening.onsuccess = () => {
          const put = opening.result.transaction("games", "readwrite").objectStore("games").put(saved);
          put.onsuccess = () => {
            opening.result.close();
            done();
          };
        };
      }),
    game,
  );
  await page.goto(`/#/play/${id}`);
  // A square for the tile in hand, or what the end tells.
  await page.locator(".cell, .ending .told").first().waitFor({ state: "attached" });
}

/** Lays the tile on one square after the other until it lies as wanted. */
export async function lay_where(page: Page, wanted: () => Promise<boolean>): Promise<void> {
  for (const cell of await page.locator(".cell").all()) {
    await cell.evaluate((element: HTMLElement) => element.click());
    await expect(cell).toHaveClass(/ghost/);
    if (await wanted()) return;
  }
  throw new Error("the tile lies nowhere as wanted");
}

/** How many tiles are not wholly on the board as it is seen. */
export function tiles_outside(page: Page): Promise<number> {
  return page.evaluate(() => {
    const board = document.querySelector("[data-board]")!.getBoundingClientRect();
    return [...document.querySelectorAll(".hits > g")].filter((tile) => {
      const { left, right, top, bottom } = tile.getBoundingClientRect();
      return left < board.left || right > board.right || top < board.top || bottom > board.bottom;
    }).length;
  });
}

/** How much of the tile in play is seen, sampled; and whether all of it lies on the board. */
export async function ghost_seen(page: Page): Promise<{ share: number; inside: boolean; size: number }> {
  return page.evaluate(() => {
    const ghost = document.querySelector(".cell.ghost")!;
    const tile = ghost.getBoundingClientRect(),
      board = document.querySelector(".board")!.getBoundingClientRect();
    let seen = 0;
    const grid = 9;
    for (let i = 0; i < grid; ++i) {
      for (let j = 0; j < grid; ++j) {
        const x = tile.x + ((i + 0.5) / grid) * tile.width,
          y = tile.y + ((j + 0.5) / grid) * tile.height;
        if (document.elementFromPoint(x, y) === ghost) ++seen;
      }
    }
    const inside =
      tile.left >= board.left && tile.top >= board.top && tile.right <= board.right && tile.bottom <= board.bottom;
    return { share: seen / grid ** 2, inside, size: tile.width };
  });
}
