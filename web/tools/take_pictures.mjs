// Takes the pictures of docs/web anew, from the games of docs/art, in the built client:
//   BASTIDE=build/release/bastide node web/tools/take_pictures.mjs
import { readFile, writeFile } from "node:fs/promises";
import { coached, launch, replay, root, serve, set, sit_down } from "./browser.mjs";

const target = new URL("docs/web/", root);
const most_kb = 150;

const stop = await serve();
const browser = await launch();

/** A page of this size and look, on which nothing moves and nobody is taught. */
async function open({ width, height, theme = "light", scale = 1, touch = false }) {
  const page = await browser.newPage({
    viewport: { width, height },
    deviceScaleFactor: scale,
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: "reduce",
  });
  await set(page, { theme, coached });
  return page;
}
const game_of = async (name) => JSON.parse(await readFile(new URL(`docs/art/${name}.json`, root), "utf8"));

async function keep(page, name) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(800);
  const session = await page.context().newCDPSession(page);
  for (let quality = 82; quality > 30; quality -= 8) {
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
    const bytes = Buffer.from(data, "base64");
    if (bytes.length > most_kb * 1000) continue;
    await writeFile(new URL(`${name}.webp`, target), bytes);
    console.log(`${name}.webp: ${(bytes.length / 1000).toFixed(0)} KB`);
    break;
  }
  await page.context().close();
}

const desk = { width: 1280, height: 800 };
try {
  let page = await open(desk);
  await sit_down(page, await game_of("game"), 40);
  await keep(page, "table");

  page = await open({ width: 390, height: 844, scale: 2, touch: true });
  await sit_down(page, await game_of("game"), 16);
  for (const cell of await page.locator(".cell").all()) {
    await cell.evaluate((one) => one.click());
    await page.waitForTimeout(700);
    if ((await page.locator(".spot").count()) > 1) break;
  }
  await keep(page, "phone");

  page = await open(desk);
  await sit_down(page, await game_of("game"), 28, { hints: true });
  await page.keyboard.press("i");
  await page.locator(".hint li").first().waitFor();
  await keep(page, "hint");

  page = await open({ ...desk, theme: "dark" });
  await sit_down(page, await game_of("hunters-game"), 52);
  await keep(page, "hunters");

  page = await open(desk);
  await sit_down(page, await game_of("winter-game"), 56);
  await keep(page, "winter");

  page = await open(desk);
  const whole = await game_of("game");
  await sit_down(page, whole, whole.turns.length);
  await page.getByRole("button", { name: "Skip" }).click();
  await page.getByRole("button", { name: "Luck and best move" }).click();
  await page.getByText(/^Move of the game/).waitFor({ timeout: 120_000 });
  await keep(page, "end");

  // Tall enough for the words below the graph.
  page = await open({ width: 1280, height: 1040 });
  await replay(page, whole, 30);
  await page.getByRole("button", { name: "Analysis" }).click();
  await page.getByRole("button", { name: "Analyse this game" }).click();
  await page.locator(".graph").waitFor({ timeout: 120_000 });
  // A dear move of the second half: there is something on the board.
  for (const jump of await page.locator(".jump").all()) {
    await jump.click();
    if (Number(/(\d+)$/.exec(page.url())[1]) > whole.turns.length / 2) break;
  }
  await page.locator(".graph").scrollIntoViewIfNeeded();
  await keep(page, "analysis");
} finally {
  await browser.close();
  await stop();
}
