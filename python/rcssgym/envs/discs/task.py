"""What tasks of the 2D game have in common: a declaration that the core runs in many games."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym._core import DiscBatch
from rcssgym.envs.cells import Cells
from rcssgym.envs.checks import Precision
from rcssgym.envs.core_task import LARGEST_OBSERVATION, CoreTask
from rcssgym.envs.options import Options
from rcssgym.envs.returned import joined
from rcssgym.envs.streams import Indices
from rcssgym.envs.task import Flags
from rcssgym.envs.terms import Terms, check, declaration
from rcssgym.errors import ArgumentError
from rcssgym.randomization import Randomization

Deed = Literal["dash", "turn_or_dash", "dash_turn_kick"]
"""What the numbers of an action mean."""
NUMBERS: dict[str, int] = {"dash": 1, "turn_or_dash": 4, "dash_turn_kick": 8}
"""How many each has."""
Others = Literal["still", "random"]
"""What those do whom no policy commands."""

TYPES_SEED = 0
"""Of the player types: the same in all worlds, so that an episode depends on its env alone."""


class DiscTask(CoreTask):
    """A player of the 2D game, in many games at once; a step is a cycle of 100 ms.

    :meth:`declare` says what the task observes, is rewarded for, ends by and begins with, in terms
    that the core evaluates (``docs/terms.md``). An action is numbers from -1 to 1: with ``deed``
    ``"dash"`` one, a dash with power 100 at so many half turns from the body; with
    ``"turn_or_dash"`` four, score and direction of a turn, score and direction of such a dash, one
    of which is drawn; with ``"dash_turn_kick"`` eight, scores of a dash, a turn and a kick, of
    which the highest is done, power (-1 to 1: -100 to 100) and direction of the dash, direction of
    the turn, power (-1 to 1: 0 to 100) and direction of the kick. Number 1 of the left team acts.

    Every episode is a game of its own, whose random numbers are drawn from its env's stream.
    Arrays: ``position``, ``velocity`` of the player, ``ball_position``, ``ball_velocity``
    ``(W, 2)``, m and m/cycle, ``heading`` (rad), ``age`` ``(W,)``, ``action`` ``(W, n)``: they show
    the core's memory.
    """

    left = ()
    right = ()
    players: tuple[int, int] = (1, 0)
    """Players of the left and the right team."""
    goalies: tuple[bool, bool] = (False, False)
    """Whether number 1 of each is a goalie."""
    deed: Deed = "dash"
    """What the numbers of an action mean."""
    others: Others = "still"
    """What all others do: nothing, or anything at random."""
    server_params: Mapping[str, Any] = {}
    """rcssserver's ``server::`` parameters that are not at their defaults."""
    keeps_play_on = False
    """Whether the trainer orders ``play_on`` in every cycle."""

    age = Cells("age", "number")
    action = Cells("action")
    heading = Cells("heading", "number")
    position = Cells("position", part=slice(2))
    velocity = Cells("velocity", part=slice(2))
    ball_position = Cells("ball_position", part=slice(2))
    ball_velocity = Cells("ball_velocity", part=slice(2))

    worlds: DiscBatch  # type: ignore[assignment]  # the games, where other tasks have bodies
    _of_a_step: ClassVar[tuple[str, ...]] = (
        "reset",
        "step",
        "rewards",
        "total",
        "measures",
        "terminated",
        "observe",
        "parts",
    )

    def __init__(self) -> None:
        if self.deed not in NUMBERS:
            raise ArgumentError(f"deed: there is no {self.deed!r}, only {', '.join(NUMBERS)}")
        self.action_space = Box(-1.0, 1.0, (self.numbers(),), np.float32)
        widths, more = self._widths()
        if not (self._has_own("parts") or self._has_own("observe")):
            self.observation_space = _space(sum(widths))
            self.privileged_space = _space(sum(widths) + sum(more))

    @abstractmethod
    def declare(self) -> Terms:
        """Return what the task observes, is rewarded for, ends by and begins with."""

    def numbers(self) -> int:
        """Return how many numbers an action is."""
        return NUMBERS[self.deed]

    def _acting(self) -> tuple[list[dict[str, Any]], int | None]:
        """Return the players who act, and how many of several are of the left team."""
        return [player(self.numbers(), self.players)], None

    def _declaration(self, *, begins: bool) -> dict[str, Any]:
        terms = self.declare()
        check(terms)
        self._terms = terms
        acting, left = self._acting()
        declared = declaration(
            acting, terms, begins=begins, privileged=self.tells_privileged, left=left
        )
        plan = {"deed": self.deed, "others": self.others}
        return {**declared, **plan, "keeps_play_on": bool(self.keeps_play_on)}

    def make_worlds(self, num_envs: int, *, threads: int | None, precision: Precision) -> DiscBatch:
        """Return the games."""
        if precision != "double":
            raise ArgumentError(f"precision: the 2D game has 'double', not {precision!r}")
        left, right = self.players
        return DiscBatch(
            num_envs,
            left,
            right,
            threads=threads,
            goalies=self.goalies,
            server_params=self.server_params,
            player_params={"random_seed": TYPES_SEED},
        )

    def check_options(self, options: Options, randomization: Randomization | None) -> None:
        """Refuse what the 2D game does not have."""
        if options.frame_skip != 1:
            raise ArgumentError(f"frame_skip: is 1 in the 2D game, not {options.frame_skip}")
        if randomization is not None:
            raise ArgumentError("randomization: is for robots, not for the 2D game")

    # --- an episode

    def reset(self, envs: Indices) -> None:
        """Begin another game in some worlds, and place everybody."""
        self.core.begin(envs, self.streams.state)
        self._is_stale = True

    def _frozen(self) -> Flags:
        """No game is ever broken off."""
        return np.zeros(len(self.worlds), np.bool_)

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write the parts side by side, clipped to -10 to 10."""
        if self._is_stale:
            self._sense()
        seen = self.core.observe()
        if not (self._has_own("parts") or self._terms.functions()):
            out[:] = seen
            return
        parts = joined(self, "parts", self.parts(), out.shape)
        np.clip(parts, -LARGEST_OBSERVATION, LARGEST_OBSERVATION, out=out, casting="same_kind")


def _space(size: int) -> Box:
    """Return the space of observations of so many numbers."""
    return Box(-LARGEST_OBSERVATION, LARGEST_OBSERVATION, (size,), np.float32)


def player(numbers: int, players: tuple[int, int]) -> dict[str, Any]:
    """Return a player of the 2D game as the core takes it: he has no joints, but actions."""
    return {
        "nominal": [0.0] * numbers,
        "height": 0.0,
        "lowest": 0.0,
        "sole": 0.0,
        "feet": [],
        "hinges": [],
        "has_torques": False,
        "action_scale": 1.0,
        "kp": 0.0,
        "kd": 0.0,
        "is_disc": True,
        "company": [players[0] - 1, players[1]],
    }
