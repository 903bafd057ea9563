import { expect, test } from "vitest";
import de from "../src/i18n/generated/de.js";
import en from "../src/i18n/generated/en.js";

test("one animal is no herd", () => {
  expect(en.area_animals({ deer: 1, big: 1, tigers: 1 })).toBe("1 deer, 1 mammoth or buffalo, 1 tiger");
  expect(en.area_animals({ deer: 2, big: 2, tigers: 2 })).toBe("2 deer, 2 mammoths and buffaloes, 2 tigers");
  expect(de.area_animals({ deer: 1, big: 1, tigers: 1 })).toBe("1 Hirsch, 1 Mammut oder Auerochse, 1 Tiger");
});

test("points are told so that any name fits", () => {
  expect(en.why_scores({ area: "City", name: "You", points: "2" })).toBe("City: 2 at once for You");
});
