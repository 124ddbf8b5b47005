"""Walk as commanded: forwards, back, sideways, and turning."""

from dataclasses import replace

import numpy as np

from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.senses import AgentView, body_observation, gait_phase, gravity_in_torso
from rcssgym.envs.tasks.v1.layout import KNOWN, NO_BALL, WalkingTask
from rcssgym.envs.tasks.v1.reference import GAIT_K1, GAIT_T1
from rcssgym.envs.tasks.walk import walks
from rcssgym.envs.terms import Terms, term


class Walk(WalkingTask):
    """Follow a commanded velocity of the torso.

    Every ``command_interval`` steps a new command is drawn: one in ten is to stand still, two in
    ten are straight ahead or back, two in ten to a side, one in ten turns on the spot, and the
    others are arbitrary.
    """

    command_interval = 250
    """Steps of 20 ms from one command to the next."""
    clearance = 0.07
    """Height to which soles are lifted, m."""
    target_height = 0.65
    """Target height of the torso, m."""
    gait = GAIT_T1
    """Reference gait of the reward ``reference``."""

    takes_command = True
    average = Cells("average")
    """Average motion over the last 0.25 s ``(W, 3)``, with the same components as the command."""

    def declare(self) -> Terms:
        """Return the task's terms.

        ``reference``: up to 6, for joints that move as in :attr:`gait`, which steps as commanded
        without regard to balance. The weight is so large that a policy that stands learns to step
        before it can follow commands. ``follow``: up to 3, the product of the next two;
        ``follow_velocity``: up to 1; ``follow_turning``: up to 0.5. All three fall off
        exponentially with the share of the command that is missed, so that a robot that stands
        still earns 0.08 of them. ``clearance``: up to 1, for soles at the height given by their
        phase. ``height``, ``slip``, ``tilt`` and ``sway`` are bounded penalties like those of
        :meth:`living`; all penalties together are no larger than ``alive``.
        """
        fallen = term("fallen", lean=self.steepest)
        frequency, joints, alive = self.gait_frequency, self.robot.joints, 0.2
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
                "reference": term(
                    "reference_gait",
                    6.0,
                    weights=np.where(np.arange(joints) < joints - 12, 0.3, 1.0),
                    scale=0.15,
                    frequency=frequency,
                    **self.gait.parameters(self.robot, frequency),
                ),
                "follow": term("follow", 3.0, slowest=0.3, least_turning=0.6),
                "follow_velocity": "follow_velocity",
                "follow_turning": term("follow_turning", 0.5),
                "clearance": term(
                    "gait", 1.0, clearance=self.clearance, frequency=frequency, scale=0.002
                ),
                **self.living(alive),
                "height": term(
                    "height_error", -0.04 * alive, target=self.target_height, half=0.002
                ),
                "slip": term("slip", -0.06 * alive, half=0.3),
                "tilt": term("tilt", -0.06 * alive, half=0.05),
                "sway": term("roll_pitch", -0.04 * alive, half=1.0),
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
                term("average_motion", rate=0.08),
            ),
            privileged=(*KNOWN, "tracked_motion", "sole_heights"),
        )

    def agent_parts(self, view: AgentView) -> list[Floats]:
        """Return body, command, gait phase, gravity, and zeros for the ball."""
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
    target_height = 0.53
    gait = GAIT_K1
    fall = 30.0
