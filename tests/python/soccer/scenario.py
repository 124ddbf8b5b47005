"""Scenarios: events from one team's perspective, and the play modes and fouls they must show."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import pi

import pytest
from _pytest.mark import ParameterSet

from soccer.frames import Key
from soccer.lockstep import Lockstep
from soccer.setups import Setup, limited

QUICK = limited(
    kick_off_time=1,
    throw_in_time=1,
    corner_kick_time=1,
    goal_kick_time=1,
    free_kick_time=1,
    direct_free_kick_time=1,
    goal_pause_time=1,
    ground_max_time=1,
    goalie_ground_max_time=2,
    not_standing_max_time=2,
    goalie_not_standing_max_time=3,
)
SECOND = 50  # cycles


@dataclass(frozen=True)
class Side:
    """The team from whose perspective a scenario is written; in its frame it attacks towards +x."""

    name: str  # LEFT or RIGHT, the suffixes of rcsssmj's enumerations

    @property
    def index(self) -> int:
        """The team's number in identities and commands."""
        return ("LEFT", "RIGHT").index(self.name)

    @property
    def opponent(self) -> Side:
        """The other side."""
        return Side(("RIGHT", "LEFT")[self.index])

    @property
    def ahead(self) -> float:
        """Heading towards the opponents' goal, rad."""
        return (0.0, pi)[self.index]

    def x(self, along: float) -> float:
        """Convert an x coordinate from the team's frame to the world's."""
        return (along, -along)[self.index]

    def fill(self, text: str) -> str:
        """Replace OWN and OTHER by names of sides."""
        return text.replace("OWN", self.name).replace("OTHER", self.opponent.name)


Script = Callable[[Lockstep, Side], None]


@dataclass(frozen=True)
class Scenario:
    """A script for one side with its setup and the play modes and fouls that it must show."""

    name: str
    script: Script
    side: Side
    setup: Setup
    play_modes: frozenset[str]
    fouls: frozenset[str]

    def play(self, game: Lockstep) -> None:
        """Run the script and check that it has shown what it should."""
        self.script(game, self.side)
        assert self.play_modes <= game.play_modes, self.play_modes - game.play_modes
        assert self.fouls <= game.fouls, self.fouls - game.fouls


@dataclass
class Collection:
    """The scenarios of a module, in order."""

    scenarios: list[Scenario] = field(default_factory=list)

    def add(
        self,
        setup: Setup = QUICK,
        *,
        play_modes: Iterable[str] = (),
        fouls: Iterable[str] = (),
        sides: Iterable[str] = ("LEFT", "RIGHT"),
        variant: object = "",
    ) -> Callable[[Script], Script]:
        """Register a script for these sides; `variant` distinguishes its name from others."""

        def register(script: Script) -> Script:
            for name in sides:
                side = Side(name)
                modes = frozenset(side.fill(mode) for mode in play_modes)
                label = "-".join(filter(None, (script.__name__, str(variant), name.lower())))
                self.scenarios.append(Scenario(label, script, side, setup, modes, frozenset(fouls)))
            return script

        return register


def parameters(scenarios: Iterable[Scenario], usual: Iterable[Scenario]) -> list[ParameterSet]:
    """Scenarios to parametrize a test by: the long form also has those that are not usual."""
    names = {one.name for one in usual}
    return [
        pytest.param(one, id=one.name, marks=[] if one.name in names else [pytest.mark.long])
        for one in scenarios
    ]


def teams(
    game: Lockstep, side: Side, own: int = 2, other: int = 2, model: str = "ant", first: int = 1
) -> tuple[list[Key], list[Key]]:
    """Let two teams join; return the keys of `side`'s team and of the other."""
    sizes = {side.name: own, side.opponent.name: other}
    for name, team in (("LEFT", "Reds"), ("RIGHT", "Blues")):
        game.join(*((model, team, number) for number in range(first, first + sizes[name])))
    keys = {
        name: [(index, number) for number in range(first, first + sizes[name])]
        for index, name in enumerate(("LEFT", "RIGHT"))
    }
    return keys[side.name], keys[side.opponent.name]


def play_on(game: Lockstep) -> None:
    """Enter free play with no players near the ball: drop it where no player stands."""
    game.command("DropBallCommand", (0.0, -12.0))
    game.cycle()
    game.expect("PLAY_ON")
