"""The reference gait steps as commanded: standing feet move back at the commanded speed."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest
from rcssgym.envs import Floats, WorldVectorEnv
from rcssgym.envs.lookup import new_task

TIMES = 64
"""Number of moments in a gait cycle."""


def soles(name: str, command: tuple[float, float, float]) -> Floats:
    """Positions of both soles ``(TIMES, 2, 3)`` over a cycle of a robot hung in the air, m."""
    task: Any = new_task(name)
    gait = task.gait.parameters(task.robot, task.gait_frequency)
    envs = WorldVectorEnv(task, TIMES)
    envs.reset(seed=1)
    phase = 2.0 * np.pi * np.arange(TIMES)[:, None] / TIMES
    sin, cos = np.sin(phase), np.cos(phase)
    stride = sum(
        gait[axis] * speed
        for axis, speed in zip(("forwards", "sideways", "turning"), command, strict=True)
    )
    lift = gait["lift"] * np.maximum(0.0, gait["leg"] * sin)
    bend = gait["stretch"] + lift + gait["sway"] * sin + gait["leg"] * cos * stride
    qpos = envs.worlds.qpos
    qpos[:, 7:14] = (0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0)
    qpos[:, 14 + task.robot.hinges] = task.robot.nominal + bend
    envs.worlds.set_state(qpos, np.zeros_like(envs.worlds.qvel))
    task._sense()
    places: Floats = task.cells("soles").reshape(TIMES, 2, 3)
    return places


@pytest.mark.parametrize("name", ["T1Walk-v1", "K1Walk-v1", "NaoWalk-v1"])
@pytest.mark.parametrize(("axis", "speed"), [(0, 0.5), (0, -0.3), (1, 0.2)])
def test_feet_that_stand_go_back_as_commanded(name: str, axis: int, speed: float) -> None:
    command = (speed, 0.0, 0.0) if axis == 0 else (0.0, speed, 0.0)
    still, going = soles(name, (0.0, 0.0, 0.0)), soles(name, command)
    half, task = TIMES // 2, cast(Any, new_task(name))
    seconds = 0.5 / task.gait_frequency
    for foot, first in ((0, half), (1, 0)):
        # Sway moves the feet as well; the last moment of standing is the first of the next half.
        way = (going - still)[(first + half) % TIMES, foot] - (going - still)[first, foot]
        assert way[axis] / seconds == pytest.approx(-speed, rel=0.12)
        assert abs(way[1 - axis]) < 0.1 * abs(way[axis])


@pytest.mark.parametrize("name", ["T1Walk-v1", "K1Walk-v1", "NaoWalk-v1"])
def test_one_foot_is_lifted_while_the_other_stands(name: str) -> None:
    heights = soles(name, (0.0, 0.0, 0.0))[:, :, 2]
    least = 0.5 * cast(Any, new_task(name)).clearance
    half, quarter = TIMES // 2, TIMES // 4
    for foot, lifted in ((0, quarter), (1, quarter + half)):
        stands = heights[(lifted + half) % TIMES, foot]
        assert least < heights[lifted, foot] - stands < 4.0 * least
    # Hips sway over the standing foot: in the torso's frame, both feet move to the other side.
    places = soles(name, (0.0, 0.0, 0.0))[:, :, 1].mean(axis=1)
    assert places[quarter] > 0.005
    assert places[quarter + half] < -0.005


@pytest.mark.parametrize(("name", "width"), [("T1Walk-v1", 0.10), ("K1Walk-v1", 0.10)])
def test_feet_do_not_meet_on_steps_to_a_side(name: str, width: float) -> None:
    places = soles(name, (0.0, cast(Any, new_task(name)).highest_command[1], 0.0))
    assert (places[:, 0, 1] - places[:, 1, 1]).min() > width + 0.03
