#!/usr/bin/env node
// An engine in JavaScript: keeps the board round. It knows from `position` where tiles lie, and takes
// the legal move that touches most of them.
//
// usage: bastide arena --agents 'cmd:node examples/engine/tidy_engine.mjs;time=0.5,random' --pairs 5
// needs: Node and nothing else. docs/engine-protocol.md has the protocol.

import { createInterface } from "node:readline";

let filled = new Set();
let moves = [];

const say = (...lines) => process.stdout.write(lines.join("\n") + "\n");
const cell = (word) => word.split(",", 2).map(Number);

/** The cells of a line such as `turn base/E 0,-1,2,f0 skip base/C hand base/K`. */
function cellsOf(words) {
  const cells = new Set(["0,0"]); // the start tile
  words.forEach((word, i) => {
    if (word === "turn" && words[i + 2]) cells.add(cell(words[i + 2]).join());
  });
  return cells;
}

function neighbours(move) {
  const [x, y] = cell(move);
  let count = 0;
  for (let dx = -1; dx <= 1; dx++) {
    for (let dy = -1; dy <= 1; dy++) if (filled.has([x + dx, y + dy].join())) count++;
  }
  return count;
}

/** More neighbours, then a figure rather than none. */
const worth = (move) => 2 * neighbours(move) + (move.split(",").length > 3 ? 1 : 0);

function choose() {
  return moves.reduce((best, move) => (worth(move) > worth(best) ? move : best));
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, ...rest] = line.trim().split(/\s+/);
  if (word === "bep") {
    say("id name Tidy in JavaScript", "id author Bastide's examples", "wants moves", "bepok 1");
  } else if (word === "isready") {
    say("readyok");
  } else if (word === "position") {
    filled = cellsOf(rest);
  } else if (word === "moves") {
    moves = rest;
  } else if (word === "go") {
    say(moves.length > 0 ? `bestmove ${choose()}` : "error go: there is no position yet");
  } else if (word === "quit") {
    process.exit(0);
  }
});
