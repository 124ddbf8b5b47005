"""The page's table of protocol rules that no server follows, compared with messages.

The forms of messages in the table are searched for in recorded messages of rcsssmj's server to
agents, and in those of ours: the forms of both must be there, those of the document must not.
"""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from snippets import DOCS
from soccer.libraries import call
from soccer.lockstep import Lockstep
from soccer.ours import Ours
from soccer.reference import Reference
from soccer.setups import Setup

from benches.peers.servers import OURS
from server.events import Recording, read
from server.recorder import record
from server.test_differential import GOLDEN

SCRIPTS = ("talking", "refusals", "beaming")
PLACE = re.compile(r"\b(NAME|BASE64|X|Y|Z|DISTANCE|AZIMUTH|ELEVATION)\b")
WORDS = {"NAME": r"[^ ()]+", "BASE64": r"[A-Za-z0-9+/]+=*"}
NUMBER = r"-?\d+(?:\.\d+)?"
EFFECTORS = ("(say ", "(SPK ")


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    about: str
    document: str
    both: str


def rows() -> Iterator[Row]:
    section = (DOCS / "server.md").read_text().partition("\n## The protocol document\n")[2]
    for line in section.partition("\n## ")[0].splitlines():
        if line.startswith("| ") and not line.startswith("| what |"):
            yield Row(*line.removeprefix("| ").removesuffix(" |").split(" | "))


ROWS = {row.about: row for row in rows()}


def forms(text: str) -> list[str]:
    """Return patterns of messages to agents, from the forms in a cell."""
    found = [form for form in re.findall(r"`(\(.*?)`", text) if not form.startswith(EFFECTORS)]
    return [
        "".join(
            WORDS.get(part, NUMBER) if at % 2 else re.escape(part)
            for at, part in enumerate(PLACE.split(form))
        )
        for form in found
    ]


@pytest.fixture(scope="module", params=["rcsssmj", "ours"])
def recording(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Recording:
    """Messages of each of two servers to agents in some scripts."""
    if request.param == "rcsssmj":
        golden = read(GOLDEN)
        found = {script: golden[f"parallel {script}"] for script in SCRIPTS}
    else:
        folder: Path = tmp_path_factory.mktemp("recording")
        found = {script: record(OURS, "parallel", script, folder) for script in SCRIPTS}
    return {
        script: [event for event in events if event.message.startswith(b"(time ")]
        for script, events in found.items()
    }


def texts(recording: Recording, *scripts: str) -> list[str]:
    return [event.message.decode() for name in scripts or SCRIPTS for event in recording[name]]


def found(pattern: str, text: str) -> tuple[float, ...]:
    match = re.search(pattern, text)
    assert match is not None, text
    return tuple(map(float, match[1].split()))


def position(text: str) -> tuple[float, ...]:
    return found(r"\(pos \(n torso_pos\) \(p ([^)]*)\)\)", text)


@pytest.mark.parametrize("about", ROWS)
def test_forms(recording: Recording, about: str) -> None:
    everything = "\n".join(texts(recording))
    row = ROWS[about]
    if about not in ("time", "order in `pol`"):  # only digits or meaning differ: see below
        for form in forms(row.document):
            assert re.search(form, everything) is None, form
    if about != "time":  # the time is replaced by the cycle
        for form in forms(row.both):
            assert re.search(form, everything) is not None, form


def test_the_table_has_forms() -> None:
    assert len(ROWS) == 16
    assert sum(len(forms(row.document)) for row in ROWS.values()) >= 11
    assert sum(len(forms(row.both)) for row in ROWS.values()) >= 14


def test_times_have_two_digits(recording: Recording) -> None:
    # A time is replaced by the number of cycles if its two digits, truncated, are right.
    assert all(re.match(r"\(time \(now <\d+>\)\)", text) for text in texts(recording))
    assert math.trunc(sum([0.005] * 12) * 100) / 100 == 0.05


def test_distance_comes_first(recording: Recording) -> None:
    text = texts(recording, "beaming")[0]
    x, y, _ = position(text)
    distance, azimuth, elevation = found(r"\(B \(pol ([^)]*)\)\)", text)
    assert distance == pytest.approx(math.hypot(x, y), abs=0.2)
    assert abs(azimuth) < 60.0
    assert -5.0 < elevation < 0.0


def test_robots_that_stand_are_accelerated_upwards(recording: Recording) -> None:
    upwards = [
        found(r"\(ACC \(n torso_acc\) \(a ([^)]*)\)\)", t)[2] for t in texts(recording, "talking")
    ]
    assert all(9.0 < z < 11.0 for z in upwards[-6:])


def test_both_teams_have_the_same_y(recording: Recording) -> None:
    places = {(-4.0, 3.0): (4.0, 3.0), (-7.5, -8.25): (7.5, -8.25), (-2.0, 6.0): (2.0, 6.0)}
    last = {(event.turn, event.who): event.message.decode() for event in recording["beaming"]}
    found_places = {}
    for (turn, who), text in last.items():
        if who == "red" and (turn, "blue") in last:
            other = last[turn, "blue"]
            found_places[_place(text)] = _place(other)
            (w, _, _, z), (v, _, _, u) = _quaternion(text), _quaternion(other)
            if turn >= 2:  # their headings differ by half a turn
                assert abs(w * v + z * u) < 0.05
    assert places.items() <= found_places.items()


def _place(text: str) -> tuple[float, float]:
    x, y, _ = position(text)
    return round(x, 2), round(y, 2)


def _quaternion(text: str) -> tuple[float, ...]:
    return found(r"\(quat \(n torso_quat\) \(q ([^)]*)\)\)", text)


@pytest.mark.parametrize("kind", [Reference, Ours])
def test_a_place_that_is_taken_is_no_hindrance(kind: type[Reference] | type[Ours]) -> None:
    runner = kind(Setup())
    game = Lockstep([runner], lambda _, __: None)
    players = game.join(("T1", "Reds", 1), ("T1", "Reds", 2))
    game.cycle()
    for key in players:
        assert key is not None
        beam = f"r-{key[0]}-{key[1]}-beam"
        game.act(key, call("BeamAction", beam, (3.0, 4.0, 0.0)))
    game.cycle()
    for agent in runner.simulation.sim_agents:
        assert agent.xpos[:2] == pytest.approx((-3.0, 4.0), abs=0.05)


def test_modules() -> None:
    row = ROWS["modules of the classes"]
    for name in re.findall(r"`([a-z._]+)`", row.document):
        with pytest.raises(ModuleNotFoundError):
            importlib.import_module(name)
    names = re.findall(r"`([a-z._]+)`", row.both)
    assert len(names) == 6
    for name in names:
        importlib.import_module(name)
