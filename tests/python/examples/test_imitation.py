"""Policies that start by imitating the script, and hybrid ones: an act, then its parameters."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from rcssgym.envs.discs import HalfField, ReachBall
from rcssgym.envs.discs.half_field_kinds import SKILLED
from rcssgym.errors import ArgumentError
from rcssgym.policy import Policy
from rcssgym.training.config import configured
from rcssgym.training.exploration import SHARPNESS, Exploration, Gaussian, Hybrid, exploration
from rcssgym.training.imitation import KEPT, Imitation, Lessons, Ring
from rcssgym.training.ppo import Trainer
from rcssgym.training.run import begun, train
from torch.distributions import Categorical, Normal, kl_divergence

ACTS = ("kick_to", "pass", "shoot")
"""With three parameters, one, and none."""
OWNERS = [[0, 1, 2, 4], [3, 4], [4]]
"""Indices of the numbers that matter to each act; the last number belongs to none."""
SMALL: dict[str, Any] = {
    "task": "Disc-HFO-1v0-Skills",
    "threads": 1,
    "num_envs": 32,
    "num_steps": 32,
    "minibatch": 512,
    "hidden": "32,32",
    "evaluation_envs": 16,
    "evaluation_steps": 60,
    "total_steps": 2048,
    "distribution": "hybrid",
}


def some(rows: int, numbers: int = 8) -> tuple[torch.Tensor, torch.Tensor]:
    random = torch.Generator().manual_seed(3)
    mean = 0.3 * torch.randn(rows, numbers, generator=random)
    return mean, 0.1 + 0.4 * torch.rand(numbers, generator=random)


def drawn(kind: Exploration, mean: torch.Tensor, std: torch.Tensor, seed: int) -> torch.Tensor:
    noise = kind.noise(mean, torch.Generator().manual_seed(seed))
    return kind.draw(mean, std, noise)


def test_hybrid_probabilities() -> None:
    """Against torch's distributions, act by act."""
    hybrid = Hybrid(ACTS, 8, "cpu")
    mean, std = some(500)
    actions = drawn(hybrid, mean, std, 1)
    of_acts = Categorical(logits=SHARPNESS * mean[:, :3])
    chosen = actions[:, :3].argmax(1)
    assert set(chosen.tolist()) == {0, 1, 2}
    expected = of_acts.log_prob(chosen)
    for row, act in enumerate(chosen.tolist()):
        for number in OWNERS[act]:
            own = Normal(mean[row, 3 + number], std[3 + number])
            expected[row] += own.log_prob(actions[row, 3 + number])
    assert torch.allclose(hybrid.log_prob(mean, std, actions), expected, atol=1e-4)


def test_hybrid_draws_as_often_as_it_says() -> None:
    hybrid = Hybrid(ACTS, 8, "cpu")
    mean, std = some(1)
    many = mean.expand(40_000, 8)
    actions = drawn(hybrid, many, std, 2)
    assert set(actions[:, :3].unique().tolist()) == {-1.0, 1.0}
    shares = torch.bincount(actions[:, :3].argmax(1), minlength=3) / len(actions)
    assert torch.allclose(shares, hybrid.logits(mean)[0].exp(), atol=0.01)
    assert torch.allclose(actions[:, 3:].mean(0), mean[0, 3:], atol=0.02)
    assert torch.allclose(actions[:, 3:].std(0), std[3:], rtol=0.03)


def test_hybrid_divergence_and_entropy() -> None:
    hybrid = Hybrid(ACTS, 8, "cpu")
    (old, old_std), (_, std) = some(50), some(50)
    new, std = old + 0.05 * torch.randn(50, 8), std * 1.3
    before, after = (Categorical(logits=SHARPNESS * one[:, :3]) for one in (old, new))
    expected = kl_divergence(before, after)
    entropy = after.entropy()
    for act, owned in enumerate(OWNERS):
        for number in owned:
            was = Normal(old[:, 3 + number], old_std[3 + number])
            now = Normal(new[:, 3 + number], std[3 + number])
            expected = expected + before.probs[:, act] * kl_divergence(was, now)
            # Subtract the constant of a Gaussian.
            rest = now.entropy() - 0.5 * math.log(2.0 * math.pi * math.e)
            entropy = entropy + after.probs[:, act] * rest
    assert torch.allclose(hybrid.divergence((old, old_std), (new, std)), expected, atol=1e-4)
    assert torch.isclose(hybrid.entropy(new, std), entropy.mean(), atol=1e-5)


def test_gaussian_is_as_before() -> None:
    (old, old_std), (_, std) = some(50), some(50)
    new, std = old + 0.1, std * 0.8
    expected = kl_divergence(Normal(old, old_std), Normal(new, std)).sum(-1)
    assert torch.allclose(Gaussian().divergence((old, old_std), (new, std)), expected, atol=1e-5)
    actions = drawn(Gaussian(), new, std, 5)
    plain = torch.normal(new, std.expand_as(new), generator=torch.Generator().manual_seed(5))
    assert torch.equal(actions, plain)


def test_lessons_keep_the_last_ones() -> None:
    ring = Ring(1, 1)
    for first in range(0, KEPT + 5000, 1000):
        rows = np.arange(first, first + 1000, dtype=np.float32)[:, None]
        ring.add(rows, rows)
    seen, actions = ring.some(np.random.default_rng(0), 400_000)
    assert np.array_equal(seen, actions)
    last = first + 1000
    assert seen.min() >= last - KEPT
    assert seen.max() < last
    assert len(np.unique(seen)) > 0.9 * KEPT


def test_lessons_are_drawn_alike_of_what_can_be_done() -> None:
    """Rare states in which there is a choice are drawn more often than they occur."""
    lessons, random = Lessons(1, 3, 2), np.random.default_rng(0)
    count = 100_000
    has_ball = random.random(count) < 0.01
    second = has_ball & (random.random(count) < 0.1)
    wanted = np.where(second[:, None], [-1.0, 1.0, 0.0], [1.0, -1.0, 0.0])
    wanted[:50] = math.nan
    masks = np.stack([np.ones(count, np.bool_), has_ball], axis=1)
    numbers = (2.0 * has_ball + second)[:, None].astype(np.float32)
    for rows in np.split(np.arange(count), 100):
        lessons.add(numbers[rows], wanted[rows], masks[rows])
    seen, actions = lessons.some(random, 50_000)
    assert torch.equal(actions[:, 1] > 0, seen[:, 0] == 3)
    share = [(seen == kind).float().mean().item() for kind in (0.0, 2.0, 3.0)]
    # Odds of 99 to 1 become their fourth root; among states with the ball, 9 to 1 become square
    # roots.
    likely = [99**0.25, 0.9**0.5, 0.1**0.5]
    assert np.allclose(share, np.array(likely) / sum(likely), atol=0.02)


def test_it_learns_to_do_what_the_script_does() -> None:
    config = configured({**SMALL, "imitate": "scripted", "imitate_steps": 30_000})
    trainer = Trainer(config)
    imitation = Imitation(trainer, config.imitate_steps)
    before = imitation.play(1.0)["alike"]
    report = imitation.learn()
    assert before < 0.6
    assert report["alike"] > 0.9
    # The scores also separate the acts without exploration.
    agent, wanted = trainer.agent, trainer.envs.task.scripted_actions()  # type: ignore[attr-defined]
    with torch.no_grad():
        acts = agent(torch.from_numpy(trainer.observations))[:, : len(SKILLED)].argmax(1)
    assert (acts.numpy() == wanted[:, : len(SKILLED)].argmax(1)).mean() > 0.8


@pytest.mark.usefixtures("no_pictures")
def test_a_run_begins_so_and_is_the_same_again(tmp_path: Path) -> None:
    def run(name: str) -> Policy:
        given = {**SMALL, "imitate": "scripted", "imitate_steps": 4096}
        config = configured({**given, "run_dir": str(tmp_path / name)})
        folder = tmp_path / name
        folder.mkdir()
        trainer = begun(config, None)
        train(trainer, folder)
        policy = Policy.load(folder / "policy.onnx")
        assert float(policy.facts["training_seconds"]) > trainer.seconds["imitation"] > 0.0
        return policy

    first, again = run("first"), run("again")
    seen = np.random.default_rng(0).normal(size=(16, 12)).astype(np.float32)
    assert np.array_equal(first.act(seen), again.act(seen))
    assert first.facts["settings"]["imitate"] == "scripted"


def test_the_normalization_of_another_policy_stays(tmp_path: Path) -> None:
    """If it changed, the policy would change before it has learned anything."""
    given = {"initialize": "DiscHFO1v1", "imitate": "scripted", "imitate_steps": 1}
    given |= {"task": "Disc-HFO-1v1-Skills", "hidden": "64,64", "run_dir": str(tmp_path)}
    plain = begun(configured({**SMALL, **given, "imitate": ""}), None).agent
    agent = begun(configured({**SMALL, **given}), None).agent
    assert agent.observed.mean.equal(plain.observed.mean)
    assert agent.observed.variance.equal(plain.observed.variance)
    assert not agent.actor[0].weight.equal(plain.actor[0].weight)


@pytest.mark.parametrize("given", [{"task": "Disc-ReachBall"}, {"task": "AntRun"}])
def test_tasks_without_acts(given: dict[str, Any]) -> None:
    settings = {"num_envs": 2, "threads": 1, **given}
    with pytest.raises(ArgumentError, match="imitate"):
        Trainer(configured({**settings, "imitate": "scripted"}))
    with pytest.raises(ArgumentError, match="distribution"):
        Trainer(configured({**settings, "distribution": "hybrid"}))


def test_nobody_teaches_keepers() -> None:
    settings = {"task": "Disc-Keepaway-3v2", "num_envs": 2, "threads": 1, "imitate": "scripted"}
    with pytest.raises(ArgumentError, match="imitate: Disc-Keepaway-3v2 has no acts that a script"):
        Trainer(configured(settings))


def test_what_is_refused() -> None:
    with pytest.raises(ArgumentError, match="imitate: 'robots' is not scripted"):
        configured({**SMALL, "imitate": "robots"})
    with pytest.raises(ArgumentError, match="recurrent"):
        begun(configured({**SMALL, "imitate": "scripted", "recurrent": 4}), None)
    with pytest.raises(ArgumentError, match="distribution"):
        exploration("hybrid", ReachBall(), "cpu")
    assert isinstance(exploration("hybrid", HalfField(1, 0), "cpu"), Hybrid)
