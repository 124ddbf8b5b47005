"""Time that the page takes to draw 22 moving robots: python benches/pictures.py [--seconds 5].

They move all their joints or, with ``--demo``, play the game of ``rcssgym demo --robots 11``. There
is a row for each size of the page and each step of quality; ``auto`` is the step that the page
chooses itself.

The page runs in headless Chromium, which draws in software: the time of a graphics card is not
measured. The page's own work is measured with drawing calls left out, because software drawing uses
the same cores. How much there is to draw is counted where the page calls the browser's WebGL.
``--page FILE`` measures another ``viewer.js``, in turn with the present one.
"""

from __future__ import annotations

import argparse
import itertools
import os
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import sync_playwright
from rcssgym import WorldBatch
from rcssgym.demo.game import DemoGame, show
from rcssgym.view.live import Pace
from rcssgym.view.page import Page

ROBOTS = 11
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist",
    "--disable-features=LocalNetworkAccessChecks",
]
DRAW_NOTHING = """
    for (const name of ["drawElements", "drawArrays", "drawElementsInstanced",
                        "drawArraysInstanced", "clear"])
        WebGL2RenderingContext.prototype[name] = () => {};
"""
COUNT = """
    const gl = WebGL2RenderingContext.prototype;
    const counted = window.counted = { calls: 0, triangles: 0, bytes: 0 };
    const wrap = (name, note) => {
        const own = gl[name];
        gl[name] = function (...of) { note(...of); return own.apply(this, of); };
    };
    const draw = (mode, count, copies = 1) => {
        counted.calls += 1;
        if (mode === 4) counted.triangles += count / 3 * copies;
    };
    wrap("drawElements", (mode, count) => draw(mode, count));
    wrap("drawArrays", (mode, first, count) => draw(mode, count));
    wrap("drawElementsInstanced", (mode, count, type, at, copies) => draw(mode, count, copies));
    wrap("drawArraysInstanced", (mode, first, count, copies) => draw(mode, count, copies));
    wrap("bufferSubData", (target, at, data) => { counted.bytes += data.byteLength; });
    for (const name of ["texSubImage2D", "texImage2D"])
        wrap(name, (...of) => { counted.bytes += of.at(-1)?.byteLength ?? 0; });
"""
"""Counts calls that draw, triangles including those of shadows, and bytes for the graphics card."""


SIZE = "(({ width, height }) => [width, height])(document.querySelector('#picture'))"
GRAPHICS = """
    (gl => gl.getParameter(gl.getExtension("WEBGL_debug_renderer_info").UNMASKED_RENDERER_WEBGL))(
        document.querySelector("#picture").getContext("webgl2")
    )
"""


def move(page: Page, over: threading.Event) -> None:
    """Let 22 T1s move all their joints, in real time."""
    worlds = WorldBatch(1, ["T1"] * ROBOTS, ["T1"] * ROBOTS, "fifa", threads=1)
    for robot in range(2 * ROBOTS):
        place = (4.0 * (robot % 6) - 10.0, 4.0 * (robot // 6) - 6.0, 0.7)
        worlds.place_robot(0, robot, place, (1.0, 0.0, 0.0, 0.0))
    start, step = time.monotonic(), 0
    while not over.is_set():
        phases = np.arange(2 * ROBOTS * 23).reshape(1, 2 * ROBOTS, 23)
        worlds.step(0.4 * np.sin(0.1 * step + phases), kp=40.0, kd=1.0)
        step += 1
        page.show_world(worlds) if page.is_due() else None
        time.sleep(max(0.0, start + 0.02 * step - time.monotonic()))
        if time.monotonic() > start + 0.02 * step + 0.5:
            start = time.monotonic() - 0.02 * step


def play(page: Page, over: threading.Event) -> None:
    """Let two elevens play by the shipped policies, in real time."""
    game, pace = DemoGame(ROBOTS), Pace()
    while not over.is_set():
        game.step()
        show(page, game)
        pace.wait(game.time)


def open_page(browser: Any, url: str, script: Path | None, size: str, camera: str) -> Any:
    """Return a page that shows the robots."""
    width, height = map(int, size.split("x"))
    page = browser.new_page(viewport={"width": width, "height": height})
    page.add_init_script(COUNT)
    if script is not None:
        body = script.read_bytes()
        page.route(
            "**/viewer.js",
            lambda route: route.fulfill(body=body, content_type="text/javascript"),
        )
    page.goto(url)
    while not page.evaluate("window.viewer?.times().count > 3"):
        time.sleep(0.2)
    page.select_option("#camera", camera)
    return page


def measure(page: Any, seconds: float, settling: float) -> dict[str, Any]:
    """Return the times of pictures, ms, and the calls, triangles and bytes per picture."""
    time.sleep(settling)
    before = page.evaluate("(viewer.clear(), { ...counted, pictures: viewer.calls().frame })")
    begin = time.monotonic()
    time.sleep(seconds)
    after = page.evaluate("({ ...counted, pictures: viewer.calls().frame })")
    pictures = after["pictures"] - before["pictures"]
    each = {key: (after[key] - before[key]) / max(1, pictures) for key in before}
    each["rate"] = pictures / (time.monotonic() - begin)
    return {**page.evaluate("viewer.times()"), **each}


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--sizes", nargs="+", default=["1280x720", "640x360"])
    parser.add_argument("--steps", nargs="+", default=["0", "1", "2", "3", "4"])
    parser.add_argument("--camera", default="top", help="name of the page's camera: top, ball, ...")
    parser.add_argument(
        "--work", action="store_true", help="measure the page's own work, with nothing drawn"
    )
    parser.add_argument(
        "--demo", action="store_true", help="show a game played by the shipped policies"
    )
    parser.add_argument(
        "--page", type=Path, help="another viewer.js to measure, in turn with this one"
    )
    return parser.parse_args()


def main() -> None:
    """Measure and print a table."""
    options = parse()
    path = next(path for name in NAMES if (path := shutil.which(name)))
    over, scripts = threading.Event(), [None, options.page] if options.page else [None]
    print("| page | step | picture | calls | triangles | bytes | ", end="")
    print("work, p50 | p99 | pictures/s | between them, p50 | p99 |\n" + "|---" * 11 + "|")
    with sync_playwright() as playwright, Page(0) as page:
        thread = threading.Thread(target=play if options.demo else move, args=(page, over))
        thread.start()
        try:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            for _ in range(options.rounds):
                for size, step in itertools.product(options.sizes, options.steps):
                    for script in scripts:
                        keep = "" if step == "auto" else f"&quality={step}"
                        seen = open_page(browser, page.url + keep, script, size, options.camera)
                        if options.work:
                            seen.evaluate(DRAW_NOTHING + COUNT)
                        found = measure(seen, options.seconds, 10.0 if step == "auto" else 1.5)
                        report(size, step, script, seen, found)
                        graphics = seen.evaluate(GRAPHICS)
                        seen.close()
            browser.close()
        finally:
            over.set()
            thread.join()
    how = "nothing drawn" if options.work else "drawn"
    print(f"{how}, camera {options.camera}, load {os.getloadavg()[0]:.1f}; {graphics}")


def report(size: str, step: str, script: Path | None, page: Any, found: dict[str, Any]) -> None:
    """Print a row."""
    width, height = page.evaluate(SIZE)
    name = step if script is None else f"{step}, {script.name}"
    print(
        f"| {size} | {name} | {width} x {height} | {found['calls']:.0f} "
        f"| {found['triangles']:,.0f} | {found['bytes']:,.0f} "
        f"| {found['workMedian']:.1f} ms | {found['workP99']:.1f} ms | {found['rate']:.1f} "
        f"| {found['intervalMedian']:.1f} ms | {found['intervalP99']:.1f} ms |",
        flush=True,
    )


if __name__ == "__main__":
    main()
