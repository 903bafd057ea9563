import { mount } from "svelte";
import { registerSW } from "virtual:pwa-register";
import App from "./App.svelte";
import "./app.css";
import { apply_settings, settings } from "./settings.svelte";
import type { Locale } from "./i18n/i18n.svelte";

// A link to a table (/t/ID) is the server's; inside the page it is a hash like all others.
const table = /^\/t\/([a-z2-7]{16})$/.exec(location.pathname);
if (table) history.replaceState(null, "", `/#/table/${table[1]}`);

const asked = new URLSearchParams(location.search).get("lang");
if (asked !== null) settings.locale = asked as Locale;

void apply_settings().then(() => {
  mount(App, { target: document.getElementById("app")! });
});
registerSW({ immediate: true });
