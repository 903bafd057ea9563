// What the form for a new table offers, and what it means in the protocol.

import type { ClockRule, TableRules } from "./generated/protocol";

export interface TermChoices {
  /** "none", minutes + seconds as "10+10", or days a turn as "3d". */
  clock: string;
  on_flag: NonNullable<TableRules["on_flag"]>;
  /** Minutes; 0: never. */
  takeover: number;
  visibility: NonNullable<TableRules["visibility"]>;
  chat: NonNullable<TableRules["chat"]>;
  /** A seat, or -1: by lot. */
  first: number;
  rated: boolean;
}
export const usual_terms: TermChoices = {
  clock: "none", on_flag: "claim", takeover: 0, visibility: "public", chat: "all", first: -1, rated: false,
};
export const fischer_clocks: [minutes: number, seconds: number][] = [[5, 5], [10, 10], [20, 15]];
export const days_clocks = [1, 3];
export const takeover_minutes = [2, 10, 60];

/** Everything of the rules that is not the game itself. */
export type Terms = Omit<TableRules, "edition" | "options" | "seats" | "aids">;

function clock_rule(clock: string): ClockRule {
  if (clock === "none") return { kind: "none" };
  if (clock.endsWith("d")) return { kind: "days", days: parseInt(clock) };
  const [minutes, seconds] = clock.split("+").map(Number);
  return { kind: "fischer", initial_s: (minutes ?? 0) * 60, increment_s: seconds ?? 0 };
}

/** `bot` plays for whoever is away. */
export function terms_of(choices: TermChoices, bot: string): Terms {
  const { on_flag, takeover, visibility, chat, first, rated } = choices;
  return {
    clock: clock_rule(choices.clock), on_flag, visibility, chat, rated,
    first: first < 0 ? "random" : first,
    ...(takeover > 0 ? { takeover: { agent: bot, after_s: 60 * takeover } } : {}),
  };
}
