// Computer opponents by level: each is an agent of the engine by that name.

import { levels as named } from "../engine/generated/levels";

type Level = (typeof named)[number];

/** From weak to strong. A list of its own: for a name passed on, the bundler cuts the first script in pieces. */
export const levels: Level[] = [...named];
/** The level offered first: strong enough to be a game, kind enough to be beaten. */
export const default_level: Level = "keen";
/** For who plays for the first time. */
export const first_level: Level = "beginner";
