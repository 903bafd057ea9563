// Being told of one's turn while no page is open: the browser gives this page an address at its push
// service, the server posts there, and the service worker (public/push.js) shows a notice.

import { locale, t } from "../i18n/i18n.svelte";
import { apply_settings, settings } from "../settings.svelte";
import { call } from "./api";

/** The server's public key; null where the browser or the host cannot. */
export async function push_key(): Promise<string | null> {
  if (!("PushManager" in window) || !navigator.serviceWorker) return null;
  return call("GET /api/info").then(
    (info) => info.notices ?? null,
    () => null,
  );
}

/** In the language of now, for a worker that has none. */
export async function keep_words(): Promise<void> {
  const words = JSON.stringify({ body: t.your_turn(), lang: locale() });
  await (await caches.open("bastide-words")).put("/notice-words", new Response(words));
}

async function manager(): Promise<PushManager> {
  await navigator.serviceWorker.register("/sw.js");
  return (await navigator.serviceWorker.ready).pushManager;
}

/** Asks for the browser's permission, and then for a session. False: it was not given. */
export async function subscribe(key: string, session: () => Promise<unknown>): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  await keep_words();
  const push = await manager();
  // One from before may be for another key.
  await (await push.getSubscription())?.unsubscribe();
  const subscription = await push.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  try {
    await session();
    await call("POST /api/notices", { body: { endpoint: subscription.endpoint } });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return true;
}

export async function unsubscribe(): Promise<false> {
  const subscription = await (await manager()).getSubscription();
  await subscription?.unsubscribe();
  if (subscription) await call("DELETE /api/notices", { body: { endpoint: subscription.endpoint } });
  return false;
}

let renewed_for = "";
/** Who signed out and in is another session: it is told where to reach this browser. */
export async function renew(user: string): Promise<void> {
  if (renewed_for === user) return;
  renewed_for = user;
  const subscription = await (await manager()).getSubscription();
  if (subscription) return call("POST /api/notices", { body: { endpoint: subscription.endpoint } });
  settings.push = false; // the browser has ended it
  await apply_settings();
}
