"""A walking policy: the load of worlds in training once the learner has learned something."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from rcssgym.envs import SoccerVectorEnv, WorldVectorEnv
from rcssgym.envs.tasks.robots import T1
from rcssgym.envs.tasks.senses import Senses, body_observation, gait_phase, gravity_in_torso
from rcssgym.policy import Policy
from rcssgym.policy.agent.agent import Agent
from rcssgym.policy.agent.body import read_body
from rcssgym.policy.agent.schedule import Schedule

from benches.contestants import Spent, Stopwatch
from benches.environments import STEPS, Motion, OurEnv, Rcsssmj, Row

POLICY = Path(__file__).parents[1] / "policies" / "T1Walk.onnx"
MOTION = Motion("walking", 0.0)
FORWARD = "0.5,0,0"  # m/s, m/s, rad/s
CIRCLE = "0.3,0,0.6"
"""Command for several robots, which walk in circles of 0.5 m so that none meets another."""
COMMAND = re.compile(r"\((\w+) ([-\d.]+) 0 ([-\d.e]+) ([-\d.e]+) 0\)")
WARM_UP = 150


class OurWalk(OurEnv):
    """Our environment on one thread; the policy's own time is not counted."""

    def __init__(self, num_envs: int) -> None:
        self._policy = Policy.load(POLICY)
        task = self._policy.new_task()
        self.env: Any = WorldVectorEnv(task, num_envs, max_episode_steps=STEPS, threads=1)
        self._observations, _ = self.env.reset(seed=0)
        self.advance(WARM_UP)

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""
        spent = Spent(world_steps=steps * self.env.num_envs)
        for _ in range(steps):
            actions = self._policy.act(self._observations)
            with Stopwatch(spent):
                self._observations, *_ = self.env.step(actions)
        return spent


class OurWalkingGame(OurEnv):
    """Games whose robots all walk, on one thread; the policy's own time is not counted."""

    def __init__(self, players: int, num_envs: int) -> None:
        self._policy = Policy.load(POLICY)
        self._walk: Any = self._policy.new_task()
        self._robot = self._walk.robot
        team = players // 2
        self.env: Any = SoccerVectorEnv(
            f"{team}v{team}",
            num_envs,
            robots=self._robot,
            max_episode_steps=None,
            threads=1,
        )
        self.env.reset(seed=0)
        self._last = np.zeros((num_envs * players, self._robot.joints))
        self._age = 0
        self.advance(WARM_UP)

    def advance(self, steps: int) -> Spent:
        """Make `steps` control steps of all worlds."""
        spent = Spent(world_steps=steps * self.env.num_envs)
        for _ in range(steps):
            self._last = self._policy.act(self._seen())
            actions = self._last.reshape(self.env.action_space.shape)
            with Stopwatch(spent):
                self.env.step(actions)
            self._age += 1
        return spent

    def upright(self) -> float:
        """Return the share of robots that are on their feet."""
        heights = self.env.worlds.root_position[..., 2]
        return float((heights > self._robot.lowest).mean())

    def _seen(self) -> np.ndarray:
        """Return what a walking robot observes, of all robots ``(N, n)``."""
        worlds, count = self.env.worlds, len(self._last)
        senses = Senses(
            *(
                np.reshape(getattr(worlds, name), (count, -1))
                for name in ("joint_positions", "joint_velocities", "gyro", "root_quaternion")
            )
        )
        command = np.tile([float(part) for part in CIRCLE.split(",")], (count, 1))
        age = np.full(count, self._age)
        parts = [
            *body_observation(self._robot, senses, self._last),
            command,
            gait_phase(age, self._walk.gait_frequency),
            gravity_in_torso(senses.quaternion),
        ]
        return np.concatenate(parts, axis=-1).astype(np.float32)


class RcsssmjWalk(Rcsssmj):
    """rcsssmj in-process with the same policy, whose own time is not counted either."""

    def __init__(self, players: int = 1) -> None:
        schedule = Schedule.constant(FORWARD if players == 1 else CIRCLE)
        self._minds = [Agent(Policy.load(POLICY), schedule, None) for _ in range(players)]
        super().__init__(players, MOTION)
        self.advance(WARM_UP)

    def upright(self) -> float:
        """Return the share of robots that are on their feet."""
        heights = [self._simulation.mj_data.qpos[first + 2] for first, _ in self._rows]
        return float(np.mean(np.array(heights) > T1.lowest))

    def _commands(self) -> list[list[Row]]:
        return [self._command(*one) for one in zip(self._agents, self._minds, strict=True)]

    @staticmethod
    def _command(agent: Any, mind: Agent) -> list[Row]:
        """Return a robot's commands; none before it has perceived anything."""
        if not agent.perceptions:
            return []
        text = "".join(perception.to_sexp() for perception in agent.perceptions)
        answer = mind.decide(read_body(text.encode()), 1)
        prefix = agent.agent_id.prefix
        return [
            (prefix + name, float(np.radians(float(q))), float(kp), float(kd))
            for name, q, kp, kd in COMMAND.findall(answer)
        ]
