"""Record videos of a task: ``pip install 'rcssgym[render]'``, no display needed.

Run with ``python examples/record_video.py [--env ID] [--steps N] [--out FOLDER]``. The robot
acts at random; replace ``action_space.sample()`` with your policy.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium as gym
import rcssgym
from gymnasium.wrappers import RecordVideo
from rcssgym.optional import needed_by

with needed_by("examples/record_video.py", "render", "moviepy"):
    import moviepy  # noqa: F401  (RecordVideo writes with it)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--env", default="rcssgym/T1Walk-v1", help="environment to record (rcssgym/T1Walk-v1)"
    )
    parser.add_argument("--steps", type=int, default=200, help="number of steps (200)")
    parser.add_argument("--out", default="videos", help="folder for the videos (videos)")
    args = parser.parse_args()
    if args.steps < 1:
        parser.error(f"--steps: {args.steps} is less than 1")

    options: dict[str, Any] = {"render_mode": "rgb_array", "width": 640, "height": 480}
    if "/Disc-" not in args.env:  # the 2D game is always seen from above
        # Without this argument, the environment chooses a camera that follows the robot.
        position, target = (3.0, -3.0, 1.5), (0.0, 0.0, 0.5)
        options["camera"] = rcssgym.Camera(position=position, target=target)
    try:
        plain = gym.make(args.env, **options)
    except gym.error.Error as error:
        parser.error(f"--env: {error}")
    except TypeError:  # one that does not know these options
        parser.error(f"--env: {args.env} has no pictures with a width and a height")
    try:
        env: Any = RecordVideo(plain, args.out, episode_trigger=lambda _: True)
    except OSError as error:
        parser.error(f"--out: {error}")
    env.action_space.seed(0)
    env.reset(seed=0)
    for _ in range(args.steps):
        _, _, terminated, truncated, _ = env.step(env.action_space.sample())
        if terminated or truncated:
            env.reset()
    env.close()
    print(f"one video an episode in {args.out}")


if __name__ == "__main__":
    main()
