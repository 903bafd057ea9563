// The table under mouse, wheel and fingers.

import type { Page } from "@playwright/test";
import { expect, open_game, test } from "./table";

const two = [{ name: "Ada" }, { name: "Bo" }];
interface View {
  x: number;
  y: number;
  k: number;
}
async function view_of(page: Page): Promise<View> {
  const style = await page.locator(".world").evaluate((world: HTMLElement) => world.style.transform);
  const [x, y, k] = style.match(/-?[\d.]+(e-?\d+)?/g)!.map(Number);
  return { x: x!, y: y!, k: k! };
}
/** A place of the board where only the table lies. */
async function bare(page: Page): Promise<{ x: number; y: number }> {
  return page.evaluate(() => {
    const { left, top, right, bottom } = document.querySelector(".board")!.getBoundingClientRect();
    for (let y = bottom - 20; y > top + 60; y -= 12) {
      for (let x = left + 80; x < right - 20; x += 12) {
        if (document.elementFromPoint(x, y)?.matches(".stage, .world, .world svg")) return { x, y };
      }
    }
    throw new Error("the table is full");
  });
}

test("the mouse moves the table, the wheel brings it nearer, and a click stays a click", async ({ page }) => {
  await open_game(page, "classic-2", two, 12);
  const at = await bare(page);
  const before = await view_of(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y - 40, { steps: 5 });
  await expect(page.locator(".stage.moving")).toHaveCount(1);
  await page.mouse.up();
  await expect(page.locator(".stage.moving")).toHaveCount(0);
  const moved = await view_of(page);
  expect(moved).toEqual({ x: before.x + 60, y: before.y - 40, k: before.k });

  await page.mouse.wheel(0, -200);
  await expect.poll(async () => (await view_of(page)).k).toBeGreaterThan(before.k * 1.2);
  const nearer = await view_of(page);
  // What lies under the pointer stays there.
  const board = (await page.locator(".board").boundingBox())!;
  const [px, py] = [at.x + 60 - board.x, at.y - 40 - board.y];
  expect((px - nearer.x) / nearer.k).toBeCloseTo((px - moved.x) / moved.k, 1);
  expect((py - nearer.y) / nearer.k).toBeCloseTo((py - moved.y) / moved.k, 1);
  for (let i = 0; i < 30; ++i) await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await view_of(page)).k).toBe(3.5);
  for (let i = 0; i < 60; ++i) await page.mouse.wheel(0, 400);
  await expect.poll(async () => (await view_of(page)).k).toBe(0.15);
  await page.keyboard.press("0");

  // A drag that begins and ends on a square is no click on it; a click is one.
  const square = page.locator(".cell").first();
  const box = (await square.boundingBox())!;
  await page.mouse.move(box.x + 8, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 40, box.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator(".cell.ghost")).toHaveCount(0);
  await square.click();
  await expect(page.locator(".cell.ghost")).toHaveCount(1);
});

test("no tile is made into pixels while a hand moves the table", async ({ page }) => {
  await page.addInitScript(() => {
    const make = OffscreenCanvas.prototype.convertToBlob;
    Object.assign(globalThis, { made: 0 });
    OffscreenCanvas.prototype.convertToBlob = async function (...how) {
      (globalThis as unknown as { made: number }).made += 1;
      await new Promise((done) => setTimeout(done, 300)); // as a slow machine needs
      return make.apply(this, how);
    };
  });
  const made = () => page.evaluate(() => (globalThis as unknown as { made: number }).made);
  await open_game(page, "classic-2", two, 30);
  const at = await bare(page);
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y - 40, { steps: 5 });
  await expect(page.locator(".stage.moving")).toHaveCount(1);
  await page.waitForTimeout(1000); // what was begun is finished, ground and buildings
  const before = await made();
  await page.waitForTimeout(1500);
  expect(await made()).toBe(before);
  await page.mouse.up();
  await expect.poll(made).toBeGreaterThan(before);
});

test.describe("with fingers", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("two bring the table nearer, and one that stays moves it on", async ({ page, context }) => {
    await open_game(page, "classic-2", two, 12);
    const session = await context.newCDPSession(page);
    type Finger = { x: number; y: number; id: number };
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: Finger[]) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints });
    const { x, y } = await bare(page);
    const before = await view_of(page);
    await touch("touchStart", { x, y, id: 0 });
    await touch("touchStart", { x, y, id: 0 }, { x: x + 60, y, id: 1 });
    for (let i = 1; i <= 6; ++i) await touch("touchMove", { x, y, id: 0 }, { x: x + 60 + 10 * i, y, id: 1 });
    await expect.poll(async () => (await view_of(page)).k / before.k).toBeCloseTo(2, 3);
    await touch("touchEnd", { x: x + 120, y, id: 1 });
    const pinched = await view_of(page);
    for (let i = 1; i <= 4; ++i) await touch("touchMove", { x, y: y - 10 * i, id: 0 });
    // Browsers draw fingers a little behind or ahead of where they were felt.
    await expect.poll(async () => (await view_of(page)).y - pinched.y).toBeLessThan(-30);
    expect((await view_of(page)).y - pinched.y).toBeGreaterThan(-50);
    await touch("touchEnd");
    expect((await view_of(page)).k).toBe(pinched.k);
    await expect(page.locator(".stage.moving")).toHaveCount(0);
  });
});
