import { describe, expect, it } from "vitest";
import { all_options, options_from, rule_sections } from "../src/game/rules";
import type { Edition, OptionKey } from "../src/engine/types";

const keys: OptionKey[] = [
  { key: "river", values: [false, true, "2021"] },
  { key: "farms", values: ["city-4", "farm-3", "farm-3-once", "off"] },
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
  defaults: { river: false, abbot: false, farms: "farm-3", small_city: "full", unplaceable: "remove" },
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
});
