"""Commands of monitors."""

from soccer.libraries import call
from soccer.lockstep import Lockstep
from soccer.scenario import SECOND, Collection, Side, play_on, teams

COLLECTION = Collection()


@COLLECTION.add(play_modes=["KICK_OFF_OWN", "PLAY_ON"])
def start_of_the_game(game: Lockstep, side: Side) -> None:
    """Kick-off and drop ball, with several commands in a cycle."""
    teams(game, side)
    game.ball(3.0, 3.0, 1.0, (1.0, 0.0, 2.0))
    game.cycle(5)
    game.command("DropBallCommand", None)
    game.cycle(5)
    game.command("PlaceBallCommand", (1.0, 2.0, 0.5), (3.0, -1.0, 1.0))
    game.cycle(5)
    game.command("PlaceBallCommand", (1.0, 2.0, 0.5))
    game.command("KickOffCommand", side.index)
    game.cycle(5)
    game.expect(side.fill("KICK_OFF_OWN"))
    game.command("KickOffCommand", side.index)
    game.command("DropBallCommand", (-4.0, -9.0))
    game.cycle(5)
    game.expect("PLAY_ON")


@COLLECTION.add(sides=["LEFT"])
def place_player(game: Lockstep, side: Side) -> None:
    """By team name or side, upright or turned; commands for unknown players are ignored."""
    teams(game, side, own=2, other=1, model="T1")
    bent = (0.7, 0.1, -0.5, 0.5)
    for arguments in (
        (1, "Left", (-4.0, 2.0, 0.7)),
        (2, "Reds", (-6.0, 1.0, 1.0), bent),
        (1, "Right", (4.0, -2.0, 0.7), (0.0, 0.0, 0.0, 1.0)),
        (1, "Blues", (4.0, -3.0, 0.6735)),
        (9, "Left", (0.0, 0.0, 0.7)),
        (1, "Greens", (0.0, 0.0, 0.7)),
    ):
        game.command("PlacePlayerCommand", *arguments)
        game.cycle(5)


@COLLECTION.add(play_modes=["BEFORE_KICK_OFF", "PLAY_ON", "GOAL_OWN", "KICK_OFF_OTHER"])
def beam(game: Lockstep, side: Side) -> None:
    """Allowed into the own half before the kick-off and after a goal, never in between."""
    own, other = teams(game, side, own=1, other=1, model="T1")

    def beam_to(x: float, y: float, theta: float) -> None:
        for key in (own[0], other[0]):
            name = f"r-{key[0]}-{key[1]}-beam"
            game.act(key, call("BeamAction", name, (x, y, theta)))
        game.cycle()
        for key in (own[0], other[0]):
            game.act(key)

    beam_to(6.0, 2.0, 0.3)
    game.cycle(5)
    beam_to(-7.0, -3.0, -2.0)
    game.cycle(5)
    play_on(game)
    beam_to(4.0, 1.0, 0.0)
    game.cycle(5)
    game.ball(side.x(28.0), 0.5, 0.5)
    game.cycle(2)
    beam_to(5.0, 1.0, 0.1)
    game.cycle(5)
    game.until(side.fill("KICK_OFF_OTHER"), 2 * SECOND)
    beam_to(6.0, 1.0, 0.1)
    game.cycle(3)
