"""A player who knows only what it perceives: it walks to the ball and kicks it."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin
from typing import TYPE_CHECKING

from rcssgym._core import BEAMING_MODES
from rcssgym.actions import BeamAction, MotorAction
from rcssgym.clang import RuleBase
from rcssgym.teams.advice import Advice
from rcssgym.teams.belief import Belief, wrapped
from rcssgym.teams.gait import KD, KP, Walker, wriggle
from rcssgym.teams.tactics import Tactics

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rcssgym.perceptions import Perception
    from rcssgym.soccer import AgentID

TAKERS_PAUSE = 15.0  # s, for which the taker of a restart leaves the ball to the others
STICK_TO_IT = 0.7  # factor on the distance to the ball of a player that already goes for it
SLACK = 0.05  # rad per m to the aim, by which the way to the ball may be off the way to the aim
LEAST_SLACK, MOST_SLACK = 0.4, 1.0  # rad
SLOPPY = 0.6  # share of that angle by which the ball is kicked off the aim
BESIDE = 0.02  # m, to the side of the ball, to have it in front of a foot
THROUGH, AROUND = 0.6, 0.7  # m, where to walk: past the ball, or around it
ARC = 0.9  # rad, of the way around it
FAR, NEAR = 2.0, 0.5  # m from home, to set off for it and to stop
BOW = 0.5  # rad, of the head, to see a ball between the feet
NECK, TURN = 1.5, 0.1  # rad, largest and smallest turn of the head
CALM = 6  # cycles between two decisions of an idle player; even, as every other cycle has vision
SIDES = ("left", "right")


class Player:
    """Decides for one robot: perceptions in, actions out, once per cycle.

    :param agent_id: the robot.
    :param team: its team's name.
    :param motors: names of its motors.
    :param tactics: its places on the pitch.
    :param wobble: shift of its place at kick-offs, m.
    :param told: what its team's coach has said.
    """

    def __init__(
        self,
        agent_id: AgentID,
        team: str,
        motors: Sequence[str],
        tactics: Tactics,
        wobble: float = 0.0,
        told: RuleBase | None = None,
    ) -> None:
        told = RuleBase() if told is None else told
        self.advice = Advice(told, agent_id.player_no, tactics.goal)
        self.agent_id = agent_id
        self.kicks_off = False
        """Whether the own team has the next kick-off."""
        self.belief = Belief(team)
        self._walker = Walker()
        self._motors = tuple(motors)
        self._walks = self._walker.fits(motors)
        self._tactics = tactics
        self._wobble = wobble
        self._own = SIDES[agent_id.team_id]
        self._was_down = True
        self._calm = 0  # cycles until the next decision
        self._gaze: float | None = None
        self._on_the_way = False  # to its home position
        self._chasing = False
        self._beamed_in: str | None = None
        self._restart: str | None = None  # the current restart of the own team
        self._taker: int | None = None  # who has recently started play
        self._taken = -TAKERS_PAUSE

    def decide(self, perceptions: Sequence[Perception]) -> list[MotorAction | BeamAction]:
        """Return the actions for the next cycle; other motors keep their commands."""
        belief = self.belief
        if self._calm > 0 and not belief.has_jumped(perceptions):
            self._calm -= 1
            return []
        belief.update(perceptions)
        self.advice.hear(belief)
        if belief.play_mode in BEAMING_MODES:
            belief.expect_ball(0.0, 0.0)
        self._notice_own_restart()
        if not self._walks:
            return [*self._beam(), *self._motor_actions(wriggle(self._motors, belief.time))]
        if belief.jumped or (self._was_down and not belief.fallen):
            self._walker.stand_up()
            self._gaze = None
        self._was_down = belief.fallen
        angles = {} if belief.fallen else {**self._look(), **self._move()}
        self._calm = 0 if angles or belief.fallen else CALM
        return [*self._beam(), *self._motor_actions(angles)]

    def _motor_actions(self, angles: dict[str, float]) -> list[MotorAction]:
        prefix = self.agent_id.prefix
        return [
            MotorAction(prefix + name, angle, 0.0, KP, KD, 0.0) for name, angle in angles.items()
        ]

    def _notice_own_restart(self) -> None:
        """Remember who has started play, who must not touch the ball again at once."""
        belief, mode = self.belief, self.belief.play_mode
        if mode == "PlayOn" and self._restart is not None and belief.ball is not None:
            ball = belief.ball
            near = {
                number: hypot(ball[0] - x, ball[1] - y)
                for number, (x, y, _) in belief.mates.items()
            }
            near[self.agent_id.player_no] = belief.distance(*ball)
            self._taker, self._taken = min(near, key=near.__getitem__), belief.time
        if belief.time - self._taken > TAKERS_PAUSE:
            self._taker = None
        self._restart = mode if mode.lower().endswith(f"_{self._own}") else None

    def _beam(self) -> list[BeamAction]:
        mode = self.belief.play_mode
        is_new, self._beamed_in = mode != self._beamed_in, mode
        if mode not in BEAMING_MODES or not is_new:
            return []
        conceded = not mode.lower().endswith(self._own)
        ours = self.kicks_off if mode == "BeforeKickOff" else conceded
        x, y, heading = self._tactics.kick_off(ours)
        return [BeamAction(f"{self.agent_id.prefix}beam", (x, y + self._wobble, heading))]

    def _look(self) -> dict[str, float]:
        """Turn the head to follow the ball."""
        ball = self.belief.ball
        gaze = 0.0 if ball is None else max(-NECK, min(NECK, self.belief.bearing(*ball)))
        if self._gaze is not None and abs(gaze - self._gaze) < TURN:
            return {}
        self._gaze = gaze
        return {"he1": gaze, "he2": BOW}

    def _move(self) -> dict[str, float]:
        belief, walker = self.belief, self._walker
        target = None if belief.play_mode in BEAMING_MODES else self._target()
        if not walker.is_up:
            return walker.stand(belief.tilt)
        if belief.ball is None:
            return walker.walk(0.0, 1.0, belief.tilt)  # look around
        if target is None:
            return walker.stand(belief.tilt)
        bearing = belief.bearing(*target)
        return walker.walk(max(0.0, cos(bearing)), _limited(bearing), belief.tilt)

    def _target(self) -> tuple[float, float] | None:
        """Return where to walk; None: stay and watch."""
        belief, ball = self.belief, self.belief.ball
        self._walker.ball = None
        if ball is None or self._is_theirs():
            return None
        place = self.advice.place(belief)
        if place is not None:
            return self._way_to(place)
        goes_for_ball = self.advice.goes_for_ball
        self._chasing = self._is_mine(*ball) if goes_for_ball is None else goes_for_ball
        if not self._chasing:
            return self._way_to(self.advice.home(self._tactics.home(ball)))
        self._on_the_way = False
        if self.advice.holds and belief.distance(*ball) < THROUGH:
            return None
        aim = self.advice.aim(belief)
        if aim is None:
            aim = self._tactics.aim(passing=belief.play_mode.startswith("KickOff"))
        way = self._way_through(ball, aim)
        if self.advice.holds or not self.advice.may_shoot:
            self._walker.ball = None
        return way

    def _is_theirs(self) -> bool:
        """Return whether the other team has a restart, from which to keep away."""
        mode = self.belief.play_mode.lower()
        return mode.endswith(SIDES) and not mode.endswith(self._own)

    def _is_mine(self, x: float, y: float) -> bool:
        """Return whether to go for the ball: no standing player that may play it seems nearer."""
        belief = self.belief
        if self._taker == self.agent_id.player_no:
            return False
        if self._tactics.is_goalie:
            return self._tactics.guards((x, y))
        own = belief.distance(x, y) * (STICK_TO_IT if self._chasing else 1.0)
        rivals = [
            mate
            for number, mate in belief.mates.items()
            if number not in (1, self._taker, self.agent_id.player_no)
        ]
        if belief.play_mode == "PlayOn":
            rivals += belief.others.values()
        return all(own <= hypot(x - at_x, y - at_y) for at_x, at_y, _ in rivals)

    def _way_to(self, place: tuple[float, float]) -> tuple[float, float] | None:
        far = self.belief.distance(*place)
        self._on_the_way = far > (NEAR if self._on_the_way else FAR)
        return place if self._on_the_way else None

    def _way_through(
        self, ball: tuple[float, float], aim: tuple[float, float]
    ) -> tuple[float, float]:
        """Walk through the ball towards the aim, from behind it; kick it on the way."""
        belief = self.belief
        x, y = ball
        direction = atan2(aim[1] - y, aim[0] - x)
        from_ball = atan2(belief.y - y, belief.x - x)
        off = wrapped(direction + pi - from_ball)
        slack = max(LEAST_SLACK, min(MOST_SLACK, SLACK * hypot(aim[0] - x, aim[1] - y)))
        self._walker.ball = belief.in_reach(x, y)
        self._walker.aim = wrapped(direction - belief.heading)
        if abs(off) > slack:
            here = from_ball + max(-ARC, min(ARC, off))
            return x + AROUND * cos(here), y + AROUND * sin(here)
        direction -= SLOPPY * off
        self._walker.aim = wrapped(direction - belief.heading)
        _, left = self._walker.ball
        beside = BESIDE * (1.0 if left >= 0.0 else -1.0)
        return (
            x + THROUGH * cos(direction) + beside * sin(direction),
            y + THROUGH * sin(direction) - beside * cos(direction),
        )


def _limited(bearing: float) -> float:
    return max(-1.0, min(1.0, degrees(bearing) / 20.0))
