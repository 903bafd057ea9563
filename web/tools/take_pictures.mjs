// Takes the pictures of docs/web anew, from the games of docs/art, in the built client:
//   BASTIDE=build/release/bastide node web/tools/take_pictures.mjs
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { deflateRawSync } from "node:zlib";
import { launch } from "./browser.mjs";

const root = new URL("../../", import.meta.url);
const target = new URL("docs/web/", root);
const port = process.env.BASTIDE_E2E_PORT ?? "4199";
const home = `http://localhost:${port}/`;
const most_kb = 150;

const folder = await mkdtemp(`${tmpdir()}/bastide-pictures-`);
const server = spawn(process.env.BASTIDE ?? new URL("build/release/bastide", root).pathname, [
  ...["serve", "--port", port, "--address", "127.0.0.1"],
  ...["--web-root", new URL("web/dist", root).pathname, "--database", `sqlite:${folder}/pictures.db`],
]);
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
  for (let tries = 0; tries < 50; ++tries) {
    if (await page.goto(`${home}#/settings`).catch(() => null)) break;
    await page.waitForTimeout(200);
  }
  // The page writes its settings once; what is set before that is lost.
  await page.locator("h1").first().waitFor();
  await page.evaluate((all) => localStorage.setItem("bastide.settings", JSON.stringify(all)), { theme, coached });
  return page;
}
const coached = (await readdir(new URL("data/editions/", root))).map((name) => name.replace(".json", ""));
const game_of = async (name) => JSON.parse(await readFile(new URL(`docs/art/${name}.json`, root), "utf8"));

/** A table where this game stands after so many turns, with a person to move. */
async function sit_down(page, record, turns, hints = false) {
  const { result: _result, ...rest } = record;
  const text = JSON.stringify({ ...rest, turns: record.turns.slice(0, turns) });
  const names = record.players.map((player) => player.name);
  const saved = {
    ...{ id: "picture", version: 1, edition: record.edition, record: text, seed: "20260" },
    ...{ first: 0, seats: names.map((name) => ({ name })), updated: 1, turns, scores: names.map(() => 0), over: false },
    aids: { remaining: true, dead: true, ownership: true, projected: true, hints },
  };
  await page.evaluate(
    (game) =>
      new Promise((done) => {
        const opening = indexedDB.open("bastide", 1);
        opening.onupgradeneeded = () =>
          opening.result.createObjectStore("games", { keyPath: "id" }).createIndex("updated", "updated");
        opening.onsuccess = () => {
          const put = opening.result.transaction("games", "readwrite").objectStore("games").put(game);
          put.onsuccess = () => {
            opening.result.close();
            done();
          };
        };
      }),
    saved,
  );
  await page.goto(`${home}#/play/picture`);
  await page.reload();
  await page.locator(".cell, .ending").first().waitFor({ state: "attached" });
  await page.waitForTimeout(1000);
}
const replay = (page, record, ply) =>
  page.goto(`${home}#/replay/record/${deflateRawSync(JSON.stringify(record)).toString("base64url")}/${ply}`);

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
  await sit_down(page, await game_of("game"), 28, true);
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
  server.kill();
  await rm(folder, { recursive: true });
}
