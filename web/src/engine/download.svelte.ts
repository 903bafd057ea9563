// The engine's parts from the network, however often that fails at first.

const longest_pause_ms = 15_000;

let missing = $state(0);
/** Something the game needs did not arrive yet and is asked for again. */
export function waits_for_network(): boolean {
  return missing > 0;
}

/** Resolves after the pause, or as soon as there is a network again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(go_on, milliseconds);
    function go_on(): void {
      clearTimeout(timer);
      removeEventListener("online", go_on);
      done();
    }
    addEventListener("online", go_on);
  });
}

/** Thrown by an attempt that nobody waits for any more. */
export class NotWanted extends Error {}

/** Never fails while it is wanted: without a network the page says so and tries again. */
export async function persist<T>(attempt: () => Promise<T>): Promise<T> {
  let tries = 0;
  try {
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (error instanceof NotWanted) throw error;
        console.warn("a part of the game did not arrive", error);
        if (tries === 0) missing += 1;
        await pause(Math.min(longest_pause_ms, 1000 * 2 ** tries++));
      }
    }
  } finally {
    if (tries > 0) missing -= 1;
  }
}

/** A function that returns a vector: what the engine is made of and older browsers do not know. */
const vectors = new Uint8Array([
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0, // a module
  1,
  5,
  1,
  96,
  0,
  1,
  123, // of one type, () -> v128
  3,
  2,
  1,
  0, // of which there is one function
  10,
  22,
  1,
  20,
  0,
  253,
  12,
  ...new Array<number>(16).fill(0),
  11, // v128.const, end
]);
/** Whether the engine can run here; if not, no network helps. */
export const runs_engine =
  typeof WebAssembly === "object" && "compileStreaming" in WebAssembly && WebAssembly.validate(vectors);

export function download(url: string): Promise<WebAssembly.Module> {
  if (!runs_engine) return new Promise(() => {}); // the page says why
  return persist(() => WebAssembly.compileStreaming(fetch(url)));
}
