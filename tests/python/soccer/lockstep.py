"""One script for several simulations: all get every input, and every cycle is compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import cos, sin
from typing import Any, Protocol

import numpy as np

from soccer.frames import Frame, Key, record
from soccer.libraries import Call, Library, call

BALL_RADIUS = 0.11
Vector = tuple[float, float, float]
Quaternion = tuple[float, float, float, float]
Compare = Callable[[Frame, Frame], None]


class Runner(Protocol):
    """One simulation of one library."""

    library: Library
    simulation: Any

    def join(self, players: Sequence[tuple[str, str, int]]) -> list[Any]:
        """Add players, by model, team and number."""

    def step(self, commands: Sequence[Call]) -> None:
        """Simulate a cycle."""

    def look(self, vision: bool | None) -> None:
        """Let players perceive."""


@dataclass
class Held:
    """A player that is put back to the same pose before every cycle."""

    position: Vector
    quaternion: Quaternion
    joints: Sequence[float] | None


@dataclass
class Lockstep:
    """The first runner leads; `compare` is called with its frame and each of the others."""

    runners: Sequence[Runner]
    compare: Compare
    cycles: int = 0
    play_modes: set[str] = field(default_factory=set)
    fouls: set[str] = field(default_factory=set)
    frame: Frame | None = None
    _agents: list[dict[Key, Any]] = field(default_factory=list)
    _models: dict[Key, str] = field(default_factory=dict)
    _held: dict[Key, Held] = field(default_factory=dict)
    _commands: list[Call] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._agents = [{} for _ in self.runners]

    # players

    def join(self, *players: tuple[str, str, int]) -> list[Key | None]:
        """Let players join at the same time; None for each that is refused."""
        answers = []
        for runner, agents in zip(self.runners, self._agents, strict=True):
            joined = runner.join(players)
            answers.append([_key(agent) for agent in joined])
            for key, agent in zip(answers[-1], joined, strict=True):
                if key is not None:
                    agents[key] = agent
        keys = answers[0]
        assert all(answer == keys for answer in answers), answers
        for key, (model, _, _) in zip(keys, players, strict=True):
            if key is not None:
                self._models[key] = model
        return keys

    def leave(self, *keys: Key) -> None:
        """Let players leave at the same time."""
        for runner, agents in zip(self.runners, self._agents, strict=True):
            runner.simulation.remove_players([agents.pop(key) for key in keys])
        for key in keys:
            self._held.pop(key, None)

    def act(self, key: Key, *actions: Call) -> None:
        """Set a player's actions, which stay until others are set."""
        for runner, agents in zip(self.runners, self._agents, strict=True):
            agents[key].set_actions([runner.library.make(action) for action in actions])

    def hold(
        self,
        key: Key,
        x: float,
        y: float,
        theta: float = 0.0,
        *,
        z: float | None = None,
        quaternion: Quaternion | None = None,
        joints: Sequence[float] | None = None,
    ) -> None:
        """Keep a player at a pose: by default at its standing height with joints at zero."""
        height = STANDING_HEIGHT[self._models[key]] if z is None else z
        turned = quaternion or (cos(theta / 2), 0.0, 0.0, sin(theta / 2))
        self._held[key] = Held((x, y, height), turned, joints)

    def everywhere(self, key: Key) -> list[Any]:
        """Return the player in every simulation."""
        return [agents[key] for agents in self._agents]

    def put(self, key: Key, x: float, y: float, theta: float = 0.0) -> None:
        """Place a player once, standing."""
        self.hold(key, x, y, theta)
        self._place(key, self._held.pop(key))

    def free(self, *keys: Key) -> None:
        """Let held players move again."""
        for key in keys:
            del self._held[key]

    def drop(self, key: Key, x: float, y: float, theta: float = 0.0) -> None:
        """Drop a player once, as the referee does."""
        for agents in self._agents:
            agents[key].drop_at(x, y, theta)

    def _place(self, key: Key, held: Held) -> None:
        for agents in self._agents:
            agents[key].place_at(held.position, held.quaternion)
            agents[key].init_joints(held.joints)

    # ball

    def ball(
        self, x: float, y: float, z: float = BALL_RADIUS, velocity: Vector | None = None
    ) -> None:
        """Place the ball, without the referee's knowledge."""
        for runner in self.runners:
            runner.simulation.ball.place_at((x, y, z), vel=velocity)

    def touch(self, key: Key) -> None:
        """Let a held player touch the ball for one cycle."""
        self.put_ball_on(key)
        self.cycle()
        assert self.touched_parts(key), "nothing was touched"

    def put_ball_on(self, key: Key) -> None:
        """Place the ball where a held player touches it."""
        held = self._held[key]
        forward, height = TOUCHING[self._models[key]]
        w, _, _, z = held.quaternion
        x, y, _ = held.position
        self.ball(x + forward * (w * w - z * z), y + forward * 2 * w * z, height)

    def touched_parts(self, key: Key) -> set[str]:
        """Geoms of a player that touched the ball, whatever the referee has done to it since."""
        prefix = f"r-{key[0]}-{key[1]}-"
        contact, model = self.leader.mj_data.contact, self.leader.mj_model
        ball = model.geom("ball").id
        others = np.concatenate(
            [contact.geom1[contact.geom2 == ball], contact.geom2[contact.geom1 == ball]]
        )
        names = {str(model.geom(other).name) for other in others}
        return {name[len(prefix) :] for name in names if name.startswith(prefix)}

    # game

    @property
    def leader(self) -> Any:
        """The leading simulation."""
        return self.runners[0].simulation

    def referee(self, decision: str, *arguments: Any) -> None:
        """Call the referees' method; a `TeamSide` is given by name."""
        for runner in self.runners:
            sides = runner.library.TeamSide
            translated = [sides[a] if isinstance(a, str) else a for a in arguments]
            getattr(runner.simulation.referee, decision)(*translated)

    def command(self, name: str, *arguments: Any) -> None:
        """Give a monitor's command at the end of the next cycle."""
        self._commands.append(call(name, *arguments))

    def cycle(self, count: int = 1, *, vision: bool | None = None) -> None:
        """Run cycles of 20 ms, comparing after each."""
        for _ in range(count):
            self.step()
            self.look(vision)
            self.check()

    def wait(self, count: int) -> None:
        """Run cycles in which nobody perceives, comparing after each: half as long."""
        for _ in range(count):
            self.step()
            self.check()

    def step(self) -> None:
        """Run a cycle in which nobody perceives."""
        for key, held in self._held.items():
            self._place(key, held)
        for runner in self.runners:
            runner.step(self._commands)
        self._commands = []
        self.cycles += 1

    def look(self, vision: bool | None) -> None:
        """Let all players perceive."""
        for runner in self.runners:
            runner.look(vision)

    def check(self, compare: Compare | None = None) -> None:
        """Compare everything observable, with the usual comparison if none is given."""
        first, *others = [record(runner.simulation) for runner in self.runners]
        self.frame = first
        self.play_modes.add(first.game["play mode"])
        self.fouls |= {foul for _, foul in first.fouls}
        for other in others:
            (compare or self.compare)(first, other)

    def until(self, play_mode: str, limit: int) -> None:
        """Run until the leader is in this play mode."""
        for _ in range(limit):
            self.cycle()
            if self.play_mode == play_mode:
                return
        raise AssertionError(f"{self.play_mode} and not {play_mode} after {limit} cycles")

    @property
    def play_mode(self) -> str:
        """The leader's play mode, by name."""
        name: str = self.leader.game_state.play_mode.name
        return name

    def expect(self, play_mode: str) -> None:
        """Fail if the leader is in another play mode."""
        assert self.play_mode == play_mode, (self.play_mode, play_mode)


STANDING_HEIGHT = {"T1": 0.6735, "K1": 1.0, "ant": 0.75}  # m, of the root body
TOUCHING = {"T1": (0.215, 0.79), "ant": (0.0, 1.08)}  # ball in front of the player, its height, m


def _key(agent: Any) -> Key | None:
    return None if agent is None else (agent.agent_id.team_id, agent.agent_id.player_no)
