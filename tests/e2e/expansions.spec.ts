// Inns & Cathedrals and Traders & Builders: whole games with both, of two and of
// six, over the server and at one screen; the sixth seat; the table with six of
// them on a desk and on a phone.

import type { Page } from "@playwright/test";
import {
  check_end,
  engine,
  expect,
  has_server,
  open_game,
  over,
  play_online,
  play_to_end,
  quick,
  start_hot_seat,
  start_online,
  sweep,
  test,
  type Setup,
} from "./table";

const both: Setup = { edition: "new", options: [{ label: "Inns & Cathedrals" }, { label: "Traders & Builders" }] };
const with_abbot: Setup = { ...both, options: [...both.options!, { label: "The Abbot" }] };
const six = ["Ada", "Bo", "Cleo", "Dag", "Eva", "Finn"];

interface Result {
  scores: number[];
  ranks: number[];
}
/** The best first, who has as much as another on the same place; of two alike the earlier seat stands first. */
function places({ scores, ranks }: Result): string[] {
  const seats = scores.map((_, seat) => seat).sort((a, b) => ranks[a]! - ranks[b]! || a - b);
  return seats.map((seat) => `${ranks[seat]}. ${scores[seat]}`);
}
/** What each card shows of figures and goods. */
async function held(page: Page): Promise<string[][]> {
  const cards = await page.locator(".players .card").all();
  return Promise.all(
    cards.map(async (card) => {
      const figures = await card
        .locator(".supply img")
        .evaluateAll((all) => all.map((img) => img.getAttribute("alt")!));
      return [...figures, (await card.locator(".goods").getAttribute("aria-label"))!];
    }),
  );
}
/** The same as the record has it. */
async function held_by(record: string): Promise<string[][]> {
  const thinking = await engine();
  const { game } = thinking.open(record);
  const { players } = thinking.step(game).position;
  thinking.close(game);
  const left = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"} left`;
  return players.map(({ followers, abbots, bigs = 0, builders = 0, pigs = 0, goods = {} }) => [
    left(followers, "figure"),
    left(abbots, "abbot"),
    left(bigs, "big follower"),
    left(builders, "builder"),
    left(pigs, "pig"),
    `Goods: wine ${goods.wine ?? 0}, grain ${goods.grain ?? 0}, cloth ${goods.cloth ?? 0}`,
  ]);
}
/** Six at the end of a game: places, points in table and cards, and what everybody has left. */
async function expect_end_of_six(page: Page, result: Result, record: string): Promise<void> {
  const skip = over(page).getByRole("button", { name: "Skip" });
  if (await skip.isVisible()) await skip.click();
  const rows = over(page).locator(".podium li");
  await expect(rows).toHaveCount(6);
  const shown = await rows.evaluateAll((all) =>
    all.map((row) => `${row.querySelector(".rank")!.textContent} ${row.querySelector("b")!.textContent}`),
  );
  expect(shown).toEqual(places(result));
  await expect(over(page).locator("tfoot td")).toHaveText(result.scores.map(String));
  await expect(page.locator(".players .card .score")).toHaveText(result.scores.map(String));
  expect(await held(page)).toEqual(await held_by(record));
}

test("a seat that only the expansion has goes with it", async ({ page }) => {
  await page.goto("/#/new/new");
  const more = page.getByRole("button", { name: "Add a player" });
  for (let i = 0; i < 3; ++i) await more.click();
  await expect(more).toBeDisabled();
  await page.getByLabel("Inns & Cathedrals", { exact: true }).check();
  await more.click();
  await expect(page.getByLabel("Who plays seat 6")).toBeVisible();
  await expect(more).toBeDisabled();
  await page.getByLabel("Inns & Cathedrals", { exact: true }).uncheck();
  await expect(page.getByLabel("Who plays seat 6")).toHaveCount(0);
});

test("a whole game over the server with both expansions", { tag: sweep }, async ({ page, another }) => {
  test.skip(!has_server, "there is no server");
  const bo = await another();
  await start_online(page, bo, both);
  await expect(page.getByRole("img", { name: "Goods: wine 0, grain 0, cloth 0" })).toHaveCount(2);
  await play_online([page, bo]);
  for (const one of [page, bo]) await over(one).getByRole("button", { name: "Skip" }).click();
  expect(await over(page).locator("tfoot td").allTextContents()).toEqual(
    await over(bo).locator("tfoot td").allTextContents(),
  );
});

const all_there = ["7 figures left", "1 abbot left", "1 big follower left", "1 builder left", "1 pig left"];
const at_the_start = Array<string[]>(6).fill([...all_there, "Goods: wine 0, grain 0, cloth 0"]);

test("a whole game of six over the server with both expansions", { tag: sweep }, async ({ page, another }) => {
  test.skip(!has_server, "there is no server");
  const bo = await another();
  await start_online(page, bo, { ...with_abbot, bots: 4 });
  for (const one of [page, bo]) {
    await expect(one.locator(".players .card")).toHaveCount(6);
    for (const card of await one.locator(".players .card").all()) {
      await expect(card.locator(".supply")).toBeVisible();
      await expect(card.locator(".goods")).toBeVisible();
    }
  }
  await play_online([page, bo]);
  const at = `/api/tables/${page.url().split("/").pop()!}`;
  const { table } = (await (await page.request.get(at)).json()) as { table: { status: string; result: Result } };
  expect(table.status).toBe("over");
  const record = await (await page.request.get(at.replace("tables", "games") + "/record")).text();
  for (const one of [page, bo]) await expect_end_of_six(one, table.result, record);
});

test("a whole game of six at one screen with both expansions", { tag: sweep }, async ({ page }) => {
  await start_hot_seat(page, with_abbot, six);
  expect(await held(page)).toEqual(at_the_start);
  await play_to_end(page, quick);
  const record = await check_end(page);
  const { scores } = record.result;
  const ranks = scores.map((score) => 1 + scores.filter((other) => other > score).length);
  await expect_end_of_six(page, { scores, ranks }, JSON.stringify(record));
  const tokens = new Set(record.turns.flatMap((turn) => turn.deploy?.token ?? []));
  expect([...tokens].sort()).toEqual(["abbot", "big", "builder", "follower", "pig"]);
});

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]) {
  test.describe(`${width} by ${height}`, { tag: width === 390 ? [] : sweep }, () => {
    test.use({ viewport: { width, height } });
    test("six with both expansions find room", async ({ page }) => {
      const seats = six.map((name) => ({ name }));
      await open_game(page, "new", seats, 40, { inns: true, traders: true, abbot: true });
      for (const card of await page.locator(".players .card").all()) await expect(card).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.locator(".players .card").first().click();
      await expect(page.locator(".breakdown")).toContainText(/big follower.*builder.*pig.*Goods: wine \d/s);
      await page.locator(".players .card").first().click();
      const figures = page.locator(".choices .choice");
      for (const cell of await page.locator(".cell").all()) {
        await cell.evaluate((element: HTMLElement) => element.click());
        await expect(cell).toHaveClass(/ghost/);
        if ((await figures.count()) > 5) break;
      }
      expect(await figures.count()).toBeGreaterThan(5);
      await expect(figures.first()).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".confirm")).toBeInViewport({ ratio: 1 });
    });
    test("the end of six shows every column", async ({ page }) => {
      const seats = six.map((name) => ({ name }));
      await open_game(page, "new", seats, 112, { inns: true, traders: true, abbot: true });
      await play_to_end(page, quick);
      await over(page).getByRole("button", { name: "Skip" }).click();
      const cut = await over(page)
        .locator(".scroll")
        .evaluate((box) => box.scrollWidth - box.clientWidth);
      expect(cut).toBe(0);
      await expect(over(page).locator("thead th")).toHaveText(six);
    });
  });
}
