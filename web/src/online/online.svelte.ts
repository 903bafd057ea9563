// A table on the server: what it says is entered here in its order, what is wanted is sent until it is
// answered. If this page's game and the server's ever differ, everything is fetched anew.

import { bytesToHex } from "@noble/hashes/utils.js";
import { announce } from "../announce.svelte";
import type { Move } from "../engine/types";
import { DraftMemory } from "../game/drafts";
import { Hint } from "../game/hint.svelte";
import { Turn } from "../game/turn.svelte";
import type { GameView } from "../game/view.svelte";
import { named, t } from "../i18n/i18n.svelte";
import { tell_code } from "./api";
import { forget_chain, own_link } from "./chain";
import { ChatRoom } from "./chat.svelte";
import { TableClock } from "./clock.svelte";
import type { Code, Entry, Presence, ServerMessage, Table } from "./generated/protocol";
import { alert_turn } from "./notify";
import { Questions } from "./questions.svelte";
import { after_entry, Replica } from "./replica.svelte";
import { Socket } from "./socket.svelte";

const ask_again_ms = 1000;
const late_ms = 2000;
/** The server could not, now: nothing happened, and it may be asked again. */
const passing = (code: Code): boolean => code === "busy" || code === "store_failed";

interface Pending {
  move_id: string;
  move: Move;
  expect_ply: number;
  link?: string;
}

export class OnlineGame {
  table = $state.raw<Table | null>(null);
  you = $state<number | null>(null);
  turn = $state.raw<Turn | null>(null);
  hint = $state.raw<Hint | null>(null);
  presence = $state.raw<Presence>({ seats: [], watchers: 0 });
  notice = $state<string | null>(null);
  /** The rule by which the server refused a move last. */
  private violation = $state("");
  sending = $state(false);
  /** The server has not answered for a while. */
  late = $state(false);
  user = $state<string | null>(null);
  readonly chat = new ChatRoom();
  readonly clock = new TableClock();
  readonly questions = new Questions(this);
  readonly socket: Socket;

  private readonly replica = new Replica((view) => this.sit_before(view));
  private pending: Pending | null = null;
  private work: Promise<void> = Promise.resolve();
  private mismatches = 0;
  private lateness: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    this.socket = new Socket(
      () => this.hello(),
      (message) => this.receive(message),
    );
  }

  get view(): GameView | null {
    return this.replica.view;
  }
  /** A newer server may have a rule that this page does not know. */
  private get told_rule(): string | null {
    const text = named("violation_", this.violation);
    return text === this.violation ? null : text;
  }
  /** What the notice is about, if that is a rule. */
  get rule(): string | null {
    return this.notice !== null && this.notice === this.told_rule ? this.violation : null;
  }
  get over(): boolean {
    return this.table?.status === "over";
  }
  get actor(): number | null {
    const position = this.view?.position;
    if (!position || position.over || this.sending || position.hand === null || this.over) return null;
    return position.player === this.you && !this.table?.seats[this.you]?.agent ? this.you : null;
  }

  /** The HTTP call told our seat, perhaps after the game began. */
  seated(seat: number | null, user: string): void {
    this.work = this.work.then(() => {
      this.you = seat;
      // A socket opened before there was a session, or under another one, would play for nobody.
      if (this.user !== user) this.socket.again();
      return this.begin();
    });
  }

  private hello(): void {
    const { ply } = this.replica;
    this.socket.send({ type: "hello", game: this.id, ...(ply >= 0 ? { since: ply } : {}) });
    if (this.pending) this.send_pending();
  }
  private ask_again(): void {
    this.notice = t.notice_asking_again();
    this.asking ??= setTimeout(() => {
      this.asking = undefined;
      this.hello();
    }, ask_again_ms);
  }
  /** One message after the other: an entry is applied when the one before it is. */
  private receive(message: ServerMessage): void {
    this.work = this.work
      .then(() => this.handle(message))
      .catch((error: unknown) => {
        this.recover(t.notice_recovered());
        console.warn(error);
      });
  }
  private recover(text: string): void {
    this.notice = text;
    this.replica.forget();
    // Anew, but not for ever at full speed when the two engines really disagree.
    setTimeout(() => this.socket.again(), Math.min(30_000, 200 * 2 ** this.mismatches++));
  }

  private async handle(message: ServerMessage): Promise<void> {
    switch (message.type) {
      case "state":
        if (this.notice === t.notice_asking_again()) this.notice = null;
        this.table = message.table;
        this.you = message.you;
        this.presence = message.presence;
        this.chat.lines = message.chat;
        this.questions.begin(message);
        this.clock.told = message.clock ?? null;
        for (const [i, entry] of message.plies.entries()) await this.enter(entry, i + 1 < message.plies.length);
        break;
      case "table":
        this.table = message.table;
        break;
      case "ply":
        if (message.entry.ply === this.replica.ply + 1) await this.enter(message.entry, false);
        else if (message.entry.ply > this.replica.ply) this.hello();
        break;
      case "ack":
        if (message.move_id === this.pending?.move_id) this.pending = null;
        break;
      case "stale":
        this.pending = null;
        this.sent();
        this.hello();
        await this.begin();
        break;
      case "refused":
        if (this.pending && passing(message.code)) return this.ask_again();
        if (this.pending?.link !== undefined && message.code === "wrong_link") return this.lose_chain(this.pending);
        this.pending = null;
        this.sent();
        this.violation = message.violation ?? "";
        this.notice = this.told_rule ?? tell_code(message.code);
        await this.begin();
        break;
      case "presence":
        this.presence = message.presence;
        break;
      case "error":
        if (message.to === "hello" && passing(message.code)) return this.ask_again();
        if (message.code === "table_removed") this.table = null;
        this.notice = tell_code(message.code);
        break;
      case "welcome":
        this.user = message.user?.id ?? null;
        this.clock.set_time(message.at);
        this.chat.set_muted(message.muted ?? []);
        break;
      case "muted":
        this.chat.set_muted(message.users);
        break;
      case "chat":
        this.chat.hear(message.line, this.user);
        break;
      case "chat_gone":
        this.chat.forget(message.lines);
        break;
      case "takeback":
      case "pause":
      case "rematch":
        this.questions.hear(message);
        break;
      case "clock":
        this.clock.told = message.clock;
        break;
      case "pong":
      case "bye":
        break;
      default:
        // Every message of the schema has its case; of a newer server's we say that it came.
        message satisfies never;
        this.notice = t.notice_unknown();
    }
  }

  private async enter(entry: Entry, more_follows: boolean): Promise<void> {
    if (entry.ply <= this.replica.ply) return;
    this.questions.drop();
    if (entry.kind === "resume" && !more_follows) announce(t.pause_over());
    if (entry.clock) this.clock.told = entry.clock;
    if (this.table) this.table = after_entry(this.table, entry);
    if (entry.chain_lost && entry.turn) {
      this.notice = t.chain_lost({ name: this.table?.seats[entry.turn.player]?.name ?? "" });
    }
    if (entry.kind === "end") forget_chain(this.id);
    await this.replica.enter(entry, this.table, more_follows);
    if (!this.view) return;
    this.mismatches = 0;
    if (more_follows) return;
    if (entry.kind === "turn") this.turn?.end();
    if (this.pending && entry.ply > this.pending.expect_ply) this.pending = null;
    if (this.pending === null) this.sent();
    await this.begin();
  }
  /** What is kept here is not what we committed to: the server's part has to do. */
  private lose_chain({ link: _link, ...pending }: Pending): void {
    forget_chain(this.id);
    this.pending = pending;
    this.send_pending();
  }
  private sit_before(view: GameView): void {
    this.turn = new Turn(view, new DraftMemory(this.id, () => view.position.hash));
    this.hint?.close();
    this.hint = new Hint(view, { first: this.replica.first });
  }
  private async begin(): Promise<void> {
    if (this.actor !== null) {
      if (!this.turn?.draft) await this.turn?.begin();
      alert_turn();
    } else if (!this.sending) this.turn?.end();
  }

  async confirm(): Promise<void> {
    await this.turn?.settled();
    const move = this.turn?.move;
    if (!move || !this.turn?.ready || this.sending) return;
    // What lies there stays until the server has it.
    this.sending = true;
    const seat = this.table?.seats[this.you ?? -1];
    const link = own_link(this.id, seat, this.view?.log.length ?? 0);
    this.pending = {
      // A page without encryption has no crypto.randomUUID.
      move_id: bytesToHex(crypto.getRandomValues(new Uint8Array(16))),
      move,
      expect_ply: this.replica.ply,
      ...(link === undefined ? {} : { link }),
    };
    this.send_pending();
  }
  private sent(): void {
    this.sending = false;
    this.late = false;
    clearTimeout(this.lateness);
  }
  private send_pending(): void {
    clearTimeout(this.lateness);
    this.lateness = setTimeout(() => (this.late = this.sending), late_ms);
    if (this.pending) this.socket.send({ type: "move", game: this.id, ...this.pending });
  }
  say(text: string): void {
    this.socket.send({ type: "chat", game: this.id, text });
  }
  mute(user: string, on: boolean): void {
    this.socket.send({ type: "mute", game: this.id, user, on });
  }
  /** What needs nobody's consent. */
  act(type: "claim" | "resign" | "resume" | "return"): void {
    this.socket.send({ type, game: this.id });
  }
  close(): void {
    clearTimeout(this.asking);
    clearTimeout(this.lateness);
    this.socket.close();
    this.hint?.close();
    this.view?.close();
  }
}
