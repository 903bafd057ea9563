// This page's own copy of a table's game: every entry of the log goes through the engine here, and the
// hash after it must be the server's.

import { announce } from "../announce.svelte";
import { engine } from "../engine/client";
import { new_record } from "../engine/engine";
import type { StepView } from "../engine/types";
import { GameView } from "../game/view.svelte";
import { tell_turn } from "../game/spoken";
import { t } from "../i18n/i18n.svelte";
import type { Entry, Table, Turn } from "./generated/protocol";

/** The table as an entry of the log leaves it. */
export function after_entry(table: Table, entry: Entry): Table {
  const seat_now = (change: (seat: Table["seats"][number]) => Table["seats"][number]): Table => ({
    ...table,
    seats: table.seats.map((seat, i) => (i === entry.seat ? change(seat) : seat)),
  });
  switch (entry.kind) {
    case "start":
      return { ...table, status: "playing" };
    case "turn":
      if (!entry.chain_lost) return table;
      return {
        ...table,
        seats: table.seats.map((seat, i) => (i === entry.turn?.player ? { ...seat, chain_lost: true } : seat)),
      };
    case "resign":
      return seat_now((seat) => ({ ...seat, resigned: true }));
    case "flag":
      return seat_now((seat) => ({ ...seat, flagged: true }));
    case "end":
      return { ...table, status: "over", ...(entry.result ? { result: entry.result } : {}) };
    case "substitute":
      return seat_now(({ agent: _before, ...seat }) =>
        entry.agent === undefined ? seat : { ...seat, agent: entry.agent },
      );
    default:
      return table;
  }
}

export class Replica {
  view = $state.raw<GameView | null>(null);
  /** The same game, shown only once it has caught up: whoever comes late sees all of the board, not its first tile. */
  private game: GameView | null = null;
  ply = -1;
  /** Who began. */
  first = 0;

  /** Another game object than before: what belongs to it begins anew. */
  constructor(private readonly on_view: (view: GameView) => void) {}

  /** What is entered while others follow at once is checked but not shown. */
  async enter(entry: Entry, table: Table | null, more_follows: boolean): Promise<void> {
    let step: StepView | undefined;
    if (entry.kind === "start") await this.start(entry, table);
    else if (entry.kind === "turn" && entry.turn) step = await this.play(entry.turn, more_follows);
    else if (entry.kind === "takeback") await this.take_back(entry.turns ?? 0);
    const view = this.game;
    if (!view) return;
    const drawn = [...(entry.draw?.skipped ?? []), ...(entry.draw?.tile === undefined ? [] : [entry.draw.tile])];
    for (const tile of drawn) step = await engine().draw(view.game, tile);
    step ??= await engine().step(view.game);
    const { position } = step;
    if (position.hash !== entry.hash && entry.kind !== "end") {
      throw new Error(`hash ${position.hash} instead of ${entry.hash} at ply ${entry.ply}`);
    }
    this.ply = entry.ply;
    if (more_follows) return;
    const over = table?.status === "over" && table.result?.reason === "complete";
    await view.show(over ? { ...step, position: { ...position, over: true, hand: null } } : step);
    if (view === this.view) return;
    this.view?.close();
    this.view = view;
    this.on_view(view);
  }
  forget(): void {
    this.ply = -1;
    if (this.game !== this.view) this.game?.close();
    this.view?.close();
    this.game = this.view = null;
  }

  private async start(entry: Entry, table: Table | null): Promise<void> {
    if (!table) return;
    const { rules, seats } = table;
    this.first = entry.first ?? 0;
    const names = entry.names ?? seats.map((seat) => seat.name);
    await this.open(new_record(rules.edition, rules.options ?? {}, names));
  }
  private async play(turn: Turn, catching_up: boolean): Promise<StepView> {
    const view = this.game;
    if (!view) throw new Error("a turn before the start");
    const { player: _player, tile: _tile, bonus: _bonus, skipped: _skipped, ...move } = turn;
    const step = await engine().play(view.game, move);
    view.log = [...view.log, step.turn!];
    if (!catching_up) announce(tell_turn(step.turn!, view.opened.players, view.tiles, step.areas));
    return step;
  }
  private async take_back(turns: number): Promise<void> {
    const view = this.game;
    if (!view) return;
    const record = JSON.parse(await view.record()) as { turns: unknown[]; result?: unknown };
    record.turns = record.turns.slice(0, turns);
    delete record.result;
    await this.open(JSON.stringify(record));
    announce(t.takeback_done());
  }
  private async open(record: string): Promise<void> {
    if (this.game !== this.view) this.game?.close();
    this.game = await GameView.open(record, { first: this.first });
  }
}
