"""Find how far and for how long a ball rolls when it is kicked, at several speeds.

This is a trainer that uses the monitor port of a server that speaks SimSpark's protocol: ``rcssgym
serve --protocol simspark``, or rcssserver3d (then with ``--wait frames``). Run with
``python examples/simspark_trainer.py [--host HOST] [--port PORT] [--wait answer|frames]
[--speeds V ...] [--patience S] [--timeout S]``.
"""

from __future__ import annotations

import argparse

import numpy as np
from rcssgym import RcssGymError
from rcssgym.simspark import BallCommand, Frame, PlayModeCommand, TrainerClient

PAUSE = 0.5
"""A ball that has moved by less than ``STILL`` in this time, s, is at rest."""
STILL = 0.01
"""Metres; servers do not report changes of less than half of it."""


def rests(frames: list[Frame]) -> bool:
    """Whether the ball has rested for a while."""
    last = frames[-1]
    before = [frame for frame in frames if frame.game.time <= last.game.time - PAUSE]
    if not before:
        return False
    way = last.scene.ball_position - before[-1].scene.ball_position
    return bool(np.linalg.norm(way) < STILL)


def roll(trainer: TrainerClient, speed: float, patience: float) -> list[Frame]:
    """Kick the ball from the middle of the pitch along y; return the frames that follow."""
    height = trainer.environment.ball_radius
    # The game clock runs in this mode.
    trainer.perform(PlayModeCommand("PlayOn"), BallCommand((0.0, 0.0, height), (0.0, speed, 0.0)))
    frames = [trainer.frame]
    while not rests(frames) and frames[-1].game.time - frames[0].game.time < patience:
        frames.append(trainer.receive())
    return frames


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--host", default="127.0.0.1", help="address of the server (127.0.0.1)")
    parser.add_argument("--port", type=int, default=3200, help="its port for monitors (3200)")
    parser.add_argument("--wait", default="answer", choices=("answer", "frames"))
    parser.add_argument(
        "--speeds", type=float, nargs="+", default=[0.5, 1.0, 2.0], help="speeds of kicks, m/s"
    )
    parser.add_argument(
        "--patience", type=float, default=20.0, help="maximum time of a roll, s (20)"
    )
    parser.add_argument(
        "--timeout", type=float, default=10.0, help="how long to wait for the server, s (10)"
    )
    args = parser.parse_args()
    if not args.patience > 0.0:
        parser.error(f"--patience: {args.patience} is not a length of time")
    try:
        with TrainerClient(args.host, args.port, timeout=args.timeout, wait=args.wait) as trainer:
            environment = trainer.environment
            size = f"{environment.field_length:g} m by {environment.field_width:g} m"
            print(f"a pitch of {size}, a ball of {environment.ball_mass * 1000:g} g")
            for speed in args.speeds:
                frames = roll(trainer, speed, args.patience)
                first, last = frames[0], frames[-1]
                way = np.linalg.norm(last.scene.ball_position[:2])
                time = last.game.time - first.game.time
                end = "rests" if rests(frames) else "still rolls"
                print(f"{speed:4.1f} m/s: {way:5.2f} m away after {time:5.2f} s, {end}")
    except RcssGymError as error:
        parser.exit(1, f"{error}\n")


if __name__ == "__main__":
    main()
