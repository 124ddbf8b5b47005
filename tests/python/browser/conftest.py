"""A real browser without a window; its pages record everything that goes wrong on them."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

PATIENCE = 120.0
"""How long to wait for an expected event, s: a machine without a GPU draws slowly."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    # Needed if tests run as root, as in containers.
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-dev-shm-usage",
]


def chromium() -> str | None:
    """Return the browser's path: RCSSGYM_CHROMIUM, or the system's browser."""
    named = os.environ.get("RCSSGYM_CHROMIUM")
    return named or next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with sync_api.sync_playwright() as playwright:
        path = chromium() or playwright.chromium.executable_path
        if not os.path.exists(path):
            way = "install Debian's package, run 'make browser', or name one in RCSSGYM_CHROMIUM"
            pytest.skip(f"no Chromium here: {way}")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


class Eye:
    """A page, the errors on it, and its pictures."""

    def __init__(self, page: Any, pictures: Path) -> None:
        self.page = page
        self.complaints: list[str] = []
        self._pictures = pictures
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _note(self, message: Any) -> None:
        # The GPU driver's remarks on speed, and servers that have ended, are not the page's fault.
        is_known = any(text in message.text for text in ("GL Driver Message", "ERR_CONNECTION_"))
        if message.type in ("error", "warning") and not is_known:
            self.complaints.append(f"{message.type}: {message.text}")

    def ask(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def until(self, what: str, expression: str) -> None:
        """Wait until an expression is true."""
        self.wait(what, lambda: self.ask(expression))

    def reads(self, mark: str, words: str) -> None:
        """Wait until an element shows these words: texts change only with the next frame."""
        self.wait(f"{words!r} in {mark}", lambda: self.page.inner_text(mark) == words)

    def wait(self, what: str, is_so: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end, f"{what} never happens; {self.complaints}"
            time.sleep(0.05)

    def shows(self, frames: int = 3) -> None:
        """Wait until the page has received frames and drawn pictures of them."""
        self.until("a picture", f"viewer.frames >= {frames} && viewer.times().count >= 3")

    def keep(self, name: str) -> Path:
        """Save a screenshot of the page."""
        path = self._pictures / f"{name}.png"
        self.page.screenshot(path=path)
        return path

    def colours(self) -> int:
        """Return the number of colours on the canvas: one if nothing is drawn."""
        count: int = self.ask(
            """(() => {
                const sheet = document.createElement("canvas");
                [sheet.width, sheet.height] = [64, 36];
                const pen = sheet.getContext("2d");
                pen.drawImage(document.querySelector("#picture"), 0, 0, 64, 36);
                const pixels = new Uint32Array(pen.getImageData(0, 0, 64, 36).data.buffer);
                return new Set(pixels).size;
            })()"""
        )
        return count


@pytest.fixture
def eye(browser: Any, pytestconfig: pytest.Config) -> Iterator[Callable[..., Eye]]:
    """Open pages: ``eye(url, width=1280, height=720)``. Errors on them fail the test."""
    pictures = pytestconfig.rootpath / "build" / "viewer"
    pictures.mkdir(parents=True, exist_ok=True)
    opened: list[Eye] = []

    def look(url: str, width: int = 640, height: int = 360, *, quiet: bool = True) -> Eye:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_default_timeout(1000 * PATIENCE)
        eye = Eye(page, pictures)
        if quiet:
            opened.append(eye)
        page.goto(url)
        return eye

    yield look
    for one in opened:
        one.page.close()
    assert [complaint for one in opened for complaint in one.complaints] == []
