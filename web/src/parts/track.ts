// Where the pawns of the score track stand, and the numbers of those that have gone round.

/** Squares of one round. */
export const round = 50;
/** What a pawn takes to each side of its square, a sign of a number, and the track beyond its line. */
const half_px = 9;
const sign_px = 6.5;
const beyond = { left: 12, right: 30 };

export interface Pawn {
  player: number;
  square: number;
  /** How many stand below it on its square. */
  below: number;
  /** The points of its rounds; empty where it has made none, or where there is no room: the cards tell them all. */
  label: string;
  /** Of the pawn, seen along the track. */
  side: "ahead" | "behind";
}
export function pawns_on(points: number[], width: number): Pawn[] {
  const at = (score: number): number => ((score % round) * width) / round;
  const taken = points.map((score): [number, number] => [at(score) - half_px, at(score) + half_px]);
  const is_free = (from: number, to: number): boolean =>
    from >= -beyond.left && to <= width + beyond.right && taken.every(([left, right]) => right <= from || left >= to);
  return points.map((score, player) => {
    const square = score % round;
    const below = points.slice(0, player).filter((other) => other % round === square).length;
    const label = score >= round ? `${score - square}+` : "";
    const long = label.length * sign_px;
    const from = { ahead: at(score) + half_px, behind: at(score) - half_px - long };
    const side = is_free(from.ahead, from.ahead + long) ? "ahead" : "behind";
    const fits = is_free(from[side], from[side] + long);
    if (label && fits) taken.push([from[side], from[side] + long]);
    return { player, square, below, label: fits ? label : "", side };
  });
}
