"""Teach low-level commands of the 2D game by imitating a policy that acts by skills.

    python examples/imitate_skills.py --out runs/imitated.onnx
    rcssgym train --task Disc-HFO-1v1-Shaped --initialize runs/imitated.onnx ...

In half field offense, one against one, the student dashes, turns and kicks by low-level features.
The teacher, `DiscHFO1v1`, sees the same games by high-level features and chooses a skill; what
commands that skill would give is what the student should have done (Ross, Gordon and Bagnell, 2011:
DAgger).
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from rcssgym import policies
from rcssgym.disc import Skill
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import ACTS, HalfField
from rcssgym.envs.discs.half_field import HFO1v1
from rcssgym.envs.discs.half_field_kinds import HFO1v1Skills
from rcssgym.policy import Policy, metadata
from rcssgym.policy.network import save
from torch import nn

Array = NDArray[np.float32]

ENVS, STEPS, BATCH = 256, 150, 2048
MIXED = 6
"""Rounds in which the teacher still acts, ever less often."""
LIMIT = 10.0
LOW = ("dash", "turn", "kick")
"""The student's acts."""
SHOWN = {"kick_to", "move_to", "dribble_to"}
"""Acts whose parameters are points."""


class Teacher:
    """What a policy with skills would do in the games of another task.

    :param student: the environment in which the games are played.
    """

    def __init__(self, student: WorldVectorEnv) -> None:
        self.policy: Policy = policies.load("DiscHFO1v1")
        self.games: Any = student.task.worlds
        self.envs = WorldVectorEnv(HFO1v1Skills(), student.num_envs, threads=1)
        self.envs.reset(seed=0)
        self.task: Any = self.envs.task
        self.acts: tuple[str, ...] = self.task.acts

    def commands(self) -> tuple[Array, NDArray[np.bool_]]:
        """Return actions ``(W, 8)`` of low level, and which of them there are ``(W,)``."""
        self.task.worlds.restore(self.games.snapshot())
        self.task.core.sense()
        actions = self.policy.act(self.task.core.observe())
        skills, args = self.skills(actions.astype(np.float64))
        kinds, numbers, *_ = self.games.skill_commands(skills, args)
        return self.low(kinds[:, 0], numbers[:, 0])

    def skills(self, actions: NDArray[np.float64]) -> tuple[Any, Any]:
        """Return the skills that actions mean, for both players, with their arguments."""
        count = len(self.acts)
        best = actions[:, :count].argmax(axis=1)
        first = count + np.cumsum([0, *(ACTS[name] for name in self.acts)])
        can_kick = self.games.can_kick[:, 0] != 0
        skills = np.zeros((len(actions), 2), np.int64)
        args = np.zeros((len(actions), 2, 4))
        ball = self.games.ball_position
        for index, name in enumerate(self.acts):
            rows = np.flatnonzero(best == index)
            own = actions[rows, first[index] : first[index + 1]]
            if name in SHOWN:
                args[rows, 0, 0] = 26.25 + 1.2 * 26.25 * own[:, 0]
                args[rows, 0, 1] = 1.1 * 34.0 * own[:, 1]
            if name == "kick_to":
                speed = 1.5 * (own[:, 2] + 1.0)
                args[rows, 0, 2], args[rows, 0, 3] = speed, 0.9 * speed
            elif name == "go_to_ball":
                args[rows, 0, :2], args[rows, 0, 2], args[rows, 0, 3] = ball[rows], 0.3, 100
            elif name in ("move_to", "dribble_to"):
                args[rows, 0, 2] = 0.25 if name == "move_to" else 1.0
                args[rows, 0, 3] = 100
            skills[rows, 0] = {
                "kick_to": Skill.SMART_KICK,
                "move_to": Skill.GO_TO_POINT,
                "dribble_to": Skill.DRIBBLE,
                "intercept": Skill.INTERCEPT,
                "move": Skill.INTERCEPT,
                "shoot": Skill.SHOOT,
                "dribble": Skill.PLAN,
                "go_to_ball": Skill.GO_TO_POINT,
            }.get(name, Skill.NONE)
            needs_ball = name in ("kick_to", "shoot", "dribble", "pass")
            if name != "dribble_to":
                skills[rows[can_kick[rows] != needs_ball], 0] = Skill.NONE
        return skills, args

    def low(
        self, kinds: NDArray[np.int64], numbers: NDArray[np.float64]
    ) -> tuple[Array, NDArray[np.bool_]]:
        """Return commands of bodies as actions of low level."""
        actions = np.zeros((len(kinds), 8), np.float32)
        actions[:, :3] = -1.0
        is_known = (kinds >= 1) & (kinds <= 3)
        actions[np.flatnonzero(is_known), kinds[is_known] - 1] = 1.0
        for kind, first in ((1, 3), (2, 5), (3, 6)):
            rows = kinds == kind
            if kind == 2:
                actions[rows, first] = numbers[rows, 0] / 180
            else:
                power = numbers[rows, 0] / 100
                actions[rows, first] = power if kind == 1 else 2 * power - 1
                actions[rows, first + 1] = numbers[rows, 1] / 180
        return np.clip(actions, -1, 1), is_known


def loss_of(told: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """How far actions are off: which act, and the parameters of the one that is wanted."""
    act = wanted[:, :3].argmax(1)
    chosen = nn.functional.cross_entropy(4.0 * told[:, :3], act)
    used = torch.zeros_like(wanted[:, 3:])
    for index, columns in enumerate(((0, 1), (2,), (3, 4))):
        for column in columns:
            used[:, column] = (act == index).float()
    off = told[:, 3:] - wanted[:, 3:]
    # Directions are the same half a turn to the right and to the left.
    turns = [1, 4]
    off[:, turns] = torch.remainder(off[:, turns] + 1.0, 2.0) - 1.0
    return chosen + 4.0 * (used * off.square()).sum(1).mean()


def mlp(sizes: list[int]) -> nn.Sequential:
    """Return layers with ELU in between."""
    layers: list[nn.Module] = []
    for index in range(1, len(sizes)):
        layers += [nn.Linear(sizes[index - 1], sizes[index]), nn.ELU()]
    return nn.Sequential(*layers[:-1])


def main() -> None:
    """Play, learn, and write the policy."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--hidden", default="256,256")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="imitated.onnx")
    options = parser.parse_args()
    begun = time.perf_counter()
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    random = np.random.default_rng(options.seed)
    student: HalfField = HFO1v1()
    envs = WorldVectorEnv(student, ENVS, autoreset_mode="SameStep", threads=1)
    seen, _ = envs.reset(seed=options.seed)
    teacher = Teacher(envs)
    size = seen.shape[1]
    network = mlp([size, *(int(one) for one in options.hidden.split(",")), 8])
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    mean, std = np.zeros(size, np.float32), np.ones(size, np.float32)
    observed: list[Array] = []
    wanted: list[Array] = []
    for turn in range(options.rounds):
        share = max(0.0, 1.0 - turn / MIXED)
        ends = goals = 0
        for _ in range(STEPS):
            told, is_known = teacher.commands()
            observed.append(seen[is_known])
            wanted.append(told[is_known])
            with torch.no_grad():
                rows = np.clip((seen - mean) / std, -LIMIT, LIMIT)
                own = network(torch.from_numpy(rows)).numpy()
            by_teacher = random.random(ENVS) < share
            actions = np.where(by_teacher[:, None], told, own).clip(-1, 1)
            seen, _, terminated, _, info = envs.step(actions.astype(np.float32))
            if terminated.any():
                ends += int(terminated.sum())
                goals += int(info["final_info"]["is_success"].sum())
        together = np.concatenate(observed)
        if turn < MIXED:
            mean, std = together.mean(0), np.maximum(together.std(0), 0.1)
        inputs = torch.from_numpy(np.clip((together - mean) / std, -LIMIT, LIMIT))
        targets = torch.from_numpy(np.concatenate(wanted))
        for rate in (1e-3, 1e-3, 3e-4)[: options.epochs]:
            optimizer.param_groups[0]["lr"] = rate
            for chosen in torch.randperm(len(inputs)).split(BATCH):
                loss = loss_of(network(inputs[chosen]), targets[chosen])
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        print(
            f"{turn + 1}: {len(inputs):,} examples, loss {loss.item():.3f}, "
            f"{goals / max(ends, 1):.1%} goals of {ends}",
            flush=True,
        )
    layers = [
        (layer.weight.detach().numpy(), layer.bias.detach().numpy())
        for layer in network
        if isinstance(layer, nn.Linear)
    ]
    strings = metadata(
        "Disc-HFO-1v1",
        command=shlex.join(["python", "examples/imitate_skills.py", *sys.argv[1:]]),
        seed=options.seed,
        git_revision="",
        env_steps=options.rounds * STEPS * ENVS,
        training_seconds=round(time.perf_counter() - begun, 1),
    )
    save(options.out, layers, mean=mean, std=std, limit=LIMIT, strings=strings)


if __name__ == "__main__":
    main()
