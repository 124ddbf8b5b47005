"""Monitors see the same from both: rcsssmj's own monitor gets the same messages, byte by byte."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from additions import with_corner
from rcssgym.soccer import SceneGraph, SoccerSimulation, TransformNode, create_soccer_field
from rcsssmj.server.remote_monitor import RSMPMonitor
from rcsssmj.sim.state_info import SceneGraph as ReferenceGraph
from rcsssmj.sim.state_info import TransformNode as ReferenceNode

from soccer.comparison import same
from soccer.libraries import OURS
from soccer.lockstep import Compare, Lockstep
from soccer.ours import Ours
from soccer.reference import Reference
from soccer.scenario import Scenario
from soccer.scenarios import SCENARIOS
from soccer.setups import Setup

SHOWN = (
    "place_player-left",
    "looking_everywhere-fifa-left",
    "every_robot_moves-fifa7vs7-left",
)
"""Scenarios of the short form, in which all robots move and are moved. The long form has all."""
PARTICIPANTS = (("T1", "Reds", 1), ("K1", "Blues", 1), ("ant", "Reds", 2), ("T1", "Blues", 10))


class Monitor(RSMPMonitor):  # type: ignore[misc]  # rcsssmj has no types
    """rcsssmj's monitor; it keeps the last message."""

    message = ""

    def _emit_message(self, message: str) -> None:
        self.message = message


@dataclass
class Monitored(Lockstep):
    """Also compares the messages to a monitor of each simulation."""

    monitors: list[Monitor] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    def check(self, compare: Compare | None = None) -> None:
        super().check(compare)
        self.monitors = self.monitors or [Monitor() for _ in self.runners]
        texts = [
            _tell(monitor, runner.simulation)
            for monitor, runner in zip(self.monitors, self.runners, strict=True)
        ]
        expected = with_corner(texts[0].encode()).decode()
        for other in texts[1:]:
            _same_text(expected, other)
        self.messages.append(texts[0])


def _tell(monitor: Monitor, simulation: Any) -> str:
    monitor.message = ""
    information = simulation.generate_state_information()
    monitor.update(information, simulation.frame_id, simulation.last_recompilation)
    return monitor.message


def _same_text(expected: str, actual: str) -> None:
    """Fail with the first expression that differs; a plain assertion would compare for minutes."""
    if expected == actual:
        return
    pairs = zip(expected.split(")"), actual.split(")"), strict=False)
    for index, (there, here) in enumerate(pairs):
        assert there == here, f"expression {index}"
    raise AssertionError(f"{len(expected)} != {len(actual)} characters")


def _game(setup: Setup, *, copying: bool = True) -> Monitored:
    reference = Reference(setup, meshes=True)
    return Monitored([reference, Ours(setup, reference if copying else None)], same)


@pytest.mark.parametrize(
    "scenario", [s for s in SCENARIOS if s.name in SHOWN], ids=lambda scenario: scenario.name
)
def test_monitors_are_told_the_same(scenario: Scenario) -> None:
    game = _game(scenario.setup)
    scenario.play(game)
    assert sum("(sg 1 0)diff" in message for message in game.messages) >= 3


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_monitors_are_told_the_same_in_every_scenario(scenario: Scenario) -> None:
    scenario.play(_game(scenario.setup))


@pytest.mark.parametrize("pitch", ["fifa", pytest.param("fifa7vs7", marks=pytest.mark.long)])
def test_players_come_and_go(pitch: str) -> None:
    game = _game(Setup(field=pitch))
    random = np.random.default_rng(3)
    present: list[Any] = []
    for cycle in range(120):
        if cycle % 20 == 5:
            who = PARTICIPANTS[int(random.integers(len(PARTICIPANTS)))]
            joined = game.join(who)[0]
            if joined is None:
                game.leave(present.pop(0))
            else:
                present.append(joined)
                game.put(joined, *random.uniform(-5, 5, size=3))
        game.cycle()
    kinds = ["full" if "(sg 1 0)full" in m else "diff" for m in game.messages if m]
    # One for each change, and the first one.
    assert kinds.count("full") == 7
    assert kinds.count("diff") == 53


class TestText:
    """Tests of the classes, without a game."""

    @pytest.fixture
    def simulation(self) -> SoccerSimulation:
        simulation = SoccerSimulation(create_soccer_field("fifa7vs7"))
        simulation.init()
        simulation.add_players([OURS.InitRequest("ant", "Reds", 1)])
        return simulation

    def test_it_comes_where_rcsssmj_has_it(self, simulation: SoccerSimulation) -> None:
        reference = Reference(Setup(), meshes=True).simulation
        expected = [information.name for information in reference.generate_state_information()]
        found = simulation.generate_state_information()
        assert [information.name for information in found] == expected
        assert isinstance(found[1], SceneGraph)

    def test_a_graph_keeps_its_frame(self, simulation: SoccerSimulation) -> None:
        graph = _graph(simulation)
        before = graph.to_sexp(True)
        for _ in range(10):
            simulation.step()
        simulation.remove_players([*simulation.sim_agents])
        assert graph.to_sexp(True) == before
        assert _graph(simulation).to_sexp(True) != before

    def test_every_cache_is_an_audience(self, simulation: SoccerSimulation) -> None:
        one, other = TransformNode(), TransformNode()
        graph = _graph(simulation)
        everything = graph.to_sexp(False, node_cache=one)
        assert "SLT" in everything
        assert "SLT" not in graph.to_sexp(False, node_cache=one)
        assert graph.to_sexp(False, node_cache=other) == everything
        one.reset()
        assert graph.to_sexp(False, node_cache=one) == everything

    def test_graphs_of_a_simulation_share_a_cache(self, simulation: SoccerSimulation) -> None:
        _graph(simulation).to_sexp(True)
        assert "SLT" not in _graph(simulation).to_sexp(False)

    def test_a_cached_text_is_returned_if_allowed(self) -> None:
        texts = []
        for simulation, node in (
            (Reference(Setup(), meshes=True).simulation, ReferenceNode()),
            (Ours(Setup()).simulation, TransformNode()),
        ):
            graph = simulation.generate_state_information()[1]
            texts.append(
                [
                    graph.to_sexp(True, node_cache=node, allow_cached=True),
                    graph.to_sexp(False, node_cache=node, allow_cached=True),
                    graph.to_sexp(False, node_cache=node),
                    graph.to_sexp(True, node_cache=node, allow_cached=True),
                ]
            )
        assert texts[0] == texts[1]
        assert texts[0][0] == texts[0][1] != texts[0][2] == texts[0][3]

    def test_arguments_are_those_of_rcsssmj(self) -> None:
        names = ReferenceGraph.to_sexp.__code__.co_varnames[:4]
        assert SceneGraph.to_sexp.__code__.co_varnames[:4] == names


def _graph(simulation: SoccerSimulation) -> SceneGraph:
    graph = simulation.generate_state_information()[1]
    assert isinstance(graph, SceneGraph)
    return graph
