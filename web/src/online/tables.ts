// The server's HTTP side: who am I, which tables are there, take a seat.

import type { Aids } from "../game/storage";
import type { Setup } from "../game/start";
import { go } from "../route.svelte";
import { settings } from "../settings.svelte";
import type { Aid, Info, TableRules, TableView, User } from "./types";

/** The server's code, such as "table_full"; the page says it in words. */
export class ServerError extends Error {}

async function call<T>(path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { headers: { accept: "application/json" }, credentials: "same-origin" };
  if (body !== undefined) {
    init.method = "POST";
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "content-type": "application/json", "x-bastide": "1" };
  }
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new ServerError("offline");
  }
  const json = (response.headers.get("content-type") ?? "").includes("json");
  const answer = json ? ((await response.json()) as T & { error?: string }) : undefined;
  if (!response.ok) throw new ServerError(answer?.error ?? `http_${response.status}`);
  if (answer === undefined) throw new ServerError("no_server");
  return answer;
}

export function server_info(): Promise<Info> {
  return call<Info>("/api/info");
}
/** A guest's session, under the name of the settings. */
export async function session(): Promise<User> {
  const name = settings.name.trim();
  return (await call<{ user: User }>("/api/session", name === "" ? {} : { name })).user;
}
export async function open_tables(): Promise<TableView[]> {
  return (await call<{ tables: TableView[] }>("/api/tables")).tables;
}
export async function running_games(): Promise<TableView[]> {
  return (await call<{ tables: TableView[] }>("/api/games")).tables;
}
export async function own_games(): Promise<TableView[]> {
  return (await call<{ tables: TableView[] }>("/api/games/mine")).tables;
}
/** The game's record as one line of text. */
export async function table_record(game: string): Promise<string> {
  return JSON.stringify(await call<Record<string, unknown>>(`/api/games/${game}/record`));
}
/** Takes a seat and says which. */
export async function join_table(game: string): Promise<number | null> {
  await session();
  return (await call<{ you: number | null }>(`/api/tables/${game}/join`, {})).you;
}

export async function create_table(setup: Setup, more: Pick<TableRules, "clock" | "visibility">): Promise<void> {
  const own = setup.seats[0]?.name ?? "";
  if (own !== "") settings.name = own;
  await session();
  const aids = (Object.keys(setup.aids) as (keyof Aids)[]).filter((aid) => setup.aids[aid]) as Aid[];
  const rules: TableRules = {
    edition: setup.edition, options: setup.options, aids, ...more,
    seats: setup.seats.map((seat) => seat.bot === undefined ? { kind: "person" } : { kind: "bot", agent: seat.bot }),
  };
  const answer = await call<{ table: TableView }>("/api/tables", { rules });
  go("table", answer.table.game);
}
