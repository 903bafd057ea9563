// Measures how smoothly a full board moves under the mouse on a slow machine:
//     node tools/measure_panning.mjs RECORD [DIST...]      (default dist; several are measured by turns)
// RECORD is a game's record, best one of hunters with 80 tiles on the board. PROGRAM names the server
// (default ../build/release/bastide), RUNS how often each is measured (3). Chromium with a processor slowed
// down four times (SLOWDOWN), 1440x900. The mouse draws circles for four seconds; told are frames per
// second, the share of frames that came late (over 25 ms), and what the main thread did per frame, in the time
// of a processor that is not slowed down. Give it two cores that nothing else uses.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch } from "./browser.mjs";

const [record, ...given] = process.argv.slice(2);
const folders = given.length > 0 ? given : ["dist"];
const program = process.env.PROGRAM ?? new URL("../../build/release/bastide", import.meta.url).pathname;
const slowdown = Number(process.env.SLOWDOWN ?? 4);
const seconds = 4;

const browser = await launch();
async function measure(dist, port) {
  const folder = await mkdtemp(join(tmpdir(), "bastide-"));
  const arguments_ = ["--port", String(port), "--address", "127.0.0.1", "--web-root", dist];
  const server = spawn(program, ["serve", ...arguments_, "--database", `sqlite:${join(folder, "games.db")}`], {
    stdio: "ignore",
  });
  const address = `http://localhost:${port}/`;
  for (let tries = 0; tries < 50 && !(await fetch(`${address}healthz`).catch(() => null)); ++tries)
    await new Promise((done) => setTimeout(done, 100));
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: "block" });
  await page.goto(address);
  await page.setInputFiles("input[type=file]", {
    name: "game.json",
    mimeType: "application/json",
    buffer: await readFile(record),
  });
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator(".ending").waitFor();
  const tiles = await page.locator(".hits > g").count();
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await session.send("Performance.enable");
  const worked = async () =>
    (await session.send("Performance.getMetrics")).metrics.find((one) => one.name === "TaskDuration").value;
  // Tiles become pixels, until the page rests.
  for (let second = 1, before = -1; second > 0.03;) {
    await page.waitForTimeout(1000);
    const now = await worked();
    second = before < 0 ? 1 : now - before;
    before = now;
  }
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const busy = async () => (await worked()) / slowdown;
  const { x, y, width, height } = await page.locator(".board").boundingBox();
  const at = (angle) => [x + width / 2 + 160 * Math.cos(angle), y + height / 2 + 120 * Math.sin(angle)];
  await page.mouse.move(...at(0));
  await page.mouse.down();
  await page.mouse.move(...at(0.1));
  const before = await busy();
  await page.evaluate(() => {
    const frames = (globalThis.frames_seen = []);
    const look = (time) => {
      frames.push(time);
      globalThis.frame = requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const begun = Date.now();
  while (Date.now() - begun < 1000 * seconds) {
    await page.mouse.move(...at((Date.now() - begun) / 300));
    await new Promise((done) => setTimeout(done, 8));
  }
  const frames = await page.evaluate(() => {
    cancelAnimationFrame(globalThis.frame);
    return globalThis.frames_seen;
  });
  const used = (await busy()) - before;
  await page.mouse.up();
  await page.close();
  server.kill();
  await rm(folder, { recursive: true });
  const gaps = frames.slice(1).map((time, i) => time - frames[i]);
  const all = frames.at(-1) - frames[0];
  const late = gaps.filter((gap) => gap > 25).length / gaps.length;
  console.log(
    `${dist}: ${tiles} tiles, ${((1000 * gaps.length) / all).toFixed(1)} frames per second, ${(100 * late).toFixed(1)} % late, main thread ${((1000 * used) / gaps.length).toFixed(2)} ms per frame`,
  );
}
let port = Number(process.env.BASTIDE_E2E_PORT ?? 4175);
for (let run = 0; run < Number(process.env.RUNS ?? 3); ++run) {
  for (const dist of folders) await measure(dist, port++);
}
await browser.close();
