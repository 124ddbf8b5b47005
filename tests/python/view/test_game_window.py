"""The window that shows a game while a server runs it."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from rcssgym import PlayMode
from rcssgym.view.game import SIZE, GameWindow, title
from rcssgym.view.window import DISPLAYS
from server.client import Client
from server.logs import game_server, running

PATIENCE = 30.0
LOGGER = logging.getLogger("rcssgym.server")


@pytest.fixture
def pygame(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return Pygame with invisible windows."""
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield pygame
    pygame.display.quit()


def await_that(condition: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def press(pygame: Any, *keys: int) -> None:
    for key in keys:
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))


def test_it_shows_the_game_as_it_is(pygame: Any) -> None:
    simulation = game_server().sim
    simulation.init()
    window = GameWindow.open(simulation, LOGGER)
    assert window is not None
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
    ball = simulation._world.picture(*SIZE, True)
    assert np.array_equal(shown, ball)
    assert (
        pygame.display.get_caption()[0]
        == title(simulation)
        == "left 0:0 right   00:00   " + (PlayMode.BEFORE_KICK_OFF.value)
    )
    press(pygame, pygame.K_TAB)
    for _ in range(2):
        window._next_frame = 0.0
        window.look()
    shown = pygame.surfarray.array3d(pygame.display.get_surface()).swapaxes(0, 1)
    assert np.array_equal(shown, simulation._world.picture(*SIZE, False))
    assert not np.array_equal(shown, ball)
    window.close()
    window.close()
    assert not pygame.display.get_init()


def test_keys_are_commands(pygame: Any) -> None:
    simulation = game_server().sim
    simulation.init()
    window = GameWindow.open(simulation, LOGGER)
    assert window is not None
    for key, mode in (
        (pygame.K_k, PlayMode.KICK_OFF_LEFT),
        (pygame.K_j, PlayMode.KICK_OFF_RIGHT),
        (pygame.K_b, PlayMode.PLAY_ON),
    ):
        press(pygame, key, pygame.K_x)
        window._next_frame = 0.0
        window.look()
        assert simulation.game_state.play_mode == mode
    window.close()


def test_a_server_goes_on_when_its_window_is_closed(pygame: Any) -> None:
    server = game_server(render=True)

    goes_on = False

    def close() -> None:
        nonlocal goes_on
        try:
            await_that(lambda: pygame.display.get_init() and pygame.display.get_surface())
            with Client(server.monitor_address[1]) as monitor:
                monitor.receive()
                pygame.event.post(pygame.event.Event(pygame.QUIT))
                await_that(lambda: not pygame.display.get_init())
                for _ in range(5):
                    monitor.receive()
            goes_on = True
        finally:
            server.shutdown()

    closing = threading.Thread(target=close)
    closing.start()
    server.run()
    closing.join()
    assert goes_on


def test_without_a_display_or_pygame_the_server_says_so_and_runs(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    server = game_server(render=True)
    with running(server), Client(server.monitor_address[1]) as monitor:
        monitor.receive()
    said = [record.message for record in caplog.records if "window" in record.message]
    if sys.platform == "linux":
        assert said == ["no window: there is no display"]
    caplog.clear()
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(sys.modules, "pygame", None)
    server = game_server(render=True)
    with running(server), Client(server.monitor_address[1]) as monitor:
        monitor.receive()
    said = [record.message for record in caplog.records if "window" in record.message]
    assert said == ["no window: the window needs pygame: pip install 'rcssgym[render]'"]
