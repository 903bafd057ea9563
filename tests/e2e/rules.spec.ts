// The rules with their pictures, and the ways that lead to them from a table.

import type { Page } from "@playwright/test";
import {
  check_axe,
  check_end,
  expect,
  open_game,
  play_to_end,
  quick,
  start_hot_seat,
  sweep,
  test,
  wait_for_turn,
} from "./table";

/** All pictures of the page, which are drawn as somebody comes near them. */
async function see_pictures(page: Page): Promise<void> {
  const figures = page.locator("article figure");
  await expect(figures.first()).toBeVisible();
  for (let i = 0; i < (await figures.count()); ++i) {
    const figure = figures.nth(i);
    await figure.scrollIntoViewIfNeeded();
    await expect(figure).toHaveClass(/drawn/);
    await expect(figure.locator("image").first()).toBeAttached();
    await expect(figure.locator("figcaption")).not.toBeEmpty();
  }
}

test("paper has the rules with all their pictures, and nothing to press", async ({ page }) => {
  await page.goto("/#/rules/classic-2");
  const figures = page.locator("article figure");
  await figures.first().scrollIntoViewIfNeeded();
  await expect(figures.first()).toHaveClass(/drawn/);
  await page.emulateMedia({ media: "print" });
  const frames = await figures.count();
  // Empty frames are not printed; pictures may still be coming while one counts.
  await expect(async () => {
    const drawn = await page.locator("article figure.drawn").count();
    expect(await figures.filter({ visible: true }).count()).toBe(drawn);
  }).toPass();
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(page.locator("article figure.drawn")).toHaveCount(frames);
  await expect(page.locator("main nav, main .button").filter({ visible: true })).toHaveCount(0);
});

test("a rule is shown by a position, with the points it brings in this box", { tag: sweep }, async ({ page }) => {
  await page.goto("/#/rules/classic-1");
  await see_pictures(page);
  const told = (id: string) => page.locator(`#picture-${id} figcaption`);
  await expect(told("small_city")).toHaveText("Yellow: city, 2 tiles = 2");
  await expect(told("monastery")).toHaveText("Yellow: monastery, 9 tiles = 9");
  await expect(told("cathedral")).toContainText("= 15 (with a cathedral)");
  await expect(page.locator("#picture-place .edge")).not.toHaveCount(0);
  await expect(page.getByText("84 tiles; below each")).toBeVisible();
  await check_axe(page, "rules");
  await expect(page.getByText("illustrated by")).toHaveCount(0); // its book does not say
  await page.goto("/#/rules/new/farms=off");
  await expect(page.locator("#rule-farms")).toBeVisible();
  await expect(page.locator("#rule-goal + p")).toContainText("as robbers, knights and monks, and");
  await expect(page.getByText("illustrated by Anne Pätzke, Chris Quilliams")).toBeVisible();
  await expect(page.locator("#picture-farms, #picture-inn")).toHaveCount(0);
  await page.goto("/#/rules/new/river=true"); // one start tile stays in the box
  await expect(page.getByText("83 tiles; below each")).toBeVisible();
  await page.goto("/#/rules/new/inns=true/cathedral");
  await expect(page.locator("#rule-inns")).toBeFocused();
  await expect(page.locator("#rule-inns")).toBeInViewport();
  await page.goto("/#/rules/hunters");
  await see_pictures(page);
  await expect(told("h_forest")).toHaveText("Yellow: forest, 3 parts = 6");
  const steps = page.locator("#rule-h_turn ~ ol").first().getByRole("listitem");
  await expect(steps).toHaveCount(4);
  await expect(steps.nth(1)).toContainText("one tribe member or one hut");
  await expect(steps.nth(1)).toContainText("what this very tile completes");
  // What the book says and a page could lose unseen.
  for (const words of [
    "91 tiles; below each",
    "closed loop",
    "only one bonus tile",
    "are used up",
    "Then you draw another one",
    "hunters and huts stay to the end",
    "each of them takes all the points",
    "no negative points",
    "never a mammoth or a buffalo",
    "in a meadow a hunter",
    "50+ beside a figure",
  ])
    await expect(page.locator("article")).toContainText(words);
  await check_axe(page, "rules");
});

test("an area and a point lead to their rule and back", async ({ page }) => {
  await open_game(page, "new", [{ name: "Ada" }, { name: "Bo" }], 24, { inns: true });
  const table = await page.locator(".tabletop").getAttribute("data-hash");
  const event = page.locator(".log .told").first();
  await expect(event.getByRole("link", { name: /^The rule: / })).toBeVisible();
  await page.keyboard.press("a");
  await page.locator(".panel ul button").first().click();
  const kind = (await page.locator(".inspector strong").innerText()).replace(/\s*\?$/, "").trim();
  await check_axe(page, "rules");
  await page.locator(".inspector a").click();
  await expect(page.getByRole("heading", { name: "Rules of this game: New edition" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Inns & Cathedrals" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Traders & Builders" })).toHaveCount(0);
  const heads: Record<string, string> = { Road: "road", City: "city", Field: "farms", Monastery: "monastery" };
  const sought = page.locator(`#rule-${heads[kind]}`);
  await expect(sought).toBeFocused();
  await expect(sought).toBeInViewport();
  await page.getByRole("button", { name: "To the table" }).click();
  await expect(page.locator(".tabletop")).toHaveAttribute("data-hash", table!);
});

test("a hint leads to the rule of what it speaks of", async ({ page }) => {
  // Early on a figure is put into something, so that there is an area to speak of.
  await open_game(page, "new", [{ name: "Ada" }, { name: "Bo" }], 3, { inns: true });
  await wait_for_turn(page);
  await page.keyboard.press("i");
  const reason = page.locator(".hint .rules a").first();
  await expect(reason).toBeVisible();
  await check_axe(page, "rules");
  await reason.click();
  await expect(page.locator("article :focus")).toBeInViewport();
});

test("a typed move that the rules refuse is told by its rule", async ({ page }) => {
  await start_hot_seat(page, { edition: "hunters" });
  await wait_for_turn(page);
  await page.keyboard.press("e");
  const line = page.locator(".panel form .soft");
  const entry = page.getByLabel("Type a move");
  expect((await entry.boundingBox())!.height).toBeGreaterThanOrEqual(40); // for a finger
  await entry.fill("7, 7");
  await entry.press("Enter");
  await expect(line).toContainText("That square touches no tile.");
  await entry.fill("0, 0");
  await entry.press("Enter");
  await expect(line).toContainText("There is a tile on that square already.");
  await line.getByRole("link").click();
  await expect(page.locator("#rule-h_turn")).toBeFocused();
});

test("the final scoring leads to the rule of each line", async ({ page }) => {
  await open_game(page, "classic-2", [{ name: "Ada" }, { name: "Bo" }], 69);
  await play_to_end(page, quick);
  await expect(page.locator(".ending .told a").first()).toBeVisible();
  await check_end(page);
  await check_axe(page, "rules");
  await page.locator(".ending tbody tr", { hasText: "Field" }).getByRole("link").click();
  await expect(page.locator("#rule-farms")).toBeFocused();
  await expect(page.getByText("One player is paid for a city only once")).toBeVisible();
});

test("the words and the points are those of the options in force", async ({ page }) => {
  const plain = "gingerbread=true,gingerbread_double=false,river=false,traders=true,farms=farm-3";
  const others = "gingerbread=true,gingerbread_double=true,river=true,traders=true,farms=off";
  await page.goto(`/#/rules/winter/${plain}`);
  await expect(page.getByText("The start tile lies in the middle")).toBeVisible();
  await expect(page.getByText("He begins in the city of the start tile.")).toBeVisible();
  await expect(page.getByText("he moves only once.")).toBeVisible();
  await expect(page.getByText("Your pig goes, instead of a follower,")).toBeVisible();
  await page.goto(`/#/rules/winter/${others}`);
  await expect(page.getByText("The spring lies in the middle")).toBeVisible();
  await expect(page.getByText("He waits beside the board")).toBeVisible();
  await expect(page.getByText("he moves twice.")).toBeVisible();
  await expect(page.getByText("Your pig goes")).toHaveCount(0);
  const paid = (name: string) => page.getByRole("row", { name }).locator("td");
  await expect(paid("Gingerbread Man")).toHaveText(["1 per tile for each knight in the city he leaves", "–"]);
  await expect(page.getByText("What follows is played only if")).toHaveCount(0);
  // An abbot finds no garden in the older boxes.
  await page.goto("/#/rules/classic-2/abbot=true,river=true");
  const abbot = page.locator("#rule-abbot + p");
  await expect(abbot).toContainText("put your abbot on the monastery of the tile just laid. He scores");
  await expect(page.getByText("The ten other river tiles are shuffled")).toBeVisible();
  await expect(page.getByRole("row", { name: "Garden" })).toHaveCount(0);
  await expect(paid("Abbot called back")).toHaveText(["1 and 1 per filled square around it", "–"]);
  await page.goto("/#/rules/new/abbot=true");
  await expect(abbot).toContainText("Only an abbot may stand in a garden.");
  await expect(paid("Garden")).toHaveText(["9", "1 and 1 per filled square around it"]);
  await page.goto("/#/rules/classic-1");
  await expect(page.getByText("What follows is played only if")).toBeVisible();
  // What is no part of every game stands apart from what is.
  const groups = page.getByRole("table").locator("tbody");
  await expect(groups).toHaveCount(2);
  await expect(groups.first().getByRole("row")).toHaveCount(5);
  await expect(groups.first().getByRole("row", { name: "City of two tiles" })).toBeVisible();
  await expect(groups.nth(1).getByRole("rowheader").first()).toHaveText("only if chosen");
  await expect(paid("Road with an inn")).toHaveText(["2 per tile", "–"]);
  await expect(paid("City of two tiles")).toHaveText(["1 per tile and per shield", "1 per tile and per shield"]);
});
