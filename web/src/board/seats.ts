// How each seat looks: letter, colours and shape, everywhere outside the engine's drawings, which use
// the same colours (tests/seats.test.ts).

export interface SeatLook {
  letter: string;
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
  { letter: "Y", fill: "#f7c821", dark: "#6b4a00", ink: "#2a1f00", shape: "circle(50%)", dash: "none" },
  { letter: "R", fill: "#d3312b", dark: "#7d0f05", ink: "#ffffff", shape: "inset(6% round 3px)", dash: "7 4" },
  {
    letter: "G",
    fill: "#2f9e4a",
    dark: "#063d1d",
    ink: "#04180a",
    shape: "polygon(50% 2%, 100% 94%, 0 94%)",
    dash: "2 4",
  },
  {
    letter: "B",
    fill: "#2d6fd2",
    dark: "#0b2c6e",
    ink: "#ffffff",
    shape: "polygon(50% 0, 100% 50%, 50% 100%, 0 50%)",
    dash: "12 4 2 4",
  },
  {
    letter: "K",
    fill: "#33323a",
    dark: "#111111",
    ink: "#ffffff",
    shape: "polygon(25% 5%, 75% 5%, 100% 50%, 75% 95%, 25% 95%, 0 50%)",
    dash: "1 6",
  },
  {
    letter: "W",
    fill: "#f2eee6",
    dark: "#55504a",
    ink: "#221d16",
    shape: "polygon(0 0, 100% 0, 78% 100%, 22% 100%)",
    dash: "9 3 2 3 2 3",
  },
];
/** What several own together. */
const shared: SeatLook = { letter: "", fill: "#ffffff", dark: "#ffffff", ink: "#221a00", shape: "none", dash: "none" };

export const seat_count = looks.length;
export function seat_look(player: number): SeatLook {
  return looks[player % looks.length]!;
}
/** Of the only owner, or of several. */
export function owners_look(owners: number[]): SeatLook {
  return owners.length === 1 ? seat_look(owners[0]!) : shared;
}
