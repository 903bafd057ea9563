// The engine off the main thread. One worker answers the board, another one thinks for bots.

import { expose } from "comlink";
import { Engine, type OpenOptions } from "./engine";
import type { AnalysisView, Move } from "./types";

let ready: (engine: Promise<Engine>) => void;
const engine = new Promise<Engine>((done) => (ready = done));

type Calls = Omit<Engine, "analyze" | "answer" | "exports" | "module">;
type Name = { [K in keyof Calls]: Calls[K] extends (...args: never[]) => unknown ? K : never }[keyof Calls];

const api = {
  /** Comes first: the page compiles the module once for all its workers. */
  load(compiled: WebAssembly.Module): void {
    ready(Engine.load(compiled));
  },
  async call(name: Name, args: unknown[]): Promise<unknown> {
    const target = await engine;
    const method = target[name] as (...args: unknown[]) => unknown;
    return method.apply(target, args);
  },
  async analyze(record: string, seconds: number, on_analyzed: (turns: number) => void): Promise<AnalysisView> {
    return (await engine).analyze(record, seconds, on_analyzed);
  },
};
export type WorkerApi = typeof api;
export type { Name as EngineCall, OpenOptions, Move };

expose(api);
