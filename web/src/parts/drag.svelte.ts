// A tile or a figure held by mouse or finger, from the hand or from where it lies, to the board.

import type { Deploy } from "../engine/types";

/** What is done with something held at a point of the screen. */
interface Holding {
  over: (x: number, y: number) => void;
  end: (how: "lay" | "drop") => void;
  /** A second finger comes down while the first one holds. */
  another?: () => void;
}
/** Less is a click. */
const begins_px = 6;
/** Above a finger, so that it does not hide what it holds. */
const lift_px = 46;

class Drag {
  /** Where it is held, on screen; null: nothing is. */
  at = $state.raw<{ x: number; y: number } | null>(null);

  protected hold(event: PointerEvent, holding: Holding): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const { pointerId, clientX, clientY } = event;
    const lift = event.pointerType === "mouse" ? 0 : lift_px;
    const move = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      if (!this.at && Math.hypot(now.clientX - clientX, now.clientY - clientY) < begins_px) return;
      this.at = { x: now.clientX, y: now.clientY - lift };
      holding.over(this.at.x, this.at.y);
    };
    const end = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      stop();
      if (!this.at) return;
      holding.end(now.type === "pointerup" ? "lay" : "drop");
      this.at = null;
      // What follows is no click on what lies under the pointer.
      const swallow = (click: Event): void => click.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
    };
    const another = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId && this.at) holding.another?.();
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
  }
}

interface TileBoard {
  hold_over(x: number, y: number): void;
  let_go(how: "lay" | "drop"): void;
  turn_preview(step: 1 | -1): boolean;
}
export class TileDrag extends Drag {
  constructor(private readonly board: () => TileBoard | undefined) {
    super();
  }
  readonly begin = (event: PointerEvent): void => {
    this.hold(event, {
      over: (x, y) => this.board()?.hold_over(x, y),
      end: (how) => this.board()?.let_go(how),
      another: () => this.board()?.turn_preview(1),
    });
  };
}

interface FigureBoard {
  aim(token: Deploy["token"], x: number, y: number): void;
  let_figure_go(how: "lay" | "drop"): void;
}
/** A figure goes to the nearest part of the tile where one like it may stand. */
export class FigureDrag extends Drag {
  held = $state.raw<Deploy | null>(null);

  constructor(private readonly board: () => FigureBoard | undefined) {
    super();
  }
  readonly begin = (event: PointerEvent, deploy: Deploy): void => {
    this.hold(event, {
      over: (x, y) => {
        this.held = deploy;
        this.board()?.aim(deploy.token, x, y);
      },
      end: (how) => {
        this.held = null;
        this.board()?.let_figure_go(how);
      },
    });
  };
}
