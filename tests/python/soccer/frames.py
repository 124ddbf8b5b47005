"""The observable state of a simulation after a cycle, and the differences between two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

Key = tuple[int, int]  # team (0 left, 1 right), number

NUMBER = re.compile(r"-?\d+\.\d+")
LAST_DIGIT = 0.0101  # one unit of the second digit, plus float rounding
NORMALIZATION = 1e-14  # both normalize quaternions, with different rounding


class Pose(NamedTuple):
    """A pose in the world."""

    position: np.ndarray
    quaternion: np.ndarray
    matrix: np.ndarray
    previous_position: np.ndarray


TOLERANCES = Pose(*(np.array(value) for value in (0.0, NORMALIZATION, NORMALIZATION, 0.0)))


@dataclass(frozen=True)
class Frame:
    """Everything visible after one cycle; enumerations by name."""

    game: dict[str, Any]
    fouls: tuple[tuple[Key, str], ...]
    ball: Pose
    players: dict[Key, Pose]
    perceptions: dict[Key, tuple[tuple[str, str], ...]]  # class and text


def record(simulation: Any) -> Frame:
    """Read a simulation of either library."""
    agents = list(simulation.sim_agents)
    return Frame(
        game=_game(simulation),
        fouls=tuple(
            (_key(agent_id), foul.name)
            for agent_id, fouls in simulation.referee.fouls.items()
            for foul in fouls
        ),
        ball=_pose(simulation.ball),
        players={_key(agent.agent_id): _pose(agent) for agent in agents},
        perceptions={
            _key(agent.agent_id): tuple(
                (type(perception).__name__, perception.to_sexp())
                for perception in agent.perceptions
            )
            for agent in agents
        },
    )


def _game(simulation: Any) -> dict[str, Any]:
    state, ball, referee = simulation.game_state, simulation.ball, simulation.referee
    return {
        "time": simulation.sim_time,
        "frame": simulation.frame_id,
        "phase": state.phase.name,
        "play mode": state.play_mode.name,
        "play time": state.play_time,
        "play mode's time": state.get_play_mode_time(),
        "play mode's age": state.get_play_mode_age(),
        "score": (state.left_team_score, state.right_team_score),
        "teams": (state.left_team_name, state.right_team_name),
        "touching": _optional_key(ball.active_contact),
        "touching parts": ball.active_contact_body_parts,
        "touched last": _optional_key(ball.last_contact),
        "touch changed": ball.contact_change,
        "may not touch": _optional_key(referee.agent_na_touch_ball),
        "may not score": None if referee.team_na_score is None else referee.team_na_score.name,
        "beaming": referee.is_beaming_allowed(),
    }


def _key(agent_id: Any) -> Key:
    return agent_id.team_id, agent_id.player_no


def _optional_key(agent_id: Any) -> Key | None:
    return None if agent_id is None else _key(agent_id)


def _pose(thing: Any) -> Pose:
    found = (thing.xpos, thing.xquat, thing.xmat, thing.prev_xpos)
    return Pose(*(np.array(value, dtype=float) for value in found))


def differences(expected: Frame, actual: Frame) -> Iterator[str]:
    """Yield texts about the differences of two frames, the most informative first."""
    yield from state_differences(expected, actual)
    if list(expected.players) == list(actual.players):
        yield from text_differences(expected, actual)


def state_differences(expected: Frame, actual: Frame) -> Iterator[str]:
    """Yield texts about differences of everything but what players perceive."""
    for name, value in expected.game.items():
        if value != actual.game[name]:
            yield f"{name}: {value!r} != {actual.game[name]!r}"
    if expected.fouls != actual.fouls:
        yield f"fouls: {expected.fouls} != {actual.fouls}"
    if list(expected.players) != list(actual.players):
        yield f"players: {list(expected.players)} != {list(actual.players)}"
        return
    for name, there, here in poses(expected, actual):
        for kind, one, other, tolerance in zip(Pose._fields, there, here, TOLERANCES, strict=True):
            # a number that is none differs, too
            if not np.abs(one - other).max() <= tolerance:
                yield f"{kind} of {name}: {one.tolist()} != {other.tolist()}"


def text_differences(expected: Frame, actual: Frame) -> Iterator[str]:
    """Yield texts about differences of perceptions in class, order or text."""
    for key, perceived in expected.perceptions.items():
        other = actual.perceptions[key]
        if [name for name, _ in perceived] != [name for name, _ in other]:
            yield f"perceptions of {key}: {[n for n, _ in perceived]} != {[n for n, _ in other]}"
            continue
        for (name, text), (_, other_text) in zip(perceived, other, strict=True):
            if text != other_text:
                yield f"{name} of {key}:\n  {text}\n  {other_text}"


def are_alike(expected: Frame, actual: Frame) -> bool:
    """Return whether texts are equal except for one unit in the last digit of numbers."""
    for key, perceived in expected.perceptions.items():
        for (_, text), (_, other) in zip(perceived, actual.perceptions[key], strict=True):
            if text != other and not _nearly_same(text, other):
                return False
    return True


def _nearly_same(text: str, other: str) -> bool:
    if NUMBER.sub("#", text) != NUMBER.sub("#", other):
        return False
    pairs = zip(NUMBER.findall(text), NUMBER.findall(other), strict=True)
    return all(abs(float(one) - float(two)) <= LAST_DIGIT for one, two in pairs)


def poses(expected: Frame, actual: Frame) -> Iterator[tuple[str, Pose, Pose]]:
    """Pair up the poses of ball and players."""
    yield "ball", expected.ball, actual.ball
    for key in expected.players:
        yield f"player {key}", expected.players[key], actual.players[key]
