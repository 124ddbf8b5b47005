"""Frames and windows of environments, and pictures of worlds, as Python sees them."""

import pickle
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium as gym
import gymnasium.wrappers.vector
import numpy as np
import pytest
import rcssgym
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray
from rcssgym.envs import SoccerVectorEnv, WorldEnv, WorldVectorEnv
from rcssgym.envs.registration import TASKS
from rcssgym.envs.render import RENDER_METADATA
from rcssgym.view.live import Pace
from rcssgym.view.window import DISPLAYS, Window

SIZE: dict[str, Any] = {"width": 64, "height": 48}
POINTS: dict[str, Any] = {"position": (1.0, -2.0, 1.5), "target": (0.0, 0.0, 0.5)}


@pytest.fixture
def display(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return Pygame with invisible windows."""
    pygame = pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield pygame.display
    pygame.display.quit()


def still(env: WorldEnv | WorldVectorEnv) -> NDArray[np.float64]:
    return np.zeros(env.action_space.shape or ())


# --- worlds


def test_a_picture_is_an_array_of_its_own() -> None:
    worlds = rcssgym.WorldBatch(2)
    picture = worlds.render()
    assert picture.shape == (480, 640, 3)
    assert picture.dtype == np.uint8
    assert picture.flags.owndata
    assert picture.flags.c_contiguous
    small = worlds.render(1, **SIZE)
    assert small.shape == (48, 64, 3)
    kept = small.copy()
    worlds.render(0, **SIZE)[:] = 0
    np.testing.assert_array_equal(small, kept)


def test_a_picture_shows_the_world_that_is_asked_for() -> None:
    worlds = rcssgym.WorldBatch(3)
    first = worlds.render(1)
    worlds.place_ball(1, (-1.5, -3.0, 0.3))
    moved = worlds.render(1)
    assert (moved != first).any()
    np.testing.assert_array_equal(worlds.render(2), first)
    closer = rcssgym.Camera(**POINTS, fov=0.3)
    assert (worlds.render(2, camera=closer) != first).any()


def test_a_picture_moves_nothing() -> None:
    worlds = rcssgym.WorldBatch(2, right=["K1"], rules="ssim")
    before = worlds.snapshot()
    worlds.render(1)
    assert worlds.snapshot() == before


def test_a_camera_is_a_value() -> None:
    camera = rcssgym.Camera(np.array([1, -2, 1.5]), POINTS["target"])
    assert camera == rcssgym.Camera(**POINTS, fov=0.8)
    assert camera != rcssgym.Camera(**POINTS, fov=0.9)
    assert (camera.position, camera.target, camera.fov) == (*POINTS.values(), 0.8)
    assert pickle.loads(pickle.dumps(camera)) == camera
    text = "Camera(position=(1.0, -2.0, 1.5), target=(0.0, 0.0, 0.5), fov=0.8)"
    assert repr(camera) == text
    with pytest.raises(AttributeError):
        camera.fov = 1.0  # type: ignore[misc]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"position": (0, 0, 0)}, r"position: \[0.0, 0.0, 0.0\] is not above the ground"),
        ({"position": (0, 0, np.nan)}, "position: NaN at index 2"),
        ({"target": (1, -2, 1.5)}, "target: .* is where the camera is"),
        ({"target": (1, 2)}, "target: shape"),
        ({"target": "there"}, "target"),
        ({"fov": 45}, "fov: 45 rad is not between 0 and pi"),
        ({"fov": "wide"}, "fov: must be a number, not str"),
    ],
)
def test_cameras_that_cannot_be(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=words):
        rcssgym.Camera(**{**POINTS, **arguments})


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"world": 2}, "world: must be from 0 to 1, not 2"),
        ({"width": 0}, "width: must be from 1 to 4096, not 0"),
        ({"height": 4097}, "height: must be from 1 to 4096, not 4097"),
        ({"height": 4.5}, "height: must be an integer, not float"),
        ({"camera": (1, 2, 3)}, "camera: must be a Camera, not tuple"),
        ({"camera": "goal"}, 'camera: there is no "goal", only "ball" and "pitch"'),
    ],
)
def test_pictures_that_cannot_be(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=words):
        rcssgym.WorldBatch(2).render(**arguments)


def test_cameras_by_name() -> None:
    games = rcssgym.WorldBatch(2, right=["T1"])
    games.place_ball(1, (5.0, -3.0, 0.11))
    beside = rcssgym.Camera.beside_ball(games.ball_position[1])
    assert beside.target[:2] == (5.0, -3.0)
    by_name, by_camera, by_default = (
        games.render(1, camera="ball"),
        games.render(1, camera=beside),
        games.render(1),
    )
    np.testing.assert_array_equal(by_name, by_camera)
    np.testing.assert_array_equal(by_default, by_camera)
    pitch = games.render(1, camera="pitch")
    games.place_ball(1, (-5.0, 3.0, 0.11))
    # Except for the ball itself the picture is the same: the camera has not moved.
    assert (games.render(1, camera="pitch") != pitch).any(axis=2).mean() < 0.001
    assert (games.render(1) != by_default).any(axis=2).mean() > 0.05


def test_a_camera_on_its_way_to_the_ball() -> None:
    camera = rcssgym.Camera.beside_ball((0, 0, 0.11))
    targets = [camera.target]
    for _ in range(100):
        camera = camera.follow_ball((1.0, 0.0, 0.11), 0.02)
        targets.append(camera.target)
    steps = np.diff([target[0] for target in targets])
    assert (steps > 0).all()
    assert (np.diff(steps) < 0).all()
    assert targets[-1][0] == pytest.approx(1.0, abs=0.01)
    wrong: list[tuple[Any, Any, str]] = [
        ((np.nan, 0, 0), 0.1, "ball: NaN at index 0"),
        ((0, 0), 0.1, "ball: shape"),
        ((0, 0, 0), np.inf, "elapsed: inf s is not finite"),
        ((0, 0, 0), "soon", "elapsed: must be a number, not str"),
    ]
    for ball, elapsed, words in wrong:
        with pytest.raises(rcssgym.ArgumentError, match=words):
            camera.follow_ball(ball, elapsed)
    with pytest.raises(rcssgym.ArgumentError, match="ball: NaN at index 0"):
        rcssgym.Camera.beside_ball((np.nan, 0, 0))


# --- environments


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.usefixtures("display")
def test_the_checker_is_content(task: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every render mode; warnings are errors here, including those of the checker."""
    shown: list[None] = []
    show = Window.show
    monkeypatch.setattr(Window, "show", lambda *args: shown.append(show(*args)))
    check_env(gym.make(f"rcssgym/{task}-v0", **SIZE).unwrapped)
    assert len(shown) >= 2


def test_frames_of_one_env() -> None:
    env = gym.make("rcssgym/T1Stand-v0", render_mode="rgb_array", camera=rcssgym.Camera(**POINTS))
    assert env.metadata["render_fps"] == 50
    env.reset(seed=0)
    frame: Any = env.render()
    assert frame.shape == (480, 640, 3)
    worlds = env.get_wrapper_attr("vector").worlds
    np.testing.assert_array_equal(frame, worlds.render(camera=rcssgym.Camera(**POINTS)))
    env.step(np.full(23, 0.5, np.float32))
    assert (env.render() != frame).any()


def test_frames_of_many_envs() -> None:
    envs: Any = gym.make_vec("rcssgym/T1Walk-v0", num_envs=3, render_mode="rgb_array", **SIZE)
    envs.reset(seed=0)
    frames: Any = envs.render()
    assert isinstance(frames, tuple)
    shapes = [(frame.shape, frame.dtype) for frame in frames]
    assert shapes == [((48, 64, 3), np.uint8)] * 3
    worlds = envs.unwrapped.worlds
    for env, frame in enumerate(frames):
        np.testing.assert_array_equal(frame, worlds.render(env, **SIZE))
    envs.close()


def test_frames_of_games_follow_the_ball() -> None:
    envs = SoccerVectorEnv("1v1", 2, render_mode="rgb_array")
    envs.reset(seed=0)
    worlds = envs.worlds

    def frames() -> tuple[NDArray[np.uint8], ...]:
        rendered = envs.render()
        assert rendered is not None
        return rendered

    for world, frame in enumerate(frames()):
        np.testing.assert_array_equal(frame, worlds.render(world, camera="ball"))
    position = worlds.ball_position[1] + (0.5, 0.0, 0.0)
    worlds.place_ball(1, position)
    envs.step(np.zeros(envs.action_space.shape or ()))
    once, again = frames(), frames()
    np.testing.assert_array_equal(once[1], again[1])
    # The camera lags behind a ball that has jumped, but moves towards it.
    assert (once[1] != worlds.render(1, camera="ball")).any()
    away = rcssgym.Camera.beside_ball(position - (0.5, 0.0, 0.0))
    assert (once[1] != worlds.render(1, camera=away)).any()
    envs.reset(seed=1)
    for world, frame in enumerate(frames()):
        np.testing.assert_array_equal(frame, worlds.render(world, camera="ball"))


def test_frames_of_the_whole_pitch() -> None:
    envs = SoccerVectorEnv("1v1", 1, render_mode="rgb_array", camera="pitch", **SIZE)
    envs.reset(seed=0)
    rendered = envs.render()
    assert rendered is not None
    np.testing.assert_array_equal(rendered[0], envs.worlds.render(camera="pitch", **SIZE))
    with pytest.raises(rcssgym.ArgumentError, match="camera: there is no"):
        SoccerVectorEnv("1v1", 1, render_mode="rgb_array", camera="goal")


def test_frames_are_recorded(tmp_path: Path) -> None:
    pytest.importorskip("moviepy")
    env = gym.make("rcssgym/T1Stand-v0", render_mode="rgb_array", **SIZE)
    recorded: Any = gym.wrappers.RecordVideo(env, str(tmp_path / "one"), lambda _: True)
    recorded.reset(seed=0)
    for _ in range(5):
        recorded.step(np.zeros(23, np.float32))
    recorded.close()
    envs = gym.make_vec("rcssgym/T1Stand-v0", num_envs=2, render_mode="rgb_array", **SIZE)
    both: Any = gym.wrappers.vector.RecordVideo(
        envs, str(tmp_path / "two"), step_trigger=lambda step: step == 0, video_length=4
    )
    both.reset(seed=0)
    for _ in range(6):
        both.step(np.zeros((2, 23), np.float32))
    both.close()
    sizes = {path.name: path.stat().st_size for path in tmp_path.rglob("*.mp4")}
    assert set(sizes) == {"rl-video-episode-0.mp4", "rl-video-step-0.mp4"}
    assert min(sizes.values()) > 500


def test_rendering_changes_no_episode() -> None:
    seen = WorldVectorEnv("T1Stand", 2, max_episode_steps=5, render_mode="rgb_array", **SIZE)
    unseen = WorldVectorEnv("T1Stand", 2, max_episode_steps=5)
    for envs in (seen, unseen):
        envs.reset(seed=3)
    for _ in range(20):
        seen.render()
        assert seen.step(still(seen))[0].tobytes() == unseen.step(still(unseen))[0].tobytes()


def test_a_window_shows_the_first_env(display: Any) -> None:
    envs = WorldVectorEnv("T1Stand", 2, render_mode="human", **SIZE)
    assert not display.get_init()
    envs.reset(seed=0)
    surface = display.get_surface()
    assert surface.get_size() == (64, 48)

    def shown() -> NDArray[np.uint8]:
        import pygame

        return np.swapaxes(pygame.surfarray.array3d(surface), 0, 1)

    np.testing.assert_array_equal(shown(), envs.worlds.render(0, **SIZE))
    before = shown()
    envs.step(np.full((2, 23), 0.5))
    assert (shown() != before).any()
    np.testing.assert_array_equal(shown(), envs.worlds.render(0, **SIZE))
    assert envs.render() is None
    envs.close()
    envs.close()
    assert not display.get_init()
    with pytest.raises(rcssgym.RcssGymError, match="closed"):
        envs.render()


def test_a_window_that_its_user_closes_stays_closed(display: Any) -> None:
    import pygame

    env = WorldEnv("T1Stand", render_mode="human", **SIZE)
    env.reset(seed=0)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    for _ in range(3):
        env.step(still(env))
    assert not display.get_init()


def test_a_pickled_env_opens_a_window_of_its_own(display: Any) -> None:
    env = WorldEnv("T1Stand", render_mode="human", **SIZE)
    env.reset(seed=0)
    copy = pickle.loads(pickle.dumps(env))
    copy.step(still(copy))
    env.close()
    assert not display.get_init()
    copy.step(still(copy))
    assert display.get_init()


def test_a_missing_display_or_pygame_is_named(
    display: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    display.quit()
    env = WorldEnv("T1Stand", render_mode="human", **SIZE)
    monkeypatch.setenv("SDL_VIDEODRIVER", "no such driver")
    words = r"display, and none can be opened with .*'no such driver'.*'rgb_array' needs none"
    with pytest.raises(rcssgym.RcssGymError, match=words):
        env.reset(seed=0)
    assert not display.get_init()
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(rcssgym.RcssGymError, match=r"pip install 'rcssgym\[render\]'"):
        env.render()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display to try")
def test_a_window_that_nobody_would_see_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    pygame = pytest.importorskip("pygame")
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    screen = ":7777"
    monkeypatch.setenv("DISPLAY", screen)
    where = f"none can be opened with DISPLAY='{screen}'"
    env = WorldEnv("T1Stand", render_mode="human", **SIZE)
    words = (
        f"^render_mode='human' needs a display, and {where}; render_mode='rgb_array' needs none$"
    )
    with pytest.raises(rcssgym.RcssGymError, match=words):
        env.reset(seed=0)
    assert not pygame.display.get_init()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display to try")
@pytest.mark.parametrize("is_asked", [False, True])
def test_people_without_a_display_watch_in_a_browser(
    is_asked: bool, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    if is_asked:
        monkeypatch.setenv("DISPLAY", ":7777")
        monkeypatch.setenv("RCSSGYM_HUMAN", "page")
    env = WorldEnv("T1Stand", render_mode="human", **SIZE)
    env.reset(seed=0)
    env.step(env.action_space.sample())
    # SDL was not even called; it would have printed a complaint.
    out, err = capfd.readouterr()
    assert out == ""
    found = re.findall(r"watch at (http://127\.0\.0\.1:\d+/)#token=\S+\n", err)
    assert len(found) == 1
    assert b"<title>rcssgym</title>" in urllib.request.urlopen(found[0]).read()
    env.close()
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(found[0])


def test_captions_are_written_into_frames() -> None:
    plain, written = (
        WorldEnv("T1Stand", render_mode="rgb_array", width=320, height=240, captions=captions)
        for captions in (False, True)
    )
    frames = []
    for env in (plain, written):
        env.reset(seed=0)
        env.step(np.zeros(23, dtype=np.float32))
        frame = env.render()
        assert frame is not None
        frames.append(frame)
        env.close()
    height = len(frames[0])
    differs = np.any(frames[0] != frames[1], axis=-1)
    assert differs[: height // 20].mean() > 0.5  # the bar at the top
    assert not differs[3 * height // 4 :].any()
    assert differs[height // 10 : 3 * height // 4].any()  # the terms of the reward


def test_render_modes_that_are_not_there() -> None:
    for metadata in (WorldEnv.metadata, WorldVectorEnv.metadata):
        assert metadata.items() >= RENDER_METADATA.items()
    for env in (WorldEnv, WorldVectorEnv):
        with pytest.raises(rcssgym.ArgumentError, match="'depth', only 'human', 'rgb_array'"):
            env("T1Stand", render_mode="depth")
        with pytest.raises(rcssgym.ArgumentError, match="width: must be from 1"):
            env("T1Stand", render_mode="rgb_array", width=0)
        # Whether or not there are frames at once.
        wrong: list[tuple[dict[str, Any], str]] = [
            ({"width": "a"}, "width: must be an integer, not str"),
            ({"height": 4097}, "height: must be from 1 to 4096, not 4097"),
            ({"camera": "goal"}, "camera: there is no 'goal', only 'ball' and 'pitch'"),
            ({"camera": (1, 2, 3)}, "camera: must be a Camera, not tuple"),
            ({"captions": "no"}, "captions: 'no' is neither True nor False"),
        ]
        for options, words in wrong:
            for mode in (None, "rgb_array"):
                with pytest.raises(rcssgym.ArgumentError, match=words):
                    env("T1Stand", render_mode=mode, **options)
    with pytest.raises(rcssgym.RcssGymError, match="render_mode='rgb_array'"):
        WorldEnv("T1Stand").render()


# --- time


FPS: list[tuple[str, dict[str, Any], float]] = [
    ("T1Stand", {}, 50),
    ("T1Stand", {"frame_skip": 5}, 10),
    ("T1Stand", {"frame_skip": 3}, 50 / 3),
    ("Soccer-1v1", {"frame_skip": 2}, 25),
    ("Disc-ReachBall", {}, 10),
]


@pytest.mark.parametrize(("name", "options", "fps"), FPS)
def test_films_are_as_fast_as_the_game(name: str, options: dict[str, Any], fps: float) -> None:
    one = gym.make(f"rcssgym/{name}-v0", **options)
    many = gym.make_vec(f"rcssgym/{name}-v0", num_envs=2, **options)
    for env in (one, one.unwrapped, many):
        assert env.metadata["render_fps"] == pytest.approx(fps)
        assert type(env.metadata["render_fps"]) is type(fps)
    check_env(one.unwrapped, skip_render_check=True)
    for kind in (WorldEnv, WorldVectorEnv):
        assert kind.metadata["render_fps"] == 50


def test_films_of_games_of_agents_are_as_fast_as_the_game() -> None:
    assert rcssgym.parallel_env("1v1", frame_skip=5).metadata["render_fps"] == 10
    assert rcssgym.parallel_env("Disc-Soccer-2v2").metadata["render_fps"] == 10


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("is_page", [False, True])
def test_people_see_it_in_real_time(is_page: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setenv("RCSSGYM_HUMAN", "page" if is_page else "")
    monkeypatch.setattr(Pace, "step", lambda _, seconds: waits.append(seconds))
    env = WorldEnv("T1Stand", frame_skip=5, render_mode="human", **SIZE)
    env.reset(seed=0)
    if not is_page:
        window: Any = env.vector._renderer._window

        class Clock:
            def tick(self, fps: float) -> None:
                waits.append(1.0 / fps)

        window._clock = Clock()
    env.step(still(env))
    env.close()
    assert waits[-1] == pytest.approx(0.1)
