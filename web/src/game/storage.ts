// Games kept in this browser: each ply is written before the next one is asked for.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";

export interface Seat {
  name: string;
  /** An agent's description; absent for a person. */
  bot?: string;
  /** Who sits there, at a table of the server. */
  user?: string;
  /** The look chosen for it at this screen, by its number in board/seats.ts. */
  look?: number;
}
export type Aid = "remaining" | "dead" | "ownership" | "projected" | "hints";
/** What the table shows beyond the board itself. */
export type Aids = Record<Aid, boolean>;
/** Hints play for you: only those who ask for them get them. */
export const usual_aids: Aids = { remaining: true, dead: true, ownership: true, projected: true, hints: false };

export interface SavedGame {
  id: string;
  version: 1;
  edition: string;
  record: string;
  seed: string;
  first: number;
  seats: Seat[];
  aids: Aids;
  updated: number;
  turns: number;
  scores: number[];
  over: boolean;
  /** The seat that gave up. */
  resigned?: number;
}

interface Schema extends DBSchema {
  games: { key: string; value: SavedGame; indexes: { updated: number } };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;
function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>("bastide", 1, {
    upgrade(db) {
      db.createObjectStore("games", { keyPath: "id" }).createIndex("updated", "updated");
    },
  });
  return opening;
}

/** Where nothing can be stored (a private window), games live as long as the page. */
const fallback = new Map<string, SavedGame>();

/** Whether it will be there after the page is closed. */
export async function save_game(game: SavedGame): Promise<boolean> {
  fallback.set(game.id, game);
  try {
    await (await database()).put("games", game);
    return true;
  } catch (error) {
    console.warn("the game is not stored", error);
    return false;
  }
}
export async function load_game(id: string): Promise<SavedGame | undefined> {
  try {
    return (await (await database()).get("games", id)) ?? fallback.get(id);
  } catch {
    return fallback.get(id);
  }
}
export async function delete_game(id: string): Promise<void> {
  fallback.delete(id);
  try {
    await (await database()).delete("games", id);
  } catch {
    // Nothing stored, nothing to delete.
  }
}
/** Latest first. */
export async function list_games(): Promise<SavedGame[]> {
  try {
    const all = await (await database()).getAllFromIndex("games", "updated");
    return all.reverse();
  } catch {
    return [...fallback.values()].reverse();
  }
}

/** Resolves when no other tab has this game open, and keeps others out until `left` is over: two would write over each other. */
export function only_here(id: string, left: AbortSignal): Promise<void> {
  // Absent where the page came without encryption, from a host on the same network.
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return Promise.resolve();
  return new Promise((open) => {
    const hold = (): Promise<void> => {
      open();
      return new Promise((leave) => left.addEventListener("abort", () => leave()));
    };
    locks.request(`bastide/${id}`, { signal: left }, hold).catch(() => {}); // left while it waited
  });
}

export function new_id(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return [...bytes].map((byte) => (byte % 36).toString(36)).join("");
}
export function new_seed(): string {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!.toString();
}
