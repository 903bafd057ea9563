// Reading the board, replaying games, learning.

import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { check_end, click, expect, play_to_end, play_turn, start_hot_seat, sweep, test, wait_for_turn } from "./table";

test("areas, owners, tiles left and open squares can be read", async ({ page }) => {
  await start_hot_seat(page, { edition: "new" });
  for (let n = 0; n < 6; ++n) {
    await wait_for_turn(page);
    await play_turn(page, n, click);
  }
  await wait_for_turn(page);
  await page.keyboard.press("f");
  await expect(page.locator(".owners .field").first()).toBeAttached();
  await page.keyboard.press("a");
  const area = page.locator(".panel ul button").first();
  await area.click();
  await expect(area).toHaveAttribute("aria-pressed", "true");
  await expect(page.locator(".shown path").first()).toBeAttached();
  await expect(page.locator(".inspector")).toContainText(/Ada|Bo/);
  await page.getByRole("button", { name: "Tiles on the board" }).click();
  await expect(page.locator(".panel li")).toHaveCount(7);
  await page.keyboard.press("t");
  await expect(page.locator(".panel")).toContainText("tiles in the stack");
  await page.locator(".open rect").first().click({ force: true });
  await expect(page.locator(".panel")).toContainText(/fits? /);
  await page.locator(".players button").first().click();
  await expect(page.locator(".breakdown")).toBeVisible();
});

test("a table leads to its own rules, with the options in force", async ({ page }) => {
  await page.goto("/#/rules/classic-1");
  await expect(page.getByRole("heading", { name: "The River" })).toBeVisible();
  await page.getByRole("button", { name: "Play a first game" }).click();
  await wait_for_turn(page);
  // Points and options are at the table, too.
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help.getByRole("row", { name: "City" }).first()).toBeVisible();
  await expect(help.getByRole("listitem").filter({ hasText: "Fields: no farmers" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator(".top").getByRole("link", { name: "Rules" }).click();
  await expect(page.getByRole("heading", { name: "Rules of this game: First edition" })).toBeVisible();
  const options = page.getByRole("listitem");
  await expect(options.filter({ hasText: "Fields: no farmers" })).toBeVisible();
  await expect(options.filter({ hasText: "Cities of two tiles: half" })).toBeVisible();
  await expect(page.getByText("This game is played without farmers")).toBeVisible();
  await expect(page.getByRole("heading", { name: "The River" })).toHaveCount(0);
  await expect(page.getByText("72 tiles; below each")).toBeVisible();
  await page.getByRole("button", { name: "To the table" }).click();
  await wait_for_turn(page);
});

test("a newcomer finds a first game without farmers on the first page", async ({ page }) => {
  await page.goto("/");
  const newcomers = page.getByRole("listitem").filter({ hasText: "Never played?" });
  await newcomers.getByRole("button", { name: "Play a first game" }).click();
  await wait_for_turn(page);
  await page.keyboard.press("?");
  const options = page.getByRole("dialog", { name: "Help" }).getByRole("listitem");
  await expect(options.filter({ hasText: "Fields: no farmers" })).toBeVisible();
  await expect(options.filter({ hasText: "The River" })).toHaveCount(0);
});

test("aids can be switched off", async ({ page }) => {
  await page.goto("/#/new/classic-2");
  await page.getByText("Help at the table").click();
  for (const box of await page.locator(".aid input").all()) await box.uncheck();
  await page.getByRole("button", { name: "Start the game" }).click();
  await wait_for_turn(page);
  await expect(page.getByRole("button", { name: "Tiles" })).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(page.locator(".owners")).toHaveCount(0);
});

test("a bot gives a hint to those who switched that on", async ({ page }) => {
  await page.goto("/#/new/new");
  await page.getByText("Help at the table").click();
  await expect(page.getByLabel(/^Hints/)).not.toBeChecked();
  await page.getByRole("button", { name: "Start the game" }).click();
  await wait_for_turn(page);
  await page.keyboard.press("i");
  await expect(page.locator(".hint, rect.suggested")).toHaveCount(0);

  await page.goto("/#/new/new");
  await page.getByText("Help at the table").click();
  await page.getByLabel(/^Hints/).check();
  await page.getByRole("button", { name: "Start the game" }).click();
  for (let n = 0; n < 4; ++n) {
    await wait_for_turn(page);
    if (n % 2 === 0) await page.keyboard.press("i");
    else await page.getByRole("button", { name: "Hint" }).click();
    await expect(page.locator("rect.suggested")).toBeVisible();
    // Whoever sees the mark needs no numbers, unless they stand beside the board.
    if (n === 2) await page.keyboard.press("x");
    const heard = page.locator(".hint strong .hidden");
    await expect(heard).toHaveCount(n < 2 ? 1 : 0);
    const told = (await page.locator(".hint strong").textContent())!;
    expect(told).toMatch(n < 2 ? /^The tile on the marked square / : /^The tile at -?\d+, -?\d+/);
    const reasons = await page.locator(".hint li").allTextContents();
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons.length).toBeLessThanOrEqual(3);
    for (const reason of reasons) expect(reason).toMatch(/about \d|\d at once/);
    await page.getByRole("button", { name: "Do that" }).click();
    const [x, y] = /(-?\d+), (-?\d+)/.exec(told)!.slice(1);
    await expect(page.locator(".cell.ghost")).toHaveAttribute("aria-label", new RegExp(`lies at ${x}, ${y},`));
    const figure = page.locator(".choice[aria-pressed=true]");
    if (told.endsWith("no figure")) await expect(figure).toHaveCount(0);
    else expect(told.toLowerCase()).toContain((await figure.textContent())!.trim().replace(/ \d$/, "").toLowerCase());
    await page.locator(".confirm").click();
    await expect(page.locator("rect.suggested")).toHaveCount(0);
  }
});

test("a game is opened, replayed, exported and linked by its ply", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const finished = await readFile(`${__dirname}/finished.json`, "utf8");
  const { result } = JSON.parse(finished) as { result: { scores: number[] } };
  await page.goto("/");
  await page.setInputFiles("input[type=file]", {
    name: "game.json",
    mimeType: "application/json",
    buffer: Buffer.from(finished),
  });
  await expect(page.getByText(/Turn 0 of 71/)).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText(/Turn 1 of 71/)).toBeVisible();
  await expect(page).toHaveURL(/\/1$/);
  await page.getByRole("slider").fill("30");
  await expect(page.getByText(/Turn 30 of 71/)).toBeVisible();
  await expect(page.locator(".hits > g")).toHaveCount(31);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save record" }).click(),
  ]);
  expect(await readFile((await download.path())!, "utf8")).toBe(finished);

  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByRole("button", { name: "Link copied" })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await context.newPage();
  await other.goto(link);
  await expect(other.getByText(/Turn 30 of 71/)).toBeVisible();
  await other.close();

  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.locator("tfoot td")).toHaveText(result.scores.map(String));
  await page.getByRole("slider").fill("10");
  await expect(page.getByText(/Turn 10 of 71/)).toBeVisible();
  await page.getByRole("button", { name: "Play on from here" }).click();
  await expect(page.locator(".cell").first()).toBeVisible();
  await expect(page.locator(".hits > g")).toHaveCount(11);
});

/** Opens the analysis of a finished game and begins it. */
async function analyse_finished(page: Page): Promise<Locator> {
  const finished = await readFile(`${__dirname}/finished.json`, "utf8");
  await page.goto("/");
  await page.setInputFiles("input[type=file]", {
    name: "game.json",
    mimeType: "application/json",
    buffer: Buffer.from(finished),
  });
  await page.getByRole("button", { name: "Analysis" }).click();
  const panel = page.locator(".analysis");
  await panel.getByRole("button", { name: "Analyse this game" }).click();
  return panel;
}

test("a finished game is analysed: chances, the best move, what the played one cost", async ({ page }) => {
  const panel = await analyse_finished(page);
  await expect(panel.getByRole("progressbar")).toBeVisible();
  await expect(panel.locator(".graph")).toBeVisible({ timeout: 60_000 });
  await expect(panel.getByRole("progressbar")).toHaveCount(0);
  // A line per player, from the start to the last of 71 turns.
  const lines = await panel
    .locator(".graph .line")
    .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")!));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line.match(/[ML]/g)).toHaveLength(72);

  const costly = panel.locator(".jump").first();
  await costly.click();
  const ply = Number(/Turn (\d+)/.exec((await costly.textContent())!)![1]);
  await expect(page).toHaveURL(new RegExp(`/${ply}$`));
  await expect(panel.locator(".turn")).toContainText(/cost [\d.]+ points? and \d+% of the chance to win/);
  await expect(panel.locator(".better")).toContainText(/Best: the tile on the marked square/);
  await expect(page.locator("rect.suggested")).toHaveCount(1);
  const reasons = await panel.locator(".why li").allTextContents();
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.length).toBeLessThanOrEqual(3);
  for (const reason of reasons) expect(reason).toMatch(/about \d|\d at once/);
  await expect(panel.locator(".better image").first()).toHaveAttribute("href", /^blob:/);
  const chances = (await panel.locator(".chances [data-names]").allTextContents()).map((text) =>
    Number(/(\d+)%/.exec(text)![1]),
  );
  expect(Math.abs(chances[0]! + chances[1]! - 100)).toBeLessThanOrEqual(1);

  // The end is known: one has won. A click in the graph goes there.
  const box = (await panel.locator(".graph").boundingBox())!;
  await page.mouse.click(box.x + box.width - 1, box.y + 10);
  await expect(page).toHaveURL(/\/71$/);
  await expect(panel.locator(".chances")).toContainText("100%");
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
]) {
  const tag = viewport.width === 390 ? [] : sweep;
  test.describe(`on a phone of ${viewport.width}x${viewport.height}`, { tag }, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });
    test("the square that the analysis marks is seen beside it", async ({ page }) => {
      const panel = await analyse_finished(page);
      await expect(panel.locator(".jump")).toHaveCount(5, { timeout: 60_000 });
      /** Whether all of the marked square is on the board and not under the analysis. */
      const is_seen = () =>
        page.evaluate(() => {
          const [mark, board, sheet] = ["rect.suggested", ".board", ".panel"].map((name) =>
            document.querySelector(name)?.getBoundingClientRect(),
          );
          if (!mark || !board || !sheet) return false;
          const inside =
            mark.left >= board.left &&
            mark.right <= board.right &&
            mark.top >= board.top &&
            mark.bottom <= board.bottom;
          return inside && (mark.bottom <= sheet.top || mark.right <= sheet.left);
        });
      for (const jump of await panel.locator(".jump").all()) {
        await jump.click();
        await expect(jump).toHaveAttribute("aria-current", "true");
        await expect.poll(is_seen).toBe(true);
      }
      // Whoever closes it has all of the board, and finds the square again after opening it.
      await page.locator(".panel").getByRole("button", { name: "Close" }).click();
      await page.getByRole("button", { name: "Whole board" }).click();
      await page.getByRole("button", { name: "Analysis" }).click();
      await expect.poll(is_seen).toBe(true);
    });
  });
}

test("the final scoring is told area by area, then as a table by kind", async ({ page }) => {
  const finished = await readFile(`${__dirname}/finished.json`, "utf8");
  await page.goto("/");
  await page.setInputFiles("input[type=file]", {
    name: "game.json",
    mimeType: "application/json",
    buffer: Buffer.from(finished),
  });
  await page.getByRole("slider").fill("69");
  await page.getByRole("button", { name: "Play on from here" }).click();
  await play_to_end(page, click);
  const ending = page.locator(".ending");
  const steps = Number(/of (\d+)/.exec((await ending.locator("p").first().textContent())!)![1]);
  expect(steps).toBeGreaterThan(3);
  let sums: string[] = [];
  for (let i = 0; i < steps; ++i) {
    await expect(ending.locator("p").first()).toHaveText(`${i + 1} of ${steps}`);
    await expect(ending.locator(".told")).toContainText(/= \d+/);
    await expect(page.locator(".shown path").first()).toBeAttached();
    sums = await ending.locator(".running b").allTextContents();
    await ending.getByRole("button", { name: "Next" }).click();
  }
  await expect(ending.locator("tfoot td")).toHaveText(sums);
  await check_end(page);
});

test("a record that is none is refused with a reason", async ({ page }) => {
  await page.goto("/");
  await page.setInputFiles("input[type=file]", {
    name: "x.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"a": 1}'),
  });
  await expect(page.getByRole("alert")).toContainText("not a game record");
});

test("every lesson can be finished", { tag: sweep }, async ({ page }) => {
  const lay = async (x: number, y: number, figure: string | null, turns = 0) => {
    await page.locator(`.cell[data-cell="${x},${y}"]`).click();
    for (let i = 0; i < turns; ++i) await page.keyboard.press("r");
    if (figure) await page.locator(".choice", { hasText: figure }).first().click();
    await page.locator(".confirm").click();
  };
  const teacher = page.locator(".teacher");
  await page.goto("/#/learn/classic");
  await lay(1, 0, null);
  await expect(teacher.getByRole("alert")).toContainText("figure");
  await page.keyboard.press("Escape");
  // The marked square stays marked while the tile lies elsewhere.
  const marked = page.locator(".cell.hinted");
  await expect(marked).toHaveAttribute("data-cell", "1,0");
  await page.locator(".cell:not(.hinted)").first().click();
  await expect(marked).toHaveAttribute("data-cell", "1,0");
  await lay(1, 0, "Robber");
  await expect(marked).toHaveCount(0);
  await teacher.getByRole("button", { name: "Next" }).click();
  await lay(0, -1, "Knight");
  await teacher.getByRole("button", { name: "Next" }).click();
  await page.locator('.cell[data-cell="-1,0"]').click();
  await expect(page.locator(".choice", { hasText: "Farmer" })).toHaveCount(0);
  await page.locator(".confirm").click();
  await expect(teacher).toContainText("how a game goes");

  await page.goto("/#/learn/join");
  await lay(0, -1, "Knight");
  await teacher.getByRole("button", { name: "Next" }).click();
  await lay(1, -1, null);
  await expect(page.locator(".score")).toHaveText(["8", "8"]);
  await teacher.getByRole("button", { name: "Next" }).click();
  await lay(0, -2, "Farmer");
  await expect(teacher).toContainText("field, 1 completed city = 3");

  await page.goto("/#/learn/river");
  await lay(0, 1, "Robber");
  await teacher.getByRole("button", { name: "Next" }).click();
  await lay(-1, 2, null);
  await teacher.getByRole("button", { name: "Next" }).click();
  await lay(-1, 4, "Monk");
  await expect(teacher).toContainText("until the lake ends the river");

  await page.goto("/#/learn/abbot");
  await lay(0, -1, "Abbot");
  await teacher.getByRole("button", { name: "Next" }).click();
  await lay(-1, 0, "Call the abbot back");
  await expect(page.locator(".score")).toHaveText(["4", "0"]);
  await teacher.getByRole("button", { name: "Next" }).click();
  await expect(teacher).toContainText("the next garden");

  await page.goto("/#/learn/gingerbread");
  await lay(0, -1, "Knight");
  await teacher.getByRole("button", { name: "Next" }).click();
  await page.locator('.cell[data-cell="-1,0"]').click();
  await page.locator(".spot.man").first().click();
  await page.locator(".confirm").click();
  await expect(page.locator(".score")).toHaveText(["2", "0"]);
  await expect(teacher).toContainText("pays all knights");

  await page.goto("/#/learn/hunters");
  await lay(0, -1, "Gatherer");
  await teacher.getByRole("button", { name: "Next" }).click();
  await lay(0, 1, "Fisher");
  await teacher.getByRole("button", { name: "Next" }).click();
  await lay(1, 0, "Hunter");
  await expect(teacher).toContainText("bonus tile");
  await page
    .locator(".cell")
    .first()
    .evaluate((cell: HTMLElement) => cell.click());
  await page.locator(".choice", { hasText: "Hut" }).first().click();
  await page.locator(".confirm").click();
  await expect(teacher).toContainText("hut, ");
});
