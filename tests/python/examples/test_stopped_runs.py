"""Runs of training that end by an error or before they begin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, RcssGymError

from examples.runs import TINY, checkpoint

for needed in ("torch", "tensorboard", "matplotlib"):
    pytest.importorskip(needed, reason="training needs `pip install rcssgym[train]`")


@pytest.mark.parametrize("options", [[], ["--overlap", "1"]])
@pytest.mark.usefixtures("no_pictures")
def test_an_error_of_the_task_costs_no_finished_update(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, options: list[str]
) -> None:
    collect = ppo.Trainer.collect

    def failing(trainer: Any, rollout: Any) -> Any:
        if trainer.updates == 3:
            trainer.envs.step(np.zeros(trainer.envs.action_space.shape, np.float32))
            raise RuntimeError("the task is ill")
        return collect(trainer, rollout)

    given = ["--task", "T1Stand", "--run-dir", str(tmp_path), *TINY, "--save-every", "100"]
    with monkeypatch.context() as patch:
        patch.setattr(ppo.Trainer, "collect", failing)
        with pytest.raises(RuntimeError, match="the task is ill"):
            ppo.main([*given, *options])
    saved = checkpoint(tmp_path)
    assert (saved["steps"], saved["updates"], len(saved["history"])) == (144, 3, 3)
    ppo.main(["--resume", str(tmp_path / "checkpoint.pt")])
    assert checkpoint(tmp_path)["steps"] == 240


@pytest.mark.usefixtures("no_pictures")
def test_a_policy_that_diverged_does_not_replace_the_checkpoint(
    ppo: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learn = ppo.Trainer.learn

    def diverging(trainer: Any, rollout: Any) -> Any:
        row = learn(trainer, rollout)
        if trainer.updates == 2:
            trainer.agent.log_std.data.fill_(float("nan"))
        return row

    monkeypatch.setattr(ppo.Trainer, "learn", diverging)
    with pytest.raises(RcssGymError, match="it has diverged"):
        ppo.main(["--task", "T1Stand", "--run-dir", str(tmp_path), *TINY])
    assert checkpoint(tmp_path)["updates"] == 2


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"task": 3}, "task: 3 is not the name of a task"),
        ({"task": "T1Walk", "gama": 1.0}, "gama: there is no such option of training"),
    ],
)
def test_settings_of_a_wrong_form_are_refused(given: dict[str, Any], complaint: str) -> None:
    from rcssgym.training.config import configured

    with pytest.raises(ArgumentError, match=f"^{complaint}"):
        configured(given)


def test_an_interrupted_beginning_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rcssgym.training import run

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "begun", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.main(["--task", "T1Stand", "--run-dir", str(tmp_path / "runs" / "one"), *TINY])
    assert list(tmp_path.iterdir()) == []
