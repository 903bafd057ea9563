// Loads the WebAssembly module and carries text across its memory.

/** Of both modules: catalog, tiles and pictures are the board's, agents and analysis the other's. */
export interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  alloc(size: number): number;
  release(address: number): void;
  result_size(): number;
  catalog(): number;
  game_open(r: number, rs: number, s: number, ss: number, first: number): number;
  game_close(game: number): void;
  game_tile(game: number, t: number, ts: number): number;
  game_tiles(game: number): number;
  game_picture(game: number, t: number, ts: number, rot: number): number;
  token_picture(t: number, ts: number, k: number, ks: number, player: number): number;
  game_position(game: number): number;
  game_areas(game: number): number;
  game_placements(game: number): number;
  game_final(game: number): number;
  game_log(game: number): number;
  game_record(game: number): number;
  game_seek(game: number, ply: number): number;
  game_deal(game: number): number;
  game_draw(game: number, t: number, ts: number): number;
  game_choices(game: number, x: number, y: number, rot: number): number;
  game_man(game: number, m: number, ms: number): number;
  game_fitting(game: number, x: number, y: number): number;
  game_play(game: number, m: number, ms: number): number;
  agent_check(s: number, ss: number): number;
  agent_choose(game: number, s: number, ss: number): number;
  game_advise(game: number, seconds: number): number;
  game_analyze(game: number, seconds: number): number;
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

  /** Calls `body` with the addresses and sizes of these texts, then frees them. */
  with_text<T>(texts: string[], body: (...places: [number, number][]) => T): T {
    const places = texts.map((text): [number, number] => {
      const bytes = this.encoder.encode(text);
      const address = this.exports.alloc(Math.max(1, bytes.length));
      new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
      return [address, bytes.length];
    });
    try {
      return body(...places);
    } finally {
      for (const [address] of places) this.exports.release(address);
    }
  }

  text(address: number): string {
    const bytes = new Uint8Array(this.exports.memory.buffer, address, this.exports.result_size());
    return this.decoder.decode(bytes);
  }
}
