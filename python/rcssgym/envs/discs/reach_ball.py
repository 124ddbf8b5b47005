"""Run to the ball."""

from typing import Any

from rcssgym.envs.checks import checked_flag
from rcssgym.envs.discs.task import ActionMode, DiscTask
from rcssgym.envs.terms import Terms, term


class ReachBall(DiscTask):
    """Run to within 5 m of the ball, as in gym-soccer-2d-env's ``ReachBall``.

    :param use_turning: whether an action is four numbers, which turn or dash; otherwise it is one
        number, which dashes.
    :param change_ball_position: whether the ball starts at a random place; otherwise it starts at
        ``ball_position``, m.
    :param change_ball_velocity: whether the ball starts with a random velocity that keeps it on the
        pitch; otherwise with ``ball_speed``, m/cycle, along ``ball_direction``, degrees.
    :param min_distance_to_ball: distance below which the ball counts as reached, by default 5 m.
    :param max_steps: cycles after which a player that has not reached the ball is too late, by
        default 200.
    :param punish_out: whether running off the pitch gives -10, as the authors of gym-soccer-2d-env
        intended; otherwise, and by default, it gives +10, as their code does.

    A subclass may set other defaults as class attributes.
    """

    keeps_play_on = True
    max_episode_steps = None
    min_distance_to_ball = 5.0
    """Distance below which the ball counts as reached, m."""
    max_steps = 200
    """Cycles after which the player is too late."""
    punish_out = False
    """Whether running off the pitch gives -10; otherwise it gives +10."""

    def __init__(
        self,
        *,
        use_turning: bool = False,
        change_ball_position: bool = True,
        change_ball_velocity: bool = False,
        ball_position: tuple[float, float] = (0.0, 0.0),
        ball_speed: float = 0.0,
        ball_direction: float = 0.0,
        min_distance_to_ball: float | None = None,
        max_steps: int | None = None,
        punish_out: bool | None = None,
    ) -> None:
        action_mode: ActionMode = (
            "turn_or_dash" if checked_flag("use_turning", use_turning) else "dash"
        )
        self.action_mode = action_mode
        self.min_distance_to_ball = self._or_default("min_distance_to_ball", min_distance_to_ball)
        self.max_steps = self._or_default("max_steps", max_steps)
        self.punish_out = checked_flag("punish_out", self._or_default("punish_out", punish_out))
        self._start: dict[str, Any] = {
            "moving": int(checked_flag("change_ball_velocity", change_ball_velocity)),
            "speed": ball_speed,
            "direction": ball_direction,
        }
        if not checked_flag("change_ball_position", change_ball_position):
            self._start["place"] = ball_position
        super().__init__()

    def declare(self) -> Terms:
        """Return the observation, reward and ends of gym-soccer-2d-env."""
        near, steps = self.min_distance_to_ball, self.max_steps
        return Terms(
            observations=("reach_ball",),
            rewards={
                "nearing": "nearing",
                "turning": "turning_to_ball",
                "goal": term("ball_reached", 10.0, near=near),
                "out": term("off_pitch", -10.0 if self.punish_out else 10.0),
                "timeout": term("too_late", -5.0, steps=steps),
            },
            ends=(
                term("ball_reached", near=near),
                "off_pitch",
                term("too_late", steps=steps),
            ),
            measures={
                "is_success": term("ball_reached", near=near),
                "is_out": "off_pitch",
                "is_timeout": term("too_late", steps=steps),
            },
            processes=("reach",),
            start=(term("anywhere_on_pitch", **self._start, steps=steps),),
            privileged=(),
        )


class MendedReachBall(ReachBall):
    """The same, where running off the pitch is punished, not rewarded."""

    punish_out = True
