"""Translation of a policy's actions, acts of the 2D tasks, to the playmaker interface."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, hypot

import numpy as np
from numpy.typing import NDArray

from rcssgym._core import disc_act_limits
from rcssgym.envs.discs.task import ACTS, ActionMode
from rcssgym.errors import ArgumentError
from rcssgym.playmaker.messages import (
    Body_AdvanceBall,
    Body_ClearBall,
    Body_Dribble,
    Body_GoToPoint,
    Body_HoldBall,
    Body_Intercept,
    Body_KickOneStep,
    Body_SmartKick,
    Body_StopBall,
    Body_StopDash,
    Body_TackleToPoint,
    Body_TurnToAngle,
    Body_TurnToBall,
    Body_TurnToPoint,
    Catch,
    Dash,
    HeliosBasicMove,
    HeliosOffensivePlanner,
    HeliosShoot,
    Kick,
    Message,
    Player,
    RpcVector2D,
    Self,
    Tackle,
    Turn,
    WorldModel,
)
from rcssgym.playmaker.planner import full_planner

_LIMITS = disc_act_limits()
POWER, HALF_TURN = _LIMITS["power"], _LIMITS["half_turn"]
"""Power of dashes without a given power; half a turn in degrees."""
FASTEST, ENOUGH, KICKS = _LIMITS["fastest"], _LIMITS["enough"], int(_LIMITS["kicks"])
"""Largest ball speed that can be requested, m/cycle; share of a speed that is sufficient; maximum
number of kicks."""
HALF_LENGTH, HALF_WIDTH = _LIMITS["half_length"], _LIMITS["half_width"]
MARGIN = _LIMITS["margin"]
"""Half the length and width of the pitch, m (above); how far points of half field offense may lie
beyond the half field, as a share of it."""
NEAR, AT_BALL, WITH_BALL = _LIMITS["near"], _LIMITS["at_ball"], _LIMITS["with_ball"]
DASHES = int(_LIMITS["dashes"])
"""Distances at which a player has arrived, m: at points, at the ball, with the ball; dashes between
kicks."""
LIKELY = _LIMITS["likely"]
"""Smallest probability with which a tackle to a point is tried."""
PASS_SPEED = 2.0
"""Speed of passes, m/cycle."""
INERTIA = 5.0
"""Inertia moment of a player whose type is unknown."""
PASSES = tuple(name for name in ACTS if name.startswith("pass_"))
WITHOUT_ACTION = ("reduce_angle_to_goal", "mark_player", "defend_goal", "run", "clear", *PASSES)
"""Acts that the interface has no action for."""


class PolicyActions:
    """Translates a task's actions, numbers from -1 to 1, to actions of the interface.

    :param action_mode: the mode of the task's actions.

    Raises :class:`ArgumentError` for a mode for which the interface has no actions.
    """

    def __init__(self, action_mode: ActionMode) -> None:
        if action_mode == "choices":
            raise ArgumentError("policy: no action of playmakers is a keeper's choice in keepaway")
        acts = () if isinstance(action_mode, str) else action_mode
        missing = [name for name in WITHOUT_ACTION if name in acts]
        if missing:
            raise ArgumentError(
                f"policy: the playmaker interface has no action for {', '.join(missing)}"
            )
        self.action_mode = action_mode

    def messages(
        self,
        action: NDArray[np.float32],
        world: WorldModel,
        mates: Sequence[Player | None],
        inertia: float = INERTIA,
    ) -> Sequence[Message]:
        """Return the messages for an action ``(n,)`` of a player who knows ``world``.

        :param mates: teammates by the task's numbers, starting at 2; ``None`` for missing ones.
        :param inertia: inertia moment of the player's type: tasks turn by a moment, agents by the
            resulting angle.
        """
        numbers = [float(number) for number in np.clip(action, -1.0, 1.0)]
        if self.action_mode == "dash":
            return [Dash(power=POWER, relative_direction=HALF_TURN * numbers[0])]
        if self.action_mode == "turn_or_dash":
            turn, turned, dash, direction = numbers
            if 1.0 / (1.0 + exp(dash - turn)) > 0.5:
                return [_turn(world.self, turned, inertia)]
            return [Dash(power=POWER, relative_direction=HALF_TURN * direction)]
        acts = list(self.action_mode)
        best = int(np.argmax(action[: len(acts)]))
        first = len(acts) + sum(ACTS[name] for name in acts[:best])
        parameters = numbers[first : first + ACTS[acts[best]]]
        return _act(acts[best], parameters, world, mates, inertia)


def _act(
    name: str,
    numbers: Sequence[float],
    world: WorldModel,
    mates: Sequence[Player | None],
    inertia: float,
) -> Sequence[Message]:
    if name in ("kick_to", "move_to", "dribble_to"):
        return _to_half(name, numbers)
    match name, *numbers:
        case "turn", float(moment):
            return [_turn(world.self, moment, inertia)]
        case "pass", float(number):
            return _pass(number, mates)
        case ("go_to_ball",):
            return [_go(world.ball.position, AT_BALL, POWER)]
    return _plain(name, numbers)


def _plain(name: str, numbers: Sequence[float]) -> Sequence[Message]:
    """Return the actions for an act that does not depend on the world."""
    match name, *numbers:
        case "dash", float(power), float(way):
            return [Dash(power=POWER * power, relative_direction=HALF_TURN * way)]
        case "kick", float(power), float(way):
            return [Kick(power=0.5 * POWER * (power + 1.0), relative_direction=HALF_TURN * way)]
        case "tackle", float(way):
            return [Tackle(power_or_dir=HALF_TURN * way)]
        case "turn_to_angle", float(way):
            return [Body_TurnToAngle(angle=HALF_TURN * way)]
        case "go_to_point", float(x), float(y), float(power):
            return [_go(_on_pitch(x, y), NEAR, 0.5 * POWER * (power + 1.0))]
        case "turn_to_point", float(x), float(y):
            return [Body_TurnToPoint(target_point=_on_pitch(x, y), cycle=1)]
        case "smart_kick", float(x), float(y), float(fast):
            return [_kick(_on_pitch(x, y), _speed(fast))]
        case "one_step_kick", float(x), float(y), float(fast):
            return [Body_KickOneStep(target_point=_on_pitch(x, y), first_speed=_speed(fast))]
        case "dribble_to_point", float(x), float(y):
            return [_dribble(_on_pitch(x, y))]
        case "tackle_to_point", float(x), float(y):
            return [Body_TackleToPoint(target_point=_on_pitch(x, y), min_probability=LIKELY)]
    return _simple(name)


def _simple(name: str) -> Sequence[Message]:
    """Return the actions for an act without parameters."""
    known: dict[str, Message] = {
        "intercept": Body_Intercept(),
        "move": HeliosBasicMove(),
        "scripted": HeliosBasicMove(),
        "shoot": HeliosShoot(),
        "dribble": HeliosOffensivePlanner(short_dribble=True, long_dribble=True),
        "plan": full_planner(),
        "catch": Catch(),
        "reorient": Body_TurnToBall(cycle=1),
        "turn_to_ball": Body_TurnToBall(cycle=1),
        "stop_dash": Body_StopDash(save_recovery=True),
        "stop_ball": Body_StopBall(),
        "hold_ball": Body_HoldBall(),
        "advance_ball": Body_AdvanceBall(),
        "clear_ball": Body_ClearBall(),
    }
    return [] if name == "noop" else [known[name]]


def _to_half(name: str, numbers: Sequence[float]) -> Sequence[Message]:
    half = 0.5 * HALF_LENGTH
    x = half + (1.0 + 2.0 * MARGIN) * half * numbers[0]
    point = RpcVector2D(x=x, y=(1.0 + MARGIN) * HALF_WIDTH * numbers[1])
    if name == "kick_to":
        return [_kick(point, _speed(numbers[2]))]
    return [_go(point, NEAR, POWER) if name == "move_to" else _dribble(point)]


def _pass(number: float, mates: Sequence[Player | None]) -> Sequence[Message]:
    """Return a kick to the mate selected by ``number``, -1 to 1 over the team's numbers from 1."""
    size = 1 + len(mates)
    index = int(min(0.5 * (number + 1.0) * size, size - 1.0))
    mate = mates[index - 1] if index > 0 else None
    return [] if mate is None else [_kick(mate.position, PASS_SPEED)]


def _go(point: RpcVector2D, threshold: float, power: float) -> Message:
    return Body_GoToPoint(target_point=point, distance_threshold=threshold, max_dash_power=power)


def _kick(point: RpcVector2D, speed: float) -> Message:
    return Body_SmartKick(
        target_point=point,
        first_speed=speed,
        first_speed_threshold=ENOUGH * speed,
        max_steps=KICKS,
    )


def _dribble(point: RpcVector2D) -> Message:
    return Body_Dribble(
        target_point=point,
        distance_threshold=WITH_BALL,
        dash_power=POWER,
        dash_count=DASHES,
        dodge=True,
    )


def _turn(own: Self, half_turns: float, inertia: float) -> Turn:
    speed = hypot(own.velocity.x, own.velocity.y)
    return Turn(relative_direction=HALF_TURN * half_turns / (1.0 + inertia * speed))


def _speed(number: float) -> float:
    return 0.5 * FASTEST * (number + 1.0)


def _on_pitch(x: float, y: float) -> RpcVector2D:
    return RpcVector2D(x=HALF_LENGTH * x, y=HALF_WIDTH * y)
