// Computer opponents by level.

export interface Level {
  id: string;
  spec: string;
}
/** The engine's own levels, from weak to strong; each is an agent by that name. */
export const levels: Level[] = ["beginner", "casual", "regular", "keen", "expert", "master"].map((id) => ({
  id,
  spec: id,
}));

/** The level offered first: strong enough to be a game, kind enough to be beaten. */
export const default_level = levels.find((level) => level.id === "keen")!;
/** For who plays for the first time. */
export const first_level = levels.find((level) => level.id === "beginner")!;
export function level_of(spec: string): string {
  return levels.find((level) => level.spec === spec)?.id ?? spec;
}
