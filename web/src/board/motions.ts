// How long things move at the table. A motion takes 150 to 400 ms; only the rest in which points are read is none.

export const motions_ms = {
  /** A tile from the hand to its place. */
  tile: 300,
  /** Figures on their way home. */
  walk: 400,
  /** Points rise from their area, */
  rise: 200,
  /** and go to their card. */
  go: 250,
};
/** Long enough to read a number, before it goes. */
export const read_ms = 200;
export const points_ms = motions_ms.rise + read_ms + motions_ms.go;
