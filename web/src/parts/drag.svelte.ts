// A tile held by mouse or finger, from the hand or from where it lies, to a square of the board.

interface Board {
  hold_over(x: number, y: number): void;
  let_go(how: "lay" | "drop"): void;
  turn_preview(step: 1 | -1): boolean;
}
/** Less is a click. */
const begins_px = 6;
/** Above a finger, so that it does not hide the tile. */
const lift_px = 46;

export class TileDrag {
  /** Where the tile is held, on screen; null: nothing is. */
  at = $state.raw<{ x: number; y: number } | null>(null);

  constructor(private readonly board: () => Board | undefined) {}

  readonly begin = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const { pointerId, clientX, clientY } = event;
    const lift = event.pointerType === "mouse" ? 0 : lift_px;
    const move = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      if (!this.at && Math.hypot(now.clientX - clientX, now.clientY - clientY) < begins_px) return;
      this.at = { x: now.clientX, y: now.clientY - lift };
      this.board()?.hold_over(this.at.x, this.at.y);
    };
    const end = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      stop();
      if (!this.at) return;
      this.board()?.let_go(now.type === "pointerup" ? "lay" : "drop");
      this.at = null;
      // What follows is no click on what lies under the pointer.
      const swallow = (click: Event): void => click.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    };
    /** A second finger turns the tile that the first one holds. */
    const another = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId && this.at) this.board()?.turn_preview(1);
    };
    const stop = (): void => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      removeEventListener("pointerdown", another);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    addEventListener("pointerdown", another);
  };
}
