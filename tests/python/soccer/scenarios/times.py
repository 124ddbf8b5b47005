"""Phases of the game and their ends, and the kick challenge, which ends by itself."""

from soccer.lockstep import Lockstep
from soccer.scenario import SECOND, Collection, Side, play_on, teams
from soccer.setups import Setup

COLLECTION = Collection()
HALF, EXTRA, SHOOTING = 300.0, 180.0, 60.0  # s, of the rules ssim


def _starts(phase: int) -> None:
    @COLLECTION.add(
        Setup(rules="ssim", phase=phase), sides=["LEFT"], play_modes=["PLAY_ON"], variant=phase
    )
    def phase_starts(game: Lockstep, side: Side) -> None:
        """The play time is that of the phase's start, and continues after the restart."""
        teams(game, side)
        game.cycle(3)
        play_on(game)
        game.cycle(10)


def _ends(phase: int, end: float) -> None:
    setup = Setup(rules="ssim", phase=phase, play_time=end - 0.5)

    @COLLECTION.add(setup, sides=["LEFT"], play_modes=["PLAY_ON", "GAME_OVER"], variant=phase)
    def phase_ends_the_game(game: Lockstep, side: Side) -> None:
        """Time is up in the exact cycle; after that, nothing restarts the game."""
        teams(game, side)
        play_on(game)
        game.until("GAME_OVER", SECOND)
        game.cycle(10)
        game.ball(28.0, 0.0)
        game.cycle(3)
        game.expect("GAME_OVER")


for _phase in range(5):
    _starts(_phase)
for _phase, _end in ((1, 2 * HALF), (3, 2 * (HALF + EXTRA)), (4, SHOOTING)):
    _ends(_phase, _end)


@COLLECTION.add(play_modes=["GAME_OVER"], sides=["LEFT"])
def game_over_by_the_referee(game: Lockstep, side: Side) -> None:
    """This is a decision like any other."""
    teams(game, side)
    play_on(game)
    game.referee("game_over")
    game.cycle(10)
    game.expect("GAME_OVER")


CHALLENGE = Setup(referee="KickChallengeReferee", rules="ssim")


@COLLECTION.add(
    CHALLENGE,
    play_modes=["KICK_OFF_LEFT", "PLAY_ON", "GAME_OVER"],
    fouls=["DOUBLE_TOUCH"],
    sides=["LEFT"],
)
def kick_challenge(game: Lockstep, side: Side) -> None:
    """Kick-off 2 s after the first player joined; the ball's way and its straightness score."""
    (own, *_), _ = teams(game, side, own=1, other=0)
    game.hold(own, -0.5, 0.0)
    game.until("KICK_OFF_LEFT", 3 * SECOND)
    game.cycle(3)
    game.touch(own)
    game.expect("PLAY_ON")
    for step in range(10):
        game.ball(1.0 + 0.777 * step, 0.1 * step)
        game.cycle()
    game.touch(own)
    game.expect("GAME_OVER")
    game.cycle(5)


@COLLECTION.add(CHALLENGE, play_modes=["BEFORE_KICK_OFF"], sides=["LEFT"])
def kick_challenge_waits_for_a_player(game: Lockstep, _: Side) -> None:
    """The challenge does not start without a player."""
    game.cycle(3 * SECOND)
    game.expect("BEFORE_KICK_OFF")
