// Records made from logs that the server wrote: their draws are proven here, and any change is found.

import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Engine } from "../src/engine/engine";
import { verify_draws } from "../src/online/verify";

const engine = await Engine.load(readFileSync(new URL("../../build/wasm/board.wasm", import.meta.url)));

interface Entry {
  kind: string;
  names?: string[];
  tips?: (string | null)[];
  seat?: number;
  link?: string;
  turn?: { player: number; tile: string; skipped?: string[] };
  turns?: number;
}
function record_of(name: string) {
  const corpus = JSON.parse(
    readFileSync(new URL(`../../tests/server/corpus/${name}.json`, import.meta.url), "utf8"),
  ) as {
    rules: { edition: string; options: object; first: "random" | number };
    secret: string;
    log: { body: string }[];
  };
  const entries = corpus.log.map(({ body }) => JSON.parse(body) as Entry);
  const start = entries.find((entry) => entry.kind === "start")!;
  // A takeback leaves the links that were told: turn t has the one of the first time.
  const turns: NonNullable<Entry["turn"]>[] = [];
  const links: ({ seat: number; link: string } | null)[] = [];
  for (const { kind, turn, turns: left, seat, link } of entries) {
    if (kind === "takeback") turns.length = left!;
    if (kind !== "turn") continue;
    if (turns.length === links.length) links.push(link === undefined ? null : { seat: seat!, link });
    turns.push(turn!);
  }
  return {
    format: "bastide/1",
    edition: corpus.rules.edition,
    options: corpus.rules.options,
    players: start.names!.map((name) => ({ name })),
    turns,
    dealer: {
      version: 2,
      commitment: bytesToHex(sha256(hexToBytes(corpus.secret))),
      secret: corpus.secret,
      first: corpus.rules.first,
      tips: start.tips!,
      links: links.slice(0, turns.length),
    },
  };
}
const verdict = (record: object) => verify_draws(JSON.stringify(record), engine);

test("the draws of a game are what secret and links give", async () => {
  const record = record_of("links");
  const links = record.dealer.links.filter((link) => link !== null).length;
  const skipped = record.turns.reduce((sum, turn) => sum + (turn.skipped?.length ?? 0), 0);
  const turns = record.turns.length;
  expect(links).toBeGreaterThan(3);
  expect(await verdict(record)).toEqual({ ok: true, draws: turns + skipped, turns, links, lot: true });
});

test("whatever is changed is found, with its turn", async () => {
  const { dealer, ...rest } = record_of("links");
  const other = dealer.secret.replace(/^./, (c) => (c === "0" ? "1" : "0"));
  expect(await verdict(rest)).toEqual({ ok: false, flaw: "unproven" });
  expect(await verdict({ ...rest, dealer: { ...dealer, secret: other } })).toEqual({ ok: false, flaw: "secret" });
  const commitment = bytesToHex(sha256(hexToBytes(other)));
  expect(
    await verdict({ ...rest, dealer: { ...dealer, secret: other, commitment, first: rest.turns[0]!.player } }),
  ).toEqual({ ok: false, flaw: "tile", turn: 1 });
  const named = (rest.turns[0]!.player + 1) % rest.players.length;
  expect(await verdict({ ...rest, dealer: { ...dealer, first: named } })).toEqual({ ok: false, flaw: "first" });
  const at = dealer.links.findLastIndex((link) => link !== null);
  const links = dealer.links.map((link, i) => (i === at ? { ...link!, link: other } : link));
  expect(await verdict({ ...rest, dealer: { ...dealer, links } })).toEqual({ ok: false, flaw: "link", turn: at + 1 });
  const lost = dealer.links.map((link, i) => (i === 1 ? null : link));
  const found = await verdict({ ...rest, dealer: { ...dealer, links: lost } });
  expect(found).toMatchObject({ ok: false, flaw: "tile" });
});
