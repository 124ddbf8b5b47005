"""The game of a server in a real browser."""

import http.server
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from browser.conftest import Eye
from browser.games import TOKEN, served

BALL = 0


def bare(url: str | None) -> str:
    """Return the address of the page without its token."""
    assert url is not None
    return url.partition("#")[0]


def test_a_game_is_seen_and_followed(eye: Callable[..., Eye]) -> None:
    with served() as server:
        page = eye(server.web_url, 1280, 720)
        page.shows()
        page.wait("robots, lines and shadows on the canvas", lambda: page.colours() > 50)
        assert page.ask("viewer.trees()") == [[None, None], [0, 1], [0, 2], [1, 1], [1, 2]]
        page.reads("#left", "Blues")
        page.reads("#score", "0 : 0")
        before = page.ask("viewer.time")
        page.until("time goes on", f"viewer.time > {before} + 0.5")
        for view in ("robot", "top", "right goal", "eye", "ball"):
            page.page.select_option("#camera", view)
            page.until("the camera moves", "viewer.times().count > 0")
        page.page.select_option("#camera", "robot")
        drawn = page.ask("viewer.calls().frame")
        page.until("it is drawn from there", f"viewer.calls().frame > {drawn} + 2")
        page.keep("robot")


def test_what_happens_is_told(eye: Callable[..., Eye]) -> None:
    with served() as server:
        page = eye(server.web_url)
        page.shows()
        page.page.press("body", "k")
        page.until("the play mode is told", "viewer.standing.game.mode === 'KickOff_Left'")
        page.until(
            "it is news", "document.querySelector('#feed').innerText.includes('Kick-off, left')"
        )
        server.sim.request_score(1, 0)
        page.until("the goal is news", "document.querySelector('#feed .goal') !== null")
        page.reads("#score", "1 : 0")
        page.keep("goal")


def test_the_ball_is_dragged(eye: Callable[..., Eye]) -> None:
    with served() as server:
        page = eye(server.web_url, 1000, 600)
        page.shows()
        page.page.select_option("#camera", "top")
        drawn = page.ask("viewer.calls().frame")
        page.until("it is drawn from there", f"viewer.calls().frame > {drawn} + 3")
        x, y = page.ask(f"viewer.pixel({BALL})")
        page.page.mouse.move(x, y)
        page.page.mouse.down()
        page.page.mouse.move(x + 90, y + 40, steps=4)
        page.page.mouse.up()
        page.until("the ball is elsewhere", f"viewer.place({BALL})[0] > 3")
        page.until("it is below the middle", f"viewer.place({BALL})[1] < -1")
        page.keep("dragged")
        ball = server.sim.ball.xpos
        assert ball[0] > 3.0
        assert ball[1] < -1.0


def test_without_the_token_one_only_watches(eye: Callable[..., Eye]) -> None:
    with served() as server:
        page = eye(bare(server.web_url))
        page.shows()
        assert page.page.is_hidden("#hands")
        page.page.press("body", "k")
        before = page.ask("viewer.time")
        page.until("time goes on", f"viewer.time > {before} + 0.5")
        assert page.ask("viewer.standing.game.mode") == "BeforeKickOff"


def test_a_server_comes_back(eye: Callable[..., Eye]) -> None:
    with served() as server:
        url = server.web_url
        assert url is not None
        port = int(bare(url).rstrip("/").rpartition(":")[2])
        # The browser logs an error for the socket that it cannot open.
        page = eye(url, quiet=False)
        page.shows()
    page.until("it says that nobody is there", "!document.querySelector('#state').hidden")
    page.keep("waiting")
    with served(port):
        seen = page.ask("viewer.frames")
        page.until("it goes on", f"viewer.frames > {seen} + 3")
        assert page.page.is_hidden("#state")
        page.page.close()


def test_it_fits_a_telephone(eye: Callable[..., Eye]) -> None:
    with served() as server:
        page = eye(server.web_url, 360, 640)
        page.shows()
        widths = page.ask("[document.documentElement.scrollWidth, innerWidth]")
        assert widths[0] <= widths[1] == 360
        for name in ("#board", "footer nav", "#picture"):
            box = page.page.locator(name).bounding_box()
            assert box["x"] >= 0.0
            assert box["x"] + box["width"] <= 360.0
        page.keep("narrow")


STRANGER = """
async address => {
    const result = {};
    result.page = await fetch(`http://${address}/`).then(r => r.text(), () => "refused");
    result.live = await new Promise(done => {
        const socket = new WebSocket(`ws://${address}/live?token=TOKEN`);
        socket.onmessage = () => done("read");
        socket.onopen = () => socket.send("(kickOff Left)");
        socket.onerror = () => done("refused");
    });
    result.frame = await new Promise(done => {
        const frame = document.createElement("iframe");
        frame.onload = () => {
            try { done(String(frame.contentDocument?.title ?? "refused")); }
            catch { done("refused"); }
        };
        frame.src = `http://${address}/`;
        document.body.append(frame);
    });
    return result;
}
""".replace("TOKEN", TOKEN)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_page_of_another_origin_neither_reads_nor_commands(
    eye: Callable[..., Eye], tmp_path: Path, host: str
) -> None:
    (tmp_path / "index.html").write_text("<!doctype html><title>stranger</title><body></body>")
    handler: Any = partial(http.server.SimpleHTTPRequestHandler, directory=str(tmp_path))
    other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=other.serve_forever).start()
    try:
        with served() as server:
            stranger = eye(f"http://{host}:{other.server_port}/index.html", quiet=False)
            address = bare(server.web_url).removeprefix("http://").rstrip("/")
            answers = stranger.page.evaluate(STRANGER, address)
            assert answers == {"page": "refused", "live": "refused", "frame": "refused"}
            # The server's own page can do both, with the same words.
            own = eye(server.web_url)
            own.shows()
            assert own.ask("viewer.standing.game.mode") == "BeforeKickOff"
            assert own.page.evaluate(STRANGER, address)["live"] == "read"
            own.until("its words count", "viewer.standing.game.mode === 'KickOff_Left'")
            own.complaints.clear()  # its frame was refused
            stranger.page.close()
    finally:
        other.shutdown()
        other.server_close()
