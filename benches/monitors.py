"""What a monitor costs the server in processor time: one of rcsssmj's, and one of SimSpark's."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from benches.peers.servers import OURS, free_ports
from benches.server import MOST_ROUNDS, Figures, Load, build_clients, middle, run

MONITORS = 60
MOST = 1.3
"""Times as much as rcsssmj's that SimSpark's may cost."""


def _load(monitors: int) -> Load:
    name = f"14 T1 and {monitors} monitors, real time"
    return Load(name, True, 14, monitors, "ssim", (1000, 0))


@dataclass
class MonitorCost:
    """What the clients measured in each round: with nobody watching, and with monitors."""

    nobody: list[Figures] = field(default_factory=list)
    rcsssmj: list[Figures] = field(default_factory=list)
    simspark: list[Figures] = field(default_factory=list)

    def of(self, watched: list[Figures]) -> float:
        """Share of a core that one monitor takes."""
        return (middle(watched, "server_cpu") - middle(self.nobody, "server_cpu")) / MONITORS

    @property
    def ratio(self) -> float:
        """How many times as much one of SimSpark's takes as one of rcsssmj's."""
        return self.of(self.simspark) / self.of(self.rcsssmj)


def measure(rounds: int) -> MonitorCost:
    """Load our server in turn. Raises :class:`benches.server.NoClientsError` without Rust."""
    clients = build_clients()
    cost = MonitorCost()
    for _ in range(min(rounds, MOST_ROUNDS)):
        (port,) = free_ports(1)
        load = _load(MONITORS)
        cost.nobody.append(run(clients, OURS, _load(0), load.cycles[0]))
        cost.rcsssmj.append(run(clients, OURS, load, load.cycles[0]))
        cost.simspark.append(run(clients, OURS, load, load.cycles[0], port))
    print("measured monitors of both protocols", file=sys.stderr)
    return cost


def rows(cost: MonitorCost) -> list[str]:
    """Say what was measured, and whether it is little enough."""
    shares = [100 * cost.of(watched) for watched in (cost.rcsssmj, cost.simspark)]
    reached = "yes" if cost.ratio <= MOST else "no"
    return [
        _load(MONITORS).name,
        f"  one of rcsssmj's  {shares[0]:6.3f} % of a core",
        f"  one of SimSpark's {shares[1]:6.3f} % of a core",
        f"  {cost.ratio:.2f}x  (at most {MOST:g}x: {reached})",
    ]
