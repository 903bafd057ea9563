// A finished game judged turn by turn, while somebody reads it.

import { Analyst } from "../engine/client";
import type { AnalysisView, AnalyzedTurn } from "../engine/types";
import { tell_record_error } from "./words";

/** Seconds per move: a first answer, and one for those who wait. */
export const quick_s = 0.1;
export const long_s = 0.8;
/** Smaller differences are the noise of the search. */
const noise = 0.005;

export class Analysis {
  result = $state.raw<AnalysisView | null>(null);
  done = $state(0);
  running = $state(false);
  problem = $state<string | null>(null);
  private readonly analyst = new Analyst();

  constructor(private readonly record: () => Promise<string>) {}

  async run(seconds: number): Promise<void> {
    this.running = true;
    this.done = 0;
    this.problem = null;
    try {
      this.result = await this.analyst.analyze(await this.record(), seconds, (turns) => (this.done = turns));
    } catch (error) {
      this.problem = tell_record_error(error);
    } finally {
      this.running = false;
    }
  }
  /** What was being thought about is never answered. */
  stop(): void {
    this.analyst.stop();
    this.running = false;
  }

  turn(ply: number): AnalyzedTurn | undefined {
    return this.result?.turns[ply - 1];
  }
  /** The move that should have been played at this ply, if another one was. */
  better(ply: number): AnalyzedTurn["best"][number] | undefined {
    const turn = this.turn(ply);
    return turn && turn.rank > 1 && lost_something(turn) ? turn.best[0] : undefined;
  }
  /** The moves that cost most, in the order of the game. */
  costliest(count: number): { ply: number; turn: AnalyzedTurn }[] {
    return (this.result?.turns ?? [])
      .map((turn, i) => ({ ply: i + 1, turn }))
      .filter(({ turn }) => turn.rank > 1 && lost_something(turn))
      .sort((a, b) => b.turn.win_cost - a.turn.win_cost || b.turn.cost - a.turn.cost)
      .slice(0, count)
      .sort((a, b) => a.ply - b.ply);
  }
}

function lost_something(turn: AnalyzedTurn): boolean {
  return turn.win_cost > noise || turn.cost > 0.5;
}
