"""Goals, the pause after them, and goals that do not count."""

from soccer.frames import Key
from soccer.lockstep import Lockstep
from soccer.scenario import QUICK, SECOND, Collection, Side, play_on, teams
from soccer.setups import Setup

COLLECTION = Collection()
IN_GOAL = {"fifa7vs7": 28.0, "fifa": 53.0}  # m, |x| of a ball in the goal


def shoot(game: Lockstep, side: Side, field: str = "fifa7vs7") -> None:
    """Put the ball into the opponents' goal."""
    game.ball(side.x(IN_GOAL[field]), 0.5, 0.6)
    game.cycle()


@COLLECTION.add(play_modes=["GOAL_OWN", "KICK_OFF_OTHER", "PLAY_ON"])
def goal(game: Lockstep, side: Side) -> None:
    """A goal counts once, pauses the game and gives the others the kick-off."""
    teams(game, side)
    play_on(game)
    shoot(game, side)
    game.expect(side.fill("GOAL_OWN"))
    game.until(side.fill("KICK_OFF_OTHER"), 2 * SECOND)
    game.until("PLAY_ON", 2 * SECOND)
    shoot(game, side)
    game.cycle(3)


@COLLECTION.add(Setup(field="fifa"), play_modes=["GOAL_OWN", "KICK_OFF_OTHER"])
def goal_on_the_large_field(game: Lockstep, side: Side) -> None:
    """With FIFA's rules, field and three seconds of pause."""
    teams(game, side)
    play_on(game)
    shoot(game, side, "fifa")
    game.expect(side.fill("GOAL_OWN"))
    game.cycle(3 * SECOND - 2)
    game.until(side.fill("KICK_OFF_OTHER"), 5)


@COLLECTION.add(play_modes=["PLAY_ON", "GOAL_OTHER"])
def own_goal(game: Lockstep, side: Side) -> None:
    """It does not matter who touched the ball."""
    own, _ = teams(game, side)
    play_on(game)
    game.hold(own[0], side.x(-20.0), 8.0)
    game.touch(own[0])
    shoot(game, side.opponent)
    game.expect(side.fill("GOAL_OTHER"))


def kick_off_by(game: Lockstep, side: Side, own: list[Key]) -> None:
    """Let the first of `own` take the kick-off, with its teammates outside the circle."""
    game.hold(own[0], side.x(-1.0), 0.0)
    game.command("KickOffCommand", side.index)
    game.cycle(2)
    game.touch(own[0])
    game.expect("PLAY_ON")


@COLLECTION.add(play_modes=["KICK_OFF_OWN", "PLAY_ON", "GOAL_KICK_OTHER"])
def no_goal_straight_from_the_kick_off(game: Lockstep, side: Side) -> None:
    """A goal kick is given instead."""
    own, _ = teams(game, side)
    kick_off_by(game, side, own)
    shoot(game, side)
    game.expect(side.fill("GOAL_KICK_OTHER"))
    game.cycle(5)


@COLLECTION.add(play_modes=["KICK_OFF_OWN", "PLAY_ON", "GOAL_OWN"])
def goal_after_a_team_mates_touch(game: Lockstep, side: Side) -> None:
    """A second touch counts outside the circle, not within it."""
    own, _ = teams(game, side)
    kick_off_by(game, side, own)
    game.hold(own[1], side.x(-3.0), 2.0)
    game.ball(0.0, 4.0)
    game.cycle()
    game.touch(own[1])
    assert game.frame is not None
    assert game.frame.game["may not score"] == side.name
    game.hold(own[1], side.x(9.0), 2.0)
    game.touch(own[1])
    shoot(game, side)
    game.expect(side.fill("GOAL_OWN"))


@COLLECTION.add(play_modes=["KICK_OFF_OWN", "PLAY_ON", "GOAL_OWN"])
def goal_after_an_opponents_touch(game: Lockstep, side: Side) -> None:
    """The touch lifts the restriction wherever it happens."""
    own, other = teams(game, side)
    kick_off_by(game, side, own)
    game.hold(other[0], side.x(2.0), 3.0)
    game.ball(0.0, 4.5)
    game.cycle()
    game.touch(other[0])
    shoot(game, side)
    game.expect(side.fill("GOAL_OWN"))


@COLLECTION.add(QUICK, play_modes=["FREE_KICK_OWN", "GOAL_KICK_OTHER"])
def no_goal_straight_from_a_free_kick(game: Lockstep, side: Side) -> None:
    """This applies to indirect free kicks."""
    own, _ = teams(game, side)
    game.ball(side.x(10.0), 2.0)
    game.cycle()
    game.referee("free_kick", side.name)
    game.cycle()
    game.hold(own[0], side.x(10.5), 2.0)
    game.touch(own[0])
    game.expect("PLAY_ON")
    shoot(game, side)
    game.expect(side.fill("GOAL_KICK_OTHER"))
