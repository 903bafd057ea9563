// What the strongest bot would play now, for those who ask at a table that allows it.

import { Thinker } from "../engine/client";
import type { OpenOptions } from "../engine/engine";
import type { Advice } from "../engine/types";
import type { GameView } from "./view.svelte";

const seconds = 1;

export class Hint {
  advice = $state.raw<Advice | null>(null);
  thinking = $state(false);
  private readonly thinker = new Thinker();

  constructor(
    private readonly view: GameView,
    private readonly options: OpenOptions,
  ) {}

  async ask(): Promise<void> {
    const { hand, hash } = this.view.position;
    if (hand === null || this.thinking || this.advice) return;
    this.thinking = true;
    try {
      const advice = await this.thinker.advise(await this.view.record(), this.options, hand, seconds);
      if (this.view.position.hash === hash) this.advice = advice;
    } finally {
      this.thinking = false;
    }
  }
  /** The position is another one. */
  clear(): void {
    this.advice = null;
  }
  close(): void {
    this.thinker.stop();
  }
}
