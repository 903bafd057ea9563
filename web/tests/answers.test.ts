// The module's real answers against data/engine/schema.json, from which the types are made.

import Ajv from "ajv";
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import schema from "../../data/engine/schema.json";
import { new_record } from "../src/engine/engine";
import { Module } from "../src/engine/module";
import type { Advice, Answers, CatalogView, Move, Refusal, StepView, TurnView } from "../src/engine/types";

// strictRequired and the like: a keyword that is misspelt or has no effect is an error, too.
const ajv = new Ajv({ strict: true, allowUnionTypes: true, allErrors: false });
ajv.addSchema(schema, "engine");

let board: Module, thinking: Module;
beforeAll(async () => {
  const load = async (name: string) =>
    Module.load(await readFile(new URL(`../../build/wasm/${name}.wasm`, import.meta.url)));
  [board, thinking] = [await load("board"), await load("thinking")];
});

const seen = new Set<string>();
function valid(place: string, value: unknown): void {
  const check = ajv.getSchema(`engine#/${place}`);
  if (!check) throw new Error(`the schema has no ${place}`);
  if (!check(value)) throw new Error(`${place}: ${ajv.errorsText(check.errors)}`);
}
function ask<K extends keyof Answers>(module: Module, name: K, ...args: (number | string)[]): Answers[K] {
  const answer = JSON.parse(module.call(name, args)) as Answers[K];
  valid(`properties/${name}`, answer);
  seen.add(name);
  return answer;
}
function refused(module: Module, name: keyof Answers, ...args: (number | string)[]): Refusal {
  const answer = JSON.parse(module.call(name, args)) as Refusal;
  valid("definitions/Refusal", answer);
  return answer;
}

/** Asks everything a page asks, in every turn of a whole game. */
function play(record: string): void {
  const opened = ask(board, "game_open", record, "17", 0).game;
  const apart = ask(thinking, "game_open", record, "17", 0).game;
  ask(board, "game_step", opened);
  ask(board, "game_tiles", opened);
  for (let ply = 0; ; ++ply) {
    const { position, placements }: StepView = ask(board, "game_deal", opened);
    ask(thinking, "game_deal", apart);
    if (position.over) break;
    const { x, y } = position.open[0]!;
    ask(board, "game_fitting", opened, x, y);
    for (const { x, y, rots } of placements.slice(0, 3))
      ask(board, "game_draft", opened, JSON.stringify({ x, y, rot: rots[0] }));
    const move: Move = ask(thinking, "agent_choose", apart, "random");
    if (ply % 12 === 5) ask(thinking, "game_advise", apart, 0.002) satisfies Advice;
    ask(board, "game_play", opened, JSON.stringify(move));
    ask(thinking, "game_play", apart, JSON.stringify(move));
    if (ply % 10 === 0) ask(board, "game_final", opened);
  }
  const log: TurnView[] = ask(board, "game_log", opened);
  ask(board, "game_final", opened);
  ask(board, "game_seek", opened, log.length >> 1);
  ask(board, "game_draw", opened, log[log.length >> 1]!.tile);
  ask(board, "game_tile", opened, log[0]!.tile);
  ask(board, "game_picture", opened, log[0]!.tile, 1, "small");
  board.exports.game_close(opened);
  thinking.exports.game_close(apart);
}

describe("the engine's answers", () => {
  it("are as the schema has them, in whole games of every edition with all it offers", () => {
    const { editions }: CatalogView = ask(board, "catalog");
    for (const { id, offers } of editions) {
      play(new_record(id, Object.fromEntries(offers.map((key) => [key, true])), ["Ada", "Bo", "Cy"]));
    }
    const six = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"];
    play(new_record("new", { inns: true, traders: true, abbot: true, river: true }, six));
    play(new_record("classic-1", { traders: true }, ["Ada", "Bo"]));
    ask(board, "drawing_sizes");
    ask(board, "token_picture", "hut", "lake", 1);
    ask(board, "token_picture", "wine", "city", 0);
    ask(thinking, "agent_check", "random");
    const short = JSON.parse(new_record("classic-1", {}, ["Ada", "Bo"])) as { turns: unknown[] };
    short.turns = [{ player: 0, tile: "base/E", x: 0, y: -1, rot: 2 }];
    ask(thinking, "game_analyze", ask(thinking, "game_open", JSON.stringify(short), "", 0).game, 0.002);
    expect([...seen].sort()).toEqual(Object.keys(schema.properties).sort());
  }, 60_000);

  it("refuse by codes that the schema lists", () => {
    const { game } = ask(board, "game_open", new_record("winter", { gingerbread: true }, ["Ada", "Bo"]), "", 0);
    expect(refused(board, "game_open", "{", "", 0).error).toBe("bad_record");
    expect(refused(board, "game_step", 999).error).toBe("no_such_game");
    expect(refused(board, "game_play", game, "{}").error).toBe("bad_move");
    expect(refused(board, "game_play", game, '{"x":0,"y":1,"rot":0}').error).toBe("no_tile_drawn");
    expect(refused(board, "game_draw", game, "base/none").error).toBe("tile_not_in_stack");
    const apart = ask(thinking, "game_open", new_record("new", {}, ["Ada", "Bo"]), "4", 0).game;
    expect(refused(thinking, "agent_check", "grandmaster").error).toBe("unknown_agent");
    ask(thinking, "game_deal", apart);
    expect(refused(thinking, "game_advise", apart, 0).error).toBe("no_time_to_think");
  });
  it("refuse by every code of the rules", async () => {
    const source = await readFile(new URL("../../src/rules/result.h", import.meta.url), "utf8");
    const codes = [...source.matchAll(/ViolationCode\{RuleViolation::\w+, "(\w+)"\}/g)].map((match) => match[1]);
    expect(codes.length).toBeGreaterThan(20);
    expect(schema.definitions.RefusalCode.enum.slice(0, codes.length)).toEqual(codes);
  });
});
