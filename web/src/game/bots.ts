// Computer opponents by level. Which of them this engine has, it says itself.

import { engine } from "../engine/client";

export interface Level {
  id: string;
  spec: string;
}
/** From weak to strong. */
const known: Level[] = [
  { id: "random", spec: "random" },
  { id: "greedy", spec: "greedy" },
  { id: "bastide_quick", spec: "bastide:time=0.2" },
  { id: "bastide", spec: "bastide:time=1" },
];

let found: Promise<Level[]> | undefined;
export function levels(): Promise<Level[]> {
  found ??= (async () => {
    const there: Level[] = [];
    for (const level of known) {
      if (await engine().has_agent(level.spec)) there.push(level);
    }
    return there;
  })();
  return found;
}
/** The level offered first: strong enough to be a game, quick enough to wait for. */
export function default_level(there: Level[]): Level {
  return there.find((level) => level.id === "bastide_quick") ?? there[there.length - 1] ?? known[0]!;
}
export function level_of(spec: string): string {
  return known.find((level) => level.spec === spec)?.id ?? spec;
}
