// Against the real server: cut connections, watching, unknown messages.

import type { WebSocketRoute } from "@playwright/test";
import { click, expect, has_server, play_online, play_turn, start_online, test } from "./table";

test.skip(!has_server, "there is no server");
const viewport = { width: 760, height: 560 };
test.use({ viewport });

test("a socket cut fifty times loses nothing", async ({ page, browser }) => {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  const other = await browser.newContext({ viewport });
  const bo = await other.newPage();
  await start_online(page, bo, { edition: "classic-2" });
  let cuts = 0;
  await play_online([page, bo], async () => {
    const back = sockets.length > cuts;
    if (cuts >= 50 || !back) return;
    cuts = sockets.length;
    await sockets[sockets.length - 1]!.close();
  });
  expect(cuts).toBeGreaterThanOrEqual(50);
  await other.close();
});

test("others watch by the same link, and everyone sees the connection", async ({ page, browser }) => {
  const other = await browser.newContext({ viewport });
  const [bo, guest] = [await other.newPage(), await (await browser.newContext({ viewport })).newPage()];
  await start_online(page, bo, { edition: "hunters" });
  await guest.goto(`/#/table/${page.url().split("/").pop()!}`);
  await expect(guest.locator(".tabletop")).toBeVisible();
  const turn = await Promise.race([page, bo].map((one) => one.waitForSelector(".cell").then(() => one)));
  await play_turn(turn, 0, click);
  await expect(guest.locator(".hits > g")).toHaveCount(2);
  await expect(guest.locator(".cell")).toHaveCount(0);
  await expect(page.locator(".connection")).toHaveText("connected");
  await page.context().setOffline(true);
  await expect(page.locator(".connection")).toHaveText(/offline|reconnecting/);
  await page.context().setOffline(false);
  await expect(page.locator(".connection")).toHaveText("connected");
});

test("a wrong hash and an unknown message are told, and the game goes on", async ({ page, browser }) => {
  let spoil = false, strange = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const text = String(message);
      if (spoil && text.includes('"type":"ply"')) {
        spoil = false;
        socket.send(text.replace(/"hash":"[0-9a-f]{4}/, '"hash":"0000'));
      } else socket.send(text);
      if (strange) {
        strange = false;
        socket.send('{"type": "fireworks"}');
      }
    });
  });
  const other = await browser.newContext({ viewport });
  const bo = await other.newPage();
  await start_online(page, bo, { edition: "new" });
  spoil = true;
  const first = await Promise.race([page, bo].map((one) => one.waitForSelector(".cell").then(() => one)));
  await play_turn(first, 0, click).catch(() => {});
  await expect(page.locator(".notice")).toContainText("fetched anew");
  await expect(page.locator(".hits > g")).toHaveCount(2);
  expect(await page.locator(".tabletop").getAttribute("data-hash")).toBe(await bo.locator(".tabletop").getAttribute("data-hash"));
  await page.locator(".notice button").click();
  strange = true;
  const next = await Promise.race([page, bo].map((one) => one.waitForSelector(".cell").then(() => one)));
  await play_turn(next, 1, click);
  await expect(page.locator(".notice")).toContainText("newer");
  await expect(page.locator(".hits > g")).toHaveCount(3);
  await other.close();
});
