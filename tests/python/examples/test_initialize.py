"""Training that begins with another policy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, policies
from rcssgym.policy import Policy

from examples.runs import TINY, WALK, checkpoint

for needed in ("torch", "tensorboard", "matplotlib"):
    pytest.importorskip(needed, reason="training needs `pip install rcssgym[train]`")


@pytest.mark.usefixtures("no_pictures")
def test_a_task_of_ones_own_begins_with_its_own_policy(ppo: Any, tmp_path: Path) -> None:
    """The file's task is that of the run, which is imported anyway; others' modules are not."""
    ppo.main(["--task", "policy.files:StiffStand", "--run-dir", str(tmp_path), *TINY])
    policy = str(tmp_path / "policy.onnx")
    config, whole = ppo.configure(
        ["--task", "policy.files:StiffStand", "--initialize", policy, *TINY]
    )
    trained = checkpoint(tmp_path)["agent"]["actor.0.weight"]
    begun = ppo.begun(config, whole).agent.state_dict()["actor.0.weight"]
    np.testing.assert_allclose(begun.numpy(), trained.numpy(), rtol=1e-6)
    config, whole = ppo.configure(["--task", "T1Stand", "--initialize", policy, *TINY])
    with pytest.raises(ArgumentError, match=r"would import its task 'policy\.files:StiffStand'"):
        ppo.begun(config, whole)


def test_a_walk_goes_on_as_another_task(ppo: Any, tmp_path: Path) -> None:
    """Parts of observations are matched by name; new parts have no effect at first."""
    import torch

    arguments = ["--task", "T1GoToBall", *TINY[:-2], "--run-dir", str(tmp_path / "go")]
    config, _ = ppo.configure([*arguments, "--initialize", str(WALK)])
    trainer = ppo.begun(config, None)
    seen = np.random.default_rng(0).normal(scale=0.3, size=(50, 88)).astype(np.float32)
    with torch.no_grad():
        found = trainer.agent(torch.from_numpy(seen)).numpy()
    expected = Policy.load(WALK).act(seen[:, :82])
    np.testing.assert_allclose(found, expected, atol=1e-4)
    before = {name: value.clone() for name, value in trainer.agent.state_dict().items()}
    trainer.update()
    after = trainer.agent.state_dict()
    assert after["actor.0.weight"].equal(before["actor.0.weight"])
    assert not after["critic.0.weight"].equal(before["critic.0.weight"])
    trainer.warm_up = 0
    trainer.update()
    assert not trainer.agent.state_dict()["actor.0.weight"].equal(before["actor.0.weight"])


def test_policies_of_the_2d_game_go_on_too(ppo: Any, tmp_path: Path) -> None:
    """The observation must be the same part; another part has no name in common with it."""
    import torch

    options = ["--hidden", "64,64", "--run-dir", str(tmp_path), "--initialize", "DiscHFO1v1"]
    tiny = [*TINY[:-2], "--mirror", "none", "--privileged", "0", *options]
    config, _ = ppo.configure(["--task", "Disc-HFO-1v1-Skills", *tiny])
    trainer = ppo.begun(config, None)
    seen = np.random.default_rng(0).normal(scale=0.3, size=(50, 15)).astype(np.float32)
    with torch.no_grad():
        found = trainer.agent(torch.from_numpy(seen)).numpy()
    expected = policies.load("DiscHFO1v1").act(seen)
    np.testing.assert_allclose(found, expected, atol=1e-4)
    config, _ = ppo.configure(["--task", "Disc-HFO-1v1", *tiny])
    with pytest.raises(ArgumentError, match="observes nothing of what this task does"):
        ppo.begun(config, None)


@pytest.mark.usefixtures("no_pictures")
def test_checkpoints_of_other_tasks_are_begun_with(ppo: Any, tmp_path: Path) -> None:
    ppo.main(["--task", "T1GetUp", "--run-dir", str(tmp_path), "--minutes", "0", *TINY])
    path = str(tmp_path / "checkpoint.pt")
    config, _ = ppo.configure(["--task", "T1Walk", "--initialize", path, *TINY])
    trainer, known = ppo.begun(config, None), checkpoint(tmp_path)["agent"]
    ours = trainer.agent.state_dict()["actor.0.weight"]
    # Body, then command and gait, which the getting-up task lacks, then gravity.
    assert ours[:, :72].equal(known["actor.0.weight"][:, :72])
    assert ours[:, 79:82].equal(known["actor.0.weight"][:, 72:])
    assert float(ours[:, 72:79].abs().max()) == float(ours[:, 82:].abs().max()) == 0.0
    config, _ = ppo.configure(["--task", "K1Walk", "--initialize", path, *TINY])
    with pytest.raises(ArgumentError, match="initialize: networks of other sizes"):
        ppo.begun(config, None)


@pytest.mark.usefixtures("no_pictures")
def test_a_policy_with_a_memory_begins_only_one_with_the_same(ppo: Any, tmp_path: Path) -> None:
    remember = ["--recurrent", "4", "--mirror", "none"]
    ppo.main(["--task", "AntRun", "--run-dir", str(tmp_path), "--minutes", "0", *TINY, *remember])
    known = checkpoint(tmp_path)["agent"]
    begin = ["--task", "AntRun", "--initialize", str(tmp_path / "checkpoint.pt"), *TINY]
    config, _ = ppo.configure([*begin, *remember])
    ours = ppo.begun(config, None).agent.state_dict()
    assert ours["actor.0.weight"].equal(known["actor.0.weight"])
    for other in ([], ["--recurrent", "2", "--mirror", "none"]):
        config, _ = ppo.configure([*begin, *other])
        with pytest.raises(ArgumentError, match="initialize: networks of other sizes"):
            ppo.begun(config, None)


@pytest.mark.usefixtures("no_pictures")
def test_the_critic_goes_on_only_with_the_same_task(ppo: Any, tmp_path: Path) -> None:
    ppo.main(["--task", "T1Walk", "--run-dir", str(tmp_path), "--minutes", "0", *TINY])
    path = str(tmp_path / "checkpoint.pt")
    known = checkpoint(tmp_path)["agent"]
    for task, keeps in (("T1Walk", True), ("T1GoToBall", False)):
        config, _ = ppo.configure(["--task", task, "--initialize", path, *TINY])
        ours = ppo.begun(config, None).agent.state_dict()
        assert ours["actor.2.weight"].equal(known["actor.2.weight"])
        assert ours["critic.0.weight"].equal(known["critic.0.weight"]) == keeps
        assert ours["known.mean"].equal(known["known.mean"]) == keeps


@pytest.mark.parametrize(
    "agent",
    [
        {},
        {"observed.mean": [0.0], "observed.variance": [1.0]},
        {"observed.mean": 0.0, "observed.variance": 1.0},
        {"observed.mean": [0.0] * 75, "observed.variance": [1.0] * 75, "actor.0.weight": "?"},
        {"observed.mean": [0.0] * 75, "observed.variance": [1.0] * 74},
    ],
)
@pytest.mark.parametrize("option", ["--initialize", "--over"])
def test_checkpoints_without_a_policy_are_refused(
    ppo: Any, tmp_path: Path, agent: dict[str, Any], option: str
) -> None:
    import torch

    agent = {n: one if isinstance(one, str) else torch.tensor(one) for n, one in agent.items()}
    torch.save({"agent": agent, "config": {"task": "T1Walk-v1"}}, tmp_path / "bad.pt")
    task = ["--task", "T1Walk", option, str(tmp_path / "bad.pt"), *TINY]
    config, _ = ppo.configure(task)
    with pytest.raises(ArgumentError, match=f"^{option[2:]}: .*bad.pt has no networks|it observes"):
        ppo.begun(config, None)


@pytest.mark.parametrize("option", ["--initialize", "--over"])
def test_policies_that_act_at_other_times_are_refused(
    ppo: Any, tmp_path: Path, option: str
) -> None:
    from policy.files import nothing, strings

    facts = strings("T1Walk-v1", frame_skip=2)
    path = nothing(tmp_path / "slow.onnx", "T1Walk-v1", 23, 88, facts)
    config, _ = ppo.configure(["--task", "T1GoToBall", option, str(path), *TINY])
    with pytest.raises(ArgumentError, match=rf"^{option[2:]}: .*slow.onnx has frame_skip=2"):
        ppo.begun(config, None)


def test_numbers_that_never_change_are_normalized_as_in_the_file(ppo: Any, tmp_path: Path) -> None:
    config, _ = ppo.configure(["--task", "T1Walk", *TINY])
    trainer = ppo.Trainer(config)
    trainer.update()
    trainer.agent.observed.variance[3] = 0.0
    ppo.export(trainer, tmp_path / "policy.onnx")
    config, _ = ppo.configure(
        ["--task", "T1Walk", "--initialize", str(tmp_path / "policy.onnx"), *TINY]
    )
    begun = ppo.begun(config, None).agent
    # The last six numbers of the task are always zero, and are not taken over.
    ours, theirs = (agent.scale()[1][:82] for agent in (begun, trainer.agent))
    np.testing.assert_allclose(ours, theirs, rtol=1e-4)
