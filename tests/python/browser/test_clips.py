"""Clips that a real browser records: WebM files, read again by ffmpeg."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from browser.conftest import Eye
from browser.games import served

ffmpeg = pytest.importorskip("imageio_ffmpeg", reason="films are read with imageio-ffmpeg")
SIZE = (320, 180)
MAGIC = b"\x1a\x45\xdf\xa3"
"""First bytes of Matroska files, which include WebM files."""


def pictures(file: Path) -> NDArray[np.uint8]:
    """Return the pictures of a film ``(N, height, width, 3)``."""
    words = [ffmpeg.get_ffmpeg_exe(), "-i", str(file), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    done = subprocess.run(words, capture_output=True, check=True)
    width, height = SIZE
    assert re.search(rf"Video: vp[89]\b.* {width}x{height}\b", done.stderr.decode()), done.stderr
    return np.frombuffer(done.stdout, np.uint8).reshape(-1, height, width, 3)


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_clip_is_recorded(eye: Callable[..., Eye], tmp_path: Path, way: str) -> None:
    def press(look: Eye) -> None:
        look.page.keyboard.press("r") if way == "key" else look.page.click("#record")

    with served() as server:
        # The finest step that needs no graphics card and has the page's full resolution.
        look = eye(f"{server.web_url}&quality=2", *SIZE)
        look.shows()
        press(look)
        look.until("it says so", "document.querySelector('#record').textContent === 'Stop'")
        drawn = look.ask("viewer.calls().frame")
        look.until("pictures are drawn", f"viewer.calls().frame > {drawn} + 8")
        look.page.keyboard.press("4")
        drawn = look.ask("viewer.calls().frame")
        look.until("also from above", f"viewer.calls().frame > {drawn} + 8")
        with look.page.expect_download() as saved:
            press(look)
        download = saved.value
        assert download.suggested_filename.endswith(".webm")
        film = tmp_path / "clip.webm"
        download.save_as(film)
        look.until("the button is as before", "!document.querySelector('#record').matches('.on')")
    assert film.read_bytes().startswith(MAGIC)
    found = pictures(film)
    assert len(found) >= 5
    first, last = found[0].astype(float), found[-1].astype(float)
    # Check for grass with white lines on it. From above, the picture looks different.
    for one in (first, last):
        green = (one[..., 1] > one[..., 0] + 10.0) & (one[..., 1] > one[..., 2] + 10.0)
        assert green.mean() > 0.3
        assert one.std() > 5.0
    assert np.abs(last - first).mean() > 5.0
