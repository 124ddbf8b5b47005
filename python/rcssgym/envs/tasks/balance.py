"""Common code of tasks that observe only the robot's own body."""

from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.mirror import VECTOR, Mirror, body_mirror, joints_mirror, side_by_side
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.senses import AgentView, body_observation, gravity_in_torso
from rcssgym.envs.terms import BODY

BALANCE = (*BODY, "gravity")
"""Body (3 J + 3) and direction of gravity in the torso's frame (3)."""


class BalanceTask(RobotTask):
    """A task that observes :data:`BALANCE`."""

    extras = 3

    def agent_parts(self, view: AgentView) -> list[Floats]:
        """Return body and gravity."""
        body = body_observation(self.robot, view.senses, view.action)
        return [*body, gravity_in_torso(view.senses.quaternion)]

    def observation_mirror(self) -> Mirror:
        """Return how to swap left and right in an observation."""
        return side_by_side(body_mirror(self.robot), VECTOR)

    def action_mirror(self) -> Mirror:
        """Return how to swap left and right in an action."""
        return joints_mirror(self.robot)
