"""Arguments of batches of 2D games that are invalid are refused, and nothing has changed."""

import re
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym import DiscBatch
from rcssgym.disc import BodyCommand

from .batches import playing, simulation


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_worlds": 0}, "num_worlds: must be from 1"),
        ({"num_worlds": 2.5}, "num_worlds: must be an integer, not float"),
        ({"left": 12}, "left: must be from 0 to 11, not 12"),
        ({"seed": -1}, "seed: must be from 0"),
        ({"threads": 0}, "threads: must be from 1"),
        ({"goalies": 3}, "goalies: must be a boolean or two of them, not 3"),
        ({"team_names": ("a", "b", "c")}, "team_names: must be two names, not 3"),
        ({"team_names": ("a", "a")}, 'team_names: both are "a"'),
        ({"team_names": ("a b", "a")}, "team_names: a team is named by 1 to 15"),
        ({"server_params": {"ball_decay": 0}}, "server_params: ball_decay must be above 0"),
        ({"server_params": {"speed": 0}}, "server_params: there is no parameter"),
        ({"player_types": [{}]}, "player_types: must be 18 records, not 1"),
        ({"messages": 1}, "messages: must be True or False, not int"),
        ({"sensed": "yes"}, "sensed: must be True or False, not str"),
        ({"hearing": 0}, "hearing: must be True or False, not int"),
    ],
)
def test_what_no_batch_can_be_made_of(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=re.escape(message)):
        DiscBatch(**({"num_worlds": 1} | arguments))


def bad_number(at: tuple[int, int], value: float, *rest: int) -> Any:
    numbers = np.zeros((2, 4, *rest))
    numbers[at] = value
    return numbers


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"kind": bad_number((1, 3), 12).astype(int)},
            "kind: 12 at world 1, player 3 (right 2): must be from 0 to 9",
        ),
        ({"kind": -1}, "kind: -1 at world 0, player 0 (left 1)"),
        ({"kind": 1.0}, "kind: must hold integers, not float64"),
        ({"kind": [1, 2]}, "kind: shape (2,) does not broadcast to (2, 4)"),
        (
            {"kind": 7},
            "kind: 7 at world 0, player 0 (left 1): must be no code of 'legs' where args "
            "has 2 columns",
        ),
        (
            {"args": bad_number((1, 2), np.nan, 2)},
            "args: NaN, number 0 of 'dash' at world 1, player 2 (right 1): must be finite",
        ),
        ({"args": np.zeros((2, 4, 3))}, "args: shape (2, 4, 3) does not broadcast to (2, 4, 2)"),
        ({"turn_neck": bad_number((0, 1), np.inf)}, "turn_neck: inf at world 0, player 1 (left 2)"),
        ({"pointto": bad_number((1, 0), -np.inf, 2)}, "pointto: (-inf, -inf) at world 1, player 0"),
        ({"change_focus": [0, np.nan]}, "change_focus: (0, NaN) at world 0, player 0"),
        ({"change_view": 7}, "change_view: 7 at world 0, player 0 (left 1): must be from 0 to 6"),
        ({"attentionto": 4}, "attentionto: 4 at world 0, player 0 (left 1): must be from -2 to 3"),
        ({"attentionto": [[-3], [0]]}, "attentionto: -3 at world 0"),
        ({"say": 2}, "say: 2 at world 0"),
        ({"worlds": [0, 0]}, "worlds: world 0 is listed twice"),
        ({"worlds": [2]}, "worlds: must be from 0 to 1"),
        ({"worlds": [True]}, "worlds: a mask must have shape (2,), not (1,)"),
    ],
)
def test_what_is_no_command_changes_nothing(arguments: dict[str, Any], message: str) -> None:
    batch = playing(2, left=2, right=2, threads=1)
    before = batch.snapshot()
    with pytest.raises(rcssgym.ArgumentError, match=re.escape(message)):
        batch.step(**({"kind": BodyCommand.DASH} | arguments))
    assert batch.snapshot() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"position": bad_number((1, 2), np.nan, 2)},
            "position: NaN at world 1, player 2 (right 1)",
        ),
        ({"body": [np.inf, 0, 0, 0]}, "body: inf at world 0, player 0 (left 1)"),
        ({"ball_position": [0, np.nan]}, "ball_position: NaN at world 0, y"),
        (
            {"ball_velocity": [[0, 0], [1e300, 0]]},
            "ball_velocity: 1e300 at world 1, x, at index (1, 0): must be within +-1e9",
        ),
        (
            {"velocity": bad_number((1, 2), -2e9, 2)},
            "velocity: -2e9 at world 1, player 2 (right 1): must be within +-1e9",
        ),
        ({"body": 1e10}, "body: 1e10 at world 0, player 0 (left 1): must be within +-1e9"),
        ({"stamina": [0, 1e300, 0, 0]}, "stamina: 1e300 at world 0, player 1 (left 2)"),
        ({"stamina": [1, 2, 3]}, "stamina: shape (3,) does not broadcast to (2, 4)"),
        (
            {"type_id": [[0, 0, 18, 0]]},
            "type_id: 18 at world 0, player 2 (right 1): must be from 0 to 17",
        ),
        ({"type_id": 0.5}, "type_id: must hold integers"),
        ({"type_id": np.ma.masked_equal([[7, 0, 0, 0]], 7)}, "type_id: must have no masked items"),
        ({"worlds": [2]}, "worlds: must be from 0 to 1"),
    ],
)
def test_what_is_no_state_changes_nothing(arguments: dict[str, Any], message: str) -> None:
    batch = playing(2, left=2, right=2)
    before = batch.snapshot()
    with pytest.raises(rcssgym.ArgumentError, match=re.escape(message)):
        batch.set_state(**({"position": 0.0} | arguments))
    assert batch.snapshot() == before


def test_other_calls_refuse_what_they_do_not_know() -> None:
    batch = DiscBatch(2, 1, 1)
    for call, message in (
        (lambda: batch.change_mode("play"), "mode: there is no play mode 'play'"),
        (lambda: batch.read("speed"), "name: unknown array 'speed'; there are ball_position"),  # type: ignore[call-overload]
        (lambda: batch.view("body"), "name: unknown array 'body'; there are ball_position"),  # type: ignore[arg-type]
        (lambda: batch.messages, "messages: are not kept"),
        (lambda: batch.send(0, 2, "(turn 1)"), "player: must be from 0 to 1, not 2"),
        (lambda: batch.trainer(2, "(start)"), "world: must be from 0 to 1, not 2"),
        (lambda: batch.trainer(0, "\udcff"), r"message: must be Unicode, not '\udcff'"),
        (lambda: batch.send(0, 0, "\udcff"), "message: must be Unicode"),
        (lambda: batch.coach(0, "left", "\udcff"), "message: must be Unicode"),
        (lambda: batch.coach(0, "center", "(look)"), 'team: there is no team "center"'),
        (lambda: batch.advance(-1), "cycles: must be from 0"),
        (lambda: batch.start([5]), "worlds: must be from 0 to 1"),
        (lambda: batch.skill_commands(0, sensed=1), "sensed: must be True or False, not int"),  # type: ignore[arg-type]
    ):
        with pytest.raises(rcssgym.ArgumentError, match=re.escape(message)):
            call()


def test_what_is_no_snapshot_changes_nothing() -> None:
    batch = playing(2, left=2, right=2)
    before = batch.snapshot()
    whole = bytearray(before)
    whole[40] ^= 1
    others = [
        (b"", "too short"),
        (before[:-1], "damaged"),
        (bytes(whole), "damaged"),
        (b"x" + before[1:], "not a snapshot of a batch of 2D games"),
        (before[:8] + b"\x63" + before[9:], "of another version"),
        (DiscBatch(3, 2, 2).snapshot(), "of other worlds"),
        (DiscBatch(2, 2, 1).snapshot(), "of other worlds"),
        (DiscBatch(2, 2, 2, seed=1).snapshot(), "of other worlds"),
        (DiscBatch(2, 2, 2, server_params={"ball_decay": 0.9}).snapshot(), "of other worlds"),
        (simulation(0).snapshot(), "not a snapshot of a batch"),
    ]
    for bytes_, message in others:
        with pytest.raises(rcssgym.SnapshotError, match=message):
            batch.restore(bytes_)
        assert batch.snapshot() == before
    with pytest.raises(rcssgym.ArgumentError, match="snapshot: must be bytes, not int"):
        batch.restore(3)  # type: ignore[arg-type]
