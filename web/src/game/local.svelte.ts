// A game on this device: people in turn at one screen, bots thinking in a worker, every ply stored.

import { engine, Thinker } from "../engine/client";
import type { Move } from "../engine/types";
import { announce } from "../announce.svelte";
import { Hint } from "./hint.svelte";
import { tell_turn } from "./words";
import { still } from "../settings.svelte";
import { usual_aids, load_game, save_game, type SavedGame } from "./storage";
import { Turn } from "./turn.svelte";
import { GameView } from "./view.svelte";

const bot_pause_ms = 450;

export class LocalGame {
  thinking = $state(false);
  /** The last ply is on this device. */
  stored = $state(true);
  readonly turn: Turn;
  readonly hint: Hint;
  private readonly thinker = new Thinker();
  private closed = false;
  private busy = false;

  private constructor(
    readonly view: GameView,
    private saved: SavedGame,
  ) {
    this.turn = new Turn(view.game);
    this.hint = new Hint(view, { seed: saved.seed, first: saved.first });
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
    if (position.over || position.hand === null || this.thinking) return null;
    return this.saved.seats[position.player]?.bot === undefined ? position.player : null;
  }

  /** Deals and lets bots play until a person has to decide. */
  async run(): Promise<void> {
    for (;;) {
      const position = await engine().deal(this.view.game);
      if (this.closed) return;
      await this.view.show(position);
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

  private async play(move: Move): Promise<void> {
    const entry = await engine().play(this.view.game, move);
    this.view.log = [...this.view.log, entry];
    const position = await engine().position(this.view.game);
    await this.save(position.turns, entry.scores, position.over);
    await this.view.show(position);
    announce(tell_turn(entry, this.view.opened.players).join(" "));
  }
  private async save(turns: number, scores: number[], over: boolean): Promise<void> {
    const record = await this.view.record();
    this.saved = { ...this.saved, record, turns, scores, over, updated: Date.now() };
    this.stored = await save_game(this.saved);
  }

  close(): void {
    this.closed = true;
    this.thinker.stop();
    this.hint.close();
    this.view.close();
  }
}
