// Lessons for those who know the first game: joining, farmers, and what else lies in the boxes.

import { follower, type Lesson } from "./lessons";

export const more_lessons: Record<string, Lesson> = {
  join: {
    family: "classic",
    options: {},
    end: "lesson_join_end",
    steps: [
      { say: "lesson_join_city", tile: "base/N", want: { x: 0, y: -1, deploy: follower(0) } },
      { say: "lesson_join_other", tile: "base/K", move: { x: 1, y: 0, rot: 0, deploy: follower(0) } },
      { say: "lesson_join_join", tile: "base/N", want: { x: 1, y: -1, deploy: null } },
      { say: "lesson_classic_other_again", tile: "base/U", move: { x: 1, y: 1, rot: 0 } },
      { say: "lesson_classic_farmer", tile: "base/B", want: { x: 0, y: -2, deploy: follower(1) } },
    ],
  },
  river: {
    family: "classic",
    options: { river: true },
    end: "lesson_river_end",
    steps: [
      { say: "lesson_river_first", tile: "river/city_road", want: { x: 0, y: 1, deploy: follower(1) } },
      { say: "lesson_river_bend", tile: "river/bend", move: { x: 0, y: 2, rot: 0 } },
      { say: "lesson_river_turn", tile: "river/bend+garden", want: { x: -1, y: 2, deploy: null } },
      { say: "lesson_classic_other_again", tile: "river/straight", move: { x: -1, y: 3, rot: 0 } },
      { say: "lesson_river_monk", tile: "river/monastery_road", want: { x: -1, y: 4, deploy: follower(1) } },
    ],
  },
  abbot: {
    family: "classic",
    options: { abbot: true },
    end: "lesson_abbot_end",
    steps: [
      {
        say: "lesson_abbot_garden",
        tile: "base/E+garden",
        want: { x: 0, y: -1, deploy: { token: "abbot", segment: 1 } },
      },
      { say: "lesson_classic_other_again", tile: "base/U", move: { x: 1, y: 0, rot: 1 } },
      { say: "lesson_abbot_recall", tile: "base/U", want: { x: -1, y: 0, deploy: null, recall: true } },
      {
        say: "lesson_abbot_other",
        tile: "base/B",
        move: { x: -1, y: 1, rot: 0, deploy: { token: "abbot", segment: 0 } },
      },
    ],
  },
  gingerbread: {
    family: "classic",
    options: { gingerbread: true },
    end: "lesson_man_end",
    steps: [
      { say: "lesson_man_city", tile: "base/N", want: { x: 0, y: -1, deploy: follower(0) } },
      { say: "lesson_classic_other_again", tile: "base/K", move: { x: 1, y: 0, rot: 0, deploy: follower(0) } },
      { say: "lesson_man_move", tile: "gingerbread/A", want: { x: -1, y: 0, deploy: null } },
    ],
  },
  inns: {
    family: "classic",
    options: { inns: true },
    end: "lesson_inns_end",
    steps: [
      {
        say: "lesson_inns_road",
        tile: "inns/B+garden",
        want: { x: 1, y: 0, deploy: { token: "big", segment: 0 } },
      },
      { say: "lesson_inns_other", tile: "base/A", move: { x: 2, y: 0, rot: 1 } },
      { say: "lesson_inns_close", tile: "base/A", want: { x: -1, y: 0, deploy: null } },
      { say: "lesson_classic_other_again", tile: "base/B", move: { x: 0, y: 1, rot: 0 } },
      { say: "lesson_inns_cathedral", tile: "inns/K", want: { x: 0, y: -1, deploy: follower(0) } },
    ],
  },
  traders: {
    family: "classic",
    options: { traders: true },
    end: "lesson_traders_end",
    steps: [
      { say: "lesson_traders_road", tile: "base/U", want: { x: 1, y: 0, deploy: follower(0) } },
      { say: "lesson_classic_other_again", tile: "base/B", move: { x: 0, y: 1, rot: 0 } },
      {
        say: "lesson_traders_builder",
        tile: "base/U",
        want: { x: 2, y: 0, deploy: { token: "builder", segment: 0 } },
      },
      { say: "lesson_traders_other", tile: "traders/Q", move: { x: 0, y: -1, rot: 1, deploy: follower(0) } },
      { say: "lesson_traders_again", tile: "base/U", want: { x: 3, y: 0, deploy: null } },
      { say: "lesson_traders_goods", tile: "base/E", want: { x: 0, y: -2, deploy: follower(1) } },
      { say: "lesson_classic_other_again", tile: "base/B", move: { x: 1, y: 1, rot: 0 } },
      { say: "lesson_traders_pig", tile: "base/B", want: { x: 0, y: -3, deploy: { token: "pig", segment: 1 } } },
    ],
  },
};
