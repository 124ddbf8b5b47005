"""States of robots between lying and standing, through which they pass when getting up."""

from functools import lru_cache

import numpy as np

from rcssgym._core import WorldBatch
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.tasks.lying import FAR_AWAY, orientations
from rcssgym.envs.tasks.robot import HINGES, TORSO
from rcssgym.envs.tasks.robots import RobotSetup

DROPPED = 1024
"""Number of robots that are dropped to find states."""
SEED = 0
BINS = 16
"""Number of equal parts of the way up, each with the same number of states."""
EACH = 16
"""Number of states in each part."""
LOOKS = range(15, 75, 3)
"""Steps of 20 ms after which states are collected."""
STEEPEST = 1.7
"""Lean forwards or back in which robots are dropped, rad."""
FIRST_ARM, LAST_ARM = 2, 10
LEG = 6
PITCHES = (0, 3, 4)
"""Indices among a leg's joints: hip, knee and ankle pitch."""


@lru_cache(maxsize=8)
def rising_states(robot: RobotSetup) -> Floats:
    """Return rows of ``qpos``, ``(256, nq)``, spread evenly from the ground to standing.

    Robots are dropped with a random lean forwards or back, legs folded at random and arms anywhere,
    and hold that pose. The states through which they fall, at any height, serve as states on the
    way up. They are spread evenly in ``risen``, the torso's height as a share of its standing
    height, times its uprightness. The random numbers are always the same, so the states depend only
    on the robot.
    """
    worlds = WorldBatch(DROPPED, left=[robot.model])
    streams, every = Streams(DROPPED), np.arange(DROPPED)
    streams.seed(every, [SEED + i for i in range(DROPPED)])
    noise = streams.uniform(every, 4 + robot.joints + 4, -1.0, 1.0)
    bent = _folded(robot, worlds, noise[:, 4:])
    qpos = worlds.qpos
    qpos[:, :2] = FAR_AWAY
    qpos[:, TORSO : TORSO + 3] = (0.0, 0.0, 1.2 * robot.height)
    yaw, pitch, roll = np.pi * noise[:, 0], STEEPEST * noise[:, 1], 0.3 * noise[:, 2]
    qpos[:, TORSO + 3 : HINGES] = orientations(yaw, pitch, roll)
    qpos[:, HINGES + robot.hinges] = bent
    worlds.set_state(qpos, np.zeros_like(worlds.qvel))
    seen = []
    for step in range(LOOKS.stop):
        worlds.step(bent[:, None, :], kp=robot.kp, kd=robot.kd)
        if step in LOOKS:
            seen.append(worlds.qpos)
    chosen = _evenly(np.concatenate(seen), robot)
    chosen.setflags(write=False)
    return chosen


def _folded(robot: RobotSetup, worlds: WorldBatch, noise: Floats) -> Floats:
    """Return joint angles ``(n, J)`` with arms anywhere and legs folded at random.

    Seven in ten poses are symmetric. Soles are about level where the ankles allow it.
    """
    low, high = np.moveaxis(worlds.joint_ranges[0], -1, 0)
    share = 0.5 * (1.0 + noise)
    bent = np.tile(robot.nominal, (len(noise), 1))
    arms = slice(FIRST_ARM, LAST_ARM)
    bent[:, arms] = (low + (high - low) * share[:, : robot.joints])[:, arms]
    first = robot.joints - 2 * LEG
    for leg in (0, 1):
        hip, knee, ankle = (first + LEG * leg + joint for joint in PITCHES)
        fold, lean = share[:, robot.joints + leg], share[:, robot.joints + 2 + leg]
        bent[:, knee] += (high[knee] - bent[:, knee]) * fold
        bent[:, hip] += (low[hip] - bent[:, hip]) * fold * np.sqrt(lean)
        bent[:, ankle] = -(bent[:, hip] + bent[:, knee]) + 0.4 * noise[:, hip]
        for joint in (1, 2):
            bent[:, first + LEG * leg + joint] = 0.2 * noise[:, first + LEG * leg + joint]
    is_alike = share[:, 0] < 0.7
    mirrored = robot.mirrored(bent)
    right = [*range(FIRST_ARM + 4, LAST_ARM), *range(first + LEG, robot.joints)]
    bent[np.ix_(is_alike, right)] = mirrored[np.ix_(is_alike, right)]
    return np.clip(bent, low, high)


def _evenly(states: Floats, robot: RobotSetup) -> Floats:
    """Choose equally many states from each part of the way up, with as few repeats as possible."""
    x, y = states[:, TORSO + 4], states[:, TORSO + 5]
    risen = states[:, TORSO + 2] / robot.height * (1.0 - x * x - y * y)
    place = np.clip(risen * BINS, 0, BINS - 1).astype(np.intp)
    return np.concatenate([_some(states[place == part]) for part in range(BINS)])


def _some(states: Floats) -> Floats:
    chosen: Indices = np.linspace(0, len(states) - 1, EACH).round().astype(np.intp)
    return states[chosen]
