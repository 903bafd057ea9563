// Every picture of the rules is a position that can be played in each game whose page shows it, and the points
// told below it are those of the rule beside it.

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { Engine } from "../src/engine/engine";
import type { Options, ScoreEvent } from "../src/engine/types";
import { pictures_of, record_of_picture, rule_pictures, type RulePicture } from "../src/game/rule_pictures";
import { rule_sections } from "../src/game/rules";

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load(await readFile(new URL("../../build/wasm/board.wasm", import.meta.url)));
});

function open(id: string, edition: string, held: Options = {}): { picture: RulePicture; game: number } {
  const picture = rule_pictures.find((one) => one.id === id)!;
  return { picture, game: engine.open(record_of_picture(picture, edition, held)).game };
}
function told(id: string, edition: string, held: Options = {}): ScoreEvent[] {
  const { picture, game } = open(id, edition, held);
  const events = picture.shows === "final" ? engine.final(game).events : engine.log(game).at(-1)!.events;
  engine.close(game);
  return events;
}

describe("pictures of the rules", () => {
  it("can be played in every box that tells their rule", () => {
    const missing: string[] = [];
    for (const edition of engine.catalog().editions) {
      const everything = {
        ...edition.defaults,
        river: true,
        abbot: true,
        gingerbread: true,
        inns: true,
        traders: true,
      };
      const held = edition.family === "classic" ? everything : {};
      for (const picture of rule_sections(edition, held).flatMap(pictures_of)) {
        try {
          const { game } = open(picture.id, edition.id, held);
          if (typeof picture.shows === "object") {
            const hand = "squares" in picture.shows ? picture.shows.squares : picture.shows.figures;
            const { placements } = engine.draw(game, hand);
            expect(placements.length, `${edition.id} ${picture.id}`).toBeGreaterThan(0);
            if ("at" in picture.shows) {
              const { tokens } = engine.draft(game, picture.shows.at);
              expect(tokens.length, `${edition.id} ${picture.id}`).toBeGreaterThan(1);
            }
          } else if (picture.shows !== "laid") {
            expect(told(picture.id, edition.id, held).length, `${edition.id} ${picture.id}`).toBeGreaterThan(0);
          }
          engine.close(game);
        } catch (error) {
          missing.push(`${edition.id} ${picture.id}: ${String(error)}`);
        }
      }
    }
    // Only the new edition has gardens.
    expect(missing.map((one) => one.split(":")[0])).toEqual(["classic-1 garden", "classic-2 garden", "winter garden"]);
  });
  it("belong to a paragraph that some page has", () => {
    const sections = engine.catalog().editions.flatMap((edition) => rule_sections(edition, null));
    const shown = new Set(sections.flatMap(pictures_of).map(({ id }) => id));
    expect(rule_pictures.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
    expect(new Set(rule_pictures.map(({ id }) => id)).size).toBe(rule_pictures.length);
  });
  it.each([
    ["join", "new", {}, [8, 8]],
    ["road", "new", {}, [4]],
    ["city", "new", {}, [8]],
    ["small_city", "classic-1", {}, [2]],
    ["monastery", "winter", {}, [9]],
    ["majority", "classic-2", {}, [12]],
    ["farms", "classic-1", {}, [4, 4]],
    ["farms", "new", {}, [6]],
    ["abbot", "new", {}, [4]],
    ["garden", "new", {}, [4]],
    ["gingerbread", "winter", {}, [2]],
    ["inn", "new", {}, [8]],
    ["cathedral", "new", {}, [15]],
    ["big", "new", {}, [8]],
    ["pig", "new", {}, [8]],
    ["h_forest", "hunters", {}, [6]],
    ["h_river", "hunters", {}, [4]],
    ["h_majority", "hunters", {}, [10, 10]],
    ["h_huts", "hunters", {}, [2]],
    ["h_meadows", "hunters", {}, [4]],
  ])("%s in %s pays what its rule says", (id, edition, held, points) => {
    const scored = told(id, edition, held).filter((event) => event.kind === "score");
    expect(scored.map((event) => event.points)).toEqual(points);
  });
  it("give the builder's owner another turn, and the goods to whoever closes the city", () => {
    const { game } = open("builder", "new");
    expect(engine.log(game).at(-1)!.again).toBe(true);
    engine.close(game);
    expect(told("goods", "new")).toMatchObject([
      { kind: "score", player: 1 },
      { kind: "goods", player: 0 },
    ]);
  });
  it("leave the road that is taken without a spot", () => {
    const { picture, game } = open("tokens", "new");
    engine.draw(game, "base/J");
    const at = picture.shows as { at: { x: number; y: number; rot: number } };
    const road_of_yellow = 1;
    expect(engine.draft(game, at.at).tokens.map(({ segment }) => segment)).not.toContain(road_of_yellow);
    engine.close(game);
  });
});
