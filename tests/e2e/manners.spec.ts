// Strangers who meet, and what people choose for themselves.

import type { Page } from "@playwright/test";
import { expect, has_server, open_game, start_online, test } from "./table";

/** Lists these open tables only: those of other tests are none of ours. */
async function list_only(page: Page, wanted: () => string): Promise<void> {
  await page.route("**/api/tables", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const answer = await route.fetch();
    const { tables } = (await answer.json()) as { tables: { game: string }[] };
    await route.fulfill({ json: { tables: tables.filter(({ game }) => game === wanted()) } });
  });
}

test("strangers meet by playing now, share the table and greet each other", async ({ page, another }) => {
  test.skip(!has_server, "there is no server");
  const bo = await another();
  let game = "none";
  for (const one of [page, bo]) await list_only(one, () => game);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "share", {
      value: (given: ShareData) => Promise.resolve(Object.assign(window, { given })),
    }),
  );
  await page.goto("/#/online");
  await page.getByRole("button", { name: "Play now" }).click();
  const link = (await page.locator("code").textContent())!;
  game = link.split("/").pop()!;
  await page.getByRole("button", { name: "Share…" }).click();
  expect(await page.evaluate(() => (window as unknown as { given: ShareData }).given)).toEqual({
    title: "New edition",
    url: link,
  });
  await page.getByRole("button", { name: "QR code" }).click();
  await expect(page.getByRole("img", { name: `QR code of ${link}` })).toBeVisible();
  // On a low screen, too, whoever asks for it sees it.
  await page.setViewportSize({ width: 844, height: 390 });
  await page.getByRole("button", { name: "QR code" }).click();
  await page.getByRole("button", { name: "QR code" }).click();
  await expect(page.getByRole("img", { name: `QR code of ${link}` })).toBeInViewport({ ratio: 1 });

  await bo.goto("/#/online");
  await bo.getByRole("button", { name: "Play now" }).click();
  await expect(bo).toHaveURL(new RegExp(`table/${game}$`));
  for (const one of [page, bo]) await expect(one.locator(".tabletop")).toBeVisible();
  await bo.getByRole("button", { name: "Chat" }).click();
  await page.getByRole("button", { name: "Chat" }).click();
  await page.getByRole("group", { name: "Quick phrases" }).getByRole("button", { name: "Good luck!" }).click();
  for (const one of [page, bo]) await expect(one.locator(".chat ol")).toContainText("Good luck!");
});

test("my colour is kept, and X shows the coordinates", async ({ page }) => {
  await page.goto("/#/settings");
  await page.getByLabel("blue").check();
  await page.reload();
  await expect(page.getByLabel("blue")).toBeChecked();
  await open_game(page, "classic-2", [{ name: "Ada" }, { name: "Bo", bot: "beginner" }], 4);
  // Blue is a diamond; whoever sits on its seat has nothing of that.
  const marks = page.locator(".players .mark .shape");
  await expect(marks).toHaveCount(2);
  await expect(marks.nth(0)).toHaveCSS("background-color", "rgb(42, 91, 215)");
  await expect(marks.nth(0)).toHaveCSS("clip-path", /^polygon\(50% 0/);
  await expect(marks.nth(1)).toHaveCSS("background-color", "rgb(200, 32, 28)");
  await expect(page.locator(".players .mark")).toHaveText(["", ""]);
  const numbers = page.locator(".coordinates .column");
  await expect(numbers).toHaveCount(0);
  await page.keyboard.press("x");
  await expect(numbers.getByText("0", { exact: true })).toBeVisible();
  await page.reload();
  await expect(numbers.getByText("0", { exact: true })).toBeVisible();
  await page.keyboard.press("x");
  await expect(numbers).toHaveCount(0);
});

test("people at one screen choose their colours, and the game, its replay and the next one keep them", async ({
  page,
}) => {
  const red = "rgb(200, 32, 28)",
    white = "rgb(242, 238, 230)";
  const seat = (n: number, colour: string) => page.getByRole("button", { name: `Colour of seat ${n}: ${colour}` });
  await page.goto("/#/new/classic-2");
  await page.getByLabel("Who plays seat 2").selectOption("person");
  await seat(1, "yellow").click();
  await page.getByRole("group", { name: "Colour of seat 1" }).getByRole("button", { name: "red" }).click();
  // Whoever had it gets the other one.
  await expect(seat(1, "red")).toBeVisible();
  await seat(2, "yellow").click();
  await page.getByRole("group", { name: "Colour of seat 2" }).getByRole("button", { name: "white" }).click();
  await page.getByLabel("Who begins").selectOption("0");
  await page.getByRole("button", { name: "Start the game" }).click();
  const marks = page.locator(".players .mark .shape");
  const worn = async () => {
    await expect(marks).toHaveCount(2);
    await expect(marks.nth(0)).toHaveCSS("background-color", red);
    await expect(marks.nth(1)).toHaveCSS("background-color", white);
  };
  await worn();
  // The figures are drawn in it, too.
  await page.locator(".cell").first().click();
  const colours = await page
    .locator(".choice img")
    .first()
    .evaluate(async (figure: HTMLImageElement) => {
      await figure.decode();
      const paper = new OffscreenCanvas(60, 60).getContext("2d")!;
      paper.drawImage(figure, 0, 0, 60, 60);
      const { data } = paper.getImageData(0, 0, 60, 60);
      return Array.from({ length: 3600 }, (_, i) => `rgb(${[...data.slice(4 * i, 4 * i + 3)].join(", ")})`);
    });
  expect(colours).toContain(red);
  await page.reload();
  await worn();
  await page.goto(`/#/replay/game/${page.url().split("/").pop()!}/0`);
  await expect(page.getByText("Turn 0 of 0")).toBeVisible();
  await worn();

  await page.goto("/#/new/hunters");
  await expect(seat(1, "red")).toBeVisible();
  await expect(seat(2, "white")).toBeVisible();
  await page.getByRole("button", { name: "Add a player" }).click();
  await page.getByRole("button", { name: "Remove seat 2" }).click();
  await expect(seat(1, "red")).toBeVisible();
  await expect(seat(2, "green")).toBeVisible();
  // The later choice holds.
  await page.goto("/#/settings");
  await page.getByLabel("blue").check();
  await page.goto("/#/new/hunters");
  await expect(seat(1, "blue")).toBeVisible();
  await expect(seat(2, "red")).toBeVisible();
});

async function has_documents(page: Page): Promise<boolean> {
  const info = (await (await page.request.get("/api/info")).json()) as { documents?: true };
  return info.documents === true;
}

test("the page on privacy names who runs the server", async ({ page }) => {
  test.skip(!has_server, "there is no server");
  await page.goto("/");
  await page.getByRole("link", { name: "Privacy and notes" }).click();
  await expect(page.getByText("Ada Example, Some Street 1")).toBeVisible();
  await expect(page.getByText("not affiliated with")).toBeVisible();
  // And leads to the documents where the server has them.
  await expect(page.getByRole("link", { name: "Documents" })).toHaveCount(Number(await has_documents(page)));
  await page.route("**/api/info", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), documents: true } });
  });
  await page.reload();
  await expect(page.getByRole("link", { name: "Documents" })).toHaveAttribute("href", "/docs/");
});

test("the lobby tells the terms, own tables stand apart, and a bot is played meanwhile", async ({ page, another }) => {
  test.skip(!has_server, "there is no server");
  const bo = await another();
  let game = "none";
  for (const one of [page, bo]) await list_only(one, () => game);
  await page.goto("/#/online/new/new");
  await page.getByLabel("Clock", { exact: true }).selectOption("10+10");
  await page.getByRole("button", { name: "Open a table" }).click();
  game = (await page.locator("code").textContent())!.split("/").pop()!;
  await page.goto("/#/online");
  await expect(page.getByText("No tables are waiting")).toBeVisible();
  const own = page.getByRole("listitem").filter({ has: page.locator(`a[href$="${game}"]`) });
  await expect(own).toHaveCount(1);
  await expect(own).toContainText("10 minutes");
  await page.goto(`/#/table/${game}`);
  await page.getByRole("button", { name: "Play a bot while you wait" }).click();
  await expect(page).toHaveURL(/#\/play\//);
  await expect(page.locator(".tabletop")).toBeVisible();

  await bo.goto("/#/online");
  const row = bo.getByRole("listitem").filter({ has: bo.getByRole("button", { name: "Sit down" }) });
  await expect(row).toContainText("10 minutes");
  await row.getByRole("button", { name: "Sit down" }).click();
  await expect(bo.locator(".top")).toContainText("10 minutes");
  await expect(page.getByRole("alert")).toContainText("Your online game has begun");
  await page.getByRole("link", { name: "To the table" }).click();
  await expect(page).toHaveURL(new RegExp(`table/${game}$`));
  await expect(page.locator(".players .clock")).toHaveCount(2);
});

test("ratings stand beside the names at the table and in the lobby", async ({ page, another }) => {
  test.skip(!has_server, "there is no server");
  const users: string[] = [];
  await page.route("**/api/users/*", async (route) => {
    const id = route.request().url().split("/").pop()!;
    users.push(id);
    await route.fulfill({
      json: { user: { id, name: "Ada" }, ratings: [{ pool: "new/duel", rating: 1662, deviation: 90, games: 9 }] },
    });
  });
  const bo = await another();
  await start_online(page, bo, { edition: "new" });
  await expect(page.locator(".players .rating")).toHaveText(["1662", "1662"]);
  expect(new Set(users).size).toBe(users.length);
});

test("whoever behaves badly is reported to the host, after a second look", async ({ page, another }) => {
  test.skip(!has_server, "there is no server");
  const bo = await another();
  await start_online(page, bo, { edition: "new" });
  await bo.getByRole("button", { name: "Chat" }).click();
  await bo.getByLabel("Message").fill("something rude");
  await bo.getByRole("button", { name: "Send" }).click();
  await page.getByRole("button", { name: "Chat" }).click();
  const told = page.waitForResponse((answer) => answer.url().endsWith("/report"));
  await page.getByRole("button", { name: "Report Bo" }).click();
  await page.getByRole("button", { name: "Tell the host about Bo?" }).click();
  expect((await told).status()).toBe(204);
  await expect(page.getByRole("button", { name: "Your report about Bo went to the host." })).toBeDisabled();
});
