"""Recordings and environments in a real browser."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import gymnasium as gym
import pytest
import rcssgym
from rcssgym.disc import DiscSimulation
from rcssgym.disc.log import GameLogWriter
from rcssgym.envs import WorldVectorEnv
from rcssgym.soccer import FIFA7vs7SoccerField, SSim2026Rules
from rcssgym.view.page import Page
from rcssgym.view.playback import Playback
from rcssgym.view.recordings import open_recording

from browser.conftest import Eye
from browser.games import Crowd

CYCLES = 400


def written(path: Path, protocol: str) -> Path:
    """Write the log of a game in which the ball is shot at the goal after four seconds."""
    simulation = Crowd(FIFA7vs7SoccerField(), SSim2026Rules(), seed=1)
    server = rcssgym.SoccerSimServer(
        simulation,
        agent_port=0,
        monitor_port=0,
        simspark_agent_port=0,
        simspark_monitor_port=0,
        log_file=path,
        log_protocol=protocol,
        render=False,
        protocol="both",
    )
    server.bind()
    thread = threading.Thread(target=server.run)
    thread.start()
    while simulation.sim_time < 4.0:
        threading.Event().wait(0.02)
    simulation.request_score(1, 0)
    simulation.request_place_ball((5.0, 2.0, 0.2))
    while simulation.sim_time < 8.0:
        threading.Event().wait(0.02)
    server.shutdown()
    thread.join()
    return path


@contextmanager
def played(path: Path) -> Iterator[tuple[Page, Playback]]:
    page = Page(0)
    playback = Playback(open_recording(path), page, title=path.name)
    thread = threading.Thread(target=playback.run)
    thread.start()
    try:
        yield page, playback
    finally:
        playback.stop()
        thread.join()
        page.close()


def seek(eye: Eye, time: float) -> None:
    eye.page.evaluate(
        """time => {
            const slider = document.querySelector("#seek");
            slider.value = String(time);
            slider.dispatchEvent(new Event("input"));
            slider.dispatchEvent(new Event("change"));
        }""",
        time,
    )


@pytest.mark.parametrize("protocol", ["rcsssmj", "simspark"])
def test_a_log_is_seeked(eye: Callable[..., Eye], tmp_path: Path, protocol: str) -> None:
    log = written(tmp_path / "game.log", protocol)
    with played(log) as (page, playback):
        assert [chapter["text"] for chapter in playback.chapters] == ["Goal 1 : 0 (Blues)"]
        look = eye(page.url, 1000, 600)
        look.shows()
        look.page.press("body", " ")
        look.wait("it stands still", lambda: playback.paused)
        ball = look.ask("viewer.trees().findIndex(([team]) => team === null)")
        for time, x in ((7.0, 5.0), (1.0, 0.0)):
            seek(look, time)
            look.until("it is there", f"Math.abs(viewer.time - {time}) < 0.05")
            look.until("so is the ball", f"Math.abs(viewer.place({ball})[0] - {x}) < 1.5")
            assert look.ask("viewer.standing.game.score[0]") == (1 if time > 4.0 else 0)
        assert look.ask("viewer.trees().filter(([, number]) => number !== null).length") == 4
        look.page.select_option("#camera", "robot")
        drawn = look.ask("viewer.calls().frame")
        look.until("it is drawn from there", f"viewer.calls().frame > {drawn} + 2")
        look.keep(f"log-{protocol}")
        seek(look, 0.1)
        look.page.press("body", "o")
        look.until("what the robot could see", "viewer.insight?.seen.length > 5")
        look.until(
            "its joints are listed", "document.querySelectorAll('#joints div').length === 23"
        )
        assert look.ask("viewer.insight.pushes") is None
        look.keep(f"log-insight-{protocol}")


def test_a_log_of_the_2d_game_is_a_pitch_from_above(
    eye: Callable[..., Eye], tmp_path: Path
) -> None:
    simulation = DiscSimulation(seed=1)
    for team in ("Blues", "Reds"):
        simulation.add_team(team)
    with GameLogWriter(tmp_path / "game.rcg", simulation) as log:
        simulation.trainer.send("(change_mode play_on)")
        for _ in range(60):
            log.step()
    with played(tmp_path / "game.rcg") as (page, playback):
        look = eye(page.url, 1000, 600)
        look.shows()
        playback.paused = True
        assert look.page.input_value("#camera") == "top"
        numbers = look.ask("viewer.trees().filter(([, number]) => number !== null).length")
        assert numbers == 22
        look.reads("#left", "Blues")
        look.keep("discs")


def test_an_environment_is_seen_while_it_steps(eye: Callable[..., Eye]) -> None:
    envs = gym.make_vec("rcssgym/T1Walk-v1", num_envs=3)
    core = envs.unwrapped
    assert isinstance(core, WorldVectorEnv)
    with core.view(0) as page:
        envs.reset(seed=0)
        over = threading.Event()

        def train() -> None:
            while not over.wait(0.02):
                envs.step(0.0 * envs.action_space.sample())

        thread = threading.Thread(target=train)
        thread.start()
        try:
            look = eye(page.url)
            look.shows()
            look.until("curves of rewards", "document.querySelectorAll('#notes canvas').length > 1")
            assert look.ask("viewer.standing.worlds") == 3
            look.page.select_option("#world", "2")
            look.until("another world", "viewer.standing.world === 2")
            look.keep("environment")
        finally:
            over.set()
            thread.join()
    envs.close()
