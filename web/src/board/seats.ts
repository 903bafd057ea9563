// The looks there are: colours and shapes, which need no language, everywhere outside the engine's drawings, whose
// colours they are. colours.svelte.ts says which seat has which.

import { player_colours } from "../engine/generated/player_colours";

export interface SeatLook {
  /** In a key: "colour_yellow". */
  name: string;
  fill: string;
  dark: string;
  /** Readable on the fill. */
  ink: string;
  /** Its own outline, as a clip path. */
  shape: string;
  /** Its own line in graphs, as a dash array. */
  dash: string;
}

/** What a look has beside the engine's name and colour, in the engine's order. */
const beside: Omit<SeatLook, "name" | "fill">[] = [
  { dark: "#6b4a00", ink: "#2a1f00", shape: "circle(50%)", dash: "none" },
  { dark: "#7d0f05", ink: "#ffffff", shape: "inset(6% round 3px)", dash: "7 4" },
  { dark: "#063d1d", ink: "#04180a", shape: "polygon(50% 2%, 100% 94%, 0 94%)", dash: "2 4" },
  { dark: "#0b2c6e", ink: "#ffffff", shape: "polygon(50% 0, 100% 50%, 50% 100%, 0 50%)", dash: "12 4 2 4" },
  {
    dark: "#111111",
    ink: "#ffffff",
    shape: "polygon(25% 5%, 75% 5%, 100% 50%, 75% 95%, 25% 95%, 0 50%)",
    dash: "1 6",
  },
  { dark: "#55504a", ink: "#221d16", shape: "polygon(0 0, 100% 0, 78% 100%, 22% 100%)", dash: "9 3 2 3 2 3" },
];
const looks = player_colours.map((colour, i): SeatLook => ({ ...colour, ...beside[i]! }));
/** What several own together. */
export const shared_look: SeatLook = {
  name: "",
  fill: "#ffffff",
  dark: "#ffffff",
  ink: "#221a00",
  shape: "none",
  dash: "none",
};

export const look_count = looks.length;
export function look_at(index: number): SeatLook {
  return looks[index % looks.length]!;
}

/** The look of each seat, where some have chosen theirs: they change with whoever had it. */
export function looks_by_seat(wanted: (number | null)[]): number[] {
  const order = looks.map((_, i) => i);
  for (const [seat, look] of wanted.entries()) {
    if (look === null) continue;
    const other = order.indexOf(look % looks.length);
    [order[seat], order[other]] = [order[other]!, order[seat]!];
  }
  return order;
}
