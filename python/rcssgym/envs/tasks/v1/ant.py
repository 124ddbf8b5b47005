"""Run on four legs."""

from dataclasses import fields

import numpy as np

from rcssgym.envs.tasks.mirror import VECTOR, Mirror, body_mirror, joints_mirror, side_by_side
from rcssgym.envs.tasks.robot import RobotTask
from rcssgym.envs.tasks.robots import ANT
from rcssgym.envs.terms import BODY, Terms, term
from rcssgym.soccer.fields import FIFA7vs7SoccerField, SoccerField

REST = Mirror(np.arange(3), np.array([1.0, -1.0, 1.0]))
"""Of cosine and sine of the heading, and the height, left and right swapped."""
QUARTER_TURN = Mirror(np.array([1, 0, 2]), np.array([1.0, -1.0, 1.0]))
"""Of vectors ``(3,)`` in the torso's frame, which is turned to the left by 90 degrees."""
QUARTER_TURN_OF_REST = Mirror(np.array([1, 0, 2]), np.array([-1.0, 1.0, 1.0]))
"""Of cosine and sine of the heading, and the height."""
QUARTER_TURN_OF_LEGS = Mirror(
    np.array([2, 3, 4, 5, 6, 7, 0, 1]), np.array([1.0, 1.0, 1.0, -1.0, 1.0, 1.0, 1.0, -1.0])
)
"""Of hips and ankles: each leg is the next one to the left; ankles of hind legs bend backwards."""
IN_THE_WORLD = Mirror(np.arange(3), np.ones(3))


def track() -> SoccerField:
    """Return a pitch with goals so far away, 250 m, that nobody runs into them."""
    known = FIFA7vs7SoccerField()
    sizes = {one.name: getattr(known, one.name) for one in fields(known) if one.init}
    return SoccerField(**{**sizes, "field_dim": (500.0, *known.field_dim[1:])})


class AntRun(RobotTask):
    """Run along the world's x axis, as fast as possible; observes as ``AntRun-v0`` does.

    Nothing is in the way: of the pitch that other tasks have the right goal, 27.5 m ahead, stops
    who runs faster than 1.4 m/s. ``info["distance"]`` is how far it has come along x, m.
    """

    robot = ANT
    field = track()

    def declare(self) -> Terms:
        """Return what it is made of.

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
        """Tell what an observation becomes when left and right are swapped."""
        return side_by_side(body_mirror(self.robot), VECTOR, VECTOR, REST)

    def action_mirror(self) -> Mirror:
        """Tell what an action becomes when left and right are swapped."""
        return joints_mirror(self.robot)

    def symmetries(self) -> list[tuple[Mirror, Mirror]]:
        """Tell what observations and actions become in a mirror, and turned by 90 degrees.

        All legs are the same: an ant that looks elsewhere may run with the next ones. Where it
        looks turns by 90 degrees but for a degree or so, while it leans.
        """
        legs, vector = QUARTER_TURN_OF_LEGS, QUARTER_TURN
        seen = (legs, legs, legs, vector, vector, IN_THE_WORLD, QUARTER_TURN_OF_REST)
        turned = side_by_side(*seen)
        return [(self.observation_mirror(), self.action_mirror()), (turned, legs)]
