"""Runs of training: their files, signals, exact resumption, and what is refused."""

from __future__ import annotations

import importlib
import json
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box, Dict
from policy.files import Ball
from rcssgym import ArgumentError, RcssGymError
from rcssgym.cli import main
from rcssgym.policy import Policy

from examples.runs import PAIR, TINY, checkpoint

for needed in ("torch", "tensorboard", "matplotlib"):
    pytest.importorskip(needed, reason="training needs `pip install rcssgym[train]`")

SCRIPT = Path(__file__).parents[3] / "examples" / "ppo.py"


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


@pytest.mark.usefixtures("no_pictures")
def test_a_report_that_is_interrupted_costs_no_update(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rcssgym.training import reports

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(reports, "evaluate", interrupted)
        with pytest.raises(KeyboardInterrupt):
            ppo.main(["--task", "T1Stand", "--run-dir", str(tmp_path), *TINY, "--minutes", "0"])
    assert checkpoint(tmp_path)["steps"] == 48
    assert "evaluation/return" not in checkpoint(tmp_path)["history"][-1]
    # Even if it was the last one, it can be made up for.
    ppo.main(["--resume", str(tmp_path / "checkpoint.pt"), "--total-steps", "48"])
    assert checkpoint(tmp_path)["steps"] == 48
    assert "evaluation/return" in checkpoint(tmp_path)["history"][-1]
    assert (tmp_path / "policy.onnx").exists()


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_folder_that_is_gone_ends_the_run(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_replaced: bool
) -> None:
    """A folder of the same name may be that of another run."""
    collect, folder = ppo.Trainer.collect, tmp_path / "run"
    record_writer = importlib.import_module("tensorboard.summary.writer.record_writer").RecordWriter
    write = record_writer.write

    def write_late(writer: Any, data: bytes) -> None:
        time.sleep(0.01)
        write(writer, data)

    def without_folder(trainer: Any, rollout: Any) -> Any:
        if trainer.updates == 1:
            folder.rename(tmp_path / "moved")
            if is_replaced:
                folder.mkdir()
        return collect(trainer, rollout)

    monkeypatch.setattr(record_writer, "write", write_late)
    monkeypatch.setattr(ppo.Trainer, "collect", without_folder)
    with pytest.raises(RcssGymError, match=r"run_dir: .*run was deleted or moved during the run"):
        ppo.main(["--task", "T1Stand", "--run-dir", str(folder), *TINY])
    assert not folder.exists() or list(folder.iterdir()) == []


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
        expected = trainer.agent(torch.from_numpy(seen)).numpy()
    np.testing.assert_allclose(policy.act(seen), expected, atol=1e-5)
    assert np.abs(expected).max() > 1e-3


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
        (["--hidden", "64,16385"], "hidden: 16385 is more than 16384"),
        (["--recurrent", "16385"], "recurrent: 16385 is more than 16384"),
        (["--evaluation-envs", "1000001"], "evaluation_envs: 1000001 is more than 1000000"),
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


class Odd(Ball):
    """A task whose spaces are not those of policies."""


class Pictures(Odd):
    observation_space = Box(0.0, 1.0, (4, 4, 3), np.float32)


class Named(Odd):
    observation_space: Any = Dict({"ball": Ball.observation_space})


class Wide(Odd):
    action_space = Box(-2.0, 2.0, (1,), np.float32)


@pytest.mark.parametrize(
    ("task", "complaint"),
    [
        ("Pictures", r"has observation_space .*, must be a Box of one axis"),
        ("Named", r"has observation_space Dict.*, must be a Box of one axis"),
        ("Wide", r"has actions from -2\.0 to 2\.0, must be from -1 to 1"),
        ("Odd", r"privileged: Odd tells critics nothing: .*: train with --privileged 0"),
    ],
)
def test_tasks_with_other_spaces_are_refused(ppo: Any, task: str, complaint: str) -> None:
    with pytest.raises(ArgumentError, match=complaint):
        ppo.configure(["--task", f"examples.test_runs:{task}"])
    config, _ = ppo.configure(["--task", "examples.test_runs:Odd", "--privileged", "0"])
    assert config.privileged == 0


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


def test_wandb_is_told_if_it_is_wanted(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[Any] = []
    run = SimpleNamespace(
        id="x1", log=lambda row, step: logged.append((step, row)), finish=lambda: None
    )

    def init(**settings: Any) -> Any:
        logged.append(settings)
        return run

    fake = SimpleNamespace(init=init)
    monkeypatch.setitem(sys.modules, "wandb", fake)
    ppo.main(["--task", "T1Stand", "--run-dir", str(tmp_path), "--wandb", "robots", *TINY])
    assert (logged[0]["project"], logged[0]["id"]) == ("robots", None)
    updates = [step for step, row in logged[1:] if "reward/alive" in row]
    assert updates == [48, 96, 144, 192, 240]
    assert [step for step, row in logged[1:] if "evaluation/return" in row] == [96, 192, 240]
    logged.clear()
    ppo.main(["--resume", str(tmp_path / "checkpoint.pt"), "--total-steps", "288"])
    assert (logged[0]["id"], logged[0]["resume"], logged[1][0]) == ("x1", "allow", 288)


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
    ("damage", "message"),
    [
        (lambda data, at: data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], "the checksum of"),
        (lambda data, at: data[:at], "is not a checkpoint: it ends too early"),
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


def test_a_checkpoint_that_cannot_be_read_is_refused(ppo: Any) -> None:
    with pytest.raises(ArgumentError, match=r"resume: /proc/self/mem is not a checkpoint: .*error"):
        ppo.configure(["--resume", "/proc/self/mem"])


def events_of(folder: Path) -> Any:
    """Read what TensorBoard shows of a run.

    It reads files in the order of their names, which end in a number that this process counts up:
    10 would come before 9 if both were begun within a second.
    """
    board = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    for file in folder.glob("events.*"):
        name, _, number = file.name.rpartition(".")
        file.rename(file.with_name(f"{name}.{int(number):06}"))
    return board.EventAccumulator(str(folder)).Reload()


@pytest.mark.usefixtures("no_pictures")
def test_tensorboard_shows_all_updates_of_a_resumed_run(ppo: Any, tmp_path: Path) -> None:
    pytest.importorskip("tensorboard")
    ppo.main(["--task", "T1Stand", "--run-dir", str(tmp_path), "--minutes", "0", *TINY])
    ppo.main(["--resume", str(tmp_path / "checkpoint.pt")])
    events = events_of(tmp_path)
    assert [one.step for one in events.Scalars("reward/alive")] == [48, 96, 144, 192, 240]


@pytest.mark.usefixtures("no_pictures")
def test_tensorboard_shows_updates_whose_report_was_interrupted(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rcssgym.training import reports

    pytest.importorskip("tensorboard")
    evaluate, begun = reports.evaluate, []

    def interrupted(*given: Any) -> Any:
        begun.append(0)
        if len(begun) in (1, 3):
            raise KeyboardInterrupt
        return evaluate(*given)

    monkeypatch.setattr(reports, "evaluate", interrupted)
    arguments = ["--task", "T1Stand", "--run-dir", str(tmp_path), *TINY]
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            ppo.main(arguments)
        arguments = ["--resume", str(tmp_path / "checkpoint.pt")]
    for _ in range(2):
        ppo.main(arguments)
    events = events_of(tmp_path)
    assert [one.step for one in events.Scalars("reward/alive")] == [48, 96, 144, 192, 240]
    assert [one.step for one in events.Scalars("evaluation/return")] == [192, 240]
