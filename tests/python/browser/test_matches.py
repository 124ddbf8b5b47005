"""Matches between programs with ``--web``, in a real browser through both halves."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

from policy.agent.test_server import free_port
from processes import ending

from browser.conftest import PATIENCE, Eye

EXAMPLES = Path(__file__).parents[3] / "examples"
TEAM = f"{sys.executable} {EXAMPLES / 'agents' / 'team.py'}"
"""A team of separate programs that connect as any team does, stand, and look for the ball."""
DISC_TEAM = f"{sys.executable} {EXAMPLES / 'disc_agents' / 'team.py'} --team"


@contextmanager
def match(out: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Yield the address of a match's page, and its process."""
    words = [sys.executable, "-m", "rcssgym", *options, "--out", str(out)]
    begun = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with ending(begun) as playing:
        try:
            assert playing.stderr is not None
            said = playing.stderr.readline()
            assert said.startswith("watch at http://127.0.0.1:"), said
            yield said.removeprefix("watch at ").strip(), playing
        finally:
            # The match also ends its teams and its server.
            playing.terminate()
            with suppress(subprocess.TimeoutExpired):
                playing.communicate(timeout=PATIENCE)


def opened(eye: Callable[..., Eye], url: str) -> Eye:
    """Return the page, once a server listens at its port."""
    address = urlsplit(url)
    end = time.monotonic() + PATIENCE
    # The browser must not try earlier: its error page may interfere with the next attempt.
    while True:
        try:
            socket.create_connection((address.hostname, address.port or 80), timeout=1.0).close()
            return eye(url, 800, 450)
        except OSError:
            assert time.monotonic() < end, f"nobody listens at {url}"
            time.sleep(0.05)


def test_a_match_of_real_programs_is_seen_through_both_halves(
    eye: Callable[..., Eye], tmp_path: Path
) -> None:
    # A half takes seconds, and so may a page until its first picture: players wait for it.
    is_seen = tmp_path / "seen"
    late = f"sh -c 'until [ -e {is_seen} ]; do sleep 0.05; done; exec {TEAM}'"
    teams = ["--left", late, "--right", f"{TEAM} --robot K1", "--left-name", "Ants"]
    times = ["--players", "2", "--half-time", "5", "--prepare", "1", "--web", str(free_port())]
    with match(tmp_path / "out", "match", *teams, *times) as (url, playing):
        look = opened(eye, url)
        look.shows()
        is_seen.touch()
        look.until("the left team's name", "viewer.standing?.game?.teams[0] === 'Ants'")
        look.until("and the right team's", "viewer.standing.game.teams[1] === 'away'")
        players = "viewer.trees().filter(([, number]) => number !== null)"
        look.until("all players", f"{players}.length === 4")
        look.until("somebody kicks off", "viewer.standing.game.mode === 'KickOff_Left'")
        look.reads("#mode", "Kick-off, left")
        look.shows()
        look.wait("robots, lines and shadows on the canvas", lambda: look.colours() > 50)
        assert look.page.is_hidden("#hands")  # the address has no token
        # A single player would have been followed; a game is shown from beside its ball.
        assert look.page.input_value("#camera") == "ball"
        look.keep("match-first")
        look.until("ends are changed", "viewer.standing.game.teams[1] === 'Ants'")
        look.reads("#right", "Ants")
        look.until("the other team kicks off", "viewer.standing.game.mode !== 'BeforeKickOff'")
        look.keep("match-second")
        assert playing.stdout is not None
        output = playing.stdout.read()
        assert playing.wait(PATIENCE) == 0, output
        assert "game 1: Ants 0 : 0 away" in output


def test_a_2d_match_of_real_programs_is_seen(eye: Callable[..., Eye], tmp_path: Path) -> None:
    names = ["--left-name", "Alpha", "--right-name", "Beta"]
    teams = ["--left", f"{DISC_TEAM} {{team}} --port {{port}}"]
    teams += ["--right", f"{DISC_TEAM} {{team}} --port {{port}}"]
    with match(
        tmp_path / "out", "disc", "match", *teams, *names, "--realtime", "--web", str(free_port())
    ) as (url, _):
        look = opened(eye, url)
        players = "viewer.trees?.().filter(([, number]) => number !== null)"
        look.until("both teams", f"globalThis.viewer && {players}?.length === 22")
        look.until("it plays", "viewer.standing.game.mode === 'play_on'")
        look.reads("#left", "Alpha")
        look.reads("#right", "Beta")
        look.reads("#mode", "Play on")
        look.shows()
        look.keep("match-discs")
