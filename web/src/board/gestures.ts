// Hands on the table: one finger or the mouse moves it, two fingers and the wheel bring it nearer.

import { carried, type Point, type Transform } from "./transform";

export interface Moved {
  /** Elements that keep wheel and drag for themselves. */
  own: string;
  now: () => Transform;
  within: (k: number) => number;
  begin: () => void;
  to: (next: Transform) => void;
  end: () => void;
}
/** Less is a click. */
const begins_px = 4;
const wheel_rest_ms = 150;
/** What a notch of the wheel is in pixels, by the unit its event counts in. */
const wheel_px = [1, 25, 500];

export function watch_gestures(stage: HTMLElement, moved: Moved): () => void {
  const fingers = new Map<number, Point>();
  let from: Point[] = [],
    start = moved.now(),
    moving = false,
    frame = stage.getBoundingClientRect(); // asked for once per gesture: each answer costs a layout
  const stop = new AbortController();
  const on = <K extends keyof WindowEventMap>(
    target: Window | HTMLElement,
    type: K,
    listener: (event: WindowEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ): void => target.addEventListener(type, listener as EventListener, { ...options, signal: stop.signal });
  const is_own = (event: Event): boolean => (event.target as Element).closest(moved.own) !== null;
  const point = ({ clientX, clientY }: MouseEvent): Point => [clientX - frame.left, clientY - frame.top];
  /** A finger came or went: what follows is counted from here. */
  const anchor = (): void => {
    from = [...fingers.values()].slice(0, 2);
    start = moved.now();
  };
  on(stage, "pointerdown", (event) => {
    if (event.button !== 0 || event.ctrlKey || is_own(event)) return;
    frame = stage.getBoundingClientRect();
    fingers.set(event.pointerId, point(event));
    anchor();
  });
  on(window, "pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, point(event));
    const to = [...fingers.values()].slice(0, 2);
    const way = Math.max(...to.map(([x, y], i) => Math.hypot(x - from[i]![0], y - from[i]![1])));
    if (!moving && way < begins_px) return;
    if (!moving) moved.begin();
    moving = true;
    moved.to(carried(start, from, to, moved.within));
  });
  const lift = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    anchor();
    if (fingers.size > 0 || !moving) return;
    moving = false;
    moved.end();
    // What follows is no click on what lies under the pointer.
    const swallow = (click: Event): void => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
  };
  on(window, "pointerup", lift);
  on(window, "pointercancel", lift);
  on(stage, "dragstart", (event) => event.preventDefault());
  let rest: ReturnType<typeof setTimeout> | undefined;
  on(
    stage,
    "wheel",
    (event) => {
      if (is_own(event)) return;
      event.preventDefault();
      frame = stage.getBoundingClientRect();
      const turned = event.deltaY * (wheel_px[event.deltaMode] ?? 1) * (event.ctrlKey ? 10 : 1);
      const now = moved.now();
      moved.begin();
      moved.to(now.about(point(event), moved.within(now.k * 2 ** (-turned / 500))));
      clearTimeout(rest);
      rest = setTimeout(moved.end, wheel_rest_ms);
    },
    { passive: false },
  );
  return () => {
    clearTimeout(rest);
    stop.abort();
  };
}
