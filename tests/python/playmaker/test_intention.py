"""Runs with the ball continue without new actions, as agents' queued intentions do."""

from __future__ import annotations

import numpy as np
import rcssgym
from rcssgym.playmaker import ActionBatch
from rcssgym.playmaker.messages import (
    Body_Dribble,
    HeliosOffensivePlanner,
    PlayerAction,
    PlayerActions,
    RpcVector2D,
)

RUN = PlayerAction(
    helios_offensive_planner=HeliosOffensivePlanner(long_dribble=True, short_dribble=True)
)


def dribble(power: float) -> PlayerAction:
    """Return a run with the ball to a point 30 m ahead, with six dashes per kick."""
    return PlayerAction(
        body_dribble=Body_Dribble(
            target_point=RpcVector2D(x=30.0, y=0.0),
            distance_threshold=1.0,
            dash_power=power,
            dash_count=6,
        )
    )


def run(cycles: int, ignores: bool, rival: int | None = None) -> list[float]:
    """Request the same action in each cycle; return the player's distances from its start."""
    return play(cycles, ignores, rival, RUN)[0]


def play(
    cycles: int, ignores: bool, rival: int | None, action: PlayerAction, body: float = 0.0
) -> tuple[list[float], list[float], list[bool]]:
    """Also return the player's stamina, and whether the ball is in its reach.

    :param body: the body's direction, degrees; if it is not zero, the ball beside it rolls away.
    """
    batch = rcssgym.DiscBatch(
        1, left=2, right=2, threads=1, server_params={"player_rand": 0, "ball_rand": 0}
    )
    batch.change_mode("play_on")
    position = np.array([[[-50.0, 0.0], [0.0, 0.0], [50.0, 0.0], [-40.0, 30.0]]])
    rolls = 0.6 if body else 0.0
    batch.set_state(
        position=position,
        body=np.array([[0.0, body, 0.0, 0.0]]),
        ball_position=[[0.55, 0.2]],
        ball_velocity=[[rolls, 0.0]],
    )
    own = ActionBatch(batch)
    order = PlayerActions(
        actions=[action],
        ignore_preprocess=True,
        ignore_shootInPreprocess=True,
        ignore_doIntention=ignores,
    )
    far, stamina, reaches = [], [], []
    asked = True
    for cycle in range(cycles):
        if cycle == rival:
            position = batch.position
            position[0, 3] = batch.ball_position[0] + (0.3, 0.0)
            batch.set_state(position=position)
        # A player that only runs with the ball has no action while the ball is ahead.
        own.act([None, order if asked else PlayerActions(ignore_preprocess=True), None, None])
        asked = ignores
        batch.advance(1)
        far.append(float(np.hypot(*batch.position[0, 1])))
        stamina.append(float(batch.stamina[0, 1]))
        reaches.append(bool(batch.can_kick[0, 1]))
    return far, stamina, reaches


def test_a_run_goes_on_when_nothing_more_is_told() -> None:
    """Dashes follow the kick, unless the flag says that there is no intention."""
    kick, *further = run(6, ignores=False)
    assert kick < 0.05, "the first cycle is a kick"
    assert further[-1] > 1.5
    assert run(6, ignores=True)[-1] < 0.05


def test_a_run_ends_when_an_opponent_has_the_ball() -> None:
    """It is not resumed either."""
    whole = run(12, ignores=False)
    cut = run(12, ignores=False, rival=3)
    assert cut[:3] == whole[:3]
    assert cut[-1] - cut[3] < 1.0 < whole[-1] - whole[3]


def test_a_dribble_goes_on_when_nothing_more_is_told() -> None:
    """`Body_Dribble` off the body's direction: a kick, turns, and dashes with its power."""
    for power, least, most in ((100.0, 4.5, 5.5), (60.0, 2.7, 3.3)):
        far, stamina, reaches = play(9, False, None, dribble(power), body=90.0)
        assert far[0] < 0.05, "the first cycle is a kick"
        assert not reaches[2], "it goes ahead of them"
        assert reaches[5], "they meet it"
        assert least < max(far) < most, "dashes are as hard as they were told"
        assert 8000.0 - min(stamina) < 5 * power
    whole = play(9, False, None, dribble(100.0), body=90.0)[0]
    assert play(9, False, 3, dribble(100.0), body=90.0)[0][-1] < whole[-1] - 1.0
