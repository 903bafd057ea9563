// A whole game by what assistive technology is given: names, roles, focus and what is read aloud; and keys.

import type { Page } from "@playwright/test";
import { expect, sweep, test } from "./table";

const sides = ["north", "east", "south", "west"];
const ways = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];
/** What each side of a tile shows, from "City: north, east (1 shield); Road: south; Field: south, west". */
function shown_on(told: string): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const part of told.split("; ").reverse()) {
    const [kind, list = ""] = part.replace(/ \(.*\)/, "").split(": ");
    for (const side of list.split(", ")) {
      // A road or city hides the field beside it.
      if (sides.includes(side) && (kind !== "Field" || !(side in shown))) shown[side] = kind!;
    }
  }
  return shown;
}
/** All that is read aloud, in order. */
async function listen(page: Page): Promise<{ next: (wanted: RegExp) => Promise<RegExpMatchArray> }> {
  const lines: string[] = [];
  await page.exposeFunction("hear", (line: string) => void lines.push(line));
  await page.getByRole("log").evaluate((region) => {
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((change) => [...change.addedNodes])) {
        if (node.textContent?.trim()) (window as unknown as { hear: (line: string) => void }).hear(node.textContent);
      }
    }).observe(region, { childList: true, subtree: true });
  });
  return {
    async next(wanted) {
      const at = async () => lines.findIndex((line) => wanted.test(line));
      await expect.poll(at, { message: `${wanted} is not heard; heard: ${lines.join(" | ")}` }).not.toBe(-1);
      const line = lines.splice(0, (await at()) + 1).at(-1)!;
      return wanted.exec(line)!;
    },
  };
}
/** The name of what has the focus, as the accessibility tree gives it. */
async function focused(page: Page): Promise<string> {
  const tree = await page.getByRole("main").ariaSnapshot({ mode: "ai" });
  return /button "([^"]*)"(?: \[[^\]]*\])* \[active\]/.exec(tree)?.[1] ?? "";
}

test("a whole game by what a screen reader is told", { tag: sweep }, async ({ page }) => {
  await page.goto("/#/new/classic-2");
  await page.getByRole("textbox", { name: "Name of seat 1" }).fill("Ada");
  await page.getByRole("textbox", { name: "Name of seat 2" }).fill("Deep");
  const voice = await listen(page);
  await page.getByRole("button", { name: "Start the game" }).press("Enter");

  // The first tile is read from the list; all others are heard.
  const board = new Map<string, Record<string, string>>();
  await page.getByRole("button", { name: "Lists" }).press("Enter");
  await page.getByRole("button", { name: "Tiles on the board" }).press("Enter");
  const first = await page.getByRole("list", { name: "Tiles on the board" }).getByRole("listitem").first().innerText();
  board.set("0,0", shown_on(first.replace(/^0, 0: /, "")));
  const entry = page.getByRole("textbox", { name: "Type a move" });

  const played = /^(Ada|Deep) · tile .*?at (-?\d+), (-?\d+)\. (.*?)(?:\. .*)?$/;
  const come = /Tile in hand: (.*)\. Board: the tile fits (\d+) squares?\.|Final scoring/;
  let joined = 0;
  for (let n = 0; n < 80; ++n) {
    // Everybody's turns until one's own, then the tile.
    for (;;) {
      const line = await voice.next(new RegExp(`${played.source}|${come.source}`));
      const turn = played.exec(line[0]);
      if (!turn) break;
      if (line[0].includes("Joined: ")) ++joined;
      board.set(`${turn[2]},${turn[3]}`, shown_on(turn[4]!));
    }
    if (await page.getByRole("heading", { name: "Final scoring" }).isVisible()) break;

    const typed = n % 3 === 0;
    const squares = page.getByRole("group", { name: /^Board/ }).getByRole("button");
    if (typed) {
      const names = await squares.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")!));
      const place = /at (-?\d+), (-?\d+)/.exec(names[n % names.length]!)!;
      await entry.focus();
      await page.keyboard.type(`${place[1]} ${place[2]}`);
    } else {
      // The focus is where the last turn left it: on the board.
      if (n % 3 === 1) {
        await page.keyboard.press("Tab");
        await page.keyboard.press("b");
      }
      await expect.poll(() => focused(page)).toMatch(/^(Put the tile at|The tile lies at)/);
      for (let i = 0; i < n % 4; ++i) await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft"][(n + i) % 3]!);
      const [, x, y, beside] = /^Put the tile at (-?\d+), (-?\d+)\. Beside it: (.*)$/.exec(await focused(page)) ?? [];
      // What lies beside is what was heard of it.
      for (const [i, [dx, dy]] of ways.entries()) {
        if (x === undefined) break;
        const there = board.get(`${Number(x) + dx!},${Number(y) + dy!}`);
        const told = beside!.split("; ").find((part) => part.startsWith(sides[i]!));
        expect(told, `${sides[i]} of ${x}, ${y}`).toBe(there && `${sides[i]}: ${there[sides[(i + 2) % 4]!]}`);
      }
    }
    await page.keyboard.press("Enter");
    const lies = /^The tile lies at (-?\d+), (-?\d+), turned \d+ degrees\. (.*)\. Press to turn it\.(.*)$/;
    const [, x, y, tile, figures] = await voice.next(lies);
    // Each side goes with what lies beside it.
    for (const [i, [dx, dy]] of ways.entries()) {
      const there = board.get(`${Number(x) + dx!},${Number(y) + dy!}`);
      if (there) expect(shown_on(tile!)[sides[i]!]).toBe(there[sides[(i + 2) % 4]!]);
    }
    const figure = /1\. ([A-Z][a-z]+): /.exec(figures!)?.[1];
    if (figure && n % 2 === 0) {
      if (typed)
        await page
          .getByRole("button", { name: new RegExp(`^${figure}: `) })
          .first()
          .press("Enter");
      else await page.keyboard.press("1");
      await voice.next(new RegExp(`^${figure}: `));
    }
    if (typed) await entry.press("Enter");
    else await page.keyboard.press("c");
  }
  expect(joined).toBeGreaterThan(20);
  expect(board.size).toBe(72);
  await page.getByRole("button", { name: "Skip" }).press("Enter");
  const [, ada, deep] = await voice.next(/: Ada (\d+), Deep (\d+)$/);
  await expect(page.getByRole("row", { name: /^Total/ })).toHaveText(`Total${ada}${deep}`);
});
