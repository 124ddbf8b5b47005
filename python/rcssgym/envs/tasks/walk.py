"""Walk as commanded."""

from dataclasses import replace

import numpy as np

from rcssgym.envs.cells import Cells
from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.mirror import (
    COMMAND,
    GAIT,
    VECTOR,
    Mirror,
    body_mirror,
    joints_mirror,
    side_by_side,
)
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.robots import FIRM_K1, FIRM_T1
from rcssgym.envs.tasks.senses import (
    AgentView,
    body_observation,
    gait_phase,
    gravity_in_torso,
)
from rcssgym.envs.terms import BODY, PRIVILEGED, Term, Terms, term

POSE_WEIGHTS = np.array(
    # Head, arms, waist, and two legs: pitch is free, the rest is not.
    [1.0] * 2 + [0.5] * 8 + [1.0] + 2 * [0.02, 0.5, 1.0, 0.02, 0.02, 0.2]
)


def walks(command: Floats) -> Floats:
    """Return 1 for commands ``(N, 3)`` to move, and 0 for commands to stand still."""
    moves: Floats = np.any(command != 0.0, axis=-1).astype(np.float64)
    return moves


class Walk(RobotTask):
    """Follow a commanded velocity of the torso: forwards, to the left, and turning.

    Observation, that of RL-X ``robocup_soccer``: scaled joint angles, speeds, last action (J each),
    gyro (3), command (3), sine and cosine of both legs' gait phases (4, zeros when the command is
    to stand still), direction of gravity in the torso's frame (3). Angles, speeds, gyro and
    orientation are noisy.

    Every ``command_interval`` steps a new command is drawn; one in ten is to stand still, two in
    ten are straight ahead or back. In most episodes actions take effect one step late, as on the
    league's server. Robots are pushed now and then, and harder as training progresses.

    Terms of the reward in a step:

    - ``alive``: 0.5.
    - ``track_velocity``, up to 6, and ``track_turning``, up to 2, fall off exponentially with the
      distance between command and average motion of the last 0.3 s (0.35 m/s, 0.5 rad/s).
    - ``gait``, up to 3, for soles at the height given by their phase, up to ``clearance``.
    - ``slip``: speed of soles on the ground; ``tilt``: soles not parallel to the ground.
    - ``pose``: distance of the joints from the nominal pose; ``height``: distance of the torso's
      height from ``target_height``.
    - ``upright``: lean of the torso; ``vertical_velocity``, ``roll_pitch``: its bouncing, swaying.
    - ``action_rate``: changes of actions; ``effort``: torques.
    """

    lowest_command = np.array([-0.4, -0.3, -0.8])
    """Lower bounds of commands, m/s, m/s, rad/s."""
    highest_command = np.array([1.0, 0.3, 0.8])
    """Upper bounds of commands, m/s, m/s, rad/s."""
    command_interval = 250
    """Steps of 20 ms from one command to the next."""
    gait_frequency = 1.5
    """Gait cycles of both legs per second, 1/s."""
    clearance = 0.08
    """Height to which soles are lifted, m."""
    target_height = 0.61
    """Target height of the torso, m."""
    late = 0.8
    """Share of episodes in which actions take effect one step late."""
    push_speed = 0.4
    """Largest change of the torso's velocity along each horizontal axis, m/s."""
    push_interval = 250
    """Steps of 20 ms from one push to the next, on average."""
    angle_noise = 0.01
    """Largest error of joint angles, rad."""
    speed_noise = 0.3
    """Largest error of joint speeds, rad/s."""
    gyro_noise = 0.1
    """Largest error of the gyro, rad/s."""
    quaternion_noise = 0.01
    """Largest error of the torso's quaternion."""
    pose_weights = POSE_WEIGHTS
    """How much each joint counts in ``pose`` ``(J,)``."""

    extras = 10
    takes_command = True
    command = Cells("command")
    average = Cells("average")
    """Average motion over the last 0.3 s ``(W, 3)``, with the components of :attr:`command`."""
    is_late = Cells("is_late", "number")
    """Whether actions take effect one step late ``(W,)``."""

    def declare(self) -> Terms:
        """Return the task's terms."""
        frequency = self.gait_frequency
        return Terms(
            observations=(
                *BODY,
                "command",
                term("gait_phase", frequency=frequency, rests=1.0),
                "gravity",
            ),
            rewards={
                "alive": term("alive", 0.5),
                "track_velocity": term("track_velocity", 6.0),
                "track_turning": term("track_turning", 2.0),
                "gait": term("gait", 3.0, clearance=self.clearance, frequency=frequency),
                "slip": term("slip", -0.1),
                "tilt": term("tilt", -0.5),
                "height": term("height_error", -20.0, target=self.target_height),
                "upright": term("lean", -2.0),
                "vertical_velocity": term("vertical_velocity", -0.5),
                "roll_pitch": term("roll_pitch", -0.05),
                "pose": term("pose_error", -0.5, weights=self.pose_weights),
                "action_rate": term("action_rate", -0.02),
                "effort": term("effort", -5e-5),
            },
            ends=(term("fallen", lean=self.steepest),),
            measures={"velocity_error": "velocity_error", "turning_error": "turning_error"},
            processes=self._processes(),
            privileged=(*PRIVILEGED, "tracked_motion", "sole_heights", "late", "last_push"),
        )

    def _processes(self) -> tuple[Term | str, ...]:
        fixed = {} if self.fixed_command is None else {"fixed": self.fixed_command}
        command = term(
            "velocity_command",
            low=self.lowest_command,
            high=self.highest_command,
            interval=self.command_interval,
            **fixed,
        )
        errors = term(
            "sense_errors",
            angles=self.angle_noise,
            speeds=self.speed_noise,
            gyro=self.gyro_noise,
            quaternion=self.quaternion_noise,
        )
        # Pushes reach their full strength halfway through training.
        push = term("push", speed=self.push_speed, interval=self.push_interval, grows=2.0)
        late = term("late_actions", share=self.late)
        return late, command, push, "feet", "average_motion", errors

    def agent_parts(self, view: AgentView) -> list[Floats]:
        """Return body, command, gait phase and gravity."""
        gait = gait_phase(view.age, self.gait_frequency)
        return [
            *body_observation(self.robot, view.senses, view.action),
            view.command,
            gait * walks(view.command)[:, None],
            gravity_in_torso(view.senses.quaternion),
        ]

    def observation_mirror(self) -> Mirror:
        """Return how to swap left and right in an observation."""
        return side_by_side(body_mirror(self.robot), COMMAND, GAIT, VECTOR)

    def action_mirror(self) -> Mirror:
        """Return how to swap left and right in an action."""
        return joints_mirror(self.robot)


class T1Walk(Walk):
    """Walk as a T1: observation ``(82,)``, action ``(23,)``."""

    robot = replace(FIRM_T1, action_scale=0.5)


class K1Walk(Walk):
    """Walk as a K1: observation ``(79,)``, action ``(22,)``."""

    robot = replace(FIRM_K1, action_scale=0.5)
    pose_weights = np.delete(POSE_WEIGHTS, 10)
    target_height = 0.49
