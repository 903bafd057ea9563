// Told of one's turn while the page is closed. No push service can be reached from here: what the browser
// gets from one is put in its place, and the push itself is delivered by the browser's own tools.

import type { Page } from "@playwright/test";
import { expect, has_server, test } from "./table";

test.skip(!has_server, "there is no server");

// Only the Chromium with a window keeps what is shown to people outside of it.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium" });
    },
    { scope: "worker" },
  ],
});

const endpoint = "https://fcm.googleapis.com/fcm/send/of-a-test";
const label = "Tell me when it is my turn, even when this page is closed";

/** A browser that is subscribed or is not, also after a reload. */
function stand_in(endpoint: string): void {
  const kept = "test.subscribed";
  const subscription = {
    endpoint,
    unsubscribe: () => {
      localStorage.removeItem(kept);
      return Promise.resolve(true);
    },
  } as unknown as PushSubscription;
  PushManager.prototype.subscribe = (options) => {
    if (!options?.userVisibleOnly) return Promise.reject(new Error("unseen"));
    localStorage.setItem(kept, options.applicationServerKey as string);
    return Promise.resolve(subscription);
  };
  PushManager.prototype.getSubscription = () =>
    Promise.resolve(localStorage.getItem(kept) === null ? null : subscription);
}
const notices = (page: Page) =>
  page.evaluate(async () => (await (await fetch("/api/account/export")).json()) as { notices: string[] });
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, lang }) => ({ title, body, lang }));
  });

/** The server has taken it; before that there may be no session to ask for. */
const answered = (page: Page, method: string) =>
  page.waitForResponse((one) => one.request().method() === method && one.url().endsWith("/api/notices"));

/** As the push service would. */
async function deliver(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) =>
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    }),
  );
  await tools.send("ServiceWorker.enable");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {})); // one that only begins hears nothing
  const origin = new URL(page.url()).origin;
  await tools.send("ServiceWorker.deliverPushMessage", { origin, registrationId: await found, data: "" });
}

test("who asks for it is told of a turn by the service worker, in their language", async ({ page, context }) => {
  await context.grantPermissions(["notifications"]);
  await page.addInitScript(stand_in, endpoint);
  await page.goto("/#/settings");
  const push = page.getByLabel(label);
  const asked = answered(page, "POST");
  await push.click();
  expect((await asked).status()).toBe(204);
  await expect(push).toBeChecked();
  expect((await notices(page)).notices).toEqual([endpoint]);
  const key = await page.evaluate(() => localStorage.getItem("test.subscribed"));
  expect(key).toMatch(/^B[\w-]{86}$/); // a point that is not compressed
  await deliver(page);
  await expect.poll(() => shown(page)).toEqual([{ title: "Bastide", body: "Your turn", lang: "en" }]);

  await page.getByLabel("Language").selectOption("de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen");
  await deliver(page);
  await expect.poll(() => shown(page)).toEqual([{ title: "Bastide", body: "Du bist am Zug", lang: "de" }]);

  await page.reload();
  const german = page.getByLabel("Sag mir Bescheid, wenn ich am Zug bin, auch wenn diese Seite geschlossen ist");
  await expect(german).toBeChecked();
  const ended = answered(page, "DELETE");
  await german.click();
  expect((await ended).status()).toBe(204);
  await expect(german).not.toBeChecked();
  expect((await notices(page)).notices).toEqual([]);
});

test("a browser that refuses notices leaves the switch off and says so", async ({ page }) => {
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.resolve("denied");
  });
  await page.goto("/#/settings");
  const push = page.getByLabel(label);
  await push.click();
  await expect(page.getByRole("alert")).toHaveText("This browser does not allow notifications from this page.");
  await expect(push).not.toBeChecked();
});

test("a table with days per turn offers it, one without does not", async ({ page }) => {
  await page.goto("/#/online/new/new");
  await page.getByLabel("Name of seat 1").fill("Ada");
  await page.getByRole("button", { name: "Open a table" }).click();
  await expect(page.getByText("Waiting for players")).toBeVisible();
  await expect(page.getByLabel(label)).toHaveCount(0);
  await page.goto("/#/online/new/new");
  await page.getByLabel("Clock").selectOption("1d");
  await page.getByRole("button", { name: "Open a table" }).click();
  await expect(page.getByLabel(label)).toBeVisible();
});
