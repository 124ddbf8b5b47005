"""Restarts: who gets the ball, where it lies, who must stay away, how play continues."""

from soccer.lockstep import Lockstep
from soccer.scenario import QUICK, SECOND, Collection, Side, play_on, teams
from soccer.setups import Setup

COLLECTION = Collection()
BEYOND_LINE = 18.4  # m, |y| of a ball that has crossed the touch line of fifa7vs7
BEYOND_GOAL_LINE = 28.0  # m, |x| of a ball that has crossed the goal line


@COLLECTION.add(play_modes=["BEFORE_KICK_OFF", "KICK_OFF_OWN", "PLAY_ON"])
def kick_off(game: Lockstep, side: Side) -> None:
    """Only the player nearest to the centre may be in the opponents' half, within the circle."""
    own, other = teams(game, side, own=5, other=3)
    for key, (x, y) in zip(
        own, ((1.0, 1.5), (0.3, 0.2), (8.0, 3.0), (-6.0, 1.0), (2.0, -1.0)), strict=True
    ):
        game.put(key, side.x(x), y, side.ahead)
    for key, (x, y) in zip(other, ((-3.0, 6.0), (2.0, 3.0), (9.0, -4.0)), strict=True):
        game.put(key, side.x(x), y, side.opponent.ahead)
    game.cycle(3)
    game.command("KickOffCommand", side.index)
    game.cycle(20)
    game.expect(side.fill("KICK_OFF_OWN"))
    game.until("PLAY_ON", 2 * SECOND)


@COLLECTION.add(play_modes=["KICK_OFF_OWN", "PLAY_ON"])
def kick_off_taken(game: Lockstep, side: Side) -> None:
    """The first touch starts play; the same player may not touch again."""
    own, _ = teams(game, side)
    game.hold(own[0], side.x(-0.5), 0.0, side.ahead)
    game.command("KickOffCommand", side.index)
    game.cycle(5)
    game.touch(own[0])
    game.expect("PLAY_ON")
    game.ball(side.x(3.0), 1.0, velocity=(1.0, 0.5, 0.0))
    game.cycle(5)


@COLLECTION.add(Setup(rules="ssim"), play_modes=["KICK_OFF_OWN", "PLAY_ON"], sides=["LEFT"])
def kick_off_waits_as_the_rules_say(game: Lockstep, side: Side) -> None:
    """After 15 s the ball is free."""
    teams(game, side)
    game.command("KickOffCommand", side.index)
    game.wait(15 * SECOND)
    game.expect(side.fill("KICK_OFF_OWN"))
    game.until("PLAY_ON", 5)


@COLLECTION.add(play_modes=["THROW_IN_OWN", "THROW_IN_OTHER", "PLAY_ON"])
def throw_in(game: Lockstep, side: Side) -> None:
    """The team that did not touch the ball last throws in, at either touch line."""
    own, other = teams(game, side)
    play_on(game)
    for kicker, line, taker in ((other[0], 1.0, "OWN"), (own[0], -1.0, "OTHER")):
        game.hold(kicker, side.x(5.0), 15.0 * line)
        game.put(own[1], side.x(3.0), 16.0 * line)
        game.put(other[1], side.x(7.0), 16.0 * line)
        game.touch(kicker)
        game.free(kicker)
        game.ball(side.x(5.0), BEYOND_LINE * line)
        game.cycle()
        game.expect(side.fill(f"THROW_IN_{taker}"))
        game.cycle(10)
        game.until("PLAY_ON", 2 * SECOND)


@COLLECTION.add(play_modes=["THROW_IN_OWN", "PLAY_ON"])
def throw_in_taken(game: Lockstep, side: Side) -> None:
    """A touch by any player starts play."""
    own, other = teams(game, side)
    play_on(game)
    game.hold(other[0], 0.0, 15.0)
    game.touch(other[0])
    game.free(other[0])
    game.ball(4.0, BEYOND_LINE)
    game.cycle(3)
    game.hold(own[0], 4.0, 17.5)
    game.touch(own[0])
    game.expect("PLAY_ON")


@COLLECTION.add(play_modes=["CORNER_KICK_OWN", "PLAY_ON"])
def corner_kick(game: Lockstep, side: Side) -> None:
    """A defender's touch over the own goal line gives the attackers a corner."""
    own, other = teams(game, side)
    play_on(game)
    for line in (1.0, -1.0):
        game.hold(other[0], side.x(20.0), 10.0)
        game.put(other[1], side.x(25.0), 16.0 * line)
        game.put(own[1], side.x(24.0), 15.0 * line)
        game.touch(other[0])
        game.free(other[0])
        game.ball(side.x(BEYOND_GOAL_LINE), 5.0 * line)
        game.cycle()
        game.expect(side.fill("CORNER_KICK_OWN"))
        game.cycle(10)
        game.until("PLAY_ON", 2 * SECOND)


@COLLECTION.add(play_modes=["GOAL_KICK_OWN", "PLAY_ON"])
def goal_kick(game: Lockstep, side: Side) -> None:
    """An attacker's touch over the goal line, or none at all, gives a goal kick."""
    own, other = teams(game, side)
    play_on(game)
    game.put(other[1], side.x(-25.0), 1.0)
    game.put(own[1], side.x(-26.0), -1.0)
    game.ball(side.x(-BEYOND_GOAL_LINE), -5.0)
    game.cycle()
    game.expect(side.fill("GOAL_KICK_OWN"))
    game.cycle(10)
    game.ball(side.x(-20.0), -1.0)
    game.cycle()
    game.expect("PLAY_ON")
    game.hold(other[0], side.x(-20.0), 10.0)
    game.touch(other[0])
    game.free(other[0])
    game.ball(side.x(-BEYOND_GOAL_LINE), 5.0)
    game.cycle()
    game.expect(side.fill("GOAL_KICK_OWN"))
    game.put(own[1], 0.0, 3.0)
    game.until("PLAY_ON", 2 * SECOND)
    game.cycle(3)


@COLLECTION.add(play_modes=["GOAL_KICK_OWN", "PLAY_ON"])
def goal_kick_into_the_own_goal(game: Lockstep, side: Side) -> None:
    """The ball is dropped at the corner of the goalie area."""
    teams(game, side)
    game.referee("goal_kick", side.name)
    game.cycle(3)
    game.ball(side.x(-28.0), 0.5, 0.5)
    game.cycle(3)
    game.expect("PLAY_ON")


@COLLECTION.add(play_modes=["FREE_KICK_OWN", "DIRECT_FREE_KICK_OWN", "PLAY_ON"])
def free_kicks(game: Lockstep, side: Side) -> None:
    """Opponents keep their distance; a touch or the time limit ends the free kick."""
    own, other = teams(game, side)
    for decision, mode in (("free_kick", "FREE_KICK"), ("direct_free_kick", "DIRECT_FREE_KICK")):
        game.ball(side.x(8.0), 3.0)
        game.cycle(2)
        game.put(other[0], side.x(9.0), 5.0)
        game.put(other[1], side.x(14.0), 5.0)
        game.hold(own[0], side.x(7.0), 2.0)
        game.referee(decision, side.name)
        game.cycle(5)
        game.expect(f"{mode}_{side.name}")
        game.until("PLAY_ON", 2 * SECOND)
        game.referee(decision, side.name)
        game.cycle(2)
        game.touch(own[0])
        game.expect("PLAY_ON")


@COLLECTION.add(play_modes=["PENALTY_KICK_OWN", "OFFSIDE_OWN"])
def penalty_kick_and_offside(game: Lockstep, side: Side) -> None:
    """Only the play mode changes, and at a penalty kick the ball's place."""
    own, _ = teams(game, side)
    game.ball(3.0, -4.0, velocity=(0.5, 0.5, 0.0))
    game.cycle(3)
    game.referee("offsite", side.name)
    game.cycle(10)
    game.expect(side.fill("OFFSIDE_OWN"))
    game.referee("penalty_kick", side.name)
    game.cycle(10)
    game.expect(side.fill("PENALTY_KICK_OWN"))
    game.hold(own[0], side.x(-20.0), 3.0)
    game.touch(own[0])
    game.cycle(2 * SECOND)
    game.expect(side.fill("PENALTY_KICK_OWN"))


@COLLECTION.add(
    Setup(limits=tuple((name, -1) for name, _ in QUICK.limits if name.endswith("kick_time"))),
    play_modes=["CORNER_KICK_OWN"],
    sides=["LEFT"],
)
def limits_below_zero_never_end(game: Lockstep, side: Side) -> None:
    """Without a limit the corner kick waits."""
    teams(game, side)
    game.referee("corner_kick", side.name)
    game.wait(20 * SECOND)
    game.expect(side.fill("CORNER_KICK_OWN"))


AWAITING = {
    "kick_off": "KICK_OFF",
    "throw_in": "THROW_IN",
    "corner_kick": "CORNER_KICK",
    "goal_kick": "GOAL_KICK",
    "free_kick": "FREE_KICK",
    "direct_free_kick": "DIRECT_FREE_KICK",
    "penalty_kick": "PENALTY_KICK",
    "offsite": "OFFSIDE",
    "goal": "GOAL",
}
"""Decisions for a team, and their play modes."""


@COLLECTION.add(
    play_modes=["BEFORE_KICK_OFF", *(f"{mode}_OWN" for mode in AWAITING.values())],
)
def untouched_over_the_touch_line(game: Lockstep, side: Side) -> None:
    """Outside of free play the ball goes back onto the line, and the play mode stays."""
    teams(game, side)
    for x, line in ((3.0, 1.0), (-9.0, -1.0)):
        game.ball(x, BEYOND_LINE * line, 0.3)
        game.cycle(2)
        game.expect("BEFORE_KICK_OFF")
        assert abs(game.leader.ball.xpos[1]) == game.leader.field.field_area.max_y
    for decision, mode in AWAITING.items():
        for x, line in ((3.0, 1.0), (-9.0, -1.0)):
            game.ball(0.0, 2.0)
            game.referee(decision, side.name)
            game.cycle()
            game.ball(x, BEYOND_LINE * line)
            game.cycle()
            game.expect(f"{mode}_{side.name}")
            game.cycle(2)
            # on the touch line the ball has left the goalie area
            game.expect("PLAY_ON" if decision == "goal_kick" else f"{mode}_{side.name}")


@COLLECTION.add(play_modes=["GOAL_KICK_OWN", "GOAL_KICK_OTHER"])
def untouched_over_a_goal_line(game: Lockstep, side: Side) -> None:
    """A goal kick for the team whose line the ball has crossed, whatever the play mode was."""
    teams(game, side)
    for decision, mode in AWAITING.items():
        for behind, x in (("OWN", -BEYOND_GOAL_LINE), ("OTHER", BEYOND_GOAL_LINE)):
            game.ball(0.0, 2.0)
            game.referee(decision, side.name)
            game.cycle()
            game.ball(side.x(x), 5.0)
            game.cycle(2)
            stays = decision == "goal"  # nothing else counts until the kick-off
            game.expect(side.fill(f"{mode}_OWN" if stays else f"GOAL_KICK_{behind}"))
