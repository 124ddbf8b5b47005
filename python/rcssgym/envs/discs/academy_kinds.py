"""The academy's scenes with skills, by high-level features."""

from rcssgym.envs.discs import academy
from rcssgym.envs.discs.half_field_kinds import SKILLED


class EmptyGoalSkills(academy.EmptyGoal):
    """One player with the ball before an empty goal, with skills."""

    actions, features = SKILLED, "high"


class RunToScoreSkills(academy.RunToScore):
    """One player with the ball, an empty goal, and defenders who run after him, with skills."""

    actions, features = SKILLED, "high"


class PassAndShootSkills(academy.PassAndShoot):
    """One with the ball on the wing, another free before the goal, with skills."""

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
