"""Faults that only strict compatibility shares with rcsssmj."""

from soccer.lockstep import Lockstep
from soccer.scenario import SECOND, Collection, Side, play_on, teams
from soccer.scenarios.kicks import BEYOND_GOAL_LINE, BEYOND_LINE
from soccer.setups import Setup

COLLECTION = Collection()


@COLLECTION.add(play_modes=["PLAY_ON"])
def untouched_over_the_touch_line_in_free_play(game: Lockstep, side: Side) -> None:
    """Play goes on with the ball on the line."""
    teams(game, side)
    play_on(game)
    for x, line in ((3.0, 1.0), (-9.0, -1.0)):
        game.ball(side.x(x), BEYOND_LINE * line, 0.4)
        game.cycle(3)
        game.expect("PLAY_ON")


@COLLECTION.add(play_modes=["PLAY_ON"])
def drop_ball_among_players(game: Lockstep, side: Side) -> None:
    """No player is moved, wherever the ball is dropped."""
    own, other = teams(game, side)
    for key, (x, y) in zip((*own, *other), ((1, 1), (0, -2), (3.5, 0), (-1, 0)), strict=True):
        game.put(key, side.x(x), y)
    game.command("DropBallCommand", (0.3, -0.3))
    game.cycle(5)
    game.referee("goal_kick", side.name)
    game.put(own[0], side.x(-23.0), 3.0)
    game.until("PLAY_ON", 2 * SECOND)
    game.cycle(3)


@COLLECTION.add(play_modes=["PENALTY_SHOOT_OWN"])
def penalty_shoot(game: Lockstep, side: Side) -> None:
    """The ball stays, and so does the player that must not touch it or score."""
    own, _ = teams(game, side)
    game.hold(own[0], side.x(-1.0), 0.0)
    game.command("KickOffCommand", side.index)
    game.cycle(2)
    game.touch(own[0])
    game.free(own[0])
    game.ball(side.x(3.0), 3.0)
    game.cycle()
    game.referee("penalty_shoot", side.name)
    game.cycle(5)
    game.expect(side.fill("PENALTY_SHOOT_OWN"))


def _time_is_up(game: Lockstep, side: Side) -> None:
    """The match is over in whatever phase; in the next phase the referee misses a cycle."""
    own, _ = teams(game, side)
    game.put(own[0], side.x(-5.0), 3.0)
    play_on(game)
    game.until("GAME_OVER", 10)
    game.cycle(5)
    for runner in game.runners:
        state = runner.simulation.game_state
        state.switch_phase(runner.library.GamePhase.SECOND_HALF, 2700)
    game.command("KickOffCommand", side.index)
    game.ball(side.x(BEYOND_GOAL_LINE), 5.0)
    game.cycle(5)


for _phase, _end in enumerate((2700, 5400, 6300, 7200, 60)):
    COLLECTION.add(
        Setup(phase=_phase, play_time=_end - 0.1),
        play_modes=["GAME_OVER"],
        sides=["LEFT"],
        variant=_phase,
    )(_time_is_up)


@COLLECTION.add(play_modes=["GAME_OVER", "GOAL_KICK_OTHER", "GOAL_OWN"])
def after_the_end(game: Lockstep, side: Side) -> None:
    """The rules still apply."""
    own, _ = teams(game, side)
    play_on(game)
    game.referee("game_over")
    game.cycle(2)
    game.hold(own[0], side.x(5.0), 3.0)
    game.touch(own[0])
    game.free(own[0])
    game.ball(side.x(BEYOND_GOAL_LINE), 5.0)
    game.cycle()
    game.expect(side.fill("GOAL_KICK_OTHER"))
    game.referee("game_over")
    game.ball(side.x(BEYOND_GOAL_LINE), 0.5, 0.5)
    game.cycle(2)
    game.expect(side.fill("GOAL_OWN"))
