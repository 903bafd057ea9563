// Part of the service worker, which runs when no page is open: a push without content means that it is
// somebody's turn. The page has left the words (src/online/push.ts).

async function tell() {
  const kept = await caches.match("/notice-words");
  const { body, lang } = kept ? await kept.json() : { body: "●", lang: "" };
  const options = { body, lang, tag: "bastide-turn", renotify: true, icon: "/icon-192.png" };
  await self.registration.showNotification("Bastide", options);
}

/** To the own tables, in a page that is open or a new one. */
async function come() {
  const tables = "/#/online";
  const [page] = await self.clients.matchAll({ type: "window" });
  if (!page) return self.clients.openWindow(tables);
  await page.navigate(tables);
  return page.focus();
}

self.addEventListener("push", (event) => event.waitUntil(tell()));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(come());
});
