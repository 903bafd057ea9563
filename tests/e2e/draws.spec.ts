// What the page gives to the draws, proved by the program: bastide verify.

import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import type { Page, TestInfo } from "@playwright/test";
import { click, expect, has_server, play_turn, start_online, test, to_move } from "./table";

test.skip(!has_server, "there is no server");

const bastide = process.env["BASTIDE"] ?? "../build/release/bastide";
const game_of = (page: Page): string => /[a-z2-7]{16}/.exec(page.url())?.[0] ?? "";

async function play(turns: number, ...pages: Page[]): Promise<void> {
  for (let n = 0; n < turns; ++n) await play_turn(await to_move(...pages), n, click);
  await to_move(...pages); // the last one is told, too
}
async function resign(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await expect(page.getByRole("link", { name: "Replay" })).toBeVisible();
}
/** What the program says of the game's record. */
async function verified(page: Page, game: string, info: TestInfo): Promise<string> {
  const answer = await page.request.get(`/api/games/${game}/record`);
  const file = info.outputPath("record.json");
  writeFileSync(file, await answer.text());
  return execFileSync(bastide, ["verify", file], { encoding: "utf8" });
}

test("a game of two pages is proved, links and lot, and so is its rematch", async ({ page, another }, info) => {
  const bo = await another();
  // As on a page without encryption, in a home network say.
  for (const one of [page, bo]) {
    await one.addInitScript(() => Object.defineProperty(crypto, "randomUUID", { value: undefined }));
  }
  await start_online(page, bo, { edition: "new" });
  const game = game_of(page);
  await play(3, page, bo);
  await page.reload();
  await bo.reload();
  await play(3, page, bo);
  await resign(page);
  expect(await verified(page, game, info)).toContain("6 of 6 turns gave a link; who began is what the lot gives");
  // The page proves the same by itself.
  await bo.goto(`/#/fairness/${game}`);
  await bo.getByRole("button", { name: "Verify the draws" }).click();
  await expect(bo.getByRole("status")).toContainText(/Proven: all \d+ draws.*6 of 6 turns.*drawn by lot began/s);
  // And finds a record that tells another game.
  await bo.route("**/api/games/*/record", async (route) => {
    const answer = await route.fetch();
    const record = (await answer.json()) as { dealer: { links: { link: string }[] } };
    record.dealer.links[2]!.link = "0".repeat(64);
    await route.fulfill({ json: record });
  });
  await bo.getByRole("button", { name: "Verify the draws" }).click();
  await expect(bo.getByRole("status")).toContainText("Turn 3: The link does not belong to its player’s chain.");
  await bo.unroute("**/api/games/*/record");
  await bo.goto(`/#/table/${game}`);
  await page.getByRole("button", { name: "Rematch" }).click();
  await bo.getByRole("button", { name: "Rematch" }).click();
  await expect.poll(() => game_of(page)).not.toBe(game);
  await expect.poll(() => game_of(bo)).not.toBe(game);
  await play(4, page, bo);
  await resign(bo);
  expect(await verified(page, game_of(page), info)).toContain(
    "4 of 4 turns gave a link; who began is what the lot gives",
  );
});

test("who has lost the chain plays on, and everybody sees it", async ({ page, another }, info) => {
  const bo = await another();
  await start_online(page, bo, { edition: "new" });
  await play(2, page, bo);
  const loser = await to_move(page, bo);
  const other = loser === page ? bo : page;
  await loser.evaluate(() => localStorage.clear());
  await play(1, page, bo);
  for (const one of [loser, other]) await expect(one.getByText("takes no part in the draws")).toBeVisible();
  await play(3, page, bo);
  await resign(page);
  // Two turns of both, then two of the one who has the chain.
  expect(await verified(page, game_of(page), info)).toContain("4 of 6 turns gave a link");
});
