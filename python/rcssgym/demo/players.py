"""Decisions of each robot: going for the ball, kicking, getting up, keeping its place."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import atan2, cos, hypot, sin

import numpy as np

from rcssgym.demo import steering
from rcssgym.demo.skills import ROBOT, Scene
from rcssgym.demo.steering import STAND, Command, Point
from rcssgym.envs.streams import Floats
from rcssgym.teams.belief import wrapped
from rcssgym.teams.tactics import Tactics

FALLEN = 0.5
"""A robot that is less upright than this has fallen."""
RISEN, HIGH = 0.9, 0.85 * ROBOT.height
"""A robot that is more upright than this, with its torso higher than this, m, stands."""
STEADY = 20
"""Number of steps for which a robot must stand before it stops getting up."""
KICKING = (0.12, 0.55, 0.14, 0.4)
"""Conditions of a kick: minimum and maximum distance of the ball ahead, maximum distance to the
side, m, and maximum error of the direction, rad."""
LONGEST_KICK = 110
"""Number of steps after which a kick ends."""
AWAY = 0.9
"""A ball farther than this from the robot has been kicked, m."""
EAGER = 0.7
"""Factor on the way to the ball of the robot that is chasing it already."""
CROWDED = 0.9
"""Distance below which a robot walks around another one, m."""
WAITING = 1.3
"""Distance from the ball at which to wait while an opponent kicks, m."""
PAUSE = 400
"""Number of steps in which the player that took a restart leaves the ball to others."""
WING, INWARDS = 4.5, 4.0
"""With the ball farther than the first value from the middle of the pitch, players kick it towards
the middle, to a point this far (the second value) ahead, m."""
POST = 0.9
"""Maximum distance of a kick's target from the middle of the goal, m."""
SLACK = 0.8
"""Maximum deviation from the direction of the goal of a kick from far away, rad."""
GUARD = 1.2
"""Distance of the goalie in front of the goal, m."""


@dataclass
class Drive:
    """A viewer's command that drives a robot."""

    command: Command
    kicks: bool
    steps: int
    """Number of steps for which the command still holds."""


@dataclass
class Player:
    """A robot and its current behaviour."""

    index: int
    team: int
    number: int
    tactics: Tactics
    skill: str = "walk"
    since: int = 0
    """Number of steps since it changed to this skill."""
    steady: int = 0
    """Number of steps for which it has stood after a fall."""
    settling: int = 0
    """Number of steps until it is in its walking pose, after it was moved."""
    pose: Floats | None = None
    """Pose before settling ``(J,)``."""
    command: Command = STAND
    direction: Point = (1.0, 0.0)
    banned: int = 0
    """Number of steps for which it leaves the ball to others."""
    drive: Drive | None = None
    place: Point = field(default=(0.0, 0.0))

    def change(self, skill: str) -> None:
        """Change to a skill, or continue it."""
        self.since = self.since + 1 if skill == self.skill else 0
        self.skill = skill

    def settle(self, steps: int) -> None:
        """Return to the walking pose, in this number of steps."""
        self.settling, self.pose = steps, None
        self.skill, self.since = "walk", 0

    @property
    def is_up(self) -> bool:
        """Whether it is not getting up."""
        return self.skill != "rise"


def feel(player: Player, scene: Scene) -> bool:
    """Detect falls; return whether the robot has just got up from one."""
    up, height = scene.up[player.index], scene.position[player.index, 2]
    if up < FALLEN or height < ROBOT.lowest:
        player.steady = 0
        player.change("rise")
    elif player.skill == "rise":
        player.steady = player.steady + 1 if up > RISEN and height > HIGH else 0
        player.change("walk" if player.steady >= STEADY else "rise")
        return player.is_up
    return False


def chaser(players: list[Player], scene: Scene, last: Player | None) -> Player | None:
    """Choose the player of a team that goes for the ball: that with the shortest way behind it."""
    able = [one for one in players if one.is_up and one.banned == 0 and one.settling == 0]
    field_players = [one for one in able if not one.tactics.is_goalie]
    ball = _point(scene.ball)
    able = [one for one in able if one in field_players or one.tactics.guards(ball)]

    def way(one: Player) -> float:
        x, y = scene.position[one.index, :2]
        direction = _aim(one, ball)
        behind = ball[0] - 0.4 * cos(direction), ball[1] - 0.4 * sin(direction)
        length = hypot(behind[0] - x, behind[1] - y)
        return EAGER * length if one is last else length

    return min(able, key=way, default=None)


def go_for_ball(player: Player, scene: Scene) -> None:
    """Go behind the ball, and kick it towards the goal."""
    x, y = scene.position[player.index, :2]
    ball, yaw = _point(scene.ball), float(scene.yaw[player.index])
    to_ball = ball[0] - float(x), ball[1] - float(y)
    kicks = player.skill == "kick" and player.since < LONGEST_KICK and hypot(*to_ball) < AWAY
    if not kicks:
        direction = _aim(player, ball, atan2(to_ball[1], to_ball[0]))
        player.direction = cos(direction), sin(direction)
    direction = atan2(player.direction[1], player.direction[0])
    ahead, left = steering.rotated(*to_ball, -direction)
    near, far, side, angle = KICKING
    is_there = near < ahead < far and abs(left) < side and abs(wrapped(direction - yaw)) < angle
    if kicks or is_there:
        player.change("kick")
        player.command = steering.behind_ball(to_ball, yaw, direction, 0.1, drive=1.0)
    else:
        player.change("go")
        player.command = steering.behind_ball(to_ball, yaw, direction, 0.35, around=0.55)


def wait(player: Player, scene: Scene) -> None:
    """Wait between the ball and the own goal while an opponent kicks."""
    ball, here = _point(scene.ball), _point(scene.position[player.index])
    x, y = -_goal(player) - ball[0], -ball[1]
    distance = max(hypot(x, y), 1e-6)
    there = ball[0] + WAITING * x / distance, ball[1] + WAITING * y / distance
    walk_to(player, scene, here, there, ball)


def keep_place(player: Player, scene: Scene, keeps_away: float = 0.0) -> None:
    """Walk to the home place, but keep at least this distance from the ball."""
    ball, here = _point(scene.ball), _point(scene.position[player.index])
    home = _guard(player, ball) if player.tactics.is_goalie else player.tactics.home(ball)
    x, y = home[0] - ball[0], home[1] - ball[1]
    distance = hypot(x, y)
    if distance < keeps_away:
        x, y = (x / distance, y / distance) if distance > 0.1 else (-np.sign(_goal(player)), 0.0)
        home = ball[0] + keeps_away * float(x), ball[1] + keeps_away * float(y)
    walk_to(player, scene, here, home, ball)


def walk_to(player: Player, scene: Scene, here: Point, there: Point, look_at: Point) -> None:
    """Walk to a place, and around robots in the way."""
    x, y = there[0] - here[0], there[1] - here[1]
    distance = max(hypot(x, y), 1e-6)
    for other, (at_x, at_y, _) in enumerate(scene.position.tolist()):
        gap = hypot(here[0] - at_x, here[1] - at_y)
        if other != player.index and 1e-3 < gap < CROWDED and distance > 0.3:
            share = (CROWDED - gap) / CROWDED * distance / gap
            # Sideways, too, since two robots that meet would otherwise wait for each other.
            x += share * (here[0] - at_x - 0.7 * (here[1] - at_y))
            y += share * (here[1] - at_y + 0.7 * (here[0] - at_x))
    # Hysteresis: a robot that stands starts to walk only when it is farther away.
    close = 0.35 if player.command != STAND else 0.8
    there = here[0] + x, here[1] + y
    yaw = float(scene.yaw[player.index])
    player.command = steering.way_to(here, yaw, there, look_at, close)
    player.change("walk")


def follow(player: Player, scene: Scene) -> None:
    """Follow a viewer's command that drives the robot."""
    drive = player.drive
    if drive is None:
        return
    drive.steps -= 1
    if drive.kicks or (player.skill == "kick" and player.since < LONGEST_KICK // 2):
        yaw = float(scene.yaw[player.index])
        x, y = scene.position[player.index, :2]
        to_ball = float(scene.ball[0] - x), float(scene.ball[1] - y)
        if player.skill != "kick":
            player.direction = cos(yaw), sin(yaw)
        direction = atan2(player.direction[1], player.direction[0])
        player.command = steering.behind_ball(to_ball, yaw, direction, 0.1, drive=1.0)
        player.change("kick")
    else:
        player.command = steering.limited(drive.command)
        player.change("walk")
    if drive.steps <= 0:
        player.drive = None


def _aim(player: Player, ball: Point, coming: float | None = None) -> float:
    """Return the direction in which to kick the ball, rad: between the posts.

    The direction is changed towards that in which the robot comes, so that it need not go around
    the ball: far from the goal nearly every kick forwards is good enough.
    """
    goal = _goal(player)
    if abs(ball[1]) > WING:
        # To the middle, since a kick along the touch line goes out.
        straight = atan2(-ball[1], INWARDS * goal / abs(goal))
    else:
        straight = atan2(max(-POST, min(POST, ball[1])) - ball[1], goal - ball[0])
    if coming is None:
        return straight
    distance = hypot(goal - ball[0], ball[1])
    slack = max(0.1, min(SLACK, SLACK * (distance - 2.0) / 6.0))
    return straight + max(-slack, min(slack, wrapped(coming - straight)))


def _guard(player: Player, ball: Point) -> Point:
    """Return the place of the goalie: between the ball and the middle of the goal."""
    own = -_goal(player)
    x, y = ball[0] - own, ball[1]
    distance = max(hypot(x, y), 1e-6)
    return own + GUARD * x / distance, GUARD * y / distance


def _goal(player: Player) -> float:
    return player.tactics.goal


def _point(place: np.ndarray) -> Point:
    return float(place[0]), float(place[1])
