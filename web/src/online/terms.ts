// What the form for a new table offers, and what it means in the protocol.

import { t } from "../i18n/i18n.svelte";
import type { ClockRule, TableRules } from "./generated/protocol";

export interface TermChoices {
  /** "none", minutes + seconds as "10+10", or days per turn as "3d". */
  clock: string;
  on_flag: NonNullable<TableRules["on_flag"]>;
  /** Hours of all pauses together, where there is a clock; 0: none. */
  pauses: number;
  /** Minutes; 0: never. */
  takeover: number;
  visibility: NonNullable<TableRules["visibility"]>;
  chat: NonNullable<TableRules["chat"]>;
  /** A seat, or -1: by lot. */
  first: number;
  rated: boolean;
}
export const usual_terms: TermChoices = {
  clock: "none",
  on_flag: "claim",
  pauses: 24,
  takeover: 0,
  visibility: "public",
  chat: "all",
  first: -1,
  rated: false,
};
export const fischer_clocks: [minutes: number, seconds: number][] = [
  [5, 5],
  [10, 10],
  [20, 15],
];
export const days_clocks = [1, 3];
export const pause_hours = [0, 1, 8, 24, 72, 168];
export const takeover_minutes = [2, 10, 60];

/** Everything of the rules that is not the game itself. */
export type Terms = Omit<TableRules, "edition" | "options" | "seats" | "aids">;

function clock_rule(clock: string): ClockRule {
  if (clock === "none") return { kind: "none" };
  if (clock.endsWith("d")) return { kind: "days", days: parseInt(clock) };
  const [minutes, seconds] = clock.split("+").map(Number);
  return { kind: "fischer", initial_s: (minutes ?? 0) * 60, increment_s: seconds ?? 0 };
}

/** What whoever sits down should know of a table, in words. */
export function tell_terms(rules: TableRules): string[] {
  const { clock = { kind: "none" }, takeover, on_flag, pause_s = 0 } = rules;
  const told = [
    clock.kind === "none"
      ? t.clock_none()
      : clock.kind === "days"
        ? t.clock_days({ days: clock.days })
        : t.clock_fischer({ minutes: clock.initial_s / 60, seconds: clock.increment_s }),
  ];
  if (clock.kind !== "none") told.push(`${t.on_flag()}: ${on_flag === "bot" ? t.on_flag_bot() : t.on_flag_claim()}`);
  if (pause_s > 0) told.push(t.pauses({ hours: Math.ceil(pause_s / 3600) }));
  if (takeover) told.push(`${t.takeover()}: ${t.takeover_after({ minutes: Math.ceil(takeover.after_s / 60) })}`);
  if (rules.rated) told.push(t.rated_line());
  return told;
}

/** The same in one line, for lists. */
export function tell_terms_shortly(rules: TableRules): string {
  const [clock] = tell_terms(rules);
  return rules.rated ? `${clock} · ${t.rated()}` : clock!;
}

/** `bot` plays for whoever is away. */
export function terms_of(choices: TermChoices, bot: string): Terms {
  const { on_flag, pauses, takeover, visibility, chat, first, rated } = choices;
  return {
    clock: clock_rule(choices.clock),
    on_flag,
    visibility,
    chat,
    rated,
    first: first < 0 ? "random" : first,
    ...(choices.clock === "none" ? {} : { pause_s: 3600 * pauses }),
    ...(takeover > 0 ? { takeover: { agent: bot, after_s: 60 * takeover } } : {}),
  };
}
