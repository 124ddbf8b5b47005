"""Runs with the ball go on by themselves, as agents' queued intentions do."""

from __future__ import annotations

import numpy as np
import rcssgym
from rcssgym.playmaker import ActionBatch
from rcssgym.playmaker.messages import (
    HeliosOffensivePlanner,
    PlayerAction,
    PlayerActions,
)

RUN = HeliosOffensivePlanner(long_dribble=True, short_dribble=True)


def run(cycles: int, ignores: bool, rival: int | None = None) -> list[float]:
    """Tell one player the same in each cycle; return his distance from where he began."""
    batch = rcssgym.DiscBatch(
        1, left=2, right=2, threads=1, server_params={"player_rand": 0, "ball_rand": 0}
    )
    batch.change_mode("play_on")
    position = np.array([[[-50.0, 0.0], [0.0, 0.0], [50.0, 0.0], [-40.0, 30.0]]])
    batch.set_state(position=position, body=np.zeros((1, 4)), ball_position=[[0.55, 0.2]])
    own = ActionBatch(batch)
    told = PlayerActions(
        actions=[PlayerAction(helios_offensive_planner=RUN)],
        ignore_preprocess=True,
        ignore_shootInPreprocess=True,
        ignore_doIntention=ignores,
    )
    far = []
    asked = True
    for cycle in range(cycles):
        if cycle == rival:
            position = batch.position
            position[0, 3] = batch.ball_position[0] + (0.3, 0.0)
            batch.set_state(position=position)
        # Who only runs with the ball has nothing to do while it is ahead of him.
        own.act([None, told if asked else PlayerActions(ignore_preprocess=True), None, None])
        asked = ignores
        batch.advance(1)
        far.append(float(np.hypot(*batch.position[0, 1])))
    return far


def test_a_run_goes_on_when_nothing_more_is_told() -> None:
    """The kick is followed by dashes; not where the flag says that there is none."""
    kick, *further = run(6, ignores=False)
    assert kick < 0.05, "the first cycle is a kick"
    assert further[-1] > 1.5
    assert run(6, ignores=True)[-1] < 0.05


def test_a_run_ends_when_an_opponent_has_the_ball() -> None:
    """And it is not taken up again."""
    whole = run(12, ignores=False)
    cut = run(12, ignores=False, rival=3)
    assert cut[:3] == whole[:3]
    assert cut[-1] - cut[3] < 1.0 < whole[-1] - whole[3]
