"""Training by proximal policy optimization: its parts."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError, RcssGymError

from examples.runs import PAIR, TINY, checkpoint

for needed in ("torch", "tensorboard", "matplotlib"):
    pytest.importorskip(needed, reason="training needs `pip install rcssgym[train]`")


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
            expected = (weights * surprises[t : last + 1]).sum()
            assert float(found[t]) == pytest.approx(expected, abs=1e-5)


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


@pytest.mark.parametrize("task", ["T1Stand", "Disc-Soccer-2v2-Skills"])
def test_terms_are_averaged_over_the_steps_of_episodes(ppo: Any, task: str) -> None:
    """The steps that only begin the next episode have none."""
    config, _ = ppo.configure(["--task", task, *TINY, "--episode-steps", "2"])
    trainer = ppo.Trainer(config)
    found: dict[str, list[float]] = {}
    step, before = trainer.envs.step, [np.zeros(8, bool)]

    def noted(actions: Any) -> Any:
        result = step(actions)
        each = trainer.envs.num_envs // 8
        for name, term in result[4]["reward"].items():
            if name[:1] != "_":
                found.setdefault(name, []).extend(term[~before[-1]].ravel().tolist())
        before.append((result[2] | result[3])[::each].copy())
        return result

    trainer.envs.step = noted
    row = trainer.collect(trainer.rollout)
    assert sum(one.sum() for one in before[:-1]) == 16
    assert any(any(values) for values in found.values())
    for name, values in found.items():
        assert row[f"reward/{name}"] == pytest.approx(np.mean(values))


def test_measures_do_not_take_the_names_of_statistics() -> None:
    from rcssgym.training.episodes import measures

    info = {"length": np.ones(2), "is_success": np.ones(2), "reward": {}, "_length": np.ones(2)}
    assert list(measures(info)) == ["task_length", "success"]


def test_play_modes_have_no_mean() -> None:
    from rcssgym.training.episodes import measures

    assert list(measures({"play_mode": np.array([3, 9]), "goals": np.ones(2)})) == ["goals"]


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


@pytest.mark.long
def test_the_ant_learns_to_run(ppo: Any, tmp_path: Path) -> None:
    ppo.main(["--task", "AntRun", "--total-steps", "1500000", "--run-dir", str(tmp_path)])
    history = checkpoint(tmp_path)["history"]
    speed = history[-1]["evaluation/distance"] / 20.0
    assert speed > history[0]["reward/forward"] + 1.5
