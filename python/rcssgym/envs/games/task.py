"""A game of two teams as a task."""

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium.spaces import Box
from numpy.typing import NDArray

from rcssgym._core import LARGEST_OBSERVATION
from rcssgym.envs.checks import check_choice, checked_flag, checked_weights
from rcssgym.envs.games.agents import GameTask
from rcssgym.envs.games.lineup import Lineup, Robots
from rcssgym.envs.registration import SOCCER_STEPS
from rcssgym.envs.returned import check_states, joined
from rcssgym.envs.streams import Floats, Indices
from rcssgym.envs.talk import Talk, checked_units, with_talk
from rcssgym.envs.terms import Terms, check, declaration, term
from rcssgym.errors import ArgumentError
from rcssgym.soccer.fields import SoccerField, create_soccer_field

Field = Literal["fifa", "fifa7vs7"] | SoccerField
Observation = Literal["perception", "state"]
Sharing = Literal["individual", "shared"]

WEIGHTS: Mapping[str, float] = {
    "goal": 1.0,
    "ball_progress": 0.05,
    "approach": 0.01,
    "upright": 0.001,
    "foul": -0.1,
}
"""Terms of the reward and their weights."""
BALL_RADIUS = 0.11
"""Radius of the ball, m."""


class SoccerTask(GameTask):
    """A game by the league's rules, with its referee.

    :param teams: ``"1v1"`` to ``"7v7"``.
    :param observation: ``"perception"`` for what robots perceive, with values truncated as in
        messages, or ``"state"`` for the exact state.
    :param reward: ``"individual"``, or ``"shared"`` for the team's mean of each term.
    :param weights: weights of terms of the reward that differ from the class's.
    :param robots: one robot for all, or one for each number: see :class:`Lineup`.
    :param field: pitch: ``"fifa7vs7"``, ``"fifa"`` or one of your own.
    :param end_on_goal: whether a goal terminates the episode, as it does by default; otherwise play
        continues with a kick-off.
    :param say: whether robots talk; or the maximum number of units of the say codec per action, 0
        to 4. Actions then have further numbers for what is said, and observations for what is
        heard.

    Critics also know the exact state, ``(A, m)``.

    An observation of all agents is ``(A, n)`` and an action ``(A, J)``, -1 to 1: the motors' target
    angles are the robot's nominal pose plus the action, rad. Columns beyond a robot's motors are
    ignored; ``lineup.motors`` marks the motors that exist.

    Episodes begin with a kick-off of either team, drawn at random, from a formation drawn at
    random. They terminate with a goal or the end of the half. A robot that falls plays on; the
    referee puts robots that lie for too long beside the pitch.

    :meth:`declare` returns what robots observe and are rewarded for, in terms that the core
    evaluates for every robot. Each robot sees the pitch as if it played towards positive x. A
    subclass may override methods over arrays, such as :meth:`rewards` ``(W, A)``; these parts of a
    step then run in Python.
    """

    rules = "ssim"
    max_episode_steps = SOCCER_STEPS
    observation_space: Box
    action_space: Box
    weights: Mapping[str, float] = WEIGHTS
    is_shared = False
    """Whether a robot is rewarded with its team's mean of each term."""
    end_on_goal: bool = True
    say: int = 0

    _fixed = GameTask._fixed | {
        "agents",
        "is_shared",
        "left_agents",
        "lineup",
        "observation",
        "pitch",
        "say",
    }
    _shaping = frozenset(
        ("agents", "field", "left_agents", "lineup", "observation", "pitch", "say")
    )
    _counts: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "score": ("goals_for", "goals_against"),
        "play_mode": ("play_mode",),
    }
    _of_a_step = (
        "reset",
        "start_states",
        "step",
        "rewards",
        "total",
        "total_by_agent",
        "measures",
        "terminated",
        "observe",
        "parts",
    )

    def __init__(
        self,
        teams: str = "3v3",
        *,
        observation: Observation = "perception",
        reward: Sharing = "individual",
        weights: Mapping[str, float] | None = None,
        robots: Robots = "T1",
        field: Field = "fifa7vs7",
        end_on_goal: bool | None = None,
        say: bool | int = False,
    ) -> None:
        check_choice("observation", observation, ("perception", "state"))
        check_choice("reward", reward, ("individual", "shared"))
        self.lineup = Lineup(teams, robots)
        self.left = self.right = self.lineup.models
        self.field = field
        self.pitch = _pitch(field)
        self.observation, self.is_shared = observation, reward == "shared"
        self.weights = {} if weights is None else weights
        self.end_on_goal = self._or_default("end_on_goal", end_on_goal)
        self.say = checked_units(say, self.lineup.size - 1)
        self.agents, self.left_agents = self.lineup.agents, self.lineup.size
        widths, more = (sum(each) for each in self._widths())
        count, largest = len(self.agents), LARGEST_OBSERVATION
        self.observation_space = Box(-largest, largest, (count, widths), np.float32)
        if not self._has_own("observe"):
            self.privileged_space = Box(-largest, largest, (count, widths + more), np.float32)
        motors = self.lineup.motors.shape[1]
        self.action_space = Box(-1.0, 1.0, (count, motors + self._words), np.float32)

    def _checked(self, name: str, value: Any) -> Any:
        if name == "weights":
            return checked_weights(value, {**WEIGHTS, **type(self).weights})
        if name == "end_on_goal":
            return checked_flag(name, value)
        return super()._checked(name, value)

    @property
    def _words(self) -> int:
        """Number of entries of an action that encode messages."""
        return self.talk().numbers if self.say else 0

    def talk(self) -> Talk:
        """Return how the last numbers of actions and observations encode talk.

        Raises :class:`ArgumentError` if nobody talks.
        """
        if not self.say:
            raise ArgumentError("say: nobody talks in this task")
        return Talk(self.say, (self.lineup.size, self.lineup.size), attends=False)

    # --- declaration

    def declare(self) -> Terms:
        """Return what robots observe and are rewarded for, and how games begin and end."""
        length, width, _ = self.pitch.field_dim
        weights = self.weights
        perceives = self.observation == "perception"
        observations, processes = with_talk(
            (*OWN, *(("sightings",) if perceives else state(length))),
            (
                "match",
                "drawn_kick_off",
                *(("perception", "sighting_memory") if perceives else ()),
            ),
            self.say,
        )
        return Terms(
            observations=observations,
            privileged=state(length) if perceives else (),
            rewards={
                "goal": term("goal_difference", weights["goal"]),
                "ball_progress": term("ball_progress", weights["ball_progress"], length=length),
                "approach": term("ball_approach", weights["approach"]),
                "upright": term("torso_upward", weights["upright"]),
                "foul": term("fouls", weights["foul"]),
            },
            ends=("half_over", *(("goal_scored",) if self.end_on_goal else ())),
            measures={
                "goals_for": "goals_for",
                "goals_against": "goals_against",
                "play_mode": "play_mode_index",
            },
            processes=processes,
            start=(
                term(
                    "kick_off_formation",
                    length=length,
                    width=width,
                    circle=self.pitch.center_circle_radius,
                    goalie_area=self.pitch.goalie_area_dim[0],
                    radius=BALL_RADIUS,
                ),
            ),
        )

    def _declaration(self, *, begins: bool) -> dict[str, Any]:
        self._terms = self.declare()
        check(self._terms)
        return declaration(
            [{**one, "words": self._words} for one in self.lineup.robots()],
            self._terms,
            begins=begins,
            left=self.lineup.size,
            is_shared=self.is_shared,
            privileged=self.reports_privileged,
        )

    # --- worlds

    def robots_cells(self, channel: str) -> NDArray[Any]:
        """Return a channel of the core as ``(W, A, n)``: a view of its memory."""
        cells = self.cells(channel)
        return cells.reshape(len(self.worlds), len(self.agents), cells.shape[1])

    @property
    def action(self) -> Floats:
        """Last actions ``(W, A, J)``, as far as robots have motors."""
        return self.robots_cells("action")

    def _sharing(self) -> int | None:
        return self.lineup.size if self.is_shared else None

    def reset(self, envs: Indices) -> None:
        """Line the teams up and give one of them the kick-off."""
        states = self.start_states(envs)
        qpos_size, qvel_size = self.worlds.qpos.shape[1], self.worlds.qvel.shape[1]
        qpos = check_states(self, states, (len(envs), qpos_size), envs.tolist())
        self.worlds.set_state(qpos, np.zeros((len(envs), qvel_size)), envs)
        self.core.begin(envs, self.streams.state)
        self._is_stale = True

    def measures(self) -> dict[str, NDArray[Any]]:
        """Return the score ``(W, 2)`` and play mode ``(W,)``, an index into ``list(PlayMode)``."""
        return _measured(super().measures(), (slice(None), 0))

    def measures_by_agent(self) -> dict[str, NDArray[Any]]:
        """Return the same for every agent: the goals for and against its team ``(W, A, 2)``."""
        return _measured(super().measures_by_agent(), ())

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write what all agents see of the worlds as they are now."""
        self._sense()
        if not (self._has_own("parts") or self._terms.functions()):
            out[:] = self.core.observe()
            return
        together = joined(self, "parts", self.parts(), out.shape)
        np.clip(together, -LARGEST_OBSERVATION, LARGEST_OBSERVATION, out=out, casting="same_kind")


OWN = (
    "joint_positions",
    "joint_velocities",
    "last_action",
    "gyro",
    "accelerometer",
    "gravity",
    "heading",
    "own_position",
    "play_mode",
    "play_time",
    "score",
    "own_number",
)
"""Terms for what robots sense of themselves and what they know of the game."""


def state(length: float) -> tuple[Any, ...]:
    """Return the terms of the state that no robot knows exactly.

    :param length: length of the pitch, m.
    """
    return (
        "own_velocity",
        "ball_offset",
        "ball_motion",
        "players",
        term("goal_offsets", length=length),
    )


def _measured(measures: dict[str, NDArray[Any]], of: tuple[Any, ...]) -> dict[str, NDArray[Any]]:
    """Combine the goals for and against the team of some robots, and take their play mode.

    :param of: index of these robots in ``(W, A)``.
    """
    if not {"goals_for", "goals_against", "play_mode"} <= measures.keys():
        return measures
    goals = [measures.pop(name)[of] for name in ("goals_for", "goals_against")]
    mode = measures.pop("play_mode")[of].astype(np.int64)
    return {"score": np.stack(goals, axis=-1).astype(np.int64), "play_mode": mode, **measures}


def _pitch(field: Field) -> SoccerField:
    if isinstance(field, SoccerField):
        return field
    check_choice("field", field, ("fifa", "fifa7vs7"))
    return create_soccer_field(field)
