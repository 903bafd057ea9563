// Languages, looks and accessibility of every page.

import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import {
  check_axe,
  click,
  expect,
  has_server,
  least_contrast,
  open_game,
  over,
  play_turn,
  quick,
  start_online,
  sweep,
  test,
  to_move,
  wait_for_turn,
} from "./table";

const record = readFileSync(`${__dirname}/finished.json`, "utf8").trim();
const replay = `replay/record/${deflateRawSync(record).toString("base64url")}`;
const pages = [
  "",
  "new/winter",
  "rules/classic-1",
  "rules/hunters",
  "settings",
  "learn",
  "learn/classic",
  "learn/hunters",
  "online",
  "online/new/new",
  "account",
  "ratings/hunters/group",
  "about",
  "fairness",
  `${replay}/12`,
  `${replay}/71`,
];

const greetings: Record<string, [string, string]> = {
  en: ["Choose a box", "Settings"],
  pl: ["Wybierz pudełko", "Ustawienia"],
  is: ["Veldu kassa", "Stillingar"],
  hu: ["Válassz dobozt", "Beállítások"],
  de: ["Wähle eine Schachtel", "Einstellungen"],
};
for (const [locale, [home, settings]] of Object.entries(greetings)) {
  test.describe(locale, () => {
    test.use({ locale });
    test(`speaks ${locale}`, async ({ page }) => {
      await page.goto("/");
      await expect(page.getByRole("heading", { name: home })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", locale);
      await page.goto("/#/settings");
      await expect(page.getByRole("heading", { name: settings })).toBeVisible();
      for (const edition of ["classic-1", "winter", "hunters"]) {
        await page.goto(`/#/rules/${edition}`);
        await expect(page.locator("article h3").first()).toBeVisible();
      }
    });
  });
}

test("in Polish each edition has the words of its own book", { tag: sweep }, async ({ page }) => {
  await page.goto("/?lang=pl#/rules/winter");
  await expect(page.locator("#rule-road")).toHaveText("Trakty");
  await page.getByRole("link", { name: "Pierwsza edycja" }).click();
  await expect(page.locator("#rule-road")).toHaveText("Drogi");
  await expect(page.locator("article")).toContainText("Pociągnij żeton, pokaż go wszystkim i połóż.");
  await page.goto("/#/rules/hunters");
  await expect(page.locator("article")).toContainText("Wyciągnij kartę, pokaż ją wszystkim i połóż.");
  await page.goto("/#/new/classic-1");
  await expect(page.locator("main")).toContainText("72 żetony i 12 żetonów Rzeki");
  await page.goto("/#/");
  await expect(page.locator("main")).toContainText("72 płytki i 12 płytek Rzeki");
  for (const [edition, words] of [
    ["classic-1", "Połóż żeton"],
    ["winter", "Połóż płytkę"],
    ["hunters", "Połóż kartę"],
  ] as const) {
    await open_game(page, edition, [{ name: "Ada" }, { name: "Bo" }], 0);
    await expect(page.locator(".status").first()).toContainText(words);
  }
});

/** Texts on the page that did not come from the catalogue. */
async function foreign_texts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent!.trim();
      const parent = node.parentElement!;
      if (!/\p{L}{2,}/u.test(text) || parent.closest("script, style, [data-names], kbd, .mark, option[lang], .name"))
        continue;
      if (!text.includes("⟦") && !text.includes("⟧")) found.push(text);
    }
    for (const element of document.querySelectorAll("[aria-label], [title]")) {
      if (element.matches("[data-names]")) continue;
      const label = element.getAttribute("aria-label") ?? element.getAttribute("title")!;
      if (/\p{L}{2,}/u.test(label) && !label.includes("⟦") && !/^(base|hg|winter|river)/.test(label)) found.push(label);
    }
    return found;
  });
}
/** Until the page shows what it is about. */
async function arrive(page: Page, at: string): Promise<void> {
  await page.locator("h1, .say").first().waitFor();
  if (at === "account" && has_server) await page.locator(".who").waitFor();
  await page.waitForTimeout(200);
}
/** An account for this browser, so that the page shows what only those who are signed in see. */
async function sign_up(page: Page): Promise<void> {
  const headers = { "x-bastide": "1" };
  const login = `everyone-${Math.random().toString(36).slice(2)}`;
  const answer = await page.request.post("/api/account", {
    headers,
    data: { login, password: "a long password" },
  });
  expect(answer.status()).toBe(200);
}
test("every text comes from the catalogue", async ({ page }) => {
  for (const at of pages) {
    await page.goto(`/?lang=xx#/${at}`);
    await arrive(page, at);
    expect(await foreign_texts(page), at).toEqual([]);
  }
  if (!has_server) return;
  await sign_up(page);
  for (const at of ["account", "online/new/new"]) {
    await page.goto("/?lang=xx");
    await page.goto(`/?lang=xx#/${at}`);
    await arrive(page, at);
    expect(await foreign_texts(page), `${at}, signed in`).toEqual([]);
  }
});

test("no page is wider than a small phone, in any language", { tag: sweep }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  for (const locale of Object.keys(greetings)) {
    for (const at of pages) {
      await page.goto(`/?lang=${locale}#/${at}`);
      await arrive(page, at);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${locale} ${at}`).toBeLessThanOrEqual(
        360,
      );
    }
  }
});

for (const look of ["light", "dark", "contrast"] as const) {
  test(`no finding by axe, ${look}`, { tag: sweep }, async ({ page }) => {
    await page.goto("/");
    await page.evaluate((theme) => localStorage.setItem("bastide.settings", JSON.stringify({ theme })), look);
    await page.reload();
    for (const at of look === "contrast" ? ["", "settings"] : pages) {
      await page.goto(`/#/${at}`);
      await arrive(page, at);
      await check_axe(page, at);
    }
    if (look !== "contrast") {
      await page.goto(`/#/${replay}/20`);
      await page.getByRole("button", { name: "Analysis" }).click();
      await page.getByRole("button", { name: "Analyse this game" }).click();
      await page.locator(".graph").waitFor({ timeout: 60_000 });
      await check_axe(page, "analysis");
    }
    if (has_server) {
      await page.goto("/#/online/new/new");
      await page.getByRole("button", { name: "Open a table" }).click();
      await page.locator("code").waitFor();
      await check_axe(page, "a table that waits");
      await sign_up(page);
      await page.goto("/#/account");
      await page.getByRole("heading", { name: /^Signed in as/ }).waitFor();
      await check_axe(page, "account, signed in");
    }
    await open_game(page, "classic-2", [{ name: "Ada" }, { name: "Bo" }], 70);
    await play_turn(page, 2, quick);
    await over(page).locator(".told").waitFor();
    await check_axe(page, "the final scoring");
    await over(page).getByRole("button", { name: "Skip" }).click();
    await over(page).locator(".podium").waitFor();
    await check_axe(page, "the end and its verdict");
    await page.goto("/#/new/classic-2");
    await page.getByRole("button", { name: /^Colour of seat 1/ }).click();
    await check_axe(page, "colours of a seat");
    await page.getByLabel("Who plays seat 2").selectOption("person");
    await page.getByText("Help at the table").click();
    await page.getByLabel(/^Hints/).check();
    await page.getByRole("button", { name: "Start the game" }).click();
    for (let n = 0; n < 3; ++n) {
      await wait_for_turn(page);
      await play_turn(page, n, click);
    }
    await wait_for_turn(page);
    await page
      .locator(".cell")
      .first()
      .evaluate((cell: HTMLElement) => cell.click());
    await page.keyboard.press("f");
    await page.keyboard.press("i");
    await page.locator(".hint li").first().waitFor();
    await check_axe(page, "a hint");
    for (const key of ["a", "t", "h"]) {
      await page.keyboard.press(key);
      await check_axe(page, `play ${key}`);
    }
  });
}

for (const look of ["light", "dark"] as const) {
  test(`squares stand out from every table, ${look}`, { tag: sweep }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: look });
    const seen = new Set<string>();
    for (const top of ["Linen", "Felt", "Slate", "Oak"]) {
      await page.goto("/#/settings");
      await page.getByRole("group", { name: "Table" }).getByLabel(top).check();
      await page.reload();
      await expect(page.getByLabel(top)).toBeChecked();
      await check_axe(page, `settings, ${top}`);
      await open_game(page, "classic-2", [{ name: "Ada" }, { name: "Bo" }], 12);
      const { line, focus, table } = await page
        .locator(".cell")
        .first()
        .evaluate((cell) => ({
          line: getComputedStyle(cell, "::before").borderTopColor,
          focus: getComputedStyle(cell).getPropertyValue("--focus"),
          table: getComputedStyle(document.querySelector(".stage")!).backgroundImage,
        }));
      const stops = table.match(/rgb\([^)]*\)/g)!;
      expect(stops).toHaveLength(3);
      expect(await least_contrast(page, line, stops), top).toBeGreaterThanOrEqual(3);
      expect(await least_contrast(page, focus, stops), top).toBeGreaterThanOrEqual(3);
      await check_axe(page, `play, ${top}`);
      seen.add(table);
    }
    expect(seen.size).toBe(4);
  });
}

for (const look of ["light", "dark"] as const) {
  test(
    `no finding by axe at a table of the server, ${look}`,
    { tag: look === "light" ? [] : sweep },
    async ({ page, another }) => {
      test.skip(!has_server, "there is no server");
      await page.goto("/");
      await page.evaluate((theme) => localStorage.setItem("bastide.settings", JSON.stringify({ theme })), look);
      await page.reload();
      const bo = await another();
      await start_online(page, bo, { edition: "classic-2" });
      for (let n = 0; n < 3; ++n) await play_turn(await to_move(page, bo), n, quick);
      await check_axe(page, "a running table");
      await page.getByRole("button", { name: /^Chat/ }).click();
      await check_axe(page, "a chat where nobody spoke");
      await page.getByLabel("Message").fill("A fine evening");
      await page.keyboard.press("Enter");
      await expect(page.getByText("A fine evening")).toBeVisible();
      await check_axe(page, "chat");
      await bo.getByRole("button", { name: "Resign" }).click();
      await bo.getByRole("button", { name: "Resign" }).click();
      await page.locator(".podium").waitFor();
      await check_axe(page, "a table that is over");
    },
  );
}
