"""Games of running servers, shown through their monitor ports, in a real browser."""

import contextlib
import itertools
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import rcssgym
from numpy.typing import NDArray
from policy.agent.test_server import free_port, serving
from processes import ending
from rcssgym.soccer import FIFA7vs7SoccerField, SSim2026Rules
from rcssgym.view.monitor import ServerMonitor
from rcssgym.view.page import Page

from browser.conftest import Eye
from browser.games import Crowd, running, served


@contextlib.contextmanager
def ours() -> Iterator[rcssgym.SoccerSimServer]:
    with served() as server:
        yield server


@contextlib.contextmanager
def simspark() -> Iterator[rcssgym.SoccerSimServer]:
    server = rcssgym.SoccerSimServer(
        Crowd(FIFA7vs7SoccerField(), SSim2026Rules(), seed=1),
        agent_port=0,
        monitor_port=0,
        simspark_agent_port=0,
        simspark_monitor_port=0,
        protocol="simspark",
        render=False,
    )
    with running(server):
        yield server


def joints(server: rcssgym.SoccerSimServer) -> NDArray[np.float64]:
    """Return the angles of the first robot, a T1, deg."""
    ball_and_root = 7 + 7
    angles: NDArray[np.float64] = server.sim._world.qpos()[ball_and_root : ball_and_root + 23]
    return np.degrees(angles)


def monitored(server: rcssgym.SoccerSimServer) -> tuple[str, int]:
    return server.simspark_monitor_address or server.monitor_address


@pytest.mark.parametrize("is_simspark", [False, True])
def test_a_monitor_shows_a_server_and_commands_it(
    eye: Callable[..., Eye], is_simspark: bool
) -> None:
    with (
        simspark() if is_simspark else ours() as server,
        Page(0) as page,
        ServerMonitor(page, monitored(server), simspark=is_simspark),
    ):
        look = eye(page.url, 1000, 600)
        look.shows()
        look.wait("robots, lines and shadows on the canvas", lambda: look.colours() > 50)
        numbers = "viewer.trees().filter(([, number]) => number !== null)"
        assert sorted(look.ask(numbers)) == [[0, 1], [0, 2], [1, 1], [1, 2]]
        look.page.press("body", "k")
        look.until("its command counts", "viewer.standing.game.mode === 'KickOff_Left'")
        look.keep("monitor-simspark" if is_simspark else "monitor")
        look.page.press("body", "o")
        look.until("its joints are listed", "document.querySelectorAll('#joints b').length === 23")
        angles = "[...document.querySelectorAll('#joints b')].map(b => parseFloat(b.textContent))"
        look.wait("angles", lambda: np.abs(look.ask(angles) - joints(server)).max() < 3.0)
        look.until("it is told what it sees", "Array.isArray(viewer.insight?.seen)")
        assert look.ask("viewer.insight.pushes") is None
        assert look.ask("document.querySelector('#forces').disabled")
        assert "Neither logs nor monitors" in look.ask("document.querySelector('#forces').title")
        assert "without camera noise" in look.ask("document.querySelector('#source').textContent")


def test_a_monitor_of_rcsssmj(eye: Callable[..., Eye], tmp_path: Path) -> None:
    pytest.importorskip("rcsssmj", reason="the server is rcsssmj's")
    port = free_port()
    with (
        serving(tmp_path, "--mport", str(port)),
        Page(0) as page,
        ServerMonitor(page, ("127.0.0.1", port)),
    ):
        look = eye(page.url)
        look.shows()
        look.page.press("body", "k")
        look.until("its command counts", "viewer.standing.game.mode === 'KickOff_Left'")


def test_a_monitor_waits_for_its_server(eye: Callable[..., Eye]) -> None:
    messages: list[str] = []
    with Page(0) as page, served() as server:
        address = server.monitor_address
        with ServerMonitor(page, address, tell=messages.append):
            look = eye(page.url)
            look.shows()
            server.shutdown()
            look.wait("it is told", lambda: messages)
            assert messages[0].startswith("waiting for the server: ")
            seen = look.ask("viewer.frames")
            with served(monitor_port=address[1]):
                look.until("it goes on", f"viewer.frames > {seen} + 3")
            assert len(messages) == 2


def test_nobody_to_be_shown() -> None:
    with Page(0) as page:
        with pytest.raises(rcssgym.ArgumentError, match="port: 0 is not from 1 to 65535"):
            ServerMonitor(page, ("127.0.0.1", 0))
        with pytest.raises(rcssgym.ServerError, match="no server at 127"):
            ServerMonitor(page, ("127.0.0.1", free_port()), patience=0.1)


def test_a_policy_is_seen_where_it_plays(eye: Callable[..., Eye]) -> None:
    """``rcssgym play --web`` shows the server's game and its camera follows the policy's robot."""
    simulation = rcssgym.SoccerSimulation(FIFA7vs7SoccerField(), SSim2026Rules(), seed=1)
    server = rcssgym.SoccerSimServer(simulation, agent_port=0, monitor_port=0, render=False)
    with running(server):
        ports = ["--port", str(server.agent_address[1]), "--mport", str(server.monitor_address[1])]
        command = [sys.executable, "-m", "rcssgym", "play", "--policy", "T1Walk", "--unum", "5"]
        playing = subprocess.Popen(
            [*command, *ports, "--web", "0", "--command", "0.5,0,0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        with ending(playing):
            assert playing.stderr is not None
            where = re.fullmatch(r"watch at (\S+)\n", playing.stderr.readline())
            assert where is not None
            look = eye(where[1], 1000, 600)
            look.shows()
            look.until("it is followed", "document.querySelector('#robot').value !== ''")
            look.until("by its camera", "document.querySelector('#camera').value === 'robot'")
            chosen = "document.querySelector('#robot').selectedOptions[0].text"
            assert look.ask(chosen) == "rcssgym #5"
            drawn = look.ask("viewer.calls().frame")
            look.until("it is drawn from there", f"viewer.calls().frame > {drawn} + 2")
            look.keep("play")


def test_a_page_says_what_pictures_take_and_keeps_a_step_of_quality(
    eye: Callable[..., Eye],
) -> None:
    with served() as server:
        look = eye(f"{server.web_url}&quality=3&meter", 1000, 600)
        look.shows()
        said = "document.querySelector('#measured').textContent"
        for line in ("4 robots, ", " draw calls, ", "700 x 420 pixels", "step 3 of quality"):
            look.until(f"it says {line!r}", f"{said}.includes({line!r})")
        assert look.ask("document.querySelector('#quality').hidden")
        look.keep("meter")
        look.page.press("body", "m")
        assert look.ask("document.querySelector('#meter').hidden")


def test_a_page_draws_coarser_while_pictures_come_slowly(eye: Callable[..., Eye]) -> None:
    """Times between pictures are simulated; the page's own do not come between those of a call."""
    steps = """([interval, seconds]) => {
        const steps = [];
        for (let time = 0; time < 1000 * seconds; time += interval) {
            viewer.quality.add(interval);
            const step = Number(/step (.)/.exec(viewer.quality.words)[1]);
            if (step !== steps.at(-1)) steps.push(step);
        }
        const sign = document.querySelector("#quality");
        return [steps, sign.hidden ? "" : sign.textContent, document.querySelector("canvas").width];
    }"""
    with served() as server:
        look = eye(server.web_url, 1000, 600)
        look.shows()
        evaluate = look.page.evaluate
        # A browser that renders in software begins with the coarsest step.
        slow, sign, width = evaluate(steps, [30, 3])
        assert (slow, width) == ([4], 500)
        assert sign == "Drawn coarser: simple light, half the pixels; 33 pictures a second"
        quick, sign, width = evaluate(steps, [16, 1000])
        assert quick == [4, 3, 2, 1, 0]
        assert (sign, width) == ("", 1000)
        # Coarser steps are not faster here, as in a browser that saves battery: the page returns to
        # the finest step, and stays there for long.
        assert evaluate(steps, [50, 60])[0] == [0, 1, 2, 3, 4, 0]
        # After that the page tries again, by two steps at a time where pictures come very slowly.
        evaluate(steps, [16, 1000])
        found = evaluate(steps, [250, 10])[0]
        assert 2 in [after - before for before, after in itertools.pairwise(found)]


def test_robots_that_are_far_away_and_coarse_steps_take_fewer_triangles(
    eye: Callable[..., Eye],
) -> None:
    with served(robots=4) as server:

        def triangles(step: int, camera: str) -> int:
            look = eye(f"{server.web_url}&quality={step}", 640, 360)
            look.shows()
            look.page.select_option("#camera", camera)
            drawn = look.ask("viewer.calls().frame")
            look.until("it is drawn from there", f"viewer.calls().frame > {drawn} + 2")
            look.keep(f"step-{step}-{camera}")
            count: int = look.ask("viewer.calls().triangles")
            look.page.close()
            return count

        near, far = triangles(0, "ball"), triangles(0, "top")
        assert far < near / 2
        # This includes shadows, which are drawn separately where there is a shadow map.
        assert triangles(4, "ball") < near / 2
