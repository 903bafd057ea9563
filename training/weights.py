"""The file of weights that the program reads, and the network in whole numbers as it runs it."""

import struct

import numpy as np

import layout


def fnv(data: bytes) -> int:
    """FNV-1a of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def quantised(parts: dict) -> dict:
    """Floats by name as the whole numbers of the file; what does not fit its type is an error."""
    out = {}
    for name, shape, kind, one in layout.PARTS:
        numbers = np.rint(np.asarray(parts[name], dtype=np.float64).reshape(shape) * one)
        limits = np.iinfo(kind)
        if not (limits.min <= numbers.min() and numbers.max() <= limits.max):
            raise ValueError(f"{name}: {numbers.min()} to {numbers.max()} do not fit {kind}")
        out[name] = numbers.astype(kind)
    return out


def write(path, numbers: dict, terms: int) -> None:
    """`terms` is the checksum of the evaluation that the network corrects."""
    body = b"".join(numbers[name].tobytes() for name, *_ in layout.PARTS)
    head = struct.pack("<IIQQ", layout.WEIGHTS_FORMAT, layout.VERSION, terms, fnv(body))
    with open(path, "wb") as file:
        file.write(layout.MAGIC + head + body)


def read(path):
    """Whole numbers by name, and the checksum of the terms."""
    with open(path, "rb") as file:
        data = file.read()
    form, version, terms, checksum = struct.unpack("<IIQQ", data[8:32])
    body = data[32:]
    if data[:8] != layout.MAGIC or form != layout.WEIGHTS_FORMAT or version != layout.VERSION:
        raise ValueError(f"{path}: not weights of this version")
    if fnv(body) != checksum:
        raise ValueError(f"{path}: wrong checksum")
    numbers, at = {}, 0
    for name, shape, kind, _ in layout.PARTS:
        count = int(np.prod(shape))
        numbers[name] = np.frombuffer(body, kind, count, at).reshape(shape)
        at += count * np.dtype(kind).itemsize
    if at != len(body):
        raise ValueError(f"{path}: wrong size")
    return numbers, terms


def floats(numbers: dict) -> dict:
    """The other way round."""
    return {name: numbers[name].astype(np.float32) / one for name, _, _, one in layout.PARTS}


def run(numbers: dict, kinds, whose, rows, global_rows) -> int:
    """One position, as src/ai/network/network_kernels.h runs it; written for clearness, not speed."""
    clip = lambda sums: np.clip(sums, 0, layout.MOST_ACTIVATION)
    shift = layout.WEIGHT_ONE.bit_length() - 1
    layer = lambda name, suffix, values: clip(
        (numbers[f"{name}_weight{suffix}"].astype(np.int64) @ values + numbers[f"{name}_bias{suffix}"]) >> shift
    )
    pools = np.zeros((layout.POOLS + 1, layout.WIDTH), np.int64)
    direct = 0
    for kind, relation, marked in zip(kinds, whose, rows):
        marked = marked[marked < layout.TOKEN_ROWS]
        hidden = clip(numbers["row"][marked].astype(np.int64).sum(0))
        pools[layout.pool_of(kind, relation)] += layer("token", f"_{kind}", hidden)
        direct += int(numbers["direct"][marked, relation].astype(np.int64).sum())
    pools[layout.POOLS] = clip(numbers["global_row"][global_rows].astype(np.int64).sum(0))
    direct += int(numbers["global_direct"][global_rows].astype(np.int64).sum())
    hidden = layer("second", "", layer("first", "", np.minimum(pools, 0x7FFF).reshape(-1)))
    scale = layout.POINTS_ONE // layout.DIRECT_ONE
    return int(numbers["out_weight"].astype(np.int64) @ hidden + numbers["out_bias"][0]) + direct * scale
