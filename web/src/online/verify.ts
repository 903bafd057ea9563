// Whether the draws of a finished game are what the server's secret and the players' links give: what
// `bastide verify` does, on this page. docs/protocol.md has the formulas.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Move, OpenedGame, PositionView, StepView } from "../engine/types";

interface RecordTurn extends Move {
  player: number;
  tile: string;
  skipped?: string[];
  bonus?: boolean;
}
interface DealtRecord {
  turns: RecordTurn[];
  players: { name: string }[];
  result?: unknown;
  dealer?: {
    version?: number;
    commitment: string;
    secret?: string;
    first?: number | "random";
    tips?: (string | null)[];
    links?: ({ seat: number; link: string } | null)[];
  };
}
/** The engine, here or in a worker. */
interface Asked {
  open(record: string, options: { first: number }): OpenedGame | Promise<OpenedGame>;
  step(game: number): StepView | Promise<StepView>;
  draw(game: number, tile: string): StepView | Promise<StepView>;
  play(game: number, move: Move): StepView | Promise<StepView>;
  close(game: number): void | Promise<void>;
}
export type Flaw = "unproven" | "secret" | "link" | "first" | "tile";
export type Verdict =
  { ok: true; draws: number; turns: number; links: number; lot: boolean } | { ok: false; flaw: Flaw; turn?: number };

const none = new Uint8Array(32);

function u64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
  return bytes;
}
/** A number below the bound: the first of eight that favours none. */
function below(bound: number, secret: Uint8Array, label: string, numbers: number[], mix: Uint8Array): number {
  const digest = hmac(sha512, secret, concatBytes(utf8ToBytes(label), ...numbers.map(u64), mix));
  const view = new DataView(digest.buffer, digest.byteOffset);
  const n = BigInt(bound);
  const last = 2n ** 64n - (2n ** 64n % n);
  let number = 0n;
  for (let i = 0; i < 8; ++i) {
    number = view.getBigUint64(8 * i, true);
    if (number < last) break;
  }
  return Number(number % n);
}
/** The tile at this place of those that may come now, in the order of the box. */
function tile_at({ remaining, stack }: PositionView, pick: (undrawn: number) => number): string {
  const may_come = remaining.filter((one) => one.stack === stack && one.count > 0);
  let index = pick(may_come.reduce((sum, one) => sum + one.count, 0));
  for (const { tile, count } of may_come) {
    if (index < count) return tile;
    index -= count;
  }
  return "";
}

export async function verify_draws(text: string, engine: Asked): Promise<Verdict> {
  const record = JSON.parse(text) as DealtRecord;
  const { dealer, turns, players } = record;
  // Games from before players took part in the draws are for the program.
  if (!dealer?.secret || dealer.version !== 2 || !dealer.tips || !dealer.links) return { ok: false, flaw: "unproven" };
  const secret = hexToBytes(dealer.secret);
  if (bytesToHex(sha256(secret)) !== dealer.commitment) return { ok: false, flaw: "secret" };

  const tips = dealer.tips.map((tip) => (tip === null ? none : hexToBytes(tip)));
  const mixes = [sha256(concatBytes(utf8ToBytes("bastide tips 2"), ...tips))];
  for (const [t, given] of dealer.links.entries()) {
    const link = given === null ? none : hexToBytes(given.link);
    if (given !== null) {
      let end = link;
      for (let i = 0; i <= t; ++i) end = sha256(end);
      if (bytesToHex(end) !== dealer.tips[given.seat]) return { ok: false, flaw: "link", turn: t + 1 };
    }
    mixes.push(sha256(concatBytes(mixes[t]!, link)));
  }

  const lot = dealer.first === "random" || dealer.first === undefined;
  const first = lot ? below(players.length, secret, "bastide first 2", [0, 0, 0], mixes[0]!) : Number(dealer.first);
  if (turns.length > 0 && turns[0]!.player !== first) return { ok: false, flaw: "first" };

  const { result: _result, dealer: _dealer, ...rest } = record;
  const { game } = await engine.open(JSON.stringify({ ...rest, turns: [] }), { first });
  try {
    let draws = 0;
    let step = await engine.step(game);
    for (const [t, turn] of turns.entries()) {
      const { player: _player, tile, skipped = [], bonus: _bonus, ...move } = turn;
      for (const [attempt, drawn] of [...skipped, tile].entries()) {
        const numbers = [t, 0, attempt];
        const due = tile_at(step.position, (n) => below(n, secret, "bastide dealer 2", numbers, mixes[t]!));
        if (due !== drawn) return { ok: false, flaw: "tile", turn: t + 1 };
        step = await engine.draw(game, drawn);
        ++draws;
      }
      step = await engine.play(game, move);
    }
    return { ok: true, draws, turns: turns.length, links: dealer.links.filter((link) => link !== null).length, lot };
  } finally {
    void engine.close(game);
  }
}
