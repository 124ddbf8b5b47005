"""The subcommand that writes films: ``record``."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import chain, count, islice
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium as gym
import numpy as np
from tqdm import tqdm

from rcssgym import policies
from rcssgym._core import CYCLE, DiscBatch, Network, WorldBatch
from rcssgym.cli.options import Parser, add_start, positive
from rcssgym.cli.policy import add_policy, load_policy
from rcssgym.demo.game import DemoGame
from rcssgym.disc.game import DiscGame
from rcssgym.envs.task import Task
from rcssgym.errors import ArgumentError
from rcssgym.mp4 import Mp4Writer
from rcssgym.policy.metadata import facts_of, policy_task
from rcssgym.policy.policy import Actions
from rcssgym.startup import interrupted_code
from rcssgym.teams import ScriptedGame
from rcssgym.view.page import Notes
from rcssgym.view.recordings import DiscReel, Reel, open_reporting_damage
from rcssgym.view.studio import OVERLAYS, Overlay, Studio
from rcssgym.view.window import Frame

GAMES = ("demo", "scripted", "disc")
SIDES = ("left", "right")
LAST_NUMBER = 99
"""Highest number on a shirt."""
CONES = 12.0
"""Length of the cones that show what players of the 2D game see, m."""
FPS, DISC_FPS = 25, 10
"""Frames per second of films, and of films of the 2D game, one per cycle."""


def fill(record: Parser) -> None:
    """Give ``rcssgym record`` its arguments."""
    record.description = (
        "Write an .mp4 film, drawn by the CPU without a display, with score, clock, players' "
        "numbers and reward terms. Ctrl-C or SIGTERM ends the film early. Needs moviepy: "
        "pip install 'rcssgym[render]'."
    )
    record.set_defaults(run=_record)
    what = record.add_mutually_exclusive_group(required=True)
    what.add_argument(
        "--game",
        nargs="?",
        const="demo",
        choices=GAMES,
        help="game to record: by the shipped policies (demo), by scripted teams (scripted), or of "
        "the 2D league (disc)",
    )
    what.add_argument("--log", type=Path, metavar="FILE", help="log file to record, 3D or 2D")
    what.add_argument(
        "--env", metavar="ID", help="environment to record, such as rcssgym/T1Walk-v1"
    )
    record.add_argument("file", type=Path, help="film to write, .mp4")
    add_policy(record, " that acts in the environment instead of at random", required=False)
    add_start(record)
    record.add_argument(
        "--seconds",
        type=positive(float),
        default=60.0,
        metavar="S",
        help="maximum length of the film, s",
    )
    record.add_argument(
        "--seed", type=int, default=0, metavar="N", help="seed of the game or environment"
    )
    _add_picture(record)


def _add_picture(record: Parser) -> None:
    """Add the options that say what is in each picture."""
    record.add_argument(
        "--width", type=positive(int), default=1280, help="width in pixels, an even number"
    )
    record.add_argument(
        "--height", type=positive(int), default=720, help="height in pixels, an even number"
    )
    record.add_argument(
        "--camera",
        choices=("usual", "ball", "pitch", "robot"),
        default="usual",
        help="view of the camera; usual: that with which the viewer starts",
    )
    record.add_argument(
        "--overlay",
        type=_overlays,
        default=(),
        metavar="NAME[,NAME]",
        help=f"overlays about one robot: {', '.join(OVERLAYS)}; for 2D games only sight, of all "
        "players",
    )
    record.add_argument(
        "--robot",
        type=_robot,
        metavar="SIDE:N",
        help="robot that overlays show and the robot camera follows, such as left:2; default: the "
        "first",
    )
    record.add_argument("--no-captions", action="store_true", help="leave out all captions")


def _overlays(text: str) -> tuple[Overlay, ...]:
    chosen = tuple(name for name in OVERLAYS if name in text.split(","))
    if unknown := sorted(set(text.split(",")) - set(OVERLAYS)):
        known = ", ".join(OVERLAYS)
        raise argparse.ArgumentTypeError(f"there is no {unknown[0]!r}, only {known}")
    return chosen


def _robot(text: str) -> tuple[int, int]:
    side, _, number = text.partition(":")
    if side not in SIDES or not number.isdecimal() or int(number) > LAST_NUMBER:
        raise argparse.ArgumentTypeError(
            f"must be left:N or right:N with N up to {LAST_NUMBER}, not {text!r}"
        )
    return SIDES.index(side), int(number)


def _check_overlays(options: argparse.Namespace) -> None:
    """Raise :class:`ArgumentError` for overlays that the recording does not support."""
    chosen = ", ".join(options.overlay)
    if options.log is not None and "forces" in options.overlay:
        raise ArgumentError("--overlay: a log file does not contain forces, only sight and joints")
    if options.game == "disc":
        if set(options.overlay) - {"sight"}:
            raise ArgumentError(f"--overlay: the 2D game has only sight, not {chosen}")
        _check_discs(options)
        if options.camera != "usual":
            raise ArgumentError(f"--camera: the 2D game is seen from above, not {options.camera}")


def _check_discs(options: argparse.Namespace) -> None:
    if options.robot is not None:
        raise ArgumentError("--robot: pictures of the 2D game show all players alike")


def _record(options: argparse.Namespace) -> int:
    if options.policy is not None and options.env is None:
        raise ArgumentError(f"--policy: {options.policy} can only act in an environment, --env")
    if options.trust_task and options.policy is None:
        raise ArgumentError("--trust-task: only the file of a policy names a task, --policy")
    if options.start != 0.0 and options.log is None:
        raise ArgumentError(f"--start: {options.start} s is for a log file, --log")
    if not 0 <= options.seed < 2**64:
        raise ArgumentError(f"--seed: must be from 0 to 2**64 - 1, not {options.seed}")
    _check_overlays(options)
    studio = Studio(
        options.width,
        options.height,
        options.camera,
        captions=not options.no_captions,
        overlays=options.overlay,
        robot=options.robot,
    )
    fps, frames = _frames(options, studio)
    # Get the first frame before making the file, so that errors leave no file behind.
    first = next(frames)
    most = _most(options, fps)
    film = Mp4Writer("file", options.file, (options.width, options.height), fps, "record")
    code = 0
    with closing(film):
        try:
            filmed = islice(chain([first], frames), most)
            for frame in tqdm(filmed, total=most, unit="frame", disable=None):
                film.add(frame)
        except KeyboardInterrupt:
            code = interrupted_code()
    print(options.file)
    return code


def _most(options: argparse.Namespace, fps: float) -> int:
    """Return the maximum number of frames."""
    seconds: float = options.seconds
    return max(1, round(fps * seconds))


def _frames(options: argparse.Namespace, studio: Studio) -> tuple[float, Iterator[Frame]]:
    """Return the frames per second, and the frames."""
    if options.log is not None:
        return FPS, _log(options, studio)
    if options.env is not None:
        return _env(options, studio)
    match options.game:
        case "demo":
            return FPS, _demo(options.seed, studio)
        case "scripted":
            return FPS, _scripted(options.seed, studio)
        case _:
            return DISC_FPS, _disc(options, studio)


def _demo(seed: int, studio: Studio) -> Iterator[Frame]:
    game = DemoGame(seed=seed)
    while not game.over:
        for _ in range(round(1.0 / FPS / CYCLE)):
            game.step()
        yield studio.show_world(game.worlds)


def _scripted(seed: int, studio: Studio) -> Iterator[Frame]:
    game = ScriptedGame(seed=seed)
    while not game.over:
        for _ in range(round(1.0 / FPS / CYCLE)):
            game.step()
        yield studio.show_game(game.simulation._world)


def _disc(options: argparse.Namespace, studio: Studio) -> Iterator[Frame]:
    game = DiscGame(seed=options.seed)
    del studio  # pictures of 2D games show more: stamina, numbers, the ball's path
    cones = CONES if options.overlay else 0.0
    while not game.over:
        game.simulation.step()
        frame: Frame = game.simulation.render(
            width=options.width,
            height=options.height,
            view_cones=cones,
            board=not options.no_captions,
        )
        yield frame


def _log(options: argparse.Namespace, studio: Studio) -> Iterator[Frame]:
    reel = open_reporting_damage(options.log)
    if options.overlay and isinstance(reel, DiscReel):
        raise ArgumentError("--overlay: films of 2D log files have none; --game disc has sight")
    if not 0.0 <= options.start <= reel.duration:
        bounds = f"0 to {reel.duration:.1f} s"
        raise ArgumentError(f"--start: {options.start} s is not within the recording, {bounds}")
    number = min(int((reel.duration - options.start) * FPS) + 1, _most(options, FPS))
    times = [options.start + step / FPS for step in range(number)]
    if options.robot is not None:
        _check_robot(reel, times, options.robot)
    usual = Studio(options.width, options.height, captions=not options.no_captions)
    notes = {"title": options.log.name}
    for at in times:
        try:
            frame = reel.show(studio, at, notes)
        except ArgumentError:  # the robot of --robot has not come yet, or has left
            frame = reel.show(usual, at, notes)
        if frame is not None:
            yield frame


def _check_robot(reel: Reel, times: Iterable[float], robot: tuple[int, int]) -> None:
    """Raise :class:`ArgumentError` for a robot that is there at none of the times."""
    studio = Studio(16, 16, captions=False, robot=robot)
    absent = None
    for at in times:
        try:
            reel.show(studio, at, {})
        except ArgumentError as error:
            absent = error
        else:
            return
    if absent is not None:
        raise absent


def _env(options: argparse.Namespace, studio: Studio) -> tuple[float, Iterator[Frame]]:
    actor = None if options.policy is None else _actor(options)
    how: dict[str, Any] = {}
    if actor is not None:
        how = {name: number for name, number in actor.options.items() if number != 1}
    try:
        envs: Any = gym.make_vec(options.env, num_envs=1, **how).unwrapped
    except gym.error.Error as error:
        raise ArgumentError(f"--env: {error}") from error
    worlds = getattr(envs, "worlds", None)
    if not isinstance(worlds, (WorldBatch, DiscBatch)):
        raise ArgumentError(f"--env: {options.env} has no worlds that could be recorded")
    act = _at_random(options, envs) if actor is None else _acting(options, actor, envs)
    is_disc = isinstance(worlds, DiscBatch)
    if is_disc and options.overlay:
        raise ArgumentError("--overlay: films of 2D environments have none; --game disc has sight")
    if is_disc:
        _check_discs(options)
    every = max(1, round(1.0 / FPS / envs.step_dt))
    show: Any = studio.show_disc_world if is_disc else studio.show_world
    return 1.0 / (every * envs.step_dt), _acted(options, envs, act, every, show)


def _acted(
    options: argparse.Namespace,
    envs: Any,
    act: Callable[[Any], Any],
    every: int,
    show: Callable[[Any, int, Notes], Frame],
) -> Iterator[Frame]:
    """Yield a frame of every so many steps of an environment, with its rewards as curves."""
    observations, _ = envs.reset(seed=options.seed)
    for step in count(1):
        observations, _, _, _, info = envs.step(act(observations))
        if step % every == 0:
            rewards = info.get("reward", {})
            curves = [
                {"name": name, "value": float(np.ravel(value)[0])}
                for name, value in rewards.items()
                if not name.startswith("_")
            ]
            yield show(envs.worlds, 0, {"title": options.env, "curves": curves})


def _at_random(options: argparse.Namespace, envs: Any) -> Callable[[Any], Any]:
    envs.action_space.seed(options.seed)
    return lambda _: envs.action_space.sample()


class _Actor(NamedTuple):
    """A policy, and what its environment must be like."""

    act: Callable[[Actions], Actions]
    task: Task
    trained_for: str
    size: int
    """Size of an agent's observation."""
    options: dict[str, int]
    """Frame skip and history."""


def _actor(options: argparse.Namespace) -> _Actor:
    """Return the policy of ``--policy``."""
    if options.policy not in policies.names():
        policy = load_policy(options)
        how = {"frame_skip": policy.frame_skip, "history": policy.history}
        size = policy.history * policy.task.observation_space.shape[-1]
        return _Actor(policy.act, policy.task, policy.facts["task"], size, how)
    # The core acts by these without ONNX Runtime.
    network = Network(policies.path(options.policy).read_bytes())
    task = facts_of(dict(network.facts), options.policy)["task"]
    return _Actor(network.act, policy_task(task), task, network.shape[0], {})


def _acting(options: argparse.Namespace, actor: _Actor, envs: Any) -> Callable[[Actions], Actions]:
    """Return what a policy does in an environment, after checking that it fits."""
    if not isinstance(envs.task, type(actor.task)):
        raise ArgumentError(
            f"--policy: {options.policy} was trained for {actor.trained_for}, not for {options.env}"
        )
    size = (envs.single_observation_space.shape or (0,))[-1]
    if actor.size != size:
        raise ArgumentError(
            f"--policy: {options.policy} observes {actor.size} numbers, {options.env} {size}"
        )

    def act(observations: Actions) -> Actions:
        # In games every agent acts by what it sees.
        actions: Actions = actor.act(observations.reshape(-1, size))
        bounds = envs.single_action_space
        return np.clip(actions.reshape(-1, *bounds.shape), bounds.low, bounds.high)

    return act
