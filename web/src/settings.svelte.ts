// What a person sets for all games, kept in this browser.

import { preferred_locale, set_locale, type Locale } from "./i18n/i18n.svelte";

export type Theme = "system" | "light" | "dark" | "contrast";
/** What the tiles lie on; app.css has their colours. */
export const table_tops = ["linen", "felt", "slate", "oak"] as const;
/** What the list of open tables shows; empty and false let everything through. */
export interface LobbyFilter {
  edition: string;
  /** How many seats. */
  players: string;
  /** The kind of it, as the protocol has it. */
  clock: string;
  rated: boolean;
  known: boolean;
}
export const whole_lobby: LobbyFilter = { edition: "", players: "", clock: "", rated: false, known: false };
export interface Settings {
  locale: Locale;
  theme: Theme;
  table: (typeof table_tops)[number];
  motion: "system" | "reduced";
  sound: boolean;
  /** A farmer, who stays to the end, is confirmed twice. */
  ask_farmer: boolean;
  notify: boolean;
  /** Told of turns while no page is open; the server and the browser know where. */
  push: boolean;
  name: string;
  /** The look one's own figures have on this screen; null: that of the seat. */
  colour: number | null;
  /** The looks last chosen for the seats of a game at this screen; null: none were. */
  looks: number[] | null;
  /** Letters and numbers beside the board. */
  coordinates: boolean;
  /** The boxes whose first turns were explained. */
  coached: string[];
  lobby: LobbyFilter;
  /** Ids of other users whom somebody here has marked with a star. */
  known: string[];
}

const key = "bastide.settings";

function read(): Settings {
  const defaults: Settings = {
    locale: preferred_locale(),
    theme: "system",
    table: "linen",
    motion: "system",
    sound: true,
    ask_farmer: false,
    notify: false,
    push: false,
    name: "",
    colour: null,
    looks: null,
    coordinates: false,
    coached: [],
    lobby: { ...whole_lobby },
    known: [],
  };
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}") as Partial<Settings>;
    return { ...defaults, ...stored };
  } catch {
    return defaults;
  }
}

export const settings: Settings = $state(read());

const prefers_dark = matchMedia("(prefers-color-scheme: dark)");
const prefers_contrast = matchMedia("(prefers-contrast: more)");
const prefers_still = matchMedia("(prefers-reduced-motion: reduce)");

export function still(): boolean {
  return settings.motion === "reduced" || prefers_still.matches;
}

function show(): void {
  const root = document.documentElement;
  const system = prefers_contrast.matches ? "contrast" : prefers_dark.matches ? "dark" : "light";
  root.dataset["theme"] = settings.theme === "system" ? system : settings.theme;
  root.dataset["table"] = settings.table;
  root.dataset["motion"] = still() ? "reduced" : "full";
}

export async function apply_settings(): Promise<void> {
  show();
  // Before anything is waited for: the page may be left or loaded again at once.
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing still plays.
  }
  await set_locale(settings.locale);
}
for (const query of [prefers_dark, prefers_contrast, prefers_still]) {
  query.addEventListener("change", show);
}
