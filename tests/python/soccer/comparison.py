"""Two ways to compare our game with rcsssmj's."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from soccer.frames import Frame, are_alike, differences, poses, text_differences
from soccer.lockstep import Lockstep, Runner
from soccer.ours import Compat, Ours
from soccer.reference import Reference
from soccer.scenario import Scenario


def same(expected: Frame, actual: Frame) -> None:
    """Fail with all differences."""
    found = list(differences(expected, actual))
    assert not found, "\n".join([f"frame {expected.game['frame']}", *found])


def same_in_a_new_roster(expected: Frame, actual: Frame) -> None:
    """Fail with all differences, before any step with the current players has been perceived.

    Until then accelerations differ, since they follow from forces: rcsssmj's motors lose their
    gains when a player joins or leaves. A new player has no previous position; rcsssmj reports the
    origin.
    """
    same(_as_of_new_roster(expected), _as_of_new_roster(actual))


def _as_of_new_roster(frame: Frame) -> Frame:
    return replace(
        frame,
        players={
            key: pose._replace(previous_position=pose.position)
            for key, pose in frame.players.items()
        },
        perceptions={
            key: tuple(pair for pair in perceived if pair[0] != "AccelerometerPerception")
            for key, perceived in frame.perceptions.items()
        },
    )


def with_copied_physics(scenario: Scenario, *, compat: Compat = True) -> None:
    """Play a scenario in both games on MuJoCo's physics; everything must be equal."""
    reference = Reference(scenario.setup)
    ours = Ours(scenario.setup, reference, compat=compat)
    scenario.play(Lockstep([reference, ours], same))


@dataclass
class Divergence:
    """How far two simulations diverge when each makes its own steps."""

    cycles: int = 0
    equal_texts: int = 0  # cycles until the first byte of text that differs
    alike_texts: int = 0  # cycles until a number differs by more than one in the last digit
    equal_games: int = 0  # cycles until the first play mode, score or foul that differs
    worst: float = 0.0  # m, of ball and players, as long as the game is the same

    def see(self, expected: Frame, actual: Frame) -> None:
        """Add a cycle."""
        if self.equal_texts == self.cycles and not any(text_differences(expected, actual)):
            self.equal_texts += 1
        if self.alike_texts == self.cycles and are_alike(expected, actual):
            self.alike_texts += 1
        visible = ("play mode", "play time", "score")
        if (
            self.equal_games == self.cycles
            and all(expected.game[name] == actual.game[name] for name in visible)
            and expected.fouls == actual.fouls
        ):
            self.equal_games += 1
            for _, there, here in poses(expected, actual):
                apart = np.abs(there.position - here.position).max()
                self.worst = float(
                    np.maximum(self.worst, apart)
                )  # which keeps what is not a number
        self.cycles += 1


def running_freely(scenario: Scenario) -> Divergence:
    """Play a scenario in two simulations, each with its own physics."""
    divergence = Divergence()
    runners: list[Runner] = [Reference(scenario.setup), Ours(scenario.setup)]
    scenario.play(Lockstep(runners, divergence.see))
    return divergence
