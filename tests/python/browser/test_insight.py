"""The page's display of robots' states, and its tools to change worlds, in a real browser."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from rcssgym import WorldBatch
from rcssgym.demo.game import DemoGame, show
from rcssgym.disc import DiscBatch, DiscSimulation
from rcssgym.disc.drawings import Arc, Circle, Drawing, Polygon, Text
from rcssgym.envs import WorldVectorEnv
from rcssgym.server import DiscServer
from rcssgym.view.disc_monitor import DiscMonitor
from rcssgym.view.live import Pace
from rcssgym.view.page import Page

from browser.conftest import Eye
from browser.games import served

FULL_SIDE = 11


@contextmanager
def played(robots: int = 1) -> Iterator[tuple[Page, DemoGame]]:
    """A demo in a thread of its own."""
    game, page, over = DemoGame(robots, seed=1), Page(0), threading.Event()

    def play() -> None:
        pace = Pace()
        while not over.is_set():
            for words in page.obey(game.worlds):
                game.obey(words)
            game.step()
            show(page, game)
            pace.wait(game.time)

    thread = threading.Thread(target=play)
    thread.start()
    try:
        yield page, game
    finally:
        over.set()
        thread.join()
        page.close()


@contextmanager
def trained(envs: WorldVectorEnv) -> Iterator[None]:
    """Environments that step in a thread of their own."""
    over = threading.Event()
    envs.reset(seed=0)

    def step() -> None:
        while not over.is_set():
            envs.step(0.2 * envs.action_space.sample())
            over.wait(0.02)

    thread = threading.Thread(target=step)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        envs.close()


def test_a_game_by_policies_is_seen_driven_and_pushed(eye: Callable[..., Eye]) -> None:
    with played() as (page, game):
        look = eye(page.url, 1280, 720)
        look.shows()
        look.wait("robots, lines and shadows on the canvas", lambda: look.colours() > 50)
        look.keep("demo")
        look.page.press("body", "o")
        look.until("it sees the pitch", "viewer.insight?.seen.length > 5")
        look.keep("insight")
        look.page.press("body", "o")
        look.page.press("body", "g")
        look.until("the drive button is on", "document.querySelector('#drive.on') !== null")
        look.page.keyboard.down("w")
        look.wait("it is driven", lambda: game.players[0].drive is not None)
        look.page.keyboard.up("w")
        look.page.press("body", "g")
        look.page.click("#push")
        look.wait("it falls over", lambda: "rise" in [one.skill for one in game.players])


def test_what_a_robot_sees_and_feels(eye: Callable[..., Eye]) -> None:
    with served() as server:
        look = eye(server.web_url, 1280, 720)
        look.shows()
        look.page.press("body", "o")
        look.until("the ground pushes it", "viewer.insight?.pushes.length > 0")
        look.until("angles are listed", "document.querySelectorAll('#joints div').length === 23")
        assert look.ask("viewer.insight.number") == 1
        look.page.press("body", "o")
        look.until("nobody asks any more", "viewer.insight === null")
        look.until("angles are gone", "document.querySelector('#joints').hidden")


def test_joint_angles_are_those_of_the_robot(eye: Callable[..., Eye]) -> None:
    envs = WorldVectorEnv("T1Stand", 1)
    page = envs.view(port=0)
    envs.reset(seed=0)
    look = eye(page.url)
    for _ in range(200):
        envs.step(np.zeros((1, 23), dtype=np.float32))
        if look.ask("window.viewer?.frames ?? 0") >= 3:
            break
    look.shows(1)
    look.page.press("body", "o")
    rows = "[...document.querySelectorAll('#joints b')].map(b => parseFloat(b.textContent))"
    look.until("angles are listed", "document.querySelectorAll('#joints b').length === 23")

    def shows_angles() -> bool:
        # The page may miss the last step, but not every step.
        envs.step(np.zeros((1, 23), dtype=np.float32))
        expected = np.degrees(envs.worlds.joint_positions[0, 0])
        return bool(np.abs(np.array(look.ask(rows)) - expected).max() < 2.0)

    look.wait("angles", shows_angles)
    envs.close()


def test_several_worlds_at_once(eye: Callable[..., Eye]) -> None:
    envs = WorldVectorEnv("T1Stand", 9)
    page = envs.view(port=0)
    with trained(envs):
        look = eye(page.url, 1000, 600)
        look.shows()
        assert len(look.ask("viewer.trees()")) == 2
        look.page.select_option("#world", "-1")
        look.until("all are there", "viewer.trees().length === 18")
        look.wait("they are drawn", lambda: look.colours() > 20)
        look.keep("worlds")
        look.page.select_option("#world", "3")
        look.until("one is there", "viewer.standing.world === 3 && viewer.trees().length === 2")


def test_several_2d_worlds_at_once(eye: Callable[..., Eye]) -> None:
    """With the terms of their reward, for one world and for all."""
    envs = WorldVectorEnv("Disc-ReachBall", 5)
    page = envs.view(port=0)
    with trained(envs):
        look = eye(page.url, 1000, 600)
        look.shows()
        players = look.ask("viewer.trees().length") - 1
        look.until("curves of rewards", "document.querySelectorAll('#notes canvas').length > 0")
        assert look.ask("viewer.standing.worlds") == 5
        look.page.select_option("#world", "3")
        look.until("another one is there", "viewer.standing.world === 3")
        look.page.select_option("#world", "-1")
        look.until("all are there", f"viewer.trees().length === {5 * (players + 1)}")
        look.until("and their curves", "viewer.standing.notes.curves.length > 0")
        look.wait("they are drawn", lambda: look.colours() > 10)
        look.keep("disc-worlds")


def test_2d_worlds_are_side_by_side(eye: Callable[..., Eye]) -> None:
    batch, over = DiscBatch(3), threading.Event()
    with Page(0) as page:
        look = eye(page.url, 360, 640)

        def show() -> None:
            while not over.wait(0.05):
                if page.is_due():
                    page.show_disc_worlds(batch, [0, 2, 1])

        thread = threading.Thread(target=show)
        thread.start()
        try:
            look.shows()
            # The balls lie on their spots; a pitch is 105 m x 68 m, with a margin of 5 m.
            balls = look.ask("[0, 23, 46].map(tree => viewer.place(tree).slice(0, 2))")
            assert balls == [[-57.5, 39.0], [57.5, 39.0], [-57.5, -39.0]]
            look.keep("disc-worlds-narrow")
        finally:
            over.set()
            thread.join()


def test_many_curves_can_be_seen_by_scrolling(eye: Callable[..., Eye]) -> None:
    worlds, over = WorldBatch(1, ["T1"], [], "fifa7vs7", threads=1), threading.Event()
    curves = [{"name": f"term_{number}", "value": 0.1 * number} for number in range(20)]
    with Page(0) as page:

        def show() -> None:
            while not over.wait(0.05):
                if page.is_due():
                    page.show_world(worlds, notes={"curves": curves})

        thread = threading.Thread(target=show)
        thread.start()
        try:
            look = eye(page.url, 800, 450)
            look.shows()
            look.until("curves", "document.querySelectorAll('#notes canvas').length === 20")
            seen = """(() => {
                const [panel, last] = ["#notes", "#notes div:last-child"].map(
                    (mark) => document.querySelector(mark).getBoundingClientRect());
                return last.bottom <= panel.bottom;
            })()"""
            assert not look.ask(seen)
            look.page.hover("#notes")
            look.page.mouse.wheel(0, 4000)
            look.until("the last of them", seen)
            look.keep("curves")
        finally:
            over.set()
            thread.join()


def test_drawings_on_the_pitch(eye: Callable[..., Eye]) -> None:
    batch = DiscBatch(1)
    page = Page(0)
    look = eye(page.url, 1000, 640)
    drawings: list[Drawing] = [
        Circle((10.0, 5.0), 8.0, "red", fill=True),
        Polygon([(-30, -20), (-10, -20), (-20, 10)], "cyan", fill=True),
        Arc((0.0, 0.0), 5.0, 15.0, 0.0, 90.0, "yellow"),
        Text((-20.0, 25.0), "press"),
    ]
    over = threading.Event()

    def draw() -> None:
        while not over.wait(0.05):
            if page.is_due():
                page.show_disc_world(batch, 0, drawings=drawings)

    thread = threading.Thread(target=draw)
    thread.start()
    look.shows()
    look.until("they are told", "viewer.standing.notes.drawings.length === 4")
    before = look.ask("viewer.calls().frame")
    look.until("they are drawn", f"viewer.calls().frame > {before} + 2")
    look.keep("drawings")
    over.set()
    thread.join()
    page.close()


def test_frame_times_of_a_full_game(eye: Callable[..., Eye]) -> None:
    """Measure times of drawing 22 robots; without a GPU they are not bounded."""
    with served(robots=FULL_SIDE // 2) as server:
        look = eye(server.web_url, 640, 360)
        look.shows(10)
        look.until("pictures are counted", "viewer.times().count > 20")
        times = look.ask("viewer.times()")
        assert times["intervalP99"] >= times["intervalMedian"] > 0.0
        # Robots of the same kind and level of detail are drawn in one call, and so are their
        # shadows.
        assert 0 < look.ask("viewer.calls().calls") < 24


@contextmanager
def shown(simulation: DiscSimulation) -> Iterator[Page]:
    """Yield a page with the game of a 2D server that runs meanwhile."""
    server = DiscServer(simulation)
    server.bind()
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        with Page(0) as page, DiscMonitor(page, server.player_address):
            yield page
    finally:
        server.shutdown()
        thread.join()


ALONE = {
    "port": 0,
    "coach_port": 0,
    "olcoach_port": 0,
    "game_logging": False,
    "text_logging": False,
}
"""Free ports, and no files."""


def test_sides_of_a_2d_server_that_no_team_plays_for_have_names(eye: Callable[..., Eye]) -> None:
    with shown(DiscSimulation(ALONE)) as page:
        look = eye(page.url, 1000, 640)
        look.reads("#left", "Left")
        look.reads("#right", "Right")


def test_the_game_of_a_2d_server(eye: Callable[..., Eye]) -> None:
    simulation = DiscSimulation({"auto_mode": True, **ALONE})
    simulation.add_team("Blues", "still")
    simulation.add_team("Reds", "still")
    with shown(simulation) as page:
        look = eye(page.url, 1000, 640)
        look.shows()
        look.until("teams are told", "viewer.standing.game.teams[0] === 'Blues'")
        assert look.ask("viewer.trees().length") == 23
        before = look.ask("viewer.time")
        look.until("time goes on", f"viewer.time > {before} + 0.5")
        look.keep("disc-server")
