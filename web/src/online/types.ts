// The messages of data/protocol/schema.json that this client uses. Unknown keys are ignored.

import type { Options, ScoreEvent, Move, Deploy, SegmentRef } from "../engine/types";

export type Aid = "remaining" | "dead" | "ownership" | "projected" | "hints";
export type SeatRule = { kind: "person" } | { kind: "bot"; agent: string };
export interface TableRules {
  edition: string;
  options?: Options;
  seats: SeatRule[];
  aids?: Aid[];
  visibility?: "public" | "link";
  clock?: ClockRule;
  chat?: "all" | "players" | "off";
}
export type ClockRule =
  | { kind: "none" }
  | { kind: "fischer"; initial_s: number; increment_s: number }
  | { kind: "days"; days: number };
/** Left at the server's time `at`; the one of `running` counts down from there. */
export interface Clock {
  remaining_ms: number[];
  running: number | null;
  at: number;
}
export interface ChatLine {
  n: number;
  at: number;
  user: string;
  name: string;
  seat?: number;
  text: string;
}
export interface User {
  id: string;
  name: string;
}
export interface SeatView {
  kind: "person" | "bot";
  name: string;
  user?: string;
  agent?: string;
  resigned?: true;
  flagged?: true;
}
export interface ResultView {
  scores: number[];
  ranks: number[];
  reason: "complete" | "resign" | "time";
}
export interface TableView {
  game: string;
  status: "open" | "playing" | "over";
  rules: TableRules;
  seats: SeatView[];
  owner: string;
  ply: number;
  turns: number;
  result?: ResultView;
  rematch?: string;
}
export interface TurnEntry {
  player: number;
  tile: string;
  x: number;
  y: number;
  rot: number;
  deploy?: Deploy;
  recall?: true;
  bonus?: true;
  skipped?: string[];
  gingerbread?: SegmentRef[];
}
export interface Draw {
  player: number;
  tile?: string;
  bonus?: true;
  skipped?: string[];
}
export interface Entry {
  ply: number;
  kind: "start" | "turn" | "takeback" | "resign" | "flag" | "substitute" | "end";
  at: number;
  hash: string;
  scores: number[];
  clock?: Clock;
  first?: number;
  names?: string[];
  turn?: TurnEntry;
  events?: ScoreEvent[];
  draw?: Draw;
  turns?: number;
  seat?: number;
  agent?: string;
  result?: ResultView;
}
export interface Presence {
  seats: boolean[];
  watchers: number;
}
export interface Info {
  version: string;
  protocol: number;
  agents: string[];
  aids: Aid[];
}

export type ServerMessage =
  | { type: "welcome"; protocol: number; at: number; user?: User }
  | { type: "state"; game: string; table: TableView; you: number | null; ply: number; plies: Entry[]; presence: Presence; chat: ChatLine[]; clock?: Clock; takeback?: number; rematch?: number[] }
  | { type: "table"; game: string; table: TableView }
  | { type: "ply"; game: string; entry: Entry }
  | { type: "ack"; game: string; move_id: string; ply: number }
  | { type: "stale"; game: string; move_id: string; ply: number }
  | { type: "refused"; game: string; move_id: string; code: string; ply: number; violation?: string }
  | { type: "error"; code: string; game?: string; to?: string }
  | { type: "presence"; game: string; presence: Presence }
  | { type: "rematch"; game: string; seats: number[]; next?: string }
  | { type: "bye"; retry_ms: number }
  | { type: "pong"; at: number }
  | { type: "chat"; game: string; line: ChatLine }
  | { type: "takeback"; game: string; seat: number; state: "asked" | "refused" }
  | { type: "clock"; game: string; clock: Clock };

export type ClientMessage =
  | { type: "hello"; game: string; since?: number }
  | { type: "bye"; game: string }
  | { type: "move"; game: string; expect_ply: number; move_id: string; move: Move }
  | { type: "resign" | "claim" | "takeback" | "rematch" | "return"; game: string }
  | { type: "takeback_answer"; game: string; accept: boolean }
  | { type: "chat"; game: string; text: string }
  | { type: "mute"; game: string; user: string; on: boolean }
  | { type: "ping" };
