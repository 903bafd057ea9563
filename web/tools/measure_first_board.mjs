// Measures how long a first visit takes to show its first board, on a slow phone:
//     node tools/measure_first_board.mjs [PROGRAM] [RUNS]      (default ../build/release/bastide 5)
// PROGRAM is a `bastide` with the client built in (web/dist was there when it was built); it is started
// here. Chromium with a processor slowed down four times (SLOWDOWN names another factor), 1.6 Mbit/s and
// 150 ms there and back (NETWORK=9,60 names others), 390x844, nothing cached, from the address to the first tile on the screen, and
// to the first lit square. Chromium slows its main thread down by making it wait busily: give it two
// cores that nothing else uses, or everything beside that thread is slowed down too. What that thread
// did is told as well, in the time of a processor that is not slowed down. DIST=dist,other takes clients from
// these folders instead, by turns.
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { launch } from "./browser.mjs";

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
};
const slowdown = Number(process.env.SLOWDOWN ?? 4);
const [program = new URL("../../build/release/bastide", import.meta.url).pathname, runs = "5"] = process.argv.slice(2);
const port = Number(process.env.BASTIDE_E2E_PORT ?? 4174);
const [megabits, latency] = (process.env.NETWORK ?? "1.6,150").split(",").map(Number);
const slow = {
  offline: false,
  latency,
  downloadThroughput: (megabits * 1e6) / 8,
  uploadThroughput: (megabits * 1e6) / 16,
};

const folder = await mkdtemp(join(tmpdir(), "bastide-"));
const clients = process.env.DIST?.split(",") ?? [null];
/** A client's files as the program sends them, packed by brotli. */
async function send_file(dist, request, response) {
  const path = new URL(request.url, "http://localhost").pathname;
  const name = join(dist, path === "/" ? "index.html" : path);
  const packed = await readFile(`${name}.br`).catch(() => null);
  const content = packed ?? (await readFile(name).catch(() => null));
  response.writeHead(content ? 200 : 404, {
    "content-type": types[extname(name)] ?? "application/octet-stream",
    "cache-control": "no-store",
    ...(packed ? { "content-encoding": "br" } : {}),
  });
  response.end(content ?? "");
}
const servers = clients.map((dist, i) => {
  if (dist !== null) {
    return createServer((request, response) => void send_file(dist, request, response)).listen(port + i, "127.0.0.1");
  }
  const database = `sqlite:${join(folder, "games.db")}`;
  const at = ["--port", String(port + i), "--address", "127.0.0.1"];
  return spawn(program, ["serve", ...at, "--database", database], { stdio: "ignore" });
});
const browser = await launch();
for (let tries = 0; tries < 50; ++tries) {
  if (
    await fetch(`http://127.0.0.1:${port + clients.length - 1}/healthz`).then(
      (answer) => answer.ok || clients[0] !== null,
      () => false,
    )
  )
    break;
  await new Promise((done) => setTimeout(done, 100));
}

/** In the page: when the first tile and the first lit square were painted, in ms after navigation. */
function watch() {
  const seen = (globalThis.seen = {});
  const look = () => {
    // Two frames later it is on the screen.
    if (document.querySelector(".map image") && seen.tile === undefined) {
      seen.tile = null;
      requestAnimationFrame(() => requestAnimationFrame(() => (seen.tile = performance.now())));
    }
    if (document.querySelector(".cell") && seen.cell === undefined) {
      seen.cell = null;
      requestAnimationFrame(() => requestAnimationFrame(() => (seen.cell = performance.now())));
    }
    if (seen.tile == null || seen.cell == null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const times = clients.map(() => ({ tiles: [], cells: [] }));
let told = false;
for (let run = 0; run < Number(runs) * clients.length; ++run) {
  const client = run % clients.length;
  const { tiles, cells } = times[client];
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", slow);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await session.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await session.send("Performance.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await page.addInitScript(watch);
  await page.goto(`http://127.0.0.1:${port + client}/#/learn/classic`, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.seen?.tile != null && globalThis.seen?.cell != null, undefined, {
    timeout: 60_000,
    polling: 100,
  });
  const seen = await page.evaluate(() => globalThis.seen);
  const { metrics } = await session.send("Performance.getMetrics");
  const busy = metrics.find((one) => one.name === "TaskDuration").value / slowdown;
  tiles.push(seen.tile);
  cells.push(seen.cell);
  if (!told && process.env.VERBOSE) {
    told = true;
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(
          (one) =>
            `${one.name.split("/").pop()} ${Math.round(one.startTime)}–${Math.round(one.responseEnd)} ms, ${one.encodedBodySize} bytes`,
        ),
    );
    console.log(files.join("\n"));
  }
  console.log(
    `${clients[client] ?? "built in"}: first tile ${(seen.tile / 1000).toFixed(2)} s, first lit square ${(seen.cell / 1000).toFixed(2)} s; ${Math.round(bytes / 1000)} KB, main thread ${busy.toFixed(2)} s`,
  );
  await context.close();
}
for (const [i, { tiles, cells }] of times.entries()) {
  console.log(
    `${clients[i] ?? "built in"}, median: first tile ${(median(tiles) / 1000).toFixed(2)} s, first lit square ${(median(cells) / 1000).toFixed(2)} s`,
  );
}
await browser.close();
for (const server of servers) (server.kill ?? server.close).call(server);
await rm(folder, { recursive: true });
