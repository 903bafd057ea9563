// The first game, told step by step. Every move goes through the engine like any other.

import type { Cell, Deploy, Family, Move, Options } from "../engine/types";

export interface Step {
  /** Key of what is said. */
  say: string;
  tile: string;
  /** What the learner should do; absent for the other player's turn. */
  want?: Partial<Cell> & { deploy?: Deploy | null; recall?: true };
  /** What the other player does. */
  move?: Move;
}
export interface Lesson {
  /** `edition_with` says by which box of it. */
  family: Family;
  options: Options;
  steps: Step[];
  /** Key of what is said when all is played. */
  end: string;
}

export const follower = (segment: number): Deploy => ({ token: "follower", segment });

export const lessons: Record<Family, Lesson> = {
  classic: {
    family: "classic",
    // The books advise to leave them out of the first game.
    options: { farms: "off" },
    end: "lesson_classic_end",
    steps: [
      { say: "lesson_classic_road", tile: "base/U", want: { x: 1, y: 0, deploy: follower(0) } },
      { say: "lesson_classic_monastery", tile: "base/B", move: { x: 0, y: 1, rot: 0, deploy: follower(0) } },
      { say: "lesson_classic_city", tile: "base/E", want: { x: 0, y: -1, deploy: follower(0) } },
      { say: "lesson_classic_other", tile: "base/A", move: { x: 2, y: 0, rot: 1 } },
      { say: "lesson_classic_road_end", tile: "base/A", want: { x: -1, y: 0, deploy: null } },
    ],
  },
  hunters: {
    family: "hunters",
    options: {},
    end: "lesson_hunters_end",
    steps: [
      { say: "lesson_hunters_forest", tile: "hg/35", want: { x: 0, y: -1, deploy: follower(0) } },
      { say: "lesson_hunters_hunter", tile: "hg/36", move: { x: -1, y: 0, rot: 3, deploy: follower(1) } },
      { say: "lesson_hunters_river", tile: "hg/40", want: { x: 0, y: 1, deploy: follower(1) } },
      { say: "lesson_hunters_other", tile: "hg/39", move: { x: 0, y: 2, rot: 0, deploy: follower(1) } },
      { say: "lesson_hunters_gold", tile: "hg/37", want: { x: 1, y: 0, deploy: follower(1) } },
      { say: "lesson_hunters_hut", tile: "hg/b08", want: { deploy: { token: "hut", segment: 0 } } },
    ],
  },
};

export function fulfils(move: Move, want: NonNullable<Step["want"]>): "yes" | "place" | "token" {
  const there = (want.x === undefined || move.x === want.x) && (want.y === undefined || move.y === want.y);
  if (!there) return "place";
  if ((move.recall ?? false) !== (want.recall ?? false)) return "token";
  const token = want.deploy ?? null;
  const same =
    token === null
      ? move.deploy === undefined
      : move.deploy?.token === token.token && move.deploy.segment === token.segment;
  return same ? "yes" : "token";
}
