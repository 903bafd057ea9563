// Which paragraphs of the rules hold in a game.

import type { Edition, OptionKey, Options, OptionValue } from "../engine/types";

/** Options as a part of an address: "river=true,farms=off". It is never empty, or what follows would take its place. */
export function all_options(options: Options): string {
  const parts = Object.entries(options).map(([key, value]) => `${key}=${String(value)}`);
  return parts.length === 0 ? "plain" : parts.join(",");
}

/** The same read again; what is no option of the catalog is left out. */
export function options_from(text: string, keys: OptionKey[]): Options {
  const options: Options = {};
  for (const part of text.split(",")) {
    const [key = "", word = ""] = part.split("=");
    const value = keys.find((one) => one.key === key)?.values.find((one) => String(one) === word);
    if (value !== undefined) options[key] = value;
  }
  return options;
}

/** What a game is played with, for a list: all that is not left out, and what its book would not leave out. */
export function options_in_force(edition: Edition, options: Options): { option: OptionKey; value: OptionValue }[] {
  const held: Options = { ...edition.defaults, ...options };
  return edition.options
    .map((option) => ({ option, value: held[option.key] ?? option.values[0]! }))
    .filter(({ option, value }) => value !== false || edition.defaults[option.key] !== false)
    .filter(({ option }) => option.needs === undefined || held[option.needs] === true);
}

/** Whether an option brings rules of its own; a house rule says what it is in its name. */
function is_extra({ values, needs, label }: OptionKey): boolean {
  return values.includes(false) && needs === undefined && label === undefined;
}

/** Whether a paragraph tells of something that is chosen for a game. */
export function tells_of_extra(section: string, edition: Edition): boolean {
  return edition.options.some((option) => is_extra(option) && option.key === section);
}

/** The paragraphs by their keys. Without options it is the page of the box, with all it offers. */
export function rule_sections(edition: Edition, options: Options | null): string[] {
  const begin = `begin_${edition.id}`;
  if (edition.family === "hunters") {
    const all = ["goal", "setup", "turn", "tokens", "forest", "river", "bonus", "majority", "huts", "meadows", "end"];
    const sections = all.map((section) => `h_${section}`);
    sections.splice(2, 0, begin);
    return sections;
  }
  const held: Options = { ...edition.defaults, ...options };
  const extras = edition.options
    .filter(is_extra)
    .filter(({ key, box }) => (options ? held[key] !== false : box === true || edition.offers.includes(key)))
    .map(({ key }) => key);
  return [
    ...["goal", "setup", begin, "turn", "place", `unplaceable_${String(held["unplaceable"])}`],
    ...["tokens", "join", "road", "city", ...(held["small_city"] === "half" ? ["small_city_half"] : [])],
    ...["monastery", "majority", "end", `farms_${String(held["farms"])}`, ...extras],
  ];
}
