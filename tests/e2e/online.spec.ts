// Against the real server: cut connections, watching, unknown messages.

import type { Page, WebSocketRoute } from "@playwright/test";
import {
  click,
  expect,
  has_server,
  lose_network,
  play_online,
  play_turn,
  start_online,
  sweep,
  test,
  to_move,
} from "./table";

test.skip(!has_server, "there is no server");
test.use({ viewport: { width: 760, height: 560 } });

test("a socket cut fifty times loses nothing", { tag: sweep }, async ({ page, another }) => {
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socket.connectToServer();
    sockets.push(socket);
  });
  const bo = await another();
  await start_online(page, bo, { edition: "classic-2" });
  let cuts = 0,
    opened = 0;
  await play_online([page, bo], async () => {
    if (cuts === 50) return;
    // Each of the fifty is an open socket: the one before has come back.
    await expect.poll(() => sockets.length).toBeGreaterThan(opened);
    opened = sockets.length;
    await sockets[opened - 1]!.close();
    ++cuts;
  });
  expect(cuts).toBe(50);
});

test("others watch by the same link, and everyone sees the connection", async ({ page, another }) => {
  const [bo, guest] = [await another(), await another()];
  await start_online(page, bo, { edition: "hunters" });
  await guest.goto(`/#/table/${page.url().split("/").pop()!}`);
  await expect(guest.locator(".tabletop")).toBeVisible();
  const turn = await to_move(page, bo);
  await play_turn(turn, 0, click);
  await expect(guest.locator(".hits > g")).toHaveCount(2);
  await expect(guest.locator(".cell")).toHaveCount(0);
  await expect(page.locator(".connection")).toHaveText("connected");
  await lose_network(page);
  await expect(page.locator(".connection")).toHaveText(/offline|reconnecting/);
  await page.context().setOffline(false);
  await expect(page.locator(".connection")).toHaveText("connected");
});

test("a wrong hash and an unknown message are told, and the game goes on", async ({ page, another }) => {
  let spoil = false,
    strange = false;
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
  const bo = await another();
  await start_online(page, bo, { edition: "new" });
  spoil = true;
  const first = await to_move(page, bo);
  await play_turn(first, 0, click).catch(() => {});
  await expect(page.locator(".notice")).toContainText("fetched anew");
  await expect(page.locator(".hits > g")).toHaveCount(2);
  expect(await page.locator(".tabletop").getAttribute("data-hash")).toBe(
    await bo.locator(".tabletop").getAttribute("data-hash"),
  );
  await page.locator(".notice button").click();
  strange = true;
  const next = await to_move(page, bo);
  await play_turn(next, 1, click);
  await expect(page.locator(".notice")).toContainText("newer");
  await expect(page.locator(".hits > g")).toHaveCount(3);
});

test("whoever could not be welcomed at first sits down and plays all the same", async ({ page, another, heard }) => {
  const bo = await another();
  await page.goto("/#/online/new/new");
  await page.getByRole("button", { name: "Open a table" }).click();
  const link = await page.locator("code").textContent();
  await bo.route("**/api/session", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: '{"error": "store_failed"}',
    }),
  );
  await bo.goto(link!);
  const sit = bo.getByRole("button", { name: "Sit down" });
  await sit.click();
  await expect(bo.locator(".notice")).toContainText("try again");
  await bo.unroute("**/api/session");
  for (const line of heard.splice(0)) expect(line).toContain("503");
  await sit.click();
  if ((await to_move(page, bo)) === page) await play_turn(page, 0, click);
  await to_move(bo);
  const tiles = await bo.locator(".hits > g").count();
  await play_turn(bo, 1, click);
  await expect(page.locator(".hits > g")).toHaveCount(tiles + 1);
});

test("a server that cannot now is asked again, and the move is not lost", async ({ page, another }) => {
  const refuse = new Set<string>();
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, game, move_id } = JSON.parse(String(text)) as {
        type: string;
        game: string;
        move_id?: string;
      };
      if (!refuse.delete(type)) return server.send(text);
      socket.send(
        JSON.stringify(
          type === "move"
            ? { type: "refused", game, move_id, code: "store_failed", ply: -1 }
            : { type: "error", game, to: type, code: "store_failed" },
        ),
      );
    });
  });
  const bo = await another();
  await start_online(page, bo, { edition: "new" });
  const notice = page.getByText("this page asks again by itself");
  refuse.add("hello");
  await page.reload();
  await expect(notice).toBeVisible();
  await expect(page.locator(".tabletop")).toBeVisible();
  await expect(notice).toBeHidden();
  if ((await to_move(page, bo)) === bo) await play_turn(bo, 0, click);
  await to_move(page);
  const tiles = await page.locator(".hits > g").count();
  refuse.add("move");
  await play_turn(page, 1, click);
  await expect(bo.locator(".hits > g")).toHaveCount(tiles + 1);
  await expect(page.locator(".hits > g")).toHaveCount(tiles + 1);
  await expect(notice).toBeHidden();
});

test("people talk, take turns back, play by the clock, resign and play again", async ({ page, another }) => {
  const bo = await another();
  await start_online(page, bo, {
    edition: "hunters",
    options: [{ label: "Clock", value: "10+10" }],
  });
  const say = async (one: Page, text: string) => {
    if ((await one.locator(".chat").count()) === 0) await one.getByRole("button", { name: "Chat" }).click();
    await one.getByLabel("Message").fill(text);
    await one.getByRole("button", { name: "Send" }).click();
  };
  await say(page, "Good luck!");
  await expect(bo.locator(".unread")).toHaveText("1");
  await say(bo, "<b>Thanks</b>");
  await expect(page.locator(".chat ol")).toContainText("Ada Good luck!");
  await expect(page.locator(".chat ol")).toContainText("Bo <b>Thanks</b>");
  await page.getByRole("button", { name: "Mute Bo" }).click();
  await expect(page.locator(".chat ol")).not.toContainText("Thanks");
  for (const one of [page, bo]) await one.getByRole("button", { name: "Close", exact: true }).click();

  // On a small screen by a mark with the words for those who hear them.
  await expect(page.locator(".active .mover")).toHaveText("to move");
  await expect(page.locator(".active .mover")).toBeVisible();
  // Both clocks start at ten minutes, and the one of the player to move runs.
  await expect(page.locator(".clock")).toHaveCount(2);
  for (const one of [page, bo]) {
    const running = one.locator(".active .clock");
    await expect(running).toHaveText(/^9:\d\d$/);
    await expect(running).not.toHaveText((await running.textContent())!);
    await expect(one.locator(".clock", { hasText: "10:00" })).toHaveCount(1);
  }

  const first = await to_move(page, bo),
    second = first === page ? bo : page;
  const before = await first.locator(".tabletop").getAttribute("data-hash");
  await play_turn(first, 0, click);
  await expect(second.locator(".hits > g")).toHaveCount(2);
  const asking = first.getByRole("button", {
    name: "Ask to take my turn back",
  });
  await asking.click();
  await second.getByRole("button", { name: "Refuse" }).click();
  await expect(first.locator(".hits > g")).toHaveCount(2);
  await asking.click();
  await second.getByRole("button", { name: "Allow" }).click();
  for (const one of [first, second]) {
    await expect(one.locator(".hits > g")).toHaveCount(1);
    await expect(one.locator(".tabletop")).toHaveAttribute("data-hash", before!);
  }
  await play_turn(first, 1, click);
  await play_turn(await to_move(page, bo), 2, click);

  await bo.getByRole("button", { name: "Resign" }).click();
  await bo.getByRole("button", { name: "Cancel" }).click();
  await bo.getByRole("button", { name: "Resign" }).click();
  await bo.getByRole("button", { name: "Resign" }).click();
  await expect(page.locator(".ended")).toContainText("You win!");
  await expect(bo.locator(".ended")).toContainText("Winner: Ada");
  for (const one of [page, bo]) {
    await expect(one.locator(".ended")).toContainText("Bo resigned");
    // Whoever gave up comes last, whatever the points; and they add up.
    await expect(one.locator(".podium .name")).toHaveText(["Ada", "Bo"]);
    await expect(one.locator(".podium .rank")).toHaveText(["1.", "2."]);
    const scores = await one.locator(".players .score").allTextContents();
    await expect(one.locator(".ending tfoot td")).toHaveText(scores);
  }
  const old = page.url();
  await page.getByRole("button", { name: "Rematch" }).click();
  await expect(bo.getByText("Ada would like a rematch")).toBeVisible();
  await bo.getByRole("button", { name: "Rematch" }).click();
  for (const one of [page, bo]) await expect(one).not.toHaveURL(old);
  await expect((await to_move(page, bo)).locator(".hits > g")).toHaveCount(1);
});

/** A table whose clock is shorter than any of the form; both sit down. */
async function sit_at(rules: Record<string, unknown>, ada: Page, bo: Page): Promise<void> {
  const headers = { "x-bastide": "1" };
  await ada.request.post("/api/session", { headers, data: { name: "Ada" } });
  const answer = await ada.request.post("/api/tables", {
    headers,
    data: { rules },
  });
  const { table } = (await answer.json()) as { table: { game: string } };
  await ada.goto(`/t/${table.game}`);
  await bo.goto(`/t/${table.game}`);
  await bo.getByLabel("Your name").fill("Bo");
  await bo.getByRole("button", { name: "Sit down" }).click();
  for (const one of [ada, bo]) await expect(one.locator(".tabletop")).toBeVisible();
}
const people = [{ kind: "person" }, { kind: "person" }];
const short = { kind: "fischer", initial_s: 1, increment_s: 0 };

test("whoever waits may claim the win when the time of the other is over", async ({ page, another }) => {
  const bo = await another();
  await sit_at({ edition: "new", seats: people, clock: short, first: 0 }, page, bo);
  const claim = bo.getByRole("button", { name: "Claim the win on time" });
  await expect(claim).toBeVisible();
  await expect(page.getByRole("button", { name: "Claim the win on time" })).toHaveCount(0);
  await claim.click();
  await expect(page.locator(".ended")).toContainText("Winner: Bo");
  await expect(bo.locator(".ended")).toContainText("You win!");
  for (const one of [page, bo]) {
    await expect(one.locator(".ended")).toContainText("Ada ran out of time");
    await expect(one.locator(".podium .name")).toHaveText(["Bo", "Ada"]);
  }
});

test("where a bot plays on at zero nobody can claim, and the seat can be taken back", async ({ page, another }) => {
  const bo = await another();
  await sit_at(
    {
      edition: "new",
      seats: people,
      clock: { ...short, initial_s: 3 },
      on_flag: "bot",
      first: 0,
    },
    page,
    bo,
  );
  await expect(page.getByRole("button", { name: "Take my seat back" })).toBeVisible();
  await expect(bo.getByRole("button", { name: "Claim the win on time" })).toHaveCount(0);
  await expect(bo.locator(".hits > g")).not.toHaveCount(1);
});

test("whoever leaves a table with a clock is seen to be away", async ({ page, another }) => {
  const bo = await another();
  await sit_at({ edition: "new", seats: people, clock: { ...short, initial_s: 600 }, first: 0 }, page, bo);
  await expect(page.locator(".players .clock")).toHaveCount(2);
  await expect(page.locator(".players")).not.toContainText("away");
  const [ada, away] = [page.locator(".players li").nth(0), page.locator(".players li").nth(1)];
  await page.setViewportSize({ width: 1100, height: 760 });
  await expect(ada).toContainText("to move");
  await play_turn(page, 0, click);
  await expect(away.locator(".sub")).toHaveText("to move");
  await bo.close();
  // Whose clock runs is told all the same, in words where there is room and by a mark where there is not.
  await expect(away.locator(".sub")).toHaveText("away · to move");
  await expect(ada).not.toContainText("to move");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(away.locator(".sub")).toHaveText("away", { useInnerText: true });
  await expect(away.locator(".mover")).toBeVisible();
  await expect(ada.locator(".mover")).toHaveCount(0);
});

test("a tile that is laid and not confirmed is still there after a reload", async ({ page, another }) => {
  const bo = await another();
  await sit_at({ edition: "new", seats: people, first: 0 }, page, bo);
  await page.locator(".cell").first().click();
  await page.locator(".choice").first().click();
  await expect(page.locator(".choice[aria-pressed=true]")).toHaveCount(1);
  const ghost = page.locator(".cell.ghost");
  const label = await ghost.getAttribute("aria-label");
  await page.reload();
  await expect(ghost).toHaveAttribute("aria-label", label!);
  await expect(page.locator(".choice[aria-pressed=true]")).toHaveCount(1);
  await page.locator(".confirm").click();
  await expect(bo.locator(".hits > g")).toHaveCount(2);
  // The figure went along, even if it has come home by now.
  await bo.keyboard.press("h");
  await expect(bo.locator(".panel")).toContainText("tile + ");
});

test("a move that the server refuses is told by its rule, which is one press away", async ({ page, another }) => {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, game, move_id } = JSON.parse(String(text)) as { type: string; game: string; move_id?: string };
      if (type !== "move") return server.send(text);
      const violation = "edges_do_not_match";
      socket.send(JSON.stringify({ type: "refused", game, move_id, code: "illegal_move", ply: 1, violation }));
    });
  });
  const bo = await another();
  await sit_at({ edition: "new", seats: people, first: 0 }, page, bo);
  await page.locator(".cell").first().click();
  await page.locator(".confirm").click();
  const notice = page.getByRole("alert").filter({ hasText: "The edges do not match" });
  await notice.getByRole("link").click();
  await expect(page.locator("#rule-place")).toBeFocused();
});

test("a tile on its way stays on the board, greyed, and arrives", async ({ page, another }) => {
  const bo = await another();
  await sit_at({ edition: "new", seats: people, first: 0 }, page, bo);
  await page.locator(".cell").first().click();
  await lose_network(page);
  await page.locator(".confirm").click();
  await expect(page.locator("image.sent").first()).toBeAttached();
  await expect(page.locator(".cell")).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(bo.locator(".hits > g")).toHaveCount(2);
  await expect(page.locator(".hits > g")).toHaveCount(2);
  await expect(page.locator("image.sent")).toHaveCount(0);
});

test("a server that does not answer is said to be waited for", async ({ page, another }) => {
  let silent = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!silent) socket.send(message);
    });
  });
  const bo = await another();
  await sit_at({ edition: "new", seats: people, first: 0 }, page, bo);
  await page.locator(".cell").first().click();
  silent = true;
  await page.locator(".confirm").click();
  await expect(page.locator(".connection")).toHaveText("waiting for the server");
});

test("whoever is asked to take turns back is told how many", async ({ page, another }) => {
  const bo = await another();
  await sit_at({ edition: "new", seats: people, first: 0 }, page, bo);
  for (let n = 0; n < 2; ++n) await play_turn(await to_move(page, bo), n, click);
  await to_move(page);
  await page.getByRole("button", { name: "Ask to take 2 turns back" }).click();
  await expect(bo.getByRole("alert")).toContainText("the last 2 turns");
  await bo.getByRole("button", { name: "Allow" }).click();
  for (const one of [page, bo]) await expect(one.locator(".hits > g")).toHaveCount(1);
});

test("the form opens the table it says", async ({ page }) => {
  await page.goto("/#/online/new/classic-2");
  await expect(page.getByLabel("When time runs out")).toHaveCount(0);
  await expect(page.getByLabel("Pauses")).toHaveCount(0);
  await page.getByLabel("Clock", { exact: true }).selectOption("3d");
  await page.getByLabel("When time runs out").selectOption("bot");
  await expect(page.getByLabel("Pauses")).toHaveValue("24");
  await page.getByLabel("Pauses").selectOption("72");
  await page.getByLabel("When somebody is away").selectOption("10");
  await page.getByLabel("Who finds the table").selectOption("link");
  await page.getByLabel("Chat", { exact: true }).selectOption("players");
  await page.getByLabel("Who begins").selectOption("1");
  await expect(page.getByLabel("Rated game")).toBeDisabled();
  await page.getByRole("button", { name: "Open a table" }).click();
  for (const term of [
    "3 days per turn",
    "When time runs out: a bot plays on",
    "a bot plays after 10 minutes",
    "for 72 hours in all",
  ]) {
    await expect(page.getByText(term)).toBeVisible();
  }
  const answer = await page.request.get(`/api/tables/${page.url().split("/").pop()!}`);
  const { table } = (await answer.json()) as {
    table: { rules: Record<string, unknown> };
  };
  expect(table.rules).toMatchObject({
    clock: { kind: "days", days: 3 },
    on_flag: "bot",
    pause_s: 72 * 3600,
    takeover: { agent: "keen", after_s: 600 },
    visibility: "link",
    chat: "players",
    first: 1,
    aids: ["remaining", "dead", "ownership", "projected"],
  });
});

test("hints are there where the table allows them, and only there", async ({ page, another }) => {
  const bo = await another();
  const hint = page.getByRole("button", { name: "Hint" });
  await sit_at({ edition: "new", seats: people, first: 0, aids: ["remaining"] }, page, bo);
  await page.locator(".cell").first().waitFor();
  await expect(hint).toHaveCount(0);
  await page.keyboard.press("i");
  await expect(page.locator(".hint, rect.suggested")).toHaveCount(0);
  await sit_at({ edition: "new", seats: people, first: 0, aids: ["hints"] }, page, bo);
  await hint.click();
  await expect(page.locator("rect.suggested")).toBeVisible();
  // Whoever waits has the button in its place, and no use of it.
  await expect(bo.getByRole("button", { name: "Hint" })).toBeDisabled();
  await bo.keyboard.press("i");
  await expect(bo.locator("rect.suggested, .hint .card, .hint p")).toHaveCount(0);
});

test("a game of the server is replayed from its record", async ({ page, another }) => {
  const bo = await another();
  await start_online(page, bo, { edition: "classic-1" });
  for (let n = 0; n < 4; ++n) await play_turn(await to_move(page, bo), n, click);
  const hash = await (await to_move(page, bo)).locator(".tabletop").getAttribute("data-hash");
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("link", { name: "Replay" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByText("Turn 4 of 4")).toBeVisible();
  await expect(page.locator(".hits > g")).toHaveCount(5);
});

test("whoever looks elsewhere is told that it is their turn", async ({ page, another }) => {
  const elsewhere = () => {
    const told: string[] = [];
    Object.assign(window, { told });
    document.hasFocus = () => false;
    class Notice {
      static permission = "granted";
      static requestPermission = () => Promise.resolve("granted");
      constructor(_title: string, options: NotificationOptions) {
        told.push(options.body!);
      }
    }
    Object.assign(window, { Notification: Notice });
  };
  const told = (one: Page) => one.evaluate(() => (window as unknown as { told: string[] }).told);
  await page.addInitScript(elsewhere);
  await page.goto("/#/settings");
  await page.getByLabel("A notification when it is my turn").check();
  const bo = await another();
  await bo.addInitScript(elsewhere);
  await start_online(page, bo, { edition: "new" });
  if ((await to_move(page, bo)) === bo) await play_turn(bo, 0, click);
  await expect(page).toHaveTitle("● Your turn");
  expect(await told(page)).toContain("Your turn");
  // Only those who asked for it.
  await play_turn(page, 1, click);
  await expect(bo).toHaveTitle("● Your turn");
  expect(await told(bo)).toEqual([]);
});

test("whoever opened a table takes it away again", async ({ page, another }) => {
  await page.goto("/#/online/new/classic-2");
  await page.getByLabel("Name of seat 1").fill("Ada");
  await page.getByRole("button", { name: "Open a table" }).click();
  const link = (await page.locator("code").textContent())!;
  const bo = await another();
  await bo.goto(link);
  await expect(bo.getByRole("button", { name: "Sit down" })).toBeVisible();
  await expect(bo.getByRole("button", { name: "Remove this table" })).toHaveCount(0);
  await page.getByRole("button", { name: "Remove this table" }).click();
  await expect(bo.getByText("This table was removed")).toBeVisible();
  await expect(bo.getByRole("button", { name: "Sit down" })).toHaveCount(0);
  await expect(page).toHaveURL(/#\/online$/);
});
