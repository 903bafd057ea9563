// Plays two agents against each other inside the module that thinks in the browser, as a page asks it:
//     node tools/measure_match.mjs [--pairs 20] [--seed 1] [--minutes 0] [--edition ID] FIRST SECOND
//     node tools/measure_match.mjs --pairs 20 --seed 701 bastide:time=0.5 bastide-1:time=0.5
// Pairs of games with the same draws and swapped seats, two players, the first edition on the shelf if none is named.
// Told are the margin of FIRST in points per game with a 95 % interval over pairs, and how long moves took. MODULE
// names the module (default ../build/wasm/thinking.wasm). After so many minutes no further pair is begun. Budgets of
// time want a core that nothing else uses.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { WASI } from "node:wasi";
import { editions } from "./editions.mjs";

const { values, positionals: agents } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "0" },
    edition: { type: "string", default: editions[0].id },
  },
});
if (agents.length !== 2) throw new Error("two agents are needed");
const file = process.env.MODULE ?? new URL("../../build/wasm/thinking.wasm", import.meta.url);

const wasi = new WASI({ version: "preview1" });
const { instance } = await WebAssembly.instantiate(await readFile(file), {
  wasi_snapshot_preview1: wasi.wasiImport,
  bastide: { analyzed: () => {} },
});
wasi.initialize(instance);
const engine = instance.exports;

/** What a function of the module answers; texts among the arguments lie in its memory meanwhile. */
function ask(name, ...args) {
  const texts = [];
  const flat = args.flatMap((arg) => {
    if (typeof arg === "number") return [arg];
    const bytes = new TextEncoder().encode(arg);
    const address = engine.alloc(Math.max(1, bytes.length));
    texts.push(address);
    new Uint8Array(engine.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  });
  const address = engine[name](...flat);
  const bytes = new Uint8Array(engine.memory.buffer, address, engine.result_size());
  const answer = JSON.parse(new TextDecoder().decode(bytes));
  for (const text of texts) engine.release(text);
  if (answer.error) throw new Error(`${name}: ${answer.error} ${answer.detail ?? ""}`);
  return answer;
}

const record = JSON.stringify({
  format: "bastide/1",
  edition: values.edition,
  players: [{ name: "1" }, { name: "2" }],
  turns: [],
});
const thought = agents.map(() => ({ moves: 0, seconds: 0, longest: 0 }));

/** The margin of the first agent, which has this seat. */
function play(seed, seat) {
  const { game } = ask("game_open", record, String(seed), 0);
  for (;;) {
    const { position } = ask("game_deal", game);
    if (position.over) break;
    const agent = position.player === seat ? 0 : 1;
    const began = performance.now();
    const move = ask("agent_choose", game, agents[agent]);
    const seconds = (performance.now() - began) / 1000;
    thought[agent].moves += 1;
    thought[agent].seconds += seconds;
    thought[agent].longest = Math.max(thought[agent].longest, seconds);
    ask("game_play", game, JSON.stringify(move));
  }
  const { scores } = ask("game_final", game);
  engine.game_close(game);
  return scores[seat] - scores[1 - seat];
}

/** Student's t at 97.5 %, near enough from two degrees of freedom on. */
function student(freedom) {
  const z = 1.959964;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

const margins = [];
const began = performance.now();
for (let pair = 0; pair < Number(values.pairs); ++pair) {
  const minutes = (performance.now() - began) / 60_000;
  if (Number(values.minutes) > 0 && minutes >= Number(values.minutes)) break;
  const seed = Number(values.seed) * 100_000 + pair;
  const games = [play(seed, 0), play(seed, 1)];
  margins.push((games[0] + games[1]) / 2);
  console.log(`pair ${pair + 1}: ${games.join(" ")}`);
}
const mean = margins.reduce((sum, margin) => sum + margin, 0) / margins.length;
const variance = margins.reduce((sum, margin) => sum + (margin - mean) ** 2, 0) / (margins.length - 1);
const half = student(margins.length - 1) * Math.sqrt(variance / margins.length);
console.log(
  `${agents[0]} against ${agents[1]}: ${mean.toFixed(1)} points per game ` +
    `[${(mean - half).toFixed(1)}, ${(mean + half).toFixed(1)}], ${margins.length} pairs, seed ${values.seed}`,
);
for (const [i, { moves, seconds, longest }] of thought.entries())
  console.log(
    `${agents[i]}: ${moves} moves, ${(seconds / moves).toFixed(3)} s each, the longest ${longest.toFixed(3)} s`,
  );
