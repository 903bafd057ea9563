// A game on this device: people in turn at one screen, bots thinking in a worker, every ply stored.

import { engine, Thinker } from "../engine/client";
import type { Move } from "../engine/types";
import { announce } from "../announce.svelte";
import { t } from "../i18n/i18n.svelte";
import { DraftMemory } from "./drafts";
import { Hint } from "./hint.svelte";
import { tell_turn } from "./spoken";
import { still } from "../settings.svelte";
import { usual_aids, load_game, save_game, type SavedGame } from "./storage";
import { Turn } from "./turn.svelte";
import { GameView } from "./view.svelte";

const bot_pause_ms = 450;

export class LocalGame {
  thinking = $state(false);
  /** Who gave up. */
  resigned = $state<number | null>(null);
  /** The last ply is on this device. */
  stored = $state(true);
  turn: Turn = $state.raw() as Turn;
  hint: Hint = $state.raw() as Hint;
  view: GameView = $state.raw() as GameView;
  private readonly thinker = new Thinker();
  private closed = false;
  private busy = $state(false);

  private constructor(
    view: GameView,
    private saved: SavedGame,
  ) {
    this.resigned = saved.resigned ?? null;
    this.sit_before(view);
  }
  private sit_before(view: GameView): void {
    this.view = view;
    this.turn = new Turn(view, new DraftMemory(this.id, () => view.position.hash));
    this.hint = new Hint(view, { seed: this.saved.seed, first: this.saved.first });
  }

  static async open(id: string): Promise<LocalGame | undefined> {
    const saved = await load_game(id);
    if (!saved) return undefined;
    const view = await GameView.open(saved.record, { seed: saved.seed, first: saved.first });
    return new LocalGame(view, saved);
  }

  get id(): string {
    return this.saved.id;
  }
  get seats() {
    return this.saved.seats;
  }
  get aids() {
    return { ...usual_aids, ...this.saved.aids };
  }
  /** Whose decision it is at this screen; null while a bot thinks or when the game is over. */
  get actor(): number | null {
    const { position } = this.view;
    if (position.over || position.hand === null || this.thinking || this.resigned !== null) return null;
    return this.saved.seats[position.player]?.bot === undefined ? position.player : null;
  }

  /** Deals and lets bots play until a person has to decide. */
  async run(): Promise<void> {
    while (this.resigned === null) {
      const step = await engine().deal(this.view.game);
      if (this.closed) return;
      await this.view.show(step);
      const { position } = step;
      const bot = this.saved.seats[position.player]?.bot;
      if (position.over || bot === undefined) break;
      if (!(await this.play_bot(bot, position.hand!))) return;
    }
    if (this.actor !== null) await this.turn.begin();
    else this.turn.end();
  }

  private async play_bot(spec: string, hand: string): Promise<boolean> {
    this.thinking = true;
    this.turn.end();
    const pause = new Promise((done) => setTimeout(done, still() ? 100 : bot_pause_ms));
    const move = await this.thinker.choose(
      await this.view.record(),
      { seed: this.saved.seed, first: this.saved.first },
      hand,
      spec,
    );
    await pause;
    if (this.closed) return false;
    await this.play(move);
    this.thinking = false;
    return true;
  }

  async confirm(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await this.turn.settled();
      const move = this.turn.move;
      if (!move || !this.turn.ready) return;
      this.turn.end();
      await this.play(move);
      await this.run();
    } finally {
      this.busy = false;
    }
  }

  /** The turn of a person here that was last, with everything after it; null: there is none. */
  private get last_own(): number | null {
    const at = this.view.log.findLastIndex((turn) => this.saved.seats[turn.player]?.bot === undefined);
    return at < 0 ? null : at;
  }
  get may_take_back(): boolean {
    return this.last_own !== null && !this.busy && (this.actor !== null || this.view.position.over);
  }
  /** How many turns go when the last own one is taken back. */
  get turns_back(): number {
    return this.last_own === null ? 0 : this.view.log.length - this.last_own;
  }
  async take_back(): Promise<void> {
    const at = this.last_own;
    if (at === null || !this.may_take_back) return;
    this.busy = true;
    try {
      const record = JSON.parse(await this.view.record()) as { turns: unknown[]; result?: unknown };
      record.turns = record.turns.slice(0, at);
      delete record.result;
      const { seed, first } = this.saved;
      const view = await GameView.open(JSON.stringify(record), { seed, first });
      if (this.closed) return view.close();
      this.turn.end();
      this.hint.close();
      this.view.close();
      this.sit_before(view);
      await this.save(at, view.log.at(-1)?.scores ?? this.saved.seats.map(() => 0), false);
      announce(t.takeback_done());
      await this.run();
    } finally {
      this.busy = false;
    }
  }
  /** Against bots only: whoever plays alone may give up. */
  get may_resign(): boolean {
    const people = this.saved.seats.filter((seat) => seat.bot === undefined);
    return people.length === 1 && this.saved.seats.length > 1 && this.actor !== null;
  }
  async resign(): Promise<void> {
    if (!this.may_resign || this.busy) return;
    this.busy = true;
    try {
      const by = this.actor;
      this.turn.end();
      const { turns, players } = this.view.position;
      const scores = players.map((player) => player.score);
      await this.save(turns, scores, true, by);
      this.resigned = by; // told when it is kept
    } finally {
      this.busy = false;
    }
  }

  private async play(move: Move): Promise<void> {
    const step = await engine().play(this.view.game, move);
    const turn = step.turn!;
    this.view.log = [...this.view.log, turn];
    await this.save(step.position.turns, turn.scores, step.position.over);
    // Before anything that follows from it is told.
    announce(tell_turn(turn, this.view.opened.players, this.view.tiles, step.areas));
    await this.view.show(step);
  }
  private async save(turns: number, scores: number[], over: boolean, resigned = this.resigned): Promise<void> {
    const record = await this.view.record();
    const { resigned: _before, ...saved } = this.saved;
    const given_up = resigned === null ? {} : { resigned };
    this.saved = { ...saved, ...given_up, record, turns, scores, over, updated: Date.now() };
    this.stored = await save_game(this.saved);
  }

  close(): void {
    this.closed = true;
    this.thinker.stop();
    this.hint.close();
    this.view.close();
  }
}
