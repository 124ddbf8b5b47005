"""Half field offense of all sizes: with skills, in defence, and with a shaped reward."""

from typing import Any

from rcssgym.envs.discs.half_field import HalfField

SKILLED = (
    "kick_to",
    "move_to",
    "dribble_to",
    "intercept",
    "move",
    "shoot",
    "pass",
    "dribble",
    "go_to_ball",
)
"""Acts of HFO's middle and high levels."""


def choices(attackers: int) -> tuple[str, ...]:
    """Return acts that choose their target points by themselves, with a pass to each number."""
    passes = tuple(f"pass_{number + 1}" for number in range(attackers))
    return ("move", "shoot", "dribble", "hold_ball", "clear", "turn_to_ball", *passes)


class Skilled(HalfField):
    """Attack with acts of HFO's middle and high levels, observing its high-level features."""

    actions = SKILLED
    features = "high"


class Choosing(HalfField):
    """Attack with acts that choose their target points, observing the chances of each act."""

    features = "chances"

    def __init__(self, *sizes: int, **options: Any) -> None:
        attackers = sizes[0] if sizes else options.get("offense") or self.size[0]
        options.setdefault("actions", choices(attackers))
        super().__init__(*sizes, **options)


class Defending(HalfField):
    """Defend the goal: number 1 is the goalie."""

    defends = True


class HFO1v0Skills(Skilled):
    """One against nobody, with skills."""

    size = (1, 0)


class HFO1v1Skills(Skilled):
    """One against one, with skills."""

    size = (1, 1)


class HFO2v1Skills(Skilled):
    """Two against one, with skills."""

    size = (2, 1)


class HFO2v2Skills(Skilled):
    """Two against two, with skills."""

    size = (2, 2)


class HFO3v2Skills(Skilled):
    """Three against two, with skills."""

    size = (3, 2)


class HFO3v3Skills(Skilled):
    """Three against three, with skills."""

    size = (3, 3)


class HFO4v4Skills(Skilled):
    """Four against four, with skills."""

    size = (4, 4)


class HFO5v5Skills(Skilled):
    """Five against five, with skills."""

    size = (5, 5)


class HFO1v1Defence(Defending):
    """One against one who attacks."""

    size = (1, 1)


class HFO2v1Defence(Defending):
    """One against two who attack."""

    size = (2, 1)


class HFO2v2Defence(Defending):
    """Two against two who attack."""

    size = (2, 2)


class HFO3v2Defence(Defending):
    """Two against three who attack."""

    size = (3, 2)


class HFO3v3Defence(Defending):
    """Three against three who attack."""

    size = (3, 3)


class HFO4v4Defence(Defending):
    """Four against four who attack."""

    size = (4, 4)


class HFO5v5Defence(Defending):
    """Five against five who attack."""

    size = (5, 5)


class HFO1v0Shaped(HalfField):
    """One against nobody, rewarded on the way to a goal."""

    size = (1, 0)
    reward = "shaped"


class HFO1v1Shaped(HalfField):
    """One against one, rewarded on the way to a goal."""

    size = (1, 1)
    reward = "shaped"


class HFO2v1High(Choosing):
    """Two against one, with high-level acts."""

    size = (2, 1)


class HFO2v2High(Choosing):
    """Two against two, with high-level acts."""

    size = (2, 2)


class HFO3v2High(Choosing):
    """Three against two, with high-level acts."""

    size = (3, 2)


class HFO3v3High(Choosing):
    """Three against three, with high-level acts."""

    size = (3, 3)


class HFO4v4High(Choosing):
    """Four against four, with high-level acts."""

    size = (4, 4)


class HFO5v5High(Choosing):
    """Five against five, with high-level acts."""

    size = (5, 5)
