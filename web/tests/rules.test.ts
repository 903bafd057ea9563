import { describe, expect, it } from "vitest";
import { all_options, options_from, options_in_force, rule_sections, tells_of_extra } from "../src/game/rules";
import type { Edition, OptionKey, Options } from "../src/engine/types";

const keys: OptionKey[] = [
  { key: "river", values: [false, true, "2021"] },
  { key: "abbot", values: [false, true] },
  { key: "farms", values: ["city-4", "farm-3", "farm-3-once", "off"] },
  { key: "gingerbread", values: [false, true] },
  { key: "gingerbread_double", values: [false, true], needs: "gingerbread" },
  { key: "inns", values: [false, true], box: true },
  { key: "dear_cities", values: [false, true], label: { en: "3 points per tile" } },
];
const box: Edition = {
  id: "new",
  shelf: 1,
  cover: "new.webp",
  family: "classic",
  players: 5,
  tiles: 72,
  followers: 7,
  huts: 0,
  offers: ["river", "abbot"],
  defaults: {
    river: false,
    abbot: false,
    farms: "farm-3",
    gingerbread: false,
    gingerbread_double: true,
    inns: false,
    dear_cities: false,
    small_city: "full",
    unplaceable: "remove",
  },
  options: keys,
};

describe("the rules of a game", () => {
  it("go through an address", () => {
    const text = all_options({ river: "2021", farms: "off" });
    expect(text).toBe("river=2021,farms=off");
    expect(options_from(text, keys)).toEqual({ river: "2021", farms: "off" });
  });
  it("leave out what is no option or has no such value", () => {
    expect(options_from("river=maybe,dragon=true,farms=off,", keys)).toEqual({ farms: "off" });
    expect(options_from("", keys)).toEqual({});
    expect(options_from(all_options({}), keys)).toEqual({});
    expect(all_options({})).not.toBe("");
  });
  it("show what the box offers, and of a game what it is played with", () => {
    expect(rule_sections(box, null)).toEqual(expect.arrayContaining(["river", "abbot", "farms_farm-3"]));
    const plain = rule_sections(box, {});
    expect(plain).not.toContain("river");
    const first = rule_sections(box, { farms: "off", river: "2021" });
    expect(first).toEqual(expect.arrayContaining(["river", "farms_off"]));
    expect(first).not.toContain("abbot");
  });
  it("show a box of its own beside the one it may be added to, and a house rule in the list alone", () => {
    expect(rule_sections(box, null)).toContain("inns");
    expect(rule_sections(box, null)).not.toContain("gingerbread");
    expect(rule_sections(box, {})).not.toContain("inns");
    const all = rule_sections(box, { inns: true, gingerbread: true, dear_cities: true });
    expect(all).toEqual(expect.arrayContaining(["inns", "gingerbread"]));
    expect(all).not.toContain("dear_cities");
    expect(all).not.toContain("gingerbread_double");
  });
  it("tell on the page of the box where what one may choose begins", () => {
    const sections = rule_sections(box, null);
    const first = sections.findIndex((section) => tells_of_extra(section, box));
    expect(sections.slice(first)).toEqual(["river", "abbot", "inns"]);
    expect(sections.slice(0, first)).toContain("farms_farm-3");
  });
  it("list what is in force, and what the book has and this game has not", () => {
    const list = (options: Options) =>
      options_in_force(box, options).map(({ option, value }) => `${option.key} ${String(value)}`);
    expect(list({})).toEqual(["farms farm-3"]);
    expect(list({ river: "2021", farms: "off", dear_cities: true })).toEqual([
      "river 2021",
      "farms off",
      "dear_cities true",
    ]);
    expect(list({ gingerbread: true, gingerbread_double: false })).toEqual([
      "farms farm-3",
      "gingerbread true",
      "gingerbread_double false",
    ]);
  });
});
