"""Walk as commanded: forwards, back, sideways, and turning."""

from dataclasses import replace

import numpy as np

from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.senses import AgentView, body_observation, gait_phase, gravity_in_torso
from rcssgym.envs.tasks.v1.layout import KNOWN, NO_BALL, WalkingTask
from rcssgym.envs.tasks.walk import POSE_WEIGHTS, walks
from rcssgym.envs.terms import Terms, term


class Walk(WalkingTask):
    """Follow a commanded velocity of the torso.

    Every ``command_interval`` steps a new command is drawn: one in ten is to stand still, two in
    ten are straight ahead or back, two to a side, one turns on the spot, the others are anything.
    """

    command_interval = 250
    """Steps of 20 ms."""
    clearance = 0.08
    """Height to which soles are lifted, m."""
    target_height = 0.61
    """Of the torso, m."""
    fall = 100.0
    pose_weights = POSE_WEIGHTS
    """How much each joint counts in ``pose`` ``(J,)``."""

    takes_command = True
    average = Cells("average")
    """Average motion of the last 0.5 s ``(W, 3)``, like the command."""

    def declare(self) -> Terms:
        """Return what it is made of.

        ``follow``: up to 7, the product of what follow: ``follow_velocity``: up to 0.5;
        ``follow_turning``: up to 0.5: all fall off exponentially with the share of the command that
        is missed, so that who stands still earns 0.08 of it; ``gait``: up to 3, so much that who
        stands learns to lift its feet before it knows how to follow. ``pose``,
        ``height``, ``slip``, ``tilt`` and ``sway`` are bounded penalties like those of
        :meth:`living`; in sum they take no more than ``alive``.
        """
        fallen = term("fallen", lean=self.steepest)
        frequency = self.gait_frequency
        fixed = {} if self.fixed_command is None else {"fixed": self.fixed_command}
        command = term(
            "velocity_command",
            low=self.lowest_command,
            high=self.highest_command,
            interval=self.command_interval,
            straight=0.2,
            sideways=0.2,
            turning=0.1,
            **fixed,
        )
        return Terms(
            observations=self.layout(NO_BALL),
            rewards={
                "follow": term("follow", 7.0, slowest=0.3, least_turning=0.6),
                "follow_velocity": term("follow_velocity", 0.5),
                "follow_turning": term("follow_turning", 0.5),
                "gait": term(
                    "gait", 3.0, clearance=self.clearance, frequency=frequency, scale=0.003
                ),
                **self.living(0.6),
                "pose": term("pose_error", -0.05, weights=self.pose_weights, half=0.3),
                "height": term("height_error", -0.02, target=self.target_height, half=0.002),
                "slip": term("slip", -0.02, half=0.3),
                "tilt": term("tilt", -0.015, half=0.1),
                "sway": term("roll_pitch", -0.015, half=1.0),
            },
            ends=(fallen,),
            measures={
                "velocity_error": "velocity_error",
                "turning_error": "turning_error",
                "fallen": fallen,
            },
            processes=(
                command,
                *self.disturbances(),
                "feet",
                term("average_motion", rate=0.04),
            ),
            privileged=(*KNOWN, "tracked_motion", "sole_heights"),
        )

    def agent_parts(self, view: AgentView) -> list[Floats]:
        """Body, command, gait phase, gravity, and no ball."""
        gait = gait_phase(view.age, self.gait_frequency)
        return [
            *body_observation(self.robot, view.senses, view.action),
            view.command,
            gait * walks(view.command)[:, None],
            gravity_in_torso(view.senses.quaternion),
            np.zeros((len(view.command), 6)),
        ]


class T1Walk(Walk):
    """Walk as a T1: observation ``(88,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=0.5)


class K1Walk(Walk):
    """Walk as a K1: observation ``(85,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=0.5)
    pose_weights = np.delete(POSE_WEIGHTS, 10)
    target_height = 0.49
