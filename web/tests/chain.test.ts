// The same numbers as tests/server/dealer_test.cpp, and what is kept where.
import { beforeEach, expect, test, vi } from "vitest";
import { forget_chain, link_of, own_link, rename_chain, tip_for, tip_of } from "../src/online/chain";

const seed = `01${"00".repeat(30)}01`;

/** As much of the browser's store as the chains need. */
class Storage {
  [key: string]: unknown;
  getItem = (key: string): string | null => (typeof this[key] === "string" ? this[key] : null);
  setItem = (key: string, value: string): void => {
    this[key] = value;
  };
  removeItem = (key: string): void => {
    delete this[key];
  };
}
beforeEach(() => {
  vi.stubGlobal("localStorage", new Storage());
});

const seat = (tip: string, lost = false) => ({
  kind: "person" as const,
  name: "Ada",
  tip,
  ...(lost ? { chain_lost: true as const } : {}),
});

test("the chain is the server's", () => {
  expect(tip_of(seed)).toBe("06e10581ea69f320c4e91af1f6d56356ac2a6ea75601217fc10cfde32b495767");
  expect(link_of(seed, 0)).toBe("59143c6311e5a147d2dc666add927c597cbf184a2b949929fd72363261b54105");
  expect(link_of(seed, 255)).toBe(seed);
});

test("sitting down twice commits to one chain, and games have chains of their own", () => {
  const tip = tip_for("a");
  expect(tip_for("a")).toBe(tip);
  expect(tip_for("b")).not.toBe(tip);
  const link = own_link("a", seat(tip), 7);
  expect(link).toMatch(/^[0-9a-f]{64}$/);
  expect(own_link("a", seat(tip), 7)).toBe(link);
});

test("no link goes out that the seat did not commit to", () => {
  const tip = tip_for("a");
  expect(own_link("a", seat(tip_for("b")), 0)).toBeUndefined();
  expect(own_link("a", seat(tip, true), 0)).toBeUndefined();
  expect(own_link("a", undefined, 0)).toBeUndefined();
  expect(own_link("a", seat(tip), 256)).toBeUndefined();
  forget_chain("a");
  expect(own_link("a", seat(tip), 0)).toBeUndefined();
});

test("a chain follows its game to the name it gets", () => {
  const tip = tip_for("rematch a");
  rename_chain("rematch a", "b");
  expect(tip_for("b")).toBe(tip);
  expect(tip_for("rematch a")).not.toBe(tip);
});

test("where nothing can be stored the chain lasts as long as the page", () => {
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => {
      throw new Error("full");
    },
    removeItem: () => {},
  });
  const tip = tip_for("c");
  expect(tip_for("c")).toBe(tip);
});

test("what is kept does not grow for ever", () => {
  const tips: string[] = [];
  for (let i = 0; i < 203; ++i) {
    vi.spyOn(Date, "now").mockReturnValue(i);
    tips.push(tip_for(`game ${i}`));
  }
  vi.restoreAllMocks();
  for (const i of [0, 1, 2]) expect(own_link(`game ${i}`, seat(tips[i]!), 0)).toBeUndefined();
  for (const i of [3, 100, 202]) expect(own_link(`game ${i}`, seat(tips[i]!), 0)).toBeDefined();
});
