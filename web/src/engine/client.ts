// The main thread's engine: the same calls as Engine, answered by a worker.

import { proxy, wrap, type Remote } from "comlink";
import { download } from "./download.svelte";
import type { Engine, OpenOptions } from "./engine";
import type { EngineCall, WorkerApi } from "./worker";
import type { Advice, AnalysisView, Move } from "./types";
import board_url from "../../../build/wasm/board.wasm?url";
import thinking_url from "../../../build/wasm/thinking.wasm?url";

export type EngineClient = {
  [K in EngineCall]: Engine[K] extends (...args: infer A) => infer R
    ? (...args: A) => Promise<R>
    : never;
};

// Asked for as soon as this file runs; index.html has begun to load it even earlier.
const board = download(board_url);
/** When the line is free for what a first board does not need. */
export const board_arrived: Promise<unknown> = board;
// What thinks is asked for when somebody first thinks: it is larger, and no board waits for it.
let thinking: Promise<WebAssembly.Module> | undefined;
function load_thinking(): Promise<WebAssembly.Module> {
  return (thinking ??= download(thinking_url));
}

function start(module: Promise<WebAssembly.Module>): { worker: Worker; remote: Remote<WorkerApi> } {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const remote = wrap<WorkerApi>(worker);
  void module.then((compiled) => remote.load(compiled));
  return { worker, remote };
}

function client_of(remote: Remote<WorkerApi>): EngineClient {
  return new Proxy({} as EngineClient, {
    get: (_target, name: string) =>
      (...args: unknown[]) => remote.call(name as EngineCall, args),
  });
}

let shared: EngineClient | undefined;
/** The engine of the board. */
export function engine(): EngineClient {
  shared ??= client_of(start(board).remote);
  return shared;
}

/** Thinks apart from the board, so that the board answers meanwhile and thinking can be stopped. */
export class Thinker {
  private running: { worker: Worker; client: EngineClient } | undefined;

  private client(): EngineClient {
    if (!this.running) {
      const { worker, remote } = start(load_thinking());
      this.running = { worker, client: client_of(remote) };
    }
    return this.running.client;
  }
  choose(record: string, options: OpenOptions, hand: string, spec: string): Promise<Move> {
    return this.client().choose_for(record, options, hand, spec);
  }
  advise(record: string, options: OpenOptions, hand: string, seconds: number): Promise<Advice> {
    return this.client().advise_for(record, options, hand, seconds);
  }
  /** What was being thought about is never answered. */
  stop(): void {
    this.running?.worker.terminate();
    this.running = undefined;
  }
}

/** An analysis in a worker of its own, until it is done or stopped. */
export class Analyst {
  private worker: Worker | undefined;

  async analyze(record: string, seconds: number, on_analyzed: (turns: number) => void): Promise<AnalysisView> {
    this.stop();
    const { worker, remote } = start(load_thinking());
    this.worker = worker;
    try {
      return await remote.analyze(record, seconds, proxy(on_analyzed));
    } finally {
      if (this.worker === worker) this.stop();
    }
  }
  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
  }
}
