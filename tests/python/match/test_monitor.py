"""Messages of monitors as rcsssmj writes them."""

import pytest
from rcssgym.match import MatchError
from rcssgym.match.monitor import Frame, read_frame

SCENE = "(nd DSC(agent us 1)(nd TRF(SLT 1 0)))(nd DSC(agent us 12))(nd DSC(agent them 3))"
FULL = (
    f"((RSMP 1 0)((gt 1 0)5.68)((sg 1 0)full{SCENE})((gs 1 0)(time 1.5)(half 1)(score_left 2)"
    "(score_right 10)(play_mode 4)(team_left us)(team_right them)(foul 4 1 12)(foul 10 2 3))"
    "((ge 1 0)(FieldLength 55)(RuleHalfTime 300)))"
)
DIFF = (
    "((RSMP 1 0)((gt 1 0)0.08)((sg 1 0)diff(nd(nd)))((gs 1 0)(time 599.0)(half 2)(score_left 0)"
    "(score_right 0)(play_mode 0)))"
)


def test_a_full_frame() -> None:
    fouls = ((4, 0), (10, 1))
    assert read_frame(FULL.encode()) == Frame(
        5.68, 1.5, 1, (2, 10), 4, fouls, ("us", "them"), (2, 1)
    )


def test_a_frame_of_changes() -> None:
    assert read_frame(DIFF.encode()) == Frame(0.08, 599.0, 2, (0, 0), 0, (), None, None)


def test_teams_that_are_not_there() -> None:
    one = FULL.replace("team_right them", "team_right <RIGHT>").replace("(agent them 3)", "(ball)")
    assert read_frame(one.encode()).names == ("us", None)
    assert read_frame(one.encode()).players == (2, 0)


@pytest.mark.parametrize("message", ["", "(init)", "((gs 1 0)(time x))", FULL.replace("time", "t")])
def test_a_message_without_state_is_an_error(message: str) -> None:
    with pytest.raises(MatchError, match="no state of the game"):
        read_frame(message.encode())


def test_frames_that_rcsssmj_writes() -> None:
    info = pytest.importorskip("rcsssmj.games.soccer.sim.soccer_state_info")
    modes = pytest.importorskip("rcsssmj.games.soccer.play_mode").PlayMode
    rules = pytest.importorskip("rcsssmj.games.soccer.soccer_rules").SSim2026Rules()
    for index, mode in enumerate(modes):
        state = info.SoccerGameInformation(rules, "l", "r", 1, 2, 300.02, mode, {})
        for is_full in (True, False):
            frame = read_frame(f"((RSMP 1 0)((gt 1 0)9.0){state.to_sexp(is_full)})".encode())
            assert (frame.play_mode, frame.half, frame.score) == (index, 2, (1, 2))
            assert frame.names == (("l", "r") if is_full else None)
