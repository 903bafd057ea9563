import { mount } from "svelte";
import { registerSW } from "virtual:pwa-register";
import App from "./App.svelte";
import "./app.css";
import { apply_settings, settings } from "./settings.svelte";
import type { Locale } from "./i18n/i18n.svelte";

const asked = new URLSearchParams(location.search).get("lang");
if (asked !== null) settings.locale = asked as Locale;

void apply_settings().then(() => {
  mount(App, { target: document.getElementById("app")! });
});
registerSW({ immediate: true });
