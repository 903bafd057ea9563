import { readdirSync, readFileSync } from "node:fs";
import { parse, type Token } from "@messageformat/parser";
import { expect, test } from "vitest";
import de from "../src/i18n/generated/de.js";
import en from "../src/i18n/generated/en.js";
import hu from "../src/i18n/generated/hu.js";
import is from "../src/i18n/generated/is.js";
import pl from "../src/i18n/generated/pl.js";
import { lessons } from "../src/game/lessons";
import { more_lessons } from "../src/game/more_lessons";
import { edition_with, shelf } from "../src/game/shelf";

const folder = new URL("../../data/locales/", import.meta.url);
const languages = readdirSync(folder).map((name) => name.replace(".json", ""));
function texts(language: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, folder), "utf8")) as Record<string, string>;
}

test("words of the first page come with it, those of the rules and of the account later", async () => {
  const { default: later } = await import("../src/i18n/generated/en_later.js");
  for (const key of ["home_title", "lesson_classic_road", "area_city", "error_busy", "violation_game_is_over"])
    expect(en).toHaveProperty(key);
  for (const key of ["rules_goal", "analysis_line", "sign_up", "option_line_river"]) {
    expect(en).not.toHaveProperty(key);
    expect(later).toHaveProperty(key);
  }
});

test("no word has two texts", () => {
  expect(languages).toContain("en");
  for (const language of languages) {
    const file = readFileSync(new URL(`${language}.json`, folder), "utf8");
    const keys = [...file.matchAll(/^ "(\w+)":/gm)].map((match) => match[1]!);
    expect(keys.length).toBeGreaterThan(100);
    expect(keys.filter((key, i) => keys.indexOf(key) < i)).toEqual([]);
  }
});

const words_folder = new URL("../../data/words/", import.meta.url);
const books = readdirSync(words_folder).map((name) => name.replace(".json", ""));
function texts_of_book(book: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${book}.json`, words_folder), "utf8")) as Record<string, string>;
}
/** Names of what a message is told with. */
function placeholders(text: string): string[] {
  const of = (tokens: Token[]): string[] =>
    tokens.flatMap((token) => [
      ...("arg" in token ? [token.arg] : []),
      ...("cases" in token ? token.cases.flatMap((one) => of(one.tokens)) : []),
    ]);
  return [...new Set(of(parse(text)))].sort();
}

test("a book changes words of its language, and nothing else of a message", () => {
  expect(books).toContain("pl.classic-1");
  for (const book of books) {
    const [language = "", edition = ""] = book.split(".");
    expect(languages).toContain(language);
    expect(shelf).toContain(edition);
    const usual = texts(language);
    for (const [key, text] of Object.entries(texts_of_book(book))) {
      expect(usual, book).toHaveProperty(key);
      expect(text, `${book}: ${key}`).not.toBe(usual[key]);
      expect(placeholders(text), `${book}: ${key}`).toEqual(placeholders(usual[key]!));
    }
    const keys = [...readFileSync(new URL(`${book}.json`, words_folder), "utf8").matchAll(/^ "(\w+)":/gm)];
    expect(keys).toHaveLength(Object.keys(texts_of_book(book)).length);
  }
});

test("with a book no other book's words are left", () => {
  // What is not on the table, the rules or the form of these editions.
  const elsewhere =
    /^(home_|first_time|learn_|fairness_|flaw_|ask_farmer|lesson_(?!place|token|no_token|step|hunters)|edition_line_)/;
  const hunters_only = /^(rules_(head_)?h_|picture_h_|lesson_|(stack|status|told)_bonus)/;
  const classic_only =
    /^(option_|value_|stack_river|sum_|status_again|area_tiles|summary_|picture_(?!h_|setup)|violation_(river|builder))/;
  const classic_rules = /^rules_(?!h_|head_h_|step_[13]|tiles|box)/;
  const left = (book: string, others: RegExp, skipped: RegExp[]) =>
    Object.entries({ ...texts("pl"), ...texts_of_book(`pl.${book}`) })
      .filter(([key]) => !skipped.some((skip) => skip.test(key)) || key === `edition_line_${book.replace("-", "_")}`)
      .filter(([, text]) => others.test(text));
  const winter =
    /płyt|trak[tc]|zbój|chłop|(?<!\p{L})(pol(e|a|u|em|om|ach)|pól)(?!\p{L})|propor[zc]|podwładn|rozstaj|rezerw/iu;
  expect(left("classic-1", winter, [elsewhere, hunters_only])).toEqual([]);
  expect(
    left("hunters", /płyt|żeton|tor(ze)? punktacji|pionk\p{L}* w rezerwie/iu, [elsewhere, classic_only, classic_rules]),
  ).toEqual([]);
  // The lessons have no words of the first edition since none is played by it.
  for (const lesson of Object.values({ ...lessons, ...more_lessons }))
    expect(edition_with(lesson)).not.toBe("classic-1");
});

test("what is fetched later comes with its words", () => {
  const source = new URL("../src/", import.meta.url);
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!/\.(ts|svelte)$/.test(name) || /generated|App\.svelte/.test(name)) continue;
    for (const [, before] of readFileSync(new URL(name, source), "utf8").matchAll(
      /(\w*)\(?\s*import\("\.[^"]*\.svelte"\)/g,
    ))
      expect(before, name).toBe("with_words");
  }
});

test("one animal is no herd", () => {
  expect(en.area_animals({ deer: 1, big: 1, tigers: 1 })).toBe("1 deer, 1 mammoth or buffalo, 1 tiger");
  expect(en.area_animals({ deer: 2, big: 2, tigers: 2 })).toBe("2 deer, 2 mammoths and buffaloes, 2 tigers");
  expect(de.area_animals({ deer: 1, big: 1, tigers: 1 })).toBe("1 Hirsch, 1 Mammut oder Auerochse, 1 Tiger");
});

test("a cost of one point is told as one, and tenths in the language's own way", async () => {
  const { default: en } = await import("../src/i18n/generated/en_later.js");
  const { default: de } = await import("../src/i18n/generated/de_later.js");
  const costly = { ply: 3, name: "Ada", percent: "−2" };
  expect(en.analysis_costly({ ...costly, points: 1 })).toBe("Turn 3, Ada: −2%, −1 point");
  expect(en.analysis_costly({ ...costly, points: 1.5 })).toBe("Turn 3, Ada: −2%, −1.5 points");
  expect(de.analysis_costly({ ...costly, points: 1.5 })).toBe("Zug 3, Ada: −2\u00a0%, −1,5 Punkte");
});

test("points are told so that any name fits", () => {
  expect(en.why_scores({ area: "City", name: "You", points: "2" })).toBe("City: 2 at once for You");
});

test("a move is told so that you fits as well as a name", () => {
  for (const language of languages) {
    const words = texts(language);
    expect(words["analysis_cost"], language).toMatch(/^\{name\}: /);
    if (language !== "en") expect(words["analysis_best_played"], language).toMatch(/^\{name\}: /);
  }
  const told = languages.flatMap((language) => [texts(language)["told_goods"], texts(language)["told_again"]]);
  expect(told.join("\n")).not.toMatch(/takes|nimmt|bierze|elveszi|tekur|plays|ist |gra |ő jön/);
});

test("to play a game is not to play a recording", () => {
  for (const words of [de, pl, hu]) expect(words.play_game).not.toBe(words.play);
  const home = readFileSync(new URL("../src/pages/Home.svelte", import.meta.url), "utf8");
  expect(home).toContain("t.play_game()");
  expect(home).not.toContain("t.play()");
});

test("a name is never declined, so nothing asks for its case", () => {
  for (const key of ["mute", "unmute", "report", "report_sure", "reported"])
    for (const words of [texts("is"), texts("pl")]) expect(words[key]).toMatch(/: \{name\}[.?]?$/);
});

test("in German nothing is parted from its dots or its percent sign", () => {
  for (const [key, text] of Object.entries(texts("de"))) expect(text, key).not.toMatch(/ […%]/);
});

test("what is completed has the gender of its area", () => {
  const told = (kind: string) => [pl.area_complete({ kind }), is.area_complete({ kind })].join(" ");
  expect(told("road")).toBe("ukończony kláraður");
  expect(told("city")).toBe("ukończone kláruð");
  expect(told("monastery")).toBe("ukończony klárað");
  expect(told("river")).toBe("ukończona kláruð");
  expect(told("forest")).toBe("ukończony kláraður");
  expect(en.area_complete({ kind: "city" })).toBe("completed");
  const worth = (kind: string) => is.area_worth({ kind, now: 1, finished: 2 });
  expect(worth("road")).toContain("kláraður");
  expect(worth("city")).toContain("kláruð");
  expect(worth("monastery")).toMatch(/klárað /);
});

test("hunters have a tribe and no followers", () => {
  for (const words of [pl, is, hu]) {
    const tribe = words.supply({ count: 3, family: "hunters" });
    expect(tribe).toMatch(/3 (członków plemienia|ættbálksmenn|törzstag)/);
    const followers = words.supply({ count: 3, family: "classic" });
    expect(followers).toMatch(/3 (podwładnych|þegnar|alattvaló)/);
    expect(words.status_deploy({ family: "hunters" })).not.toMatch(/podwładn|þegn|alattval/i);
    expect(words.area_held({ kind: "meadow", list: "Ada 1" })).not.toMatch(/podwładn|þegn|alattval/i);
  }
  for (const language of ["pl", "is", "hu"]) {
    const words = texts(language);
    const of_all = ["spots", "ask_farmer", "key_token", "violation_token_not_in_game", "violation_token_is_out"];
    for (const key of of_all) expect(words[key], `${language}: ${key}`).not.toMatch(/podwładn|þegn|alattval/i);
  }
});

test("a river has stretches where a forest has parts", () => {
  expect(pl.area_segments({ kind: "river", size: 3 })).toBe("3 odcinki");
  expect(pl.area_segments({ kind: "forest", size: 3 })).toBe("3 części");
  for (const key of ["sum_river", "sum_river_fish", "rules_h_river", "lesson_hunters_river"])
    expect(texts("pl")[key], key).not.toMatch(/częś/);
});

/** What was found wrong in a language, and must not come back with the next text. */
const mended: Record<string, RegExp> = {
  en: / …|Aids|points a city|a tile and a shield|all score|may lay a bonus|largest farm/,
  de: /Bauern werten|Jäger werten|Hütten werten|wertet (vier|seine|die Hütte)|Händlerin|Gastgeber|Schrein|in (d?eine|die|die neue|einer) Wiese|alle werten|fort sind|oder aus dem Spiel/,
  pl: / …|grzybowisk|jele[nń]|na ruchu|kontynuacją sąsiada|gospodarz|wolny program|chat[aęy](?!\p{L})|punktują wszyscy\)|Wygrywa najwięcej|tektur|Nie wyciszaj|dają tyle, ile|a do tego Piernik/iu,
  hu: / …|lapjaként|Mézeskalács ember|két lapos|kiszolgáló|lapka\b|hivatkozás|az helyett|házigazda|Töltsd újra|, ami sehová|Egyenlőségnél m|Úgy értékel|felet ér|[Aa]\(z\)|nyomás|nincs ilyenje|legerősebb gép|Győzelem időtúllépéssel|egyedül értékeli|legtöbb pont nyer|váltja a kezdő|oldal bezárásával|, mindenki kap/i,
  is: / …|umferð|gatnamót|netföng|tölvuleikm|Leikur leiksins|hakka|fígúr|(?<!net)þjón|engu skilað|gestgjaf|nágrann|eru út leikinn|á neti(?!nu)|enginn karl|tengil|tengli|flest stig vinna|með pappa|^á (?:upphaf|enda)$|mátt leggja|hversu oft hver|úr ættbálknum|, allir fá stig\)/i,
};
test("words that were mended stay mended", () => {
  for (const [language, wrong] of Object.entries(mended)) {
    for (const [key, text] of Object.entries(texts(language))) expect(text, `${language}: ${key}`).not.toMatch(wrong);
    for (const book of books.filter((one) => one.startsWith(`${language}.`)))
      for (const [key, text] of Object.entries(texts_of_book(book))) expect(text, `${book}: ${key}`).not.toMatch(wrong);
  }
});
