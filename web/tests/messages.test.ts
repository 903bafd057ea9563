import { expect, test } from "vitest";
import de from "../src/i18n/generated/de.js";
import en from "../src/i18n/generated/en.js";
import hu from "../src/i18n/generated/hu.js";
import is from "../src/i18n/generated/is.js";
import pl from "../src/i18n/generated/pl.js";

test("one animal is no herd", () => {
  expect(en.area_animals({ deer: 1, big: 1, tigers: 1 })).toBe("1 deer, 1 mammoth or buffalo, 1 tiger");
  expect(en.area_animals({ deer: 2, big: 2, tigers: 2 })).toBe("2 deer, 2 mammoths and buffaloes, 2 tigers");
  expect(de.area_animals({ deer: 1, big: 1, tigers: 1 })).toBe("1 Hirsch, 1 Mammut oder Auerochse, 1 Tiger");
});

test("points are told so that any name fits", () => {
  expect(en.why_scores({ area: "City", name: "You", points: "2" })).toBe("City: 2 at once for You");
});

test("what is completed has the gender of its area", () => {
  const told = (kind: string) => [pl.area_complete({ kind }), is.area_complete({ kind })].join(" ");
  expect(told("road")).toBe("ukończony kláraður");
  expect(told("city")).toBe("ukończone kláruð");
  expect(told("monastery")).toBe("ukończony klárað");
  expect(told("river")).toBe("ukończona kláruð");
  expect(told("forest")).toBe("ukończony kláraður");
  expect(en.area_complete({ kind: "city" })).toBe("completed");
});

test("hunters have a tribe and no followers", () => {
  for (const words of [pl, is, hu]) {
    const tribe = words.supply({ count: 3, family: "hunters" });
    expect(tribe).toMatch(/3 (członków plemienia|ættbálksmenn|törzstag)/);
    const followers = words.supply({ count: 3, family: "classic" });
    expect(followers).toMatch(/3 (podwładnych|þegnar|alattvaló)/);
    expect(words.status_deploy({ family: "hunters" })).not.toMatch(/podwładn|þegn|alattval/i);
    expect(words.area_held({ kind: "meadow", list: "Ada 1" })).not.toMatch(/podwładn|þegn|alattval/i);
    expect(words.spots()).not.toMatch(/podwładn|þegn|alattval/i);
  }
});
