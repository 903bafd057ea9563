// One live region for everything that happens at the table. What comes while something else is still being
// read follows it.

import { untrack } from "svelte";

interface Line {
  id: number;
  text: string;
}
const most = 6;
let lines = $state.raw<Line[]>([]);
let count = 0;
export function announced(): Line[] {
  return lines;
}
/** Nothing: what was told is over. */
export function announce(text: string): void {
  lines = text === "" ? [] : [...untrack(() => lines), { id: ++count, text }].slice(-most);
}
