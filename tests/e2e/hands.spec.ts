// The same game by keys alone, by fingers, against a bot, and without a network.

import {
  check_end,
  click,
  confirm,
  expect,
  over,
  play_to_end,
  play_turn,
  quick,
  start_hot_seat,
  sweep,
  test,
  wait_for_turn,
} from "./table";

test("a whole game by keys alone", { tag: sweep }, async ({ page }) => {
  await page.goto("/#/new/classic-2");
  await expect(page.getByLabel("Who plays seat 2")).toBeVisible();
  const tab_to = async (name: RegExp) => {
    for (let i = 0; i < 40; ++i) {
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        const labelled =
          element instanceof HTMLSelectElement || element instanceof HTMLInputElement
            ? element.labels?.[0]?.textContent
            : null;
        return (labelled ?? element?.getAttribute("aria-label") ?? element?.textContent ?? "").trim();
      });
      if (name.test(label)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`no way by Tab to ${name}`);
  };
  await tab_to(/^Who plays seat 2/);
  await page.keyboard.press("Home");
  await tab_to(/^Start the game/);
  await page.keyboard.press("Enter");

  for (let n = 0; n < 120; ++n) {
    if ((await wait_for_turn(page)) === "over") break;
    if ((await page.locator(".cell.ghost").count()) === 0) {
      await page.keyboard.press("b");
      await page.waitForFunction(() => document.activeElement?.matches(".cell"));
      for (let i = 0; i < n % 4; ++i)
        await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][(n + i) % 4]!);
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction(() => document.querySelector(".cell.ghost") !== null);
    if (n % 5 === 0) await page.keyboard.press("r");
    if (n % 2 === 0) await page.keyboard.press("1");
    await confirm(page, () => page.keyboard.press("c"));
  }
  await expect(over(page)).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  test("a whole game by touch", { tag: sweep }, async ({ page }) => {
    await start_hot_seat(page, { edition: "hunters" });
    await play_to_end(page, (target) => target.tap({ timeout: 5000 }));
    await check_end(page);
  });
  test("spots are large enough for a finger and do not overlap", async ({ page }) => {
    await start_hot_seat(page, { edition: "classic-1" });
    await page.locator(".cell").first().tap();
    await page.locator(".spot").first().waitFor();
    const boxes = await page
      .locator(".spot")
      .evaluateAll((spots) =>
        spots.map((spot) => spot.getBoundingClientRect()).map(({ x, y, width, height }) => ({ x, y, width, height })),
      );
    expect(boxes.length).toBeGreaterThan(0);
    for (const box of boxes) expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    for (const [i, a] of boxes.entries()) {
      for (const b of boxes.slice(i + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(44);
    }
  });
});

test("one click plays a bot, and the game goes on after a reload", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play a bot: New edition" }).click();
  for (let n = 0; n < 3; ++n) {
    await wait_for_turn(page);
    await page
      .locator(".cell")
      .first()
      .evaluate((cell: HTMLElement) => cell.click());
    await click(page.locator(".confirm"));
  }
  await wait_for_turn(page);
  const left = await page.locator(".left").textContent();
  const hand = await page.locator(".hand svg").getAttribute("aria-label");
  await page.reload();
  await wait_for_turn(page);
  await expect(page.locator(".left")).toHaveText(left!);
  expect(await page.locator(".hand svg").getAttribute("aria-label")).toBe(hand);
});

test("the large button plays the box that was played last", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Play New edition" }).click();
  await wait_for_turn(page);
  await page.goto("/#/");
  await page.getByRole("button", { name: "Play a bot: Winter edition" }).click();
  await wait_for_turn(page);
  await page.goto("/#/");
  await expect(page.getByRole("button", { name: "Play Winter edition" })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Learn" }).click();
  await expect(page).toHaveURL(/#\/learn$/);
});

test("a game is played in one tab, and goes on in another when that is closed", async ({ page, context }) => {
  await start_hot_seat(page, { edition: "classic-2" });
  await play_turn(page, 0, quick);
  await wait_for_turn(page);
  const hash = await page.locator(".tabletop").getAttribute("data-hash");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByText("This game is open in another tab")).toBeVisible();
  await expect(other.locator(".tabletop")).toHaveCount(0);
  await page.goto("/");
  await wait_for_turn(other);
  expect(await other.locator(".tabletop").getAttribute("data-hash")).toBe(hash);
});

test("a stored game that the engine refuses does not wait for ever", async ({ page }) => {
  await start_hot_seat(page, { edition: "classic-2" });
  await page.evaluate(
    () =>
      new Promise<void>((done, fail) => {
        const opening = indexedDB.open("bastide");
        opening.onerror = () => fail(opening.error);
        opening.onsuccess = () => {
          const games = opening.result.transaction("games", "readwrite").objectStore("games");
          const reading = games.getAll();
          reading.onsuccess = () => {
            games.put({ ...reading.result[0], record: "{}" }).onsuccess = () => done();
          };
        };
      }),
  );
  await page.reload();
  await expect(page.getByText("There is no such game here")).toBeVisible();
});

test("where nothing can be stored, that is told and the game goes on", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("no", "SecurityError");
    };
  });
  await page.goto("/");
  await page.getByRole("button", { name: "Play a bot: New edition" }).click();
  for (let n = 0; n < 2; ++n) {
    await wait_for_turn(page);
    await play_turn(page, n, quick);
  }
  await expect(page.getByText("This browser does not keep games")).toBeVisible();
  await wait_for_turn(page);
});

test("a page that loses the network early keeps its files when it is back", async ({ page, context }) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1000);
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Play a bot: New edition" })).toBeVisible();
  await page.clock.runFor(1000); // the letters
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page.clock.runFor(5000);
  const kept = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  expect(await kept()).toBe(0);
  await context.setOffline(false);
  await expect.poll(kept).toBe(1);
});

test("a whole game against a bot with the network off", { tag: sweep }, async ({ page, context }) => {
  await page.goto("/");
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("button", { name: "Play a bot: Winter edition" }).click();
  await play_to_end(page, quick);
  await check_end(page);
});

test("a browser that cannot run the engine is told so", async ({ page }) => {
  await page.addInitScript(() => {
    WebAssembly.validate = () => false;
  });
  await page.goto("/?lang=pl");
  await expect(page.getByRole("alert")).toContainText("za stara");
  await page.goto("/#/new/new");
  await expect(page.getByRole("alert")).toContainText("Safari 16.4");
});

test.describe("before the page keeps its files", () => {
  test.use({ serviceWorkers: "block" });
  /** The browser itself reports what it could not fetch; nothing else may be wrong. */
  const only_lost = (heard: string[]) => {
    for (const line of heard) expect(line).toMatch(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
    heard.length = 0;
  };
  test("what does not arrive is told, and comes when the network is back", async ({ page, context, heard }) => {
    const told = page.getByText("A part of the game could not be loaded");
    for (const part of ["board", "thinking"]) {
      await page.route(`**/assets/${part}-*.wasm`, (route) => route.abort());
    }
    await page.goto("/");
    await page.getByRole("button", { name: "Play a bot: New edition" }).click();
    await expect(told).toBeVisible();
    await page.unroute("**/assets/board-*.wasm");
    await wait_for_turn(page);
    await expect(told).toBeHidden();

    // The bot's own part, in the middle of the game.
    await play_turn(page, 0, quick);
    await expect(told).toBeVisible();
    await page.unroute("**/assets/thinking-*.wasm");
    await wait_for_turn(page);
    await expect(told).toBeHidden();

    // A page that was never asked for before.
    await context.setOffline(true);
    await page.goto("/#/rules/new");
    await expect(told).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "New edition" })).toBeVisible();
    only_lost(heard);
  });
  test("a worker that does not arrive is told and started again", async ({ page, heard }) => {
    await page.route("**/assets/worker-*.js", (route) => route.abort());
    await page.goto("/");
    await page.getByRole("button", { name: "Play a bot: New edition" }).click();
    const told = page.getByText("A part of the game could not be loaded");
    await expect(told).toBeVisible();
    await page.unroute("**/assets/worker-*.js");
    await wait_for_turn(page);
    await expect(told).toBeHidden();

    // The bot's own. Whoever leaves does not wait for it any more, and the game goes on later.
    await page.route("**/assets/worker-*.js", (route) => route.abort());
    await play_turn(page, 0, quick);
    await expect(told).toBeVisible();
    const game = page.url();
    await page.goto("/#/");
    await expect(told).toBeHidden();
    await page.unroute("**/assets/worker-*.js");
    await page.goto(game);
    await wait_for_turn(page);
    only_lost(heard);
  });
  test("a page whose scripts do not arrive says so", async ({ page, heard }) => {
    await page.route("**/assets/index-*.js", (route) => route.abort());
    await page.goto("/");
    const told = page.getByText("If nothing comes, JavaScript is switched off or the browser is too old");
    await expect(told).toBeHidden();
    await expect(told).toBeVisible({ timeout: 15_000 });
    await expect(told).toBeInViewport({ ratio: 1 });
    only_lost(heard);
  });
  test("a language that does not arrive is English", async ({ page, heard }) => {
    await page.route("**/assets/pl-*.js", (route) => route.abort());
    await page.goto("/?lang=pl");
    await expect(page.getByRole("button", { name: "Play a bot: New edition" })).toBeVisible();
    await page.unroute("**/assets/pl-*.js");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", "pl");
    only_lost(heard);
  });
  test("where a book's words do not arrive the language's own do", async ({ page, heard }) => {
    await page.route("**/assets/pl.classic-1-*.js", (route) => route.abort());
    await page.goto("/?lang=pl#/rules/classic-1");
    await expect(page.locator("#rule-road")).toHaveText("Trakty");
    await page.unroute("**/assets/pl.classic-1-*.js");
    await page.reload();
    await expect(page.locator("#rule-road")).toHaveText("Drogi");
    only_lost(heard);
  });
});

test("the board never moves by itself, and the turn can be taken back", async ({ page }) => {
  await start_hot_seat(page, { edition: "new" });
  const place = () => page.locator(".world").evaluate((world: HTMLElement) => world.style.transform);
  const before = await place();
  await page.locator(".cell").first().click();
  await expect(page.locator(".cell.ghost")).toHaveCount(1);
  const score = await page.locator(".score").allTextContents();
  await page.locator(".choice").first().click();
  await page.keyboard.press("Escape");
  await expect(page.locator(".cell.ghost")).toHaveCount(0);
  await page.locator(".cell").first().click();
  await page.locator(".confirm").click();
  await expect(page.locator(".cell.ghost")).toHaveCount(0);
  expect(await place()).toBe(before);
  expect(await page.locator(".score").allTextContents()).toEqual(score);
});

test("wheel and keys turn the tile through its legal rotations only", async ({ page }) => {
  await start_hot_seat(page, { edition: "classic-2" });
  const ghost = page.locator(".cell.ghost");
  const degrees = async () => Number(/turned (\d+) degrees/.exec((await ghost.getAttribute("aria-label"))!)![1]);
  // The start tile allows some squares more than one rotation; the first such square will do.
  for (const cell of await page.locator(".cell").all()) {
    await cell.click();
    await expect(ghost).toHaveCount(1);
    if (await page.getByRole("button", { name: "Turn the tile" }).isEnabled()) break;
  }
  const seen = [await degrees()];
  for (;;) {
    await page.keyboard.press("r");
    await expect.poll(degrees).not.toBe(seen.at(-1));
    const now = await degrees();
    if (now === seen[0]) break;
    expect(seen).not.toContain(now);
    seen.push(now);
  }
  expect(seen.length).toBeGreaterThan(1);
  await page.keyboard.press("Shift+R");
  await expect.poll(degrees).toBe(seen.at(-1));
  await ghost.hover({ position: { x: 6, y: 6 } });
  await page.mouse.wheel(0, 100);
  await expect.poll(degrees).toBe(seen[0]);
});
