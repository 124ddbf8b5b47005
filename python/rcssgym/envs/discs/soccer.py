"""Whole games of two teams, with an agent for each player."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from rcssgym._core import DISC_TEAM as TEAM
from rcssgym.envs.checks import check_choice, checked_flag, checked_weights
from rcssgym.envs.discs.others import Others
from rcssgym.envs.discs.task import ActionMode, DiscTask
from rcssgym.envs.games.agents import GameTask
from rcssgym.envs.registration import DISC_SOCCER_STEPS
from rcssgym.envs.talk import with_talk
from rcssgym.envs.terms import Terms, term
from rcssgym.errors import ArgumentError

COMMANDS = ("dash", "turn", "kick", "tackle", "catch")
"""What players can be told to do with ``actions="commands"``."""
SKILLS = (
    "go_to_point",
    "intercept",
    "dribble_to_point",
    "smart_kick",
    "pass",
    "shoot",
    "hold_ball",
    "clear_ball",
    "tackle_to_point",
    "turn_to_ball",
    "catch",
)
"""What players can be told to do with ``actions="skills"``."""
HIGH = ("move", "shoot", "dribble", "hold_ball", "clear", "turn_to_ball", "go_to_point", "catch")
"""What players can be told to do with ``actions="high"``, and ``"pass_1"`` and so on beside it."""
WEIGHTS: Mapping[str, float] = {"goal": 1.0, "ball_progress": 0.01, "approach": 0.002}
"""Terms of the reward and their weights."""
LENGTH = 105.0
"""Length of the pitch, m."""
MOVED = 3.0
"""Distance from the position a cycle ago beyond which the referee has moved a player, m."""
KEEPERS_FROM = 5
"""Teams of this size or larger have a goalie."""


class DiscSoccer(GameTask, DiscTask):
    """A game by the 2D league's rules, with its referee; a step is a cycle of 100 ms.

    :param teams: ``"2v2"`` to ``"11v11"``.
    :param agents: ``"both"`` teams or only the ``"left"`` one; with ``"left"``, teams may differ in
        size, such as ``"3v2"``.
    :param actions: ``"commands"``: a score for each of ``COMMANDS``, of which the one with the
        highest score is executed, followed by their parameters; ``"skills"``: the same with
        ``SKILLS``; ``"high"``: the same with ``HIGH``, whose acts choose target points by
        themselves, and a pass to each number of the team; or a tuple of other acts.
    :param features: ``"low"``: ball, players, mode; ``"high"``: also when each player reaches the
        ball, how long set plays last, and what can be done with the ball.
    :param observation: ``"state"`` for the exact state, or ``"sensed"`` for what players remember
        of what they have sensed; critics then know the state. Players turn their heads to the ball,
        or look around, by themselves.
    :param reward: ``"individual"``, or ``"shared"`` for the team's mean of each term.
    :param weights: weights of terms of the reward that differ from the class's.
    :param opponents: what the right team does, ``"scripted"`` by default; only with ``"left"``
        agents.
    :param end_on_goal: whether a goal terminates the episode, as it does by default; otherwise play
        continues with a kick-off.
    :param goalies: whether number 1 of each team is a goalie; ``None``: in teams of five or more.
    :param server_params: rcssserver's ``server::`` parameters that are not at their defaults.
    :param say: whether players talk; or the maximum number of units of the say codec per action,
        0 to 4.

    Episodes begin with a kick-off of either team, drawn at random, from places drawn at random.
    They terminate with a goal or the end of a half. Both teams see the pitch as if they played
    towards positive x.

    Raises :class:`ArgumentError` for arguments that are not as described here.
    """

    max_episode_steps = DISC_SOCCER_STEPS
    kicks_off = True
    size: ClassVar[str] = "11v11"
    """Default teams."""
    actions: ClassVar[Literal["commands", "skills", "high"]] = "commands"
    """Default actions."""
    features: ClassVar[Literal["low", "high"]] = "low"
    """Default features."""
    end_on_goal: bool = True
    """Whether a goal terminates the episode."""
    weights: Mapping[str, float] = WEIGHTS
    """Weights of the terms of the reward."""
    _shaping = DiscTask._shaping | {
        "actions",
        "agents",
        "features",
        "left_agents",
        "reckons",
        "size",
    }
    _fixed = DiscTask._fixed | _shaping
    _of_a_step: ClassVar[tuple[str, ...]] = (*DiscTask._of_a_step, "total_by_agent")

    def __init__(
        self,
        teams: str | None = None,
        *,
        agents: Literal["both", "left"] = "both",
        actions: Literal["commands", "skills", "high"] | tuple[str, ...] | None = None,
        features: Literal["low", "high"] | None = None,
        observation: Literal["state", "sensed"] = "state",
        reward: Literal["individual", "shared"] = "individual",
        weights: Mapping[str, float] | None = None,
        opponents: Others | None = None,
        end_on_goal: bool | None = None,
        goalies: bool | None = None,
        server_params: Mapping[str, Any] | None = None,
        say: bool | int = False,
    ) -> None:
        check_choice("agents", agents, ("both", "left"))
        self.players = _sizes(self._or_default("size", teams), agents)
        if agents == "both" and opponents is not None:
            raise ArgumentError(f"opponents: {opponents!r} have no players: take agents='left'")
        features = self._or_default("features", features)
        check_choice("features", features, ("low", "high"))
        check_choice("observation", observation, ("state", "sensed"))
        check_choice("reward", reward, ("individual", "shared"))
        left, right = self.players
        self.commanded = tuple(range(left + right if agents == "both" else left))
        names = [f"left_{number + 1}" for number in range(left)]
        names += [f"right_{number + 1}" for number in range(right)]
        self.agents, self.left_agents = tuple(names[: len(self.commanded)]), left
        self.action_mode = _acts(self._or_default("actions", actions), left)
        self.reckons = features == "high"
        self.senses, self.is_shared = observation == "sensed", reward == "shared"
        self.weights = {} if weights is None else weights
        self.opponents = "scripted" if opponents is None else opponents
        self.say = say
        self.end_on_goal = self._or_default("end_on_goal", end_on_goal)
        has_goalies = [
            size >= KEEPERS_FROM if goalies is None else checked_flag("goalies", goalies)
            for size in self.players
        ]
        self.goalies = (has_goalies[0], has_goalies[1])
        if not isinstance(server_params, Mapping | None):
            raise ArgumentError(f"server_params: {server_params!r} is not a mapping")
        self.server_params = dict(server_params or {})
        super().__init__()

    def _checked(self, name: str, value: Any) -> Any:
        if name == "weights":
            return checked_weights(value, {**WEIGHTS, **type(self).weights})
        if name == "end_on_goal":
            return checked_flag(name, value)
        return super()._checked(name, value)

    def declare(self) -> Terms:
        """Return what players observe and are rewarded for, and how games begin and end."""
        weights = self.weights
        observed = (
            "disc_self",
            "disc_ball",
            "disc_players",
            "disc_goals",
            "disc_number",
            "disc_mode",
            "play_time",
            "score",
            *(("disc_race", "disc_set_play", "disc_chances") if self.reckons else ()),
        )
        observations, processes = with_talk(
            observed, ("match", *(("disc_memory",) if self.senses else ())), self.say
        )
        return Terms(
            observations=observations,
            privileged=observed if self.senses else (),
            rewards={
                "goal": term("goal_difference", weights["goal"]),
                "ball_progress": term("ball_progress", weights["ball_progress"], length=LENGTH),
                "approach": term("ball_approach", weights["approach"], moved=MOVED),
            },
            ends=("disc_time_over", *(("goal_scored",) if self.end_on_goal else ())),
            measures={
                "goals_for": "goals_for",
                "goals_against": "goals_against",
                "play_mode": "play_mode_index",
            },
            processes=processes,
            start=("disc_kick_off",),
        )


def _acts(actions: object, size: int) -> ActionMode:
    if isinstance(actions, str):
        check_choice("actions", actions, ("commands", "skills", "high"))
        passes = tuple(f"pass_{number + 1}" for number in range(size if size > 1 else 0))
        return {"commands": COMMANDS, "skills": SKILLS, "high": (*HIGH, *passes)}[actions]
    if not isinstance(actions, tuple):
        raise ArgumentError(f"actions: {actions!r} is none of commands, skills, high, and no tuple")
    return actions


def _sizes(teams: object, agents: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d\d?)v(\d\d?)", teams) if isinstance(teams, str) else None
    sizes = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(1 <= size <= TEAM for size in sizes):
        raise ArgumentError(f"teams: {teams!r} is none of '1v1' to '{TEAM}v{TEAM}'")
    if agents == "both" and sizes[0] != sizes[1]:
        raise ArgumentError(f"teams: {teams!r} are not equal, as with agents of both teams")
    if agents == "left" and sizes[0] < 2:
        raise ArgumentError(f"teams: {teams!r} has one agent: take agents='both', or two players")
    return sizes


class DiscSoccer1v1(DiscSoccer):
    """One against one."""

    size = "1v1"


class DiscSoccer2v2(DiscSoccer):
    """Two against two."""

    size = "2v2"


class DiscSoccer3v3(DiscSoccer):
    """Three against three."""

    size = "3v3"


class DiscSoccer5v5(DiscSoccer):
    """Five against five."""

    size = "5v5"


class DiscSoccer7v7(DiscSoccer):
    """Seven against seven."""

    size = "7v7"


class DiscSoccer11v11(DiscSoccer):
    """Eleven against eleven."""
