// The looks there are: colours and shapes, which need no language, everywhere outside the engine's drawings, which use
// the same colours (tests/seats.test.ts). colours.svelte.ts says which seat has which.

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

const looks: SeatLook[] = [
  { name: "yellow", fill: "#f7c821", dark: "#6b4a00", ink: "#2a1f00", shape: "circle(50%)", dash: "none" },
  { name: "red", fill: "#c8201c", dark: "#7d0f05", ink: "#ffffff", shape: "inset(6% round 3px)", dash: "7 4" },
  {
    name: "green",
    fill: "#4fb06a",
    dark: "#063d1d",
    ink: "#04180a",
    shape: "polygon(50% 2%, 100% 94%, 0 94%)",
    dash: "2 4",
  },
  {
    name: "blue",
    fill: "#2a5bd7",
    dark: "#0b2c6e",
    ink: "#ffffff",
    shape: "polygon(50% 0, 100% 50%, 50% 100%, 0 50%)",
    dash: "12 4 2 4",
  },
  {
    name: "black",
    fill: "#33323a",
    dark: "#111111",
    ink: "#ffffff",
    shape: "polygon(25% 5%, 75% 5%, 100% 50%, 75% 95%, 25% 95%, 0 50%)",
    dash: "1 6",
  },
  {
    name: "white",
    fill: "#f2eee6",
    dark: "#55504a",
    ink: "#221d16",
    shape: "polygon(0 0, 100% 0, 78% 100%, 22% 100%)",
    dash: "9 3 2 3 2 3",
  },
];
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
