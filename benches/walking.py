"""A trained policy walks: the work that a learner's worlds do once it has learned something."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from rcssgym.envs import WorldVectorEnv
from rcssgym.policy import Policy
from rcssgym.policy.agent.agent import Agent
from rcssgym.policy.agent.body import read_body
from rcssgym.policy.agent.schedule import Schedule

from benches.contestants import Spent, Stopwatch
from benches.environments import STEPS, Motion, OurEnv, Rcsssmj, Row

POLICY = Path(__file__).parents[1] / "policies" / "T1Walk.onnx"
MOTION = Motion("walking", 0.0)
FORWARD = "0.5,0,0"  # m/s, m/s, rad/s
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
        """Make so many control steps of all worlds."""
        spent = Spent(world_steps=steps * self.env.num_envs)
        for _ in range(steps):
            actions = self._policy.act(self._observations)
            with Stopwatch(spent):
                self._observations, *_ = self.env.step(actions)
        return spent


class RcsssmjWalk(Rcsssmj):
    """rcsssmj in-process with the same policy, whose own time is not counted either."""

    def __init__(self) -> None:
        self._mind = Agent(Policy.load(POLICY), Schedule.constant(FORWARD), None)
        super().__init__(1, MOTION)
        self.advance(WARM_UP)

    def _commands(self) -> list[list[Row]]:
        (agent,) = self._agents
        if not agent.perceptions:
            return [[]]
        text = "".join(perception.to_sexp() for perception in agent.perceptions)
        answer = self._mind.decide(read_body(text.encode()), 1)
        prefix = agent.agent_id.prefix
        return [
            [
                (prefix + name, float(np.radians(float(q))), float(kp), float(kd))
                for name, q, kp, kd in COMMAND.findall(answer)
            ]
        ]
