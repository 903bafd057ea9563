// The reader's language. `t.key()` is text in it; changing the language redraws what used it.

import { load, load_book, load_later, locale_names } from "./generated/locales";
import type { Compiled, Messages } from "./generated/messages";

export { locale_names };
/** Those of data/locales, English first; "xx" shows what is not from there. */
export const locales = Object.keys(locale_names) as (keyof typeof locale_names)[];
export type Locale = keyof typeof locale_names | "xx";

type Words = Compiled<Messages>;
/** Words of pages that are fetched later are missing until one of those is (`with_words`). */
let messages = $state.raw({} as Words);
let current = $state<Locale>("en");
let later_wanted = false;
/** What the rulebook of the edition on screen calls otherwise in this language; mostly nothing, always the same. */
const nothing: Partial<Words> = {};
let book = $state.raw(nothing);
/** The edition on screen; empty where there is none, or several. */
let edition = "";
/** By language and edition, as data/words has them. */
const books = new Map<string, Partial<Words>>();

export const t: Messages = new Proxy({} as Messages, {
  get(_target, key: keyof Messages) {
    const found = book[key] ?? messages[key];
    return typeof found === "string" ? () => found : found;
  },
});

/** A message whose key is put together from a code, such as "area_" + kind. */
export function named(prefix: string, code: string, values?: Record<string, string>): string {
  const key = (prefix + code.replaceAll("-", "_")) as keyof Messages;
  const message = t[key] as ((values?: Record<string, string>) => string) | undefined;
  return message ? message(values) : code;
}

export function locale(): Locale {
  return current;
}

async function words_of(wanted: Locale): Promise<Words> {
  const all = later_wanted;
  const [first, later] = await Promise.all([load[wanted](), all ? load_later[wanted]() : { default: {} }]);
  // Somebody may have wanted more meanwhile.
  return all === later_wanted ? ({ ...first.default, ...later.default } as Words) : words_of(wanted);
}

/** Fetches the words of an edition's book, if it has its own; those of the language do where they do not arrive. */
export async function fetch_book(of: string, language = current): Promise<void> {
  const name = `${language}.${of}`;
  if (books.has(name) || !(name in load_book)) return;
  try {
    books.set(name, (await load_book[name]!()).default);
  } catch (error) {
    console.warn(`no words of ${name} arrived`, error);
  }
}
function open_book(): void {
  book = books.get(`${current}.${edition}`) ?? nothing;
}
/** From now on, or as soon as they arrive, the words are those of this edition's book. */
export async function set_edition(next: string): Promise<void> {
  edition = next;
  open_book();
  await fetch_book(next);
  open_book();
}
let shown = 0;
/** While the component is there, which shows this edition, the words are those of its book. */
export function show_edition(of: () => string): void {
  $effect.pre(() => {
    const own = ++shown;
    void set_edition(of());
    // The next page may be there before this one is gone.
    return () => {
      if (own === shown) void set_edition("");
    };
  });
}

/** English, if the words of the language do not arrive. */
export async function set_locale(next: Locale): Promise<void> {
  try {
    const [words] = await Promise.all([words_of(next), fetch_book(edition, next)]);
    messages = words;
    current = next;
  } catch (error) {
    if (next === "en") throw error;
    console.warn(`no words of ${next} arrived`, error);
    messages = await words_of("en");
    current = "en";
  }
  await set_edition(edition);
  document.documentElement.lang = current === "xx" ? "en" : current;
}

/** A part of the client that is fetched when it is wanted, and the words that only such parts use; also those of the
 *  book, if it shows one edition. */
export async function with_words<Part>(part: Promise<Part>, of = ""): Promise<Part> {
  later_wanted = true;
  const wanted = current;
  const [arrived, words] = await Promise.all([part, words_of(wanted), fetch_book(of)]);
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
