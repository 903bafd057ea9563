// What the players of a table ask each other: to take a turn back, to stop the clocks, to play again.

import { announce } from "../announce.svelte";
import type { GameView } from "../game/view.svelte";
import { t } from "../i18n/i18n.svelte";
import { rename_chain, tip_for } from "./chain";
import type { PauseMessage, RematchMessage, State, Table, TakebackMessage } from "./generated/protocol";
import type { Socket } from "./socket.svelte";

/** Where they are asked. */
interface Asked {
  readonly id: string;
  readonly you: number | null;
  readonly table: Table | null;
  readonly view: GameView | null;
  readonly socket: Socket;
}

export class Questions {
  /** Who asks to take a turn back now. */
  takeback = $state<number | null>(null);
  /** Who asks for a pause now. */
  pause = $state<number | null>(null);
  /** Who offers a rematch now. */
  rematches = $state.raw<number[]>([]);
  /** The game that all agreed to. */
  next = $state<string | null>(null);

  constructor(private readonly at: Asked) {}

  /** What is open when the page comes. */
  begin({ takeback, pause, rematch, table }: State): void {
    this.takeback = takeback ?? null;
    this.pause = pause ?? null;
    this.rematches = rematch ?? [];
    if (table.rematch) this.rename(table.rematch);
  }
  hear(message: TakebackMessage | PauseMessage | RematchMessage): void {
    if (message.type === "rematch") {
      this.rematches = message.seats;
      if (!message.next) return;
      this.rename(message.next);
      this.next = message.next;
      return;
    }
    this[message.type] = message.state === "asked" ? message.seat : null;
    if (message.state === "refused") announce(message.type === "pause" ? t.pause_refused() : t.takeback_refused());
  }
  /** The game went on: whatever was asked is answered by that. */
  drop(): void {
    this.takeback = this.pause = null;
  }

  /** Whether the own last turn is there to be taken back; in a rated game it counts. */
  get may_take_back(): boolean {
    const { you, table, view } = this.at;
    return (
      you !== null &&
      table?.status === "playing" &&
      !table.rules.rated &&
      this.takeback === null &&
      (view?.log.some((turn) => turn.player === you) ?? false)
    );
  }
  /** How many turns go when this seat takes its last one back. */
  turns_back(seat: number): number {
    const log = this.at.view?.log ?? [];
    return log.length - log.findLastIndex((turn) => turn.player === seat);
  }
  ask(what: "takeback" | "pause"): void {
    this.at.socket.send({ type: what, game: this.at.id });
  }
  answer(what: "takeback" | "pause", accept: boolean): void {
    this.at.socket.send({ type: `${what}_answer`, game: this.at.id, accept });
    this[what] = null;
  }
  rematch(): void {
    this.at.socket.send({ type: "rematch", game: this.at.id, tip: tip_for(this.chain) });
  }
  private get chain(): string {
    return `rematch ${this.at.id}`;
  }
  private rename(next: string): void {
    rename_chain(this.chain, next);
  }
}
