// The turn a person is putting together: cell, rotation, token, the Gingerbread Man's way. Nothing
// reaches the game before it is confirmed; until then everything can be taken back.

import { engine } from "../engine/client";
import type { DraftMemory } from "./drafts";
import { same_cell, same_deploy, type Draft } from "../board/draft";
import type { Cell, Deploy, Move, PlacementView, SegmentRef } from "../engine/types";

export class Turn {
  placements: PlacementView[] = $state.raw([]);
  draft: Draft | null = $state.raw(null);

  /** Steps follow each other: none overtakes the one whose answer it builds on. One that fails stops none. */
  private steps: Promise<void> = Promise.resolve();

  constructor(
    private readonly view: { readonly game: number; readonly placements: PlacementView[] },
    private readonly memory?: DraftMemory,
  ) {}

  private then(step: () => Promise<void>): Promise<void> {
    const done = this.steps.then(step);
    this.steps = done.catch(() => {});
    return done;
  }
  /** Until everything asked for is shown. */
  settled(): Promise<void> {
    return this.steps;
  }

  /** The tile in hand is there to be laid. A single possibility lies there at once. */
  begin(): Promise<void> {
    return this.then(async () => {
      this.draft = null;
      this.placements = this.view.placements;
      const kept = this.memory?.load();
      if (kept) await this.take_now(kept).catch(() => this.forget());
      if (this.draft) return;
      const only = this.placements[0];
      if (this.placements.length === 1 && only?.rots.length === 1) await this.lay(only);
    });
  }
  end(): void {
    this.draft = null;
    this.placements = [];
  }

  get ready(): boolean {
    return this.draft !== null && this.draft.targets.length === 0;
  }
  get move(): Move | null {
    const draft = this.draft;
    if (!draft) return null;
    const move: Move = { x: draft.x, y: draft.y, rot: draft.rot };
    if (draft.deploy) move.deploy = draft.deploy;
    if (draft.recall) move.recall = true;
    if (draft.man.length > 0) move.gingerbread = draft.man;
    return move;
  }

  /** A legal square: the ghost goes there; on the ghost's own square it turns. */
  touch(cell: Cell): Promise<void> {
    return this.then(() => (this.draft && same_cell(this.draft, cell) ? this.turn_by(1) : this.lay(cell)));
  }
  /** All of a move at once; it can be taken back as if it had been put together by hand. */
  take(move: Move): Promise<void> {
    return this.then(() => this.take_now(move));
  }
  /** On a square in this rotation, if it may lie so; where it lies already it only turns. */
  lay_as(cell: Cell, rot: number): Promise<void> {
    return this.then(async () => {
      const placement = this.placements.find((one) => same_cell(one, cell));
      if (placement?.rots.includes(rot)) await this.show({ ...placement, rot });
    });
  }
  rotate(step: 1 | -1): Promise<void> {
    return this.then(() => this.turn_by(step));
  }
  deploy(deploy: Deploy): Promise<void> {
    return this.then(async () => {
      if (!this.draft) return;
      const same = same_deploy(this.draft.deploy, deploy);
      await this.decide({ ...this.draft, deploy: same ? null : deploy, recall: false, man: [] });
    });
  }
  recall(): Promise<void> {
    return this.then(async () => {
      if (!this.draft) return;
      await this.decide({ ...this.draft, deploy: null, recall: !this.draft.recall, man: [] });
    });
  }
  send_man(target: SegmentRef): Promise<void> {
    return this.then(async () => {
      if (!this.draft) return;
      await this.decide({ ...this.draft, man: [...this.draft.man, target] });
    });
  }
  /** The whole turn, back to the tile in hand. */
  undo(): void {
    void this.then(async () => this.forget());
  }

  private forget(): void {
    this.draft = null;
    this.memory?.save(null);
  }

  private async take_now(move: Move): Promise<void> {
    const placement = this.placements.find((one) => same_cell(one, move));
    if (!placement?.rots.includes(move.rot)) return;
    await this.show({ ...placement, rot: move.rot });
    if (!this.draft) return;
    await this.decide({
      ...this.draft,
      deploy: move.deploy ?? null,
      recall: move.recall ?? false,
      man: move.gingerbread ?? [],
    });
  }
  private async lay(cell: Cell): Promise<void> {
    const placement = this.placements.find((one) => same_cell(one, cell));
    const rot = placement?.rots[0];
    if (placement && rot !== undefined) await this.show({ ...placement, rot });
  }
  private async turn_by(step: 1 | -1): Promise<void> {
    const draft = this.draft;
    if (!draft || draft.rots.length < 2) return;
    const at = draft.rots.indexOf(draft.rot);
    const rot = draft.rots[(at + step + draft.rots.length) % draft.rots.length]!;
    await this.show({ ...draft, rot });
  }
  private show(at: PlacementView & { rot: number }): Promise<void> {
    const { x, y, rot, rots } = at;
    return this.decide({ x, y, rot, rots, deploy: null, recall: false, man: [] });
  }
  private async decide({ x, y, rot, rots, deploy, recall, man }: Omit<Draft, "choices" | "targets">): Promise<void> {
    const move: Move = { x, y, rot, gingerbread: man };
    if (deploy) move.deploy = deploy;
    if (recall) move.recall = true;
    const { targets, ...choices } = await engine().draft(this.view.game, move);
    this.draft = { x, y, rot, rots, choices, deploy, recall, man, targets };
    this.memory?.save(this.move);
  }
}
