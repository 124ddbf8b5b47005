"""Symmetric networks: groups of mirror images, averages over them, and training with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError
from rcssgym.envs.tasks.mirror import Mirror, side_by_side
from rcssgym.policy import Policy

torch = pytest.importorskip("torch", reason="training needs `pip install rcssgym[train]`")
pytest.importorskip("tensorboard", reason="training needs `pip install rcssgym[train]`")
pytest.importorskip("matplotlib", reason="training needs `pip install rcssgym[train]`")

from rcssgym.training import ppo, run, sources, symmetry  # noqa: E402
from rcssgym.training.config import configured  # noqa: E402

TINY: dict[str, Any] = {
    "num_envs": 8,
    "num_steps": 6,
    "minibatch": 20,
    "threads": 1,
    "total_steps": 240,
    "hidden": "16,8",
    "evaluation_envs": 2,
    "evaluation_steps": 5,
}


def trainer_of(task: str, **settings: Any) -> ppo.Trainer:
    return ppo.Trainer(configured({"task": task, "mirror": "exact", **TINY, **settings}))


def seen(trainer: ppo.Trainer) -> Any:
    size = trainer.envs.task.observation_space.shape[0]
    return np.random.default_rng(0).normal(size=(50, size)).astype(np.float32)


def test_images_of_images_are_a_group() -> None:
    swap = Mirror(np.array([1, 0, 2]), np.array([1.0, 1.0, 1.0]))
    turn = Mirror(np.array([1, 0, 2]), np.array([1.0, -1.0, 1.0]))
    group = symmetry.Group([swap, turn])
    assert len(group.elements) == 8
    x = np.array([1.0, 2.0, 3.0])
    both = symmetry.after(swap, turn)
    np.testing.assert_array_equal(both(x), swap(turn(x)))
    assert group.find(both) is not None
    # Hidden units are permuted like the group's elements: two in a row equal their product.
    regular = group.regular(2)
    for i, one in enumerate(group.elements):
        for j, other in enumerate(group.elements):
            k = group.find(symmetry.after(one, other))
            assert k is not None
            whole = symmetry.after(regular[i], regular[j])
            np.testing.assert_array_equal(whole.source, regular[k].source)


def test_a_group_without_end_is_refused() -> None:
    primes = (2, 3, 5, 7)
    source = np.concatenate(
        [np.roll(np.arange(p), 1) + sum(primes[:i]) for i, p in enumerate(primes)]
    )
    with pytest.raises(ArgumentError, match="mirror: there are more than 64 images"):
        symmetry.Group([Mirror(source, np.ones(len(source)))])


@pytest.mark.parametrize(("task", "images"), [("AntRun", 8), ("T1Stand", 2)])
def test_what_it_does_in_an_image_is_the_image_of_what_it_does(task: str, images: int) -> None:
    trainer = trainer_of(task, privileged=0)
    assert trainer.symmetry is not None
    assert trainer.symmetry.size == images
    before = trainer.agent.actor[0].weight.detach().clone()
    for _ in range(3):
        trainer.update()
    assert (trainer.agent.actor[0].weight - before).abs().max() > 1e-3
    agent, x = trainer.agent, seen(trainer)

    def does(rows: Any) -> Any:
        normal = agent.normalize(torch.from_numpy(rows.astype(np.float32)))
        return agent.actor(normal).detach().numpy(), agent.critic(normal).detach().numpy()

    acted, valued = does(x)
    assert acted.std() > 1e-3
    for image_of_seen, image_of_done in trainer.images():
        other_acted, other_valued = does(image_of_seen(x))
        np.testing.assert_allclose(other_acted, image_of_done(acted), atol=1e-5)
        np.testing.assert_allclose(other_valued, valued, atol=1e-5)


def test_new_weights_are_as_large_as_others() -> None:
    sizes = []
    for mirror in ("none", "exact"):
        actor = trainer_of("AntRun", hidden="128,128", mirror=mirror).agent.actor
        sizes.append(float(actor[2].weight.detach().std()))
    assert sizes[1] == pytest.approx(sizes[0], rel=0.1)


def test_averages_are_those_over_all_images() -> None:
    trainer = trainer_of("AntRun")
    found = trainer.symmetry
    assert found is not None
    rng = np.random.default_rng(1)
    weights = rng.normal(size=(8, 36))
    group = symmetry.Group([side_by_side(*pair) for pair in trainer.images()])
    inputs = [symmetry.cut(one, slice(0, 36)) for one in group.elements]
    outputs = [symmetry.cut(one, slice(36, None)) for one in group.elements]
    images = [
        out.sign[:, None] * weights[out.source][:, into.source] * into.sign
        for out, into in zip(outputs, inputs, strict=True)
    ]
    average = symmetry.Average(outputs, inputs)
    np.testing.assert_allclose(
        average(torch.from_numpy(weights)), np.mean(images, axis=0), atol=1e-12
    )


def test_critics_that_know_more_stay_as_they_are() -> None:
    trainer = trainer_of("T1Stand", privileged=1)
    assert trainer.symmetry is not None
    kept = {id(values) for values, _ in trainer.symmetry.averages}
    assert kept.isdisjoint({id(values) for values in trainer.agent.critic.parameters()})
    trainer.update()


def test_what_cannot_be_symmetric_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="mirror: AntRun-v0 has no mirror image"):
        trainer_of("AntRun-v0", privileged=0)
    with pytest.raises(ArgumentError, match="hidden: 12 units are not a multiple of 8 images"):
        trainer_of("AntRun", hidden="16,12")
    with pytest.raises(ArgumentError, match="mirror: 'exact' has no mirrored memory"):
        trainer_of("T1Stand", recurrent=8)
    other = trainer_of("AntRun", mirror="none")
    other.save(tmp_path / "checkpoint.pt")
    settings = {"task": "AntRun", "mirror": "exact", **TINY}
    settings["initialize"] = str(tmp_path / "checkpoint.pt")
    with pytest.raises(ArgumentError, match="initialize: its network is not symmetric"):
        run.begun(configured(settings), None)


@pytest.mark.usefixtures("no_pictures")
def test_a_symmetric_policy_is_resumed_exported_and_gone_on_from(tmp_path: Path) -> None:
    settings = {"task": "AntRun", "mirror": "exact", **TINY}
    trainer = run.begun(configured({**settings, "run_dir": str(tmp_path)}), None)
    run.train(trainer, tmp_path)
    policy: Any = Policy.load(tmp_path / "policy.onnx")
    x = seen(trainer)
    for image_of_seen, image_of_done in trainer.images():
        np.testing.assert_allclose(
            policy.act(image_of_seen(x).astype(np.float32)), image_of_done(policy.act(x)), atol=1e-5
        )
    onwards = {**settings, "initialize": str(tmp_path / "checkpoint.pt")}
    other = run.begun(configured(onwards), None)
    assert other.agent.actor[0].weight.equal(trainer.agent.actor[0].weight)
    whole = sources.read_checkpoint(tmp_path / "checkpoint.pt", "resume")
    again = run.begun(configured({**whole["config"], "total_steps": 480}), whole)
    trainer.config.total_steps = 480
    assert again.update()["learning/divergence"] == trainer.update()["learning/divergence"]
