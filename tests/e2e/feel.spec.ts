// What happened since my turn, what it sounds and moves like, and how a game ends.

import type { Locator, Page } from "@playwright/test";
import {
  click,
  engine,
  expect,
  lay_where,
  open_game,
  over,
  play_turn,
  quick,
  record_of,
  sweep,
  test,
  wait_for_turn,
} from "./table";

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
  await lay_where(page, async () => (await page.locator(".choice", { hasText: "Farmer" }).count()) > 0);
  // However quickly the second click follows the first.
  await page
    .locator(".choice", { hasText: "Farmer" })
    .first()
    .evaluate((farmer: HTMLElement) => {
      farmer.click();
      document.querySelector<HTMLElement>(".confirm")!.click();
    });
  await expect(page.locator(".confirm")).toContainText("stays to the end");
  await expect(page.locator(".hits > g")).toHaveCount(tiles);
  await page.locator(".confirm").click();
  await expect(page.locator(".hits > g")).toHaveCount(tiles + 1);
});

test("a figure is dragged to the part of the tile where it shall stand, and off it nowhere", async ({ page }) => {
  await open_game(page, "classic-2", two, 6);
  await lay_where(page, async () => (await page.locator(".spot").count()) > 1);
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
  test(
    "points rise from what was completed, the end tells itself, and one button is silence",
    { tag: sweep },
    async ({ page }) => {
      await open_game(page, "classic-2", two, 70);
      await page.getByRole("button", { name: "Sounds" }).click();
      await expect(page.getByRole("button", { name: "Sounds" })).toHaveAttribute("aria-pressed", "false");
      await page.goto(`/#/replay/game/${page.url().split("/").pop()!}/0`);
      await page.evaluate(() => {
        const seen = { rises: 0 };
        Object.assign(window, { seen });
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes) {
            for (const node of addedNodes)
              if (node instanceof Element && (node.matches(".rise") || node.querySelector(".rise"))) ++seen.rises;
          }
        }).observe(document.body, { childList: true, subtree: true });
      });
      for (let ply = 1; ply <= 40; ++ply) {
        await page.getByRole("button", { name: "Next" }).click();
        await expect(page.getByText(`Turn ${ply} of 70`)).toBeVisible();
      }
      expect(await page.evaluate(() => (window as unknown as { seen: { rises: number } }).seen.rises)).toBeGreaterThan(
        0,
      );
      await expect(page.locator(".moment, .rise, .home")).toHaveCount(0);
      await page.goto("/#/play/g70x2");
      await wait_for_turn(page);
      await play_turn(page, 2, quick);
      // Nobody presses anything: the walk goes on by itself to the result.
      await expect(over(page).locator(".podium li")).toHaveCount(2, { timeout: 60_000 });
    },
  );
});

/** Where the ways of what flies begin and end, as soon as it is there: a busy machine shows few frames between. */
async function watch_flights(page: Page): Promise<void> {
  await page.evaluate(() => {
    const flown: Record<string, { x: number; y: number }[]> = {};
    Object.assign(window, { flown });
    const look = (node: Element): void => {
      const way = node.getAnimations()[0];
      if (!way) throw new Error("what flies stands still");
      for (const at of [0, Number(way.effect!.getComputedTiming().endTime)]) {
        way.currentTime = at;
        const { x, y, width, height } = node.getBoundingClientRect();
        (flown[node.classList[0]!] ??= []).push({ x: x + width / 2, y: y + height / 2 });
      }
      way.currentTime = 0;
      way.play();
    };
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof Element && node.closest(".flights") && node.isConnected) {
          node.querySelectorAll(".tile, .home, .rise").forEach((one) => {
            if (one.parentElement!.classList.contains("one")) look(one);
          });
        }
      }
    }).observe(document, { childList: true, subtree: true });
  });
}
interface Seen {
  x: number;
  y: number;
}
const middle = async (target: Locator): Promise<Seen> => {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
};
const distance = (a: Seen, b: Seen): number => Math.hypot(a.x - b.x, a.y - b.y);

test.describe("with motion at the table", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });
  test("a tile comes from the hand, points and figures go to their player's card", async ({ page }) => {
    await open_game(page, "classic-2", two, 20);
    await watch_flights(page);
    const flown = (kind: string) =>
      page.evaluate((of) => (window as unknown as { flown: Record<string, Seen[]> }).flown[of] ?? [], kind);
    const hand = await middle(page.locator(".hand"));
    // By a key: what a mouse hovers over lies there already.
    await page.keyboard.press("b");
    await page.keyboard.press("Enter");
    await expect(page.locator(".cell.ghost")).toHaveCount(1);
    await expect(page.locator(".flights .tile")).toHaveCount(0);
    const way = await flown("tile");
    expect(distance(way[0]!, hand)).toBeLessThan(60);
    expect(distance(way.at(-1)!, await middle(page.locator(".cell.ghost")))).toBeLessThan(
      distance(way[0]!, way.at(-1)!),
    );
    await expect(page.locator(".ghost-edge")).toHaveCount(1);
    await page.keyboard.press("Escape");

    const id = page.url().split("/").pop()!;
    await page.goto(`/#/replay/game/${id}/0`);
    for (let ply = 1; ply <= 20 && (await flown("home")).length === 0; ++ply) {
      await page.getByRole("button", { name: "Next" }).click();
      await expect(page.getByText(`Turn ${ply} of 20`)).toBeVisible();
    }
    await expect(page.locator(".flights .one")).toHaveCount(0);
    const cards = await Promise.all((await page.locator(".players > li").all()).map(middle));
    for (const kind of ["rise", "home"]) {
      const [first, last] = [(await flown(kind))[0]!, (await flown(kind)).at(-1)!];
      const nearest = (to: Seen) => Math.min(...cards.map((card) => distance(card, to)));
      expect(nearest(last), kind).toBeLessThan(nearest(first));
    }
  });

  test("a click is never kept waiting by what moves", async ({ page }) => {
    await open_game(page, "classic-2", two, 30);
    for (let n = 0; n < 4; ++n) {
      await wait_for_turn(page);
      await page.keyboard.press("b");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() => document.querySelector(".cell.ghost") !== null);
      await page.keyboard.press("c");
      await expect(page.locator(".hits > g")).toHaveCount(32 + n, { timeout: 2000 });
    }
  });
});

test("nothing flies for those who want no motion", async ({ page }) => {
  await open_game(page, "classic-2", two, 20);
  await watch_flights(page);
  await play_turn(page, 0, quick);
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => (window as unknown as { flown: object }).flown)).toEqual({});
});

test("the final scoring of meadows says what the tigers took, and every step sounds", async ({ page }) => {
  await page.addInitScript(() => {
    const rung = { bells: 0 };
    Object.assign(window, { rung });
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      ++rung.bells;
      return make.call(this);
    };
  });
  await open_game(page, "hunters", [...two, { name: "Cleo" }], 80);
  for (let n = 2; (await wait_for_turn(page)) === "turn"; n += 3) await play_turn(page, n, quick);
  const bells = () => page.evaluate(() => (window as unknown as { rung: { bells: number } }).rung.bells);
  const told = over(page).locator(".told");
  const steps = Number(/of (\d+)/.exec((await over(page).locator("p").first().textContent())!)![1]);
  let taken = 0;
  for (let step = 1; step <= steps; ++step) {
    await expect(over(page).locator("p").first()).toHaveText(`${step} of ${steps}`);
    const text = (await told.textContent())!;
    if (/meadow, \d/.test(text)) {
      const [, deer, big, tigers] = /(\d+) deer, (\d+) mammoth.*?, (\d+) tiger/.exec(text)!.map(Number);
      const paid = Number(/meadow, (\d+) animal/.exec(text)![1]);
      const fire = text.includes("fire drives the tigers away");
      if (!fire && tigers! > 0) {
        const took = Math.min(deer!, tigers!);
        expect(text).toContain(`${took} deer lost to tigers`);
        expect(paid).toBe(big! + deer! - took);
        ++taken;
      }
    }
    const before = await bells();
    await over(page).getByRole("button", { name: "Next" }).click();
    await expect.poll(bells).toBeGreaterThan(before);
  }
  expect(taken).toBeGreaterThan(0);
  await expect(over(page).locator(".podium li")).toHaveCount(3);
});

test("a game given up has podium and points, with whoever gave it up last", async ({ page }) => {
  await open_game(page, "classic-2", [{ name: "Ada" }, { name: "Cleo", bot: "beginner" }], 30);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(over(page)).toContainText("You resigned.");
  await expect(over(page).getByRole("heading", { name: "Winner: Cleo" })).toBeVisible();
  await expect(over(page).locator(".podium .name")).toHaveText(["Cleo", "Ada"]);
  const scores = await page.locator(".players .score").allTextContents();
  await expect(over(page).locator("tfoot td")).toHaveText(scores);
  for (const [i, score] of scores.entries()) {
    const column = await over(page)
      .locator(`tbody td:nth-child(${i + 2})`)
      .allTextContents();
    expect(column.reduce((sum, text) => sum + Number(text), 0)).toBe(Number(score));
  }
  await expect(page.getByRole("link", { name: "Replay" })).toBeVisible();
});

test("squares are outlines until one points at them", async ({ page }) => {
  await open_game(page, "classic-2", two, 20);
  const filled = (n: number) =>
    page
      .locator(".cell")
      .nth(n)
      .evaluate((cell) => getComputedStyle(cell, "::before").backgroundColor !== "rgba(0, 0, 0, 0)");
  await page.mouse.move(2, 2);
  expect(await filled(0)).toBe(false);
  await page.keyboard.press("b");
  await expect(page.locator(".cell:focus")).toHaveCount(1);
  expect(
    await page.locator(".cell:focus").evaluate((cell) => getComputedStyle(cell, "::before").backgroundColor),
  ).not.toBe("rgba(0, 0, 0, 0)");
});

test("the window says which box is played", async ({ page }) => {
  await open_game(page, "hunters", two, 4);
  await expect(page).toHaveTitle("Hunters & Gatherers · Bastide");
  await page.goto("/");
  await expect(page).toHaveTitle("Bastide");
});

test("a name stands there before the scripts do, and goes without moving anything", async ({ page }) => {
  let let_go = (): void => {};
  const held = new Promise<void>((done) => (let_go = done));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("#early")).toBeVisible();
  await expect(page.locator("#late")).toBeHidden();
  let_go();
  await expect(page.getByRole("heading", { name: "Choose a box" })).toBeVisible();
  await expect(page.locator("#early, #late")).toHaveCount(0);
});

test("every city for the Gingerbread Man is in view and says what he would leave there", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const thinking = await engine();
  const names = ["Ada", "Bo"],
    options = { gingerbread: true };
  for (let turns = 30; turns < 70; ++turns) {
    const { record, seed } = await record_of("winter", names, turns, options);
    const { game } = thinking.open(record, { seed });
    const { placements } = thinking.deal(game);
    const asked = placements
      .map(({ x, y, rots }) => ({ x, y, targets: thinking.draft(game, { x, y, rot: rots[0]! }).targets }))
      .find(({ targets }) => targets.length > 3 && targets.some(({ points }) => points.some((n) => n > 0)));
    thinking.close(game);
    if (!asked) continue;
    await open_game(page, "winter", two, turns, options);
    await page.locator(`.cell[data-cell="${asked.x},${asked.y}"]`).evaluate((cell: HTMLElement) => cell.click());
    const cities = page.locator(".spot.man");
    await expect(cities).toHaveCount(asked.targets.length);
    for (const [i, { points }] of asked.targets.entries()) {
      const told = points.flatMap((n, player) => (n > 0 ? [`${names[player]!} ${n}`] : []));
      await expect(cities.nth(i).locator(".left > span")).toHaveText(told.map((one) => one.split(" ")[1]!));
      const label = told.length === 0 ? /-?\d+, -?\d+$/ : new RegExp(`; when he leaves it: ${told.join(", ")}$`);
      await expect(cities.nth(i)).toHaveAttribute("aria-label", label);
      await cities.nth(i).click({ trial: true });
    }
    return;
  }
  throw new Error("nobody moves the man");
});

test("the picture of the board has the Gingerbread Man, names and points", async ({ page }) => {
  await page.addInitScript(() => {
    const poster = { pictures: [] as string[], texts: [] as string[] };
    Object.assign(window, { poster });
    const paper = OffscreenCanvasRenderingContext2D.prototype;
    const [draw, write] = [paper.drawImage, paper.fillText];
    paper.drawImage = function (this: OffscreenCanvasRenderingContext2D, ...args: unknown[]) {
      if (args[0] instanceof HTMLImageElement) poster.pictures.push(args[0].src);
      return (draw as (...all: unknown[]) => void).apply(this, args);
    };
    paper.fillText = function (this: OffscreenCanvasRenderingContext2D, ...args: [string, number, number, number?]) {
      poster.texts.push(args[0]);
      return write.apply(this, args);
    };
  });
  await open_game(page, "winter", [{ name: "Ada" }, { name: "Cleo", bot: "beginner" }], 20, { gingerbread: true });
  const man = await page.locator(".tokens image").evaluateAll((all) => all.map((one) => one.getAttribute("href")!));
  const scores = await page.locator(".players .score").allTextContents();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Picture of the board" }).click(),
  ]);
  const { pictures, texts } = await page.evaluate(
    () => (window as unknown as { poster: { pictures: string[]; texts: string[] } }).poster,
  );
  for (const picture of man) expect(pictures).toContain(picture);
  expect(texts).toEqual([scores[0], "Ada", scores[1], "Cleo"]);
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
