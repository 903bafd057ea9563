// One live region for everything that happens at the table.

let text = $state("");
export function announced(): string {
  return text;
}
export function announce(next: string): void {
  // The same sentence twice must be read twice.
  text = next === text && next !== "" ? next + "\u00a0" : next;
}
