// How much room there is: beside the board for a list, or only over it. The same widths and heights stand
// in the styles of TableLayout, TableHead, Tabletop, Players and Actions.

const query = matchMedia("(min-width: 900px) and (min-height: 560px)");
const flat_query = matchMedia("(orientation: landscape)");
let roomy = $state(query.matches);
let flat = $state(flat_query.matches);
query.addEventListener("change", () => (roomy = query.matches));
flat_query.addEventListener("change", () => (flat = flat_query.matches));

export const screen = {
  /** Lists stand beside the board all the time. */
  get roomy(): boolean {
    return roomy;
  },
  /** Wider than high. */
  get flat(): boolean {
    return flat;
  },
};
