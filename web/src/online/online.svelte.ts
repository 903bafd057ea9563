// A table on the server. Every entry of its log goes through this client's own engine, and the
// hash after it must be the server's; if it is not, everything is fetched anew.

import { announce } from "../announce.svelte";
import { engine } from "../engine/client";
import { new_record } from "../engine/engine";
import type { Move } from "../engine/types";
import { Hint } from "../game/hint.svelte";
import { Turn } from "../game/turn.svelte";
import { GameView } from "../game/view.svelte";
import { tell_turn } from "../game/words";
import { t } from "../i18n/i18n.svelte";
import { tell_code } from "./api";
import { alert_turn } from "./notify";
import { Socket } from "./socket.svelte";
import type {
  ChatLine,
  Clock,
  Code,
  Entry,
  Presence,
  ServerMessage,
  Table,
  Turn as TurnEntry,
} from "./generated/protocol";

const ask_again_ms = 1000;
/** The server could not, now: nothing happened, and it may be asked again. */
const passing = (code: Code): boolean => code === "busy" || code === "store_failed";

interface Pending {
  move_id: string;
  move: Move;
  expect_ply: number;
}

export class OnlineGame {
  table = $state.raw<Table | null>(null);
  you = $state<number | null>(null);
  view = $state.raw<GameView | null>(null);
  turn = $state.raw<Turn | null>(null);
  hint = $state.raw<Hint | null>(null);
  presence = $state.raw<Presence>({ seats: [], watchers: 0 });
  notice = $state<string | null>(null);
  sending = $state(false);
  next = $state<string | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  muted = $state.raw<ReadonlySet<string>>(new Set());
  user = $state<string | null>(null);
  /** Who asks to take a turn back now. */
  takeback = $state<number | null>(null);
  /** Who offers a rematch now. */
  rematches = $state.raw<number[]>([]);
  clock = $state.raw<Clock | null>(null);
  readonly socket: Socket;

  private ply = -1;
  private turns: TurnEntry[] = [];
  private pending: Pending | null = null;
  private work: Promise<void> = Promise.resolve();
  private mismatches = 0;
  private asking: ReturnType<typeof setTimeout> | undefined;
  private first = 0;
  /** The server's time less ours. */
  private skew = 0;

  constructor(readonly id: string) {
    this.socket = new Socket(
      () => this.hello(),
      (message) => this.receive(message),
    );
  }

  get actor(): number | null {
    const position = this.view?.position;
    if (!position || position.over || this.sending || position.hand === null) return null;
    if (this.table?.status === "over") return null;
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
    this.socket.send({ type: "hello", game: this.id, ...(this.ply >= 0 ? { since: this.ply } : {}) });
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
    this.ply = -1;
    this.turns = [];
    this.view?.close();
    this.view = null;
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
        this.chat = message.chat;
        this.takeback = message.takeback ?? null;
        this.rematches = message.rematch ?? [];
        this.clock = message.clock ?? null;
        for (const [i, entry] of message.plies.entries()) await this.enter(entry, i + 1 < message.plies.length);
        break;
      case "table":
        this.table = message.table;
        break;
      case "ply":
        if (message.entry.ply === this.ply + 1) await this.enter(message.entry, false);
        else if (message.entry.ply > this.ply) this.hello();
        break;
      case "ack":
        if (message.move_id === this.pending?.move_id) this.pending = null;
        break;
      case "stale":
        this.pending = null;
        this.sending = false;
        this.hello();
        await this.begin();
        break;
      case "refused":
        if (this.pending && passing(message.code)) return this.ask_again();
        this.pending = null;
        this.sending = false;
        this.notice = tell_code(message.code);
        await this.begin();
        break;
      case "presence":
        this.presence = message.presence;
        break;
      case "rematch":
        this.rematches = message.seats;
        if (message.next) this.next = message.next;
        break;
      case "error":
        if (message.to === "hello" && passing(message.code)) return this.ask_again();
        this.notice = tell_code(message.code);
        break;
      case "welcome":
        this.user = message.user?.id ?? null;
        this.skew = message.at - Date.now();
        break;
      case "chat":
        if (this.chat.some((line) => line.n === message.line.n)) break;
        this.chat = [...this.chat, message.line];
        if (message.line.user !== this.user && !this.muted.has(message.line.user)) {
          announce(`${message.line.name}: ${message.line.text}`);
        }
        break;
      case "takeback":
        this.takeback = message.state === "asked" ? message.seat : null;
        if (message.state === "refused") announce(t.takeback_refused());
        break;
      case "clock":
        this.clock = message.clock;
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

  /** What is entered while others follow at once is checked but not shown. */
  private async enter(entry: Entry, more_follows: boolean): Promise<void> {
    if (entry.ply <= this.ply) return;
    this.takeback = null;
    if (entry.clock) this.clock = entry.clock;
    if (entry.kind === "start") await this.start(entry);
    else if (entry.kind === "turn" && entry.turn) await this.play(entry.turn, more_follows);
    else if (entry.kind === "takeback") await this.take_back(entry.turns ?? 0);
    else if ((entry.kind === "resign" || entry.kind === "flag") && this.table && entry.seat !== undefined) {
      const mark = entry.kind === "resign" ? { resigned: true as const } : { flagged: true as const };
      this.table = {
        ...this.table,
        seats: this.table.seats.map((seat, i) => (i === entry.seat ? { ...seat, ...mark } : seat)),
      };
    } else if (entry.kind === "end" && this.table) {
      this.table = { ...this.table, status: "over", ...(entry.result ? { result: entry.result } : {}) };
    } else if (entry.kind === "substitute" && this.table && entry.seat !== undefined) {
      const seats = this.table.seats.map((seat, i) => {
        if (i !== entry.seat) return seat;
        const { agent: _before, ...rest } = seat;
        return entry.agent === undefined ? rest : { ...rest, agent: entry.agent };
      });
      this.table = { ...this.table, seats };
    }
    const view = this.view;
    if (!view) return;
    if (entry.draw) {
      for (const tile of entry.draw.skipped ?? []) await engine().draw(view.game, tile);
      if (entry.draw.tile !== undefined) await engine().draw(view.game, entry.draw.tile);
    }
    const position = await engine().position(view.game);
    const over = this.table?.status === "over" && this.table.result?.reason === "complete";
    if (position.hash !== entry.hash && entry.kind !== "end") {
      throw new Error(`hash ${position.hash} instead of ${entry.hash} at ply ${entry.ply}`);
    }
    this.ply = entry.ply;
    this.mismatches = 0;
    if (more_follows) return;
    await view.show(over ? { ...position, over: true, hand: null } : position);
    if (this.pending && entry.ply > this.pending.expect_ply) this.pending = null;
    if (this.pending === null) this.sending = false;
    await this.begin();
  }

  private async start(entry: Entry): Promise<void> {
    const rules = this.table?.rules;
    if (!rules) return;
    if (this.table) this.table = { ...this.table, status: "playing" };
    const names = entry.names ?? this.table?.seats.map((seat) => seat.name) ?? [];
    this.view?.close();
    this.turns = [];
    this.first = entry.first ?? 0;
    this.view = await GameView.open(new_record(rules.edition, rules.options ?? {}, names), { first: this.first });
    this.sit_before(this.view);
  }
  private sit_before(view: GameView): void {
    this.turn = new Turn(view.game);
    this.hint?.close();
    this.hint = new Hint(view, { first: this.first });
  }
  private async play(entry: TurnEntry, catching_up: boolean): Promise<void> {
    const view = this.view;
    if (!view) throw new Error("a turn before the start");
    const { player: _player, tile: _tile, bonus: _bonus, skipped: _skipped, ...move } = entry;
    const played = await engine().play(view.game, move);
    this.turns.push(entry);
    view.log = [...view.log, played];
    if (!catching_up) announce(tell_turn(played, view.opened.players).join(" "));
  }
  private async take_back(turns: number): Promise<void> {
    const view = this.view;
    if (!view) return;
    const record = JSON.parse(await view.record()) as { turns: unknown[]; result?: unknown };
    record.turns = record.turns.slice(0, turns);
    delete record.result;
    view.close();
    this.turns = this.turns.slice(0, turns);
    this.view = await GameView.open(JSON.stringify(record), { first: this.first });
    announce(t.takeback_done());
    this.sit_before(this.view);
  }

  private async begin(): Promise<void> {
    if (this.actor !== null) {
      if (!this.turn?.draft) await this.turn?.begin();
      alert_turn();
    } else this.turn?.end();
  }

  async confirm(): Promise<void> {
    await this.turn?.settled();
    const move = this.turn?.move;
    if (!move || !this.turn?.ready || this.sending) return;
    this.turn.end();
    this.sending = true;
    this.pending = { move_id: crypto.randomUUID(), move, expect_ply: this.ply };
    this.send_pending();
  }
  private send_pending(): void {
    if (this.pending) this.socket.send({ type: "move", game: this.id, ...this.pending });
  }
  /** Milliseconds left of each seat; null where no clock runs. */
  time_left(now: number): number[] | null {
    const clock = this.clock;
    if (!clock) return null;
    const passed = Math.max(0, now + this.skew - clock.at);
    return clock.remaining_ms.map((left, seat) =>
      seat === clock.running && this.table?.status !== "over" ? Math.max(0, left - passed) : left,
    );
  }
  /** Whether the own last turn is there to be taken back. */
  get may_take_back(): boolean {
    return (
      this.you !== null &&
      this.table?.status === "playing" &&
      this.takeback === null &&
      (this.view?.log.some((turn) => turn.player === this.you) ?? false)
    );
  }
  ask_takeback(): void {
    this.socket.send({ type: "takeback", game: this.id });
  }
  answer_takeback(accept: boolean): void {
    this.socket.send({ type: "takeback_answer", game: this.id, accept });
    this.takeback = null;
  }
  say(text: string): void {
    this.socket.send({ type: "chat", game: this.id, text });
  }
  mute(user: string, on: boolean): void {
    const muted = new Set(this.muted);
    if (on) muted.add(user);
    else muted.delete(user);
    this.muted = muted;
    this.socket.send({ type: "mute", game: this.id, user, on });
  }
  claim(): void {
    this.socket.send({ type: "claim", game: this.id });
  }
  resign(): void {
    this.socket.send({ type: "resign", game: this.id });
  }
  rematch(): void {
    this.socket.send({ type: "rematch", game: this.id });
  }
  take_seat_back(): void {
    this.socket.send({ type: "return", game: this.id });
  }
  close(): void {
    clearTimeout(this.asking);
    this.socket.close();
    this.hint?.close();
    this.view?.close();
  }
}
