"""Run on four legs."""

from dataclasses import fields

import numpy as np

from rcssgym.envs.tasks.mirror import VECTOR, Mirror, body_mirror, joints_mirror, side_by_side
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.robots import ANT
from rcssgym.envs.terms import BODY, Terms, term
from rcssgym.soccer.fields import FIFA7vs7SoccerField, SoccerField

REST = Mirror(np.arange(3), np.array([1.0, -1.0, 1.0]))
"""Mirror of cosine and sine of the heading, and the height: left and right swapped."""
QUARTER_TURN = Mirror(np.array([1, 0, 2]), np.array([1.0, -1.0, 1.0]))
"""Vectors ``(3,)`` in the torso's frame, when the torso is turned to the left by 90 degrees."""
QUARTER_TURN_OF_REST = Mirror(np.array([1, 0, 2]), np.array([-1.0, 1.0, 1.0]))
"""Cosine and sine of the heading, and the height, for the same turn."""
QUARTER_TURN_OF_LEGS = Mirror(
    np.array([2, 3, 4, 5, 6, 7, 0, 1]), np.array([1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0])
)
"""Hips and ankles for the same turn: each leg is the next one to the left; ankles of hind legs bend
backwards."""
IN_THE_WORLD = Mirror(np.arange(3), np.ones(3))


def track() -> SoccerField:
    """Return a pitch whose goals are so far away, 250 m, that no robot runs into them."""
    known = FIFA7vs7SoccerField()
    sizes = {one.name: getattr(known, one.name) for one in fields(known) if one.init}
    return SoccerField(**{**sizes, "field_dim": (500.0, *known.field_dim[1:])})


class AntRun(RobotTask):
    """Run along the world's x axis, as fast as possible; observes as ``AntRun-v0`` does.

    Nothing is in the way. On the pitch of other tasks, the right goal, 27.5 m ahead, would stop an
    ant that runs faster than 1.4 m/s. ``info["distance"]`` is the distance covered along x, m.
    """

    robot = ANT
    field = track()

    def declare(self) -> Terms:
        """Return the task's terms.

        ``forward``: the speed along x in m/s; ``alive``: 0.5; ``effort``: -0.1 times
        the mean square of the actions; ``fall``: -10, once.
        """
        fallen = term("fallen", lean=self.steepest)
        return Terms(
            observations=(*BODY, "gravity", "torso_velocity", "heading", "torso_height"),
            rewards={
                "forward": "forward_speed",
                "alive": term("alive", 0.5),
                "effort": term("action_size", -0.1),
                "fall": term("fallen", -10.0, lean=self.steepest),
            },
            ends=(fallen,),
            measures={"distance": "torso_x", "fallen": fallen},
        )

    def observation_mirror(self) -> Mirror:
        """Return how to swap left and right in an observation."""
        return side_by_side(body_mirror(self.robot), VECTOR, VECTOR, REST)

    def action_mirror(self) -> Mirror:
        """Return how to swap left and right in an action."""
        return joints_mirror(self.robot)

    def symmetries(self) -> list[tuple[Mirror, Mirror]]:
        """Return mappings of observations and actions: the mirror image, and a turn by 90 degrees.

        All legs are the same, so an ant with another heading may run with the next legs. The
        heading turns by 90 degrees only to within a degree or so while the ant leans.
        """
        legs, vector = QUARTER_TURN_OF_LEGS, QUARTER_TURN
        seen = (legs, legs, legs, vector, vector, IN_THE_WORLD, QUARTER_TURN_OF_REST)
        turned = side_by_side(*seen)
        return [(self.observation_mirror(), self.action_mirror()), (turned, legs)]
