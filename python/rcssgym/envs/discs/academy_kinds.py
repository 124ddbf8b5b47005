"""The academy's scenes with skills, and with high-level acts chosen by their estimated chances."""

from rcssgym.envs.discs import academy
from rcssgym.envs.discs.half_field_kinds import SKILLED, choices


class EmptyGoalSkills(academy.EmptyGoal):
    """One player with the ball in front of an empty goal, with skills."""

    actions, features = SKILLED, "high"


class RunToScoreSkills(academy.RunToScore):
    """One player with the ball, an empty goal, and defenders who chase it, with skills."""

    actions, features = SKILLED, "high"


class PassAndShootSkills(academy.PassAndShoot):
    """One attacker with the ball on the wing, another free in front of goal, with skills."""

    actions, features = SKILLED, "high"


class ThreeOnOneSkills(academy.ThreeOnOne):
    """Three attackers against a defender and the goalie, with skills."""

    actions, features = SKILLED, "high"


class CornerSkills(academy.Corner):
    """A corner kick, with skills."""

    actions, features = SKILLED, "high"


class CounterAttackSkills(academy.CounterAttack):
    """Four attackers run at a defender and the goalie, with skills."""

    actions, features = SKILLED, "high"


class PassAndShootHigh(academy.PassAndShoot):
    """One attacker with the ball on the wing, another free in front of goal; high-level acts."""

    actions, features = choices(len(academy.PassAndShoot.attackers)), "chances"


class ThreeOnOneHigh(academy.ThreeOnOne):
    """Three attackers against a defender and the goalie, with high-level acts."""

    actions, features = choices(len(academy.ThreeOnOne.attackers)), "chances"


class CornerHigh(academy.Corner):
    """A corner kick, with high-level acts."""

    actions, features = choices(len(academy.Corner.attackers)), "chances"


class CounterAttackHigh(academy.CounterAttack):
    """Four attackers run at a defender and the goalie, with high-level acts."""

    actions, features = choices(len(academy.CounterAttack.attackers)), "chances"
