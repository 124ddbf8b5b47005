"""The tasks' data on robots agree with the models; computed senses are as documented."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym.envs import RobotTask, SoccerTask, Task, Terms, WorldEnv, WorldVectorEnv, term
from rcssgym.envs.registration import TASKS
from rcssgym.envs.tasks import (
    ANT,
    K1,
    NAO,
    T1,
    K1Stand,
    RobotSetup,
    Senses,
    T1Stand,
    body_observation,
)
from rcssgym.envs.tasks.senses import gravity_in_torso, heading, seen_along

ROBOTS = [T1, K1, NAO, ANT]
IDS = ["T1", "K1", "nao", "ant"]


def hanging(robot: RobotSetup, rows: int) -> rcssgym.WorldBatch:
    worlds = rcssgym.WorldBatch(rows, left=[robot.model])
    qpos = worlds.qpos
    qpos[:, :2] = (0.0, 40.0)
    qpos[:, 7:14] = (0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0)
    worlds.set_state(qpos, np.zeros_like(worlds.qvel))
    return worlds


@pytest.mark.parametrize("robot", ROBOTS, ids=IDS)
def test_hinges_are_those_of_the_motors(robot: RobotSetup) -> None:
    worlds = hanging(robot, 1)
    assert worlds.num_motors == robot.joints
    qpos, angles = worlds.qpos, np.linspace(0.1, 0.2, robot.joints)
    qpos[0, 14 + robot.hinges] = angles
    worlds.set_state(qpos, worlds.qvel)
    assert worlds.joint_positions[0, 0].tolist() == angles.tolist()


@pytest.mark.parametrize("robot", ROBOTS, ids=IDS)
def test_the_nominal_pose_is_within_the_ranges_and_its_own_mirror(robot: RobotSetup) -> None:
    low, high = hanging(robot, 1).joint_ranges[0].T
    assert ((low <= robot.nominal) & (robot.nominal <= high)).all()
    assert robot.mirrored(robot.nominal).tolist() == robot.nominal.tolist()
    assert set(robot.feet) <= set(rcssgym.Model(robot.model).body_names)


@pytest.mark.parametrize("robot", ROBOTS, ids=IDS)
def test_mirrored_joints_move_mirrored(robot: RobotSetup) -> None:
    """The models' masses are not quite symmetric, so neither are the motions."""
    worlds = hanging(robot, 2)
    low, high = worlds.joint_ranges[0].T
    one = np.random.default_rng(0).uniform(low, high)
    qpos = worlds.qpos
    qpos[:, 14 + robot.hinges] = np.stack([one, robot.mirrored(one)])
    worlds.set_state(qpos, worlds.qvel)
    targets = robot.nominal + np.stack([0.1 * one, robot.mirrored(0.1 * one)])
    for _ in range(5):
        worlds.step(targets[:, None])
    left, right = worlds.joint_positions[:, 0]
    np.testing.assert_allclose(robot.mirrored(left), right, atol=0.005)
    assert abs(left - one).max() > 0.05
    moved, mirrored = worlds.root_position[:, 0]
    np.testing.assert_allclose(moved * [1.0, -1.0, 1.0], mirrored, atol=0.001)


@pytest.mark.parametrize("robot", ROBOTS, ids=IDS)
def test_a_robot_starts_on_its_feet(robot: RobotSetup) -> None:
    """Neither in the air nor in the ground, and touching nothing except the ground."""

    class Still(T1Stand):
        pass

    Still.robot = robot
    envs = WorldVectorEnv(Still, 1)
    envs.reset(seed=0)
    envs.worlds.forward()
    assert [c for c in envs.worlds.contacts(0) if c.distance < -0.005] == []
    limp = np.zeros((1, 1, robot.joints))
    for _ in range(5):
        envs.worlds.step(limp, kp=0.0, kd=0.0)
    touched = {name for contact in envs.worlds.contacts(0) for name in contact.geoms}
    assert len(touched) > 2
    assert robot.height - 0.08 < envs.worlds.root_position[0, 0, 2] < robot.height


def test_senses_of_a_turned_torso() -> None:
    half = np.sqrt(0.5)
    upright = [1.0, 0.0, 0.0, 0.0]
    on_its_face = [half, 0.0, half, 0.0]
    on_its_left = [half, -half, 0.0, 0.0]
    turned_left = [half, 0.0, 0.0, half]
    quaternion = np.array([upright, on_its_face, on_its_left, turned_left])
    down = [[0, 0, -1], [1, 0, 0], [0, 1, 0], [0, 0, -1]]
    np.testing.assert_allclose(gravity_in_torso(quaternion), down, atol=1e-15)
    np.testing.assert_allclose(heading(quaternion[[0, 3]]), [0.0, np.pi / 2], atol=1e-15)
    # A robot that looks along y sees motion along x as motion to its right.
    seen = seen_along(np.array([np.pi / 2]), np.array([[1.0, 0.0, 5.0]]))
    np.testing.assert_allclose(seen, [[0.0, -1.0, 5.0]], atol=1e-15)


def test_an_agent_computes_the_task_s_observation() -> None:
    task = T1Stand()
    envs = WorldVectorEnv(task, 3)
    envs.reset(seed=0)
    action = np.random.default_rng(1).uniform(-0.2, 0.2, (3, 23))
    observation = envs.step(action)[0]
    worlds = envs.worlds
    senses = Senses(
        worlds.joint_positions[:, 0],
        worlds.joint_velocities[:, 0],
        worlds.gyro[:, 0],
        worlds.root_quaternion[:, 0],
    )
    parts = [*body_observation(task.robot, senses, action), gravity_in_torso(senses.quaternion)]
    assert observation.tobytes() == np.concatenate(parts, -1).astype(np.float32).tobytes()


def test_scales_are_those_of_rl_x() -> None:
    """Our action of 1 is 1 rad, in RL-X an action of 2, which its observations divide by 10."""
    ones = np.ones((1, 23))
    senses = Senses(T1.nominal + 3.14 * ones, 100 * ones, np.full((1, 3), 50.0), np.zeros((1, 4)))
    angles, speeds, action, gyro = body_observation(T1, senses, ones)
    np.testing.assert_allclose(angles, 1.0)
    np.testing.assert_allclose(speeds, 1.0)
    np.testing.assert_allclose(action, 0.2)
    np.testing.assert_allclose(gyro, 1.0)
    np.testing.assert_allclose(
        body_observation(replace(T1, action_scale=0.25), senses, ones)[2], 0.05
    )


def test_progress_reaches_the_task() -> None:
    envs, env = WorldVectorEnv("T1Stand", 1), WorldEnv("T1Stand")
    assert envs.task.progress == 1.0
    envs.set_progress(0.25)
    env.set_progress(0.5)
    assert (envs.task.progress, env.vector.task.progress) == (0.25, 0.5)
    for wrong in (-0.1, 1.5, float("nan")):
        with pytest.raises(rcssgym.ArgumentError, match=str(wrong)):
            envs.set_progress(wrong)
    assert envs.task.progress == 0.25
    assert Task.progress == 1.0


def test_a_task_says_for_which_robot() -> None:
    with pytest.raises(rcssgym.ArgumentError, match="Stand does not say which robot"):
        WorldVectorEnv("rcssgym.envs.tasks.stand:Stand")
    named: Any = type("Named", (T1Stand,), {"robot": "T1"})
    with pytest.raises(rcssgym.ArgumentError, match="robot: 'T1' is not a RobotSetup"):
        WorldVectorEnv(named)


def test_a_setup_that_does_not_fit_is_refused() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"hinges": np.arange(22)}, r"hinges: shape \(22,\), must be \(23,\)"),
        ({"mirror": np.zeros(23, np.intp)}, "mirror: .* each of 23 once"),
        ({"nominal": np.zeros((23, 1))}, "nominal: shape"),
        ({"drive": "speed"}, "drive: 'speed'"),
        ({"hinges": np.arange(23) // 2}, "hinges: .* are not 23 different indices from 0"),
        ({"hinges": np.arange(23) - 1}, "hinges: .* are not 23 different indices from 0"),
        ({"hinges": np.linspace(0.0, 1.0, 23)}, "hinges: .* different indices from 0"),
        ({"nominal": np.full(23, np.nan)}, "nominal: .* are not all finite numbers"),
        ({"nominal": np.array(["bent"] * 23)}, "nominal: .* are not all finite numbers"),
        ({"nominal": 0.5}, r"nominal: shape \(\), must be"),
        ({"mirror": np.arange(23.0)}, "mirror: .* are not all integers"),
        ({"mirror_sign": np.full(23, 2)}, "mirror_sign: .* are not all 1 or -1"),
        ({"kp": "stiff"}, "kp: 'stiff' is not a finite number"),
        ({"sole": None}, "sole: None is not a finite number"),
        ({"height": -0.6}, r"height: -0\.6 m is not above the ground"),
    ]
    for changes, words in wrong:
        with pytest.raises(rcssgym.ArgumentError, match=words):
            replace(T1, **changes)

    class Mixed(T1Stand):
        robot = replace(T1, model="K1")

    with pytest.raises(rcssgym.ArgumentError, match="robot: K1 has 22 motors, its setup 23"):
        WorldVectorEnv(Mixed)


HINGE = """
<body name="{0}" pos="{1} 0 -0.05">
  <joint name="{0}" type="hinge" axis="0 1 0"/>
  <inertial pos="0 0 -.1" mass=".5" diaginertia=".01 .01 .01"/>
</body>
"""
TAILED = f"""
<mujoco>
  <worldbody>
    <body name="torso" pos="0 0 0.5">
      <freejoint/>
      <inertial pos="0 0 0" mass="3" diaginertia=".05 .05 .05"/>
      <geom type="box" size=".1 .1 .05"/>
      {"".join(HINGE.format(name, at) for at, name in enumerate(("tail", "left", "right")))}
    </body>
  </worldbody>
  <actuator>
    <motor name="L_tau" joint="left"/> <position name="L_pos" joint="left"/>
    <velocity name="L_vel" joint="left"/>
    <motor name="R_tau" joint="right"/> <position name="R_pos" joint="right"/>
    <velocity name="R_vel" joint="right"/>
  </actuator>
</mujoco>
"""


def tailed(path: Path, hinges: tuple[int, int]) -> RobotSetup:
    """A robot with two motors, behind whose torso hangs a tail without one."""
    path.write_text(TAILED)
    return RobotSetup(
        model=str(path),
        nominal=np.array([0.5, -0.5]),
        height=0.4,
        lowest=0.1,
        feet=(),
        sole=0.0,
        mirror=np.array([1, 0]),
        mirror_sign=np.ones(2),
        hinges=np.array(hinges),
    )


def test_motors_bend_their_own_hinges_at_the_start(tmp_path: Path) -> None:
    class Tailed(RobotTask):
        robot = tailed(tmp_path / "tailed.xml", (1, 2))

    envs = WorldVectorEnv(Tailed, 2, max_episode_steps=2)
    envs.reset(seed=0)
    for _ in range(3):  # the last one begins an episode in the core
        np.testing.assert_allclose(envs.worlds.qpos[:, 14], 0.0, atol=0.2)
        np.testing.assert_allclose(envs.worlds.joint_positions[:, 0], [[0.5, -0.5]] * 2, atol=0.2)
        envs.step(np.zeros((2, 2)))


def test_hinges_that_motors_do_not_move_are_refused(tmp_path: Path) -> None:
    """Otherwise episodes would begin with other joints bent, or robots placed anywhere."""
    right, wrong = (tailed(tmp_path / "tailed.xml", hinges) for hinges in ((1, 2), (0, 1)))

    def declare(self: Any) -> Terms:  # noqa: ARG001
        return Terms(start=(term("lying", states=np.ones((1, 16))),))

    made: Any = [
        (lambda: type("One", (RobotTask,), {"robot": wrong}), r"\[0, 1\], .* tailed move \[1, 2\]"),
        (
            lambda: type("Lying", (RobotTask,), {"robot": right, "declare": declare}),
            "tailed has 2 motors for 3 hinges",
        ),
        (
            lambda: SoccerTask("1v1", robots=right, observation="state"),
            "tailed has 2 motors for 3 hinges",
        ),
    ]
    for task, words in made:
        with pytest.raises(rcssgym.ArgumentError, match=words):
            WorldVectorEnv(task())


def test_a_setup_with_other_hinges_is_refused_later_as_well(tmp_path: Path) -> None:
    right, wrong = (tailed(tmp_path / "tailed.xml", hinges) for hinges in ((1, 2), (0, 1)))
    envs = WorldVectorEnv(type("Changed", (RobotTask,), {"robot": right}))
    envs.reset(seed=0)
    envs.task.robot = wrong  # type: ignore[attr-defined]
    with pytest.raises(rcssgym.ArgumentError, match=r"hinges: \[0, 1\], .* tailed move \[1, 2\]"):
        envs.step(np.zeros((1, 2)))


def test_a_task_keeps_the_robot_for_which_it_was_made() -> None:
    task = K1Stand()
    task.robot = NAO
    with pytest.raises(rcssgym.ArgumentError, match=r"^robot: cannot become nao any more, .* K1: "):
        WorldVectorEnv(task)
    envs = WorldVectorEnv(K1Stand)
    envs.reset(seed=0)
    envs.task.robot = NAO  # type: ignore[attr-defined]
    with pytest.raises(rcssgym.ArgumentError, match=r"^robot: cannot become nao"):
        envs.step(np.zeros((1, 22)))
    envs.task.robot = replace(K1, kp=30.0)  # type: ignore[attr-defined]
    envs.step(np.zeros((1, 22)))


def test_an_unknown_task_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(rcssgym.ArgumentError) as caught:
        WorldVectorEnv("T1Fly")
    assert "'T1Fly'" in str(caught.value)
    assert [task for task in TASKS if task not in str(caught.value)] == []
