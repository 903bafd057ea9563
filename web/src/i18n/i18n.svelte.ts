// The reader's language. `t.key()` is text in it; changing the language redraws what used it.

import { load, load_later, locale_names } from "./generated/locales";
import type { Messages } from "./generated/messages";

export { locale_names };
/** Those of data/locales, English first; "xx" shows what is not from there. */
export const locales = Object.keys(locale_names) as (keyof typeof locale_names)[];
export type Locale = keyof typeof locale_names | "xx";

/** Words of pages that are fetched later are missing until one of those is (`with_words`). */
let messages = $state.raw({} as Messages);
let current = $state<Locale>("en");
let later_wanted = false;

export const t: Messages = new Proxy({} as Messages, {
  get: (_target, key: string) => messages[key as keyof Messages],
});

/** A message whose key is put together from a code, such as "area_" + kind. */
export function named(prefix: string, code: string, values?: Record<string, string>): string {
  const key = (prefix + code.replaceAll("-", "_")) as keyof Messages;
  const message = messages[key] as ((values?: Record<string, string>) => string) | undefined;
  return message ? message(values) : code;
}

export function locale(): Locale {
  return current;
}

async function words_of(wanted: Locale): Promise<Messages> {
  const all = later_wanted;
  const [first, later] = await Promise.all([load[wanted](), all ? load_later[wanted]() : { default: {} }]);
  // Somebody may have wanted more meanwhile.
  return all === later_wanted ? ({ ...first.default, ...later.default } as Messages) : words_of(wanted);
}

/** English, if the words of the language do not arrive. */
export async function set_locale(next: Locale): Promise<void> {
  try {
    messages = await words_of(next);
    current = next;
  } catch (error) {
    if (next === "en") throw error;
    console.warn(`no words of ${next} arrived`, error);
    messages = await words_of("en");
    current = "en";
  }
  document.documentElement.lang = current === "xx" ? "en" : current;
}

/** A part of the client that is fetched when it is wanted, and the words that only such parts use. */
export async function with_words<Part>(part: Promise<Part>): Promise<Part> {
  later_wanted = true;
  const wanted = current;
  const [arrived, words] = await Promise.all([part, words_of(wanted)]);
  if (wanted === current) messages = words;
  return arrived;
}

export function preferred_locale(): Locale {
  for (const tag of navigator.languages) {
    const found = locales.find((locale) => tag.toLowerCase().split("-")[0] === locale);
    if (found) return found;
  }
  return "en";
}
