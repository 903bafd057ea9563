"""What src/ai/network/tokens.h and weights.h say, once more: the version keeps both in step."""

import numpy as np

VERSION = 1  # of what rows mean
FEATURE_ROWS, FIELD_ROWS, SITE_ROWS = 389, 147, 109
TOKEN_ROWS = 2 * FEATURE_ROWS + FIELD_ROWS + SITE_ROWS
GLOBAL_ROWS = 248
KINDS, RELATIONS, POOLS = 4, 4, 10
MOST_ROWS, MOST_GLOBALS = 20, 18
WIDTH, NARROW = 64, 32
HEAD_INPUTS = (POOLS + 1) * WIDTH

# Fixed point.
ACTIVATION_ONE = 128
WEIGHT_ONE = 256
MOST_ACTIVATION = 8 * ACTIVATION_ONE - 1
DIRECT_ONE = 256
POINTS_ONE = ACTIVATION_ONE * WEIGHT_ONE

# Shards: sibling_shards.h.
SHARD_FORMAT = 1
LOOKS = 5
POSITION = np.dtype(
    [
        ("decision", "<u4"),
        ("tokens", "<u2"),
        ("tiles_left", "<u2"),
        ("global", "<u2", (MOST_GLOBALS,)),
        ("judged", "<f4"),
        ("later", "<f4", (LOOKS,)),
    ]
)
TOKEN = np.dtype([("kind_and_whose", "<u2"), ("row", "<u2", (MOST_ROWS,))])

# Weights: weights.cpp.
WEIGHTS_FORMAT = 1
MAGIC = b"bastnet\n"
# Name, shape, type and what one is, in the order of the file.
PARTS = (
    [
        ("row", (TOKEN_ROWS, WIDTH), "<i2", ACTIVATION_ONE),
        ("global_row", (GLOBAL_ROWS, WIDTH), "<i2", ACTIVATION_ONE),
        ("direct", (TOKEN_ROWS, RELATIONS), "<i2", DIRECT_ONE),
        ("global_direct", (GLOBAL_ROWS,), "<i2", DIRECT_ONE),
    ]
    + [
        part
        for kind in range(KINDS)
        for part in (
            (f"token_weight_{kind}", (WIDTH, WIDTH), "<i2", WEIGHT_ONE),
            (f"token_bias_{kind}", (WIDTH,), "<i4", POINTS_ONE),
        )
    ]
    + [
        ("first_weight", (WIDTH, HEAD_INPUTS), "<i2", WEIGHT_ONE),
        ("first_bias", (WIDTH,), "<i4", POINTS_ONE),
        ("second_weight", (NARROW, WIDTH), "<i2", WEIGHT_ONE),
        ("second_bias", (NARROW,), "<i4", POINTS_ONE),
        ("out_weight", (NARROW,), "<i2", WEIGHT_ONE),
        ("out_bias", (1,), "<i4", POINTS_ONE),
    ]
)


def pool_of(kind, whose):
    """By whose an area is; features, fields and sites apart."""
    base = np.array([0, 0, RELATIONS, 2 * RELATIONS])
    return base[kind] + whose
