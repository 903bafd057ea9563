"""The area network in floating point, rounded as the program rounds where that is asked for."""

import torch
from torch import nn

import layout


def rounded(values: torch.Tensor, one: int) -> torch.Tensor:
    """In steps of 1 / one; the gradient passes as if nothing had been rounded."""
    return values + (torch.round(values * one) / one - values).detach()


class AreaNetwork(nn.Module):
    """layout.PARTS are its parameters, by the same names."""

    def __init__(self):
        super().__init__()
        self.rounds = False  # weights and activations as the program has them
        for name, shape, _, _ in layout.PARTS:
            self.register_parameter(name, nn.Parameter(torch.zeros(shape)))
        with torch.no_grad():
            self.row.normal_(0, 0.15)
            self.global_row.normal_(0, 0.15)
            for kind in range(layout.KINDS):
                getattr(self, f"token_weight_{kind}").normal_(0, (2 / layout.WIDTH) ** 0.5)
            self.first_weight.normal_(0, 0.5 * layout.HEAD_INPUTS**-0.5)
            self.second_weight.normal_(0, (2 / layout.WIDTH) ** 0.5)
            # out_weight and the direct numbers begin at nothing: so does the correction.

    def get(self, name: str) -> torch.Tensor:
        """A part, rounded if asked for."""
        part = getattr(self, name)
        if not self.rounds:
            return part
        return rounded(part, {name: one for name, _, _, one in layout.PARTS}[name])

    def clipped(self, sums: torch.Tensor) -> torch.Tensor:
        """What is left of sums; the program rounds down."""
        values = sums.clamp(0, layout.MOST_ACTIVATION / layout.ACTIVATION_ONE)
        if not self.rounds:
            return values
        one = layout.ACTIVATION_ONE
        return values + (torch.floor(values * one) / one - values).detach()

    def forward(self, batch: dict) -> torch.Tensor:
        """Points for the player who moved, of every position."""
        device, count = batch["row"].device, len(batch["residual"])
        # Rows as a matrix of ones: the gradient of a sum of rows is then a product too.
        marks = torch.zeros(len(batch["row"]), layout.TOKEN_ROWS + 1, device=device)
        marks = marks.scatter_(1, batch["row"], 1.0)[:, : layout.TOKEN_ROWS]
        hidden = self.clipped(marks @ self.get("row"))
        direct = (marks @ self.get("direct")).gather(1, batch["whose"][:, None])[:, 0]
        pools = torch.zeros(count * layout.POOLS, layout.WIDTH, device=device)
        for kind in range(layout.KINDS):
            chosen = torch.nonzero(batch["kind"] == kind)[:, 0]
            weight, bias = self.get(f"token_weight_{kind}"), self.get(f"token_bias_{kind}")
            vectors = self.clipped(hidden[chosen] @ weight.T + bias)
            pool = layout.pool_of(kind, 0) + batch["whose"][chosen]
            pools = pools.index_add(0, batch["position"][chosen] * layout.POOLS + pool, vectors)
        sums = torch.zeros(count, device=device).index_add(0, batch["position"], direct)
        marks = torch.zeros(count, layout.GLOBAL_ROWS, device=device).scatter_(1, batch["global"], 1.0)
        world = self.clipped(marks @ self.get("global_row"))
        inputs = torch.cat([pools.reshape(count, -1), world], 1)
        hidden = self.clipped(inputs @ self.get("first_weight").T + self.get("first_bias"))
        hidden = self.clipped(hidden @ self.get("second_weight").T + self.get("second_bias"))
        out = hidden @ self.get("out_weight") + self.get("out_bias")
        return out + sums + marks @ self.get("global_direct")


def losses(points: torch.Tensor, batch: dict):
    """Squared errors: of differences to the mean of the siblings, and of that mean."""
    count = len(batch["siblings"])
    error = points - batch["residual"]
    mean = torch.zeros(count, device=error.device).index_add(0, batch["decision"], error) / batch["siblings"]
    apart = error - mean[batch["decision"]]
    return (apart**2).mean(), (mean**2).mean()
