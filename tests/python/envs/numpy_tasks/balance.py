"""Common parts of tasks that only need senses of the robot's own body."""

from rcssgym.envs.streams import Floats
from rcssgym.envs.tasks.mirror import VECTOR, Mirror, body_mirror, joints_mirror, side_by_side
from rcssgym.envs.tasks.senses import AgentView, body_observation, gravity_in_torso

from envs.numpy_tasks.robot import RobotTask


class BalanceTask(RobotTask):
    """A task that observes body (3 J + 3) and direction of gravity in the torso's frame (3)."""

    extras = 3

    def parts(self) -> list[Floats]:
        """Body and gravity."""
        return [*self.body_observation(), self.gravity()]

    def agent_parts(self, view: AgentView) -> list[Floats]:
        """Body and gravity."""
        body = body_observation(self.robot, view.senses, view.action)
        return [*body, gravity_in_torso(view.senses.quaternion)]

    def observation_mirror(self) -> Mirror:
        """Return how an observation changes when left and right are swapped."""
        return side_by_side(body_mirror(self.robot), VECTOR)

    def action_mirror(self) -> Mirror:
        """Return how an action changes when left and right are swapped."""
        return joints_mirror(self.robot)
