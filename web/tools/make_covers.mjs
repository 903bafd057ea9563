// Draws the pictures of the boxes from the games of data/covers, by edition, with the engine's art:
//     node tools/make_covers.mjs        (after ./dev build wasm; needs Debian's chromium)
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "vite";
import { launch } from "./browser.mjs";
import { editions } from "./editions.mjs";

const root = new URL("../", import.meta.url);
const vite = await createServer({
  root: root.pathname,
  configFile: false,
  logLevel: "error",
  server: { middlewareMode: true },
});
const { Engine } = await vite.ssrLoadModule("/src/engine/engine.ts");
const engine = await Engine.load(await readFile(new URL("../build/wasm/board.wasm", root)));
const games = new URL("../data/covers/", root);
const drawn = await readdir(games);
const data = (svg) => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

const browser = await launch();
const page = await browser.newPage();
await mkdir(new URL("public/covers/", root), { recursive: true });
const window = { left: -230, width: 560, height: 350 };
/** Where the land has a hole the window is moved a little; of these places the first that shows none. */
function top_for(board) {
  const laid = new Set(board.map(({ x, y }) => `${x},${y}`));
  const rows = (from, length) =>
    Array.from(
      { length: Math.ceil((from + length) / 100) - Math.floor(from / 100) },
      (_, i) => Math.floor(from / 100) + i,
    );
  const full = (top) =>
    rows(top, window.height).every((y) => rows(window.left, window.width).every((x) => laid.has(`${x},${y}`)));
  return [-125, -98, -150].find(full) ?? -125;
}
for (const { id, cover } of editions) {
  if (!drawn.includes(`${id}.json`)) continue; // its cover was made in another way
  const { game } = engine.open(await readFile(new URL(`${id}.json`, games), "utf8"));
  const { board, tokens } = engine.step(game).position;
  const facts = new Map(engine.tiles(game).map((tile) => [tile.id, tile]));
  board.sort((a, b) => a.y - b.y);
  const pictures = board.map((tile) => ({ ...tile, ...engine.picture(game, tile.tile, tile.rot, "full") }));
  let svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="800" viewBox="${window.left} ${top_for(board)} ${window.width} ${window.height}">`;
  for (const { x, y, ground } of pictures) {
    svg += `<image href="${data(ground)}" x="${x * 100}" y="${y * 100}" width="100.8" height="100.8"/>`;
  }
  for (const { x, y, standing } of pictures) {
    svg += `<image href="${data(standing)}" x="${x * 100 - 20}" y="${y * 100 - 30}" width="140" height="150"/>`;
  }
  for (const token of tokens) {
    const tile = board.find((one) => one.x === token.x && one.y === token.y);
    let [x, y] = facts.get(tile.tile).segments[token.segment].spot;
    for (let i = 0; i < tile.rot; ++i) [x, y] = [100 - y, x];
    const picture = engine.token_picture(token.token, token.kind, token.player);
    svg += `<image href="${data(picture)}" x="${token.x * 100 + x - 19}" y="${token.y * 100 + y - 21}" width="38" height="38"/>`;
  }
  await page.setContent(`<body style="margin:0">${svg}</svg></body>`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.waitForTimeout(800);
  const shot = (await page.screenshot()).toString("base64");
  const webp = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(800, 500);
    const context = canvas.getContext("2d");
    context.imageSmoothingQuality = "high";
    context.drawImage(image, 0, 0, 800, 500);
    const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.82 });
    return btoa(Array.from(new Uint8Array(await blob.arrayBuffer()), (b) => String.fromCharCode(b)).join(""));
  }, shot);
  await writeFile(new URL(`public/covers/${cover}`, root), Buffer.from(webp, "base64"));
}
await browser.close();
await vite.close();
