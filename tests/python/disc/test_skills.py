"""Skills in arrays."""

import numpy as np
import pytest
from rcssgym import ArgumentError, DiscBatch, _core
from rcssgym.disc import BodyCommand, Look, Skill, step_skills

QUIET = {"player_rand": 0.0, "ball_rand": 0.0, "kick_rand": 0.0}


def batch(
    worlds: int = 4, sensed: bool = False, parameters: dict[str, float] | None = None
) -> DiscBatch:
    """Return games in play, with all players somewhere in their own halves."""
    games = DiscBatch(worlds, sensed=sensed, server_params=parameters or {}, seed=3)
    random = np.random.default_rng(1)
    position = random.uniform([-40, -25], [40, 25], (worlds, 22, 2))
    games.set_state(position=position, ball_position=random.uniform(-20, 20, (worlds, 2)))
    games.start()
    games.change_mode("play_on")
    return games


def test_codes() -> None:
    assert [skill.name.lower() for skill in Skill] == [name for name, _ in _core.DISC_SKILLS]
    assert [look.name.lower() for look in Look] == _core.DISC_LOOKS


def test_players_arrive_in_the_frame_of_their_team() -> None:
    games = batch(parameters=QUIET)
    args = [10.0, 5.0, 0.5, 100.0]
    for _ in range(90):
        success = step_skills(games, Skill.GO_TO_POINT, args)
    # One player per team arrives: the others are blocked by their teammates.
    for first, target in ((0, [10, 5]), (11, [-10, -5])):
        far = np.linalg.norm(games.position[:, first : first + 11] - target, axis=-1)
        assert far.min(axis=1).max() < 0.7
    assert success.shape == (4, 22)
    assert success.dtype == bool


def test_somebody_gets_the_ball_and_plays_it() -> None:
    games = batch(8)
    begin = games.ball_position
    for _ in range(60):
        far = np.linalg.norm(games.position - games.ball_position[:, None], axis=-1)
        skill = np.where(far < 1.085, Skill.PLAN, Skill.INTERCEPT)
        step_skills(games, skill)
    moved = np.linalg.norm(games.ball_position - begin, axis=-1)
    assert (moved > 1).all()


def test_commands_are_those_of_the_game() -> None:
    games = batch()
    kind, args, neck, view, success = games.skill_commands(
        Skill.TURN_TO_POINT, [30.0, 0.0, 0.0, 0.0], look=Look.BALL, worlds=[1]
    )
    assert (kind[1] == BodyCommand.TURN).all()
    assert success[1].any()
    assert np.isfinite(neck[1]).all()
    for other in (0, 2, 3):
        assert not kind[other].any()
        assert np.isnan(neck[other]).all()
    assert not view.any()
    assert np.isfinite(args).all()
    # Requesting commands does not advance the games.
    assert (games.cycle == 0).all()


def test_players_find_the_ball_by_what_they_have_seen() -> None:
    games = batch(6, sensed=True)
    near = np.full(6, np.inf)
    for _ in range(80):
        step_skills(games, Skill.INTERCEPT, look=Look.BALL, sensed=True)
        far = np.linalg.norm(games.position - games.ball_position[:, None], axis=-1)
        near = np.minimum(near, far.min(axis=1))
    assert near.max() < 1.1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"skill": 27}, "skill"),
        ({"skill": Skill.GO_TO_POINT, "args": [0, np.nan, 1, 1]}, r"NaN, y of 'go_to_point'"),
        ({"skill": Skill.NONE, "look": 4}, "look"),
        ({"skill": Skill.INTERCEPT, "sensed": True}, "sensed=True"),
        ({"skill": Skill.INTERCEPT, "args": [1.0, 2.0]}, "args"),
    ],
)
def test_bad_input(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        batch().skill_commands(**arguments)  # type: ignore[arg-type]


def test_goalies_hold_more_than_players_who_stand() -> None:
    """Shots at both goals, with goalies that guard them and with goalies that stand still."""
    goals = []
    for guards in (False, True):
        games = DiscBatch(64, server_params=QUIET, seed=3)
        random = np.random.default_rng(2)
        games.start()
        games.change_mode("play_on")
        side = np.where(np.arange(64) % 2 == 0, -1.0, 1.0)
        position = np.full((64, 22, 2), 30.0) * np.linspace(-1, 1, 22)[:, None]
        position[:, 0], position[:, 11] = (-49.8, 0.0), (49.8, 0.0)
        ball = np.stack([side * 28.0, random.uniform(-10, 10, 64)], axis=-1)
        shot = np.stack([side * 52.5, random.uniform(-6, 6, 64)], axis=-1) - ball
        velocity = shot / np.linalg.norm(shot, axis=-1, keepdims=True) * 2.3
        games.set_state(position=position, ball_position=ball, ball_velocity=velocity)
        skill = np.full((64, 22), Skill.NONE)
        if guards:
            skill[:, [0, 11]] = Skill.GOALIE
        for _ in range(25):
            step_skills(games, skill)
        goals.append(int(games.score.sum()))
    assert goals[0] > 32
    assert goals[1] * 4 < goals[0]


def test_threads_change_nothing() -> None:
    answers = []
    for threads in (1, 3):
        games = DiscBatch(16, threads=threads, seed=5)
        games.start()
        games.change_mode("play_on")
        answers.append(games.skill_commands(Skill.INTERCEPT, look=Look.SCAN))
    for one, other in zip(*answers, strict=True):
        np.testing.assert_array_equal(one, other)
