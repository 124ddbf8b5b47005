import numpy as np
import pytest
import rcssgym
from rcssgym import ArgumentError
from rcssgym.playmaker.messages import GameModeType, Side, State
from rcssgym.playmaker.soccer import game_mode, soccer_state
from rcssgym.soccer import FIFA7vs7SoccerField, PlayMode, TeamSide


def test_a_3d_game_is_told_in_the_frame_of_either_team() -> None:
    sim = rcssgym.SoccerSimulation(FIFA7vs7SoccerField(), seed=1)
    sim.init()
    for name in ("A", "B"):
        sim.add_players([rcssgym.InitRequest("T1", name, 2)])
    left, right = sim.left_players[2], sim.right_players[2]
    quarter = np.array([np.cos(np.pi / 4), 0.0, 0.0, np.sin(np.pi / 4)])
    left.place_at((-3.0, 1.0, 0.7), quarter)
    right.place_at((4.0, 2.0, 0.7))
    sim.ball.place_at((0.0, 1.0, 0.11), vel=(1.0, 2.0, 0.0))
    world = soccer_state(sim, TeamSide.LEFT, 2).world_model
    assert (world.self.position.x, world.self.position.y) == pytest.approx((-3.0, -1.0))
    assert world.self.body_direction == pytest.approx(-90.0)
    assert world.ball.relative_position.x == pytest.approx(3.0)
    assert world.ball.angle_from_self == pytest.approx(0.0)
    assert world.opponents[0].position.x == pytest.approx(4.0)
    turned = soccer_state(sim, TeamSide.RIGHT, 2).world_model
    assert (turned.self.position.x, turned.self.position.y) == pytest.approx((-4.0, 2.0))
    assert turned.opponents[0].position.x == pytest.approx(3.0)
    assert turned.our_side == Side.RIGHT
    state = State(world_model=turned)
    again = State.decode(state.encode()).world_model
    assert again.self.position.x == pytest.approx(turned.self.position.x)
    assert soccer_state(sim, 1, 2).encode() == state.encode()
    with pytest.raises(ArgumentError, match="no player 5"):
        soccer_state(sim, TeamSide.LEFT, 5)
    for side in (TeamSide.UNKNOWN, 2, "left"):
        with pytest.raises(ArgumentError, match="side: must be TeamSide"):
            soccer_state(sim, side, 2)  # type: ignore[arg-type]


def test_a_3d_game_tells_who_is_first_at_the_ball() -> None:
    """These are estimates that rank players; no player is tired."""
    sim = rcssgym.SoccerSimulation(FIFA7vs7SoccerField(), seed=1)
    sim.init()
    for name in ("A", "B"):
        sim.add_players([rcssgym.InitRequest("T1", name, number) for number in (1, 2, 3)])
    for x, player in zip((-6.0, -1.0, 4.0), sim.left_players.values(), strict=True):
        player.place_at((x, 0.0, 0.7))
    for x, player in zip((6.5, 3.0, 2.0), sim.right_players.values(), strict=True):
        player.place_at((x, 1.0, 0.7))
    sim.ball.place_at((-0.6, 0.0, 0.11))
    world = soccer_state(sim, TeamSide.LEFT, 2).world_model
    assert world.self.is_kickable
    assert (world.self.stamina, world.self.effort) == (8000.0, 1.0)
    table = world.intercept_table
    assert table.self_reach_steps == world.self.ball_reach_steps == 0
    ids = {one.uniform_number: one.id for one in world.opponents}
    assert (table.first_opponent_id, table.second_opponent_id) == (ids[3], ids[2])
    assert 0 < table.first_opponent_reach_steps < table.second_opponent_reach_steps < 100
    assert world.kickable_opponent_id == 0
    assert not world.kickable_opponent_existance
    assert world.our_defense_player_line_x == pytest.approx(-1.0)
    assert world.their_defense_player_line_x == pytest.approx(3.0)
    assert set(world.our_players_dict) == {1, 2, 3}
    own_entry = world.our_players_dict[2]
    assert (own_entry.id, own_entry.position) == (0, world.self.position)
    assert own_entry.ball_reach_steps == 0
    assert world.offside_line_x == pytest.approx(3.0)
    assert world.our_defense_line_x == pytest.approx(-1.0)
    goalie = soccer_state(sim, TeamSide.LEFT, 1).world_model
    assert not goalie.self.is_kickable
    assert goalie.kickable_teammate_id == goalie.intercept_table.first_teammate_id
    assert goalie.kickable_teammate_existance
    again = State.decode(State(world_model=world).encode()).world_model
    assert again.intercept_table == table


def test_every_3d_play_mode_has_a_2d_one() -> None:
    for mode in PlayMode:
        kind, side = game_mode(mode)
        assert (side == Side.UNKNOWN) == (
            kind in (GameModeType.BeforeKickOff, GameModeType.PlayOn, GameModeType.TimeOver)
        )
    assert game_mode(PlayMode.OFFSIDE_LEFT) == (GameModeType.OffSide_, Side.RIGHT)
    assert game_mode(PlayMode.THROW_IN_RIGHT) == (GameModeType.KickIn_, Side.RIGHT)


def test_set_plays_are_those_of_the_side_that_plays_the_ball() -> None:
    """As in the 2D game, the mode after an offside names the offender, and penalties are apart."""
    sim = rcssgym.SoccerSimulation(FIFA7vs7SoccerField(), seed=1)
    sim.init()
    for name in ("A", "B"):
        sim.add_players([rcssgym.InitRequest("T1", name, 1)])
    for mode, sides in {
        PlayMode.OFFSIDE_LEFT: (True, False),
        PlayMode.OFFSIDE_RIGHT: (False, True),
        PlayMode.THROW_IN_RIGHT: (False, True),
        PlayMode.DIRECT_FREE_KICK_LEFT: (True, False),
        PlayMode.GOAL_LEFT: (False, False),
        PlayMode.PENALTY_SHOOT_LEFT: (False, False),
        PlayMode.PLAY_ON: (False, False),
    }.items():
        sim.game_state.set_play_mode(mode)
        for side, other in ((TeamSide.LEFT, TeamSide.RIGHT), (TeamSide.RIGHT, TeamSide.LEFT)):
            world = soccer_state(sim, side, 1).world_model
            is_ours, is_theirs = (sides[one == TeamSide.RIGHT] for one in (side, other))
            assert (world.is_our_set_play, world.is_their_set_play) == (is_ours, is_theirs), mode
            assert world.is_penalty_kick_mode == (mode == PlayMode.PENALTY_SHOOT_LEFT)
