import { expect, test } from "vitest";
import { fits, known_first } from "../src/online/lobby";
import type { TableRules } from "../src/online/generated/protocol";
import type { LobbyFilter } from "../src/settings.svelte";

const all: LobbyFilter = { edition: "", players: "", clock: "", rated: false, known: false };
const seat = (user?: string) => ({
  kind: "person" as const,
  name: user ?? "",
  ...(user === undefined ? {} : { user }),
});
function table(users: (string | undefined)[], rules: Partial<TableRules> = {}) {
  return { seats: users.map(seat), rules: { edition: "new", seats: [], ...rules } as TableRules };
}
const nobody = new Set<string>();
const duel = table(["ada", undefined]);
const winter = table(["bo", undefined, undefined], {
  edition: "winter",
  clock: { kind: "days", days: 3 },
  rated: true,
});
const quick = table(["cleo", undefined], { clock: { kind: "fischer", initial_s: 300, increment_s: 5 } });
const shown = (filter: Partial<LobbyFilter>, known = nobody) =>
  [duel, winter, quick].filter((one) => fits(one, { ...all, ...filter }, known));

test("without a wish every table is shown", () => {
  expect(shown({})).toEqual([duel, winter, quick]);
});
test("each wish leaves out what does not fit it", () => {
  expect(shown({ edition: "winter" })).toEqual([winter]);
  expect(shown({ players: "2" })).toEqual([duel, quick]);
  expect(shown({ clock: "fischer" })).toEqual([quick]);
  expect(shown({ clock: "days" })).toEqual([winter]);
  expect(shown({ clock: "none" })).toEqual([duel]);
  expect(shown({ rated: true })).toEqual([winter]);
  expect(shown({ known: true })).toEqual([]);
  expect(shown({ known: true }, new Set(["ada", "cleo"]))).toEqual([duel, quick]);
});
test("all wishes hold together", () => {
  expect(shown({ players: "2", clock: "none" })).toEqual([duel]);
  expect(shown({ players: "3", clock: "none" })).toEqual([]);
});
test("people one knows come first, and the order of the rest stays", () => {
  expect(known_first([duel, winter, quick], new Set(["bo"]))).toEqual([winter, duel, quick]);
  expect(known_first([duel, winter, quick], nobody)).toEqual([duel, winter, quick]);
});
