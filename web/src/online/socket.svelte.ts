// The connection: opens, and opens again after any break, with growing pauses. What is known
// already is never sent twice: each connection begins where the last one ended.

import type { ClientMessage, ServerMessage } from "./generated/protocol";

export type Connection = "connecting" | "connected" | "reconnecting" | "offline";
const ping_every_ms = 15_000;
const silent_too_long_ms = 40_000;

export class Socket {
  state = $state<Connection>("connecting");
  private socket: WebSocket | undefined;
  private tries = 0;
  private closed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private heard = Date.now();
  private readonly beat: ReturnType<typeof setInterval>;

  constructor(
    private readonly on_open: () => void,
    private readonly on_message: (message: ServerMessage) => void,
  ) {
    this.open();
    addEventListener("online", this.now);
    addEventListener("offline", this.gone);
    document.addEventListener("visibilitychange", this.now);
    this.beat = setInterval(() => {
      if (Date.now() - this.heard > silent_too_long_ms) this.socket?.close();
      else this.send({ type: "ping" });
    }, ping_every_ms);
  }

  private readonly now = (): void => {
    if (this.state === "connected" || document.visibilityState === "hidden") return;
    clearTimeout(this.timer);
    this.open();
  };
  private readonly gone = (): void => {
    this.socket?.close();
  };

  private open(): void {
    if (this.closed || this.socket || !navigator.onLine) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard = Date.now();
      this.state = "connected";
      this.on_open();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.heard = Date.now();
      let message: ServerMessage;
      try {
        message = JSON.parse(event.data) as ServerMessage;
      } catch {
        return this.again();
      }
      this.on_message(message);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      if (!this.closed) this.later();
    };
  }
  private later(): void {
    this.state = navigator.onLine ? "reconnecting" : "offline";
    if (!navigator.onLine) return; // the browser says when it is back
    const pause = Math.min(8000, 150 * 2 ** this.tries++) * (0.7 + Math.random() * 0.6);
    this.timer = setTimeout(() => this.open(), pause);
  }

  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
  /** A fresh connection: whatever went wrong, the state comes anew. */
  again(): void {
    this.socket?.close();
  }
  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener("online", this.now);
    removeEventListener("offline", this.gone);
    document.removeEventListener("visibilitychange", this.now);
    this.socket?.close();
  }
}
