"""Conditions in the states of a recorded game, against the plain evaluation; and in a 3D game."""

from collections import Counter
from pathlib import Path

import numpy as np
import rcssgym
from rcssgym import clang, disc

from .plain import Names, contains, holds
from .random_clang import Random

MODES = {1: "before_kick_off", 3: "play_on", 4: "kick_off_l", 5: "kick_off_r", 6: "kick_in_l"}
"""Some play modes by rcssserver's numbers."""
LOG = Path(__file__).parents[1] / "disc" / "recordings" / "game_v6.rcg.gz"


def frame(log: disc.GameLog, step: int) -> clang.Situation:
    """Return the left team's view of a step; the nearest player within 1 m owns the ball."""
    places = log.motion[step, :, :2]
    plays = log.state[step] != 0
    far = np.where(plays, np.hypot(*(places - log.ball[step, :2]).T), np.inf)
    nearest = int(far.argmin())
    owners: list[list[int]] = [[], []]
    if far[nearest] < 1:
        owners[nearest // 11].append(nearest % 11 + 1)

    def team(first: int) -> dict[int, tuple[float, float]]:
        numbers = [number for number in range(11) if plays[first + number]]
        return {number + 1: tuple(places[first + number]) for number in numbers}

    goals = log.score[step]
    mode = rcssgym._core.clang_disc_play_mode(MODES.get(int(log.mode[step]), "play_on"), False, 0)
    return clang.Situation(
        time=int(log.cycle[step]),
        play_mode=mode,
        goals=(int(goals[0]), int(goals[1])),
        ball=tuple(log.ball[step, :2]),
        our=team(0),
        opp=team(11),
        our_owners=owners[0],
        opp_owners=owners[1],
    )


def test_conditions_in_a_recorded_game() -> None:
    log = disc.read_log(LOG)
    steps = np.linspace(0, len(log) - 1, 60).astype(int)
    frames = [frame(log, step) for step in steps]
    random = Random(77)
    answers: Counter[object] = Counter()
    for _ in range(60):
        drawn = random.definitions(room=10)
        names = Names({"C": drawn.named_condition}, {"R": drawn.named_region})
        for seen in frames:
            answer = holds(drawn.condition, seen, {}, names)
            answers[answer] += 1
            assert drawn.condition.holds(seen, definitions=drawn.all) is (answer is True)
            inside = contains(drawn.region, seen.ball, seen, {}, names)
            assert drawn.region.contains(seen.ball, seen, definitions=drawn.all) is (inside is True)
    assert min(answers[True], answers[False], answers[None]) > 100


def test_a_3d_game_as_both_sides_see_it() -> None:
    field = rcssgym.create_soccer_field("fifa7vs7")
    sim = rcssgym.SoccerSimulation(field, seed=1)
    sim.init()
    sim.add_players(
        [
            rcssgym.InitRequest("T1", "A", 2),
            rcssgym.InitRequest("T1", "B", 3),
        ]
    )
    sim.left_players[2].drop_at(-2.0, 1.0)
    sim.right_players[3].drop_at(1.5, -0.5)
    sim.ball.drop_at(0.5, 0.25)
    sim.step()
    left, right = (clang.situation(sim, side) for side in ("left", "right"))
    assert left.play_mode == right.play_mode == "bko"
    assert np.allclose(left.our[2], (-2, -1), atol=0.05)
    assert np.allclose(left.opp[3], (1.5, 0.5), atol=0.05)
    assert np.allclose(right.our[3], (-1.5, -0.5), atol=0.05)
    assert np.allclose(right.opp[2], (2, 1), atol=0.05)
    assert np.allclose(left.ball, (0.5, -0.25), atol=0.05)
    assert np.allclose(np.negative(right.ball), left.ball)
    half = clang.Rectangle(clang.At(-9, -7), clang.At(0, 7))
    assert clang.PlayerPosition("our", (0,), 1, 1, half).holds(sim, "left")
    assert clang.PlayerPosition("our", (0,), 1, 1, half).holds(sim, "right")
    assert not clang.BallPosition(half).holds(sim, "left")
    assert clang.BallPosition(half).holds(sim, "right")
    assert left.our_owners == right.opp_owners == ()
    sim.ball.drop_at(-1.9, 1.0)
    sim.step()
    left, right = (clang.situation(sim, side) for side in ("left", "right"))
    assert sim.ball.active_contact is not None
    assert left.our_owners == right.opp_owners == (2,)
    assert left.opp_owners == right.our_owners == ()


def test_play_modes_of_the_3d_game() -> None:
    modes = {mode.value for mode in rcssgym.PlayMode}
    known = {mode: rcssgym._core.clang_play_mode(mode, 0) for mode in modes}
    assert known["KickIn_Left"] == "ki_our"
    assert known["direct_free_kick_right"] == known["offside_right"] == "fk_opp"
    assert (known["Goal_Right"], known["GameOver"]) == ("ag_opp", "time_over")
    lacking = {mode for mode, name in known.items() if name is None}
    assert lacking == {
        f"penalty_{kind}_{side}" for kind in ("kick", "shoot") for side in ("left", "right")
    }
