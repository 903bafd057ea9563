// Which of the open tables somebody wants to see, and in which order.

import type { LobbyFilter } from "../settings.svelte";
import type { Table } from "./generated/protocol";

/** Whether one of these users sits there. */
export function seats_any({ seats }: Pick<Table, "seats">, users: ReadonlySet<string>): boolean {
  return seats.some(({ user }) => user !== undefined && users.has(user));
}
export function fits(table: Pick<Table, "seats" | "rules">, filter: LobbyFilter, known: ReadonlySet<string>): boolean {
  const { rules, seats } = table;
  return (
    (filter.edition === "" || rules.edition === filter.edition) &&
    (filter.players === "" || String(seats.length) === filter.players) &&
    (filter.clock === "" || (rules.clock?.kind ?? "none") === filter.clock) &&
    (!filter.rated || rules.rated === true) &&
    (!filter.known || seats_any(table, known))
  );
}
/** Tables of people one knows come first; else the order stays. */
export function known_first<One extends Pick<Table, "seats">>(tables: One[], known: ReadonlySet<string>): One[] {
  const rank = (table: One): number => (seats_any(table, known) ? 0 : 1);
  return tables.toSorted((a, b) => rank(a) - rank(b));
}
