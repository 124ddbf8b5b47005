"""Learning above a walking policy: only commands change; files hold both policies."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, policies
from rcssgym._core import Network
from rcssgym.policy import Policy

for needed in ("torch", "tensorboard", "matplotlib"):
    pytest.importorskip(needed, reason="training needs `pip install rcssgym[train]`")

TINY = ["--num-envs", "8", "--num-steps", "6", "--minibatch", "20", "--threads", "1"]
TINY += ["--evaluation-envs", "2", "--evaluation-steps", "5", "--save-every", "2"]
TINY += ["--total-steps", "240", "--critic-updates", "1"]
ABOVE = ["--task", "T1Dribble", "--over", "T1Walk", "--mirror", "exact", *TINY]
PAIR = ["--task", "Disc-HFO-2v1-Skills", "--task-options", '{"numbers": [1, 2]}']
PAIR += ["--initialize", ""]
COMMAND = slice(72, 75)
SEEN = 82
"""Numbers that the walk observes, out of the task's 88."""


@pytest.fixture(scope="module")
def parts() -> Any:
    """Return the names of all training modules."""
    from rcssgym.training import config, estimate, network, over, ppo, reports, run, sources

    modules = (config, network, ppo, reports, run, sources, over, estimate)
    return SimpleNamespace(**{name: one for part in modules for name, one in vars(part).items()})


def trainer(parts: Any, *options: str) -> Any:
    """Return a run above the walk, at its start."""
    config, _ = parts.configure([*ABOVE, "--hidden", "16,8", *options])
    return parts.begun(config, None)


def states(parts: Any, num: int = 40) -> Any:
    """Return observations of robots on their way to the ball ``(num, 8, 88)``."""
    envs = parts.worlds(trainer(parts).config, 8)
    random, found = np.random.default_rng(0), [envs.reset(seed=3)[0]]
    while len(found) < num:
        actions = random.uniform(-1.0, 1.0, (8, 3)).astype(np.float32)
        found.append(envs.step(actions)[0].copy())
    return np.stack(found)


def test_without_a_change_the_policy_below_acts_alone(parts: Any) -> None:
    seen = states(parts).reshape(-1, 88)
    below = trainer(parts).envs.below
    walks = policies.load("T1Walk").act(seen[:, :SEEN])
    np.testing.assert_allclose(below(seen, np.zeros((len(seen), 3), "f4")), walks, atol=1e-4)


def test_actions_change_the_command_by_reach_and_within_bounds(parts: Any) -> None:
    seen = states(parts).reshape(-1, 88)
    run = trainer(parts, "--reach", "0.5")
    task, below = run.envs.task, run.envs.below
    half = 0.5 * (task.highest_command - task.lowest_command)
    actions = np.random.default_rng(1).uniform(-1.0, 1.0, (len(seen), 3)).astype(np.float32)
    commanded, middle = seen.copy(), 0.5 * (task.highest_command + task.lowest_command)
    largest = (1.0 + parts.WIDER) * half
    wanted = np.clip(
        commanded[:, COMMAND] + 0.5 * half * actions, middle - largest, middle + largest
    ).astype(np.float32)
    assert (np.abs(wanted - middle) > 0.999 * largest).any()
    commanded[:, COMMAND] = wanted
    alone = policies.load("T1Walk").act(commanded[:, :SEEN])
    np.testing.assert_allclose(below(seen, actions), alone, atol=1e-4)
    assert np.abs(below(seen, actions) - below(seen, 0.0 * actions)).max() > 0.1


@pytest.mark.parametrize("hidden", ["16,8", "12"])
def test_the_file_does_what_both_do(parts: Any, tmp_path: Path, hidden: str) -> None:
    """With weights large enough to reach the bounds of actions and of commands."""
    import torch

    run = trainer(parts, "--hidden", hidden)
    run.update()
    with torch.no_grad():
        run.agent.actor[-1].weight.normal_(0.0, 0.5, generator=torch.manual_seed(0))
        run.agent.actor[-1].bias.normal_(0.0, 0.5)
    path = tmp_path / "policy.onnx"
    parts.export(run, path)
    policy, network = Policy.load(path), Network(path.read_bytes())
    seen = states(parts).reshape(-1, 88)
    with torch.no_grad():
        actions = run.agent(torch.from_numpy(seen)).numpy()
    assert (np.abs(actions) == 1.0).any()
    expected = run.envs.below(seen, actions)
    assert policy.task.action_space.shape == (23,)
    np.testing.assert_allclose(policy.act(seen), expected, atol=2e-4)
    for row in (0, 100, 319):
        np.testing.assert_allclose(
            network.act(seen[row : row + 1]), expected[row : row + 1], atol=2e-4
        )
    assert policy.facts["settings"]["over"] == "T1Walk"
    with pytest.raises(ArgumentError, match="learned above a policy: use its checkpoint"):
        parts.of_file(str(path), "initialize", "")
    with pytest.raises(ArgumentError, match=r"over: .* was learned above a policy itself"):
        parts.of_file(str(path), "over", "")


def test_what_is_learned_sees_no_joints_and_is_the_same_in_a_mirror(parts: Any) -> None:
    import torch

    run = trainer(parts, "--mirror", "exact")
    before = [one.clone() for one in run.agent.actor.parameters()]
    for _ in range(3):
        run.update()
    after = list(run.agent.actor.parameters())
    assert not all(one.equal(other) for one, other in zip(before, after, strict=True))
    seen = torch.from_numpy(states(parts)[-1])
    other = seen.clone()
    other[:, : COMMAND.start] += torch.randn(8, COMMAND.start)
    with torch.no_grad():
        actions = run.agent(seen)
        assert run.agent(other).equal(actions)
        mirror = run.envs.task.observation_mirror()
        image = seen[:, mirror.source] * torch.from_numpy(mirror.sign).float()
        assert torch.allclose(
            run.agent(image), actions * torch.tensor([1.0, -1.0, -1.0]), atol=1e-6
        )
    assert float(actions.abs().max()) > 1e-4


def estimating(parts: Any, *options: str) -> Any:
    """Return a run whose agent estimates whether actions are late, and has learned to do so."""
    return trainer(parts, "--estimate", "late", "--late", "0.5", "--num-envs", "128", *options)


def test_who_is_late_is_estimated_from_the_joints(parts: Any, tmp_path: Path) -> None:
    """In worlds that it has not learned from; also in files and for mirror images."""
    import torch

    run = estimating(parts)
    observations, _ = run.envs.reset(seed=5)
    mirror = run.envs.task.observation_mirror()
    (late,) = parts.columns_known(run.envs.task, ["late"])
    rights = []
    for step in range(120):
        observations, *_ = run.envs.step(np.zeros((128, 3), np.float32))
        seen = torch.from_numpy(observations["policy"].copy())
        image = seen[:, mirror.source] * torch.from_numpy(mirror.sign).float()
        with torch.no_grad():
            guess, other = (
                run.agent.estimated(run.agent.normalize(one))[:, -1] for one in (seen, image)
            )
        assert torch.allclose(guess, other, atol=1e-4)
        if step >= 40:
            rights.append((guess.numpy() > 0.0) == (observations["critic"][:, late] > 0.5))
    assert 0.3 < (observations["critic"][:, late] > 0.5).mean() < 0.7
    assert np.mean(rights) > 0.8
    run.update()
    with torch.no_grad():
        run.agent.actor[0].weight[:, -1] += 1.0
        run.agent.actor[-1].weight.normal_(0.0, 0.5, generator=torch.manual_seed(0))
        actions = run.agent(seen).numpy()
    path = tmp_path / "policy.onnx"
    parts.export(run, path)
    expected = run.envs.below(seen.numpy(), actions)
    np.testing.assert_allclose(Policy.load(path).act(seen.numpy()), expected, atol=2e-4)


def test_a_critic_that_learns_by_itself_leaves_the_actor_alone(parts: Any) -> None:
    run = trainer(parts, "--critic-epochs", "2", "--critic-updates", "1")
    before = {name: one.clone() for name, one in run.agent.named_parameters()}
    run.update()
    moved = {name for name, one in run.agent.named_parameters() if not one.equal(before[name])}
    assert moved
    assert all(name.startswith("critic.") for name in moved)
    run.update()
    assert not run.agent.actor[0].weight.equal(before["actor.0.weight"])


@pytest.mark.parametrize("task", ["T1GoToBall", "T1Kick", "T1Walk"])
def test_any_task_with_a_command_can_be_learned_so(parts: Any, task: str) -> None:
    run = trainer(parts, "--task", task, "--overlap", "1")
    for _ in range(2):
        assert np.isfinite(list(run.update().values())).all()
    assert run.rollout.actions.shape == (6, 8, 3)


def test_what_is_tried_stays_for_some_steps(parts: Any) -> None:
    run = trainer(parts, "--noise-steps", "3")
    run.collect(run.rollout)
    noise = run.rollout.actions - run.rollout.means
    assert noise[0].allclose(noise[2], atol=1e-6)
    assert noise[3].allclose(noise[5], atol=1e-6)
    assert not noise[2].allclose(noise[3], atol=1e-3)


@pytest.mark.parametrize(
    "options",
    [
        [*ABOVE, "--hidden", "16,8"],
        [*ABOVE, "--hidden", "16,8", "--overlap", "1"],
        [*ABOVE, "--hidden", "16,8", "--estimate", "late", "--critic-epochs", "2"],
        [*PAIR, *TINY, "--hidden", "16,8"],
    ],
    ids=["above", "overlapping", "estimating", "players"],
)
@pytest.mark.usefixtures("no_pictures")
def test_runs_resume_exactly(parts: Any, tmp_path: Path, options: list[str]) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "parts"
    parts.main([*options, "--run-dir", str(whole)])
    parts.main([*options, "--run-dir", str(cut), "--minutes", "0"])
    parts.main(["--resume", str(cut / "checkpoint.pt")])
    one, other = (
        parts.read_checkpoint(path / "checkpoint.pt", "resume")["agent"] for path in (whole, cut)
    )
    assert all(value.equal(other[name]) for name, value in one.items())


@pytest.mark.usefixtures("no_pictures")
def test_the_policy_below_is_read_once(
    parts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Evaluations and resumed runs have it as it was, whatever becomes of the file."""
    whole, cut, file = tmp_path / "whole", tmp_path / "parts", tmp_path / "walk.onnx"
    options = [*ABOVE, "--hidden", "16,8", "--over", str(file)]
    file.write_bytes(policies.path("T1Walk").read_bytes())
    parts.main([*options, "--run-dir", str(whole)])
    collect = parts.Trainer.collect

    def gone(trainer: Any, rollout: Any) -> Any:
        file.unlink(missing_ok=True)
        return collect(trainer, rollout)

    monkeypatch.setattr(parts.Trainer, "collect", gone)
    parts.main([*options, "--run-dir", str(cut), "--minutes", "0"])
    parts.main(["--resume", str(cut / "checkpoint.pt")])
    one, other = (parts.read_checkpoint(path / "checkpoint.pt", "resume") for path in (whole, cut))
    assert all(value.equal(other["agent"][name]) for name, value in one["agent"].items())
    assert "evaluation/return" in one["history"][-1]
    assert one["history"][-1] == other["history"][-1]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--task", "T1Stand"], "over: the task observes no command"),
        (["--task", "K1GoToBall"], "over: the task observes less than T1Walk does"),
        (["--over", "T1Kick", "--task", "T1Walk-v0"], "over: the task observes less than"),
        (PAIR, "over: Disc-HFO-2v1-Skills has several players"),
        (["--over", "/nowhere.pt"], "/nowhere.pt is not a checkpoint"),
        (["--estimate", "late", "--over", ""], "estimate: only with --over"),
        (["--estimate", "fate"], "estimate: critics do not know 'fate', but torso_height"),
        (["--estimate", "masses"], r"estimate: masses is \d+ numbers, must be one"),
        (["--critic-epochs", "2", "--recurrent", "8"], "critic_epochs: not with --recurrent"),
        (["--critic-epochs", "-1"], "critic_epochs: -1 is less than 0"),
        (["--reach", "0"], "reach: 0.0 is less than"),
        (["--noise-steps", "0"], "noise_steps: 0 is less than 1"),
    ],
)
def test_what_cannot_be_above_is_refused(parts: Any, options: list[str], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        trainer(parts, "--mirror", "none", *options)
