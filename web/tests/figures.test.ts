import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { figure_places } from "../src/board/figures";
import { Engine, new_record } from "../src/engine/engine";

const engine = await Engine.load(readFileSync(new URL("../../build/wasm/board.wasm", import.meta.url)));
const open = (edition: string, options = {}) => engine.open(new_record(edition, options, ["Ada", "Bo"]));

describe("figures", () => {
  it("are drawn for boxes that have them", () => {
    const kinds = (edition: string, options = {}) =>
      [...new Set(figure_places(open(edition, options)).map(([token]) => token))].sort();
    expect(kinds("classic-2")).toEqual(["follower"]);
    expect(kinds("hunters")).toEqual(["follower", "hut"]);
    expect(kinds("new", { abbot: true })).toEqual(["abbot", "follower"]);
    expect(kinds("classic-2", { inns: true })).toEqual(["big", "follower"]);
    expect(kinds("classic-2", { traders: true })).toEqual(["builder", "follower", "pig"]);
  });
  it.each([
    ["classic-1", {}],
    ["new", {}],
    ["new", { abbot: true }],
    ["new", { abbot: true, inns: true, traders: true }],
    ["winter", { inns: true }],
    ["hunters", {}],
  ])("are drawn for all that a player of %s %j has", (edition, options) => {
    const opened = open(edition, options);
    const drawn = new Set(figure_places(opened).map(([token]) => token));
    const { followers, huts, abbots, bigs = 0, builders = 0, pigs = 0 } = engine.step(opened.game).position.players[0]!;
    const supply = { follower: followers, hut: huts, abbot: abbots, big: bigs, builder: builders, pig: pigs };
    expect([...drawn].sort()).toEqual(
      Object.entries(supply)
        .filter(([, count]) => count > 0)
        .map(([token]) => token)
        .sort(),
    );
  });
});
