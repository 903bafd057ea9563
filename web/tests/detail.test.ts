// Small pictures where tiles are small: when, the engine says; the client only asks for them.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { detail_at } from "../src/board/detail";
import { figure_size } from "../src/board/figures";
import { Engine, EngineError, new_record } from "../src/engine/engine";
import type { Detail } from "../src/engine/types";

const engine = await Engine.load(readFileSync(new URL("../../build/wasm/board.wasm", import.meta.url)));
const sizes = engine.sizes();
const open = (edition: string, options = {}) => engine.open(new_record(edition, options, ["Ada", "Bo"]));

describe("a tile's picture", () => {
  it.each(["classic-2", "winter", "hunters"])(
    "has less in it and larger symbols where it is small: %s",
    (edition) => {
      const { game } = open(edition);
      const larger = /scale\(1\.[24]\)/;
      const length = { full: 0, small: 0 };
      let symbols = 0;
      for (const { id, segments } of engine.tiles(game)) {
        const [full, small] = (["full", "small"] as const).map((detail) => {
          const picture = engine.picture(game, id, 0, detail);
          length[detail] += picture.ground.length + picture.standing.length;
          return picture.standing;
        });
        if (!segments.some((one) => (one.shields ?? one.deer ?? one.fish ?? 0) > 0)) continue;
        symbols += 1;
        expect(small).toMatch(larger);
        expect(full).not.toMatch(larger);
      }
      expect(symbols).toBeGreaterThan(5);
      expect(length.small).toBeLessThan(0.95 * length.full);
    },
    60_000,
  );
  it("is refused in a detail that there is not", () => {
    const { game } = open("classic-2");
    expect(() => engine.picture(game, engine.tiles(game)[0]!.id, 0, "tiny" as Detail)).toThrow(EngineError);
  });
});

describe("the detail of a board", () => {
  const { small_pixels } = sizes;
  it("changes at the size that the engine's own pictures of boards change at", () => {
    const source = readFileSync(new URL("../../src/art/painter.h", import.meta.url), "utf8");
    expect(small_pixels).toBe(Number(/small_pixels = (\d+);/.exec(source)?.[1]));
    expect(detail_at(sizes, small_pixels)).toBe("small");
    expect(detail_at(sizes, small_pixels + 0.01)).toBe("full");
    expect(detail_at({ ...sizes, small_pixels: 30 }, 31)).toBe("full");
  });
  it("does not change to and fro with a hand that hardly zooms", () => {
    expect(detail_at(sizes, small_pixels + 4, "small")).toBe("small");
    expect(detail_at(sizes, small_pixels + 4, "full")).toBe("full");
    expect(detail_at(sizes, small_pixels - 1, "full")).toBe("small");
    expect(detail_at(sizes, 1.3 * small_pixels, "small")).toBe("full");
  });
});

describe("figures", () => {
  it("are 22 pixels or more on tiles of 44 to 64, and never wider than half a tile and a little", () => {
    for (let px = 44; px <= 64; px += 0.25) expect((figure_size(sizes, px) * px) / 100).toBeGreaterThanOrEqual(22);
    expect(figure_size(sizes, 10)).toBeLessThanOrEqual(52);
  });
  it("shrink with their tiles' growth and then keep their share of them", () => {
    const by_tile = [30, 40, 48, 56, 64, 65, 100, 350].map((px) => figure_size(sizes, px));
    expect(by_tile).toEqual(by_tile.toSorted((a, b) => b - a));
    expect(figure_size(sizes, Infinity)).toBe(figure_size(sizes, 64));
  });
});
