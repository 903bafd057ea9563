// A table of the server where there is little room: nothing is cut, and a finger hits what it means.

import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import {
  expect,
  ghost_seen,
  has_server,
  open_game,
  play_turn,
  quick,
  start_online,
  sweep,
  test,
  tiles_outside,
  to_move,
} from "./table";

test.skip(!has_server, "there is no server");
const sizes = [
  { width: 1024, height: 768 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 720, height: 450 },
];
const six = ["Ada", "Bo", "Cleo", "Dag", "Eva", "Flo"].map((name) => ({ name }));

/** Elements of which a part is cut off: by their own edge or by the screen's. */
function cut(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        if (width <= 1) return false; // for those who hear it
        return one.scrollWidth > one.clientWidth + 1 || left < 0 || right > innerWidth + 0.5;
      })
      .map((one) => one.textContent ?? ""),
  );
}

test(
  "head, cards and tabs of a table are whole in every language, with somebody away",
  { tag: sweep },
  async ({ page, another }) => {
    const [bo, guest] = [await another(), await another()];
    await start_online(page, bo, { edition: "new", options: [{ label: "Clock", value: "10+10" }] });
    const table = page.url().split("/").pop()!;
    await guest.goto(`/t/${table}`);
    await expect(guest.locator(".tabletop")).toBeVisible();
    await bo.close();
    await expect(page.locator(".sub.away")).toHaveCount(1);
    for (const locale of ["en", "pl", "hu", "is", "de"]) {
      await page.goto(`/?lang=${locale}#/table/${table}`);
      await expect(page.locator(".sub.away")).toHaveCount(1);
      await expect(page.locator(".watchers")).toHaveCount(1);
      for (const size of sizes) {
        await page.setViewportSize(size);
        const where = `${locale} ${size.width}`;
        await expect(page.locator(".top .rules")).toBeInViewport({ ratio: 1 });
        await expect(page.locator(".top .left")).toBeInViewport({ ratio: 1 });
        // A busy machine lays the page out a moment after its size has changed.
        const parts = [
          ".top .rules, .top .left, .top .watchers, .tabs .button > span",
          ".players .name, .players .clock, .players .sub.away",
        ];
        for (const part of parts) await expect.poll(() => cut(page, part), where).toEqual([]);
      }
    }
  },
);

test.describe("by finger", () => {
  test.use({ hasTouch: true, isMobile: true });
  test("what can be pressed at a table is 40 pixels high and wide", async ({ page, another }) => {
    const bo = await another();
    await start_online(page, bo, { edition: "new", options: [{ label: "Clock", value: "10+10" }] });
    await to_move(page, bo);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const small = () =>
        page
          .locator(".top a, .side button, .now button")
          .filter({ visible: true })
          .evaluateAll((all) =>
            all
              .map((one) => ({ name: one.textContent?.trim(), box: one.getBoundingClientRect() }))
              .filter(({ box }) => box.width < 40 || box.height < 40)
              .map(({ name, box }) => `${name} ${box.width} ${box.height}`),
          );
      // What is there for another size may be going just now.
      await expect.poll(small, `${size.width}`).toEqual([]);
    }
  });
  test("what is said next has its field in view, however much was said", { tag: sweep }, async ({ page, another }) => {
    const bo = await another();
    await start_online(page, bo, { edition: "new" });
    await page.getByRole("button", { name: "Chat" }).click();
    const field = page.getByLabel("Message");
    for (let n = 0; n < 12; ++n) {
      await field.fill(`line ${n}, and so on until it needs a second line of its own`);
      await field.press("Enter");
    }
    await expect(page.locator(".chat li")).toHaveCount(12);
    for (const size of [{ width: 1440, height: 900 }, ...sizes]) {
      await page.setViewportSize(size);
      await page.reload();
      await page.getByRole("button", { name: "Chat" }).click();
      await expect(field).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".phrases button").first()).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".chat li").last()).toBeInViewport({ ratio: 0.9 });
    }
  });
});

test("whoever waits has the link in view, and whoever is invited a seat", async ({ page, another }) => {
  await page.goto("/#/online/new/new");
  await page.getByRole("button", { name: "Add a player" }).click();
  await page.getByLabel("Clock", { exact: true }).selectOption("20+15");
  await page.getByRole("button", { name: "Open a table" }).click();
  const bo = await another();
  await bo.goto((await page.locator("code").textContent())!);
  for (const size of sizes) {
    for (const one of [page, bo]) await one.setViewportSize(size);
    await expect(page.locator("code"), `${size.width}`).toBeInViewport({ ratio: 1 });
    await expect(bo.getByRole("button", { name: "Sit down" }), `${size.width}`).toBeInViewport({ ratio: 1 });
  }
});

test(
  "who comes late to four players sees tiles, every clock and every tab",
  { tag: sweep },
  async ({ page, another }) => {
    const [bo, guest] = [await another(), await another()];
    await start_online(page, bo, { edition: "new", options: [{ label: "Clock", value: "20+15" }], bots: 2 });
    for (let n = 0; n < 6; ++n) await play_turn(await to_move(page, bo), n, quick);
    await to_move(page, bo);
    const table = page.url().split("/").pop()!;
    for (const one of [guest, page]) {
      for (const size of [{ width: 1440, height: 900 }, ...sizes]) {
        await one.setViewportSize(size);
        await one.goto("/#/settings");
        await one.goto(`/#/table/${table}`);
        await expect(one.locator(".hits > g").nth(12)).toBeAttached();
        const where = `${size.width}`;
        const beyond = await one
          .locator(".players .clock")
          .evaluateAll((all) =>
            all
              .filter(
                (clock) => clock.getBoundingClientRect().right > clock.closest("li")!.getBoundingClientRect().right,
              )
              .map((clock) => clock.textContent),
          );
        expect(beyond, where).toEqual([]);
        await expect(one.locator(".tabs")).toBeInViewport({ ratio: 1 });
        await expect.poll(() => tiles_outside(one), where).toBe(0);
      }
    }
  },
);

test("a box to tick keeps its size beside a long text", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto("/#/settings");
  const boxes = page.locator("form input:is([type=checkbox], [type=radio])");
  await expect(boxes.first()).toBeVisible();
  expect(await boxes.evaluateAll((all) => all.filter((one) => one.clientWidth < 20).length)).toBe(0);
});

test("at 200 % a sentence of six players is not cut", { tag: sweep }, async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  for (const locale of ["en", "is", "de"]) {
    await page.goto(`/?lang=${locale}`);
    await open_game(page, "new", six, 40, { inns: true, traders: true });
    const status = page.locator(".actions .status");
    for (const cell of (await page.locator(".cell").all()).slice(0, 6)) {
      await cell.evaluate((one: HTMLElement) => one.click());
      await expect(page.locator(".cell.ghost")).toHaveCount(1);
      const hidden = await status.evaluate(
        (one) => getComputedStyle(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1,
      );
      expect(hidden).toBe(false);
      await expect(page.locator(".confirm")).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Escape");
    }
  }
});

const four = ["Ada", "Bo", "Cleo", "Dag"].map((name) => ({ name }));
const boxes = (page: Page, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as Omit<DOMRect, "toJSON">));

test("four players with clocks are told apart, and whoever is away is told in whole", async ({ page, another }) => {
  const bo = await another();
  await start_online(page, bo, { edition: "new", options: [{ label: "Clock", value: "20+15" }], bots: 2 });
  const names = page.locator(".players .name").filter({ visible: true });
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect(names, `${size.width}`).toHaveCount(4);
    await expect(page.locator(".players .clock").filter({ visible: true })).toHaveCount(4);
  }
  await bo.close();
  const away = page.locator(".players .sub.away");
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect(away).toBeVisible();
    expect(await cut(page, ".players .sub.away, .players .clock"), `${size.width}`).toEqual([]);
    const [card] = await boxes(page, ".players li:has(.away)"),
      [word] = await boxes(page, ".players .away");
    expect(word!.right, `${size.width}`).toBeLessThanOrEqual(card!.right);
  }
});

test("whoever is asked something has the answers and the tabs in view", async ({ page, another }) => {
  const bo = await another();
  await start_online(page, bo, { edition: "new", options: [{ label: "Clock", value: "20+15" }], bots: 2 });
  await play_turn(await to_move(page, bo), 0, quick);
  const asks = await to_move(page, bo),
    asked = asks === page ? bo : page;
  await asks.getByRole("button", { name: "Ask for a pause" }).click();
  const question = asked.getByRole("alert").filter({ hasText: "asks for a pause" });
  await expect(question).toBeVisible();
  for (const size of [{ width: 1440, height: 900 }, { width: 768, height: 1024 }, ...sizes]) {
    await asked.setViewportSize(size);
    await expect(asked.locator(".tabs"), `${size.width}`).toBeInViewport({ ratio: 1 });
    for (const name of ["Allow", "Refuse"]) {
      const answer = question.getByRole("button", { name });
      await expect(answer, `${size.width}`).toBeInViewport({ ratio: 1 });
      const middle = await answer.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height - 6));
      });
      expect(middle, `${size.width} ${name}`).toBe(true);
    }
    await expect.poll(() => tiles_outside(asked), `${size.width}`).toBe(0);
  }
});

async function next_frame(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

test("the tile that is being laid is seen beside or above the chat", async ({ page, another }) => {
  const bo = await another();
  await start_online(page, bo, { edition: "new" });
  if ((await to_move(page, bo)) === bo) await play_turn(bo, 0, quick);
  await to_move(page);
  await page.getByRole("button", { name: "Chat" }).click();
  for (let n = 0; n < 5; ++n) {
    await page.getByLabel("Message").fill(`line ${n}, and so on until it needs a second line of its own`);
    await page.getByLabel("Message").press("Enter");
  }
  const last = page.locator(".chat li").last();
  await expect(page.locator(".chat li")).toHaveCount(5);
  for (const size of [{ width: 1440, height: 900 }, { width: 768, height: 1024 }, ...sizes]) {
    await page.setViewportSize(size);
    await next_frame(page); // in which a screen of another kind closes the chat
    if ((await page.locator(".chat").count()) === 0) await page.getByRole("button", { name: "Chat" }).click();
    for (const n of [0, (await page.locator(".cell").count()) - 1]) {
      await page
        .locator(".cell")
        .nth(n)
        .evaluate((cell: HTMLElement) => cell.click());
      await expect(page.locator(".cell.ghost")).toHaveCount(1);
      await expect.poll(() => ghost_seen(page), `${size.width}`).toMatchObject({ share: 1, inside: true });
      await expect(page.getByLabel("Message"), `${size.width}`).toBeInViewport({ ratio: 1 });
      await expect(last, `${size.width}`).toBeInViewport({ ratio: 0.9 });
      await page.locator(".cell.ghost").press("Escape");
      await expect(page.locator(".cell.ghost")).toHaveCount(0);
    }
  }
});

/** Lays the tile where it has most figures to choose from; how many. */
async function lay_with_most(page: Page): Promise<number> {
  const cells = page.locator(".cell"),
    choices = page.locator(".choice");
  const count = await cells.count();
  let [best, most] = [0, 0];
  for (let n = 0; n <= count; ++n) {
    await cells.nth(n < count ? n : best).evaluate((one: HTMLElement) => one.click());
    await expect(page.locator(".cell.ghost")).toHaveCount(1);
    await expect(page.locator(".confirm")).toBeEnabled();
    const figures = await choices.count();
    if (figures > most) [best, most] = [n, figures];
    if (n < count) await page.keyboard.press("Escape");
  }
  return most;
}

test(
  "six players with expansions leave confirm, figures and tabs in view on every screen",
  { tag: sweep },
  async ({ page }) => {
    await open_game(page, "new", six, 40, { inns: true, traders: true });
    expect(await lay_with_most(page)).toBeGreaterThanOrEqual(4);
    for (const size of [
      { width: 1440, height: 900 },
      { width: 1366, height: 660 },
      { width: 768, height: 1024 },
      ...sizes,
    ]) {
      await page.setViewportSize(size);
      const where = `${size.width}`;
      await expect(page.locator(".tabs"), where).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".confirm"), where).toBeInViewport({ ratio: 1 });
      expect(await cut(page, ".players .name"), where).toEqual([]);
      for (const choice of (await page.locator(".choice").all()).slice(0, 4))
        await expect(choice, where).toBeInViewport({ ratio: 0.99 });
      // What a card tells when it is opened lies over what is below it.
      await page.locator(".players .card").first().click();
      await expect(page.locator(".breakdown"), where).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".tabs"), where).toBeInViewport({ ratio: 1 });
      await page.locator(".players .card").first().click();
    }
  },
);

test("on a slim phone all ways out stand in one line, in every language", { tag: sweep }, async ({ page, another }) => {
  const bo = await another();
  for (const one of [page, bo]) await one.setViewportSize({ width: 390, height: 844 });
  await start_online(page, bo, {
    edition: "new",
    options: [{ label: "Clock", value: "20+15" }],
    bots: 2,
  });
  await play_turn(await to_move(page, bo), 0, quick);
  await play_turn(await to_move(page, bo), 1, quick);
  const mover = await to_move(page, bo);
  const table = mover.url().split("/").pop()!;
  for (const locale of ["en", "pl", "hu", "is", "de"]) {
    await mover.goto(`/?lang=${locale}#/table/${table}`);
    await expect(mover.locator(".ways .button")).toHaveCount(3);
    const middles = (await boxes(mover, ".ways .button, .hint > .button")).map(({ y, height }) => y + height / 2);
    expect(Math.max(...middles) - Math.min(...middles), locale).toBeLessThan(2);
    expect(await cut(mover, ".ways .button"), locale).toEqual([]);
  }
});

test("a tile that is being laid is seen after a change of the screen as if it were laid there", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open_game(page, "new", four, 20);
  const last = page.locator(".cell").last();
  await last.evaluate((one: HTMLElement) => one.click());
  const ghost = page.locator(".cell.ghost");
  await expect(ghost).toHaveCount(1);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await expect.poll(() => ghost_seen(page), `${size.width}`).toMatchObject({ share: 1, inside: true });
    const [turned] = await boxes(page, ".cell.ghost");
    await page.keyboard.press("Escape");
    await expect(ghost).toHaveCount(0);
    await last.evaluate((one: HTMLElement) => one.click());
    await expect(ghost).toHaveCount(1);
    const [laid] = await boxes(page, ".cell.ghost");
    expect(Math.abs(turned!.width - laid!.width), `${size.width}`).toBeLessThan(2);
    expect(Math.abs(turned!.x - laid!.x) + Math.abs(turned!.y - laid!.y), `${size.width}`).toBeLessThan(8);
  }
});

test("a screen that is turned keeps the tile that is being laid, and its figures", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open_game(page, "new", four, 20);
  for (const cell of [page.locator(".cell").first(), page.locator(".cell").last()]) {
    await cell.evaluate((one: HTMLElement) => one.click());
    await expect(page.locator(".cell.ghost")).toHaveCount(1);
    for (const size of [...sizes, { width: 1440, height: 900 }]) {
      await page.setViewportSize(size);
      await expect.poll(() => ghost_seen(page), `${size.width}`).toMatchObject({ share: 1, inside: true });
      for (const spot of await page.locator(".spot").all())
        await expect(spot, `${size.width}`).toBeInViewport({ ratio: 0.95 });
    }
  }
});

test("at the end everybody's points and the way on are in view on every screen", async ({ page }) => {
  for (const size of [{ width: 1440, height: 900 }, ...sizes]) {
    await page.setViewportSize(size);
    await open_game(page, "classic-2", four, 71);
    await expect(page.locator(".ending .told")).toBeVisible();
    await expect(page.getByRole("button", { name: "Play again" })).toHaveCount(0);
    await page.getByRole("button", { name: "Skip" }).click();
    await expect(page.locator(".podium li")).toHaveCount(4);
    await expect(page.getByRole("button", { name: "Play again" }), `${size.width}`).toBeInViewport({ ratio: 0.95 });
    expect(await cut(page, ".ending .scroll, .podium .name"), `${size.width}`).toEqual([]);
    await expect(page.locator(".ending thead th")).toHaveText(["Ada", "Bo", "Cleo", "Dag"]);
  }
});

test("six players see at the end who won and the way on, on every screen", { tag: sweep }, async ({ page }) => {
  await open_game(page, "new", six, 130, { inns: true, traders: true });
  await page.getByRole("button", { name: "Skip" }).click();
  for (const size of [{ width: 1440, height: 900 }, { width: 768, height: 1024 }, ...sizes]) {
    await page.setViewportSize(size);
    const where = `${size.width}`;
    const again = page.getByRole("button", { name: "Play again" });
    await expect(again, where).toBeInViewport({ ratio: 0.95 });
    await again.click({ trial: true });
    await expect(page.locator(".tabs"), where).toBeInViewport({ ratio: 1 });
    expect(await cut(page, ".podium .name"), where).toEqual([]);
  }
});

test("the end has room for where the points came from, and the events come when asked for", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open_game(page, "classic-2", four, 70);
  await expect(page.getByRole("region", { name: "Events" })).toBeVisible();
  await open_game(page, "classic-2", four, 71);
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(page.locator(".ending table tr").last()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("region", { name: "Events" })).toHaveCount(0);
  // Also after a tablet was turned.
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.locator(".tabs")).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.getByRole("region", { name: "Events" })).toHaveCount(0);
  await page.getByRole("button", { name: "Events" }).click();
  await expect(page.getByRole("region", { name: "Events" })).toBeInViewport();
});

test("what may be taken back at the end covers nothing that is told there", async ({ page }) => {
  await open_game(page, "classic-2", [{ name: "Ada" }, { name: "Bo", bot: "beginner" }], 71);
  await page.getByRole("button", { name: "Skip" }).click();
  for (const size of [{ width: 1440, height: 900 }, ...sizes]) {
    await page.setViewportSize(size);
    await expect(page.locator(".tabs"), `${size.width}`).toBeInViewport({ ratio: 1 });
    const [back] = await boxes(page, ".now > .ways .button");
    for (const told of await boxes(page, ".ending h2, .podium li, .ending .button, .ending table"))
      expect(back!.top >= told.bottom || back!.bottom <= told.top, `${size.width}`).toBe(true);
  }
});

test("on the smallest screen each area is in view while its points are told", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await open_game(page, "classic-2", four, 71);
  await expect(page.locator(".told")).toBeVisible();
  const tools = (await page.locator(".tools").boundingBox())!;
  const seen = async () => {
    const [board] = await boxes(page, "[data-board]");
    const parts = await boxes(page, ".shown path");
    return parts.some(
      ({ left, right, top, bottom }) =>
        left >= 0 && right <= 320 && top >= tools.y + tools.height - 2 && bottom <= board!.bottom,
    );
  };
  for (let n = 0; n < 6; ++n) {
    await expect.poll(seen, `step ${n}`).toBe(true);
    await page.getByRole("button", { name: "Next" }).click();
  }
});

test("rounds on the score track do not cover each other, and points of three digits are whole", async ({ page }) => {
  const record = JSON.parse(readFileSync(`${__dirname}/../../docs/art/game.json`, "utf8")) as { turns: unknown[] };
  const packed = deflateRawSync(JSON.stringify(record)).toString("base64url");
  await page.goto(`/#/replay/record/${packed}/${record.turns.length}`);
  await expect(page.locator(".ending tfoot td")).toHaveText(["68", "81", "82", "62"]);
  for (const { width, height } of [{ width: 1440, height: 900 }, ...sizes]) {
    await page.setViewportSize({ width, height });
    const labels = await boxes(page, ".track b"),
      pawns = await boxes(page, ".track .mark");
    expect(labels.length, `${width}`).toBeGreaterThan(1);
    for (const [i, one] of labels.entries())
      for (const other of [...labels.slice(i + 1), ...pawns])
        expect(one.right <= other.left + 1 || other.right <= one.left + 1, `${width}`).toBe(true);
    // The replay itself is not pushed out by what it tells.
    await expect(page.getByRole("button", { name: "To the start" })).toBeInViewport({ ratio: 1 });
    await page.getByRole("button", { name: "To the start" }).click({ trial: true });
    expect((await page.locator(".board").boundingBox())!.height, `${width}`).toBeGreaterThan(height * 0.29);
  }
  await open_game(page, "new", six, 12, { inns: true, traders: true });
  await page.locator(".players .score").evaluateAll((all) => all.forEach((one) => (one.textContent = "128")));
  for (const size of sizes) {
    await page.setViewportSize(size);
    const cards = await boxes(page, ".players li"),
      ends = await page.locator(".players .score").evaluateAll((all) =>
        all.map((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getBoundingClientRect().right;
        }),
      );
    for (const [i, end] of ends.entries()) expect(end, `${size.width}`).toBeLessThanOrEqual(cards[i]!.right);
  }
});

test("a hint can be followed without pushing anything", async ({ page }) => {
  await page.setViewportSize(sizes[0]!);
  await open_game(page, "new", four, 20);
  await page.getByRole("button", { name: "Hint" }).click();
  const follow = page.getByRole("button", { name: "Do that" });
  await expect(follow).toBeVisible();
  for (const { width, height } of sizes) {
    await page.setViewportSize({ width, height });
    const reached = () =>
      follow.evaluate((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(x + width / 2, y + height - 6));
      });
    await expect.poll(reached, `${width}`).toBe(true);
  }
});

test("beside the tile every figure can be chosen without pushing the row", async ({ page }) => {
  for (const size of sizes.slice(1)) {
    await page.setViewportSize(size);
    await open_game(page, "new", four, 20);
    const row = page.locator(".choices");
    for (const cell of await page.locator(".cell").all()) {
      await cell.evaluate((one: HTMLElement) => one.click());
      await expect(page.locator(".cell.ghost")).toHaveCount(1);
      if ((await row.locator(".choice").count()) >= 2) break;
    }
    expect(await row.locator(".choice").count()).toBeGreaterThanOrEqual(2);
    for (const one of (await row.locator(".choice").all()).slice(0, 2))
      await expect(one, `${size.width}`).toBeInViewport({ ratio: 1 });
    await expect(row.locator(".choice").first()).toHaveAccessibleName(/\w{4}/);
  }
});
