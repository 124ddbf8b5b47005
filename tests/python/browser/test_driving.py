"""Robots driven in a real browser by a gamepad that the tests simulate."""

from collections.abc import Callable
from typing import Any

from browser.conftest import Eye
from browser.test_insight import played

PAD = """
    window.pad = {
        axes: [0, 0, 0, 0],
        buttons: [{ pressed: false }],
        connected: true,
        id: "pad of the tests",
        index: 0,
        mapping: "standard",
    };
    navigator.getGamepads = () => [null, window.pad];
"""
"""As in browsers, entries without a gamepad are null."""


def hold(eye: Eye, axes: list[float], *, pressed: bool = False) -> None:
    eye.page.evaluate(
        "([axes, pressed]) => { pad.axes = axes; pad.buttons[0].pressed = pressed; }",
        [axes, pressed],
    )


def test_a_gamepad_drives_a_robot(eye: Callable[..., Eye]) -> None:
    with played() as (page, game):
        look = eye(page.url)
        look.shows()
        look.page.evaluate(PAD)
        look.page.select_option("#robot", index=1)
        hold(look, [0.0, -1.0, 0.0, 0.0])
        assert all(one.drive is None for one in game.players)
        look.page.press("body", "g")

        def wish(so: Callable[[Any], bool]) -> bool:
            return any(one.drive is not None and so(one.drive) for one in game.players)

        look.wait("it walks ahead", lambda: wish(lambda drive: drive.command[0] > 0.5))
        hold(look, [0.0, 0.0, -1.0, 0.0])
        look.wait("it turns left", lambda: wish(lambda drive: drive.command[2] > 0.5))
        hold(look, [1.0, 0.0, 0.0, 0.0])
        look.wait("it walks to the right", lambda: wish(lambda drive: drive.command[1] < -0.2))
        # A released stick is never exactly at zero.
        hold(look, [0.1, -0.1, 0.1, 0.0])
        look.wait("it stands", lambda: wish(lambda drive: not any(drive.command)))
        hold(look, [0.0, 0.0, 0.0, 0.0], pressed=True)
        look.wait("it kicks", lambda: wish(lambda drive: bool(drive.kicks)))
