import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { board_arrived, engine } from "./engine/client";
import { apply_settings, settings } from "./settings.svelte";
import { t, type Locale } from "./i18n/i18n.svelte";

const asked = new URLSearchParams(location.search).get("lang");
if (asked !== null) settings.locale = asked as Locale;

// The worker starts while the first page is put together.
engine();
void apply_settings().then(() => {
  mount(App, { target: document.getElementById("app")! });
  for (const id of ["early", "late"]) document.getElementById(id)?.remove();
  // A language's first number takes long to write; now the page waits for the engine anyway.
  setTimeout(() => t.tiles_left({ count: 2 }), 0);
});
// After what a first board needs, since they share the line: the letters, which are at hand on later
// visits, then all files for those.
const later_ms = 3000;
/**
 * All files, for later visits and for those without a network, as soon as there is one. A newer version
 * serves the page from the start.
 */
function keep_files(): void {
  const keeper = navigator.serviceWorker;
  if (!keeper || !import.meta.env.PROD) return;
  if (!navigator.onLine) {
    addEventListener("online", keep_files, { once: true });
    return;
  }
  let served = keeper.controller !== null;
  keeper.addEventListener("controllerchange", () => {
    if (served) location.reload();
    served = true;
  });
  keeper.register("/sw.js").catch((error: unknown) => console.warn("files are not kept", error));
}
const fonts = () => import("./fonts.css");
if (navigator.serviceWorker?.controller) void fonts();
void board_arrived.then(() => {
  setTimeout(() => void fonts(), 500);
  setTimeout(keep_files, later_ms);
});
