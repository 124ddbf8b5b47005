"""Many games of the 2D league at once, between teams that decide in arrays.

Run with ``python examples/disc_batch.py [--worlds N] [--cycles N] [--picture FILE.png]``. In every
world the player of each team nearest to the ball runs after it and kicks it towards the goal; the
others keep their places. A few numpy expressions decide for all players of all worlds.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import rcssgym
from numpy.typing import NDArray
from rcssgym.disc import PLAY_MODES, BodyCommand
from rcssgym.optional import needed_by

Array = NDArray[np.float64]
GOAL = np.array([52.5, 0.0])
PLACES = np.array(
    [
        [-49, 0],
        [-35, -12],
        [-37, -4],
        [-37, 4],
        [-35, 12],
        [-18, -18],
        [-20, 0],
        [-18, 18],
        [-4, -14],
        [-1, 0],
        [-4, 14],
    ],
    float,
)


def wrapped(angle: Array) -> Array:
    """Wrap degrees to -180 to 180."""
    return (angle + 180.0) % 360.0 - 180.0


def direction(way: Array) -> Array:
    """Return the directions of vectors, degrees."""
    return np.degrees(np.arctan2(way[..., 1], way[..., 0]))


def decide(batch: rcssgym.DiscBatch, homes: Array, signs: Array) -> tuple[NDArray[np.uint8], Array]:
    """Return what every player of every world does."""
    ball, position = batch.ball_position[:, None], batch.position
    distance = np.linalg.norm(ball - position, axis=-1)
    chaser = np.zeros(distance.shape, bool)
    for team in (slice(0, 11), slice(11, 22)):
        np.put_along_axis(chaser[:, team], distance[:, team].argmin(1)[:, None], True, axis=1)
    # The chaser runs to where the ball will be in a few cycles; the others shift with the ball.
    there = np.where(chaser[..., None], ball + 4.0 * batch.ball_velocity[:, None], 0.0)
    place = homes + np.array([0.5, 0.3]) * ball + signs[:, None] * np.array([6.0, 0.0])
    way = np.where(chaser[..., None], there, place) - position
    turn = wrapped(direction(way) - batch.body)
    far = np.linalg.norm(way, axis=-1)
    can_kick = batch.can_kick == 1

    kind = np.where(np.abs(turn) > 15, BodyCommand.TURN, BodyCommand.DASH).astype(np.uint8)
    kind[~chaser & (far < 2.0)] = BodyCommand.NONE
    kind[can_kick] = BodyCommand.KICK
    power = np.where(chaser, 100.0, np.minimum(60.0, 10.0 * far))
    args = np.stack([np.where(kind == BodyCommand.TURN, turn, power), np.zeros_like(turn)], -1)

    # Near the goal they shoot, elsewhere they push the ball ahead.
    to_goal = signs[:, None] * GOAL - ball
    kick = wrapped(direction(to_goal) - batch.body)
    shoots = np.linalg.norm(to_goal, axis=-1) < 25.0
    strength = np.where(shoots, 100.0, 35.0)
    args[can_kick] = np.stack([np.broadcast_to(strength, kick.shape), kick], -1)[can_kick]
    return kind, args


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--worlds", type=int, default=64, help="number of games, at least 4 (64)")
    parser.add_argument(
        "--cycles", type=int, default=3000, help="number of cycles of 100 ms (3000)"
    )
    parser.add_argument("--picture", help="file for a picture of four worlds at the end")
    args = parser.parse_args()

    if args.worlds < 4:
        parser.error(f"--worlds: at least 4, not {args.worlds}")
    if args.cycles < 1:
        parser.error(f"--cycles: at least 1, not {args.cycles}")
    # Otherwise the error would only come when all has been played.
    if args.picture and not Path(args.picture).absolute().parent.is_dir():
        parser.error(f"--picture: there is no folder for {args.picture}")
    batch = rcssgym.DiscBatch(args.worlds, seed=0, team_names=("Arrays", "Numbers"))
    signs = np.repeat([1.0, -1.0], 11)
    homes = np.concatenate([PLACES, -PLACES])
    batch.set_state(position=homes, body=np.where(signs > 0, 0.0, 180.0))
    batch.start()
    begin = time.perf_counter()
    for _ in range(args.cycles):
        batch.step(*decide(batch, homes, signs))
        waits = batch.play_mode == PLAY_MODES.index("before_kick_off")
        if waits.any():
            batch.start(waits)
    elapsed = time.perf_counter() - begin
    rate = args.worlds * args.cycles / elapsed
    print(f"{args.worlds} worlds, {args.cycles} cycles: {rate:,.0f} cycles/s, decisions included")
    left, right = batch.score.sum(axis=0)
    print(f"goals {left + right} ({left} of the left teams, {right} of the right ones)")
    if args.picture:
        with needed_by("--picture", "render", "pygame"):
            import pygame

        shown = list(batch.render(range(4), width=704, height=512))
        rows = [np.concatenate(shown[:2], axis=1), np.concatenate(shown[2:], axis=1)]
        columns = np.concatenate(rows).swapaxes(0, 1)
        pygame.image.save(pygame.surfarray.make_surface(columns), args.picture)
        print(f"picture: {args.picture}")


if __name__ == "__main__":
    main()
