"""HFO-1v1 with low-level actions, learned from a teacher who plays by skills (DAgger).

    python examples/disc_dagger.py --policy dagger.onnx
    rcssgym train --task Disc-HFO-1v1-Shaped --initialize dagger.onnx ...

The student acts; in every state that it gets into, the teacher says what it would do (Ross, Gordon
and Bagnell, 2011). The teacher shoots if nobody can reach the shot; otherwise it kicks the ball
towards the goal at a fixed speed and runs after it. It is simple on purpose: if it had two equally
good ways, a student who learns their mean would take neither. The teacher's skills give the same
commands that the student has: dashes, turns and kicks.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rcssgym.disc import BodyCommand, Skill
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.discs import HalfField
from rcssgym.optional import needed_by
from rcssgym.policy import metadata, save

with needed_by("examples/disc_dagger.py", "train", "torch"):
    import torch
    from rcssgym.training.network import FARTHEST, Agent
    from torch import Tensor, nn
    from torch.nn import functional

Array = NDArray[np.float32]
GOAL, SPEED = (50.0, 0.0), 1.2
"""Where the teacher kicks the ball, m, and how fast, m/cycle."""
PARAMETERS = (0, 0, 1, 2, 2)
"""For each number after the scores, the act that it is a parameter of: dash, turn, kick."""
KICKS = 8.0
"""Weight of kicks in the loss: they are rare."""
MARGIN = 4.0
"""Factor of the scores, which choose the act, in the loss."""
FAST = 1e-3
"""The initial learning rate."""


def teach(task: HalfField) -> Array:
    """Return what the teacher would do now in every game: actions ``(W, 8)`` of the student."""
    games = task.worlds
    size = (games.num_worlds, games.num_players)
    has_ball = games.can_kick[:, 0] == 1
    skill, args = np.zeros(size, np.int64), np.zeros((*size, 4))
    skill[:, 0] = np.where(has_ball, Skill.SHOOT, Skill.INTERCEPT)
    kind, parameters, _, _, success = games.skill_commands(skill)
    skill[:, 0], args[:, 0, :3] = Skill.ONE_STEP_KICK, (*GOAL, SPEED)
    ahead, kick, *_ = games.skill_commands(skill, args)
    shoots = success[:, 0] | ~has_ball
    return action(
        np.where(shoots, kind[:, 0], ahead[:, 0]),
        np.where(shoots[:, None], parameters[:, 0], kick[:, 0]),
    )


def action(kind: NDArray[np.int64], args: NDArray[np.float64]) -> Array:
    """Return the student's actions for these commands."""
    actions = np.zeros((len(kind), 8), np.float32)
    acts = [kind == one for one in (BodyCommand.DASH, BodyCommand.TURN, BodyCommand.KICK)]
    actions[:, :3] = np.where(np.stack(acts, axis=1), 1.0, -1.0)
    actions[~np.any(acts, axis=0), 1] = 1.0
    dash, turn, kick = acts
    actions[dash, 3:5] = args[dash, :2] / (100.0, 180.0)
    actions[turn, 5] = args[turn, 0] / 180.0
    actions[kick, 6:] = args[kick, :2] / (50.0, 180.0) - (1.0, 0.0)
    return np.clip(actions, -1.0, 1.0)


def loss_of(chosen: Tensor, wanted: Tensor) -> Tensor:
    """Return how far actions are from the teacher's, in the act and in its parameters."""
    scores, act = chosen[:, :3], wanted[:, :3].argmax(1)
    is_meant = act[:, None] == torch.tensor(PARAMETERS)
    parameter_loss = functional.smooth_l1_loss(
        chosen[:, 3:], wanted[:, 3:], reduction="none", beta=0.05
    )
    choice = functional.cross_entropy(MARGIN * scores, act, reduction="none")
    bounds = (scores - wanted[:, :3]).square().sum(1)
    each = 0.5 * choice + 0.25 * bounds + 4.0 * (parameter_loss * is_meant).sum(1)
    return torch.mean(torch.where(act == 2, KICKS, 1.0) * each)


class Lessons:
    """The games of a student, and all states so far with what the teacher would have done.

    :param envs: number of games played at once.
    :param turns: number of turns of playing.
    :param steps: number of steps of every game in a turn.
    """

    def __init__(self, envs: int, turns: int, steps: int, seed: int) -> None:
        self.task, self.steps, self.count = HalfField(1, 1), steps, 0
        self.envs = WorldVectorEnv(self.task, envs, autoreset_mode="SameStep", threads=1)
        self.now, _ = self.envs.reset(seed=seed)
        self.random = np.random.default_rng(seed)
        self.seen = np.zeros((turns * steps * envs, self.now.shape[1]), np.float32)
        self.wanted = np.zeros((turns * steps * envs, 8), np.float32)

    def play(self, agent: Agent, shown: float) -> tuple[int, int, float]:
        """Play a turn; in the share ``shown`` of the games, the teacher's actions are played.

        Return goals and trials of the other games, and how often the student chose the same act as
        the teacher in all of them.
        """
        size = self.envs.num_envs
        is_alone = self.random.random(size) >= shown
        goals = trials = 0
        alike: list[bool] = []
        for _ in range(self.steps):
            wanted = teach(self.task)
            with torch.no_grad():
                chosen = agent(torch.from_numpy(self.now)).numpy()
            alike += (chosen[:, :3].argmax(1) == wanted[:, :3].argmax(1)).tolist()
            rows = slice(self.count, self.count + size)
            self.seen[rows], self.wanted[rows] = self.now, wanted
            self.count += size
            played = np.where(is_alone[:, None], chosen, wanted)
            self.now, _, terminated, truncated, info = self.envs.step(played)
            over = (terminated | truncated) & is_alone
            if over.any():
                trials += int(over.sum())
                goals += int(info["final_info"]["is_success"][over].sum())
        return goals, trials, float(np.mean(alike))

    def some(self) -> tuple[Tensor, Tensor]:
        """Return a random batch of all states so far, and what the teacher wanted there."""
        rows = self.random.integers(self.count, size=2048)
        return torch.from_numpy(self.seen[rows]), torch.from_numpy(self.wanted[rows])


def learn(options: argparse.Namespace) -> Agent:
    """Play and learn by turns."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    lessons = Lessons(options.envs, options.turns, options.steps, options.seed)
    agent = Agent(lessons.seen.shape[1], 8, [256, 256, 128], 0.2)
    descent = torch.optim.Adam(agent.actor.parameters(), FAST)
    for turn in range(options.turns):
        # At first the teacher's actions are played in all games, later in fewer and fewer.
        goals, trials, alike = lessons.play(agent, 1.0 if turn < 2 else max(0.0, 0.3 - 0.01 * turn))
        if turn < 2:
            agent.observed.learn(torch.from_numpy(lessons.seen[: lessons.count]))
        for group in descent.param_groups:
            group["lr"] = FAST * (1.0 - 0.95 * turn / options.turns)
        for _ in range(100):
            seen, wanted = lessons.some()
            loss = loss_of(agent.actor(agent.normalize(seen)), wanted)
            descent.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.actor.parameters(), 5.0)
            descent.step()
        summary = f"{alike:.0%} as the teacher, {goals} goals of {trials}"
        print(f"{turn + 1:3} loss {float(loss.detach()):.3f}, {summary}", flush=True)
    return agent


def main() -> None:
    """Learn, and write the policy."""
    parser = argparse.ArgumentParser(description="Learn HFO-1v1 from a teacher.")
    parser.add_argument("--policy", required=True, metavar="FILE.onnx", help="file to write")
    parser.add_argument("--turns", type=int, default=80, help="turns of playing and learning")
    parser.add_argument("--envs", type=int, default=256)
    parser.add_argument("--steps", type=int, default=64, help="steps of every env in a turn")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    # Otherwise the error would only come when all has been learned.
    if not Path(options.policy).absolute().parent.is_dir():
        parser.error(f"--policy: there is no folder for {options.policy}")
    if Path(options.policy).is_dir():
        parser.error(f"--policy: {options.policy} is a folder")
    for name in ("turns", "envs", "steps"):
        if getattr(options, name) < 1:
            parser.error(f"--{name}: {getattr(options, name)} is less than 1")
    begin = time.perf_counter()
    agent = learn(options)
    layers = [
        (layer.weight.detach().numpy(), layer.bias.detach().numpy())
        for layer in agent.actor
        if isinstance(layer, nn.Linear)
    ]
    mean, std = (one.numpy() for one in agent.scale())
    facts = metadata(
        "Disc-HFO-1v1",
        command=shlex.join(sys.argv),
        seed=options.seed,
        git_revision="unknown",
        env_steps=options.turns * options.steps * options.envs,
        training_seconds=round(time.perf_counter() - begin, 1),
    )
    save(options.policy, layers, mean=mean, std=std, limit=FARTHEST, strings=facts)


if __name__ == "__main__":
    main()
