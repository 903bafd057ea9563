// Ratings of the people at a table or in the lobby, as far as they are known by now.

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
