// Ratings of the people at a table or in the lobby, as far as they are known by now.

import { untrack } from "svelte";
import { own_ratings, type PoolRating } from "./account";
import { call } from "./api";
import type { Table } from "./generated/protocol";

const known = $state<Record<string, number>>({});
const asked = new Set<string>();
const key = (user: string, pool: string) => `${user} ${pool}`;

async function ask(user: string): Promise<void> {
  if (asked.has(user)) return;
  asked.add(user);
  const { ratings } = await call("GET /api/users/{id}", { at: { id: user } });
  for (const one of ratings ?? []) known[key(user, one.pool)] = one.rating;
}
/** By seat, in the pool of this table; fetched when first asked for, and once. */
export function ratings_at({ rules, seats }: Table): (number | undefined)[] {
  const pool = `${rules.edition}/${seats.length === 2 ? "duel" : "group"}`;
  return seats.map(({ user }) => {
    if (user === undefined) return undefined;
    void ask(user).catch(() => asked.delete(user));
    return known[key(user, pool)];
  });
}

/** What a game did to the rating of whoever looks. */
export interface RatingChange {
  before: number | null;
  after: number;
}
/** Asks before the end of a rated game and after it; called by a component, with the table and whether one plays at it. */
export function watch_rating(at: () => { table: Table | null; plays: boolean }): {
  readonly change: RatingChange | null;
} {
  let change = $state.raw<RatingChange | null>(null);
  let before: Promise<PoolRating[]> | undefined;
  async function compare(): Promise<void> {
    const old = await before;
    if (!old || change) return;
    const games_in = (pool: string) => old.find((one) => one.pool === pool);
    const changed = (await own_ratings().catch(() => [])).find((one) => one.games > (games_in(one.pool)?.games ?? 0));
    if (changed) change = { before: games_in(changed.pool)?.rating ?? null, after: changed.rating };
  }
  $effect(() => {
    const { table, plays } = at();
    if (!table?.rules.rated || !plays) return;
    if (table.status === "playing") before ??= own_ratings().catch(() => []);
    else if (table.status === "over") untrack(() => void compare());
  });
  return {
    get change() {
      return change;
    },
  };
}
