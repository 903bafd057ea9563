// The turn that is being put together, kept in this tab, so that a reload does not lose it.

import type { Move } from "../engine/types";

export class DraftMemory {
  private readonly key: string;

  /** `position`: what the draft belongs to; another position has none. */
  constructor(
    game: string,
    private readonly position: () => string,
  ) {
    this.key = `bastide.draft.${game}`;
  }
  save(move: Move | null): void {
    try {
      if (move) sessionStorage.setItem(this.key, JSON.stringify({ position: this.position(), move }));
      else sessionStorage.removeItem(this.key);
    } catch {
      // A browser that stores nothing still plays.
    }
  }
  load(): Move | null {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.key) ?? "null") as { position: string; move: Move } | null;
      return kept && kept.position === this.position() ? kept.move : null;
    } catch {
      return null;
    }
  }
}
