"""The comparison of servers detects what it must detect."""

from __future__ import annotations

import pytest

from server.comparison import compare
from server.cycles import cycle_of, without_past
from server.events import ACCELERATIONS, DEFINED, PHYSICS, Event

PERCEPTION = (
    b"(time (now <3>))(GS (t 0.0)(pm BeforeKickOff)(tl Reds)(sl 0)(sr 0))"
    b"(ACC (n torso_acc) (a 0.1 0.0 9.81))(HJ (n q_hj1)(ax 0.01)(vx -0.5))"
    b"(See (B (pol 3.0 1.5 -2.0)))"
)


def pair(one: bytes, other: bytes, vague: str = DEFINED) -> tuple[list[Event], list[Event]]:
    return [Event(1, "red", one, vague)], [Event(1, "red", other, vague)]


@pytest.mark.parametrize(
    ("old", "new", "vague"),
    [
        (b"(sl 0)", b"(sl 1)", PHYSICS),
        (b"(t 0.0)", b"(t 0.01)", PHYSICS),
        (b"Reds", b"Blues", PHYSICS),
        (b"<3>", b"<4>", PHYSICS),
        (b"(HJ (n q_hj1)(ax 0.01)(vx -0.5))", b"", PHYSICS),
        (b"(ax 0.01)", b"(ax 0.01) ", DEFINED),
        (b"(ax 0.01)", b"(ax 0.03)", DEFINED),
        (b"(ax 0.01)", b"(ax x)", PHYSICS),
        (b"(a 0.1 ", b"(a 0.2 ", DEFINED),
        (b"(vx -0.5)", b"(vx 0.5)", ACCELERATIONS),
        (b"(B (pol", b"(C (pol", PHYSICS),
    ],
)
def test_sees_what_must_not_differ(old: bytes, new: bytes, vague: str) -> None:
    assert old in PERCEPTION
    assert compare(*pair(PERCEPTION, PERCEPTION.replace(old, new), vague)).faults


@pytest.mark.parametrize(
    ("old", "new", "vague", "found"),
    [
        (b"(ax 0.01)", b"(ax 0.02)", DEFINED, "alike"),
        (b"(pol 3.0 ", b"(pol 2.99 ", DEFINED, "alike"),
        (b" 0.0 9.81)", b" -0.0 9.8)", DEFINED, "alike"),
        (b"(a 0.1 ", b"(a 7.1 ", ACCELERATIONS, "vague"),
        (b"(vx -0.5)", b"(vx 0.5)", PHYSICS, "vague"),
        (b"", b"", DEFINED, "equal"),
    ],
)
def test_tells_what_may_differ(old: bytes, new: bytes, vague: str, found: str) -> None:
    verdict = compare(*pair(PERCEPTION, PERCEPTION.replace(old, new), vague))
    assert not verdict.faults
    assert getattr(verdict, found) == 1 == verdict.messages


def test_sees_messages_too_many_and_to_others() -> None:
    one, other = pair(PERCEPTION, PERCEPTION)
    assert compare(one, []).faults
    assert compare(one, other * 2).faults
    assert compare(one, [Event(1, "blue", PERCEPTION)]).faults
    assert compare(one, [Event(2, "red", PERCEPTION)]).faults


FULL = (
    b"((RSMP 1 0)((gt 1 0)<1>)((sg 1 0)full(nd DSC(agent Reds 1)(nd TRF(SLT 1.0 2.0)(nd SMN (s)))))"
    b"((gs 1 0)(time 0.0)(play_mode 0)(team_left Reds)(team_right <RIGHT>))"
    b"((ge 1 0)(FieldLength 55)(CorderAreaRadius 1.5)(GoalieAreaLength 3)))"
)
DIFF = (
    b"((RSMP 1 0)((gt 1 0)<3>)((sg 1 0)diff(nd(nd TRF(SLT 1.0 2.1)(nd))))"
    b"((gs 1 0)(time 0.0)(play_mode 0)(foul 0 1 1)))"
)
AGAIN = (
    b"((RSMP 1 0)((gt 1 0)<3>)((sg 1 0)full(nd DSC(agent Reds 1)(nd TRF(SLT 1.0 2.1)(nd SMN (s)))))"
    b"((gs 1 0)(time 0.0)(play_mode 0)(team_left Reds)(team_right <RIGHT>)(foul 0 1 1))"
    b"((ge 1 0)(FieldLength 55)(CorderAreaRadius 1.5)(CornerAreaRadius 1.5)(GoalieAreaLength 3)))"
)


def monitor_events(*messages: bytes) -> list[Event]:
    return [Event(turn, "monitor", message) for turn, message in enumerate(messages)]


def test_monitors_must_be_told_more_than_by_rcsssmj() -> None:
    corner = FULL.replace(b"1.5)", b"1.5)(CornerAreaRadius 1.5)")
    theirs = monitor_events(FULL, DIFF, DIFF, FULL, DIFF)
    assert compare(theirs, monitor_events(corner, AGAIN, DIFF, corner, DIFF)).equal == 5
    for ours in (
        monitor_events(FULL, AGAIN, DIFF, corner, DIFF),
        monitor_events(corner, DIFF, DIFF, corner, DIFF),
        monitor_events(corner, AGAIN, AGAIN, corner, DIFF),
        monitor_events(corner, AGAIN, DIFF, corner, AGAIN),
        monitor_events(corner, AGAIN.replace(b"2.1", b"2.0"), DIFF, corner, DIFF),
        monitor_events(corner, AGAIN.replace(b"(foul 0 1 1)", b""), DIFF, corner, DIFF),
        monitor_events(
            corner.replace(b"CornerAreaRadius 1.5", b"CornerAreaRadius 1.6"),
            AGAIN,
            DIFF,
            corner,
            DIFF,
        ),
    ):
        assert compare(theirs, ours).faults


def test_replaces_times_that_are_right_to_the_digit() -> None:
    assert without_past(b"(time (now 0.05))(GS", 1) == b"(time (now <2>))(GS"
    assert without_past(b"(time (now 0.06))(GS", 1) == b"(time (now 0.06))(GS"
    assert cycle_of(b"((RSMP 1 0)((gt 1 0)5.68)((sg 1 0)") == 284
    assert without_past(b"((RSMP 1 0)((gt 1 0)5.68)(", 280) == b"((RSMP 1 0)((gt 1 0)<4>)("
    assert without_past(b"((RSMP 1 0)((gt 1 0)5.7)(", 280) == b"((RSMP 1 0)((gt 1 0)5.7)("
