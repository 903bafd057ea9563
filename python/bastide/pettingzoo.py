"""The game as an AEC environment of PettingZoo, which is needed for this module alone.

    env = bastide.pettingzoo.env(edition="new", players=3)

An observation is {"observation": {"tokens", "table"}, "action_mask"}; docs/c-library.md has the
columns, which are the wide ones in a box with Inns & Cathedrals or Traders & Builders. An action is a number of the sorted list of legal moves; the mask is in `infos` too, and
`infos[agent]["overflow"]` says if there were more than fit. Rewards are points as they are scored,
so that their sum is the final score.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _library as c
from ._form import NARROW, Form, form_of_setup
from .batch import Batch

_NUMBERS = np.iinfo(np.int16)


def env(**arguments: Any) -> AECEnv:
    """With PettingZoo's own checks around it."""
    checked = wrappers.AssertOutOfBoundsWrapper(raw_env(**arguments))
    return wrappers.OrderEnforcingWrapper(checked)


def observation_space(form: Form = NARROW) -> gymnasium.spaces.Dict:
    """What one player sees."""

    def numbers(*shape: int) -> gymnasium.Space[Any]:
        return gymnasium.spaces.Box(_NUMBERS.min, _NUMBERS.max, shape, np.int16)

    seen = {"tokens": numbers(*form.areas), "table": numbers(form.columns)}
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Dict(seen),
            "action_mask": gymnasium.spaces.Box(0, 1, (c.MAX_ACTIONS,), np.int8),
        }
    )


class raw_env(AECEnv):
    metadata = {"name": "bastide_v0", "is_parallelizable": False, "render_modes": []}

    def __init__(
        self,
        edition: str | None = None,
        players: int = 2,
        options: dict[str, object] | None = None,
        render_mode: str | None = None,
    ):
        super().__init__()
        self._setup: dict[str, Any] = {"edition": edition, "players": players, "options": options}
        self._form = form_of_setup(self._setup)
        self.render_mode = render_mode
        self.possible_agents = [f"player_{i}" for i in range(players)]
        self.agents: list[str] = []
        self._seeds: np.random.Generator | None = None
        space, actions = observation_space(self._form), gymnasium.spaces.Discrete(c.MAX_ACTIONS)
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: actions for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or self._seeds is None:
            self._seeds, _ = seeding.np_random(seed)
        self._batch = Batch(
            n=1,
            seed=int(self._seeds.integers(1 << 63)),
            observe=("masks", self._form.tokens, self._form.tables),
            **self._setup,
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def _tell(self) -> None:
        batch = self._batch
        decides = self.possible_agents[int(batch.players[0])]
        self.infos = {
            agent: {"action_mask": self._mask(agent == decides), "overflow": int(batch.overflows[0])}
            for agent in self.agents
        }
        if not batch.ends[0]:
            self.agent_selection = decides

    def _mask(self, decides: bool) -> Any:
        masks = self._batch.masks
        assert masks is not None
        return masks[0].astype(np.int8) if decides else np.zeros(c.MAX_ACTIONS, np.int8)

    def observe(self, agent: str) -> dict[str, Any]:
        """The board as the player who decides sees it; the mask is empty for the others."""
        tokens = getattr(self._batch, self._form.tokens)
        tables = getattr(self._batch, self._form.tables)
        decides = int(self._batch.players[0]) == self.possible_agents.index(agent)
        return {
            "observation": {"tokens": tokens[0].copy(), "table": tables[0].copy()},
            "action_mask": self._mask(decides),
        }

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._batch.step(np.array([action], np.int32))
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = float(self._batch.rewards[0, seat])
        if self._batch.ends[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()

    def render(self) -> None:
        return None

    def close(self) -> None:
        return None
