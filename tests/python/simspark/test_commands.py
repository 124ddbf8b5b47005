"""Trainers' commands as text."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from rcssgym import ArgumentError
from rcssgym.simspark import (
    BallCommand,
    Command,
    DropBallCommand,
    FullStateCommand,
    KickOffCommand,
    KillCommand,
    KillSimCommand,
    PlayerCommand,
    PlayModeCommand,
    PushCommand,
    RepositionCommand,
    ScoreCommand,
    SelectCommand,
    TimeCommand,
)
from rcssgym.soccer import TeamSide

from simspark.recordings import lines
from simspark.reference import parse

LEFT, RIGHT = TeamSide.LEFT, TeamSide.RIGHT
COMMANDS: list[tuple[Command, str]] = [
    (PlayerCommand(LEFT, 3, (-1.5, 2, 0.6)), "(agent (unum 3)(team Left)(pos -1.5 2 0.6))"),
    (
        PlayerCommand(LEFT, 3, (-2, -2, 0.45), -90),
        "(agent (unum 3) (team Left) (move -2 -2 0.45 -90))",
    ),
    (
        PlayerCommand(LEFT, 3, battery=20, temperature=55),
        "(agent (unum 3)(team Left)(battery 20)(temperature 55))",
    ),
    (PushCommand(), "(agent (pos 0 0 1))"),
    (BallCommand((2, -1.5, 0.5), (-3, 1, 2)), "(ball (pos 2 -1.5 0.5) (vel -3 1 2))"),
    (BallCommand(np.array([2, -1.5, 0.5])), "(ball (pos 2 -1.5 0.5))"),
    (BallCommand(velocity=(-3, 1, 2)), "(ball (vel -3 1 2))"),
    (PlayModeCommand("PlayOn"), "(playMode PlayOn)"),
    (DropBallCommand(), "(dropBall)"),
    (KickOffCommand(LEFT), "(kickOff Left)"),
    (KickOffCommand(RIGHT), "(kickOff Right)"),
    (KickOffCommand(), "(kickOff None)"),
    (SelectCommand((RIGHT, 5)), "(select (unum 5)(team Right))"),
    (SelectCommand("next"), "(select)"),
    (SelectCommand("nobody"), "(select (unum -1))"),
    (KillCommand((LEFT, 3)), "(kill (unum 3)(team Left))"),
    (KillCommand(), "(kill)"),
    (RepositionCommand((RIGHT, 5)), "(repos (unum 5)(team Right))"),
    (RepositionCommand(), "(repos)"),
    (TimeCommand(123.45), "(time 123.45)"),
    (ScoreCommand(2, 1), "(score (left 2)(right 1))"),
    (FullStateCommand(), "(reqfullstate)"),
    (KillSimCommand(), "(killsim)"),
]


def test_commands_are_those_that_the_real_server_was_seen_to_obey() -> None:
    """In every form of the recording, except for blanks."""
    recorded = [line.payload for line in lines("trainer") if line.direction == ">"]
    expressions = [expression for payload in recorded for expression in parse(payload)]
    for command, text in COMMANDS:
        assert parse(command.to_sexp().encode()) == parse(text.encode())
        assert parse(text.encode())[0] in expressions
    # The list is also complete: it has every word that begins a command that the server obeyed.
    known = {parse(text.encode())[0][0] for _, text in COMMANDS}
    names = {expression[0] for expression in expressions if isinstance(expression[0], str)}
    assert names - known == {"nonsense", "getAck"}


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.1 + 0.2, "0.30000000000000004"),
        (1e-7, "0.0000001"),
        (-0.0, "-0"),
        (1e6, "1000000"),
        (np.float32(0.5), "0.5"),
        (True, "1"),
    ],
)
def test_numbers_are_sent_whole_and_without_exponents(number: float, text: str) -> None:
    assert BallCommand((number, 0, 0)).to_sexp() == f"(ball (pos {text} 0 0))"


REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: BallCommand((1, np.nan, 0)), r"position\[1\]: nan is not within"),
    (
        lambda: BallCommand((1, 2, 1.1e6)),
        r"position\[2\]: 1100000.0 is not within -1e\+06 and 1e\+06",
    ),
    (lambda: BallCommand((1, 2)), r"position: \(1, 2\) are not three numbers"),
    (lambda: BallCommand(5), r"position: 5 are not three numbers"),  # type: ignore[arg-type]
    (lambda: BallCommand("abc"), r"position\[0\]: 'a' is not a number"),  # type: ignore[arg-type]
    (lambda: BallCommand(velocity=(np.inf, 0, 0)), r"velocity\[0\]: inf is not within"),
    (lambda: BallCommand(), "position: needed, or a velocity"),
    (lambda: PlayerCommand(LEFT, 100, (0, 0, 1)), "number: 100 is not from 0 to 99"),
    (lambda: PlayerCommand(LEFT, -1, (0, 0, 1)), "number: -1 is not from 0 to 99"),
    (lambda: PlayerCommand(LEFT, 1.5, (0, 0, 1)), "number: 1.5 is not a whole"),  # type: ignore[arg-type]
    (lambda: PlayerCommand(TeamSide.UNKNOWN, 1, (0, 0, 1)), "side: .*UNKNOWN.* is neither"),
    (lambda: PlayerCommand("Left", 1, (0, 0, 1)), "side: 'Left' is neither"),  # type: ignore[arg-type]
    (lambda: PlayerCommand(LEFT, 1), "position: needed"),
    (lambda: PlayerCommand(LEFT, 1, rotation=90), "rotation: 90 needs a position"),
    (lambda: PlayerCommand(LEFT, 1, (0, 0, 1), np.nan), "rotation: nan is not within"),
    (lambda: PlayerCommand(LEFT, 1, battery="x"), "battery: 'x' is not a number"),  # type: ignore[arg-type]
    (lambda: PlayModeCommand("Play On"), "name: 'Play On' is not a play mode"),
    (lambda: PlayModeCommand("PlayOn)(killsim"), "is not a play mode"),
    (lambda: PlayModeCommand(3), "name: 3 is not a play mode"),  # type: ignore[arg-type]
    (lambda: KickOffCommand("Left"), "side: 'Left' is neither"),  # type: ignore[arg-type]
    (lambda: SelectCommand("all"), "player: 'all' is not a pair"),  # type: ignore[arg-type]
    (lambda: SelectCommand((5, LEFT)), "number: .* is not a whole number"),  # type: ignore[arg-type]
    (lambda: KillCommand(3), "player: 3 is not a pair"),  # type: ignore[arg-type]
    (lambda: RepositionCommand((LEFT, 1, 2)), "is not a pair"),  # type: ignore[arg-type]
    (lambda: TimeCommand(-3), "time: -3 is less than 0 s"),
    (lambda: TimeCommand(np.nan), "time: nan is not within"),
    (lambda: ScoreCommand(1, -2), "right: -2 is not from 0 to"),
    (lambda: ScoreCommand(1.0, 2), "left: 1.0 is not a whole number"),  # type: ignore[arg-type]
    (lambda: ScoreCommand(2**31, 2), "left: 2147483648 is not from 0 to 2147483647"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED, ids=[text for _, text in REFUSED])
def test_what_no_server_takes_is_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        make()
