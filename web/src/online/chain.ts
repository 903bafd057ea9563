// The own part of the draws: a hash chain per game. Its tip goes to the server when we sit down,
// one link with every move. docs/explanation/draws.md says what for, docs/protocol.md how.
// The browser's own SHA-256 is missing on pages without TLS, so this one comes along.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import type { Seat } from "./generated/protocol";

/** Links of a chain: as many as a record can have turns. */
export const chain_length = 256;
/** Chains of older games go first. */
const most_kept = 200;
const prefix = "bastide.chain.";

/** Where the browser keeps nothing, this page does. */
const unkept = new Map<string, string>();

interface Kept {
  seed: string;
  at: number;
}
function read(key: string): Kept | null {
  try {
    const text = localStorage.getItem(prefix + key) ?? unkept.get(key);
    const kept = text ? (JSON.parse(text) as Partial<Kept>) : {};
    const whole = /^[0-9a-f]{64}$/.test(kept.seed ?? "");
    return whole ? { seed: kept.seed!, at: kept.at ?? 0 } : null;
  } catch {
    return null;
  }
}
function keep(key: string, seed: string): void {
  const text = JSON.stringify({ seed, at: Date.now() } satisfies Kept);
  try {
    localStorage.setItem(prefix + key, text);
    drop_oldest();
  } catch {
    unkept.set(key, text);
  }
}
function drop_oldest(): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  if (keys.length <= most_kept) return;
  const at = (key: string): number => read(key.slice(prefix.length))?.at ?? 0;
  keys.sort((a, b) => at(a) - at(b));
  for (const key of keys.slice(0, keys.length - most_kept)) localStorage.removeItem(key);
}
export function forget_chain(key: string): void {
  unkept.delete(key);
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // Nothing was kept there either.
  }
}

function hashed(seed: string, times: number): string {
  let value = hexToBytes(seed);
  for (let i = 0; i < times; ++i) value = sha256(value);
  return bytesToHex(value);
}
export const tip_of = (seed: string): string => hashed(seed, chain_length);
/** For the turn of that number, counted from 0 over the whole game. */
export const link_of = (seed: string, turn: number): string => hashed(seed, chain_length - 1 - turn);

/** A new chain, kept under this name unless there is one: whoever asks again commits to the same. */
export function tip_for(key: string): string {
  let seed = read(key)?.seed;
  if (seed === undefined) {
    seed = bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
    keep(key, seed);
  }
  return tip_of(seed);
}
/** The chain was made before its game had a name. */
export function rename_chain(from: string, to: string): void {
  const seed = read(from)?.seed;
  if (seed === undefined) return;
  keep(to, seed);
  forget_chain(from);
}

/** What goes with our move, if this device has the chain that the seat committed to. */
export function own_link(game: string, seat: Seat | undefined, turn: number): string | undefined {
  const seed = read(game)?.seed;
  if (seed === undefined || turn >= chain_length || seat?.chain_lost) return undefined;
  return tip_of(seed) === seat?.tip ? link_of(seed, turn) : undefined;
}
