"""Kick-offs, beams and messages as arrays have the same effect as single commands and actions."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym import ArgumentError, KickOffCommand, PlayMode
from rcssgym.actions import BeamAction, SpeakerAction
from rcssgym.envs import SoccerTask, Terms, WorldVectorEnv

MODES = list(PlayMode)
PREFIXES = "r-0-1-", "r-0-2-", "r-1-1-", "r-1-2-"


def batch(num: int = 3, **options: Any) -> rcssgym.WorldBatch:
    settings: dict[str, Any] = {"left": ["T1"] * 2, "right": ["T1", "ant"], "rules": "ssim"}
    return rcssgym.WorldBatch(num, **{**settings, **options})


def step(worlds: rcssgym.WorldBatch) -> None:
    worlds.step(np.zeros((len(worlds), 4, 23)))


def test_kick_offs() -> None:
    ours, theirs = batch(), batch()
    ours.kick_off([1, 0], worlds=[2, 0])
    theirs.command(2, KickOffCommand(1))
    theirs.command(0, KickOffCommand(0))
    assert ours.snapshot() == theirs.snapshot()
    modes = [MODES[mode].name for mode in ours.play_mode]
    assert modes == ["KICK_OFF_LEFT", "BEFORE_KICK_OFF", "KICK_OFF_RIGHT"]
    ours.kick_off(1)
    assert {MODES[mode].name for mode in ours.play_mode} == {"KICK_OFF_RIGHT"}


def test_beams() -> None:
    ours, theirs = batch(), batch()
    rng = np.random.default_rng(0)
    poses = rng.uniform(-4.0, -1.0, (2, 4, 3))
    robots = rng.uniform(size=(2, 4)) < 0.6
    assert robots.any() > robots.all()
    ours.beam(poses, worlds=[2, 1], robots=robots)
    for row, world in enumerate((2, 1)):
        for robot in np.flatnonzero(robots[row]).tolist():
            action = BeamAction(PREFIXES[robot] + "beam", tuple(poses[row, robot].tolist()))
            theirs.act(world, robot, [action])
    step(ours)
    step(theirs)
    assert ours.qpos.tobytes() == theirs.qpos.tobytes()
    ours.beam((1.0, 2.0, 0.0))
    assert (ours.root_position[:, :2, 0] == -1.0).all()
    assert (ours.root_position[:, 2:, 0] == 1.0).all()
    ours.kick_off(0)
    before = ours.qpos
    ours.beam((3.0, 2.0, 0.0))
    assert ours.qpos.tobytes() == before.tobytes()


def test_messages() -> None:
    ours, theirs = batch(), batch()
    for worlds in (ours, theirs):
        worlds.beam([[1.0, 0.0, 0.0], [2.0, 1.0, 0.5], [1.0, 1.0, 0.0], [3.0, 0.0, 0.0]])
    messages = np.zeros((1, 4, 5), np.uint8)
    messages[0, 1, :3] = list(b"abc")
    messages[0, 2] = list(b"hello")
    ours.say(messages, worlds=[1])
    theirs.act(1, 1, [SpeakerAction(PREFIXES[1] + "say", 1.0, b"abc")])
    theirs.act(1, 2, [SpeakerAction(PREFIXES[2] + "say", 1.0, b"hello")])
    step(ours)
    step(theirs)
    found, expected = ours.perceive(), theirs.perceive()
    for name in ("heard", "azimuths", "messages", "message_lengths"):
        assert getattr(found, name).tobytes() == getattr(expected, name).tobytes()
    assert bytes(found.messages[1, 0, 2, :5]) == b"hello"
    step(ours)
    assert not ours.perceive().heard.any()


class Talk(SoccerTask):
    """A game in which robots hear each other."""

    def declare(self) -> Terms:
        terms = super().declare()
        return replace(terms, observations=(*terms.observations, "heard"))


def test_games_hear() -> None:
    envs = WorldVectorEnv(Talk("2v2"), 2)
    envs.reset(seed=0)
    messages = np.zeros((2, 4, 10), np.uint8)
    messages[1, 3] = list(b"0123456789")
    envs.worlds.say(messages)
    seen = envs.step(np.zeros((2, 4, 23)))[0][..., -36:].reshape(2, 4, 3, 12)
    # Rows are the teammate and the opponents, by number: right_2 is the teammate of right_1.
    assert seen[..., 0].nonzero()[0].tolist() == [1, 1, 1]
    assert seen[1, 0, 2, 0] == seen[1, 1, 2, 0] == seen[1, 2, 0, 0] == 1.0
    np.testing.assert_allclose(seen[1, 0, 2, 2:] * 255.0, list(b"0123456789"), atol=1e-4)
    azimuths = envs.worlds.perceive().azimuths[1]
    np.testing.assert_allclose(seen[1, 2, 0, 1] * 180.0, azimuths[2, 3], atol=1e-4)
    assert not envs.step(np.zeros((2, 4, 23)))[0][..., -36:].any()


def test_bad_arrays_change_nothing() -> None:
    worlds = batch()
    before = worlds.snapshot()
    calls: list[tuple[Any, str]] = [
        (lambda: worlds.kick_off([0, 2, 0]), "sides: 2 at index 1 is neither 0 nor 1"),
        (lambda: worlds.kick_off([0, 1]), "sides: shape (2,)"),
        (lambda: worlds.kick_off(0, worlds=[3]), "worlds: must be from 0 to 2, not 3"),
        (
            lambda: worlds.beam(np.where([0, 1, 0], np.inf, np.ones((2, 4, 3))), worlds=[2, 1]),
            "poses: inf at world 2, robot 0 (T1, left), at index (0, 0, 1): must be finite",
        ),
        (lambda: worlds.beam(np.zeros((2, 4, 3))), "poses: shape (2, 4, 3)"),
        (lambda: worlds.beam((1, 2, 3), robots=[1, 0, 1, 1]), "robots: must be a mask of bool"),
        (lambda: worlds.say(np.zeros((3, 4, 3))), "messages: must hold bytes, uint8, not float64"),
        (lambda: worlds.say(np.zeros((3, 4, 11), np.uint8)), "(3, 4, 1 to 10)"),
        (lambda: worlds.say(np.zeros((3, 4), np.uint8)), "messages: shape (3, 4), must be"),
        (lambda: worlds.say(np.ones((3, 4, 1), np.uint8), volume=np.nan), "volume: NaN"),
        (lambda: batch(rules=None).kick_off(0), "rules: this batch was made without rules"),
    ]
    for call, words in calls:
        with pytest.raises(ArgumentError, match=re.escape(words)):
            call()
        assert worlds.snapshot() == before
