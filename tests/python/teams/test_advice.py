"""Robots follow their coach's advice, as far as they can."""

from math import hypot
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym import ArgumentError
from rcssgym.clang import ClangError, RuleBase
from rcssgym.teams import ScriptedGame
from rcssgym.teams.advice import Advice
from rcssgym.teams.belief import Belief


def advised(
    *messages: str, number: int = 3, goal: float = 27.5, belief: Belief | None = None
) -> Advice:
    """Return the advice to a player that sees the ball ahead, a mate and an opponent."""
    rule_base = RuleBase()
    for message in messages:
        rule_base.hear(message)
    advice = Advice(rule_base, number, goal, is_told=True)
    advice.hear(seen() if belief is None else belief)
    return advice


def seen() -> Belief:
    return Belief(
        "Blues",
        play_mode="PlayOn",
        x=-2.0,
        y=1.0,
        ball=(0.0, 0.0),
        mates={5: (6.0, -4.0, 0.0)},
        others={4: (3.0, 2.0, 0.0), 7: (9.0, 9.0, 0.0)},
    )


def test_places_are_told_in_the_frame_of_the_team() -> None:
    message = "(advice (100 (true) (do our {3} (pos (pt -5 2)) (home (pt 1 4)))))"
    left = advised(message)
    assert left.place(seen()) == (-5.0, -2.0)
    assert left.home((0.0, 0.0)) == (1.0, -4.0)
    right = advised(message, goal=-27.5)
    assert right.place(seen()) == (5.0, 2.0)
    assert advised(message, number=4).place(seen()) is None
    assert advised(message, number=4).home((0.5, 0.5)) == (0.5, 0.5)


def test_opponents_and_lanes_are_marked() -> None:
    foe = advised("(advice (100 (true) (do our {3} (mark {4 7}))))").place(seen())
    assert foe is not None
    assert hypot(foe[0] - 3.0, foe[1] - 2.0) == pytest.approx(1.0)
    assert foe[0] < 3.0
    both = "(advice (100 (true) (do our {3} (mark {4 7})) (dont our {3} (mark {4}))))"
    other = advised(both).place(seen())
    assert other is not None
    assert hypot(other[0] - 9.0, other[1] - 9.0) == pytest.approx(1.0)
    lane = advised("(advice (100 (true) (do our {3} (markl {4}))))").place(seen())
    assert lane == (1.5, 1.0)


def test_the_ball_is_kicked_where_the_coach_wants_it() -> None:
    def advice(action: str) -> Advice:
        return advised(f"(advice (100 (true) ({action})))")

    assert advice("do our {3} (bto {5})").aim(seen()) == (6.0, -4.0)
    assert advice("do our {3} (bto {9})").aim(seen()) is None
    assert advice("do our {3} (shoot)").aim(seen()) == (27.5, 0.0)
    assert advice("do our {3} (intercept)").goes_for_ball is True
    assert advice("dont our {3} (intercept)").goes_for_ball is False
    assert advice("do our {5} (intercept)").goes_for_ball is None
    assert not advice("dont our {3} (shoot)").may_shoot
    assert advice("do our {3} (hold)").holds


def test_conditions_are_asked_of_what_the_player_knows() -> None:
    message = "(advice (100 (bowner our {3}) (do our {3} (shoot))))"
    assert advised(message).aim(seen()) is None
    near = seen()
    near.x, near.y = 0.3, 0.0
    assert advised(message, belief=near).aim(near) == (27.5, 0.0)


def test_clock_and_score_are_those_of_the_game() -> None:
    game = ScriptedGame(robots=1, half=60, seed=1)
    for _ in range(200):
        game.step()
    sim = game.simulation
    assert sim.sim_time > sim.game_state.play_time + 1.0
    sim.request_score(0, 2)
    for team, ahead in ((0, "<"), (1, ">")):
        game.advise(team, "(advice (30 (true) (do our {1} (pos (pt -8 3)))))")
        rule = f"((goal_diff {ahead} 0) (do our {{1}} (hold)))"
        game.advise(team, f"(define (definerule rule1 direc {rule}))")
        game.advise(team, "(rule (on rule1))")
    for cycles, kinds in ((15, {"pos", "hold"}), (40, {"hold"})):
        for _ in range(cycles):
            game.step()
        kinds_followed = [
            {order.kind for order in own.advice.orders} for own in game.players.values()
        ]
        assert kinds_followed == [kinds, kinds]


@pytest.mark.parametrize("team", [2, -1, "left"])
def test_other_teams_than_two_are_refused(team: Any) -> None:
    game = ScriptedGame(robots=1, seed=1)
    with pytest.raises(ArgumentError, match=f"team: must be 0 or 1, not {team!r}"):
        game.advise(team, "(delete all)")


def walked(
    *messages: str,
) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.float64]], ScriptedGame]:
    """Play 20 s of a small game in which the left team hears these messages."""
    game = ScriptedGame(robots=2, half=60, seed=1)
    for message in messages:
        game.advise(0, message)
    for _ in range(1000):
        game.step()
    places = [agent.xpos[:2] for agent in game.simulation.sim_agents]
    return np.array(places), game


def test_a_robot_walks_where_it_is_told() -> None:
    place = "(advice (100000 (true) (do our {2} (pos (pt -8 3)) (home (pt -8 3)))))"
    advised_places, _ = walked(place, '(define (definec "x" (true)))')
    alone, _ = walked()
    target = np.array([-8.0, -3.0])
    gaps = [float(np.linalg.norm(places[1] - target)) for places in (advised_places, alone)]
    assert gaps[0] < gaps[1] - 1.5, gaps
    with pytest.raises(ClangError, match="no rule is called"):
        ScriptedGame(robots=1, half=1).advise(1, "(rule (on nothing))")
    assert rcssgym.teams.ScriptedGame is ScriptedGame
