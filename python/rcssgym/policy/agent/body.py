"""An agent's perception of its own body: messages of the agent protocol to arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rcssgym.errors import ProtocolError
from rcssgym.policy.agent.sexpr import Expression, parse

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Body:
    """A robot as it perceives itself, with the first sensor of each kind."""

    time: float
    """Simulation time, s."""
    play_mode: str
    """Its name on the wire, such as ``"BeforeKickOff"``."""
    position: Floats
    """Position of the torso in the world ``(3,)``, m."""
    quaternion: Floats
    """Orientation w, x, y, z of the torso in the world ``(4,)``, normalized."""
    gyro: Floats
    """Angular velocity in the torso's frame ``(3,)``, rad/s."""
    angles: Floats
    """Angles of the joints, in the order of the message ``(J,)``, rad."""
    speeds: Floats
    """Speeds of the joints ``(J,)``, rad/s."""


def read_body(message: bytes) -> Body:
    """Return what a message with perceptions says about the robot's body; the rest is ignored.

    Raises :class:`ProtocolError` for a message that is malformed or lacks one of the perceptions.
    """
    found: dict[str, Sequence[str]] = {}
    angles: list[str] = []
    speeds: list[str] = []
    for expression in parse(message):
        match expression:
            case ["HJ", ["n", _], ["ax", angle], ["vx", speed]]:
                angles.append(_atom(angle))
                speeds.append(_atom(speed))
            case ["time", ["now", time]]:
                found.setdefault("time", [_atom(time)])
            case ["GS", *fields]:
                found.setdefault("GS", _play_mode(fields))
            case ["quat" | "pos" | "GYR" as kind, ["n", _], ["q" | "p" | "pos" | "rt", *numbers]]:
                found.setdefault(kind, [_atom(number) for number in numbers])
    quaternion = _numbers("quat", found.get("quat"), 4)
    length = np.linalg.norm(quaternion)
    if length == 0.0:
        raise ProtocolError("the server sends the quaternion 0 0 0 0")
    return Body(
        time=float(_numbers("time", found.get("time"), 1)[0]),
        play_mode=_present("GS", found.get("GS"))[0],
        position=_numbers("pos", found.get("pos"), 3),
        quaternion=quaternion / length,
        gyro=np.radians(_numbers("GYR", found.get("GYR"), 3)),
        angles=np.radians(_numbers("HJ", angles, len(angles))),
        speeds=np.radians(_numbers("HJ", speeds, len(angles))),
    )


def _play_mode(fields: Expression) -> list[str]:
    for field in fields:
        match field:
            case ["pm", mode]:
                return [_atom(mode)]
    raise ProtocolError("the server sends a game state without play mode")


def _atom(expression: str | Expression) -> str:
    if isinstance(expression, str):
        return expression
    raise ProtocolError(f"the server sends {expression!r} where a number or name belongs")


def _present(kind: str, atoms: Sequence[str] | None) -> Sequence[str]:
    if not atoms:
        raise ProtocolError(f"the server sends perceptions without ({kind} ...)")
    return atoms


def _numbers(kind: str, atoms: Sequence[str] | None, size: int) -> Floats:
    atoms = _present(kind, atoms)
    try:
        numbers = np.array([float(atom) for atom in atoms])
    except ValueError as error:
        raise ProtocolError(f"the server sends ({kind} ...) with {list(atoms)}") from error
    if len(numbers) != size or not np.isfinite(numbers).all():
        raise ProtocolError(
            f"the server sends ({kind} ...) with {list(atoms)}, not {size} finite numbers"
        )
    return numbers
