import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { Engine, EngineError, new_record } from "../src/engine/engine";
import { levels } from "../src/game/bots";
import { locale_names } from "../src/i18n/generated/locales";
import { boxes } from "../src/game/generated/shelf";
import type { ManTarget, Move } from "../src/engine/types";

const locales = Object.keys(locale_names);
// As pages use them: one module shows the game, the other one thinks about its record.
let engine: Engine, thinker: Engine;
const seeds = new Map<number, string>();
beforeAll(async () => {
  const load = async (name: string) =>
    Engine.load(await readFile(new URL(`../../build/wasm/${name}.wasm`, import.meta.url)));
  [engine, thinker] = [await load("board"), await load("thinking")];
});

function start(edition: string, options: Record<string, unknown> = {}, seed = "7") {
  const { game } = engine.open(new_record(edition, options, ["Ada", "Bo"]), { seed });
  seeds.set(game, seed);
  return game;
}
function choose(game: number, agent = "random") {
  return thinker.choose_for(engine.record(game), { seed: seeds.get(game)! }, engine.step(game).position.hand!, agent);
}

function play_out(game: number, agent?: string): void {
  for (let i = 0; i < 200; ++i) {
    if (engine.deal(game).position.over) return;
    engine.play(game, choose(game, agent));
  }
  throw new Error("the game does not end");
}

describe("the engine in WebAssembly", () => {
  it("knows the editions of the shelf and their options", () => {
    const catalog = engine.catalog();
    const by_place = catalog.editions.toSorted((a, b) => a.shelf - b.shelf);
    const told = by_place.map(({ id, cover, family, offers }) => ({ id, cover, family, offers }));
    expect(told).toEqual(boxes.map(({ colour: _colour, ...box }) => box));
    const options = (id: string) => catalog.editions.find((e) => e.id === id)!.options;
    expect(options("new").find((o) => o.key === "farms")?.values).toContain("city-4");
    expect(options("new").find((o) => o.key === "gingerbread_double")?.needs).toBe("gingerbread");
    expect(options("hunters")).toEqual([]);
    expect(engine.open(new_record("hunters", {}, ["Ada"])).options).toEqual({});
    expect(catalog.editions.find((e) => e.id === "winter")?.tiles).toBe(84);
    const own_boxes = options("new").filter((o) => o.box);
    expect(own_boxes.map((o) => o.key)).toEqual(["inns", "traders"]);
    const age = (id: string) => catalog.editions.find((e) => e.id === id)!.age;
    expect([age("classic-1"), age("classic-2"), age("new")]).toEqual([10, 8, 7]);
    expect([age("winter"), age("hunters")]).toEqual([undefined, undefined]); // their books do not say
  });

  it("knows the figures of a game, and every player has some of each", () => {
    const tokens = (edition: string, options: Record<string, unknown>) => {
      const { game, tokens: rows } = engine.open(new_record(edition, options, ["Ada", "Bo"]));
      for (const { left } of rows) expect(engine.step(game).position.players[1]![left], left).toBeGreaterThan(0);
      return rows.map(({ token, on }) => `${token} ${on}`);
    };
    expect(tokens("classic-1", {})).toEqual(["follower city"]);
    expect(tokens("hunters", {})).toEqual(["follower forest", "hut river"]);
    expect(tokens("new", { abbot: true })).toEqual(["follower city", "abbot monastery"]);
    expect(tokens("new", { inns: true, traders: true })).toEqual([
      "follower city",
      "big city",
      "builder city",
      "pig field",
    ]);
    expect(tokens("new", { traders: true, farms: "off" })).toEqual(["follower city", "builder city"]);
  });

  it("knows all that a figure may stand on in a game", () => {
    const grounds = (edition: string, options: Record<string, unknown>) => {
      const { tokens } = engine.open(new_record(edition, options, ["Ada", "Bo"]));
      return Object.fromEntries(tokens.map(({ token, stands_on }) => [token, stands_on]));
    };
    expect(grounds("hunters", {})).toEqual({ follower: ["forest", "river", "meadow"], hut: ["river", "lake"] });
    expect(grounds("new", { abbot: true, traders: true, farms: "off" })).toEqual({
      follower: ["city", "road", "monastery"],
      abbot: ["monastery", "garden"],
      builder: ["city", "road"],
    });
  });

  it("has as many tiles of each box as its line says, in every language", async () => {
    for (const { id, offers } of engine.catalog().editions) {
      const all = new Map<string, number>();
      for (const options of [{}, Object.fromEntries(offers.map((key) => [key, true]))]) {
        const { game } = engine.open(new_record(id, options, ["Ada"]));
        for (const { id: tile, count } of engine.tiles(game)) if (!all.has(tile)) all.set(tile, count);
      }
      const count = [...all.values()].reduce((sum, one) => sum + one, 0);
      for (const language of locales) {
        const file = new URL(`../../data/locales/${language}.json`, import.meta.url);
        const words = JSON.parse(await readFile(file, "utf8")) as Record<string, string>;
        const line = words[`edition_line_${id.replaceAll("-", "_")}`]!;
        const told = [...line.matchAll(/\d+/g)].reduce((sum, [number]) => sum + Number(number), 0);
        expect(told, `${language}: ${line}`).toBe(count);
      }
    }
  });

  const mixes: [string, Record<string, unknown>][] = [
    ["classic-1", { river: true }],
    ["classic-2", {}],
    ["winter", { gingerbread: true }],
    ["new", { river: true, abbot: true }],
    ["hunters", {}],
    ["classic-2", { inns: true, traders: true }],
    ["new", { inns: true, traders: true, abbot: true }],
  ];
  it.each(mixes)("plays a whole game of %s and reads its record back", (edition, options) => {
    const game = start(edition, options);
    play_out(game);
    const end = engine.step(game).position;
    const record = engine.record(game);
    const again = engine.open(record).game;
    expect(engine.step(again).position.hash).toBe(end.hash);
    expect(engine.record(again)).toBe(record);
    const final = engine.final(game);
    const log = engine.log(game);
    for (let p = 0; p < 2; ++p) {
      const told = [...log.flatMap((t) => t.events), ...final.events]
        .filter((e) => e.player === p)
        .reduce((sum, e) => sum + (e.kind === "score" ? e.points : 0), 0);
      expect(told).toBe(final.scores[p]);
      const kinds = Object.values(final.breakdown[p]!).reduce((sum, n) => sum + n, 0);
      expect(kinds).toBe(final.scores[p]);
    }
    engine.close(game);
    engine.close(again);
  });

  it("deals the same tile again after a game is opened anew", () => {
    const game = start("new");
    engine.deal(game);
    engine.play(game, choose(game));
    const hand = engine.deal(game).position.hand;
    const again = engine.open(engine.record(game), { seed: "7" }).game;
    expect(engine.deal(again).position.hand).toBe(hand);
  });

  it("offers only legal placements and refuses others with a code", () => {
    const game = start("classic-1");
    const drawn = engine.draw(game, "base/E");
    expect(drawn.position.hand).toBe("base/E");
    expect(drawn.turn).toBeNull();
    expect(drawn.placements).toContainEqual({ x: 0, y: -1, rots: [2] });
    const draft = engine.draft(game, { x: 0, y: -1, rot: 2 });
    expect(draft.tokens).toEqual([
      { token: "follower", segment: 0 },
      { token: "follower", segment: 1 },
    ]);
    expect(() => engine.draft(game, { x: 0, y: -1, rot: 0 })).toThrow(/^edges_do_not_match$/);
    const no_city = { x: 0, y: -1, rot: 2, deploy: { token: "follower" as const, segment: 5 } };
    expect(() => engine.draft(game, no_city)).toThrow(/^no_such_segment$/);
    const { turn } = engine.play(game, { x: 0, y: -1, rot: 2, deploy: { token: "follower", segment: 0 } });
    expect(turn?.events).toMatchObject([{ area: "city", points: 2, tiles: 2, own: 1, rival: 0 }]);
  });

  it("tells of every area its extent, holders, worth and open ends", () => {
    const game = start("classic-2");
    engine.draw(game, "base/D");
    const { areas } = engine.play(game, { x: 1, y: 0, rot: 0, deploy: { token: "follower", segment: 1 } });
    const road = areas.find((a) => a.kind === "road")!;
    expect(road).toMatchObject({
      complete: false,
      size: 2,
      now: 2,
      finished: 4,
      tokens: [1, 0],
      owners: [0],
      segments: [
        [0, 0, 1],
        [1, 0, 1],
      ],
    });
    expect(road.ends).toHaveLength(2);
    const fields = areas.filter((a) => a.kind === "field");
    expect(new Set(fields.map((f) => f.shade)).size).toBe(fields.length);
  });

  it("seeks to any ply and forward again", () => {
    const game = start("hunters");
    play_out(game);
    const end = engine.step(game).position;
    expect(engine.seek(game, 0).position.board).toHaveLength(1);
    expect(engine.seek(game, 10).position.ply).toBe(10);
    expect(engine.seek(game, end.turns).position.hash).toBe(end.hash);
  });

  it("says which undrawn tiles fit an open square", () => {
    const game = start("classic-1");
    const fitting = engine.fitting(game, 0, -1);
    expect(fitting.length).toBeGreaterThan(5);
    expect(fitting.every((f) => f.count > 0 && f.rots.length > 0)).toBe(true);
    expect(fitting.some((f) => f.tile === "base/B")).toBe(false);
  });

  it("judges every turn of a game and tells how far it is", () => {
    const game = start("new", {}, "11");
    play_out(game);
    const told: number[] = [];
    const analysis = thinker.analyze(engine.record(game), 0.002, (turns) => told.push(turns));
    const turns = engine.log(game);
    expect(told).toEqual(turns.map((_, i) => i + 1));
    expect(analysis.turns.map(({ player, tile }) => ({ player, tile }))).toEqual(
      turns.map(({ player, tile }) => ({ player, tile })),
    );
    for (const [i, turn] of analysis.turns.entries()) {
      expect(turn.played).toMatchObject(turns[i]!.move);
      expect(turn.best.length).toBeGreaterThan(0);
      expect(turn.rank).toBeLessThanOrEqual(turn.legal);
      expect(turn.cost).toBeGreaterThanOrEqual(0);
      expect(turn.win[0]! + turn.win[1]!).toBeCloseTo(1);
    }
    const { scores } = engine.final(game);
    const share = scores[0] === scores[1] ? 0.5 : scores[0]! > scores[1]! ? 1 : 0;
    expect(analysis.turns.at(-1)!.win).toEqual([share, 1 - share]);
    expect(analysis.players.map((one) => one.moves).reduce((a, b) => a + b)).toBe(turns.length);
    expect(() => thinker.analyze(engine.record(game), 0, () => {})).toThrow(/no_time/);
  });

  it("advises a legal move for the tile in hand and says why", () => {
    const game = start("classic-2", {}, "5");
    const apart = thinker.open(new_record("classic-2", {}, ["Ada", "Bo"]), { seed: "5" }).game;
    expect(() => thinker.advise(apart, 0.01)).toThrow(/no_tile_drawn/);
    thinker.deal(apart);
    expect(() => thinker.advise(apart, 0)).toThrow(/no_time/);
    for (let i = 0; i < 8; ++i) {
      const hand = engine.deal(game).position.hand!;
      const { x, y, rot, deploy, why, win } = thinker.advise_for(engine.record(game), { seed: "5" }, hand, 0.01);
      expect(win).toBeGreaterThanOrEqual(0);
      expect(win).toBeLessThanOrEqual(1);
      expect(why.length).toBeGreaterThan(0);
      for (const [i, reason] of why.entries()) {
        expect(["scores", "gains", "loses", "reserve"]).toContain(reason.code);
        if (i > 0) expect(Math.abs(reason.points)).toBeLessThanOrEqual(Math.abs(why[i - 1]!.points));
      }
      engine.play(game, { x, y, rot, ...(deploy ? { deploy } : {}) });
    }
  });
  it("has an agent for every level that the pages offer", () => {
    for (const level of levels) expect(thinker.has_agent(level), level).toBe(true);
    expect(thinker.has_agent("grandmaster")).toBe(false);
  });

  /** Why this is refused. */
  function refusal(ask: () => unknown) {
    try {
      ask();
    } catch (error) {
      if (error instanceof EngineError) return error.refusal;
      throw error;
    }
    throw new Error("it is not refused");
  }
  it("refuses a wrong record with a code, and says for builders what is wrong", () => {
    expect(refusal(() => engine.open("{}"))).toMatchObject({ error: "bad_record" });
    const chess = refusal(() => engine.open(new_record("chess", {}, ["a", "b"])));
    expect(chess.error).toBe("bad_record");
    expect(chess.detail).toMatch(/chess/);
  });
  it("tells the turn of a record that the rules refuse", () => {
    const record = JSON.parse(new_record("classic-1", {}, ["Ada", "Bo"])) as { turns: unknown[] };
    record.turns = [
      { player: 0, tile: "base/E", x: 0, y: -1, rot: 2 },
      { player: 1, tile: "base/E", x: 0, y: -1, rot: 2 },
    ];
    expect(refusal(() => engine.open(JSON.stringify(record)))).toEqual({ error: "cell_not_free", turn: 2 });
  });
  it("reads a move as records and the server do", () => {
    const game = start("new", { abbot: true });
    engine.deal(game);
    const move = engine.step(game).placements.map(({ x, y, rots }) => ({ x, y, rot: rots[0]! }))[0]!;
    // Farther than a record may reach, and both at once: notation's parser refuses these.
    const wrong = [
      { ...move, x: 121 },
      { ...move, x: move.x + 256 },
      { ...move, rot: 4 },
      { ...move, recall: true, deploy: { token: "follower", segment: 0 } },
      { ...move, dragon: true },
    ];
    for (const one of wrong) {
      expect(refusal(() => engine.play(game, one as Move)).error, JSON.stringify(one)).toBe("bad_move");
      expect(refusal(() => engine.draft(game, one as Move)).error, JSON.stringify(one)).toBe("bad_move");
    }
    expect(engine.play(game, move).turn?.move).toEqual(move);
  });
  it.each(mixes)("pays in %s what its summary of points tells", (edition, options) => {
    const game = start(edition, options, "3");
    const { worth } = engine.open(engine.record(game));
    play_out(game, "greedy");
    let paid = 0;
    for (const event of engine.log(game).flatMap((turn) => turn.events)) {
      if (event.kind === "goods" || event.area === "goods") continue; // paid at the end
      const { area, reason, points, tiles, shields } = event;
      if (area === "gingerbread") {
        const left = worth.find((row) => row.area === area)!.completed!;
        expect(left.per).toBe("knight_tile");
        expect(points).toBe(left.points * tiles * shields); // which are his knights here
      }
      const small = area === "city" && tiles === 2 && worth.find((row) => row.area === "small_city");
      const more = event.inn ? "inn" : event.cathedral ? "cathedral" : area;
      const row = small || worth.find((one) => one.area === more);
      if (reason !== "completed" || !row?.completed) continue;
      const { per, points: each } = row.completed;
      expect(points).toBe(per === "whole" ? each : each * (tiles + shields));
      ++paid;
    }
    expect(paid).toBeGreaterThan(3);
    for (const event of engine.final(game).events) {
      if (event.kind === "goods") throw new Error("nobody takes goods at the end");
      const small = event.area === "city" && event.tiles === 2 && worth.find((one) => one.area === "small_city");
      const row = (small ||
        worth.find((one) => one.area === (event.area === "field" && event.pig ? "pig" : event.area)))!.end!;
      if (event.area === "goods") expect(event.points).toBe(row.points);
      else expect(event.points).toBe(row.points * (event.tiles + event.shields));
    }
  });

  it("asks where the Gingerbread Man goes, and says what he would leave there", () => {
    const game = start("winter", { gingerbread: true });
    let asked = 0,
      told = 0;
    for (let i = 0; i < 200 && !engine.deal(game).position.over; ++i) {
      const move = choose(game);
      const targets: { x: number; y: number; segment: number }[] = [];
      const { gingerbread, ...start_of_move } = move;
      let offered: ManTarget[] = [];
      for (;;) {
        const next = engine.draft(game, { ...start_of_move, gingerbread: targets }).targets;
        if (!next[0]) break;
        ++asked;
        offered = next;
        targets.push(next[0].to);
      }
      expect(targets.length).toBe(gingerbread?.length ?? 0);
      const { areas } = engine.play(
        game,
        targets.length > 0 ? { ...start_of_move, gingerbread: targets } : start_of_move,
      );
      // G3: a point per tile for each knight.
      for (const { to, points } of offered) {
        const city = areas.find(
          ({ kind, segments }) =>
            kind === "city" && segments.some(([x, y, s]) => x === to.x && y === to.y && s === to.segment),
        )!;
        expect(points).toEqual(city.tokens.map((knights) => knights * city.size));
        told += Math.max(...points);
      }
    }
    expect(asked).toBeGreaterThan(0);
    expect(told).toBeGreaterThan(0);
  });
});
