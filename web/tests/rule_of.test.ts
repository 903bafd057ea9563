// Whatever the table speaks of has a rule, and the page of that very game has it.

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { Engine, new_record } from "../src/engine/engine";
import type { Edition, Move, OpenedGame, Options } from "../src/engine/types";
import { rule_of, topic_of_area, topic_of_event, topics_of_hint, type Game } from "../src/game/rule_of";
import { anchor_of, pictures_of } from "../src/game/rule_pictures";
import { all_options, options_from, rule_sections } from "../src/game/rules";

let engine: Engine;
let editions: Edition[];
beforeAll(async () => {
  engine = await Engine.load(await readFile(new URL("../../build/wasm/board.wasm", import.meta.url)));
  editions = engine.catalog().editions;
});

/** The places on the page that a table's links lead to. */
function places(edition: Edition, opened: Pick<OpenedGame, "options">): string[] {
  const held = options_from(all_options(opened.options), edition.options);
  const sections = rule_sections(edition, held);
  return [...sections.map(anchor_of), ...sections.flatMap(pictures_of).map(({ id }) => id)];
}
/** So many turns, each as its number decides. */
function play(game: number, turns: number): void {
  for (let n = 0; n < turns; ++n) {
    const { placements } = engine.deal(game);
    const { x, y, rots } = placements[(n * 7) % placements.length]!;
    let move: Move = { x, y, rot: rots[0]! };
    const { tokens } = engine.draft(game, move);
    const deploy = tokens[n % Math.max(1, tokens.length)];
    if (deploy) move = { ...move, deploy };
    for (let at = engine.draft(game, move).targets[0]?.to; at; at = engine.draft(game, move).targets[0]?.to)
      move = { ...move, gingerbread: [...(move.gingerbread ?? []), at] };
    engine.play(game, move);
  }
}
const everything: Options = { abbot: true, gingerbread: true, inns: true, traders: true };

describe("the rule in question", () => {
  it("is there for every refusal of the rules", async () => {
    const words = JSON.parse(await readFile(new URL("../../data/locales/en.json", import.meta.url), "utf8")) as object;
    const codes = Object.keys(words)
      .filter((key) => key.startsWith("violation_"))
      .map((key) => key.slice("violation_".length));
    expect(codes.length).toBeGreaterThan(25);
    const edition = editions.find(({ id }) => id === "new")!;
    const game: Game = { edition: "new", family: "classic", options: { ...everything, river: true } };
    for (const code of codes) expect(places(edition, game), code).toContain(rule_of(code, game));
    const hunters = editions.find(({ family }) => family === "hunters")!;
    const tribe: Game = { edition: hunters.id, family: "hunters", options: {} };
    for (const code of ["edges_do_not_match", "area_is_occupied", "bonus_turn_is_due", "game_is_over"])
      expect(places(hunters, tribe), code).toContain(rule_of(code, tribe));
  });
  it.each(["plain", "with everything"])("is there for all that a game tells, %s", { timeout: 60_000 }, (which) => {
    for (const edition of editions) {
      const more = which === "plain" || edition.family === "hunters" ? {} : everything;
      const opened = engine.open(new_record(edition.id, more, ["Ada", "Bo"]), { seed: "1" });
      play(opened.game, 24);
      const { areas } = engine.step(opened.game);
      const events = [...engine.log(opened.game).flatMap((turn) => turn.events), ...engine.final(opened.game).events];
      engine.close(opened.game);
      const topics = new Set([...areas.map(topic_of_area), ...events.map(topic_of_event)]);
      expect(topics.size).toBeGreaterThan(3);
      if (!("abbot" in more)) {
        expect(rule_of("garden", opened)).toBeNull();
        topics.delete("garden");
      }
      for (const topic of topics) expect(places(edition, opened), topic).toContain(rule_of(topic, opened));
    }
  });
  it("is told once for each kind of area in a hint", () => {
    const gain = {
      code: "gains",
      player: 0,
      points: 1,
      at: [0, 0] as [number, number],
      segment: 0,
      chance: 1,
      chance_before: 0,
    } as const;
    const reserve = { code: "reserve", player: 0, points: 1 } as const;
    expect(
      topics_of_hint([{ ...gain, kind: "city" }, reserve, { ...gain, kind: "city" }, { ...gain, kind: "road" }]),
    ).toEqual(["city", "road"]);
  });
});
