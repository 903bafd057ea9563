"""Shards of siblings, on the device that trains."""

import pathlib

import numpy as np
import torch

import layout


def shards(folders):
    """The shards' names without suffix, in order."""
    found = sorted(p.with_suffix("") for folder in folders for p in pathlib.Path(folder).glob("*.positions"))
    if not found:
        raise SystemExit(f"no *.positions in {', '.join(map(str, folders))}")
    return found


def read(path: pathlib.Path, record: np.dtype, magic: bytes) -> np.ndarray:
    """The records of one file."""
    head = path.read_bytes()[:16] if path.stat().st_size < 1 << 16 else open(path, "rb").read(16)
    wanted = magic + np.array([layout.SHARD_FORMAT + (layout.VERSION << 16), record.itemsize], "<u4").tobytes()
    if head != wanted:
        raise SystemExit(f"{path}: not a shard of this version")
    return np.fromfile(path, record, offset=16)


def read_shard(name: pathlib.Path):
    """Positions and tokens of one shard."""
    positions = read(name.with_suffix(".positions"), layout.POSITION, b"bastsibp")
    tokens = read(name.with_suffix(".tokens"), layout.TOKEN, b"bastsibt")
    if positions["tokens"].sum(dtype=np.int64) != len(tokens):
        raise SystemExit(f"{name}: positions and tokens do not belong together")
    return positions, tokens


def ragged(starts: torch.Tensor, counts: torch.Tensor) -> torch.Tensor:
    """starts[0], starts[0] + 1, ... counts[0] of them, then those of starts[1], ..."""
    ends = counts.cumsum(0)
    offsets = torch.repeat_interleave(starts - (ends - counts), counts)
    return offsets + torch.arange(len(offsets), device=starts.device)


class Siblings:
    """All decisions of some folders."""

    def __init__(self, folders, device, mix, most=None):
        self.device = device
        parts = {key: [] for key in ("kind_and_whose", "row", "tokens", "global", "residual", "decision")}
        decisions = 0
        for name in shards(folders):
            positions, tokens = read_shard(name)
            later = positions["later"] @ np.asarray(mix, np.float32)
            arrays = {
                "kind_and_whose": tokens["kind_and_whose"].astype(np.int8),
                "row": tokens["row"].view(np.int16),
                "tokens": positions["tokens"].astype(np.int64),
                "global": positions["global"].astype(np.int16),
                "residual": later - positions["judged"],
                "decision": positions["decision"].astype(np.int64) + decisions,
            }
            if len(positions):
                decisions += int(positions["decision"][-1]) + 1
            for key, array in arrays.items():
                parts[key].append(torch.from_numpy(np.ascontiguousarray(array)).to(device))
            if most is not None and decisions >= most:
                break
        joined = {key: torch.cat(part) for key, part in parts.items()}
        self.kind_and_whose, self.row = joined["kind_and_whose"], joined["row"]
        self.tokens, self.globals = joined["tokens"], joined["global"]
        self.residual = joined["residual"]
        self.first_token = self.tokens.cumsum(0) - self.tokens
        self.siblings = torch.bincount(joined["decision"], minlength=decisions)
        self.first = self.siblings.cumsum(0) - self.siblings
        self.count = decisions

    def batch(self, decisions: torch.Tensor) -> dict:
        """Everything about some decisions; `decision` and `position` number them within the batch."""
        counts = self.siblings[decisions]
        positions = ragged(self.first[decisions], counts)
        tokens = ragged(self.first_token[positions], self.tokens[positions])
        number = torch.arange(len(positions), device=self.device)
        both = self.kind_and_whose[tokens].long()
        return {
            "kind": both // layout.RELATIONS,
            "whose": both % layout.RELATIONS,
            "row": self.row[tokens].long(),
            "position": torch.repeat_interleave(number, self.tokens[positions]),
            "global": self.globals[positions].long(),
            "residual": self.residual[positions],
            "decision": torch.repeat_interleave(torch.arange(len(decisions), device=self.device), counts),
            "siblings": counts,
        }
