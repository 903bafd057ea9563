// Who am I, which tables are there, take a seat.

import { default_level } from "../game/bots";
import type { Setup } from "../game/start";
import { usual_aids } from "../game/storage";
import { t } from "../i18n/i18n.svelte";
import { go } from "../route.svelte";
import { settings } from "../settings.svelte";
import { call } from "./api";
import { forget_chain, rename_chain, tip_for } from "./chain";
import { renew } from "./push";
import type { Aid, Info, Table, TableList, TableRules, User } from "./generated/protocol";
import { terms_of, usual_terms, type Terms } from "./terms";

export function server_info(): Promise<Info> {
  return call("GET /api/info");
}
/** A guest's session, or the account's that is signed in, under the name of the settings. */
export async function session(): Promise<User> {
  const name = settings.name.trim();
  const { user } = await call("POST /api/session", { body: name === "" ? {} : { name } });
  if (settings.push) void renew(user.id).catch(() => {});
  return user;
}
export async function open_tables(): Promise<Table[]> {
  return (await call("GET /api/tables")).tables;
}
export async function running_games(): Promise<Table[]> {
  return (await call("GET /api/games")).tables;
}
export function own_games(before?: string): Promise<TableList> {
  return call("GET /api/games/mine", before === undefined ? {} : { before });
}
export function finished_games(before?: string): Promise<TableList> {
  return call("GET /api/games/finished", before === undefined ? {} : { before });
}
/** The game's record as one line of text. */
export async function table_record(game: string): Promise<string> {
  return JSON.stringify(await call("GET /api/games/{game}/record", { at: { game } }));
}
/** Takes a seat and says which, and who sits there. */
export async function join_table(game: string): Promise<{ seat: number | null; user: string }> {
  const { id } = await session();
  const { you } = await call("POST /api/tables/{game}/join", { at: { game }, body: { tip: tip_for(game) } });
  return { seat: you, user: id };
}

/** Nobody can sit down there any more. */
export async function cancel_table(game: string): Promise<void> {
  await call("DELETE /api/tables/{game}", { at: { game } });
}

/** The host reads about it. */
export async function report_user(game: string, user: string): Promise<void> {
  await call("POST /api/tables/{game}/report", { at: { game }, body: { user } });
}

export async function create_table(setup: Setup, terms: Terms): Promise<void> {
  const own = setup.seats[0]?.name ?? "";
  // "You" is what the form calls who has no name, and no name for others to see.
  if (own !== "" && own !== t.you()) settings.name = own;
  await session();
  const rules: TableRules = {
    edition: setup.edition as TableRules["edition"],
    options: setup.options as NonNullable<TableRules["options"]>,
    aids: (Object.keys(setup.aids) as Aid[]).filter((aid) => setup.aids[aid]),
    ...terms,
    seats: setup.seats.map((seat) => (seat.bot === undefined ? { kind: "person" } : { kind: "bot", agent: seat.bot })),
  };
  // The game has no name yet. What another try left must not serve two games.
  forget_chain("new table");
  const { table } = await call("POST /api/tables", { body: { rules, tip: tip_for("new table") } });
  rename_chain("new table", table.game);
  go("table", table.game);
}

/** A seat at once: at the oldest table of strangers that has no clock and counts for nothing, or at a new one. */
export async function play_now(waiting: Table[], edition: string): Promise<void> {
  const user = await session();
  const fits = waiting.find(
    ({ rules, seats, status }) =>
      status === "open" &&
      !rules.rated &&
      (rules.clock?.kind ?? "none") === "none" &&
      seats.some((seat) => seat.kind === "person" && seat.name === "") &&
      !seats.some((seat) => seat.user === user.id),
  );
  if (fits) {
    await join_table(fits.game);
    return go("table", fits.game);
  }
  const seats = [{ name: settings.name.trim() }, { name: "" }];
  await create_table({ edition, options: {}, seats, aids: usual_aids }, terms_of(usual_terms, default_level));
}
