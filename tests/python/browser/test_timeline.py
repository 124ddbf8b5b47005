"""Recordings paused, stepped, sped up and searched by mouse and keyboard, in a real browser."""

import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest
import rcssgym
from rcssgym.soccer import FIFA7vs7SoccerField, SoccerRules, SSim2026Rules, TeamSide
from rcssgym.view.page import INTERVAL
from rcssgym.view.playback import Playback

from browser.conftest import Eye
from browser.games import Crowd, running
from browser.test_recordings import played, seek

LEAD = 2.0
"""Time by which the page starts before an event that it jumps to, s."""

STANDS = "document.querySelector('#pause').textContent === '▶'"
PLAYS = "document.querySelector('#pause').textContent === '❚❚'"
"""The button's text, once the page knows the state of the recording."""


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the log of a game with two goals, whose robots lie until that is a foul."""
    path = tmp_path_factory.mktemp("logs") / "game.log"
    short = {"ground_max_time": 2, "not_standing_max_time": 2}
    rules = SoccerRules(**{**asdict(SSim2026Rules()), **short})
    simulation = Crowd(FIFA7vs7SoccerField(), rules, seed=1)
    server = rcssgym.SoccerSimServer(
        simulation, agent_port=0, monitor_port=0, log_file=path, render=False
    )
    with running(server):
        simulation.request_kick_off(TeamSide.LEFT)
        simulation.request_place_player(2, "Blues", (-5.0, 3.0, 0.7))
        for score, moment in (((1, 0), 7.0), ((1, 1), 11.0), (None, 14.0)):
            while simulation.sim_time < moment:
                time.sleep(0.02)
            if score is not None:
                simulation.request_score(*score)
    return path


def standing(look: Eye, playback: Playback, at: float) -> None:
    """Pause the recording at a time, s."""
    playback.paused = True
    seek(look, at)
    there(look, playback, at)


def there(look: Eye, playback: Playback, at: float) -> None:
    """Wait until both the recording and the page are at a time, s."""
    look.wait(f"it goes to {at} s", lambda: abs(playback.time - at) < 1e-3)
    look.until(f"the page shows {at} s", f"Math.abs(viewer.time - {at}) < 0.05")


def button(selector: str) -> Callable[[Eye], None]:
    return lambda look: look.page.click(selector)


def key(name: str) -> Callable[[Eye], None]:
    return lambda look: look.page.keyboard.press(name)


@pytest.mark.parametrize("act", [button("#pause"), key(" ")], ids=["click", "key"])
def test_it_pauses_and_goes_on(
    eye: Callable[..., Eye], log: Path, act: Callable[[Eye], None]
) -> None:
    with played(log) as (page, playback):
        look = eye(page.url)
        look.shows()
        standing(look, playback, 1.0)
        look.until("the button plays", STANDS)
        act(look)
        look.wait("it goes on", lambda: not playback.paused)
        look.until("the button pauses", PLAYS)
        act(look)
        look.wait("it stands still", lambda: playback.paused)
        look.until("the button plays", STANDS)
        before = playback.time
        time.sleep(0.3)
        assert playback.time == before
        act(look)
        look.wait("it goes on", lambda: playback.time > before + 0.2)


@pytest.mark.parametrize("act", [button("#step"), key(".")], ids=["click", "key"])
def test_it_goes_on_by_one_frame(
    eye: Callable[..., Eye], log: Path, act: Callable[[Eye], None]
) -> None:
    with played(log) as (page, playback):
        look = eye(page.url)
        look.shows()
        standing(look, playback, 3.0)
        for steps in (1, 2, 3):
            act(look)
            there(look, playback, 3.0 + steps * INTERVAL)
        assert playback.paused


@pytest.mark.parametrize("is_chosen_by_key", [False, True], ids=["click", "key"])
def test_it_plays_at_other_speeds(
    eye: Callable[..., Eye], log: Path, is_chosen_by_key: bool
) -> None:
    with played(log) as (page, playback):
        look = eye(page.url)
        look.shows()
        standing(look, playback, 1.0)
        look.until("the button plays", STANDS)
        if is_chosen_by_key:
            look.page.focus("#speed")
            look.page.keyboard.press("4")  # lists are searched by their texts
        else:
            look.page.select_option("#speed", "4")
        look.wait("it is told", lambda: playback.speed == 4.0)
        look.page.evaluate("document.activeElement.blur()")
        look.page.keyboard.press(" ")
        look.wait("it plays", lambda: playback.time > 1.2)
        begin, before = time.monotonic(), playback.time
        time.sleep(1.0)
        passed = time.monotonic() - begin
        assert 0.8 * 4.0 * passed - 4.0 * INTERVAL < playback.time - before
        # The thread that plays may have read the clock slightly earlier.
        assert playback.time - before < 4.0 * passed + 1.0
        look.until("the page says so", "document.querySelector('#speed').value === '4'")


def test_keys_go_back_and_on(eye: Callable[..., Eye], log: Path) -> None:
    with played(log) as (page, playback):
        look = eye(page.url)
        look.shows()
        standing(look, playback, 6.0)
        look.page.keyboard.press(",")
        there(look, playback, 1.0)
        look.page.keyboard.press(",")
        there(look, playback, 0.0)
        look.page.keyboard.press(";")
        there(look, playback, 5.0)


def test_it_goes_to_goals_and_fouls(eye: Callable[..., Eye], log: Path) -> None:
    """By the list, and by keys, which go on to the next event from the pause before an event."""
    with played(log) as (page, playback):
        look = eye(page.url)
        look.shows()
        chapters = [(chapter["time"], chapter["text"]) for chapter in playback.chapters]
        fouls = [at for at, text in chapters if "ncapable" in text]
        goals = [at for at, text in chapters if text.startswith("Goal")]
        assert fouls
        assert len(goals) == 2
        assert max(fouls) < min(goals)
        standing(look, playback, 0.0)
        look.page.select_option("#chapters select", label=options(look)[-1])
        there(look, playback, goals[1] - LEAD)
        look.page.select_option("#chapters select", label=options(look)[1])
        there(look, playback, max(0.0, fouls[0] - LEAD))
        standing(look, playback, max(fouls) + 0.5)
        for at in goals:
            look.page.keyboard.press("n")
            there(look, playback, at - LEAD)
        look.page.keyboard.press("n")  # there are no more events
        time.sleep(0.3)
        there(look, playback, goals[1] - LEAD)
        look.page.keyboard.press("p")
        there(look, playback, goals[0] - LEAD)
        look.page.keyboard.press("p")
        there(look, playback, max(0.0, max(fouls) - LEAD))
        look.keep("chapters")


def options(look: Eye) -> list[str]:
    """Return the texts in the list of chapters."""
    texts: list[str] = look.ask(
        "[...document.querySelectorAll('#chapters option')].map(one => one.textContent)"
    )
    return texts


def test_keys_count_after_a_list_or_the_slider_was_used(eye: Callable[..., Eye], log: Path) -> None:
    with played(log) as (page, playback):
        look = eye(page.url)
        look.shows()
        standing(look, playback, 1.0)
        look.until("the page knows", STANDS)
        box = look.page.locator("#seek").bounding_box()
        look.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        look.wait("the slider is used", lambda: abs(playback.time - 7.0) < 2.0)
        look.page.keyboard.press(" ")
        look.wait("Space goes on", lambda: not playback.paused)
        look.until("the page knows", PLAYS)
        look.page.mouse.click(5, 200)
        look.page.evaluate("""(() => {
            const camera = document.querySelector("#camera");
            camera.focus();
            camera.value = "top";
            camera.dispatchEvent(new Event("change", { bubbles: true }));
        })()""")
        look.page.keyboard.press(" ")
        look.wait("Space pauses", lambda: playback.paused)
