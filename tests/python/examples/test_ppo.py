"""Training by proximal policy optimization: its parts, its files, and exact resumption."""

from __future__ import annotations

import json
import math
import pickle
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, RcssGymError, policies
from rcssgym.cli import main
from rcssgym.policy import Policy

SCRIPT = Path(__file__).parents[3] / "examples" / "ppo.py"
for needed in ("torch", "tensorboard", "matplotlib"):
    pytest.importorskip(needed, reason="training needs `pip install rcssgym[train]`")

WALK = Path(__file__).parents[3] / "policies" / "T1Walk.onnx"
TINY = ["--num-envs", "8", "--num-steps", "6", "--minibatch", "20", "--threads", "1"]
TINY += ["--evaluation-envs", "2", "--evaluation-steps", "5", "--save-every", "2"]
TINY += ["--total-steps", "240", "--hidden", "16,8"]
PAIR = ["--task", "Disc-HFO-2v1-Skills", "--task-options"]


@pytest.fixture(scope="module")
def ppo() -> Any:
    """Return the names of all training modules."""
    from rcssgym.training import config, network, over, ppo, reports, run

    parts = (config, network, over, ppo, reports, run)
    return SimpleNamespace(**{name: one for part in parts for name, one in vars(part).items()})


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.usefixtures("no_pictures")
def test_signals_save_the_run(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: signal.Signals
) -> None:
    collect, before = ppo.Trainer.collect, signal.getsignal(kind)

    def interrupted(trainer: Any, rollout: Any) -> Any:
        if trainer.updates == 1:
            signal.raise_signal(kind)
        return collect(trainer, rollout)

    monkeypatch.setattr(ppo.Trainer, "collect", interrupted)
    ppo.main(["--task", "T1Stand", "--run-dir", str(tmp_path), *TINY, "--save-every", "100"])
    assert checkpoint(tmp_path)["steps"] == 96
    assert signal.getsignal(kind) is before


def checkpoint(directory: Path) -> dict[str, Any]:
    import torch

    whole: dict[str, Any] = torch.load(directory / "checkpoint.pt", weights_only=False)
    return whole


def test_a_resumed_run_is_the_same_as_one_that_never_stopped(
    ppo: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    ppo.main(["--task", "T1Stand", "--run-dir", str(whole), *TINY])
    assert "learning" in capsys.readouterr().out
    assert {"checkpoint.pt", "policy.onnx", "curves.png"} <= {one.name for one in whole.iterdir()}
    ppo.main(["--task", "T1Stand", "--run-dir", str(parts), "--minutes", "0", *TINY])
    first = checkpoint(parts)
    assert first["steps"] == 48
    ppo.main(["--resume", str(parts / "checkpoint.pt")])
    one, other = checkpoint(whole), checkpoint(parts)
    assert one["steps"] == other["steps"] == 240
    for name, value in one["agent"].items():
        assert value.equal(other["agent"][name]), name
    assert not one["agent"]["actor.0.weight"].equal(first["agent"]["actor.0.weight"])
    assert all(mine.equal(its) for mine, its in zip(one["random"], other["random"], strict=True))
    # The interrupted run was evaluated one more time.
    pairs = zip(one["history"], other["history"], strict=True)
    assert all(row == {key: again[key] for key in row} for row, again in pairs)


def test_the_exported_policy_is_the_trained_one(ppo: Any, tmp_path: Path) -> None:
    import torch

    config, _ = ppo.configure(["--task", "T1Walk", "--run-dir", str(tmp_path), *TINY])
    trainer = ppo.Trainer(config)
    trainer.update()
    ppo.export(trainer, tmp_path / "policy.onnx")
    policy = Policy.load(tmp_path / "policy.onnx")
    seen = np.random.default_rng(0).normal(size=(50, 88)).astype(np.float32)
    with torch.no_grad():
        wanted = trainer.agent(torch.from_numpy(seen)).numpy()
    np.testing.assert_allclose(policy.act(seen), wanted, atol=1e-5)
    assert np.abs(wanted).max() > 1e-3


def test_policies_of_every_drive_are_exported_and_evaluated(
    ppo: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for task in ("AntRun", "AntGoToBall", "K1GetUp"):
        config, _ = ppo.configure(["--task", task, "--run-dir", str(tmp_path), *TINY])
        path = tmp_path / f"{task}.onnx"
        ppo.export(ppo.Trainer(config), path)
        arguments = ["evaluate", "--policy", str(path), "--worlds", "2", "--seconds", "0.1"]
        assert main([*arguments, "--json"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["task"] == f"{task}-v1"
        assert len(report["measures"]["return"]["worlds"]) == 2


class Leaky:
    """Leaves a trace when its pickle is read."""

    def __reduce__(self) -> Any:
        return open, ("trace", "w")


@pytest.mark.parametrize("option", ["--resume", "--initialize"])
def test_checkpoints_run_nothing(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str
) -> None:
    import torch

    monkeypatch.chdir(tmp_path)
    config, _ = ppo.configure(["--task", "T1Stand", "--run-dir", "run", *TINY])
    ppo.Trainer(config).save(tmp_path / "good.pt")
    (tmp_path / "leaves_a_trace.py").write_text("open('trace', 'w').close()")
    monkeypatch.syspath_prepend(str(tmp_path))
    whole = torch.load("good.pt", weights_only=True)
    settings = {**whole["config"], "task": "leaves_a_trace:Task"}
    hostile: list[dict[str, Any]] = [
        {**whole, "agent": {"actor.0.weight": Leaky()}},
        {**whole, "envs": pickle.dumps(Leaky())},
        {**whole, "config": settings},
    ]
    refused = 0
    messages = []
    for i, bad in enumerate(hostile):
        torch.save(bad, f"bad{i}.pt")
        more = [] if option == "--resume" else ["--task", "T1Stand", *TINY]
        try:
            ppo.main([option, f"bad{i}.pt", *more, "--run-dir", f"run{i}", "--minutes", "0"])
        except ArgumentError as error:
            refused += 1
            messages.append(str(error))
    assert not (tmp_path / "trace").exists()
    assert all(message.count("\n") == 0 for message in messages)
    # With `--initialize`, only the networks are read.
    assert refused == (3 if option == "--resume" else 1)


@pytest.mark.usefixtures("no_pictures")
def test_the_task_of_a_checkpoint_may_be_trusted(ppo: Any, tmp_path: Path) -> None:
    task = ["--task", "policy.files:StiffStand"]
    ppo.main([*task, "--run-dir", str(tmp_path), "--minutes", "0", *TINY])
    path = str(tmp_path / "checkpoint.pt")
    with pytest.raises(
        ArgumentError, match=r"'policy\.files:StiffStand' would be imported.*--trust"
    ):
        ppo.main(["--resume", path, "--minutes", "0"])
    ppo.main(["--resume", path, "--trust-task", "--minutes", "0"])
    assert checkpoint(tmp_path)["updates"] == 2
    with pytest.raises(ArgumentError, match="trust_task: only a checkpoint of --resume"):
        ppo.configure([*task, "--trust-task", *TINY])


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


def test_a_run_is_not_written_over(ppo: Any, tmp_path: Path) -> None:
    (tmp_path / "checkpoint.pt").touch()
    with pytest.raises(ArgumentError, match="has a run already"):
        ppo.main(["--run-dir", str(tmp_path), *TINY])
    with pytest.raises(ArgumentError, match="is not a checkpoint"):
        ppo.configure(["--resume", str(tmp_path / "checkpoint.pt")])
    # Nor by another run that goes on, such as one whose folder was renamed.
    config, _ = ppo.configure(["--task", "T1Stand", "--run-dir", str(tmp_path), *TINY])
    ppo.Trainer(config).save(tmp_path / "renamed.pt")
    with pytest.raises(ArgumentError, match="has a run already"):
        ppo.main(["--resume", str(tmp_path / "renamed.pt")])
    assert (tmp_path / "checkpoint.pt").stat().st_size == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--gamma", "1.5"], "gamma: 1.5 is more than 1"),
        (["--clip", "nan"], "clip: nan is less than"),
        (["--num-envs", "0"], "num_envs: 0 is less than 1"),
        (["--seed", str(2**62 + 1)], "seed: 4611686018427387905 is more than"),
        (["--initial-std", "inf"], "initial_std: inf is not finite"),
        (["--final-std", "1e-60"], "final_std: 1e-60 is neither 0 nor at least 1e-9"),
        (["--num-envs", "1", "--num-steps", "1"], "num_steps: 1 step of 1 world is too little"),
        (["--hidden", "64,x"], "hidden: '64,x'"),
        (["--mirror", "glass"], "mirror: 'glass' is not auto or data or loss or exact or none"),
        (["--recurrent", "8", "--mirror", "data"], "mirror: 'data' has no mirrored memory"),
        (["--late", "1.5"], "late: 1.5 is more than 1"),
        (["--resume", "/nowhere.pt"], "/nowhere.pt is not a checkpoint"),
        ([*PAIR, "{"], "task_options: {: is not JSON"),
        ([*PAIR, "[1]"], "task_options: .* is not like"),
        ([*PAIR, '{"speed": 2}'], "Disc-HFO-2v1-Skills does not take it: .*'speed'"),
        ([*PAIR, '{"actions": "low"}'], r"see and act by \(21, 8\) numbers, those of"),
        ([*PAIR, '{"opponents": "scripted:2"}'], "opponents: 'scripted:2': strength: 2 is not"),
        (["--resume", "a.pt", "--seed", "2"], "seed: a resumed run"),
        (["--resume", "a.pt", "--threads", "2"], "threads: a resumed run"),
    ],
)
def test_what_cannot_work_is_refused(ppo: Any, arguments: list[str], complaint: str) -> None:
    with pytest.raises(ArgumentError, match=complaint):
        ppo.configure(arguments)


def test_too_many_threads_are_refused_before_torch_starts_them(tmp_path: Path) -> None:
    """Such a number crashed torch when the program ended."""
    command = [sys.executable, str(SCRIPT), "--task", "T1Stand", "--threads", "100000"]
    command += ["--run-dir", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert "threads: must be from 1 to 1024, not 100000" in done.stderr


def test_unknown_tasks_are_refused_on_the_command_line() -> None:
    command = [sys.executable, str(SCRIPT), "--task", "T1Fly"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith("ppo.py: task: 'T1Fly' is neither")


def test_advantages_are_discounted_sums_of_surprises(ppo: Any) -> None:
    """By definition, step by step, through an end, a time limit, and the reset after each."""
    import torch

    steps, gamma, decay = 9, 0.9, 0.8
    config = ppo.Config(num_envs=1, num_steps=steps, gamma=gamma, gae_lambda=decay, threads=1)
    rollout = ppo.Rollout(config, config.make_envs(1))
    rng = np.random.default_rng(0)
    rewards, values = rng.normal(size=steps), rng.normal(size=steps + 1)
    rollout.rewards[:, 0] = torch.from_numpy(rewards)
    rollout.terminated[2] = 1.0
    # Ends, by a fall and by the time limit, and the steps after them, which only reset.
    for t in (2, 3, 6, 7):
        rollout.over[t] = True
    found = rollout.estimate(torch.from_numpy(values).float()[:, None], 2.0, config)[:, 0]
    surprises = 2.0 * rewards + gamma * values[1:] - values[:-1]
    surprises[2] = 2.0 * rewards[2] - values[2]
    for first, last in ((0, 2), (4, 6), (8, 8)):
        for t in range(first, last + 1):
            weights = (gamma * decay) ** np.arange(last + 1 - t)
            wanted = (weights * surprises[t : last + 1]).sum()
            assert float(found[t]) == pytest.approx(wanted, abs=1e-5)


def test_scale_is_that_of_all_observations_so_far(ppo: Any) -> None:
    import torch

    agent = ppo.Agent(3, 2, [4], 0.5)
    rng = np.random.default_rng(0)
    batches = [rng.normal(5.0, 3.0, (size, 3)) for size in (10, 300, 40)]
    for batch in batches:
        agent.observed.learn(torch.from_numpy(batch).float())
    mean, std = agent.scale()
    seen = np.concatenate(batches)
    np.testing.assert_allclose(mean, seen.mean(0), rtol=1e-4)
    np.testing.assert_allclose(std, seen.std(0), rtol=1e-4)


def test_half_of_the_samples_are_mirrored(ppo: Any) -> None:
    config, _ = ppo.configure(["--task", "T1Stand", *TINY])
    trainer = ppo.Trainer(config)
    rollout = trainer.rollout
    trainer.collect(rollout)
    advantages = rollout.rewards.clone()
    data = trainer.samples(rollout, advantages, advantages)
    actions, is_own = data[2], data[4]
    assert actions[is_own].equal(rollout.actions[is_own])
    image = trainer.envs.task.action_mirror()(rollout.actions.numpy())
    np.testing.assert_array_equal(actions[~is_own], image[~is_own.numpy()].astype(np.float32))
    assert 10 < int(is_own.sum()) < 38
    assert not math.isclose(float(actions[~is_own][0, 0]), float(rollout.actions[~is_own][0, 0]))


def test_mirror_images_are_taken_where_there_are_any(ppo: Any) -> None:
    config, _ = ppo.configure(["--task", "T1Stand", *TINY])
    assert ppo.Trainer(config).mirrors
    config, _ = ppo.configure(["--task", "T1Stand", "--recurrent", "8", *TINY])
    assert not ppo.Trainer(config).mirrors
    config, _ = ppo.configure(["--task", "AntRun-v0", *TINY, "--privileged", "0"])
    assert not ppo.Trainer(config).mirrors
    config, _ = ppo.configure(["--task", "AntRun-v0", *TINY, "--mirror", "loss"])
    with pytest.raises(ArgumentError, match="mirror: AntRun-v0 has no mirror image"):
        ppo.Trainer(config)


def test_the_loss_of_asymmetry_is_none_for_a_symmetric_policy(ppo: Any) -> None:
    import torch

    config, _ = ppo.configure(["--task", "T1Stand", "--mirror", "loss", *TINY])
    trainer = ppo.Trainer(config)
    agent, rng = trainer.agent, np.random.default_rng(0)
    agent.observed.learn(torch.from_numpy(rng.normal(size=(100, 75))).float())
    seen = agent.normalize(torch.from_numpy(rng.normal(size=(20, 1, 75))).float())
    begins, memory = torch.zeros(20, 1, dtype=torch.bool), agent.blank(1)
    lopsided = trainer.asymmetry(seen, agent.actor(seen), memory, begins)
    assert float(lopsided.detach()) > 1e-5
    with torch.no_grad():
        for layer in agent.actor:
            if hasattr(layer, "weight"):
                layer.weight.zero_()
    symmetric = trainer.asymmetry(seen, agent.actor(seen), memory, begins)
    assert float(symmetric.detach()) < 1e-12
    assert np.isfinite(trainer.update()["learning/value_error"])


@pytest.mark.parametrize(
    "options",
    [["--recurrent", "5", "--mirror", "none"], ["--overlap", "1"], ["--recurrent", "4", "--mirror",
     "loss", "--overlap", "1"], ["--randomize", "1", "--episode-steps", "7"]],
)  # fmt: skip
@pytest.mark.usefixtures("no_pictures")
def test_every_way_to_train_resumes_exactly(ppo: Any, tmp_path: Path, options: list[str]) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    ppo.main(["--task", "T1Stand", "--run-dir", str(whole), *TINY, *options])
    ppo.main(["--task", "T1Stand", "--run-dir", str(parts), "--minutes", "0", *TINY, *options])
    ppo.main(["--resume", str(parts / "checkpoint.pt")])
    one, other = checkpoint(whole)["agent"], checkpoint(parts)["agent"]
    assert all(value.equal(other[name]) for name, value in one.items())
    assert (whole / "policy.onnx").exists() == ("--recurrent" not in options)


def test_a_rollout_that_only_resets_teaches_nothing(ppo: Any) -> None:
    """The second step of each world only begins its next episode."""
    import torch

    short = ["--num-envs", "3", "--num-steps", "1", "--episode-steps", "1"]
    config, _ = ppo.configure(["--task", "T1Stand", *TINY, *short])
    trainer = ppo.Trainer(config)
    rows = [trainer.update() for _ in range(4)]
    assert ["learning/value_error" in row for row in rows] == [True, False, True, False]
    assert all(bool(torch.isfinite(one).all()) for one in trainer.agent.parameters())


def test_sequences_that_only_reset_teach_a_memory_nothing(ppo: Any) -> None:
    """Each is a minibatch by itself: in some of them, nothing counts."""
    import torch

    short = ["--num-envs", "4", "--num-steps", "1", "--minibatch", "1", "--episode-steps", "3"]
    config, _ = ppo.configure(["--task", "T1Stand", *TINY, *short, "--recurrent", "4"])
    trainer = ppo.Trainer(config)
    counts = []
    for _ in range(12):
        trainer.update()
        counts.append(int(trainer.rollout.counts.sum()))
    assert {2, 3} & set(counts)
    assert all(bool(torch.isfinite(one).all()) for one in trainer.agent.parameters())


def test_networks_may_be_on_another_device(ppo: Any, tmp_path: Path) -> None:
    """On a graphics card that need not exist; a checkpoint is copied to where tensors are."""
    import torch
    from torch._subclasses.fake_tensor import FakeTensorMode

    with FakeTensorMode():
        with torch.device("cuda"):
            agent = ppo.Agent(5, 3, [8], 0.5, 0, 6, np.arange(3), 1)
            seen = torch.randn(4, 5)
        agent.blind(np.arange(3))
        assert agent(seen).device.type == "cuda"

    options = ["--overlap", "1", "--recurrent", "4", "--mirror", "none"]
    config, _ = ppo.configure(["--task", "T1Stand", *TINY, *options])
    trainer = ppo.Trainer(config)
    trainer.update()
    trainer.save(tmp_path / "checkpoint.pt")
    again = ppo.Trainer(config)
    pending = dict(vars(again.pending))
    again.load(checkpoint(tmp_path))
    for name, values in vars(again.pending).items():
        assert values is pending[name]
        assert values.equal(getattr(trainer.pending, name))


def test_critics_know_what_actors_do_not_see(ppo: Any) -> None:
    import torch

    config, _ = ppo.configure(["--task", "T1Stand", *TINY])
    trainer = ppo.Trainer(config)
    trainer.collect(trainer.rollout)
    agent, rollout = trainer.agent, trainer.rollout
    # The critic's observation includes the torso's height, without errors.
    assert rollout.known.shape[-1] > 75
    height = torch.from_numpy(trainer.envs.task.position[:, 0, 2]).float()
    assert rollout.known[-1, :, 78].equal(height)
    known, seen = rollout.known[0], rollout.observations[0]
    other = known + 1.0
    assert not agent.value(seen, known).equal(agent.value(seen, other))
    assert agent.value(seen, known).equal(agent.value(seen + 1.0, known))
    config, _ = ppo.configure(["--task", "T1Stand", "--privileged", "0", *TINY])
    plain = ppo.Trainer(config)
    assert plain.rollout.known.shape[-1] == 0
    assert not plain.agent.value(seen, known[:, :0]).equal(
        plain.agent.value(seen + 1.0, known[:, :0])
    )


@pytest.mark.usefixtures("no_pictures")
def test_the_standard_deviation_goes_where_it_is_told(ppo: Any, tmp_path: Path) -> None:
    options = ["--initial-std", "0.4", "--final-std", "0.1", "--run-dir", str(tmp_path)]
    ppo.main(["--task", "T1Stand", *TINY, *options])
    stds = [row["learning/std"] for row in checkpoint(tmp_path)["history"]]
    shares = [48 * update / 240 for update in range(5)]
    np.testing.assert_allclose(stds, [0.4 * 0.25**share for share in shares], rtol=1e-5)


def test_a_policy_that_has_diverged_is_told_as_such(ppo: Any) -> None:
    config, _ = ppo.configure(["--task", "T1Stand", *TINY])
    trainer = ppo.Trainer(config)
    trainer.update()
    trainer.agent.actor[0].weight.data[0, 0] = math.nan
    with pytest.raises(RcssGymError, match=r"after 48 steps .* it has diverged"):
        trainer.update()


def test_steps_become_as_small_as_they_are_told(ppo: Any) -> None:
    config, _ = ppo.configure(["--task", "T1Stand", *TINY, "--final-kl", "0.0015"])
    trainer = ppo.Trainer(config)
    for steps, target in ((0, 0.015), (120, 0.015 * 0.1**0.5), (240, 0.0015)):
        trainer.steps = steps
        trainer.narrow()
        assert trainer.target_kl == pytest.approx(target)
    rate = trainer.optimizer.param_groups[0]["lr"]
    trainer.adapt(0.0035)
    assert trainer.optimizer.param_groups[0]["lr"] < rate


def test_a_memory_is_learned_from_as_it_was_used(ppo: Any) -> None:
    """Features of whole sequences equal those of single steps with memories reset at each start."""
    import torch

    agent = ppo.Agent(3, 2, [4], 0.5, 6)
    seen = torch.from_numpy(np.random.default_rng(0).normal(size=(7, 2, 3))).float()
    begins = torch.zeros(7, 2, dtype=torch.bool)
    begins[0, 0] = begins[4, 1] = True
    state = start = torch.ones(2, 6)
    single = []
    for now, begin in zip(seen, begins, strict=True):
        features, state = agent.look(now, state, begin)
        single.append(features)
    assert agent.look_along(seen, start, begins).equal(torch.stack(single))
    fresh, _ = agent.look(seen[4], torch.zeros(2, 6), begins[4])
    assert single[4][1].equal(fresh[1])
    assert not single[4][0].equal(fresh[0])


def test_a_walk_goes_on_as_another_task(ppo: Any, tmp_path: Path) -> None:
    """Parts of observations are matched by name; new parts have no effect at first."""
    import torch

    arguments = ["--task", "T1GoToBall", *TINY[:-2], "--run-dir", str(tmp_path / "go")]
    config, _ = ppo.configure([*arguments, "--initialize", str(WALK)])
    trainer = ppo.begun(config, None)
    seen = np.random.default_rng(0).normal(scale=0.3, size=(50, 88)).astype(np.float32)
    with torch.no_grad():
        found = trainer.agent(torch.from_numpy(seen)).numpy()
    wanted = Policy.load(WALK).act(seen[:, :82])
    np.testing.assert_allclose(found, wanted, atol=1e-4)
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
    wanted = policies.load("DiscHFO1v1").act(seen)
    np.testing.assert_allclose(found, wanted, atol=1e-4)
    config, _ = ppo.configure(["--task", "Disc-HFO-1v1", *tiny])
    with pytest.raises(ArgumentError, match="observes nothing of what this task does"):
        ppo.begun(config, None)


def test_players_share_a_policy(ppo: Any) -> None:
    """Each player is a row, in the order of games; a game ends for all of its players."""
    config, _ = ppo.configure([*PAIR, '{"numbers": [1, 2]}', *TINY])
    rows, envs = config.make_envs(3), config.make_envs(3).envs
    seen, _ = rows.reset(seed=4)
    np.testing.assert_array_equal(seen, envs.reset(seed=4)[0].reshape(6, -1))
    random, ends = np.random.default_rng(0), 0
    for _ in range(600):
        actions = random.uniform(-1, 1, (6, rows.task.action_space.shape[1])).astype(np.float32)
        seen, rewards, terminated, truncated, info = rows.step(actions)
        apart = envs.step(actions.reshape(3, 2, -1))
        np.testing.assert_array_equal(seen, apart[0].reshape(6, -1))
        for ours, theirs in zip((rewards, terminated, truncated), apart[1:4], strict=True):
            np.testing.assert_array_equal(ours, theirs.repeat(2))
        np.testing.assert_array_equal(info["is_success"], apart[4]["is_success"].repeat(2))
        ends += int(apart[2].sum())
    assert ends > 3
    mask = np.array([False, False, True, False, False, False])
    fresh = seen.copy()
    seen, _ = rows.reset(options={"reset_mask": mask})
    assert (seen != fresh).any(axis=1).tolist() == [False, False, True, True, False, False]


def test_every_player_has_his_own_reward(ppo: Any) -> None:
    config, _ = ppo.configure(["--task", "Disc-Soccer-1v1", *TINY])
    rows = config.make_envs(8)
    rows.reset(seed=0)
    rewards = [rows.step(np.ones((16, 11), np.float32))[1].reshape(8, 2) for _ in range(5)]
    assert (np.array(rewards)[..., 0] != np.array(rewards)[..., 1]).any()


@pytest.mark.usefixtures("no_pictures")
def test_policies_of_games_are_written_and_played(ppo: Any, tmp_path: Path) -> None:
    from rcssgym.envs import WorldVectorEnv
    from rcssgym.envs.discs import DiscSoccer

    ppo.main(["--task", "Disc-Soccer-2v2-Skills", "--run-dir", str(tmp_path), *TINY])
    file = tmp_path / "policy.onnx"
    policy = Policy.load(file)
    seen = np.random.default_rng(0).normal(size=(3, 4, 60)).astype(np.float32)
    acts = policy.act(seen)
    np.testing.assert_array_equal(acts.reshape(12, -1), policy.act(seen.reshape(12, -1)))
    task = DiscSoccer("2v2", agents="left", actions="skills", opponents=str(file))
    envs = WorldVectorEnv(task, 2)
    envs.reset(seed=0)
    envs.step(np.zeros(envs.action_space.shape, np.float32))
    with pytest.raises(ArgumentError, match="where a player does"):
        DiscSoccer("2v2", agents="left", opponents=str(file))
    assert main(["evaluate", "--policy", str(file), "--worlds", "2", "--seconds", "1"]) == 0


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


def test_arrivals_are_no_falls() -> None:
    from rcssgym.envs import WorldVectorEnv
    from rcssgym.training.episodes import fell

    envs = WorldVectorEnv("AntGoToBall", 2, autoreset_mode="Disabled")
    envs.reset(seed=0)
    task: Any = envs.task
    qpos = envs.worlds.qpos
    qpos[1, 9:14] = (1.0, 0.0, 1.0, 0.0, 0.0)
    envs.worlds.set_state(qpos, envs.worlds.qvel)
    info = envs.step(np.zeros((2, 8)))[4]
    assert fell(task, np.array([True, True]), info).tolist() == [False, True]


@pytest.mark.usefixtures("no_pictures")
def test_the_curriculum_goes_on_where_it_was(ppo: Any, tmp_path: Path) -> None:
    ppo.main(["--task", "T1Walk", "--run-dir", str(tmp_path), "--minutes", "0", *TINY])
    path = str(tmp_path / "checkpoint.pt")
    config, whole = ppo.configure(["--resume", path, "--total-steps", "480"])
    trainer = ppo.begun(config, whole)
    trainer.update()
    assert trainer.envs.task.progress == pytest.approx(48 / 240)


def test_worlds_are_as_they_are_told_to_be(ppo: Any) -> None:
    options = ["--late", "1", "--noise", "0", "--push", "0.1", "--randomize", "0.5"]
    config, _ = ppo.configure(["--task", "T1Dribble", *TINY, *options])
    envs = config.make_envs(4)
    envs.reset(seed=0)
    task: Any = envs.task
    assert task.cells("is_late").all()
    assert (task.cells("errors") == 0.0).all()
    assert task.push_speed == 0.1
    assert any(envs.worlds.variation(i) for i in range(4))
    config, _ = ppo.configure(["--task", "AntRun", *TINY, "--late", "1"])
    with pytest.raises(ArgumentError, match="late: AntRun-v1 has no late"):
        config.make_envs(1)


def test_first_episodes_begin_at_different_times(ppo: Any) -> None:
    config, _ = ppo.configure(["--task", "T1GetUp", *TINY, "--episode-steps", "60"])
    trainer = ppo.Trainer(config)
    for _ in range(9):
        trainer.update()
    assert len(set(trainer.envs.task.age.tolist())) > 2


def test_wandb_is_told_if_it_is_wanted(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    run = SimpleNamespace(log=lambda row, step: told.append((step, row)), finish=lambda: None)

    def init(**settings: Any) -> Any:
        told.append(settings)
        return run

    fake = SimpleNamespace(init=init)
    monkeypatch.setitem(sys.modules, "wandb", fake)
    ppo.main(["--task", "T1Stand", "--run-dir", str(tmp_path), "--wandb", "robots", *TINY])
    assert told[0]["project"] == "robots"
    assert [step for step, _ in told[1:]] == [48, 96, 144, 192, 240]
    assert "evaluation/return" in told[-1][1]


@pytest.mark.usefixtures("no_pictures")
def test_opponents_are_evaluated_as_they_were_at_the_start(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their file may be that of another run, which goes on."""
    file = tmp_path / "opponent.onnx"
    options = ["--task", "Disc-Soccer-2v2-Skills", *TINY]
    ppo.main([*options, "--run-dir", str(tmp_path / "theirs")])
    (tmp_path / "theirs" / "policy.onnx").rename(file)
    options += ["--task-options", json.dumps({"agents": "left", "opponents": str(file)})]
    collect = ppo.Trainer.collect

    def gone(trainer: Any, rollout: Any) -> Any:
        file.unlink(missing_ok=True)
        return collect(trainer, rollout)

    monkeypatch.setattr(ppo.Trainer, "collect", gone)
    ppo.main([*options, "--run-dir", str(tmp_path / "ours")])
    assert "evaluation/return" in checkpoint(tmp_path / "ours")["history"][-1]


def test_evaluations_do_not_depend_on_those_before(ppo: Any) -> None:
    config, _ = ppo.configure(["--task", "T1Walk", *TINY, "--evaluation-steps", "60"])
    trainer = ppo.Trainer(config)
    first, again = (ppo.evaluate(trainer.agent, config, trainer.judged) for _ in range(2))
    fresh = ppo.evaluate(trainer.agent, config, ppo.worlds(config, config.evaluation_envs))
    assert first == again == fresh


@pytest.mark.usefixtures("no_pictures")
def test_two_runs_do_not_write_to_one_folder(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = ["--task", "T1Stand", "--run-dir", str(tmp_path), *TINY]
    collect, refused = ppo.Trainer.collect, []

    def meanwhile(trainer: Any, rollout: Any) -> Any:
        if trainer.updates in (0, 3):  # before and after the first checkpoint
            for other in (options, ["--resume", str(tmp_path / "checkpoint.pt")]):
                with pytest.raises(ArgumentError) as error:
                    ppo.main(other)
                refused.append(str(error.value))
        return collect(trainer, rollout)

    monkeypatch.setattr(ppo.Trainer, "collect", meanwhile)
    ppo.main(options)
    busy = f"run_dir: another run is writing to {tmp_path}"
    assert [refused[0], *refused[2:]] == [busy] * 3
    ppo.main(["--resume", str(tmp_path / "checkpoint.pt"), "--minutes", "0"])


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


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data, at: data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], "the checksum of"),
        (lambda data, at: data[:at], "is not a checkpoint"),
        (lambda *_: b"", "it ends too early"),
    ],
)
def test_damaged_checkpoints_are_refused(
    ppo: Any, tmp_path: Path, damage: Any, message: str
) -> None:
    """A weight of which a bit has changed would go unnoticed."""
    config, _ = ppo.configure(["--task", "T1Stand", "--run-dir", str(tmp_path), *TINY])
    trainer, path = ppo.Trainer(config), tmp_path / "checkpoint.pt"
    trainer.save(path)
    data = path.read_bytes()
    weights = trainer.agent.state_dict()["actor.2.weight"].numpy().tobytes()
    path.write_bytes(damage(data, data.index(weights)))
    for option in ("--resume", "--initialize", "--over"):
        more = [] if option == "--resume" else ["--task", "T1Walk", *TINY]
        with pytest.raises(ArgumentError, match=message):
            ppo.begun(*ppo.configure([option, str(path), *more]))


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


@pytest.mark.usefixtures("no_pictures")
def test_tensorboard_shows_all_updates_of_a_resumed_run(ppo: Any, tmp_path: Path) -> None:
    board = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    ppo.main(["--task", "T1Stand", "--run-dir", str(tmp_path), "--minutes", "0", *TINY])
    ppo.main(["--resume", str(tmp_path / "checkpoint.pt")])
    events = board.EventAccumulator(str(tmp_path)).Reload()
    assert [one.step for one in events.Scalars("reward/alive")] == [48, 96, 144, 192, 240]


@pytest.mark.long
def test_the_ant_learns_to_run(ppo: Any, tmp_path: Path) -> None:
    ppo.main(["--task", "AntRun", "--total-steps", "1500000", "--run-dir", str(tmp_path)])
    history = checkpoint(tmp_path)["history"]
    speed = history[-1]["evaluation/distance"] / 20.0
    assert speed > history[0]["reward/forward"] + 1.5
