#!/usr/bin/env python3
"""Trains the area network on siblings that `bastide network generate` wrote, and writes its weights.

usage: train.py FOLDER... --out data/network/classic_two.net --program build/release/bastide

The program is asked which terms the network corrects, and whether it runs the weights as they are
meant: the same whole numbers for some hundred positions.
"""

import argparse
import math
import time

import torch

import check
import data
import layout
import model
import weights


def variance(values: torch.Tensor, batch: dict) -> float:
    """Of differences between siblings."""
    return float(model.losses(torch.zeros_like(values), {**batch, "residual": values})[0])


def explained(network, siblings, held_out) -> float:
    """The share of the differences between siblings of held-out decisions that it explains."""
    errors = total = 0.0
    with torch.no_grad():
        for some in held_out.split(1024):
            batch = siblings.batch(some)
            count = len(batch["residual"])
            errors += float(model.losses(network(batch), batch)[0]) * count
            total += variance(batch["residual"], batch) * count
    return 1 - errors / total


def never_marked(rows: torch.Tensor, count: int) -> torch.Tensor:
    """Which of so many rows no position has."""
    seen = torch.zeros(count + 1, dtype=torch.long, device=rows.device)  # one more: a token may have fewer
    for some in rows.split(1 << 20):
        seen += torch.bincount(some.flatten().long(), minlength=count + 1)
    return seen[:count] == 0


def arguments():
    parser = argparse.ArgumentParser(description="Trains the area network.")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--out", required=True)
    parser.add_argument("--program", required=True, help="bastide, for the check")
    parser.add_argument("--start", help="weights to begin with")
    parser.add_argument("--passes", type=float, default=8)
    parser.add_argument("--batch", type=int, default=2048, help="decisions")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--decay", type=float, default=0.02)
    parser.add_argument("--level", type=float, default=0.05, help="weight of the mean of the siblings")
    parser.add_argument("--mix", type=float, nargs=5, default=[0.1, 0.2, 0.2, 0.2, 0.3],
                        help="of the values after 2, 4, 6, 8 and 12 tiles")  # fmt: skip
    parser.add_argument("--rounding", type=float, default=0.3, help="share of the steps that round at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def train(args) -> model.AreaNetwork:
    torch.manual_seed(args.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    began = time.monotonic()
    siblings = data.Siblings(args.folders, args.device, args.mix)
    order = torch.randperm(siblings.count, device=args.device)
    held_out, learned = order[: siblings.count // 50 + 1], order[siblings.count // 50 + 1 :]
    network = model.AreaNetwork().to(args.device)
    if args.start:
        parts = weights.floats(weights.read(args.start)[0])
        network.load_state_dict({name: torch.from_numpy(part.copy()) for name, part in parts.items()})
    optimiser = torch.optim.AdamW(network.parameters(), lr=args.rate, betas=(0.9, 0.99), weight_decay=args.decay)
    batches = math.ceil(len(learned) / args.batch)
    steps = max(1, round(args.passes * batches))
    print(f"{siblings.count} decisions, {len(siblings.tokens)} positions, {len(siblings.row)} tokens, "
          f"read in {time.monotonic() - began:.1f} s; {steps} steps", flush=True)  # fmt: skip
    warm = min(100, steps // 10 + 1)
    for step in range(steps):
        if step % batches == 0:
            learned = learned[torch.randperm(len(learned), device=args.device)]
            if step:
                print(f"pass {step // batches}: {100 * explained(network, siblings, held_out):.2f} % explained, "
                      f"{time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
        network.rounds = step >= steps * (1 - args.rounding)
        share = min((step + 1) / warm, 0.5 + 0.5 * math.cos(math.pi * step / steps))
        for group in optimiser.param_groups:
            group["lr"] = args.rate * share
        at = step % batches * args.batch
        batch = siblings.batch(learned[at : at + args.batch])
        apart, level = model.losses(network(batch), batch)
        optimiser.zero_grad(set_to_none=True)
        (apart + args.level * level).backward()
        optimiser.step()
    if not args.start:  # what nothing was learned of is as chance began it: nothing serves play and file better
        with torch.no_grad():
            network.row[never_marked(siblings.row, layout.TOKEN_ROWS)] = 0
            network.global_row[never_marked(siblings.globals, layout.GLOBAL_ROWS)] = 0
    network.rounds = True
    print(f"done: {100 * explained(network, siblings, held_out):.2f} % explained, "
          f"{time.monotonic() - began:.0f} s", flush=True)  # fmt: skip
    return network


def main():
    args = arguments()
    terms = check.terms_of(args.program)
    network = train(args)
    parts = {name: part.detach().cpu().numpy() for name, part in network.named_parameters()}
    weights.write(args.out, weights.quantised(parts), terms)
    check.check(args.program, args.out, args.folders)


if __name__ == "__main__":
    main()
