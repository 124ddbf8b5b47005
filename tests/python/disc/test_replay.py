"""Replays of games of the real rcssserver, cycle by cycle.

Records have 10 significant digits, in whole games 7: every value must be within 1e-8 of the printed
one. A point or direction that the server has drawn at random is known only to its printed digits;
values computed from it are as inaccurate as these digits, and more so with each collision.
"""

import math
from typing import Any

import pytest

from .recording import NAMES, Recording

PLAYED = [name for name in NAMES if name != "noise"]
DIGITS = {"game": 7, "short_game": 7}
BEHIND_LOTS = {"fouls_detected": 3e-7, "keepaway": 1e-7}
"""Tolerances after a point or direction that is only known as printed. An error in a direction from
a third of a metre away, where printed digits are 5e-10 m, is thirty times as large at 9.45 m."""
ENDS = {"short_game": 502}
"""At half time of the short game, players are placed at random: 7 digits are not enough."""
STATE = ("x", "y", "vx", "vy", "body", "neck", "stamina", "effort", "recovery", "capacity")


def near(value: float, printed: float, digits: int, tolerance: float) -> bool:
    unit = 10.0 ** (math.floor(math.log10(abs(printed))) + 1 - digits) if printed else 0.0
    return abs(value - printed) <= tolerance + 0.5001 * unit


def differences(recording: Recording, record: dict[str, Any]) -> list[str]:
    sim = recording.sim
    tolerance = BEHIND_LOTS.get(recording.name, 1e-8) if recording.lots else 1e-8
    digits = DIGITS.get(recording.name, 10)
    found = []

    def same(what: str, value: object, recorded: object) -> None:
        if value != recorded:
            found.append(f"{what} is {value}, not {recorded}")

    def close(what: str, value: float, printed: float) -> None:
        if not near(value, printed, digits, tolerance):
            found.append(f"{what} is {value!r}, not {printed!r}")

    same("cycle", sim.cycle, record["cycle"])
    same("stopped", sim.stopped, record["stopped"])
    same("play_mode", sim.play_mode, record["mode"])
    same("score", list(sim.score), record["score"])
    if "penalties" in record:
        same("penalties", list(sim.penalties), record["penalties"])
    if record is not recording.records[0]:
        same("messages", sim.messages, record.get("referee", []))
    for what, value, printed in zip(sim.ball._fields, sim.ball, record["ball"], strict=True):
        close(f"ball.{what}", value, printed)
    for index, player in enumerate(sim.players):
        same(f"{player}.flags", hex(player.flags), hex(recording.flags(index)))
        if "types" in record:
            same(f"{player}.type_id", player.type_id, record["types"][index])
        if "players" in record:
            state = zip(STATE, player.state, record["players"][index], strict=True)
            for what, value, printed in state:
                turned = what == "body" and abs(value - printed) > 180.0
                shift = math.copysign(360.0, printed - value) if turned else 0.0
                close(f"{player}.{what}", value + shift, printed)
    return found


@pytest.mark.parametrize("name", PLAYED)
def test_a_recorded_game_is_played_again(name: str) -> None:
    recording = Recording(name)
    for index, record in enumerate(recording.play()):
        if index == ENDS.get(name):
            break
        found = differences(recording, record)
        assert not found, f"record {index}, cycle {record['cycle']}.{record['stopped']}: {found}"
    else:
        assert index + 1 == len(recording.records)


def test_all_recordings_are_there() -> None:
    assert len(PLAYED) == 23
    assert sum(len(Recording(name).records) for name in ("game", "motion")) == 6218 + 660
