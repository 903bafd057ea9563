// What once went wrong, as a person met it.

import type { Page } from "@playwright/test";
import {
  click,
  engine,
  expect,
  has_server,
  open_game,
  over,
  play_turn,
  quick,
  record_of,
  start_hot_seat,
  test,
  wait_for_turn,
  tiles_outside,
} from "./table";

const two = [{ name: "Ada" }, { name: "Bo" }];
const against_bot = [{ name: "Ada" }, { name: "Deep", bot: "beginner" }];
const middle = async (page: Page, selector: string) => {
  const box = (await page.locator(selector).first().boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

test("the tile is dragged from the hand to a square, and nothing is selected", async ({ page }) => {
  await start_hot_seat(page, { edition: "classic-2" });
  const from = await middle(page, ".hand"),
    to = await middle(page, ".cell");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x - 200, to.y + 10, { steps: 4 });
  await expect(page.locator(".held")).toHaveCount(1);
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await expect(page.locator(".preview")).toHaveCount(1);
  await page.mouse.up();
  await expect(page.locator(".cell").first()).toHaveClass(/ghost/);
  await expect(page.locator(".held")).toHaveCount(0);
  expect(await page.evaluate(() => getSelection()!.toString())).toBe("");
  // Let go beside the board's squares, it stays in hand.
  await page.keyboard.press("Escape");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x - 20, from.y - 30, { steps: 3 });
  await page.mouse.up();
  await expect(page.locator(".cell.ghost")).toHaveCount(0);
});

test("the tile is seen under the mouse before it is laid, and turned there", async ({ page }) => {
  await start_hot_seat(page, { edition: "classic-2" });
  const turned = () => page.locator(".preview").getAttribute("data-rot");
  for (const cell of await page.locator(".cell").all()) {
    await cell.hover();
    const before = await turned();
    await page.keyboard.press("r");
    // A square that takes the tile in one way shows no other one.
    const other = await expect
      .poll(turned, { timeout: 2000 })
      .not.toBe(before)
      .then(
        () => true,
        () => false,
      );
    if (!other) continue;
    const shown = await turned();
    await cell.click();
    await expect(page.locator(".ghost-picture").first()).toHaveAttribute("data-rot", shown!);
    return;
  }
  throw new Error("no square takes the tile in two ways");
});

test.describe("with a finger", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("the tile is dragged, and a tap on it turns it", async ({ page, context }) => {
    await start_hot_seat(page, { edition: "classic-2" });
    const finger = await context.newCDPSession(page);
    const from = await middle(page, ".hand"),
      to = await middle(page, ".cell");
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x?: number, y?: number) =>
      finger.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y: y! }] });
    await touch("touchStart", from.x, from.y);
    await touch("touchMove", from.x + 5, from.y - 60);
    await touch("touchMove", to.x, to.y + 46);
    await touch("touchEnd");
    await expect(page.locator(".cell").first()).toHaveClass(/ghost/);
    const ghost = page.locator(".cell.ghost");
    for (const cell of await page.locator(".cell").all()) {
      if (await page.getByRole("button", { name: "Turn the tile" }).isEnabled()) break;
      await cell.evaluate((element: HTMLElement) => element.click());
      await expect(cell).toHaveClass(/ghost/);
    }
    const label = await ghost.getAttribute("aria-label");
    // The view may still be on its way to the tile: then the finger misses and taps again.
    await expect(async () => {
      const at = await middle(page, ".cell.ghost");
      await page.touchscreen.tap(at.x, at.y);
      await expect(ghost).not.toHaveAttribute("aria-label", label!, { timeout: 1500 });
    }).toPass();
    await expect(page.locator(".choice[aria-pressed=true]")).toHaveCount(0);
  });
});

test("whoever plays on from a replay meets the same bot with the same points", async ({ page }) => {
  await open_game(page, "classic-2", against_bot, 30);
  await page.goto(`/#/replay/game/${page.url().split("/").pop()!}/24`);
  const scores = page.locator(".players .score");
  await expect(page.getByText("Turn 24 of 30")).toBeVisible();
  const before = await scores.allTextContents();
  expect(before.some((score) => score !== "0")).toBe(true);
  await page.getByRole("button", { name: "Play on from here" }).click();
  await expect(page).toHaveURL(/#\/play\//);
  await wait_for_turn(page);
  await expect(page.locator(".players li").nth(1)).toContainText("Wanderer");
  await expect(page.locator(".status")).not.toContainText("Deep");
  await page.goto("/#/");
  await expect(page.locator(".running li").first()).toContainText(/Ada \d+ · Deep \d+/);
  const [ada, deep] = before.map(Number);
  const card = (await page.locator(".running li").first().textContent())!;
  const [, now_ada, now_deep] = /Ada (\d+) · Deep (\d+)/.exec(card)!.map(Number);
  expect(now_ada).toBeGreaterThanOrEqual(ada!);
  expect(now_deep).toBeGreaterThanOrEqual(deep!);
  expect(now_ada! + now_deep!).toBeGreaterThan(0);
});

test("the cards say no more of the final points than the walk through them", async ({ page }) => {
  await open_game(page, "classic-2", two, 70);
  await play_turn(page, 2, quick);
  await expect(over(page)).toBeVisible();
  const told = () => over(page).locator(".running b").allTextContents();
  const cards = () => page.locator(".players .score").allTextContents();
  expect(await cards()).toEqual(await told());
  const early = await cards();
  // What is told is told beside the board, not over it.
  await expect(page.locator(".inspector")).toHaveCount(0);
  await over(page).getByRole("button", { name: "Next" }).click();
  await expect.poll(cards).toEqual(await told());
  await over(page).getByRole("button", { name: "Skip" }).click();
  await expect.poll(cards).toEqual(await over(page).locator("tfoot td").allTextContents());
  expect(await cards()).not.toEqual(early);
});

test("a hint outside the view is brought into it", async ({ page }) => {
  await open_game(page, "classic-2", two, 35);
  for (let i = 0; i < 6; ++i) await page.keyboard.press("+");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByRole("button", { name: "Do that" }).click();
  const ghost = page.locator(".cell.ghost");
  await expect(ghost).toBeInViewport({ ratio: 0.99 });
  const board = (await page.locator(".board").boundingBox())!,
    tile = (await ghost.boundingBox())!;
  expect(tile.x).toBeGreaterThanOrEqual(board.x);
  expect(tile.y).toBeGreaterThanOrEqual(board.y);
  expect(tile.x + tile.width).toBeLessThanOrEqual(board.x + board.width);
});

test("a tablet that is turned shows the board, not a list over it", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await open_game(page, "classic-2", two, 10);
  await expect(page.locator(".panel")).toBeVisible();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.locator(".panel")).toHaveCount(0);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.locator(".panel")).toBeVisible();
});

test("a phone that is turned shows all tiles", async ({ page }) => {
  const missing = () => tiles_outside(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await open_game(page, "classic-2", two, 35);
  await expect.poll(missing).toBe(0);
  await page.setViewportSize({ width: 844, height: 390 });
  await expect.poll(missing).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(missing).toBe(0);
});

test("a window of another size shows all tiles, unless a hand has chosen", async ({ page }) => {
  const tile = page.locator(".hits > g").first();
  const width = async () => (await tile.boundingBox())!.width;
  await page.setViewportSize({ width: 1440, height: 900 });
  await open_game(page, "classic-2", two, 35);
  const large = await width();
  await page.setViewportSize({ width: 1024, height: 600 });
  await expect.poll(() => tiles_outside(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(width).toBeCloseTo(large, 0);
  await page.keyboard.press("+");
  await expect.poll(width).toBeGreaterThan(large * 1.1);
  const chosen = await width();
  await page.setViewportSize({ width: 1024, height: 600 });
  await expect.poll(() => tiles_outside(page)).toBeGreaterThan(0);
  expect(await width()).toBeCloseTo(chosen, 0);
});

test("a game that was thrown away comes back", async ({ page }) => {
  await open_game(page, "classic-2", two, 10);
  await page.goto("/#/");
  await page.getByRole("button", { name: /^Delete/ }).click();
  await expect(page.locator(".running")).toHaveCount(0);
  await page.getByRole("button", { name: "Get it back" }).click();
  await expect(page.locator(".running li")).toHaveCount(1);
  await page.reload();
  await expect(page.locator(".running li")).toHaveCount(1);
});

test("addresses of nothing say so", async ({ page }) => {
  for (const [at, told] of [
    ["/#/%E0%A4%A", "There is no such page"],
    ["/#/foo", "There is no such page"],
    ["/#/new/doesnotexist", "There is no such box"],
    ["/#/table/xyz", "There is no such table"],
    ["/#/replay/record/@@@/0", "damaged"],
    ["/#/replay/game/xyz/0", "There is no such game here"],
  ] as const) {
    await page.goto("/#/settings");
    await page.goto(at);
    await expect(page.getByText(told), at).toBeVisible();
    await page.getByRole("link", { name: "Home" }).click();
    await expect(page.getByRole("heading", { name: "Choose a box" })).toBeVisible();
  }
});

test("a replay of a table that the server does not have says so", async ({ page, heard }) => {
  test.skip(!has_server, "needs a server");
  await page.goto("/#/replay/table/aaaaaaaaaaaaaaaa/0");
  await expect(page.getByText("There is no such game here")).toBeVisible();
  for (const line of heard.splice(0)) expect(line).toMatch(/404/);
});

test("a file that is not there is a page that says so", async ({ page, heard }) => {
  test.skip(!has_server, "a static host answers in its own words");
  for (const at of ["/x.html", "/t/short"]) {
    await page.goto(at);
    await expect(page.getByText("There is no such page"), at).toBeVisible();
  }
  for (const line of heard.splice(0)) expect(line).toMatch(/404/);
});

test("a tile that is laid and not confirmed is still there after a reload", async ({ page }) => {
  await open_game(page, "classic-2", two, 10);
  await page.locator(".cell").nth(1).click();
  await page.locator(".choice").first().click();
  const chosen = page.locator(".choice[aria-pressed=true]");
  await expect(chosen).toHaveCount(1);
  const ghost = page.locator(".cell.ghost");
  const label = await ghost.getAttribute("aria-label");
  await page.reload();
  await expect(ghost).toHaveAttribute("aria-label", label!);
  await expect(chosen).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(ghost).toHaveCount(0);
  await page.reload();
  await wait_for_turn(page);
  await expect(ghost).toHaveCount(0);
});

test("a kept turn that is none any more is forgotten, and the table plays on", async ({ page }) => {
  await open_game(page, "classic-2", two, 10);
  await page.locator(".cell").nth(1).click();
  await expect(page.locator(".cell.ghost")).toHaveCount(1);
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith("bastide.draft."))!;
    const kept = JSON.parse(sessionStorage.getItem(key)!);
    kept.move.deploy = { token: "follower", segment: 99 };
    sessionStorage.setItem(key, JSON.stringify(kept));
  });
  await page.reload();
  await wait_for_turn(page);
  await page.locator(".cell").first().click();
  await expect(page.locator(".cell").first()).toHaveClass(/ghost/);
  await click(page.locator(".confirm"));
  await expect(page.locator(".hits > g")).toHaveCount(12);
});

test("against a bot a round is taken back, and the game given up", async ({ page }) => {
  await open_game(page, "classic-2", against_bot, 10);
  const hash = () => page.locator(".tabletop").getAttribute("data-hash");
  const hand = () => page.locator(".hand svg").getAttribute("aria-label");
  const [before, tile] = [await hash(), await hand()];
  await page.locator(".cell").first().click();
  await click(page.locator(".confirm"));
  await expect(page.locator(".hits > g")).toHaveCount(13);
  await wait_for_turn(page);
  await page.getByRole("button", { name: "Take 2 turns back" }).click();
  await expect(page.locator(".hits > g")).toHaveCount(11);
  await expect.poll(hash).toBe(before);
  // The tile lies as it did; in the hand it is as it came.
  await page.keyboard.press("Escape");
  await expect.poll(hand).toBe(tile);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(page.locator(".ended", { hasText: "You resigned" })).toBeVisible();
  await expect(page.locator(".players li.active")).toHaveCount(0);
  await page.reload();
  await expect(page.locator(".ended", { hasText: "You resigned" })).toBeVisible();
  await expect(page.locator(".cell")).toHaveCount(0);
});

test("without a network the lobby says that, not that there is no server", async ({ page, heard }) => {
  await page.route("**/api/**", (route) => route.abort());
  await page.goto("/#/online");
  await expect(page.getByText("Are you offline?")).toBeVisible();
  for (const line of heard.splice(0)) expect(line).toMatch(/ERR_FAILED/);
});

test("what is counted and who scores is told in good English", async ({ page }) => {
  const at = await meadow_with_one();
  await open_game(page, "hunters", two, at);
  await page.keyboard.press("a");
  await page.getByLabel("Also areas that nobody holds").check();
  const list = page.locator(".panel");
  await expect(list).toContainText(/\b1 tiger\b/);
  await expect(list).toContainText(/\b1 mammoth or buffalo\b/);
  await expect(list).not.toContainText(/\b1 (tigers|mammoths)/);
  // A hint for whoever is called "You" as the page calls them.
  const hint = page.locator(".hint li");
  const thinking = await engine();
  for (let turns = 8; turns < 30; turns += 2) {
    const { record, seed } = await record_of("classic-2", ["You", "Bo"], turns);
    const { game } = thinking.open(record, { seed });
    const { player } = thinking.deal(game).position;
    const scores = thinking.advise(game, 0.05).why.some((one) => one.code === "scores" && one.player === player);
    thinking.close(game);
    if (!scores || player !== 0) continue;
    await open_game(page, "classic-2", [{ name: "You" }, { name: "Bo" }], turns);
    await page.getByRole("button", { name: "Hint" }).click();
    await hint.first().waitFor();
    const reasons = (await hint.allTextContents()).join("; ");
    expect(reasons).not.toMatch(/[Yy]ou scores|for You\b/);
    if (/at once for you\b/.test(reasons)) return;
  }
  throw new Error("no hint scores at once");
});
/** After how many turns of that game there is a meadow with one tiger and one with one big animal. */
async function meadow_with_one(): Promise<number> {
  const thinking = await engine();
  for (let turns = 12; turns < 60; turns += 2) {
    const { record, seed } = await record_of("hunters", ["Ada", "Bo"], turns);
    const { game } = thinking.open(record, { seed });
    const { areas } = thinking.step(game);
    thinking.close(game);
    if (areas.some(({ tigers }) => tigers === 1) && areas.some(({ big }) => big === 1)) return turns;
  }
  throw new Error("no such meadow");
}

test("paper has the whole board, in light colours, wherever the view is", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await open_game(page, "classic-2", two, 35);
  for (let i = 0; i < 5; ++i) await page.keyboard.press("+");
  const seen = () =>
    page.evaluate(() => {
      const board = document.querySelector("[data-board]")!.getBoundingClientRect();
      return [...document.querySelectorAll(".map rect.edge")].filter((tile) => {
        const { left, top, right, bottom } = tile.getBoundingClientRect();
        return left >= board.left && top >= board.top && right <= board.right && bottom <= board.bottom;
      }).length;
    });
  expect(await seen()).toBeLessThan(36);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  expect(await seen()).toBe(36);
  await expect(page.locator(".stage")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  expect(await seen()).toBeLessThan(36);
});

test("small words: no note for authors, no old lesson, no name too wide", async ({ page }) => {
  await page.goto("/#/rules/hunters");
  await expect(page.locator("article h3").first()).toBeVisible();
  await expect(page.getByText("inferred")).toHaveCount(0);
  await page.goto("/#/learn/classic");
  await expect(page.locator("[data-announced]")).not.toHaveText("");
  await page.goto("/#/");
  await expect(page.locator("[data-announced]")).toHaveText("");
  await expect(page).toHaveTitle("Bastide");
  await page.goto("/#/new/new");
  await page.getByLabel("Name of seat 1").fill("W".repeat(40));
  const row = (await page.locator(".first").boundingBox())!,
    add = (await page.getByRole("button", { name: "Add a player" }).boundingBox())!;
  expect(row.height).toBeLessThan(60);
  expect(Math.abs(row.y - add.y)).toBeLessThan(20);
  await expect(page).toHaveTitle("New edition · Bastide");
});
