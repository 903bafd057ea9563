// A position for each rule, as turns that the engine plays: what a picture of the rules shows.

import type { Deploy, Move, Options, SegmentRef, TokenKind } from "../engine/types";

/** What of a position is shown: points of the last turn, those of the end, or where what is in hand may go. */
export type Shows = "scored" | "final" | "laid" | { squares: string } | { figures: string; at: Move };

export interface RulePicture {
  /** Its place on the page; where no points are told, also the end of its text's key. */
  id: string;
  /** The paragraph it belongs to, without the ending that differs from game to game. */
  section: string;
  options?: Options;
  turns: PlayedTurn[];
  shows: Shows;
}
export type PlayedTurn = { tile: string } & Move;

const on = (segment: number, token: TokenKind = "follower"): Deploy => ({ token, segment });
interface More {
  deploy?: Deploy;
  recall?: true;
  gingerbread?: SegmentRef[];
}
const lay = (tile: string, x: number, y: number, rot: number, more: More = {}): PlayedTurn => ({
  tile,
  x,
  y,
  rot,
  ...more,
});

const road_held = [lay("base/U", 1, 0, 1, { deploy: on(0) })];
const joined_city = (token: TokenKind): PlayedTurn[] => [
  lay("base/N", 0, -1, 1, { deploy: on(0, token) }),
  lay("base/K", 1, 0, 0, { deploy: on(0) }),
  lay("base/N", 1, -1, 2),
];
const field_of_two_cities = (second: More): PlayedTurn[] => [
  lay("base/E", 0, -1, 2, { deploy: on(1) }),
  lay("base/U", 1, 0, 1),
  lay("base/E", 1, -1, 0, second),
  lay("base/E", 1, -2, 2),
];
const closed_forest = [lay("hg/35", 0, -1, 2, { deploy: on(0) }), lay("hg/36", 1, 0, 3)];

export const rule_pictures: RulePicture[] = [
  { id: "setup", section: "setup", turns: [], shows: "laid" },
  { id: "place", section: "place", turns: road_held, shows: { squares: "base/K" } },
  {
    id: "tokens",
    section: "tokens",
    turns: road_held,
    shows: { figures: "base/J", at: { x: -1, y: 0, rot: 0 } },
  },
  { id: "join", section: "join", turns: joined_city("follower"), shows: "scored" },
  {
    id: "road",
    section: "road",
    turns: [...road_held, lay("base/A", 2, 0, 1), lay("base/A", -1, 0, 3)],
    shows: "scored",
  },
  {
    id: "city",
    section: "city",
    turns: [lay("base/M", 0, -1, 1, { deploy: on(0) }), lay("base/E", 1, -1, 3)],
    shows: "scored",
  },
  {
    id: "small_city",
    section: "small_city_half",
    turns: [lay("base/E", 0, -1, 2, { deploy: on(0) })],
    shows: "scored",
  },
  {
    id: "monastery",
    section: "monastery",
    turns: [
      lay("base/B", 0, 1, 0, { deploy: on(0) }),
      lay("base/U", 1, 0, 1),
      lay("base/U", -1, 0, 1),
      lay("base/E", -1, 1, 3),
      lay("base/E", 1, 1, 1),
      lay("base/E", -1, 2, 2),
      lay("base/E", 1, 2, 2),
      lay("base/B", 0, 2, 0),
    ],
    shows: "scored",
  },
  {
    id: "majority",
    section: "majority",
    turns: [
      lay("base/R", 0, -1, 2, { deploy: on(0) }),
      lay("base/K", 1, 0, 0, { deploy: on(0) }),
      lay("base/J", -1, 0, 0, { deploy: on(0) }),
      lay("base/N", 1, -1, 2),
      lay("base/N", -1, -1, 1),
    ],
    shows: "scored",
  },
  {
    id: "end",
    section: "end",
    turns: [...road_held, lay("base/N", 0, -1, 1, { deploy: on(0) }), lay("base/B", 0, 1, 0, { deploy: on(0) })],
    shows: "final",
  },
  { id: "farms", section: "farms", turns: field_of_two_cities({}), shows: "final" },
  {
    id: "river",
    section: "river",
    options: { river: true },
    turns: [lay("river/city_road", 0, 1, 1), lay("river/bend", 0, 2, 0)],
    shows: { squares: "river/bend_road" },
  },
  {
    id: "abbot",
    section: "abbot",
    options: { abbot: true },
    turns: [
      lay("base/B", 0, 1, 0, { deploy: on(0, "abbot") }),
      lay("base/U", 1, 0, 1),
      lay("base/U", -1, 0, 1, { recall: true }),
    ],
    shows: "scored",
  },
  {
    id: "garden",
    section: "abbot",
    options: { abbot: true },
    turns: [
      lay("base/E+garden", 0, -1, 2, { deploy: on(1, "abbot") }),
      lay("base/U", 1, 0, 1),
      lay("base/U", -1, 0, 1, { recall: true }),
    ],
    shows: "scored",
  },
  {
    id: "gingerbread",
    section: "gingerbread",
    options: { gingerbread: true },
    turns: [
      lay("base/N", 0, -1, 1, { deploy: on(0) }),
      lay("base/K", 1, 0, 0, { deploy: on(0) }),
      lay("gingerbread/A", -1, 0, 2, { gingerbread: [{ x: 1, y: 0, segment: 0 }] }),
    ],
    shows: "scored",
  },
  {
    id: "inn",
    section: "inns",
    options: { inns: true },
    turns: [lay("inns/A", 1, 0, 0, { deploy: on(0) }), lay("base/A", 1, 1, 2), lay("base/A", -1, 0, 3)],
    shows: "scored",
  },
  {
    id: "cathedral",
    section: "inns",
    options: { inns: true },
    turns: [
      lay("inns/K", 0, -1, 0, { deploy: on(0) }),
      lay("base/E", -1, -1, 1),
      lay("base/E", 1, -1, 3),
      lay("base/E", 0, -2, 2),
    ],
    shows: "scored",
  },
  { id: "big", section: "inns", options: { inns: true }, turns: joined_city("big"), shows: "scored" },
  {
    id: "builder",
    section: "traders",
    options: { traders: true },
    turns: [
      ...road_held,
      lay("base/B", 0, 1, 0),
      lay("base/U", 2, 0, 1, { deploy: on(0, "builder") }),
      lay("base/E", 1, -1, 0),
      lay("base/U", 3, 0, 1),
    ],
    shows: "laid",
  },
  {
    id: "goods",
    section: "traders",
    options: { traders: true },
    turns: [lay("base/U", 1, 0, 1), lay("traders/Q", 0, -1, 1, { deploy: on(0) }), lay("base/E", 0, -2, 2)],
    shows: "scored",
  },
  {
    id: "pig",
    section: "traders",
    options: { traders: true },
    turns: field_of_two_cities({ deploy: on(1, "pig") }),
    shows: "final",
  },
  { id: "h_turn", section: "h_turn", turns: [], shows: { squares: "hg/25" } },
  { id: "h_tokens", section: "h_tokens", turns: [], shows: { figures: "hg/49", at: { x: 0, y: -1, rot: 2 } } },
  { id: "h_forest", section: "h_forest", turns: closed_forest, shows: "scored" },
  { id: "h_river", section: "h_river", turns: [lay("hg/40", 0, 1, 2, { deploy: on(1) })], shows: "scored" },
  { id: "h_bonus", section: "h_bonus", turns: closed_forest, shows: { squares: "hg/b11" } },
  {
    id: "h_majority",
    section: "h_majority",
    turns: [
      lay("hg/30", 0, -1, 0, { deploy: on(0) }),
      lay("hg/37", 1, -1, 2, { deploy: on(0) }),
      lay("hg/11", 1, 0, 3),
      lay("hg/35", 0, -2, 2),
    ],
    shows: "scored",
  },
  { id: "h_huts", section: "h_huts", turns: [lay("hg/40", 0, 1, 2, { deploy: on(0, "hut") })], shows: "final" },
  {
    id: "h_meadows",
    section: "h_meadows",
    turns: [lay("hg/58", -1, 0, 0, { deploy: on(0) }), lay("hg/57", -1, 1, 0), lay("hg/62", -2, 0, 0)],
    shows: "final",
  },
];

/** A paragraph's place on the page: farms_city-4 and farms_farm-3 have the same, and so have setup and h_setup. */
export function anchor_of(section: string): string {
  return section.replace(/^(begin|farms|unplaceable)_.*|^h_(?=setup)/, "$1");
}

/** Its heading, by its key: one for all variants of a paragraph, and for both families where they say the same. */
export function head_of(section: string): string {
  return anchor_of(section).replace(/^h_(?=goal|turn|end)/, "");
}

/** The pictures of a paragraph; where there are no farmers there is none of them. */
export function pictures_of(section: string): RulePicture[] {
  const anchor = anchor_of(section);
  return section === "farms_off" ? [] : rule_pictures.filter((picture) => picture.section === anchor);
}

/** The game it is played in: what the page is about decides what everything is worth. */
export function record_of_picture(picture: RulePicture, edition: string, held: Options): string {
  const options: Options = { ...picture.options };
  for (const key of ["farms", "small_city"]) if (held[key] !== undefined) options[key] = held[key];
  // The spring lies there instead of the start tile.
  if (held["river"] && (options["river"] || picture.id === "setup")) options["river"] = held["river"];
  const turns = picture.turns.map((turn, i) => ({ player: i % 2, ...turn }));
  const players = [{ name: "1" }, { name: "2" }];
  return JSON.stringify({ format: "bastide/1", edition, options, players, turns });
}
