// The main thread's engine: the same calls as Engine, answered by a worker.

import { proxy, wrap, type Remote } from "comlink";
import { download, NotWanted, persist } from "./download.svelte";
import { EngineError, type Engine, type OpenOptions } from "./engine";
import type { EngineCall, Reply, WorkerApi } from "./worker";
import type { Advice, AnalysisView, Move } from "./types";
import board_url from "../../../build/wasm/board.wasm?url";
import thinking_url from "../../../build/wasm/thinking.wasm?url";

export type EngineClient = {
  [K in EngineCall]: Engine[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<R> : never;
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

function value_of<T>(reply: Reply<T>): T {
  if ("refusal" in reply) throw new EngineError(reply.refusal);
  return reply.value;
}

/** A thread with an engine in it. */
class EngineWorker {
  /** Once it runs; never after stop(). */
  readonly remote: Promise<Remote<WorkerApi>>;
  readonly client: EngineClient;
  private worker: Worker | undefined;
  private stopped = false;
  private on_stop: (error: NotWanted) => void = () => {};

  constructor(module: Promise<WebAssembly.Module>) {
    this.remote = persist(() => this.start(module)).catch(() => new Promise(() => {}));
    this.client = new Proxy({} as EngineClient, {
      get:
        (_target, name: string) =>
        async (...args: unknown[]) =>
          value_of(await (await this.remote).call(name as EngineCall, args)),
    });
  }

  private async start(module: Promise<WebAssembly.Module>): Promise<Remote<WorkerApi>> {
    if (this.stopped) throw new NotWanted();
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker = worker;
    const remote = wrap<WorkerApi>(worker);
    await new Promise<void>((ready, failed) => {
      this.on_stop = failed;
      worker.onerror = () => failed(new Error("a worker's script did not arrive"));
      module.then((compiled) => remote.load(compiled)).then(ready, failed);
    });
    worker.onerror = null;
    return remote;
  }
  /** What was asked is never answered. */
  stop(): void {
    this.stopped = true;
    this.worker?.terminate();
    this.on_stop(new NotWanted());
  }
}

let shared: EngineWorker | undefined;
/** The engine of the board. */
export function engine(): EngineClient {
  shared ??= new EngineWorker(board);
  return shared.client;
}

/** Thinks apart from the board, so that the board answers meanwhile and thinking can be stopped. */
export class Thinker {
  private worker: EngineWorker | undefined;

  private client(): EngineClient {
    return (this.worker ??= new EngineWorker(load_thinking())).client;
  }
  choose(record: string, options: OpenOptions, hand: string, spec: string): Promise<Move> {
    return this.client().choose_for(record, options, hand, spec);
  }
  advise(record: string, options: OpenOptions, hand: string, seconds: number): Promise<Advice> {
    return this.client().advise_for(record, options, hand, seconds);
  }
  /** What was being thought about is never answered. */
  stop(): void {
    this.worker?.stop();
    this.worker = undefined;
  }
}

/** An analysis in a worker of its own, until it is done or stopped. */
export class Analyst {
  private worker: EngineWorker | undefined;

  async analyze(record: string, seconds: number, on_analyzed: (turns: number) => void): Promise<AnalysisView> {
    this.stop();
    const worker = new EngineWorker(load_thinking());
    this.worker = worker;
    try {
      return value_of(await (await worker.remote).analyze(record, seconds, proxy(on_analyzed)));
    } finally {
      if (this.worker === worker) this.stop();
    }
  }
  stop(): void {
    this.worker?.stop();
    this.worker = undefined;
  }
}
