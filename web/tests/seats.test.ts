import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Engine } from "../src/engine/engine";
import { owners_look, seat_count, seat_look } from "../src/board/seats";

const engine = await Engine.load(readFileSync(new URL("../../build/wasm/board.wasm", import.meta.url)));

test("a seat has the colour of its drawn figures", () => {
  for (let player = 0; player < 5; ++player) {
    expect(engine.token_picture("follower", "city", player)).toContain(seat_look(player).fill);
  }
});

test("no two seats share a letter, a colour or a shape", () => {
  const looks = Array.from({ length: seat_count }, (_, player) => seat_look(player));
  for (const key of ["letter", "fill", "shape", "dash"] as const) {
    expect(new Set(looks.map((look) => look[key])).size).toBe(seat_count);
  }
});

test("what several own has the colour of none of them", () => {
  const fills = [0, 1, 2, 3, 4].map((player) => seat_look(player).fill);
  expect(fills).not.toContain(owners_look([0, 1]).fill);
  expect(owners_look([3]).fill).toBe(seat_look(3).fill);
});
