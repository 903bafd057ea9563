// The own account: made of the guest that plays already, signed in elsewhere, taken along, deleted.

import { apply_settings, settings } from "../settings.svelte";
import { call, ServerError } from "./api";
import type { Account, Sessions } from "./generated/protocol";
import { session } from "./tables";

/** Of the session that is there, or of a new guest's. */
export async function own_account(): Promise<Account> {
  try {
    await session();
  } catch (error) {
    // The name is an account's to which this browser is not signed in any more: here it can be again.
    if (!(error instanceof ServerError) || error.code !== "name_taken") throw error;
    await call("POST /api/session", { body: {} });
  }
  return call("GET /api/account");
}
export type PoolRating = NonNullable<Account["ratings"]>[number];
/** Of every box and number of players that was rated so far. */
export async function own_ratings(): Promise<PoolRating[]> {
  return (await call("GET /api/account")).ratings ?? [];
}
/** Whether somebody is signed in; no where no server answers. */
export async function has_account(): Promise<boolean> {
  try {
    return (await own_account()).login !== undefined;
  } catch {
    return false;
  }
}
async function play_as(name: string): Promise<void> {
  settings.name = name;
  await apply_settings();
}

export function sign_up(login: string, password: string): Promise<Account> {
  return call("POST /api/account", { body: { login, password } });
}
export async function sign_in(login: string, password: string): Promise<Account> {
  const { user } = await call("POST /api/login", { body: { login, password } });
  await play_as(user.name);
  return call("GET /api/account");
}
/** A new guest follows, under no name: the next one at this device may be somebody else. */
export async function sign_out(): Promise<Account> {
  await call("DELETE /api/session");
  await play_as("");
  return own_account();
}
export function change_password(old: string, fresh: string): Promise<Account> {
  return call("POST /api/account/password", { body: { old, new: fresh } });
}
/** Shown once: the server keeps its hash, and the one before is worth nothing any more. */
export async function make_recovery_code(password: string): Promise<string> {
  return (await call("POST /api/account/recovery", { body: { password } })).code;
}
/** A new password by the code, which is used up. */
export async function recover(login: string, code: string, fresh: string): Promise<Account> {
  const { user } = await call("POST /api/recover", { body: { login, code, new: fresh } });
  await play_as(user.name);
  return call("GET /api/account");
}
export type OwnSession = Sessions["sessions"][number];
/** Where the user is signed in, the session used last first. */
export async function own_sessions(): Promise<OwnSession[]> {
  return (await call("GET /api/account/sessions")).sessions;
}
export async function end_session(id: string): Promise<void> {
  await call("DELETE /api/account/sessions/{id}", { at: { id } });
}
export async function end_other_sessions(): Promise<void> {
  await call("DELETE /api/account/sessions");
}
/** A guest gives no password. */
export async function delete_account(password?: string): Promise<Account> {
  await call("DELETE /api/account", { body: password === undefined ? {} : { password } });
  await play_as("");
  return own_account();
}
/** Everything that is kept about the user, as text. */
export async function own_data(): Promise<string> {
  return JSON.stringify(await call("GET /api/account/export"), null, 1);
}
