// Sets up a game on this device and goes to its table.

import { new_record } from "../engine/engine";
import type { Options } from "../engine/types";
import { t } from "../i18n/i18n.svelte";
import { go } from "../route.svelte";
import { settings } from "../settings.svelte";
import { default_level, first_level } from "./bots";
import { usual_aids, new_id, new_seed, save_game, type Aids, type SavedGame, type Seat } from "./storage";

export interface Setup {
  edition: string;
  options: Options;
  seats: Seat[];
  aids: Aids;
  first?: number;
}

export async function start_game(setup: Setup): Promise<void> {
  const seed = new_seed();
  const id = new_id();
  const { looks } = settings;
  const seats = setup.seats.map((seat, i) => (looks ? { look: looks[i]!, ...seat } : seat));
  const names = seats.map((seat) => seat.name);
  await save_game({
    id,
    version: 1,
    edition: setup.edition,
    seats,
    aids: setup.aids,
    seed,
    record: new_record(setup.edition, setup.options, names),
    first: setup.first ?? Number(BigInt(seed) % BigInt(names.length)),
    updated: Date.now(),
    turns: 0,
    scores: names.map(() => 0),
    over: false,
  });
  go("play", id);
}

export function own_name(): string {
  return settings.name.trim() || t.you();
}

/** One click: this edition, as printed if nothing else is said, against a bot. */
export async function start_against_bot(edition: string, options: Options = {}): Promise<void> {
  await start_game({
    edition,
    options,
    aids: usual_aids,
    seats: [{ name: own_name() }, { name: t.bot(), bot: default_level }],
  });
}

/** For the first time: no farmers, as two books advise, no extras, and a gentle bot. */
export async function start_first_game(edition: string): Promise<void> {
  await start_game({
    edition,
    options: { farms: "off" },
    aids: usual_aids,
    seats: [{ name: own_name() }, { name: t.bot(), bot: first_level }],
  });
}

/** Where a game goes on from: its record up to a ply, the points then, and who sat there if that is known. */
export interface Branch {
  record: string;
  ply: number;
  scores: number[];
  /** Absent: everyone at this screen. */
  before?: Pick<SavedGame, "seats" | "aids"> | undefined;
}
export async function start_from({ record, ply, scores, before }: Branch): Promise<void> {
  const parsed = JSON.parse(record) as {
    edition: string;
    players: { name: string }[];
    turns: unknown[];
    result?: unknown;
  };
  parsed.turns = parsed.turns.slice(0, ply);
  delete parsed.result;
  const id = new_id();
  await save_game({
    id,
    version: 1,
    edition: parsed.edition,
    seats: before?.seats ?? parsed.players.map(({ name }) => ({ name })),
    aids: before?.aids ?? usual_aids,
    seed: new_seed(),
    record: JSON.stringify(parsed),
    first: 0,
    updated: Date.now(),
    turns: ply,
    scores,
    over: false,
  });
  go("play", id);
}
