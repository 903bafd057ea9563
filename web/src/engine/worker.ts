// The engine off the main thread. One worker answers the board, another one thinks for bots.

import { expose } from "comlink";
import { Engine, EngineError, type OpenOptions } from "./engine";
import type { AnalysisView, Move, Refusal } from "./types";

let ready: (engine: Promise<Engine>) => void;
const engine = new Promise<Engine>((done) => (ready = done));

type Calls = Omit<Engine, "analyze" | "ask" | "module">;
type Name = { [K in keyof Calls]: Calls[K] extends (...args: never[]) => unknown ? K : never }[keyof Calls];

/** An error loses what it carries on its way to the page: a refusal travels as a value. */
export type Reply<T> = { value: T } | { refusal: Refusal };
async function reply<T>(ask: (engine: Engine) => T): Promise<Reply<T>> {
  try {
    return { value: ask(await engine) };
  } catch (error) {
    if (error instanceof EngineError) return { refusal: error.refusal };
    throw error;
  }
}

const api = {
  /** Comes first: the page compiles the module once for all its workers. */
  load(compiled: WebAssembly.Module): void {
    ready(Engine.load(compiled));
  },
  call(name: Name, args: unknown[]): Promise<Reply<unknown>> {
    return reply((target) => (target[name] as (...args: unknown[]) => unknown).apply(target, args));
  },
  analyze(record: string, seconds: number, on_analyzed: (turns: number) => void): Promise<Reply<AnalysisView>> {
    return reply((target) => target.analyze(record, seconds, on_analyzed));
  },
};
export type WorkerApi = typeof api;
export type { Name as EngineCall, OpenOptions, Move };

expose(api);
