"""Base class of tasks of the 2D game: a declaration that the core runs in many games."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym._core import DISC_TEAM as TEAM
from rcssgym._core import LARGEST_IN_2D as LARGEST
from rcssgym._core import DiscBatch, disc_acts, observation_widths
from rcssgym.envs.cells import Cells
from rcssgym.envs.checks import Precision, checked_count, checked_flag, is_listed
from rcssgym.envs.core_task import CoreTask
from rcssgym.envs.discs.others import Choices, MixedEpisodes, Others
from rcssgym.envs.discs.policy_files import check_trained, opened
from rcssgym.envs.options import Options
from rcssgym.envs.returned import joined
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.talk import Talk, checked_units
from rcssgym.envs.task import Flags
from rcssgym.envs.terms import PRIVILEGED, Terms, check, declaration
from rcssgym.errors import ArgumentError
from rcssgym.randomization import Randomization

ActionMode = Literal["dash", "turn_or_dash", "choices"] | tuple[str, ...]
"""What the numbers of an action mean: one of three modes, or names of acts (``ACTS``)."""
ACTS: dict[str, int] = dict(disc_acts())
"""Acts of players, with the number of parameters of each."""

TYPES_SEED = 0
"""Seed of the player types: the same in all worlds, so that an episode depends only on its env."""


def numbers_of(action_mode: ActionMode) -> int:
    """Return how many numbers an action has.

    Raises :class:`ArgumentError` for an unknown mode, and for names that are not acts.
    """
    if isinstance(action_mode, str):
        if action_mode not in ("dash", "turn_or_dash"):
            raise ArgumentError(
                f"action_mode: there is no {action_mode!r}, only dash, turn_or_dash, and acts"
            )
        return 1 if action_mode == "dash" else 4
    if not is_listed(action_mode):
        raise ArgumentError(f"action_mode: {action_mode!r} is neither a mode nor names of acts")
    for name in action_mode:
        if name not in ACTS:
            raise ArgumentError(f"actions: there is no {name!r}, only {', '.join(ACTS)}")
    return sum(1 + ACTS[name] for name in action_mode)


def checked_size(name: str, size: object, fewest: int) -> int:
    """Return the number of players of a team.

    Raises :class:`ArgumentError` for anything but an integer from ``fewest`` to 11.
    """
    if isinstance(size, bool) or not isinstance(size, int | np.integer):
        raise ArgumentError(f"{name}: {size!r} is not an integer")
    if not fewest <= size <= TEAM:
        raise ArgumentError(f"{name}: {size} players are not from {fewest} to {TEAM}")
    return int(size)


class DiscTask(CoreTask):
    """Players of the 2D game, in many games at once; a step is a cycle of 100 ms.

    :meth:`declare` returns the task's observations, rewards, end conditions and start, in terms
    that the core evaluates (``docs/terms.md``). An action is a vector of numbers from -1 to 1 whose
    meaning depends on ``action_mode``:

    - ``"dash"``: one number, the direction of a dash with power 100, in half turns from the body.
    - ``"turn_or_dash"``: four numbers, score and direction of a turn, and score and direction of
      such a dash; one of the two is drawn.
    - Names of acts: a score for each act, of which the one with the highest score is executed, then
      the parameters of all acts.

    The learner commands the players in ``commanded``, by default number 1 of the left team. If it
    commands several, observations are ``(W, L, n)``, actions ``(W, L, m)``, and the reward is the
    mean of theirs. ``teammates`` says what the others of their team do, ``opponents`` what the
    other team does.

    Every episode is a game of its own, whose random numbers are drawn from its env's stream.
    Arrays: ``position`` and ``velocity`` of the player, ``ball_position`` and ``ball_velocity``
    ``(W, 2)``, m and m/cycle, ``heading`` (rad) and ``age`` ``(W,)``, ``action`` ``(W, n)``. They
    are views of the core's memory, in the frame of the player's team. If the learner commands
    several players, they show the first.
    """

    left = ()
    right = ()
    cycle = 0.1
    largest_observation: ClassVar[float] = LARGEST
    players: tuple[int, int] = (1, 0)
    """Players of the left and the right team."""
    goalies: tuple[bool, bool] = (False, False)
    """Whether number 1 of each team is a goalie."""
    action_mode: ActionMode = "dash"
    """What the numbers of an action mean."""
    commanded: tuple[int, ...] = (0,)
    """Players that the learner commands: indices among all players, the left team first, from 0."""
    teammates: Others = "still"
    """What the other players of the learner's team do."""
    opponents: Others = "still"
    """What the other team does."""
    server_params: Mapping[str, Any] = {}
    """rcssserver's ``server::`` parameters that are not at their defaults."""
    keeps_play_on = False
    """Whether the trainer orders ``play_on`` in every cycle."""
    kicks_off = False
    """Whether games begin with the kick-off drawn by the term ``disc_kick_off`` and not in play."""
    is_shared = False
    """Whether a player is rewarded with its team's mean of each term."""
    senses = False
    """Whether players observe what they sense and remember instead of the exact state."""
    teaches = False
    """Whether :meth:`scripted_actions` can be called; set it before worlds are made."""
    say: int = 0
    """Maximum number of units of the say codec per action; 0: nobody talks."""

    age = Cells("age", "number")
    action = Cells("action")
    heading = Cells("heading", "number")
    position = Cells("position", part=slice(2))
    velocity = Cells("velocity", part=slice(2))
    ball_position = Cells("ball_position", part=slice(2))
    ball_velocity = Cells("ball_velocity", part=slice(2))

    _fixed = CoreTask._fixed | frozenset(
        (
            "players",
            "goalies",
            "action_mode",
            "commanded",
            "teammates",
            "opponents",
            "server_params",
            "keeps_play_on",
            "kicks_off",
            "is_shared",
            "senses",
            "teaches",
            "say",
        )
    )
    _shaping = frozenset(("action_mode", "commanded", "players", "say"))
    _of_first = True
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
        if not (is_listed(self.players) and len(self.players) == 2):
            raise ArgumentError(f"players: {self.players!r} are not two numbers")
        if not is_listed(self.commanded):
            raise ArgumentError(f"commanded: {self.commanded!r} are not indices of players")
        left, right = (checked_size("players", size, 0) for size in self.players)
        last = -1
        for player in self.commanded:
            checked_count("commanded", player, most=left + right, least=0)
            if not last < player < left + right:
                raise ArgumentError(
                    f"commanded: {self.commanded} are not different ones of {left + right} players "
                    "in their order"
                )
            last = player
        if last < 0:
            raise ArgumentError("commanded: there must be at least one")
        own = self.players[int(self.commanded[0] >= left)]
        self.say = checked_units(self.say, own - 1)
        self.teammates = opened("teammates", self.teammates)
        self.opponents = opened("opponents", self.opponents)
        self._agents = self._listed_agents()
        numbers = max(self.numbers_of(player) for player in self.commanded)
        several = (len(self.commanded),) if len(self.commanded) > 1 else ()
        self.action_space = Box(-1.0, 1.0, (*several, numbers), np.float32)
        widths, more = self._widths()
        if not (self._has_own("parts") or self._has_own("observe")):
            self.observation_space = _space(*several, sum(widths))
            self.privileged_space = _space(*several, sum(widths) + sum(more))
        check_trained(self)
        self._check_company()

    def _check_company(self) -> None:
        """Refuse opponents' policies whose players would observe more or less than the learner's.

        All players of a game observe by the same cells, and some terms have more of them the more
        mates or opponents there are.
        """
        left, right = self.players
        declared = self._declaration(begins=False)
        robots = {
            player >= left: robot
            for (player, _), robot in zip(self._agents, declared["robots"], strict=True)
        }
        if left == right or len(robots) < 2:
            return
        rest: dict[str, Any] = {"rewards": [], "measures": [], "ends": []}
        own, others = (
            sum(observation_widths({**declared, **rest, "robots": [robots[is_right]]})[0])
            for is_right in (self.commanded[0] >= left, self.commanded[0] < left)
        )
        if own != others:
            raise ArgumentError(
                f"opponents: a policy's player would observe {others} numbers, the learner's "
                f"{own}: these observations tell of all mates and opponents, and teams have "
                f"{left} and {right} players"
            )

    def action_mode_of(self, player: int) -> ActionMode:  # noqa: ARG002
        """Return what the numbers of a player's action mean, also for players of policies.

        :param player: index among all players of a game, the left team first, from 0.
        """
        return self.action_mode

    def action_numbers(self, player: int) -> int:
        """Return how many numbers of a player's action say what the player does.

        :param player: index among all players of a game, the left team first, from 0.
        """
        return numbers_of(self.action_mode_of(player))

    def numbers_of(self, player: int) -> int:
        """Return the size of a player's action: numbers for what the player does and says.

        :param player: index among all players of a game, the left team first, from 0.
        """
        return self.action_numbers(player) + (self.talk(player).numbers if self.say else 0)

    def talk(self, player: int | None = None) -> Talk:
        """Return how the last numbers of a player's actions and observations encode talk.

        :param player: index among all players of a game, the left team first, from 0; ``None``: the
            first one that the learner commands.

        Raises :class:`ArgumentError` if nobody talks.
        """
        if not self.say:
            raise ArgumentError("say: nobody talks in this task")
        player = self.commanded[0] if player is None else player
        is_right = player >= self.players[0]
        own, other = self.players[::-1] if is_right else self.players
        return Talk(self.say, (own, other), attends=True)

    @property
    def acts(self) -> tuple[str, ...]:
        """Names of the acts of the learner's first player; empty in another mode of actions."""
        action_mode = self.action_mode_of(self.commanded[0])
        return () if isinstance(action_mode, str) else action_mode

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which :attr:`acts` can be done now: ``(W, k)``, or ``(W, L, k)``.

        A player who can do nothing, as for the rest of the 10 cycles of a tackle, has only
        ``noop`` and ``reorient``, and without these in :attr:`acts` a row that is all false.
        """
        masks: NDArray[np.bool_] = self.core.applicable()[..., : len(self.acts)]
        return masks

    def scripted_actions(self, avoid: Sequence[str] = ()) -> NDArray[np.float32]:
        """Return the script's actions for the learner's players now, ``(W, m)`` or ``(W, L, m)``.

        :param avoid: names of acts that are not to be used.

        The script is that of their teammates, or the script at full strength if the teammates
        have none. The chosen act has the score 1, all others -1. Parameters of other acts and
        numbers that encode talk are 0. Among acts with the same aim, those that choose the target
        point by themselves come first, if they find one: ``shoot``, ``pass``, ``dribble``, then
        acts with a point as parameter. Rows are NaN where no act does what the script wants. The
        games do not change.

        Raises :class:`ArgumentError` if actions are not acts, for unknown names in ``avoid``, and
        if :attr:`teaches` was not true when the worlds were made.
        """
        numbers = self.action_space.shape[-1]
        return np.asarray(self.core.scripted_actions(list(avoid))[..., :numbers], np.float32)

    def _choices(self) -> tuple[Choices, Choices]:
        """Return what the other players of the left and of the right team do."""
        mates, opponents = (
            Choices("teammates", self.teammates),
            Choices("opponents", self.opponents),
        )
        plays_left = self.commanded[0] < self.players[0]
        return (mates, opponents) if plays_left else (opponents, mates)

    def _listed_agents(self) -> list[tuple[int, bool]]:
        """Return the players commanded by actions, each with whether the learner commands it."""
        left, right = self.players
        choices = self._choices()
        return [
            (player, player in self.commanded)
            for player in range(left + right)
            if player in self.commanded or choices[int(player >= left)].has_policies
        ]

    @property
    def _has_told(self) -> bool:
        """Whether policies command any players."""
        return len(self._agents) > len(self.commanded)

    @abstractmethod
    def declare(self) -> Terms:
        """Return the task's observations, rewards, end conditions and start."""

    def _declaration(self, *, begins: bool) -> dict[str, Any]:
        terms = self.declare()
        check(terms)
        if terms.privileged is PRIVILEGED:  # the default, which is for robots
            terms = replace(terms, privileged=())
        self._terms = terms
        # The core's actions have the same size for all agents, also those that policies command.
        numbers = max(self.numbers_of(player) for player, _ in self._agents)
        declared = declaration(
            [_player(numbers, self.players, player) for player, _ in self._agents],
            terms,
            begins=begins,
            privileged=self.reports_privileged,
            is_shared=checked_flag("is_shared", self.is_shared),
        )
        agents = [
            (player, _plain(self.action_mode_of(player)), learns, self._words_of(player))
            for player, learns in self._agents
        ]
        return {
            **declared,
            "agents": agents,
            "others": [choices.plays for choices in self._choices()],
            **{
                name: checked_flag(name, getattr(self, name))
                for name in ("teaches", "keeps_play_on", "kicks_off")
            },
        }

    def _words_of(self, player: int) -> tuple[int, int] | None:
        """Return where talk begins in a player's action, and its units; ``None`` without talk."""
        return (self.action_numbers(player), self.say) if self.say else None

    # --- worlds

    def begin(self, worlds: Any, streams: Streams) -> None:
        """Take the games."""
        super().begin(worlds, streams)
        self._wrap()

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """Restore the task from its state."""
        super().__setstate__(state)
        if "_episodes" in vars(self):
            self._wrap()

    def _wrap(self) -> None:
        """Let policies command their players, if they have any."""
        if not self._has_told:
            return
        choices = self._choices()
        left = self.players[0]
        learners = [index for index, (_, learns) in enumerate(self._agents) if learns]
        sides = [int(player >= left) for player, _ in self._agents]
        numbers = [self.numbers_of(player) for player, _ in self._agents]
        mixed: Any = MixedEpisodes(self._episodes, learners, sides, numbers, choices)
        self._episodes = mixed

    def cells(self, channel: str) -> NDArray[Any]:
        """Return a channel of the learner's first player, ``(W, n)``."""
        return self._of_agents(channel)[:, self._learners()[0]]

    def robots_cells(self, channel: str) -> NDArray[Any]:
        """Return a channel of all of the learner's players, ``(W, n)`` or ``(W, L, n)``."""
        if len(self.commanded) == 1:
            return self.cells(channel)
        return self._of_agents(channel)[:, self._learners()]

    def _learners(self) -> list[int]:
        return [index for index, (_, learns) in enumerate(self._agents) if learns]

    def _of_agents(self, channel: str) -> NDArray[Any]:
        cells = self._episodes.cells(channel)
        cells = cells.reshape(len(self.worlds), len(self._agents), cells.shape[-1])
        return cells[..., : self.action_space.shape[-1]] if channel == "action" else cells

    def make_worlds(self, num_envs: int, *, threads: int | None, precision: Precision) -> DiscBatch:
        """Return the games.

        Raises :class:`ArgumentError` for any precision but ``"double"``.
        """
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
            sensed=checked_flag("senses", self.senses),
            hearing=self.say > 0,
        )

    def check_options(self, options: Options, randomization: Randomization | None) -> None:
        """Refuse options that the 2D game does not have."""
        if options.frame_skip != 1:
            raise ArgumentError(f"frame_skip: is 1 in the 2D game, not {options.frame_skip}")
        if randomization is not None:
            raise ArgumentError("randomization: is for robots, not for the 2D game")
        if options.has_past and self._has_told:
            raise ArgumentError(
                "history, delay: policies of other players see the last observation as it is"
            )

    # --- an episode

    def total(self, terms: dict[str, Floats]) -> Floats:
        """Return the reward ``(W,)``: the mean over the learner's players."""
        shape = (len(self.worlds), *self.action_space.shape[:-1])
        return self.of_robots(sum(terms.values(), start=np.zeros(shape)))

    @property
    def _paid_agents(self) -> tuple[int, ...] | None:
        return self.action_space.shape[:-1] if type(self).total is DiscTask.total else None

    def _sharing(self) -> int | None:
        left = sum(player < self.players[0] for player in self.commanded)
        return left if self.is_shared else None

    def of_robots(self, rewards: Floats) -> Floats:
        """Return the rewards of envs ``(W,)``, given those of players ``(W, L)``."""
        return rewards if rewards.ndim == 1 else rewards.mean(axis=-1)

    @property
    def paid(self) -> int | None:
        """Number of players, from the first, over which :meth:`of_robots` takes the mean."""
        if type(self).of_robots is not DiscTask.of_robots:
            return super().paid
        several = len(self.commanded)
        return several if several > 1 else 0

    def reset(self, envs: Indices) -> None:
        """Begin a new game in some worlds, and place all players and the ball."""
        self.core.begin(envs, self.streams.state)
        self._is_stale = True

    def _frozen(self) -> Flags:
        """Return all false: the physics never breaks off a game."""
        return np.zeros(len(self.worlds), np.bool_)

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write the parts side by side, clipped to -20 to 20."""
        if self._is_stale:
            self._sense()
        seen = self.core.observe()
        if not (self._has_own("parts") or self._terms.functions()):
            out[:] = seen
            return
        parts = joined(self, "parts", self.parts(), out.shape)
        np.clip(parts, -LARGEST, LARGEST, out=out, casting="same_kind")


def _plain(action_mode: ActionMode) -> str | list[str]:
    """Return a mode of actions in the core's format."""
    return action_mode if isinstance(action_mode, str) else list(action_mode)


def _space(*shape: int) -> Box:
    """Return the space of observations of this shape."""
    return Box(-LARGEST, LARGEST, shape, np.float32)


def _player(numbers: int, players: tuple[int, int], player: int) -> dict[str, Any]:
    """Return a player of the 2D game in the core's format: its actions stand in for joints."""
    is_right = player >= players[0]
    mates, opponents = players[::-1] if is_right else players
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
        "company": [mates - 1, opponents],
        "is_right": is_right,
    }
