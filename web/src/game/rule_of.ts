// Which rule something at the table is about: by the code of a refusal, the kind of an area, what was scored.
// A rule is named by its place on the page of the rules (rule_pictures.ts: paragraphs and their pictures).

import type { Area, Family, MoveReason, OpenedGame, ScoreEvent } from "../engine/types";

const rules: Record<Family, Record<string, string>> = {
  classic: {
    road: "road",
    city: "city",
    monastery: "monastery",
    garden: "abbot",
    field: "farms",
    gingerbread: "gingerbread",
    goods: "goods",
    inn: "inn",
    cathedral: "cathedral",
    pig: "pig",
    recall: "abbot",

    game_is_over: "end",
    wrong_player: "turn",
    no_bonus_turn: "turn",
    bonus_turn_is_due: "turn",
    no_tile_drawn: "turn",
    tile_already_drawn: "turn",
    tile_not_in_stack: "turn",
    tile_would_fit: "unplaceable",
    cell_not_free: "place",
    cell_not_adjacent: "place",
    edges_do_not_match: "place",
    rotation_not_lowest: "place",
    river_must_continue: "river",
    river_turns_back: "river",
    no_such_segment: "tokens",
    token_not_in_supply: "tokens",
    token_not_allowed_here: "tokens",
    token_not_in_game: "tokens",
    token_is_out: "tokens",
    area_is_occupied: "tokens",
    farmers_are_off: "farms",
    no_abbot_to_recall: "abbot",
    man_must_move: "gingerbread",
    man_may_not_move: "gingerbread",
    man_target_not_a_city: "gingerbread",
    man_target_is_finished: "gingerbread",
    man_target_is_his_own: "gingerbread",
    builder_needs_follower: "builder",
    builder_in_completed_area: "builder",
    pig_needs_field: "pig",
    pig_needs_farmer: "pig",
  },
  hunters: {
    forest: "h_forest",
    river: "h_river",
    hut: "h_huts",
    meadow: "h_meadows",

    game_is_over: "h_end",
    wrong_player: "h_turn",
    no_bonus_turn: "h_bonus",
    bonus_turn_is_due: "h_bonus",
    no_tile_drawn: "h_turn",
    tile_already_drawn: "h_turn",
    tile_not_in_stack: "h_turn",
    tile_would_fit: "h_turn",
    cell_not_free: "h_turn",
    cell_not_adjacent: "h_turn",
    edges_do_not_match: "h_turn",
    rotation_not_lowest: "h_turn",
    no_such_segment: "h_tokens",
    token_not_in_supply: "h_tokens",
    token_not_allowed_here: "h_tokens",
    token_not_in_game: "h_tokens",
    token_is_out: "h_tokens",
    area_is_occupied: "h_tokens",
  },
};

export type Game = Pick<OpenedGame, "edition" | "family" | "options">;

/** Its place among the rules of this very game. */
export function rule_of(topic: string, { family, options }: Game): string | null {
  // Gardens lie on tiles of games in which nobody may go there.
  if (topic === "garden" && options["abbot"] !== true) return null;
  return rules[family][topic] ?? null;
}

export function topic_of_event(event: ScoreEvent): string {
  if (event.kind === "goods" || event.area === "goods") return "goods";
  if (event.inn) return "inn";
  if (event.cathedral) return "cathedral";
  if (event.pig) return "pig";
  return event.reason === "recall" ? "recall" : event.area;
}
export function topic_of_area(area: Area): string {
  if (area.inn) return "inn";
  return area.cathedral ? "cathedral" : area.kind;
}
/** The kinds of area that a hint speaks of, each once. */
export function topics_of_hint(reasons: MoveReason[]): string[] {
  return [...new Set(reasons.flatMap((reason) => ("kind" in reason ? [reason.kind] : [])))].slice(0, 3);
}
