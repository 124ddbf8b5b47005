"""Players who join and leave, and those who are refused."""

from soccer.lockstep import Lockstep
from soccer.scenario import Collection, Side, play_on
from soccer.setups import limited

COLLECTION = Collection()


@COLLECTION.add(play_modes=["BEFORE_KICK_OFF", "PLAY_ON"], sides=["LEFT"])
def join_and_leave(game: Lockstep, _: Side) -> None:
    """All other players keep their state when someone joins or leaves."""
    game.cycle(2)
    game.join(("ant", "Reds", 3))
    game.cycle(3)
    game.join(("T1", "Blues", 0), ("ant", "Reds", 99))
    game.put((1, 0), 4.0, 5.0)
    game.put((0, 3), -3.0, 2.0)
    game.cycle(3)
    play_on(game)
    game.join(("T1", "Reds", 1))
    game.cycle(5)
    game.leave((0, 3))
    game.cycle(3)
    game.join(("K1", "Blues", 2), ("ant", "Reds", 3))
    game.cycle(3)
    game.leave((1, 0), (0, 1))
    game.cycle(3)
    game.leave((0, 99), (0, 3), (1, 2))
    game.cycle(3)
    assert game.join(("ant", "Blues", 5)) == [(1, 5)]
    game.cycle(3)


@COLLECTION.add(limited(max_team_size=2), sides=["LEFT"])
def refused(game: Lockstep, _: Side) -> None:
    """Each for a different reason, in one request with others that are accepted."""
    assert game.join(
        ("nobody", "Reds", 1), ("ant", "Reds", 100), ("ant", "Reds", 4), ("ant", "Reds", 4)
    ) == [None, None, (0, 4), None]
    game.cycle(2)
    assert game.join(("ant", "Reds", 5), ("ant", "Reds", 6)) == [(0, 5), None]
    assert game.join(("ant", "Blues", 5), ("ant", "Greens", 1)) == [(1, 5), None]
    game.cycle(2)
    game.leave((0, 4))
    assert game.join(("ant", "Greens", 1), ("ant", "Reds", 6)) == [None, (0, 6)]
    game.cycle(2)


@COLLECTION.add(sides=["LEFT"])
def the_player_who_touched_leaves(game: Lockstep, _: Side) -> None:
    """The ball remembers the player; after it has left, the team's next player may touch."""
    game.join(("ant", "Reds", 1), ("ant", "Reds", 2), ("ant", "Blues", 1))
    game.command("KickOffCommand", 0)
    game.cycle()
    game.hold((0, 1), -1.0, 0.0)
    game.touch((0, 1))
    game.leave((0, 1))
    game.cycle(3)
    game.hold((0, 2), -1.0, 0.0)
    game.touch((0, 2))
    game.cycle(3)
