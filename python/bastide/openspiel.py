"""The game for OpenSpiel, which is needed for this module alone.

    bastide.openspiel.register()
    game = pyspiel.load_game("bastide(edition=new,players=2)")

Draws are chance nodes: an action there is the number of a kind of tile. A player's action is a
number in the sorted list of legal moves (Game.moves). Returns are points.

An observation has two parts, "tokens" and "table" of docs/c-library.md, as the player who decides
sees them; in a box with Inns & Cathedrals or Traders & Builders the wide ones. Nothing is hidden, so
that it is the same for everybody, and an information state has the same numbers; as text it is the
list of all actions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from . import _library as c
from ._form import NARROW, WIDE, Form, form_of
from .game import DRAW, OVER, Game

MAX_ACTIONS = 8192  # with the Gingerbread Man's cities, which are part of a move here
_MOST_TILE_KINDS = 96
_MOST_TURNS = {NARROW: 104, WIDE: 146}
_MOST_POINTS = 1000
_STACKS = ("river", "river_lake", "land", "bonus")
_STACK = 4  # column of `tables`: the stack that is drawn from
_TOKENS = "-fahbup"  # in the text of an action, as in the program's moves

_TYPE = pyspiel.GameType(
    short_name="bastide",
    long_name="Bastide (Carcassonne)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.REWARDS,
    max_num_players=c.MOST_PLAYERS,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"players": 2, "edition": c.first_edition(), "options": ""},
)


class BastideGame(pyspiel.Game):
    """`options` are those of the edition as `key:value`, with `;` between them."""

    def __init__(self, params: dict[str, Any] | None = None):
        params = params or {}
        players = int(params.get("players", 2))
        pairs = [pair for pair in str(params.get("options", "")).split(";") if pair]
        self.setup: dict[str, Any] = {
            "edition": str(params.get("edition", c.first_edition())),
            "players": players,
            "options": dict(pair.partition(":")[::2] for pair in pairs),
        }
        begin = Game(**self.setup)  # an unknown edition or option is told now
        self.form = form_of(begin)
        told = begin.position()["position"]["remaining"]
        self.stacks = np.array([_STACKS.index(kind["stack"]) for kind in told])  # by number of tile
        info = pyspiel.GameInfo(
            num_distinct_actions=MAX_ACTIONS,
            max_chance_outcomes=_MOST_TILE_KINDS,
            num_players=players,
            min_utility=0,
            max_utility=_MOST_POINTS,
            utility_sum=None,
            max_game_length=_MOST_TURNS[self.form],
        )
        super().__init__(_TYPE, info, params)

    def new_initial_state(self) -> BastideState:
        return BastideState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self.form, iig_obs_type is not None and iig_obs_type.perfect_recall)


class _Observer:
    """The areas and what is not on the board; `recall`: told as text, all that was done."""

    def __init__(self, form: Form, recall: bool):
        self._form, self._recall = form, recall
        areas = form.areas[0] * form.areas[1]
        self.tensor = np.zeros(areas + form.columns, np.float32)
        self.dict = {
            "tokens": self.tensor[:areas].reshape(form.areas),
            "table": self.tensor[areas:],
        }

    def set_from(self, state: BastideState, player: int) -> None:
        seen = state.board.see(self._form.tokens, self._form.tables)
        self.dict["tokens"][:] = seen[self._form.tokens]
        self.dict["table"][:] = seen[self._form.tables]

    def string_from(self, state: BastideState, player: int) -> str:
        return state.history_str() if self._recall else str(state)


class BastideState(pyspiel.State):
    def __init__(self, game: BastideGame):
        super().__init__(game)
        self.board = Game(**game.setup)
        self._stacks, self._form = game.stacks, game.form
        self._points = [0.0] * game.setup["players"]  # before the latest move
        self._listed: Any = None  # the legal moves, once somebody asked

    def _moves(self) -> Any:
        if self._listed is None:
            self._listed = self.board.moves()
        return self._listed

    def current_player(self) -> int:
        now = self.board.state
        if now.phase == OVER:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if now.phase == DRAW else now.player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Kinds of tile, by how many of the current stack are undrawn."""
        table = self.board.see(self._form.tables)[self._form.tables]
        counts = table[self._form.undrawn : self._form.undrawn + len(self._stacks)]
        left = np.flatnonzero((self._stacks == table[_STACK]) & (counts > 0))
        tiles = int(counts[left].sum())
        return [(int(number), int(counts[number]) / tiles) for number in left]

    def _legal_actions(self, player: int) -> list[int]:
        count = len(self._moves())
        if count > MAX_ACTIONS:
            raise OverflowError(f"{count} legal moves, and room for {MAX_ACTIONS}")
        return list(range(count))

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self.board.draw(self.board.tile(action))
        else:
            self._points = self.returns()
            self.board.apply(self._moves()[action])
        self._listed = None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.board.tile(action)
        move = self._moves()[action]
        text = f"{move['x']},{move['y']},{move['rotation']}"
        if move["action"] != 0:
            text += ",recall" if move["action"] == 2 else f",{_TOKENS[move['token']]}{move['segment']}"
        for man in move["man"][: move["man_moves"]]:
            text += f" man {man['x']},{man['y']},{man['segment']}"
        return text

    def is_terminal(self) -> bool:
        return self.board.over

    def returns(self) -> list[float]:
        scores = self.board.final_scores if self.board.over else self.board.scores
        return [float(score) for score in scores]

    def rewards(self) -> list[float]:
        return [now - before for now, before in zip(self.returns(), self._points)]

    def observation_string(self, player: int) -> str:
        return str(self)

    def __str__(self) -> str:
        now = self.board.state
        hand = "" if now.hand is None else f" hand {self.board.tile(now.hand)}"
        return f"{now.turns} turns, scores {list(now.scores)},{hand} hash {self.board.hash:016x}"


def register() -> None:
    """Makes pyspiel.load_game("bastide") known; a second call changes nothing."""
    if _TYPE.short_name not in pyspiel.registered_names():
        pyspiel.register_game(_TYPE, BastideGame)
