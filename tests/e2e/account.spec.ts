// Accounts on the real server: from guest to account, a rated game, signing in elsewhere, taking the data along.

import { readFile } from "node:fs/promises";
import type { Page, Route } from "@playwright/test";
import { click, expect, has_server, play_turn, test, to_move } from "./table";

test.skip(!has_server, "there is no server");

async function fill_in(
  page: Page,
  way: "Create an account" | "Sign in",
  login: string,
  password: string,
): Promise<void> {
  await page.getByRole("group", { name: "Account" }).getByRole("button", { name: way }).click();
  await page.getByLabel("Login").fill(login);
  await page.getByLabel("Password").fill(password);
  await page.locator("form").getByRole("button", { name: way }).click();
}
/** What the browser itself says of an answer that refuses, and nothing else. */
function refusals(heard: string[]): void {
  for (const text of heard.splice(0)) expect(text).toMatch(/the server responded with a status of 4\d\d/);
}
const unique = Date.now().toString(36);

test("an account sees where it is signed in, and ends that", async ({ page, another, heard }) => {
  const login = `eve.${unique}`;
  await page.goto("/#/account");
  await page.getByLabel("Your name").fill(`Eve ${unique}`);
  await page.getByLabel("Your name").blur();
  await fill_in(page, "Create an account", login, "a long password");
  await expect(page.getByText("This device")).toBeVisible();
  await expect(page.getByText("Another device")).toHaveCount(0);
  const elsewhere = await another();
  await elsewhere.goto("/#/account");
  await fill_in(elsewhere, "Sign in", login, "a long password");
  await expect(elsewhere.getByRole("heading", { name: login })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Another device")).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out there" }).click();
  await expect(page.getByText("Another device")).toHaveCount(0);
  await expect(page.getByText("This device")).toBeVisible();
  await elsewhere.reload();
  // The name stays the account's; whoever is not signed in to it any more can sign in again.
  await expect(elsewhere.getByText("You are playing as a guest")).toBeVisible();
  await fill_in(elsewhere, "Sign in", login, "a long password");
  await expect(elsewhere.getByRole("heading", { name: login })).toBeVisible();
  refusals(heard); // of all that asked with the ended session, some of it late
});

test("a lost password is replaced by the recovery code, shown once and used once", async ({ page, another, heard }) => {
  const login = `dag.${unique}`;
  await page.goto("/#/account");
  await page.getByLabel("Your name").fill(`Dag ${unique}`);
  await page.getByLabel("Your name").blur();
  await fill_in(page, "Create an account", login, "a long password");
  const shown = page.locator("section", { has: page.getByRole("heading", { name: "Recovery code" }) });
  await expect(shown.locator("code")).toHaveText(/^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/);
  const first = (await shown.locator("code").textContent())!;
  await page.reload();
  await expect(shown).toContainText("You have a recovery code");
  await expect(page.getByText(first)).toHaveCount(0);
  await shown.getByLabel("Password").fill("not that one");
  await shown.getByRole("button", { name: "Create a recovery code" }).click();
  await expect(shown.getByRole("alert")).toContainText("wrong");
  await shown.getByLabel("Password").fill("a long password");
  await shown.getByRole("button", { name: "Create a recovery code" }).click();
  await expect(shown.locator("code")).not.toHaveText(first);
  const code = (await shown.locator("code").textContent())!;

  const elsewhere = await another();
  await elsewhere.goto("/#/account");
  const recover = async (given: string) => {
    await elsewhere.getByRole("button", { name: "Password lost" }).click();
    await elsewhere.getByLabel("Login").fill(login);
    await elsewhere.getByLabel("Recovery code").fill(given);
    await elsewhere.getByLabel("New password").fill("quite another one");
    await elsewhere.getByRole("button", { name: "Set the new password" }).click();
  };
  await recover(first);
  await expect(elsewhere.getByRole("alert")).toContainText("Login or recovery code is wrong");
  refusals(heard);
  await recover(code.toUpperCase().replaceAll("-", " "));
  await expect(elsewhere.getByRole("heading", { name: login })).toBeVisible();
  await expect(elsewhere.getByText("You have no recovery code")).toBeVisible();
  await page.reload();
  await expect(page.getByText("You are playing as a guest")).toBeVisible();
  refusals(heard);
  await fill_in(page, "Sign in", login, "a long password");
  await expect(page.getByRole("alert")).toContainText("Login or password is wrong");
  refusals(heard);
  await fill_in(page, "Sign in", login, "quite another one");
  await expect(page.getByRole("heading", { name: login })).toBeVisible();
});

test("a guest becomes an account, plays for a rating, signs in elsewhere and leaves", async ({
  page,
  another,
  heard,
}) => {
  const [ada, bo] = [`ada.${unique}`, `bo.${unique}`];
  // An account's name is its own: other tests have an Ada and a Bo, too.
  const [ada_name, bo_name] = [`Ada ${unique}`, `Bo ${unique}`];
  await page.goto("/#/account");
  await expect(page.getByLabel("Your name")).toBeVisible();
  // What is typed while the new name is still on its way stays.
  const slowly = async (route: Route) => {
    await new Promise((done) => setTimeout(done, 1500));
    await route.continue();
  };
  await page.route("**/api/session", slowly, { times: 1 });
  await page.getByLabel("Your name").fill(ada_name);
  await page.getByLabel("Your name").blur();
  await fill_in(page, "Create an account", "a!", "a long password");
  await expect(page.getByRole("alert")).toContainText("A login has 3 to 32 letters");
  await fill_in(page, "Create an account", ada, "short");
  await expect(page.getByRole("alert")).toContainText("8 to 256 characters");
  await fill_in(page, "Create an account", ada, "Password1");
  await expect(page.getByRole("alert")).toContainText("among the first that strangers try");
  refusals(heard);
  await fill_in(page, "Create an account", ada, "a long password");
  await expect(page.getByRole("heading", { name: `Signed in as ${ada}` })).toBeVisible();
  await expect(page.getByText("No rated game yet.")).toBeVisible();

  // A rated table: a guest is told what is missing, and no bot may sit there.
  await page.goto("/#/online/new/hunters");
  await expect(page.getByLabel("Name of seat 1")).toHaveValue(ada_name);
  await page.getByLabel("Rated game").check();
  await page.getByLabel("Who finds the table").selectOption("link");
  await page.getByRole("button", { name: "Open a table" }).click();
  const link = (await page.locator("code").textContent())!;
  const guest = await another();
  await guest.goto(link);
  await guest.getByLabel("Your name").fill(bo_name);
  await guest.getByRole("button", { name: "Sit down" }).click();
  await expect(guest.getByRole("alert")).toContainText("needs an account");
  refusals(heard);
  await guest.goto("/#/account");
  await fill_in(guest, "Create an account", bo, "another password");
  await expect(guest.getByRole("heading", { name: bo })).toBeVisible();
  await guest.goto(link);
  await guest.getByRole("button", { name: "Sit down" }).click();
  for (let n = 0; n < 3; ++n) await play_turn(await to_move(page, guest), n, click);
  await expect(page.getByRole("button", { name: "Hint" })).toHaveCount(0);
  // What the server would refuse is not offered.
  for (const one of [page, guest]) await expect(one.getByRole("button", { name: /^Ask to take/ })).toHaveCount(0);
  await guest.getByRole("button", { name: "Resign" }).click();
  await guest.getByRole("button", { name: "Resign" }).click();
  await expect(page.locator(".ended")).toContainText(`${bo_name} resigned`);
  await expect(page.locator(".top")).toContainText("Rated game");
  await expect(page.locator(".rating")).toContainText(/Your first rating here: 1[5-9]\d\d/);
  for (const one of [page, guest]) await expect(one.locator(".players li.active")).toHaveCount(0);

  await page.goto("/#/account");
  const row = page.getByRole("row", {
    name: "Hunters & Gatherers, two players",
  });
  await expect(row).toContainText(/1[5-9]\d\d ± \d+/);
  await expect(row.getByRole("cell").last()).toHaveText("1");
  const won = Number((await row.getByRole("cell").first().textContent())!.split(" ")[0]);
  expect(won).toBeGreaterThan(1500);

  // The record of the finished game, and everything the server keeps.
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save record" }).click(),
  ]);
  const record = JSON.parse(await readFile(await saved.path(), "utf8")) as {
    edition: string;
    turns: unknown[];
  };
  expect(record.edition).toBe("hunters");
  expect(record.turns).toHaveLength(3);
  const [data] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save my data" }).click(),
  ]);
  const kept = JSON.parse(await readFile(await data.path(), "utf8")) as {
    login: string;
    games: string[];
    ratings: { rating: number }[];
  };
  expect(kept.login).toBe(ada);
  expect(kept.games).toHaveLength(1);
  expect(kept.ratings[0]!.rating).toBe(won);

  // Another password, another device; the old password and the first device are out.
  await page.getByText("Change the password").first().click();
  await page.getByLabel("Current password").fill("a long password");
  await page.getByLabel("New password").fill("a longer password");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByRole("status")).toHaveText(/The password has been changed/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are playing as a guest")).toBeVisible();
  await fill_in(page, "Sign in", ada, "a long password");
  await expect(page.getByRole("alert")).toContainText("Login or password is wrong");
  refusals(heard);
  const elsewhere = await another();
  await elsewhere.goto("/#/account");
  await fill_in(elsewhere, "Sign in", ada.toUpperCase(), "a longer password");
  await expect(elsewhere.getByRole("heading", { name: ada })).toBeVisible();
  await expect(elsewhere.getByLabel("Your name")).toHaveValue(ada_name);
  await elsewhere.getByRole("link", { name: `Hunters & Gatherers ${ada_name}` }).click();
  await expect(elsewhere.getByText("Turn 0 of 3")).toBeVisible();
  await elsewhere.goto("/#/account");

  await elsewhere.getByRole("button", { name: "Delete my account" }).click();
  await elsewhere.getByRole("button", { name: "Cancel" }).click();
  await elsewhere.getByRole("button", { name: "Delete my account" }).click();
  const asked = elsewhere.locator("form.asked");
  await asked.getByLabel("Password").fill("a longer password");
  await asked.getByRole("button", { name: "Delete my account" }).click();
  await expect(elsewhere.getByText("You are playing as a guest")).toBeVisible();
  await expect(elsewhere.getByText("None at the moment.")).toBeVisible();
  await fill_in(elsewhere, "Sign in", ada, "a longer password");
  await expect(elsewhere.getByRole("alert")).toContainText("Login or password is wrong");
  refusals(heard);
});
