// Which paragraphs of the rules hold in a game, and what everything is worth in it.

import type { Edition, OptionKey, Options } from "../engine/types";

/** Options as a part of an address: "river=true,farms=off". */
export function all_options(options: Options): string {
  return Object.entries(options)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(",");
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
  const extras = options
    ? ["river", "abbot", "gingerbread"].filter((key) => held[key] !== false && held[key] !== undefined)
    : edition.offers;
  return [
    ...["goal", "setup", begin, "turn", "place", `unplaceable_${String(held["unplaceable"])}`],
    ...["tokens", "join", "road", "city", ...(held["small_city"] === "half" ? ["small_city_half"] : [])],
    ...["monastery", "majority", "end", `farms_${String(held["farms"])}`, ...extras],
  ];
}

/** A line of the summary: the area, and what it pays when it is completed and at the end. */
export interface SummaryRow {
  area: string;
  completed: { key: string; points: number } | null;
  end: { key: string; points: number } | null;
}

export function summary_rows(edition: Edition, options: Options | null): SummaryRow[] {
  const row = (area: string, completed: SummaryRow["completed"], end: SummaryRow["end"]): SummaryRow => ({
    area,
    completed,
    end,
  });
  if (edition.family === "hunters") {
    return [
      row("area_forest", { key: "forest", points: 2 }, null),
      row("area_river", { key: "river", points: 1 }, null),
      row("area_hut", null, { key: "per_fish", points: 1 }),
      row("area_meadow", null, { key: "per_animal", points: 2 }),
    ];
  }
  const held: Options = { ...edition.defaults, ...options };
  const around = { key: "around", points: 1 };
  const farms = held["farms"];
  return [
    row("area_road", { key: "per_tile", points: 1 }, { key: "per_tile", points: 1 }),
    row("area_city", { key: "per_tile_shield", points: 2 }, { key: "per_tile_shield", points: 1 }),
    ...(held["small_city"] === "half" ? [row("summary_small_city", { key: "per_tile_shield", points: 1 }, null)] : []),
    row("area_monastery", { key: "nine", points: 9 }, around),
    ...(held["abbot"] === true || (!options && edition.offers.includes("abbot"))
      ? [row("area_garden", { key: "nine", points: 9 }, around)]
      : []),
    ...(farms === "off" ? [] : [row("area_field", null, { key: "per_city", points: farms === "city-4" ? 4 : 3 })]),
  ];
}
