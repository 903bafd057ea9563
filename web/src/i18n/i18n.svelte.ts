// The reader's language. `t.key()` is text in it; changing the language redraws what used it.

import type { Messages } from "./generated/messages";
import english from "./generated/en.js";
import { loaders, locale_names } from "./generated/locales";

export { locale_names };
/** Those of data/locales, English first; "xx" shows what is not from there. */
export const locales = Object.keys(locale_names) as (keyof typeof locale_names)[];
export type Locale = keyof typeof locale_names | "xx";

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
    messages = next === "en" ? english : (await loaders[next]()).default;
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
