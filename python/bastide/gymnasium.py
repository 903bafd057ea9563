"""The game as environments of Gymnasium, which is needed for this module alone.

    envs = bastide.gymnasium.VectorEnv(num_envs=64, edition="new", opponent="greedy")
    env = bastide.gymnasium.Env(edition="new")

One learner has seat 0 of every game, the others are computer players. A step is the learner's
action and all that follows until it has to decide again. The reward is how much its lead over the
best of the others grew. Where a game ended, the next step begins another (AutoresetMode.NEXT_STEP),
whatever its action. An observation is {"tokens", "table", "action_mask"}, with wide columns in a box
with Inns & Cathedrals or Traders & Builders. Where its builder earned a second part of its turn, the
learner decides again at once.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector.utils import batch_space

from . import _library as c
from ._form import Form, form_of_setup
from .agent import Agent, Chance
from .batch import Batch

_NUMBERS = np.iinfo(np.int16)


def _space(form: Form) -> gymnasium.spaces.Dict:
    def numbers(*shape: int) -> gymnasium.Space[Any]:
        return gymnasium.spaces.Box(_NUMBERS.min, _NUMBERS.max, shape, np.int16)

    return gymnasium.spaces.Dict(
        {
            "tokens": numbers(*form.areas),
            "table": numbers(form.columns),
            "action_mask": gymnasium.spaces.Box(0, 1, (c.MAX_ACTIONS,), np.uint8),
        }
    )


class _Tables:
    """Games in which the others have moved until the learner decides, or nobody any more."""

    def __init__(self, n: int, opponent: str, setup: dict[str, Any]):
        self._n, self._opponent, self._setup = n, opponent, setup
        Agent(opponent)  # an unknown one is told now
        self.form = form_of_setup(setup)
        self._batch: Batch | None = None

    def reset(self, seed: int) -> None:
        observe = ("masks", self.form.tokens, self.form.tables)
        self._batch = Batch(n=self._n, seed=seed, observe=observe, **self._setup)
        self._chances = [Chance(seed ^ (i + 1)) for i in range(self._n)]
        self._agents = [self._seated() for _ in range(self._n)]
        self.leads = np.zeros(self._n, np.float32)
        self._points = np.zeros_like(self._batch.rewards)
        self._play_others()

    def _seated(self) -> list[Agent]:
        """An agent may remember, so that each game has its own."""
        return [Agent(self._opponent) for _ in range(self._setup["players"] - 1)]

    def step(self, actions: npt.ArrayLike) -> None:
        assert self._batch is not None, "reset comes first"
        begun = self._batch.ends.astype(bool)
        self._batch.step(np.maximum(np.asarray(actions, np.int32), 0))
        self._points[begun] = 0
        self._points += self._batch.rewards
        for i in np.flatnonzero(begun):
            self._agents[i] = self._seated()
        before = np.where(begun, 0, self.leads)
        self._play_others()
        self.rewards = self.leads - before

    def _play_others(self) -> None:
        batch = self._batch
        assert batch is not None
        while (others := (batch.ends == 0) & (batch.players != 0)).any():
            actions = np.full(self._n, -1, np.int32)  # the learner's games wait
            for i in np.flatnonzero(others):
                actions[i] = self._choice_of_other(batch, int(i))
            batch.step(actions)
            self._points += batch.rewards
        rivals = self._points[:, 1:].max(1) if self._points.shape[1] > 1 else 0
        self.leads = (self._points[:, 0] - rivals).astype(np.float32)

    def _choice_of_other(self, batch: Batch, i: int) -> int:
        agent, chance = self._agents[i][int(batch.players[i]) - 1], self._chances[i]
        try:
            return batch.choose(i, agent, chance)
        except c.BastideError:
            if batch.overflows[i] & 1 == 0:
                raise
            # It wanted one of the legal actions that are not offered: it gets another.
            return chance.value % int(batch.counts[i])

    def observation(self) -> dict[str, npt.NDArray[Any]]:
        batch = self._batch
        assert batch is not None and batch.masks is not None
        return {
            "tokens": getattr(batch, self.form.tokens).copy(),
            "table": getattr(batch, self.form.tables).copy(),
            "action_mask": batch.masks.copy(),
        }

    def infos(self) -> dict[str, npt.NDArray[Any]]:
        assert self._batch is not None
        return {"game": self._batch.games.copy(), "overflow": self._batch.overflows.copy()}

    def ends(self) -> npt.NDArray[np.bool_]:
        assert self._batch is not None
        return self._batch.ends.astype(bool)


class VectorEnv(gymnasium.vector.VectorEnv):
    metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        edition: str | None = None,
        players: int = 2,
        options: dict[str, object] | None = None,
        opponent: str = "random",
        threads: int = 1,
    ):
        setup = {"edition": edition, "players": players, "options": options, "threads": threads}
        self._tables = _Tables(num_envs, opponent, setup)
        self.num_envs = num_envs
        self.single_observation_space = _space(self._tables.form)
        self.single_action_space = gymnasium.spaces.Discrete(c.MAX_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> Any:
        if seed is not None or self._np_random is None:
            self._np_random, self._np_random_seed = seeding.np_random(seed)
        self._tables.reset(int(self._np_random.integers(1 << 63)))
        return self._tables.observation(), self._tables.infos()

    def step(self, actions: npt.ArrayLike) -> Any:
        self._tables.step(actions)
        ends = self._tables.ends()
        seen, infos = self._tables.observation(), self._tables.infos()
        return seen, self._tables.rewards, ends, np.zeros_like(ends), infos


class Env(gymnasium.Env):
    """One game, and the usual `reset` after its end."""

    metadata = {"render_modes": []}

    def __init__(
        self,
        edition: str | None = None,
        players: int = 2,
        options: dict[str, object] | None = None,
        opponent: str = "random",
        render_mode: str | None = None,
    ):
        setup = {"edition": edition, "players": players, "options": options}
        self._tables = _Tables(1, opponent, setup)
        self.observation_space = _space(self._tables.form)
        self.render_mode = render_mode
        self.action_space = gymnasium.spaces.Discrete(c.MAX_ACTIONS)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self._tables.reset(int(self.np_random.integers(1 << 63)))
        return self._seen()

    def _seen(self) -> Any:
        seen = {key: array[0] for key, array in self._tables.observation().items()}
        return seen, {key: int(array[0]) for key, array in self._tables.infos().items()}

    def step(self, action: int) -> Any:
        self._tables.step([action])
        seen, info = self._seen()
        return seen, float(self._tables.rewards[0]), bool(self._tables.ends()[0]), False, info
