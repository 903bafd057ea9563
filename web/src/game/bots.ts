// Computer opponents by level: each is an agent of the engine by that name.

import { levels } from "../engine/generated/tables";

export { levels };
type Level = (typeof levels)[number];

/** The level offered first: strong enough to be a game, kind enough to be beaten. */
export const default_level: Level = "keen";
/** For who plays for the first time. */
export const first_level: Level = "beginner";
