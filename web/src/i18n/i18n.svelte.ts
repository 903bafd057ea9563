// The reader's language. `t.key()` is text in it; changing the language redraws what used it.

import type { Messages } from "./generated/messages";
import english from "./generated/en.js";

export const locales = ["en", "pl", "is", "hu", "de"] as const;
export type Locale = (typeof locales)[number] | "xx";

export const locale_names: Record<(typeof locales)[number], string> = {
  en: "English",
  pl: "Polski",
  is: "Íslenska",
  hu: "Magyar",
  de: "Deutsch",
};

const loaders: Record<Locale, () => Promise<{ default: Messages }>> = {
  en: async () => ({ default: english }),
  pl: () => import("./generated/pl.js"),
  is: () => import("./generated/is.js"),
  hu: () => import("./generated/hu.js"),
  de: () => import("./generated/de.js"),
  xx: () => import("./generated/xx.js"),
};

let messages = $state.raw<Messages>(english);
let current = $state<Locale>("en");

export const t: Messages = new Proxy({} as Messages, {
  get: (_target, key: string) => messages[key as keyof Messages],
});

/** A message whose key is put together from a code, such as "area_" + kind. */
export function named(prefix: string, code: string): string {
  const message = messages[(prefix + code.replaceAll("-", "_")) as keyof Messages] as (() => string) | undefined;
  return message ? message() : code;
}

export function locale(): Locale {
  return current;
}

/** English, if the words of the language do not arrive. */
export async function set_locale(next: Locale): Promise<void> {
  try {
    messages = (await loaders[next]()).default;
    current = next;
  } catch (error) {
    console.warn(`no words of ${next} arrived`, error);
    messages = english;
    current = "en";
  }
  document.documentElement.lang = current === "xx" ? "en" : current;
}

export function preferred_locale(): Locale {
  for (const tag of navigator.languages) {
    const found = locales.find((locale) => tag.toLowerCase().split("-")[0] === locale);
    if (found) return found;
  }
  return "en";
}
