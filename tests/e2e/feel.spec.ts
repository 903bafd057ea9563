// What happened since my turn, what it sounds and moves like, and how a game ends.

import { click, expect, open_game, over, play_turn, quick, test, wait_for_turn } from "./table";

const two = [{ name: "Ada" }, { name: "Bo" }];
const bots = ["Cleo", "Dag", "Eva"].map((name) => ({ name, bot: "beginner" }));

test("all moves since my turn are framed and numbered, and found when they are out of view", async ({ page }) => {
  await open_game(page, "classic-2", [{ name: "Ada" }, ...bots], 12);
  await page.locator(".cell").first().click();
  await click(page.locator(".confirm"));
  await expect(page.locator(".hits > g")).toHaveCount(17);
  await wait_for_turn(page);
  await expect(page.locator(".recent")).toHaveCount(3);
  await expect(page.locator(".recent text")).toHaveText(["1", "2", "3"]);
  for (let i = 0; i < 8; ++i) await page.keyboard.press("+");
  const arrow = page.getByRole("button", { name: /^Show move \d since your turn/ }).first();
  const all = await page.getByRole("button", { name: /^Show move \d/ }).count();
  expect(all).toBeGreaterThan(0);
  await arrow.click();
  await expect(page.getByRole("button", { name: /^Show move \d/ })).not.toHaveCount(all);
});

test("the list of events shows tiles and points, and the place when pressed", async ({ page }) => {
  await open_game(page, "classic-2", two, 30);
  const world = () => page.locator(".world").evaluate((element: HTMLElement) => element.style.transform);
  await expect(page.locator(".log .move image").first()).toHaveAttribute("href", /^blob:/);
  await expect(page.locator(".log .chip").first()).toHaveText(/^\+\d+$/);
  for (let i = 0; i < 8; ++i) await page.keyboard.press("+");
  const before = await world();
  for (const move of (await page.locator(".log .move").all()).slice(0, 8)) {
    await move.click();
    if ((await world()) !== before) return;
  }
  throw new Error("no move was brought into view");
});

test("pawns race on the score track", async ({ page }) => {
  await open_game(page, "classic-2", two, 40);
  const scores = await page.locator(".players .score").allTextContents();
  await expect(page.locator(".track")).toHaveAttribute("aria-label", `Score track: Ada ${scores[0]}, Bo ${scores[1]}`);
  await expect(page.locator(".track .pawn")).toHaveCount(2);
  // A part of the page of its own, which a screen reader can go to.
  await expect(page.getByRole("region", { name: "Score track" })).toHaveCount(1);
});

test("a farmer is looked at twice by those who want that", async ({ page }) => {
  await page.goto("/#/settings");
  await page.getByLabel(/^Ask once more/).check();
  await open_game(page, "classic-2", two, 4);
  const tiles = await page.locator(".hits > g").count();
  for (const cell of await page.locator(".cell").all()) {
    await cell.evaluate((element: HTMLElement) => element.click());
    await expect(cell).toHaveClass(/ghost/);
    if ((await page.locator(".choice", { hasText: "Farmer" }).count()) > 0) break;
  }
  await page.locator(".choice", { hasText: "Farmer" }).first().click();
  await page.locator(".confirm").click();
  await expect(page.locator(".confirm")).toContainText("stays to the end");
  await expect(page.locator(".hits > g")).toHaveCount(tiles);
  await page.locator(".confirm").click();
  await expect(page.locator(".hits > g")).toHaveCount(tiles + 1);
});

test("a figure is dragged to the part of the tile where it shall stand, and off it nowhere", async ({ page }) => {
  await open_game(page, "classic-2", two, 6);
  for (const cell of await page.locator(".cell").all()) {
    await cell.evaluate((element: HTMLElement) => element.click());
    await expect(cell).toHaveClass(/ghost/);
    if ((await page.locator(".spot").count()) > 1) break;
  }
  const drag = async (to: { x: number; y: number }) => {
    const from = (await page.locator(".choice").first().boundingBox())!;
    await page.mouse.move(from.x + 16, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await expect(page.locator(".held.figure")).toHaveCount(1);
    await page.mouse.up();
    await expect(page.locator(".held.figure")).toHaveCount(0);
  };
  const board = (await page.locator("[data-board]").boundingBox())!;
  await drag({ x: board.x + 3, y: board.y + 3 });
  await expect(page.locator(".spot[aria-pressed=true]")).toHaveCount(0);
  // The small circle at the end of each line is where that figure would stand.
  for (const n of [1, 0]) {
    const spot = page.locator(`.spot[data-spot="${n}"]`);
    const place = (await page.locator(".spots circle").nth(n).boundingBox())!;
    await drag({ x: place.x + place.width / 2, y: place.y + place.height / 2 });
    await expect(spot).toHaveAttribute("aria-pressed", "true");
  }
});

test.describe("with motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });
  test("points rise from what was completed, the end tells itself, and one button is silence", async ({ page }) => {
    await open_game(page, "classic-2", two, 70);
    await page.getByRole("button", { name: "Sounds" }).click();
    await expect(page.getByRole("button", { name: "Sounds" })).toHaveAttribute("aria-pressed", "false");
    await page.goto(`/#/replay/game/${page.url().split("/").pop()!}/0`);
    await page.evaluate(() => {
      const seen = { rises: 0 };
      Object.assign(window, { seen });
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) if (node instanceof Element && node.querySelector(".rise")) ++seen.rises;
        }
      }).observe(document.body, { childList: true, subtree: true });
    });
    for (let ply = 1; ply <= 40; ++ply) {
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.getByText(`Turn ${ply} of 70`)).toBeVisible();
    }
    expect(await page.evaluate(() => (window as unknown as { seen: { rises: number } }).seen.rises)).toBeGreaterThan(0);
    await expect(page.locator(".moment")).toHaveCount(0);
    await page.goto("/#/play/g70x2");
    await wait_for_turn(page);
    await play_turn(page, 2, quick);
    // Nobody presses anything: the walk goes on by itself to the result.
    await expect(over(page).locator(".podium li")).toHaveCount(2, { timeout: 60_000 });
  });
});

test("the end has ranks, luck, the best move and a picture to keep", async ({ page }) => {
  await open_game(page, "classic-2", two, 70);
  await play_turn(page, 2, quick);
  await over(page).getByRole("button", { name: "Skip" }).click();
  const ranks = await over(page).locator(".podium b").allTextContents();
  expect(ranks.map(Number)).toEqual([...ranks.map(Number)].sort((a, b) => b - a));
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Picture of the board" }).click(),
  ]);
  expect(picture.suggestedFilename()).toBe("bastide-classic-2.png");
  await page.getByRole("button", { name: "Luck and best move" }).click();
  await expect(over(page)).toContainText(/Luck of the draw, in points: Ada [+-]?[\d.]+/, { timeout: 60_000 });
  await expect(over(page)).toContainText(/Move of the game: (Ada|Bo), turn \d+/);
});
