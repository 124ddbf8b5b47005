"""Processor time that a monitor costs the server, by protocol: rcsssmj's and SimSpark's.

Monitors of one kind, monitors of the other kind, and nobody watch the same game of one server in
turn. The order differs every round, so that other load on the machine affects all three alike.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from benches.peers.servers import OURS, serving
from benches.server import Figures, ask, build_clients, middle

MOST = 1.3
"""Highest acceptable ratio of the cost of SimSpark's monitors to that of rcsssmj's."""
AGENTS = 14
SECONDS = 4.0
"""How long one set of monitors watches in a round."""
STATES = {"standing": 0.0, "stepping, falling, struggling": 30.0}
"""How far legs swing to both sides in each state, degrees."""
MONITORS = (1, 32)


@dataclass
class MonitorCost:
    """What was measured in each round, with robots in one state.

    One list is for nobody watching, the others are for `monitors` monitors of either protocol.
    """

    state: str
    monitors: int
    nobody: list[Figures] = field(default_factory=list)
    rcsssmj: list[Figures] = field(default_factory=list)
    simspark: list[Figures] = field(default_factory=list)

    def of(self, watched: list[Figures]) -> float:
        """Share of a core that one monitor takes.

        The median over rounds; from each, the share with nobody watching is subtracted.
        """
        pairs = zip(watched, self.nobody, strict=True)
        extra = [float(some["server_cpu"]) - float(none["server_cpu"]) for some, none in pairs]
        return median(extra) / self.monitors

    @property
    def ratio(self) -> float:
        """Cost of one of SimSpark's monitors, relative to one of rcsssmj's."""
        return self.of(self.simspark) / self.of(self.rcsssmj)


def measure(rounds: int) -> list[MonitorCost]:
    """Load our server. Raises :class:`benches.server.NoClientsError` without Rust."""
    clients = build_clients()
    costs = []
    for state, swing in STATES.items():
        for monitors in MONITORS:
            costs.append(_measure(clients, MonitorCost(state, monitors), swing, rounds))
            print(f"measured {monitors} monitors of robots {state}", file=sys.stderr)
    return costs


def _measure(clients: Path, cost: MonitorCost, swing: float, rounds: int) -> MonitorCost:
    flags = ("--protocol", "both", "--simspark-aport", "0", "--simspark-mport", "0")
    with tempfile.TemporaryDirectory() as folder, serving(OURS, Path(folder), *flags) as server:
        figures = ask(
            clients,
            server,
            mport=server.mport,
            compare=server.port("SimSpark monitor"),
            agents=AGENTS,
            monitors=cost.monitors,
            cycles=round(SECONDS / 0.02),
            rounds=rounds,
            swing=swing,
        )
    cost.nobody, cost.rcsssmj, cost.simspark = (
        figures[name] for name in ("nobody", "one", "other")
    )
    return cost


def rows(costs: list[MonitorCost]) -> list[str]:
    """Return lines that say what was measured, and whether the ratio is low enough."""
    lines = [f"monitors of {AGENTS} T1 in real time, {SECONDS:g} s each in turn, per monitor"]
    for cost in costs:
        lines.append(f"  {cost.monitors} watching robots {cost.state}")
        for name, watched in (("rcsssmj's", cost.rcsssmj), ("SimSpark's", cost.simspark)):
            rate = middle(watched, "frames") / middle(watched, "seconds")
            size = middle(watched, "bytes") / middle(watched, "frames")
            lines.append(
                f"    {name:10s} {100 * cost.of(watched):7.4f} % of a core, "
                f"{1e6 * cost.of(watched) / rate:6.1f} us a frame of {size:,.0f} bytes, "
                f"{rate:.1f} frames/s"
            )
        reached = "yes" if cost.ratio <= MOST else "no"
        lines.append(f"    {cost.ratio:.2f}x  (at most {MOST:g}x: {reached})")
    return lines
