// What a move is good for, in words, of what the engine says about real moves.

import { readFile } from "node:fs/promises";
import { beforeAll, expect, test, vi } from "vitest";
import { Engine, new_record } from "../src/engine/engine";
import type { AnalyzedTurn, Area, SegmentKind, TileView, TokenKind } from "../src/engine/types";
import type { Explained } from "../src/game/words";

// Svelte's compiler is not here: a state is its value.
vi.stubGlobal(
  "$state",
  Object.assign((value: unknown) => value, { raw: (value: unknown) => value }),
);
vi.stubGlobal("document", { documentElement: {} });
const { main_reasons, tell_animals, tell_record_error, tell_why } = await import("../src/game/words");
const { tell_error } = await import("../src/online/api");
const { named, set_edition, set_locale, t, with_words, locales } = await import("../src/i18n/i18n.svelte");
await with_words(Promise.resolve());

let board: Engine, thinker: Engine;
beforeAll(async () => {
  const load = async (name: string) =>
    Engine.load(await readFile(new URL(`../../build/wasm/${name}.wasm`, import.meta.url)));
  [board, thinker] = [await load("board"), await load("thinking")];
});

/** Everything of both expansions in one city (X30). */
const moves: [string, number, number, number, TokenKind?][] = [
  ["base/E", 0, 1, 2, "follower"],
  ["base/B", -1, 1, 0],
  ["base/B", 1, 1, 0],
  ["base/E", -1, 2, 1, "big"],
  ["inns/K", 0, 2, 0, "builder"],
  ["base/E", 0, 3, 0],
  ["traders/Q", 1, 2, 0],
  ["traders/E", 2, 2, 0],
  ["base/U", 1, 0, 1],
  ["base/E", 3, 2, 3],
];
let tiles: Map<string, TileView>, turns: AnalyzedTurn[];
beforeAll(() => {
  const { game } = board.open(new_record("new", { inns: true, traders: true }, ["Ada", "Bo"]));
  for (const [tile, x, y, rot, token] of moves) {
    board.draw(game, tile);
    board.play(game, { x, y, rot, ...(token && { deploy: { token, segment: 0 } }) });
  }
  tiles = new Map(board.tiles(game).map((tile) => [tile.id, tile]));
  turns = thinker.analyze(board.record(game), 0.001, () => {}).turns;
});
/** Why each move was played, in the language that is set. */
function told(): string[][] {
  return turns.map(({ played, tile, player }) => tell_why(played, tiles.get(tile), ["Ada", "Bo"], player));
}

test.each(locales)("what nobody expected is told in %s, and what it was in the console", async (locale) => {
  await set_locale(locale);
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const error = new TypeError("Failed to read the property");
  for (const tell of [tell_error, tell_record_error]) {
    expect(tell(error)).toBe(t.went_wrong());
    expect(warned).toHaveBeenLastCalledWith(error);
  }
  expect(warned).toHaveBeenCalledTimes(2);
  warned.mockRestore();
});

test("each edition is told in the words of its own book, and only where it is on screen", async () => {
  const road = () => [named("area_", "road"), t.area_complete({ kind: "road" }), t.status_place()];
  await set_locale("pl");
  expect(road()).toEqual(["Trakt", "ukończony", "Połóż płytkę"]);
  // Who leaves before the words have arrived does not get them.
  await Promise.all([set_edition("classic-1"), set_edition("")]);
  expect(road()).toEqual(["Trakt", "ukończony", "Połóż płytkę"]);
  await set_edition("winter");
  expect(road()).toEqual(["Trakt", "ukończony", "Połóż płytkę"]);
  await set_edition("classic-1");
  expect(road()).toEqual(["Droga", "ukończona", "Połóż żeton"]);
  expect(t.supply({ count: 3, family: "classic" })).toBe("3 pionki w puli");
  expect(t.settings()).toBe("Ustawienia");
  await set_edition("hunters");
  expect(t.status_place()).toBe("Połóż kartę");
  // Another language at the same table, and back.
  await set_edition("classic-1");
  await set_locale("en");
  expect(road()).toEqual(["Road", "completed", "Place the tile"]);
  await set_locale("pl");
  expect(road()).toEqual(["Droga", "ukończona", "Połóż żeton"]);
  await set_edition("");
  expect(road()).toEqual(["Trakt", "ukończony", "Połóż płytkę"]);
});

test("a hint names what the expansions bring", async () => {
  await set_locale("en");
  const why = told();
  expect(why[3]).toContain("Big follower: counts as two where figures are compared");
  expect(why[4]).toContain("Builder: extending this city later brings a second turn");
  expect(why[6]).toContain("Builder: a second turn for Ada");
  expect(why[6]!.join()).toMatch(/City \(with a cathedral\): about .* \((.*; )?nothing if never finished\)/);
  expect(why[9]).toEqual(
    expect.arrayContaining([
      "City (with a cathedral): 21 at once for Bo",
      "Goods: wine 1, grain 1 for Ada",
      "Builder: a second turn for Ada",
    ]),
  );
  // What is not there is not told.
  for (const ply of [0, 1, 2]) expect(why[ply]!.join()).not.toMatch(/Builder|Goods|Big|cathedral|inn/);
});

test("what a figure is for is told by the ground it stands on", async () => {
  await set_locale("en");
  const tile = tiles.get("base/D")!;
  const on = (kind: SegmentKind) => tile.segments.findIndex((segment) => segment.kind === kind);
  const purpose = (token: TokenKind, kind: SegmentKind) => {
    const move: Explained = { x: 0, y: 0, rot: 0, deploy: { token, segment: on(kind) } };
    return tell_why(move, tile, ["Ada"], 0);
  };
  expect(purpose("builder", "road")).toEqual(["Builder: extending this road later brings a second turn"]);
  expect(purpose("pig", "field")).toEqual(["Pig: one point more for each completed city at this field"]);
  expect(purpose("follower", "city")).toEqual([]);
});

test("an inn and its risk are told, and no risk once the road is done", async () => {
  await set_locale("en");
  const road = { player: 0, at: [0, 0] as [number, number], segment: 0, kind: "road" as const, inn: true as const };
  const open = { ...road, code: "gains" as const, points: 4, chance_before: 0.2, chance: 0.5 };
  const done = { ...road, code: "scores" as const, points: 6, chance_before: 0, chance: 1 };
  const here = { x: 0, y: 0, rot: 0 };
  expect(tell_why({ ...here, why: [open] }, undefined, ["Ada"], 0)).toEqual([
    "Road (with an inn): about 4 more for Ada (chance to be finished 20 → 50%; nothing if never finished)",
  ]);
  expect(tell_why({ ...here, why: [done] }, undefined, ["Ada"], 0)).toEqual(["Road (with an inn): 6 at once for Ada"]);
});

test("you are no name in the middle of a sentence", async () => {
  const reason = { player: 0, at: [0, 0] as [number, number], segment: 0, kind: "city" as const };
  const why = [{ ...reason, code: "scores" as const, points: 4, chance_before: 0, chance: 1 }];
  const told_to = (name: string) => tell_why({ x: 0, y: 0, rot: 0, why }, undefined, [name], 0);
  await set_locale("en");
  expect(told_to("You")).toEqual(["City: 4 at once for you"]);
  expect(told_to("Youna")).toEqual(["City: 4 at once for Youna"]);
  await set_locale("de");
  expect(told_to("Du")).toEqual(["Stadt: sofort 4 für dich"]);
});

test("the animals of a meadow are told with what the tigers take", async () => {
  await set_locale("en");
  const of = (deer: number, big: number, tigers: number, fire = false) =>
    tell_animals({ deer, big, tigers, fire } as Area);
  expect(of(3, 1, 2)).toEqual(["3 deer, 1 mammoth or buffalo, 2 tigers", "2 deer lost to tigers"]);
  expect(of(1, 0, 2)[1]).toBe("1 deer lost to tigers");
  expect(of(0, 0, 1)[1]).toBe("0 deer lost to tigers");
  expect(of(3, 1, 2, true)[1]).toBe("fire drives the tigers away");
  expect(of(3, 1, 0)).toHaveLength(1);
});

test.each(locales.filter((locale) => locale !== "en"))("all of it is told in %s as well", async (locale) => {
  await set_locale("en");
  const english = told();
  await set_locale(locale);
  const own = told();
  expect(own.map((lines) => lines.length)).toEqual(english.map((lines) => lines.length));
  for (const lines of own)
    for (const line of lines) {
      expect(line).not.toMatch(/undefined|\bBuilder\b|\bGoods\b|cathedral\b|[{}]/);
      expect(english.flat()).not.toContain(line);
    }
});

test("a hint leads with what favours the mover, and says so where nothing does", async () => {
  await set_locale("en");
  const area = { at: [0, 0] as [number, number], segment: 0, chance_before: 0, chance: 0 };
  const against = { ...area, player: 1, code: "gains" as const, points: 2.6, kind: "city" as const };
  const small = { ...area, player: 0, code: "gains" as const, points: 0.3, kind: "road" as const };
  const reserve = { code: "reserve" as const, player: 0, points: 0.4 };
  const theirs = { code: "reserve" as const, player: 1, points: 1.2 };
  const told_of = (...why: NonNullable<Explained["why"]>) =>
    tell_why({ x: 0, y: 0, rot: 0, why }, undefined, ["Ada", "Bo"], 0);
  const [bad, good] = ["City: about 2.6 more for Bo", "Road: about 0.3 more for Ada"];
  expect(told_of(against, theirs, small)).toEqual([good, bad, "Figures in hand and open land: about 1.2 more for Bo"]);
  expect(told_of(against, theirs, reserve)).toEqual(["Figures in hand and open land: about 0.4 more for Ada", bad]);
  expect(told_of(against, theirs)).toEqual([
    "No move gains anything here: this one costs least",
    bad,
    "Figures in hand and open land: about 1.2 more for Bo",
  ]);
  // Only of what is told there are rules to be read.
  const unsaid = { ...small, points: 0.1, kind: "monastery" as const };
  const why = [{ ...small, points: 3 }, unsaid];
  expect(main_reasons({ x: 0, y: 0, rot: 0, why }, 0)).toEqual([{ ...small, points: 3 }]);
});
