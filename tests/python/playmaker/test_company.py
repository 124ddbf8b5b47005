"""Coaches of many games in the same process."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym.playmaker import ActionBatch, full_planner
from rcssgym.playmaker.messages import (
    ChangePlayerType,
    CoachActions,
    DoHeliosSubstitute,
    HeliosBasicMove,
    HeliosPenalty,
)


def batch(worlds: int = 3) -> rcssgym.DiscBatch:
    return rcssgym.DiscBatch(
        worlds, threads=2, seed=5, server_params={"auto_mode": True, "kick_off_wait": 20}
    )


def test_coaches_give_their_players_the_fastest_types() -> None:
    """Before the first kick-off, each type once, never the goalie; only in the selected worlds."""
    games = batch()
    own = ActionBatch(games)
    for _ in range(15):
        own.coach([DoHeliosSubstitute()], worlds=np.array([True, False, True]))
        games.advance(1)
    types = games.type_id
    assert (types[:, 11:] == 0).all()
    assert (types[1] == 0).all()
    for world in (0, 2):
        assert types[world, 0] == 0
        assert len(set(types[world, 1:11].tolist()) - {0}) == 10


def test_coaches_give_single_types() -> None:
    games = batch(1)
    own = ActionBatch(games)
    own.coach(None, [ChangePlayerType(uniform_number=4, type=7)])
    own.coach(CoachActions(), [])
    assert games.type_id[0].tolist() == [0] * 14 + [7] + [0] * 7


def test_a_new_game_is_played_as_the_first_one() -> None:
    """What players and coaches remember belongs to a game: takers of penalties, types given."""
    short = {"half_time": 1, "nr_extra_halfs": 0, "pen_nr_kicks": 2, "pen_max_extra_kicks": 0}
    waits = {"kick_off_wait": 20, "pen_taken_wait": 60, "pen_setup_wait": 40}
    games = rcssgym.DiscBatch(
        1, teams=(None, "still"), seed=1, server_params={"auto_mode": True, **short, **waits}
    )
    own = ActionBatch(games)
    seen = []
    for _ in range(2):
        games.reset()
        for _ in range(400):
            own.coach([DoHeliosSubstitute()])
            own.step([[HeliosPenalty()]] * 11 + [None] * 11)
        seen.append((games.position.copy(), games.type_id.copy(), games.penalties.copy()))
    assert seen[0][2].sum() > 0
    for first, second in zip(*seen, strict=True):
        np.testing.assert_array_equal(first, second)


def test_what_coaches_cannot_be_told_is_named() -> None:
    games = batch(2)
    own = ActionBatch(games)
    message = r"^right: actions\[0\]: HeliosBasicMove is not a coach's"
    with pytest.raises(rcssgym.ArgumentError, match=message):
        own.coach([], [HeliosBasicMove()])
    with pytest.raises(rcssgym.ArgumentError, match=r"actions: must be a list of actions"):
        own.coach(DoHeliosSubstitute())  # type: ignore[arg-type]
    message = r"worlds: must be a mask \(2,\), not bool \(3,\)"
    with pytest.raises(rcssgym.ArgumentError, match=message):
        own.coach([], worlds=np.ones(3, bool))
    for worlds in ([0, 1], np.zeros(2)):
        with pytest.raises(rcssgym.ArgumentError, match=r"not (int|float)64 \(2,\)"):
            own.act([None] * games.num_players, worlds=worlds)
    own.act([None] * games.num_players, worlds=[True, False])
    with pytest.raises(rcssgym.ArgumentError, match="the batch has 3 worlds"):
        ActionBatch(games)._core.instruct(batch(3), [None, None])


def test_what_players_cannot_be_told_is_named() -> None:
    games = batch(2)
    own = ActionBatch(games)
    each: list[Any] = [None] * games.num_players
    each[3] = [HeliosBasicMove(), DoHeliosSubstitute()]
    wrong: Any = 5
    with pytest.raises(rcssgym.ArgumentError, match=r"^actions\[3\]: actions\[1\]: DoHelios"):
        own.act(each)
    with pytest.raises(rcssgym.ArgumentError, match=r"^actions: must be a list of lists, not 5"):
        own.act(wrong)
    with pytest.raises(rcssgym.ArgumentError, match=r"^batch: must be a DiscBatch, not int"):
        ActionBatch(wrong)
    with pytest.raises(rcssgym.ArgumentError, match=r"^formation: 5 is not a text"):
        ActionBatch(games, formation=wrong)
    with pytest.raises(rcssgym.ArgumentError, match=r"^full_state: 5 is neither True nor False"):
        ActionBatch(games, full_state=wrong)


def test_the_full_planner_has_every_generator() -> None:
    flags = [name for name in dir(full_planner()) if "pass" in name or "dribble" in name]
    assert {"cross", "simple_shoot"} < set(dir(full_planner()))
    assert all(getattr(full_planner(), name) is True for name in [*flags, "cross", "simple_shoot"])
