"""The players of ``rcssgym game``: their beliefs, and the places that they choose."""

from itertools import product

import pytest
from rcssgym.teams import ScriptedGame
from rcssgym.teams.tactics import Tactics


def test_they_know_where_ball_and_mates_are() -> None:
    game = ScriptedGame(robots=3, half=10, seed=0)
    while game.simulation.game_state.play_time < 3.0:
        game.step()
    x, y, _ = game.simulation.ball.xpos
    places = {agent.agent_id: agent.xpos for agent in game.simulation.sim_agents}
    for agent_id, player in game.players.items():
        assert player.belief.ball == pytest.approx((x, y), abs=0.3)
        for number, (mate_x, mate_y, _) in player.belief.mates.items():
            mate = type(agent_id)(agent_id.team_id, number)
            assert (mate_x, mate_y) == pytest.approx(tuple(places[mate][:2]), abs=0.3)


@pytest.mark.parametrize("ours", [True, False])
def test_both_sides_stand_alike_in_their_own_halves(ours: bool) -> None:
    for number in range(1, 8):
        left, right = (Tactics(number, 7, goal) for goal in (27.5, -27.5))
        assert left.kick_off(ours)[:2] == right.kick_off(ours)[:2]
        assert left.kick_off(ours)[0] <= 0.0
        (x, y), (mirrored, same) = left.home((3.0, 5.0)), right.home((-3.0, 5.0))
        assert (x, y) == pytest.approx((-mirrored, same))


def test_nobody_shares_a_place() -> None:
    homes = [Tactics(number, 11, 52.5).home((0.0, 0.0)) for number in range(1, 12)]
    for (i, a), (j, b) in product(enumerate(homes), repeat=2):
        assert i == j or abs(a[0] - b[0]) + abs(a[1] - b[1]) > 3.0
