"""What the notebooks about learning share: numbers that describe positions and actions, a small
network with Adam, and softmax over the actions of many positions at once. NumPy alone."""

import numpy as np

import bastide

OWN, OTHER, EDGES, POINTS, LINE, MASS = 12, 16, 20, 24, 4, 8  # planes that come in fours
ACTION_NUMBERS = 4 + 6 * 4 + 5
STATE_NUMBERS = 14


def state_numbers(tokens, tables):
    """One row per position: `tokens` [n, 256, 16], `tables` [n, 128] (docs/c-library.md)."""
    tokens, tables = tokens.astype(np.float32), tables.astype(np.float32)
    own, other = tokens[:, :, 8], tokens[:, :, 9:13].max(2)
    now, finished, leads = tokens[:, :, 6], tokens[:, :, 7], tokens[:, :, 13]
    behind, open_ = other > own, tokens[:, :, 1] == 0
    best_other = np.where(tables[:, :1] > 1, tables[:, 9:13].max(1, keepdims=True), 0)
    columns = [
        (tables[:, 8:9] - best_other) / 20,
        tables[:, 6:7] / 40,
        tables[:, 13:14] / 7,
        tables[:, 14:15] / 7,
        tables[:, 18:19] + tables[:, 23:24],
        (tables[:, 2:3] == bastide.MAN) * 1.0,
        (now * leads).sum(1, keepdims=True) / 20,
        (now * behind).sum(1, keepdims=True) / 20,
        (finished * leads * open_).sum(1, keepdims=True) / 20,
        (finished * behind * open_).sum(1, keepdims=True) / 20,
        (own * open_).sum(1, keepdims=True) / 7,
        (other * open_).sum(1, keepdims=True) / 7,
        (tokens[:, :, 2] * (own > 0)).sum(1, keepdims=True) / 20,
        np.ones((len(tokens), 1), np.float32),
    ]
    return np.concatenate(columns, 1).astype(np.float32)


def action_numbers(actions, planes, origin, table):
    """One row per legal action of one position: what is put down, and what it will touch."""
    actions = actions.astype(np.int64)
    wide = np.pad(planes, ((0, 0), (2, 2), (2, 2))).astype(np.float32)
    x = np.clip(actions[:, 0] - origin[0] + 2, 1, wide.shape[2] - 2)
    y = np.clip(actions[:, 1] - origin[1] + 2, 1, wide.shape[1] - 2)
    columns = [actions[:, 3] == bastide.RECALL] + [actions[:, 4] == kind for kind in (1, 2, 3)]
    for side, (dx, dy) in enumerate([(0, -1), (1, 0), (0, 1), (-1, 0)]):
        facing = (side + 2) % 4  # of the tile that lies there
        for plane, scale in ((OWN, 1), (OTHER, 1), (EDGES, 4), (POINTS, 8), (LINE, 1), (MASS, 1)):
            columns.append(wide[plane + facing, y + dy, x + dx] / scale)
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    columns.append(sum(wide[0, y + dy, x + dx] for dx, dy in around) / 4)
    columns.append(np.max([wide[28, y + dy, x + dx] for dx, dy in around], axis=0) / 9)
    columns += [np.full(len(actions), table[13] / 7), np.full(len(actions), table[6] / 40)]
    columns.append(np.ones(len(actions)))
    return np.stack(columns, 1).astype(np.float32)


class Network:
    """One hidden layer, one number out."""

    def __init__(self, inputs, hidden, chance):
        self.weights = [
            (chance.standard_normal((inputs, hidden)) / np.sqrt(inputs)).astype(np.float32),
            (chance.standard_normal(hidden) * 0.01).astype(np.float32),
        ]
        self._moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self._steps = 0

    def __call__(self, rows):
        return np.tanh(rows @ self.weights[0]) @ self.weights[1]

    def learn(self, rows, slopes, rate):
        """A step of Adam; `slopes` is what the loss does with the output of each row."""
        hidden = np.tanh(rows @ self.weights[0])
        inner = (slopes[:, None] * self.weights[1]) * (1 - hidden**2)
        self._steps += 1
        for weight, (mean, square), slope in zip(
            self.weights, self._moments, (rows.T @ inner, hidden.T @ slopes)
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair = mean / (1 - 0.9**self._steps), square / (1 - 0.999**self._steps)
            weight -= (rate * fair[0] / (np.sqrt(fair[1]) + 1e-8)).astype(np.float32)


def softmax(logits, begins):
    """Of each stretch of `logits` by itself; stretch i begins at begins[i]."""
    sizes = np.diff([*begins, len(logits)])
    high = np.repeat(np.maximum.reduceat(logits, begins), sizes)
    weights = np.exp(logits - high)
    return weights / np.repeat(np.add.reduceat(weights, begins), sizes)
