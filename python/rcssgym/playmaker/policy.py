"""A trained policy of the 2D game as a playmaker."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import DiscTask
from rcssgym.errors import ArgumentError
from rcssgym.playmaker.messages import (
    Body_Intercept,
    GameModeType,
    HeliosPenalty,
    HeliosSetPlay,
    Neck_TurnToBall,
    Player,
    RegisterResponse,
    RpcVector2D,
    Self,
    State,
    WorldModel,
)
from rcssgym.playmaker.policy_actions import INERTIA, PolicyActions
from rcssgym.playmaker.server import Answer, Playmaker
from rcssgym.policy import Policy

BENCH = 60.0, 45.0
"""Where players stand that the task has but the game lacks, m."""


class PolicyPlaymaker(Playmaker):
    """A policy trained in a task of the 2D game that plays every player during play_on.

    Each player sees the pitch as number 1 of the task's left team does. The task's mates and
    opponents are the nearest ones; those that the game lacks stand beside the pitch. Outside
    play_on, players do ``HeliosSetPlay``, and in a shoot-out ``HeliosPenalty``.

    :param policy: a policy, or the path of its ONNX file.

    Raises :class:`ArgumentError` for a policy whose task is not a :class:`DiscTask`, or whose
    actions the interface lacks (``policy_actions.py``).
    """

    def __init__(self, policy: Policy | str | PathLike[str]) -> None:
        super().__init__()
        self.policy = policy if isinstance(policy, Policy) else Policy.load(policy)
        if not isinstance(self.policy.task, DiscTask):
            name = type(self.policy.task).__name__
            raise ArgumentError(f"policy: has been trained on {name}, which is not of the 2D game")
        self.actions = PolicyActions(self.policy.task.action_mode)
        self._eyes: dict[int, _Eyes] = {}
        self._access = threading.Lock()

    def player(self, state: State) -> Answer:
        """Return what the policy does."""
        world = state.world_model
        if world.is_penalty_kick_mode:
            return [HeliosPenalty()]
        if world.game_mode_type != GameModeType.PlayOn:
            return [HeliosSetPlay()]
        client = state.register_response.client_id
        with self._access:
            eyes = self._eyes.get(client)
            if eyes is None:
                eyes = self._eyes[client] = _Eyes(self.policy)
            observation = eyes.observe(world)
            action = self.policy.act(observation)[0]
        actions = self.actions.messages(action, world, eyes.mates(world), self._inertia(world.self))
        return [*actions, Body_Intercept(), Neck_TurnToBall()]

    def left(self, client: RegisterResponse) -> None:
        """Forget what a player has seen."""
        with self._access:
            self._eyes.pop(client.client_id, None)

    def _inertia(self, own: Self) -> float:
        known = self.player_types.get(own.type_id)
        return INERTIA if known is None else known.inertia_moment


class _Eyes:
    """A game of the task in which players and ball are placed according to a state."""

    def __init__(self, policy: Policy) -> None:
        self.env = WorldVectorEnv(policy.new_task(), 1)
        self.env.reset(seed=0)
        task = self.env.task
        assert isinstance(task, DiscTask)
        self.task = task
        size = task.observation_space.shape
        assert size is not None
        self.rows = [np.zeros((1, *size), np.float32) for _ in range(policy.history)]
        self.is_new = True

    def mates(self, world: WorldModel) -> list[Player | None]:
        """Return the players that stand for the task's players with numbers from 2."""
        return _nearest(world.teammates, self.task.players[0] - 1)

    def observe(self, world: WorldModel) -> NDArray[np.float32]:
        """Return what the policy sees, with its history."""
        task, own = self.task, world.self
        others = [*self.mates(world), *_opponents(world.opponents, task.players[1], task)]
        everybody: list[Self | Player | None] = [own, *others]

        def points(name: str) -> NDArray[np.float64]:
            rows = [_xy(getattr(one, name)) if one else None for one in everybody]
            empty = (BENCH[0], BENCH[1]) if name == "position" else (0.0, 0.0)
            return np.array([[row or empty for row in rows]])

        body = [one.body_direction if one else 0.0 for one in everybody]
        task.worlds.set_state(
            ball_position=[_xy(world.ball.position)],
            ball_velocity=[_xy(world.ball.velocity)],
            position=points("position"),
            velocity=points("velocity"),
            body=np.array([body]),
        )
        task.core.sense()
        task._is_stale = False
        row = np.zeros_like(self.rows[0])
        task.observe(row)
        self.rows = [row] * len(self.rows) if self.is_new else [*self.rows[1:], row]
        self.is_new = False
        return np.concatenate(self.rows, axis=1)


def _xy(point: RpcVector2D) -> tuple[float, float]:
    return (point.x, point.y)


def _nearest(players: Sequence[Player], count: int) -> list[Player | None]:
    found = sorted(players, key=lambda one: one.dist_from_self)[:count]
    return [*found, *[None] * (count - len(found))]


def _opponents(players: Sequence[Player], count: int, task: DiscTask) -> list[Player | None]:
    """Return opponents, the goalie first if the task's opponents have one."""
    if count == 0:
        return []
    goalie = [one for one in players if one.is_goalie] if task.goalies[1] else []
    rest = [one for one in players if one not in goalie]
    return [*goalie[:1], *_nearest(rest, count - len(goalie[:1]))]
