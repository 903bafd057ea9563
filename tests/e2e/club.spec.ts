// What a club misses elsewhere: who is best, who somebody is, and a pause.

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { click, expect, has_server, play_turn, start_online, test, to_move } from "./table";

test.skip(!has_server, "there is no server");

const headers = { "x-bastide": "1" };
const unique = Date.now().toString(36);

/** An account by this name, signed in on this page's browser; its id. */
async function sign_up(page: Page, name: string): Promise<string> {
  const begun = await page.request.post("/api/session", { headers, data: { name } });
  const login = name.toLowerCase().replaceAll(" ", ".");
  const made = await page.request.post("/api/account", { headers, data: { login, password: "a long password" } });
  expect(made.status()).toBe(200);
  return ((await begun.json()) as { user: { id: string } }).user.id;
}
/** A rated game of two that the second gives up as soon as it has begun. */
async function rated_game(winner: Page, loser: Page, visibility: string): Promise<void> {
  const seats = [{ kind: "person" }, { kind: "person" }];
  const rules = { edition: "winter", seats, rated: true, visibility };
  const opened = await winner.request.post("/api/tables", { headers, data: { rules } });
  const { table } = (await opened.json()) as { table: { game: string } };
  await loser.request.post(`/api/tables/${table.game}/join`, { headers, data: {} });
  await loser.evaluate(
    (game) =>
      new Promise<void>((done) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onmessage = ({ data }) => {
          const said = JSON.parse(data as string) as { type: string; ply?: number; entry?: { kind: string } };
          if (said.type === "welcome") socket.send(JSON.stringify({ type: "hello", game }));
          const begins = said.type === "state" ? said.ply! >= 0 : said.entry?.kind === "start";
          if (begins) socket.send(JSON.stringify({ type: "resign", game }));
          if (said.entry?.kind !== "end") return;
          socket.close();
          done();
        };
      }),
    table.game,
  );
}
/** Nothing wrong for a screen reader, and nothing beside the screen of the smallest phone. */
async function check(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target.join(" ")}`)).toEqual([]);
  const before = page.viewportSize()!;
  const address = new URL(page.url());
  await page.setViewportSize({ width: 320, height: 568 });
  for (const locale of ["en", "pl", "hu", "is", "de"]) {
    await page.goto(`/?lang=${locale}${address.hash}`);
    await expect(page.locator("table")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), locale).toBeLessThanOrEqual(320);
    // No heading of a column is broken within its word.
    const { height } = (await page.locator("thead tr").boundingBox())!;
    expect(height, locale).toBeLessThan(50);
  }
  await page.setViewportSize(before);
  await page.goto(`/?lang=en${address.hash}`);
}

test("the best of a box are listed, and names lead to what everybody may see", async ({ page, another }) => {
  const bo = await another();
  const [ada_name, bo_name] = [`Ada ${unique}`, `Bo ${unique}`];
  for (const one of [page, bo]) await one.goto("/#/settings");
  const ada_id = await sign_up(page, ada_name);
  await sign_up(bo, bo_name);
  await page.goto("/#/online");
  await page.getByRole("link", { name: "Ratings", exact: true }).click();
  await page.getByLabel("Box").selectOption("winter");
  await expect(page.getByText("Nobody has played ten rated games here yet.")).toBeVisible();
  for (let n = 0; n < 10; ++n) await rated_game(page, bo, "public");
  await rated_game(bo, page, "link");

  await page.reload();
  await expect(page).toHaveURL(/#\/ratings\/winter\/duel$/);
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(ada_name);
  await expect(rows.first()).toContainText(/^1.*\d{4} ± \d+\s*11$/);
  await check(page);
  await page.getByLabel("Players").selectOption("group");
  await expect(rows).toHaveCount(0);

  await page.goto("/#/ratings");
  await page.getByLabel("Find a player by name").fill(ada_name.toUpperCase());
  await page.getByLabel("Find a player by name").press("Enter");
  await expect(page).toHaveURL(new RegExp(`#/player/${ada_id}$`));
  await expect(page.getByRole("heading", { name: ada_name })).toBeVisible();
  await expect(page).toHaveTitle(`${ada_name} · Bastide`);
  await expect(page.getByText(/Has had an account since/)).toBeVisible();
  const results = page.getByRole("listitem");
  await expect(results).toHaveCount(11);
  await expect(results.first()).toContainText("At a table for those with the link");
  await expect(results.nth(1)).toContainText(`1. ${ada_name} · 2. ${bo_name}`);
  await check(page);
  await page.getByRole("link", { name: /Winter.*two players/ }).click();
  await expect(page).toHaveURL(/#\/ratings\/winter\/duel$/);

  // At a table, the card of a player leads there, and so does a name in the lobby.
  const seats = [{ kind: "person" }, { kind: "bot", agent: "random" }];
  const opened = await page.request.post("/api/tables", { headers, data: { rules: { edition: "new", seats } } });
  const { table } = (await opened.json()) as { table: { game: string } };
  await bo.goto("/#/online");
  await bo.getByRole("listitem").getByRole("link", { name: ada_name }).first().click();
  await expect(bo).toHaveURL(new RegExp(`#/player/${ada_id}$`));
  await bo.goto(`/#/table/${table.game}`);
  await bo.locator(".players .card").first().click();
  await bo.getByRole("link", { name: "Profile and ratings" }).click();
  await expect(bo.getByRole("heading", { name: ada_name })).toBeVisible();
});

test("who is not there is told so, by name and by address", async ({ page, heard }) => {
  await page.goto("/#/ratings");
  await page.getByLabel("Find a player by name").fill("Nobody at all");
  await page.getByLabel("Find a player by name").press("Enter");
  await expect(page.getByRole("alert")).toHaveText("The server does not have this.");
  await page.goto("/#/player/aaaaaaaaaaaaaaaa");
  await expect(page.getByRole("alert")).toHaveText("The server does not have this.");
  for (const text of heard.splice(0)) expect(text).toMatch(/the server responded with a status of 404/);
});

test("a pause is agreed on, the clocks stand, and anybody goes on", async ({ page, another }) => {
  const bo = await another();
  await start_online(page, bo, { edition: "new", options: [{ label: "Clock", value: "10+10" }] });
  const box = (one: Page) => one.getByRole("status").filter({ hasText: "Pause: the clocks stand still" });
  const times = (one: Page) => one.locator(".players .clock").allTextContents();
  await bo.getByRole("button", { name: "Ask for a pause" }).click();
  await expect(bo.getByText("You asked for a pause.")).toBeVisible();
  const asked = page.getByRole("alert").filter({ hasText: "Bo asks for a pause" });
  await asked.getByRole("button", { name: "Refuse" }).click();
  await expect(bo.getByText("You asked for a pause.")).toHaveCount(0);
  await bo.getByRole("button", { name: "Ask for a pause" }).click();
  await asked.getByRole("button", { name: "Allow" }).click();
  for (const one of [page, bo]) {
    await expect(box(one)).toBeVisible();
    await expect(one.getByRole("button", { name: "Ask for a pause" })).toHaveCount(0);
  }
  const { violations } = await new AxeBuilder({ page }).exclude(".map").analyze();
  expect(violations.filter(({ impact }) => impact !== "minor").map(({ id }) => id)).toEqual([]);
  const before = await times(page);
  await page.waitForTimeout(2500);
  expect(await times(page)).toEqual(before);
  await page.reload();
  await expect(box(page)).toBeVisible();
  expect(await times(page)).toEqual(before);

  await page.getByRole("button", { name: "Go on" }).click();
  for (const one of [page, bo]) await expect(box(one)).toHaveCount(0);
  await expect(bo.locator("[data-announced]")).toContainText("The clocks run again.");
  await expect.poll(() => times(page)).not.toEqual(before);

  // Whoever is to move may also just move.
  await page.getByRole("button", { name: "Ask for a pause" }).click();
  await bo.getByRole("alert").getByRole("button", { name: "Allow" }).click();
  await expect(box(bo)).toBeVisible();
  await play_turn(await to_move(page, bo), 0, click);
  for (const one of [page, bo]) await expect(box(one)).toHaveCount(0);
});

test("the lobby shows what somebody wants, people they know first, and remembers both", async ({ page, another }) => {
  const [bo, cleo] = [await another(), await another()];
  const seats = [{ kind: "person" }, { kind: "person" }];
  const ids = new Map<Page, string>();
  const open = async (one: Page, name: string, rules: Record<string, unknown>) => {
    if (!ids.has(one)) {
      const begun = await one.request.post("/api/session", { headers, data: { name } });
      ids.set(one, ((await begun.json()) as { user: { id: string } }).user.id);
    }
    const opened = await one.request.post("/api/tables", { headers, data: { rules: { seats, ...rules } } });
    expect(opened.ok()).toBe(true);
  };
  // Three seats and a day per turn: no other test opens such tables.
  const rare = { seats: [...seats, { kind: "person" }], clock: { kind: "days", days: 1 } };
  await open(bo, `Lobby B ${unique}`, { edition: "hunters", ...rare });
  await open(cleo, `Lobby C ${unique}`, { edition: "hunters", ...rare });
  await open(cleo, `Lobby C ${unique}`, { edition: "winter", ...rare });

  await page.goto(`/#/player/${ids.get(cleo)!}`);
  const star = page.getByRole("button", { name: `I know Lobby C ${unique}` });
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await star.click();
  await expect(star).toHaveAttribute("aria-pressed", "true");

  await page.goto("/#/online");
  const lobby = page.locator("section", { has: page.getByRole("heading", { name: "Tables waiting for players" }) });
  const row = lobby.locator("li.row");
  await expect(row.first()).toContainText(`Lobby C ${unique}`);
  await expect(row.first().locator(".known")).toHaveCount(1);
  await lobby.getByRole("combobox", { name: "Players" }).selectOption("3");
  await lobby.getByRole("combobox", { name: "Clock" }).selectOption("days");
  await expect(row).toHaveCount(3);
  await lobby.getByRole("combobox", { name: "Box" }).selectOption("hunters");
  await expect(row).toHaveCount(2);
  await expect(row.first()).toContainText(`Lobby C ${unique}`);
  await expect(row.last()).toContainText(`Lobby B ${unique}`);
  await expect(row.last().locator(".known")).toHaveCount(0);
  await lobby.getByLabel("Only people I know").check();
  await expect(row).toHaveCount(1);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.setViewportSize(before);
  await page.reload();
  await expect(row).toHaveCount(1);
  await expect(lobby.getByLabel("Only people I know")).toBeChecked();
  await lobby.getByLabel("Only rated games").check();
  await expect(row).toHaveCount(0);
  await lobby.getByRole("button", { name: /^Show \d+ more$/ }).click();
  await expect(row.filter({ hasText: `Lobby B ${unique}` })).toHaveCount(1);
  await expect(lobby.getByRole("combobox", { name: "Box" })).toHaveValue("");
  // Whoever is known no longer has no mark.
  await lobby
    .getByRole("link", { name: `Lobby C ${unique}`, exact: true })
    .last()
    .click();
  await star.click();
  await page.goto("/#/online");
  await expect(row.filter({ hasText: `Lobby C ${unique}` })).toHaveCount(2);
  await expect(page.locator(".known")).toHaveCount(0);
});
