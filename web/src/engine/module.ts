// Loads the WebAssembly module and carries text across its memory.

import type { Answers } from "./answers";

type Answering = Record<keyof Answers | "game_record", (...args: number[]) => number>;

/** Of both modules: catalog, tiles and pictures are the board's, agents and analysis the other's. */
export interface Exports extends Answering {
  memory: WebAssembly.Memory;
  _initialize(): void;
  alloc(size: number): number;
  release(address: number): void;
  result_size(): number;
  game_close(game: number): void;
}

const success = 0;
const bad_file = 8;

/** The few WASI functions a reactor without files still asks for. */
function wasi(memory: () => WebAssembly.Memory): WebAssembly.ModuleImports {
  const known: Record<string, (...args: never[]) => number | void> = {
    proc_exit: (code: number) => {
      throw new Error(`the engine stopped with ${code}`);
    },
    clock_time_get: (_id: number, _precision: bigint, out: number) => {
      const now = BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6));
      new DataView(memory().buffer).setBigUint64(out, now, true);
      return success;
    },
    random_get: (address: number, size: number) => {
      crypto.getRandomValues(new Uint8Array(memory().buffer, address, size));
      return success;
    },
    environ_sizes_get: (count: number, size: number) => {
      const view = new DataView(memory().buffer);
      view.setUint32(count, 0, true);
      view.setUint32(size, 0, true);
      return success;
    },
    environ_get: () => success,
  };
  return new Proxy(known, { get: (target, name: string) => target[name] ?? (() => bad_file) });
}

export class Module {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  /** Told by the engine in the middle of an analysis. */
  on_analyzed: (turns: number) => void = () => {};

  private constructor(readonly exports: Exports) {}

  static async load(source: BufferSource | WebAssembly.Module): Promise<Module> {
    let memory: WebAssembly.Memory | undefined;
    let module: Module | undefined;
    const imports = {
      wasi_snapshot_preview1: wasi(() => memory as WebAssembly.Memory),
      bastide: { analyzed: (turns: number) => module?.on_analyzed(turns) },
    };
    const compiled = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(compiled, imports);
    const exports = instance.exports as unknown as Exports;
    memory = exports.memory;
    exports._initialize();
    module = new Module(exports);
    return module;
  }

  /** What this function answers. A text among the arguments lies in the module's memory meanwhile. */
  call(name: keyof Answering, args: (number | string)[]): string {
    const texts: number[] = [];
    const flat = args.flatMap((arg) => {
      if (typeof arg === "number") return [arg];
      const bytes = this.encoder.encode(arg);
      const address = this.exports.alloc(Math.max(1, bytes.length));
      texts.push(address);
      new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
      return [address, bytes.length];
    });
    try {
      const address = this.exports[name](...flat);
      return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, address, this.exports.result_size()));
    } finally {
      for (const address of texts) this.exports.release(address);
    }
  }
}
