// Computer opponents by level. Which of them this engine has, it says itself.

import { engine } from "../engine/client";

export interface Level {
  id: string;
  spec: string;
}
/** The engine's own levels, from weak to strong; each is an agent by that name. */
const known: Level[] = ["beginner", "casual", "regular", "keen", "expert", "master"].map((id) => ({ id, spec: id }));

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
/** The level offered first: strong enough to be a game, kind enough to be beaten. */
export function default_level(there: Level[]): Level {
  return there.find((level) => level.id === "keen") ?? there[there.length - 1] ?? known[0]!;
}
export function level_of(spec: string): string {
  return known.find((level) => level.spec === spec)?.id ?? spec;
}
