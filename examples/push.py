"""Find how hard a T1 that merely holds its pose can be pushed before it falls.

Steps many worlds at once: every robot gets a push of a different strength and direction.
Run with ``python examples/push.py [--worlds N] [--seconds S] [--seed SEED]``.
"""

from __future__ import annotations

import argparse
import math

import numpy as np
import rcssgym

# A crouch, rad, in the order of `motor_names`: head, left and right arm, waist, left and right leg.
ARM_LEFT, ARM_RIGHT = [0.0, -1.4, 0.0, -0.4], [0.0, 1.4, 0.0, 0.4]
LEG = [-0.4, 0.0, 0.0, 0.8, -0.4, 0.0]
POSE = np.array([0.0, 0.0, *ARM_LEFT, *ARM_RIGHT, 0.0, *LEG, *LEG])
ROOT_HEIGHT = 0.665  # m, soles on the ground in that pose


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--worlds", type=int, default=512, help="number of robots pushed (512)")
    parser.add_argument(
        "--seconds", type=float, default=3.0, help="simulated time after the push, s (3)"
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the directions (0)")
    args = parser.parse_args()
    if not 0.0 <= args.seconds < math.inf:
        parser.error(f"--seconds: {args.seconds} is not a length of time")

    try:
        worlds = rcssgym.WorldBatch(args.worlds, left=("T1",), seed=args.seed)
    except rcssgym.ArgumentError as error:
        parser.error(str(error))
    rng = np.random.default_rng(args.seed)
    direction = rng.uniform(-math.pi, math.pi, args.worlds)
    speed = np.linspace(0.0, 1.5, args.worlds)

    # The ball's 7 coordinates and 6 velocities come first, then the robot's root and its hinges.
    qpos, qvel = worlds.qpos, worlds.qvel
    qpos[:, 9] = ROOT_HEIGHT
    qpos[:, 14:] = POSE
    qvel[:, 6] = speed * np.cos(direction)
    qvel[:, 7] = speed * np.sin(direction)
    worlds.set_state(qpos, qvel)

    targets = np.broadcast_to(POSE, worlds.joint_positions.shape)
    for _ in range(round(args.seconds / (4 * worlds.timestep))):
        worlds.step(targets, kp=200.0, kd=5.0)

    upright = worlds.root_position[:, 0, 2] > 0.5
    print(f"{args.worlds} robots, {args.seconds:g} s after the push ({rcssgym.simd_level()}):")
    for low in np.arange(0.0, 1.5, 0.25):
        hit = (speed >= low) & (speed < low + 0.25)
        if hit.any():
            print(f"  {low:.2f} to {low + 0.25:.2f} m/s: {upright[hit].mean():4.0%} still stand")


if __name__ == "__main__":
    main()
