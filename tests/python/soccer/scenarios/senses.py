"""Views that are easy to get wrong: edges of the view, exact angles, markers of both fields."""

from math import cos, pi, sin

import numpy as np

from soccer.lockstep import Lockstep
from soccer.scenario import Collection, Side
from soccer.setups import Setup

COLLECTION = Collection()


def _sights(field: str) -> None:
    @COLLECTION.add(Setup(field=field), sides=["LEFT"], variant=field)
    def looking_everywhere(game: Lockstep, _: Side) -> None:
        """Places all over the field, headings all around, the head turned."""
        rng = np.random.default_rng(4)
        game.join(("T1", "Reds", 1), ("ant", "Blues", 1))
        for index in range(30):
            x, y = rng.uniform(-30.0, 30.0), rng.uniform(-20.0, 20.0)
            joints = [*rng.uniform(-0.8, 0.8, 2).tolist(), *[0.0] * 21]
            game.hold((0, 1), x, y, index * pi / 8, joints=joints)
            quaternion = rng.normal(size=4)
            quaternion /= np.linalg.norm(quaternion)
            game.hold((1, 1), y, x / 2, z=1.0, quaternion=tuple(quaternion.tolist()))
            game.cycle(vision=True)


_sights("fifa7vs7")
_sights("fifa")


@COLLECTION.add(sides=["LEFT"])
def ball_around_the_edge_of_the_view(game: Lockstep, _: Side) -> None:
    """60 degrees to either side and up, and slightly more or less."""
    game.join(("T1", "Reds", 1))
    game.hold((0, 1), -5.0, 0.0)
    game.cycle()
    camera = np.array(game.leader.mj_data.site("r-0-1-camera").xpos)
    for degrees in (-60.2, -60.0, -59.9, -1.0, 0.0, 30.0, 59.99, 60.0, 60.011, 90.0, 180.0):
        angle = degrees * pi / 180
        for sideways in (True, False):
            away = (cos(angle), sin(angle), 0.0) if sideways else (cos(angle), 0.0, sin(angle))
            x, y, z = camera + 2.0 * np.array(away)
            game.ball(float(x), float(y), max(float(z), 0.2))
            game.cycle(vision=True)
