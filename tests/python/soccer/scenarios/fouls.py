"""Every foul that the referee gives."""

from math import sqrt

from soccer.frames import Key
from soccer.lockstep import BALL_RADIUS, Lockstep, Quaternion
from soccer.scenario import SECOND, Collection, Side, play_on, teams

COLLECTION = Collection()
ON_THE_BACK = (sqrt(0.5), 0.0, -sqrt(0.5), 0.0)
ON_THE_SIDE = (sqrt(0.5), sqrt(0.5), 0.0, 0.0)


@COLLECTION.add(
    play_modes=["KICK_OFF_OWN", "PLAY_ON", "FREE_KICK_OTHER"], fouls=["DOUBLE_TOUCH"]
)
def double_touch(game: Lockstep, side: Side) -> None:
    """The one who took the kick-off touches again after more than a second."""
    own, other = teams(game, side)
    game.hold(own[0], side.x(-1.0), 0.0)
    game.command("KickOffCommand", side.index)
    game.cycle(2)
    game.touch(own[0])
    game.ball(side.x(3.0), 3.0)
    game.cycle(10)
    game.touch(own[0])
    game.expect("PLAY_ON")
    game.ball(side.x(3.0), 3.0)
    game.cycle(SECOND)
    game.touch(own[0])
    game.expect(side.fill("FREE_KICK_OTHER"))
    game.cycle(5)


@COLLECTION.add(play_modes=["KICK_OFF_OWN", "PLAY_ON"])
def touch_after_another_is_no_double_touch(game: Lockstep, side: Side) -> None:
    """Somebody else touched in between."""
    own, other = teams(game, side)
    game.hold(own[0], side.x(-1.0), 0.0)
    game.hold(other[0], side.x(3.0), 5.0)
    game.command("KickOffCommand", side.index)
    game.cycle(2)
    for key in (own[0], other[0], own[0]):
        game.touch(key)
        game.ball(side.x(3.0), -3.0)
        game.cycle(SECOND + 5)
    game.expect("PLAY_ON")


@COLLECTION.add(play_modes=["KICK_OFF_OWN", "PLAY_ON"])
def alone_one_may_touch_again(game: Lockstep, side: Side) -> None:
    """A team of one player has nobody to pass to."""
    own, _ = teams(game, side, own=1)
    game.hold(own[0], side.x(-1.0), 0.0)
    game.command("KickOffCommand", side.index)
    game.cycle(2)
    for _ in range(2):
        game.touch(own[0])
        game.ball(side.x(3.0), -3.0)
        game.cycle(SECOND + 5)
    game.expect("PLAY_ON")


@COLLECTION.add(play_modes=["PLAY_ON"], fouls=["ILLEGAL_DEFENCE"])
def illegal_defence(game: Lockstep, side: Side) -> None:
    """The last of three who entered the own goalie area leaves after five cycles."""
    own, other = teams(game, side, own=4, other=1)
    play_on(game)
    game.put(other[0], side.x(-25.0), 2.5)
    for key, (x, y) in zip(own[1:3], ((-26.0, 0.0), (-25.0, -2.0)), strict=True):
        game.put(key, side.x(x), y)
        game.cycle(2)
    game.put(own[0], side.x(-24.5), -3.0)
    game.cycle(3)
    game.put(own[0], side.x(-15.0), -3.0)
    game.cycle(3)
    game.put(own[0], side.x(-24.5), 0.5)
    game.cycle(2)
    game.put(own[3], side.x(-26.5), 2.0)
    game.cycle(20)


@COLLECTION.add(play_modes=["PLAY_ON"], fouls=["INCAPABLE"])
def incapable(game: Lockstep, side: Side) -> None:
    """On the ground, then only not standing, the goalie with more time; sent off the field."""
    (goalie, player), _ = teams(game, side, own=2, other=0, model="T1")
    play_on(game)
    for height, seconds in ((0.12, 3), (0.2, 4)):
        game.hold(goalie, side.x(-20.0), 1.0, z=height, quaternion=ON_THE_BACK)
        game.hold(player, side.x(-10.0), 1.0, z=height, quaternion=ON_THE_BACK)
        game.cycle(seconds * SECOND)


@COLLECTION.add(play_modes=["PLAY_ON"])
def standing_up_or_leaving_the_field_resets(game: Lockstep, side: Side) -> None:
    """Half a second on the feet, or a place outside the field."""
    (player, other), _ = teams(game, side, own=2, other=0, model="T1", first=2)
    play_on(game)
    for _ in range(3):
        game.hold(player, side.x(-10.0), 1.0, z=0.12, quaternion=ON_THE_BACK)
        game.hold(other, side.x(-5.0), 1.0, z=0.2, quaternion=ON_THE_BACK)
        game.cycle(SECOND - 10)
        game.hold(player, side.x(-10.0), 1.0)
        game.hold(other, side.x(-5.0), 19.0)
        game.cycle(SECOND // 2 + 5)
    assert not game.fouls


def _arms(lift: float, spread: float) -> list[float]:
    """Joint angles of a T1 with both arms alike."""
    joints = [0.0] * 23
    joints[2], joints[6] = lift, lift
    joints[3], joints[7] = -spread, spread
    return joints


STRETCHED, HANGING = _arms(0.0, 0.0), _arms(0.0, 1.4)


def _touch_with(game: Lockstep, key: Key, part: str, above: float) -> None:
    """Put the ball against a part of a held player: from above, or from its side."""
    game.cycle()
    x, y, z = game.leader.mj_data.geom(f"r-{key[0]}-{key[1]}-{part}").xpos
    gap = BALL_RADIUS + 0.01
    game.ball(x + (1.0 - above) * gap, y, z + above * gap)
    game.cycle()
    assert game.frame is not None
    parts = game.frame.game["touching parts"] or {None}
    assert f"r-{key[0]}-{key[1]}-{part}" in parts | {part}, parts


@COLLECTION.add(
    play_modes=["PLAY_ON", "DIRECT_FREE_KICK_OTHER"], fouls=["HAND_FOUL"]
)
def hand_ball_standing(game: Lockstep, side: Side) -> None:
    """Field players and the goalie outside the own penalty area, with an arm stretched out."""
    (goalie, player), (_,) = teams(game, side, own=2, other=1, model="T1")
    for key, x, part, joints, foul in (
        (player, -10.0, "left_hand", STRETCHED, True),
        (player, -10.0, "right_hand", STRETCHED, True),
        (player, -10.0, "left_forearm", STRETCHED, True),
        (player, -10.0, "left_hand", HANGING, False),
        (player, -23.0, "right_hand", STRETCHED, True),
        (goalie, -10.0, "left_hand", STRETCHED, True),
        (goalie, -23.0, "left_hand", STRETCHED, False),
        (goalie, 23.0, "left_hand", STRETCHED, True),
    ):
        play_on(game)
        game.fouls.clear()
        game.hold(key, side.x(x), 3.0, side.ahead, joints=joints)
        _touch_with(game, key, part, above=1.0)
        assert ("HAND_FOUL" in game.fouls) == foul, (key, x, part)
        game.expect(side.fill("DIRECT_FREE_KICK_OTHER" if foul else "PLAY_ON"))
        game.cycle(2)
        game.free(key)
    game.fouls.add("HAND_FOUL")


@COLLECTION.add(play_modes=["PLAY_ON"], fouls=["HAND_FOUL"])
def hand_ball_fallen(game: Lockstep, side: Side) -> None:
    """On the ground only a hand held up, or above the head when on the side, counts."""
    (player,), _ = teams(game, side, own=1, other=0, model="T1", first=5)
    seen = set()
    for quaternion, joints, height in _FALLS:
        for part in ("left_hand", "right_hand"):
            play_on(game)
            before = len(game.fouls)
            game.hold(player, side.x(5.0), 3.0, z=height, quaternion=quaternion, joints=joints)
            _touch_with(game, player, part, above=1.0)
            seen.add((quaternion, len(game.fouls) > before))
            game.fouls.discard("HAND_FOUL")
            game.cycle(2)
            game.free(player)
    assert {foul for _, foul in seen} == {False, True}
    game.fouls.add("HAND_FOUL")


_FALLS: tuple[tuple[Quaternion, list[float], float], ...] = (
    (ON_THE_BACK, STRETCHED, 0.12),
    (ON_THE_BACK, HANGING, 0.12),
    (ON_THE_BACK, _arms(-1.5, 1.4), 0.12),
    (ON_THE_SIDE, STRETCHED, 0.3),
    (ON_THE_SIDE, _arms(-3.0, 1.4), 0.3),
)
