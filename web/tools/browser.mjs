// What draws and measures here: Debian's Chromium (CHROMIUM names another one), a server of its own, games to sit
// down at.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { deflateRawSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { editions } from "./editions.mjs";

export const root = new URL("../../", import.meta.url);
export const program = process.env.BASTIDE ?? new URL("build/release/bastide", root).pathname;
const port = process.env.BASTIDE_E2E_PORT ?? "4199";
export const home = `http://localhost:${port}/`;
/** Every box: nobody is taught. */
export const coached = editions.map(({ id }) => id);

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });

/** `bastide serve` with the built client and a database that goes with it; answers how to stop it. */
export async function serve(...options) {
  const folder = await mkdtemp(`${tmpdir()}/bastide-pictures-`);
  const server = spawn(program, [
    ...["serve", "--port", port, "--address", "127.0.0.1"],
    ...["--web-root", new URL("web/dist", root).pathname, "--database", `sqlite:${folder}/pictures.db`],
    ...options,
  ]);
  for (let tries = 0; tries < 50 && !(await fetch(home).catch(() => null)); ++tries)
    await new Promise((done) => setTimeout(done, 200));
  return async () => {
    server.kill();
    await rm(folder, { recursive: true });
  };
}

/** The page writes its settings once; what is set before that is lost. */
export async function set(page, settings) {
  await page.goto(`${home}#/settings`);
  await page.locator("h1").first().waitFor();
  await page.evaluate((all) => localStorage.setItem("bastide.settings", JSON.stringify(all)), settings);
}

/** A table where this game stands after so many turns, with a person to move. */
export async function sit_down(page, record, turns, { hints = false, seats } = {}) {
  const { result: _result, ...rest } = record;
  const text = JSON.stringify({ ...rest, turns: record.turns.slice(0, turns) });
  const names = record.players.map((player) => player.name);
  const saved = {
    ...{ id: "picture", version: 1, edition: record.edition, record: text, seed: "20260", first: 0, updated: 1, turns },
    ...{ seats: seats ?? names.map((name) => ({ name })), scores: names.map(() => 0), over: false },
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

export const replay = (page, record, ply) =>
  page.goto(`${home}#/replay/record/${deflateRawSync(JSON.stringify(record)).toString("base64url")}/${ply}`);
