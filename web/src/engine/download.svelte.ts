// The engine's modules from the network, however often that fails at first.

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

/** Never fails: without a network the page says so and asks again. */
export async function download(url: string): Promise<WebAssembly.Module> {
  for (let tries = 0; ; ++tries) {
    try {
      const module = await WebAssembly.compileStreaming(fetch(url));
      if (tries > 0) missing -= 1;
      return module;
    } catch (error) {
      console.warn("a part of the game did not arrive", error);
      if (tries === 0) missing += 1;
      await pause(Math.min(longest_pause_ms, 1000 * 2 ** tries));
    }
  }
}
