"""Drawings of players, as browsers that watch a game of playmakers receive them."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from typing import Any

import pytest
from processes import ending
from rcssgym.cli import main
from rcssgym.playmaker import serve
from rcssgym.playmaker.messages import AddCircle, Log, Message, RpcVector2D, State

PATIENCE = 60.0
"""How long to wait for an expected event, s."""
WHERE = re.compile(r"watch at http://([\d.]+):(\d+)/#token=(\S+)")


def draw(state: State) -> list[Message]:
    """Let number 3 draw in every other cycle."""
    world = state.world_model
    if world.self.uniform_number != 3 or world.cycle % 2:
        return []
    circle = AddCircle(center=RpcVector2D(x=10.0, y=5.0), radius=3.0, color="#ff8000", fill=True)
    return [Log(add_circle=circle)]


def watch(where: re.Match[str]) -> socket.socket:
    """Request the game as a browser does."""
    host, port, token = where.groups()
    viewer = socket.create_connection((host, int(port)), PATIENCE)
    lines = (
        f"GET /live?token={token} HTTP/1.1",
        f"Host: {host}:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    )
    viewer.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
    return viewer


def sent(viewer: socket.socket, pattern: bytes) -> Any:
    """Return the first JSON that matches."""
    heard, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        heard += viewer.recv(65536)
        if found := re.search(pattern, heard):
            return json.loads(found[1])
    pytest.fail(f"not told: {pattern!r}")


@pytest.mark.parametrize(("side", "centre"), [("left", [10.0, 5.0]), ("right", [-10.0, -5.0])])
def test_drawings_reach_browsers(side: str, centre: list[float]) -> None:
    """They have positions on the pitch; the right team draws in its own frame."""
    other = "right" if side == "left" else "left"
    command = [sys.executable, "-m", "rcssgym", "disc", "playmaker", f"--{other}", "random"]
    with serve(draw, 0) as playmaker:
        command += [f"--{side}", playmaker.address, "--cycles", "600", "--web", "0"]
        with ending(subprocess.Popen(command, stderr=subprocess.PIPE, text=True)) as game:
            assert game.stderr is not None
            where = WHERE.match(game.stderr.readline())
            assert where
            with watch(where) as viewer:
                circle = sent(viewer, rb'"drawings":\[(\[.*?true,2\.0\])\]\}')
                sent(viewer, rb'"notes":(null|\{\})')
    assert circle == ["circle", [centre], [3.0], "", [1.0, 128 / 255, 0.0, 1.0], True, 2.0]


def test_one_game_is_watched(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["disc", "playmaker", "--left", "127.0.0.1:1", "--games", "2", "--web", "0"]
    assert main(command) == 2
    assert "--web: shows one game, not 2" in capsys.readouterr().err
