// Runs a WASI program with Node and ends with its exit status.
// usage: node --experimental-wasi-unstable-preview1 tools/run_wasm.mjs program.wasm [argument...]
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
if (program === undefined) {
    console.error("usage: run_wasm.mjs program.wasm [argument...]");
    process.exit(2);
}
const wasi = new WASI({ version: "preview1", args: [program, ...rest], returnOnExit: true });
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
process.exitCode = wasi.start(instance) ?? 0;
