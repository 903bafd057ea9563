// The table on every screen: the board has most of it, and the tile in play is seen whole.

import {
  confirm,
  expect,
  ghost_seen,
  least_contrast,
  open_game,
  sweep,
  test,
  tiles_outside,
  wait_for_turn,
} from "./table";

const five = ["Ada", "Bo", "Cleo", "Dag", "Eva"].map((name) => ({ name }));
const screens = [
  { width: 1440, height: 900, touch: false },
  { width: 1024, height: 768, touch: true },
  { width: 768, height: 1024, touch: true },
  { width: 844, height: 390, touch: true },
  { width: 390, height: 844, touch: true },
  { width: 320, height: 568, touch: true },
  { width: 720, height: 450, touch: false },
];

test("whose turn it is, and the way to the rules, are seen on every screen", async ({ page }) => {
  await open_game(page, "new", five, 6);
  for (const { width, height } of screens) {
    await page.setViewportSize({ width, height });
    const told = page.locator(".active").getByText("to move").filter({ visible: true });
    await expect(told).toHaveCount(1);
    const mark = page.locator(".active .sub, .active .mover").filter({ visible: true });
    await expect(mark).toHaveCount(1);
    await expect(mark).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".top").getByRole("link", { name: "Rules" })).toBeInViewport({ ratio: 1 });
  }
});

for (const { width, height, touch } of screens) {
  test.describe(`${width} by ${height}`, { tag: width === 390 ? [] : sweep }, () => {
    test.use({
      viewport: { width, height },
      hasTouch: touch,
      isMobile: touch && width < 1000,
    });
    test("the first turn is explained beside the tile, and once", async ({ page }) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Play a bot: New edition" }).click();
      const coach = page.getByRole("complementary", { name: "Learn" });
      await expect(coach).toContainText("Choose an outlined square");
      await wait_for_turn(page);
      const squares = await page.locator(".cell").count();
      for (const n of [0, squares - 1]) {
        await page
          .locator(".cell")
          .nth(n)
          .evaluate((cell: HTMLElement) => cell.click());
        await expect(coach).toContainText("Place a figure if you like");
        await expect.poll(() => ghost_seen(page)).toMatchObject({ share: 1, inside: true });
        for (const spot of await page.locator(".spot").all()) await expect(spot).toBeInViewport({ ratio: 0.95 });
        await expect(coach).toBeInViewport({ ratio: 1 });
        await page.keyboard.press("Escape");
        await expect(page.locator(".cell.ghost")).toHaveCount(0);
      }
      await page
        .locator(".cell")
        .first()
        .evaluate((cell: HTMLElement) => cell.click());
      await expect(page.locator(".cell.ghost")).toHaveCount(1);
      await confirm(page, () => page.keyboard.press("c"));
      await expect(coach).toContainText("72 tiles with gardens");
      await coach.getByRole("button", { name: "Got it" }).click();
      await expect(coach).toHaveCount(0);
      await page.reload();
      await wait_for_turn(page);
      await expect(coach).toHaveCount(0);
    });
    for (const tiles of [10, 35, 70]) {
      test(`board and tile are seen at ${tiles} tiles`, { tag: tiles === 35 ? [] : sweep }, async ({ page }) => {
        await open_game(page, "classic-2", five, tiles);
        const board = (await page.locator(".board").boundingBox())!;
        expect((board.width * board.height) / (width * height)).toBeGreaterThanOrEqual(0.45);
        await expect(page.locator(".players li.active")).toBeInViewport({
          ratio: 1,
        });
        for (const player of await page.locator(".players .score").all())
          await expect(player).toBeInViewport({ ratio: 1 });
        const squares = await page.locator(".cell").count();
        for (const n of [0, Math.floor(squares / 2), squares - 1]) {
          await page
            .locator(".cell")
            .nth(n)
            .evaluate((cell: HTMLElement) => cell.click());
          await expect(page.locator(".cell.ghost")).toHaveCount(1);
          await expect.poll(() => ghost_seen(page)).toMatchObject({ share: 1, inside: true });
          expect((await ghost_seen(page)).size).toBeGreaterThanOrEqual(44);
          await expect(page.locator(".confirm")).toBeInViewport({ ratio: 1 });
          for (const spot of await page.locator(".spot").all()) await expect(spot).toBeInViewport({ ratio: 0.95 });
          await page.keyboard.press("Escape");
          await expect(page.locator(".cell.ghost")).toHaveCount(0);
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        // A finger hits any square that it sees, and everybody races on the track.
        if (touch) expect((await page.locator(".cell").first().boundingBox())!.width).toBeGreaterThanOrEqual(24);
        await expect(page.locator(".track")).toBeInViewport({ ratio: 1 });
        for (const pawn of await page.locator(".track .pawn").all()) await expect(pawn).toBeInViewport({ ratio: 0.9 });
      });
    }
    test("against a bot there is room for the ways out", async ({ page }) => {
      await open_game(page, "classic-2", [{ name: "Ada" }, { name: "Bo", bot: "beginner" }], 10);
      const board = (await page.locator(".board").boundingBox())!;
      expect((board.width * board.height) / (width * height)).toBeGreaterThanOrEqual(0.45);
      for (const name of ["Take 2 turns back", "Resign"]) {
        const button = page.getByRole("button", { name });
        await expect(button).toBeInViewport({ ratio: 1 });
        await button.click({ trial: true });
      }
      await expect(page.locator(".confirm")).toBeInViewport({ ratio: 1 });
    });
    test("nothing shifts once the board is there, and six players find room", async ({ page }) => {
      await page.addInitScript(() => {
        const shifts: { value: number; at: number; what: string[] }[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
            sources: { node?: Element }[];
          })[])
            if (!entry.hadRecentInput)
              shifts.push({
                value: entry.value,
                at: entry.startTime,
                what: entry.sources.map(({ node }) => `${node?.nodeName}.${node?.className}`),
              });
        }).observe({ type: "layout-shift", buffered: true });
      });
      await open_game(page, "classic-2", five, 34);
      const begun = await page.evaluate(() => performance.now());
      // Board and players stay where they are while a turn is played; lists may move at one's own press.
      const boxes = () =>
        page.locator(".board, .players li").evaluateAll((all) =>
          all.map((one) => {
            const { x, y, width, height } = one.getBoundingClientRect();
            return [x, y, width, height].map(Math.round);
          }),
        );
      await page.waitForTimeout(2500); // what comes after the board: letters, pixels, what works offline
      type Shift = { value: number; at: number; what: string[] };
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
      expect(shifts.filter(({ at }) => at > begun)).toEqual([]);
      const before = await boxes();
      for (let n = 0; n < 2; ++n) {
        await wait_for_turn(page);
        await page
          .locator(".cell")
          .nth(n)
          .evaluate((cell: HTMLElement) => cell.click());
        await expect(page.locator(".cell.ghost")).toHaveCount(1);
        expect(await boxes()).toEqual(before);
        await confirm(page, () => page.keyboard.press("c"));
        expect(await boxes()).toEqual(before);
      }

      // A sixth card beside the five that this box seats.
      await page.locator(".players").evaluate((list) => list.append(list.firstElementChild!.cloneNode(true)));
      const cards = page.locator(".players li");
      await expect(cards).toHaveCount(6);
      for (const card of await cards.all()) {
        await expect(card).toBeInViewport({ ratio: 1 });
        await expect(card.locator(".score")).toBeInViewport({ ratio: 1 });
        const inside = await card.evaluate((element) => {
          const box = element.getBoundingClientRect(),
            score = element.querySelector(".score")!.getBoundingClientRect();
          return score.left >= box.left && score.right <= box.right + 1;
        });
        expect(inside).toBe(true);
      }
      const board = (await page.locator(".board").boundingBox())!;
      expect((board.width * board.height) / (width * height)).toBeGreaterThanOrEqual(0.45);
      await expect(page.locator(".confirm")).toBeInViewport({ ratio: 1 });
    });
  });
}

test.describe("in the dark", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
  test("the table has its colours, and squares, pawns and words stand out from it", async ({ page }) => {
    await open_game(page, "classic-2", five, 35);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    const contrast = async (selector: string, of: "color" | "borderTopColor", pseudo: string, on: string) => {
      const colour = await page
        .locator(selector)
        .first()
        .evaluate((element, [of, pseudo]) => getComputedStyle(element, pseudo)[of], [of, pseudo] as const);
      return least_contrast(page, colour, [on]);
    };
    const lightest_table = "#3a3129";
    expect(await contrast(".cell", "borderTopColor", "::before", lightest_table)).toBeGreaterThanOrEqual(3);
    const paper = "#28221c";
    expect(await contrast(".actions .status", "color", "", paper)).toBeGreaterThanOrEqual(4.5);
    expect(await contrast(".players .name", "color", "", paper)).toBeGreaterThanOrEqual(4.5);
    // A black pawn has a light edge on the track, as on its card.
    const edge = (selector: string) =>
      page
        .locator(selector)
        .last()
        .evaluate((mark) => getComputedStyle(mark).filter);
    expect(await edge(".pawn .mark")).toBe(await edge(".players .mark"));
    const board = (await page.locator(".board").boundingBox())!;
    expect((board.width * board.height) / (390 * 844)).toBeGreaterThanOrEqual(0.45);
  });
});

test.describe("a lesson on the smallest screen", () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  test("leaves the tile and its figures free", async ({ page }) => {
    await page.goto("/#/learn/classic");
    const marked = page.locator(".cell.hinted");
    await expect(marked).toBeInViewport({ ratio: 0.99 });
    await marked.tap();
    await expect(page.locator(".cell.ghost")).toHaveCount(1);
    await expect.poll(() => ghost_seen(page)).toMatchObject({ share: 1, inside: true });
    for (const spot of await page.locator(".spot").all()) {
      await expect(spot).toBeInViewport({ ratio: 0.99 });
      await spot.tap();
    }
    await expect(page.locator(".choice[aria-pressed=true]")).toHaveCount(1);
  });
});

test("a lesson is seen whole again when the screen has become smaller", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/#/learn/classic");
  await expect(page.locator(".cell.hinted")).toBeVisible();
  for (const { width, height } of screens.slice(4)) {
    await page.setViewportSize({ width, height });
    await expect(page.locator(".cell.hinted")).toBeInViewport({ ratio: 0.99 });
    await expect.poll(() => tiles_outside(page), `${width}`).toBe(0);
  }
});

test.describe("a lesson on a low screen", () => {
  test.use({ viewport: { width: 844, height: 390 } });
  test("leaves the marked square and the buttons in view", async ({ page }) => {
    await page.goto("/#/learn/abbot");
    await expect(page.locator(".cell.hinted")).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".confirm")).toBeInViewport({ ratio: 1 });
  });
});
