"""Recorded games of the real rcssserver 19, and their replay."""

import gzip
import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rcssgym

FOLDER = Path(__file__).parents[2] / "reference" / "disc"
NAMES = sorted(path.name.removesuffix(".json.gz") for path in FOLDER.glob("*.json.gz"))
STANDING = 0x1
GOALIE = 0x8
FAULTS = {"tackle": 0x2000, "catch": 0x20}
CLEARED = 9.45001
"""Distance to which clearing moves players: circle, player and a hundredth of a millimetre, m."""


class Recording:
    """A recorded game; ``record`` is the current cycle."""

    def __init__(self, name: str) -> None:
        self.name = name
        with gzip.open(FOLDER / f"{name}.json.gz") as file:
            self.trace: dict[str, Any] = json.load(file)
        self.records: list[dict[str, Any]] = self.trace["cycles"]
        self.record = self.records[0]
        self.lots = 0
        """Number of points and directions that were taken from printed positions."""
        self.sim = rcssgym.DiscSimulation(
            self.trace["server_param"],
            self.trace["player_param"],
            self.trace["player_types"],
            chance=self.chance,
        )
        for player in self.trace["players"]:
            self.sim.add_player("L" if player["side"] == "l" else "R", player["goalie"])
        first = self.records[0]
        for _ in range(first["stopped"] - 1 if first["cycle"] == 0 else 0):
            self.sim.step()

    def flags(self, index: int) -> int:
        """The player's flags after the cycle."""
        standing = STANDING | (GOALIE if self.trace["players"][index]["goalie"] else 0)
        return int(self.record["flags"].get(str(index), standing))

    def said(self, begin: str) -> bool:
        return any(message.startswith(begin) for message in self.record.get("referee", []))

    def chance(
        self, kind: str, player: rcssgym.DiscPlayer | None, _probability: float | None
    ) -> bool | float | tuple[float, float] | None:
        """Return the real server's random draw, as far as the record shows it."""
        if kind in FAULTS:
            assert player is not None
            return not self.flags(player.__index__()) & FAULTS[kind]
        if kind == "foul":
            return self.said("foul_charge")
        if kind == "card":
            return self.said("red_card") and not self.said("yellow_card")
        if kind == "toss":
            return self.said("penalty_setup_l")
        if kind == "penalty_side":
            return self.said("penalty_onfield_l")
        self.lots += 1
        players = self.record.get("players")
        if player is None or players is None:
            return None
        x, y = players[player][:2]
        if kind == "separation":
            ball = self.record["ball"]
            return math.degrees(math.atan2(y - ball[1], x - ball[0]))
        # A player placed in the centre circle was at once moved out of it.
        inside = abs(math.hypot(x, y) - CLEARED) < 1e-5
        return (0.9 * x, 0.9 * y) if inside else (x, y)

    def commands(self) -> Iterator[tuple[int, str]]:
        """Yield senders (-1: trainer) and commands of the cycle, in the order the server used."""
        said = {-1: list(self.record.get("trainer", []))}
        said |= {int(index): list(texts) for index, texts in self.record["commands"].items()}
        for index in self.record.get("order", []):
            if said.get(index):
                yield index, said[index].pop(0)
        for index, texts in said.items():
            yield from ((index, text) for text in texts)

    def play(self) -> Iterator[dict[str, Any]]:
        """Play cycle after cycle; yields the record of each cycle after it."""
        for record in self.records:
            self.record = record
            for coach, text in record.get("coach", []):
                self.sim.coach(coach.removesuffix("_Coach")).send(text)
            for index, text in self.commands():
                if index < 0:
                    assert self.sim.trainer(text).startswith("(ok "), text
                else:
                    self.sim.players[index].send(text)
            self.sim.step()
            yield record
