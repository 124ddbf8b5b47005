"""All fouls that the referee calls."""

from math import cos, pi, sin, sqrt

from soccer.frames import Key
from soccer.lockstep import BALL_RADIUS, Lockstep, Quaternion
from soccer.scenario import SECOND, Collection, Side, play_on, teams

COLLECTION = Collection()
ON_THE_BACK = (sqrt(0.5), 0.0, -sqrt(0.5), 0.0)


def rolled(degrees: float) -> Quaternion:
    """Turn a player about its forward axis, the left shoulder up at 90."""
    half = degrees * pi / 360
    return (cos(half), sin(half), 0.0, 0.0)


@COLLECTION.add(play_modes=["KICK_OFF_OWN", "PLAY_ON", "FREE_KICK_OTHER"], fouls=["DOUBLE_TOUCH"])
def double_touch(game: Lockstep, side: Side) -> None:
    """The player that took the kick-off touches again after more than a second."""
    own, _ = teams(game, side)
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
    """Another player touched the ball in between."""
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
    """The last of three players that entered the own goalie area leaves after five cycles."""
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
    """On the ground, then not standing; the goalie is allowed more time. Sent off the field."""
    (goalie, player), _ = teams(game, side, own=2, other=1, model="T1")
    play_on(game)
    for height, seconds in ((0.12, 3), (0.2, 4)):
        game.hold(goalie, side.x(-20.0), 1.0, z=height, quaternion=ON_THE_BACK)
        game.hold(player, side.x(-10.0), 1.0, z=height, quaternion=ON_THE_BACK)
        game.cycle(seconds * SECOND)


@COLLECTION.add(play_modes=["PLAY_ON"], fouls=["INCAPABLE"])
def time_on_the_ground_outlasts_a_leave(game: Lockstep, side: Side) -> None:
    """A player that comes back under the same number has not got up."""
    (_, player), _ = teams(game, side, own=2, other=1, model="T1")
    play_on(game)
    for _ in range(2):
        game.hold(player, side.x(-10.0), 1.0, z=0.12, quaternion=ON_THE_BACK)
        game.cycle(SECOND // 2 + 5)
        game.leave(player)
        game.cycle(2)
        game.join(("T1", ("Reds", "Blues")[side.index], player[1]))


@COLLECTION.add(play_modes=["PLAY_ON"])
def standing_up_or_leaving_the_field_resets(game: Lockstep, side: Side) -> None:
    """Half a second on the feet, or a place outside the field, resets the time."""
    (player, other), _ = teams(game, side, own=2, other=1, model="T1", first=2)
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
    """Return joint angles of a T1 with both arms in the same pose."""
    joints = [0.0] * 23
    joints[2], joints[6] = lift, lift
    joints[3], joints[7] = -spread, spread
    return joints


STRETCHED, HANGING, RAISED = _arms(0.0, 0.0), _arms(0.0, 1.4), _arms(-1.5, 1.4)
OVERHEAD = _arms(-3.0, 1.4)


def _touch_with(game: Lockstep, key: Key, part: str) -> bool:
    """Lay the ball on a part of a held player; return whether that was a foul."""
    play_on(game)
    x, y, z = game.leader.mj_data.geom(f"r-{key[0]}-{key[1]}-{part}").xpos
    game.ball(float(x), float(y), float(z) + BALL_RADIUS + 0.01)
    game.fouls.clear()
    game.cycle()
    assert part in game.touched_parts(key), game.touched_parts(key)
    foul = "HAND_FOUL" in game.fouls
    game.cycle(2)
    return foul


@COLLECTION.add(play_modes=["PLAY_ON", "DIRECT_FREE_KICK_OTHER"], fouls=["HAND_FOUL"])
def hand_ball_standing(game: Lockstep, side: Side) -> None:
    """Field players, and the goalie outside its penalty area, with an arm stretched out."""
    (goalie, player), _ = teams(game, side, own=2, other=1, model="T1")
    for key, x, part, joints, foul in (
        (player, -10.0, "left_forearm", HANGING, False),
        (goalie, -23.0, "left_hand", STRETCHED, False),
        (player, -23.0, "right_hand", STRETCHED, True),
        (goalie, 23.0, "left_hand", STRETCHED, True),
        (goalie, -10.0, "left_hand", STRETCHED, True),
        (player, -10.0, "left_forearm", STRETCHED, True),
        (player, -10.0, "left_hand", STRETCHED, True),
    ):
        game.hold(key, side.x(x), 9.0 - 4.0 * key[1], side.ahead, joints=joints)
        assert _touch_with(game, key, part) == foul, (key, x, part)
        game.free(key)
    game.fouls.add("HAND_FOUL")


@COLLECTION.add(play_modes=["PLAY_ON"])
def hand_ball_fallen(game: Lockstep, side: Side) -> None:
    """For a player on the ground, a raised hand counts; on its side, so does one above the head."""
    (player, *_), _ = teams(game, side, own=2, other=1, model="T1", first=5)
    for quaternion, joints, height, part, foul in (
        (ON_THE_BACK, STRETCHED, 0.12, "left_hand", False),
        (ON_THE_BACK, HANGING, 0.12, "right_hand", False),
        (ON_THE_BACK, RAISED, 0.12, "left_hand", True),
        (rolled(90.0), STRETCHED, 0.3, "left_hand", True),
        (rolled(60.0), HANGING, 0.25, "left_hand", False),
        (rolled(110.0), OVERHEAD, 0.3, "left_hand", True),
    ):
        game.hold(player, side.x(5.0), 3.0, z=height, quaternion=quaternion, joints=joints)
        assert _touch_with(game, player, part) == foul, (quaternion, part, joints)
    game.fouls.add("HAND_FOUL")


@COLLECTION.add(
    play_modes=["PLAY_ON", "DIRECT_FREE_KICK_OTHER", "GOAL_KICK_OWN"], fouls=["HAND_FOUL"]
)
def hand_ball_beyond_a_line(game: Lockstep, side: Side) -> None:
    """Nobody has touched the ball since: at the touch line, the opponents keep their free kick."""
    (_, player), _ = teams(game, side, own=2, other=1, model="T1")
    for x, y, heading, mode in (
        (side.x(-10.0), 19.0, -pi / 2, "DIRECT_FREE_KICK_OTHER"),
        (side.x(12.0), -19.0, pi / 2, "DIRECT_FREE_KICK_OTHER"),
        (side.x(-28.5), 9.0, side.ahead, "GOAL_KICK_OWN"),
    ):
        game.hold(player, x, y, heading, joints=FORWARD)
        assert _touch_with(game, player, "left_hand")
        assert not game.leader.field.field_area.contains(*_hand(game, player))
        game.free(player)
        game.cycle(2)
        game.expect(side.fill(mode))


FORWARD = _arms(0.0, 0.0)
FORWARD[2] = FORWARD[6] = -1.5  # shoulders
FORWARD[3], FORWARD[7] = -1.4, 1.4


def _hand(game: Lockstep, key: Key) -> tuple[float, float]:
    x, y, _ = game.leader.mj_data.geom(f"r-{key[0]}-{key[1]}-left_hand").xpos
    return float(x), float(y)
