"""Monitor that shows the game of a 2D server in the viewer; it listens to the server by UDP."""

from __future__ import annotations

import math
import re
import socket
from dataclasses import dataclass, field

from rcssgym.disc.commands import PLAY_MODES
from rcssgym.view.discs import CYCLE, Disc, scored_by
from rcssgym.view.listener import PATIENCE, Listener
from rcssgym.view.page import Page

HELLO, BYE = b"(dispinit version 4)\0", b"(dispbye)\0"
LARGEST = 1 << 16
"""Maximum size of a packet, bytes."""

_SHOW = re.compile(r"\(show (\d+)")
_BALL = re.compile(r"\(\(b\) (\S+) (\S+)")
_PLAYER = re.compile(r"\(\(([lr]) (\d+)\) \S+ (\S+) (\S+) (\S+) \S+ \S+ (\S+)")
_TEAMS = re.compile(r"\((?:tm|team \d+) (\S+) (\S+) (\d+) (\d+)(?: (\d+) (\d+) (\d+) (\d+))?")
_MODE = re.compile(r"\(playmode \d+ (\w+)\)|\(pm (\d+)\)")


@dataclass
class MonitoredGame:
    """State of the game according to the latest messages to monitors."""

    cycle: int | None = None
    ball: tuple[float, float] = (0.0, 0.0)
    players: list[Disc] = field(default_factory=list)
    teams: tuple[str, str] = ("left", "right")
    score: tuple[int, int] = (0, 0)
    kicks: tuple[tuple[int, ...], ...] = ((), ())
    """Kicks of a shoot-out, scored and missed, of left and right."""
    mode: str = "before_kick_off"

    def hear(self, text: str) -> bool:
        """Read a message of version 4; return whether it shows the game."""
        if found := _TEAMS.search(text):
            left, right, *goals = found.groups(default="0")
            names = (left.strip('"'), right.strip('"'))
            self.teams = (names[0] or "left", names[1] or "right")
            left_goals, right_goals, *kicks = map(int, goals)
            self.score = left_goals, right_goals
            self.kicks = (*kicks[:2],), (*kicks[2:],)
        if found := _MODE.search(text):
            name, number = found.groups()
            self.mode = name or PLAY_MODES[min(int(number), len(PLAY_MODES) - 1)]
        shown, ball = _SHOW.match(text), _BALL.search(text)
        if shown is None or ball is None:
            return False
        self.cycle = int(shown[1])
        self.ball = float(ball[1]), float(ball[2])
        self.players = [
            (int(side == "r"), int(number), float(x), float(y), math.radians(float(body)))
            for side, number, state, x, y, body in _PLAYER.findall(text)
            if int(state, 0) != 0
        ]
        return True


class DiscMonitor(Listener):
    """Shows the game of a 2D server on a page, in a thread of its own, until it is closed.

    :param page: the page.
    :param address: the server's host, and its port for players and monitors.
    """

    def __init__(self, page: Page, address: tuple[str, int]) -> None:
        super().__init__(page, address)
        self._start()

    def _listen(self) -> None:
        game = MonitoredGame()
        family, kind, _, _, address = socket.getaddrinfo(*self._address, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as monitor:
            monitor.settimeout(PATIENCE)
            while not self._over.is_set():
                if game.cycle is None:
                    monitor.sendto(HELLO, address)
                try:
                    message = monitor.recv(LARGEST)
                except (TimeoutError, ConnectionError):
                    continue
                text = message.rstrip(b"\0").decode("utf-8", "replace")
                if game.hear(text) and self._page.is_due():
                    self._page.show_discs(
                        CYCLE * (game.cycle or 0),
                        game.ball,
                        game.players,
                        scored_by(game.teams, game.kicks),
                        game.score,
                        game.mode,
                    )
            monitor.sendto(BYE, address)
