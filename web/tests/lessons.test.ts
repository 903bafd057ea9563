// Every lesson can be played as it is told: the tiles come, the wanted moves are legal and have the
// effect that is spoken of.

import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { Engine, new_record } from "../src/engine/engine";
import type { Move, TurnView } from "../src/engine/types";
import { edition_with } from "../src/game/shelf";
import { fulfils, lessons, type Lesson } from "../src/game/lessons";
import { more_lessons } from "../src/game/more_lessons";

let engine: Engine;
beforeAll(async () => {
  engine = await Engine.load(await readFile(new URL("../../build/wasm/board.wasm", import.meta.url)));
});

/** Plays it to its end; the turns, and whose they were. */
function take(lesson: Lesson): TurnView[] {
  const { game } = engine.open(new_record(edition_with(lesson), lesson.options, ["Ada", "Teacher"]));
  for (const { tile, want, move, say } of lesson.steps) {
    const { position, placements } = engine.draw(game, tile);
    expect(position.player, say).toBe(want ? 0 : 1);
    const moves = placements.flatMap(({ x, y, rots }) =>
      rots.flatMap((rot): Move[] => {
        const { tokens, recall, targets } = engine.draft(game, { x, y, rot });
        const man = targets[0] ? { gingerbread: [targets[0].to] } : {};
        const plain: Move = { x, y, rot, ...man };
        return [
          plain,
          ...tokens.map((deploy): Move => ({ ...plain, deploy })),
          ...(recall ? [{ ...plain, recall: true as const }] : []),
        ];
      }),
    );
    const chosen = move ?? moves.find((one) => fulfils(one, want!) === "yes");
    if (!chosen) throw new Error(`${say}: no such move`);
    engine.play(game, chosen);
  }
  const log = engine.log(game);
  engine.close(game);
  return log;
}

describe("lessons", () => {
  it.each(Object.entries({ ...lessons, ...more_lessons }))("%s can be played as it is told", (_, lesson) => {
    expect(take(lesson)).toHaveLength(lesson.steps.length);
  });
  it("pay eight points for a road of four tiles with an inn", () => {
    expect(take(more_lessons["inns"]!)[2]!.events).toMatchObject([{ area: "road", inn: true, tiles: 4, points: 8 }]);
  });
  it("give a second part to the builder, and the wine to whoever closes the city", () => {
    const turns = take(more_lessons["traders"]!);
    expect(turns.map(({ again }) => again ?? false)).toEqual([0, 0, 0, 0, 1, 0, 0, 0].map(Boolean));
    expect(turns[5]!.events).toMatchObject([
      { kind: "score", player: 1, area: "city" },
      { kind: "goods", player: 0, goods: { wine: 1 } },
    ]);
  });
});
