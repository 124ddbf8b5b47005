"""What the page takes to draw 22 moving robots: python benches/pictures.py [--seconds 15].

They move all their joints, or, with ``--demo``, play the game of ``rcssgym demo --robots 11``.

In headless Chromium, whose pictures are drawn by software: what a graphics card takes is not
measured. What can be is the page's own work, with calls that draw left out, and how many there are.
``--page FILE`` measures another ``viewer.js``, in turn with the present one.
"""

from __future__ import annotations

import argparse
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
SIZE = {"width": 1280, "height": 720}
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


def measure(browser: Any, url: str, script: Path | None, seconds: float, draws: bool) -> Any:
    """Times of pictures, ms, and what one takes."""
    page = browser.new_page(viewport=SIZE)
    if script is not None:
        body = script.read_bytes()
        page.route(
            "**/viewer.js",
            lambda route: route.fulfill(body=body, content_type="text/javascript"),
        )
    page.goto(url)
    while not page.evaluate("window.viewer?.times().count > 3"):
        time.sleep(0.2)
    page.select_option("#camera", "top")
    time.sleep(2.0)
    calls = page.evaluate("viewer.calls()")
    most = max((page.evaluate("viewer.calls()") for _ in range(20)), key=lambda c: c["calls"])
    if not draws:
        page.evaluate(DRAW_NOTHING)
        time.sleep(5.0)
    before = page.evaluate("(viewer.clear?.(), viewer.times().count)")
    time.sleep(seconds)
    times = page.evaluate("viewer.times()")
    page.keyboard.press("m")
    graphics = page.inner_text("#measured").splitlines()[6]
    page.close()
    most = max(most, calls, key=lambda c: c["calls"])
    return {**times, "before": before, "calls": most, "graphics": graphics}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--draw-nothing", action="store_true", help="only without what is drawn")
    parser.add_argument("--demo", action="store_true", help="a game by the shipped policies")
    parser.add_argument("--only-drawn", action="store_true", help="as the page comes, all drawn")
    parser.add_argument("--page", type=Path, help="another viewer.js, in turn with this one")
    options = parser.parse_args()
    conditions = [(False, "&quality=0"), (True, "&quality=0"), (True, "")]
    if options.draw_nothing:
        conditions = conditions[:1]
    if options.only_drawn:
        conditions = conditions[1:]
    path = next(path for name in NAMES if (path := shutil.which(name)))
    over, scripts = threading.Event(), [None, options.page] if options.page else [None]
    with sync_playwright() as playwright, Page(0) as page:
        thread = threading.Thread(target=play if options.demo else move, args=(page, over))
        thread.start()
        try:
            browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
            for _ in range(options.rounds):
                for script in scripts:
                    for draws, quality in conditions:
                        url = page.url + quality
                        found = measure(browser, url, script, options.seconds, draws)
                        report(script, draws, quality, found)
            browser.close()
        finally:
            over.set()
            thread.join()


def report(script: Path | None, draws: bool, quality: str, found: Any) -> None:
    """Print a row."""
    how = "nothing drawn" if not draws else "finest" if quality else "as fine as it goes"
    calls, load = found["calls"], os.getloadavg()[0]
    work = f"work {found['workMedian']:.2f} ms, p99 {found['workP99']:.2f}"
    interval = f"pictures {found['intervalMedian']:.1f} ms apart, p99 {found['intervalP99']:.1f}"
    print(
        f"{script or 'present'}, {how}: {calls['calls']} calls, {calls['triangles']} triangles; "
        f"{work}; {interval}; {found['count']} pictures, load {load:.1f}; {found['graphics']}",
        flush=True,
    )


if __name__ == "__main__":
    main()
