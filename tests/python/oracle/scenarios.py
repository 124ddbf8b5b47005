"""The situations in which our accelerations are compared with MuJoCo's."""

from __future__ import annotations

import numpy as np

from benches.peers.poses import (
    STANDING_KD,
    STANDING_KP,
    hold,
    place,
    place_ball,
    random_rotation,
    random_targets,
    rotation,
    standing_targets,
)
from benches.peers.scene import Command, Scene

from .rollouts import Drive, Moment, Scenario, Start

Rng = np.random.Generator

GOAL_X = 27.5  # goal line of the 7 against 7 field, m; the net is 1 m behind it
BALL_RADIUS = 0.11


def _keep(now: Moment) -> Command:
    return now.command


def _gains(rng: Rng, targets: np.ndarray) -> Command:
    """Random gains, velocities and torques, which exercise every part of the motor law."""
    shape = targets.shape
    return Command(
        targets=targets,
        velocities=rng.normal(0.0, 0.5, shape),
        kp=rng.uniform(15.0, 120.0, shape),
        kd=rng.uniform(0.3, 3.0, shape),
        torques=rng.normal(0.0, 1.0, shape),
    )


def _flail(spread: float, every: int = 5) -> Drive:
    def drive(now: Moment) -> Command:
        return (
            _gains(now.rng, random_targets(now.scene, now.rng, spread))
            if now.index % every == 0
            else now.command
        )

    return drive


def _stand(scene: Scene, rng: Rng) -> Command:
    for index, robot in enumerate(scene.robots):
        place(scene, robot, (1.5 * index, 0.0), 0.002, rotation((0, 0, 1), rng.uniform(0, 6.28)))
    place_ball(scene, (-3.0, 1.0, BALL_RADIUS))
    return hold(scene, STANDING_KP, STANDING_KD)


def _swing(now: Moment) -> Command:
    """Legs swing in opposite phase at 1.5 Hz, arms along with them."""
    targets = standing_targets(now.scene)
    phase = 2 * np.pi * 1.5 * 0.02 * now.index
    for row, robot in zip(targets, now.scene.robots, strict=True):
        count = len(robot.motors)
        for leg, sign in ((count - 12, 1.0), (count - 6, -1.0)):
            lift = max(0.0, sign * np.sin(phase))
            row[leg : leg + 6] += (-0.5 * lift, 0.05, 0.1 * lift, 0.9 * lift, -0.4 * lift, -0.05)
        row[2] += 0.4 * np.sin(phase)
        row[6] -= 0.4 * np.sin(phase)
    return Command.hold(targets, STANDING_KP, STANDING_KD)


def _push(now: Moment) -> Command:
    if now.index % 12 == 0:
        for robot in now.scene.robots:
            now.scene.data.qvel[robot.root_dof] += now.rng.normal(
                0.0, (0.6, 0.6, 0.2, 1.0, 1.0, 1.0)
            )
    return now.command


def _fall(scene: Scene, rng: Rng) -> Command:
    _stand(scene, rng)
    for robot in scene.robots:
        tilt = rotation((rng.normal(), rng.normal(), 0.0), rng.uniform(0.2, 0.6))
        place(scene, robot, (0.0, 0.0), 0.01, tilt)
        scene.data.qvel[robot.root_dof] = rng.normal(0.0, 0.5, 6)
    return hold(scene, kp=rng.uniform(0.0, 40.0), kd=0.5)


def _lie(scene: Scene, rng: Rng) -> Command:
    _stand(scene, rng)
    axis, angle = [((0, 1, 0), 1.57), ((0, 1, 0), -1.57), ((1, 0, 0), 1.57)][rng.integers(3)]
    for robot in scene.robots:
        place(scene, robot, (0.0, 0.0), 0.01, rotation(axis, angle))
    return hold(scene, kp=40.0, kd=1.0)


def _beyond_limits(scene: Scene, rng: Rng) -> Command:
    """In the air, every joint near or past an end of its range."""
    _stand(scene, rng)
    for robot in scene.robots:
        ends = robot.joint_range[
            np.arange(len(robot.motors)), rng.integers(0, 2, len(robot.motors))
        ]
        place(scene, robot, (0.0, 0.0), 1.0, random_rotation(rng), ends)
        scene.data.qpos[robot.joint_qpos] += rng.normal(0.0, 0.03, len(robot.motors))
        scene.data.qvel[robot.joint_dof] = rng.normal(0.0, 2.0, len(robot.motors))
    return hold(scene, 100.0, 1.0, random_targets(scene, rng, 1.0, 1.0))


def _past_limits(now: Moment) -> Command:
    if now.index % 5:
        return now.command
    return hold(now.scene, 100.0, 1.0, random_targets(now.scene, now.rng, 1.0, 1.0))


def _thrown(scene: Scene, rng: Rng) -> Command:
    """A whirling robot in the air, motors off: velocity terms and drag only."""
    _stand(scene, rng)
    for robot in scene.robots:
        place(scene, robot, (0.0, 0.0), rng.uniform(1.0, 8.0), random_rotation(rng))
        scene.data.qvel[robot.root_dof] = rng.normal(0.0, (4, 4, 2, 5, 5, 5))
        scene.data.qvel[robot.joint_dof] = rng.normal(0.0, 4.0, len(robot.motors))
    return hold(scene, kp=0.0, kd=0.0)


def _ball_rolls(scene: Scene, rng: Rng) -> Command:
    command = _stand(scene, rng)
    velocity = (*rng.normal(0.0, 2.0, 2), 0.0)
    place_ball(scene, (-3.0, 2.0, BALL_RADIUS - 1e-4), velocity, rng.normal(0.0, 10.0, 3))
    return command


def _ball_bounces(scene: Scene, rng: Rng) -> Command:
    command = _stand(scene, rng)
    velocity = (*rng.normal(0.0, 2.0, 2), -rng.uniform(0.5, 6.0))
    place_ball(scene, (-3.0, 2.0, rng.uniform(0.12, 0.25)), velocity, rng.normal(0.0, 20.0, 3))
    return command


def _ball_hits_robot(scene: Scene, rng: Rng) -> Command:
    command = _stand(scene, rng)
    target = scene.data.qpos[scene.robots[0].root_qpos][:3].copy()
    target[2] = rng.uniform(BALL_RADIUS, target[2])
    way = rotation((0, 0, 1), rng.uniform(0, 6.28))
    direction = np.array((1 - 2 * way[3] ** 2, 2 * way[0] * way[3], 0.0))
    place_ball(scene, target - 0.5 * direction, rng.uniform(3.0, 10.0) * direction)
    return command


def _kick(scene: Scene, rng: Rng) -> Command:
    """The ball lies at the toes, and a leg swings through it."""
    command = _stand(scene, rng)
    robot = scene.robots[0]
    place(scene, robot, (0.0, 0.0), 0.002)
    place_ball(scene, (0.24, rng.choice((-0.1, 0.1)) + rng.normal(0.0, 0.02), BALL_RADIUS))
    return command


def _ball_at_posts(scene: Scene, rng: Rng) -> Command:
    command = _stand(scene, rng)
    side = rng.choice((-1.0, 1.0))
    post = np.array((side * GOAL_X, rng.choice((-1.83, 1.83)), rng.uniform(0.15, 1.6)))
    if rng.random() < 0.3:
        post = np.array((side * GOAL_X, rng.uniform(-1.5, 1.5), 1.83))
    aim = post + rng.normal(0.0, 0.05, 3)
    direction = np.array((side, rng.normal(0.0, 0.4), rng.normal(0.0, 0.1)))
    place_ball(scene, aim - 0.25 * direction, rng.uniform(2.0, 8.0) * direction)
    return command


def _ball_in_net(scene: Scene, rng: Rng) -> Command:
    command = _stand(scene, rng)
    side = rng.choice((-1.0, 1.0))
    wall = np.array((side * (GOAL_X + 1.0), rng.uniform(-1.2, 1.2), rng.uniform(0.3, 1.4)))
    direction = np.array((side, rng.normal(0.0, 0.3), rng.normal(0.0, 0.3)))
    if rng.random() < 0.5:
        wall = np.array((side * (GOAL_X + rng.uniform(0.2, 0.8)), rng.choice((-1.83, 1.83)), 0.8))
        direction = np.array((rng.normal(0.0, 0.3), np.sign(wall[1]), rng.normal(0.0, 0.3)))
    speed = rng.choice((-1.0, 1.0)) * rng.uniform(2.0, 6.0)  # from inside or from outside
    place_ball(
        scene, wall - np.sign(speed) * 0.25 * direction, speed * direction, rng.normal(0.0, 10.0, 3)
    )
    return command


def _arm_on_torso(now: Moment) -> Command:
    """Upper arms are pressed against the trunk, with elbows bent at random."""
    if now.index % 8:
        return now.command
    targets = standing_targets(now.scene)
    for row in targets:
        row[2:6] = (
            now.rng.uniform(-1.0, 1.0),
            -1.7,
            now.rng.uniform(-2.0, 2.0),
            now.rng.uniform(-2.0, 0.0),
        )
        row[6:10] = (
            now.rng.uniform(-1.0, 1.0),
            1.7,
            now.rng.uniform(-2.0, 2.0),
            now.rng.uniform(0.0, 2.0),
        )
    return Command.hold(targets, kp=60.0, kd=1.0)


def _collide(scene: Scene, rng: Rng) -> Command:
    """Two robots run into each other."""
    command = _stand(scene, rng)
    for robot, side in zip(scene.robots, (-1.0, 1.0), strict=True):
        place(
            scene,
            robot,
            (0.3 * side, rng.normal(0.0, 0.1)),
            0.02,
            rotation((0, 0, 1), rng.uniform(0, 6.28)),
        )
        scene.data.qvel[robot.root_dof] = (
            -side * rng.uniform(0.5, 2.0),
            0,
            0,
            *rng.normal(0, 0.5, 3),
        )
    return command


def _in_goal(scene: Scene, rng: Rng) -> Command:
    """A robot falls into a post, a bar or a net."""
    _stand(scene, rng)
    side = rng.choice((-1.0, 1.0))
    for robot in scene.robots:
        xy = (side * (GOAL_X + rng.uniform(-0.2, 0.7)), rng.uniform(-1.8, 1.8))
        place(scene, robot, xy, 0.01, rotation((0, 0, 1), rng.uniform(0, 6.28)))
        scene.data.qvel[robot.root_dof][:2] = (side * rng.uniform(0.5, 3.0), rng.normal(0.0, 1.0))
    return hold(scene, kp=60.0, kd=1.0)


def _ant_turned(scene: Scene, rng: Rng) -> Command:
    """Ants land on any side."""
    _stand(scene, rng)
    for index, robot in enumerate(scene.robots):
        place(scene, robot, (2.0 * index, 0.0), 0.05, random_rotation(rng))
        scene.data.qvel[robot.root_dof] = rng.normal(0.0, 1.0, 6)
    return _ant_torques(Moment(scene, rng, 0, hold(scene, kp=0.0, kd=0.0)))


def _ant_torques(now: Moment) -> Command:
    """The ant's motors: torque actuators with gear 150 and controls within 1."""
    if now.index % 5:
        return now.command
    zero = np.zeros_like(now.command.targets)
    return Command(zero, zero, zero, zero, now.rng.uniform(-1.5, 1.5, zero.shape))


def _team_mates(scene: Scene, rng: Rng) -> Command:
    """A mixed roster, close together and falling."""
    _stand(scene, rng)
    for index, robot in enumerate(scene.robots):
        tilt = rotation((rng.normal(), rng.normal(), 0.3), rng.uniform(0.0, 0.5))
        place(scene, robot, (0.9 * index, rng.normal(0.0, 0.1)), 0.02, tilt)
        scene.data.qvel[robot.root_dof][:2] = rng.normal(0.0, 0.5, 2)
    return hold(scene, kp=30.0, kd=0.6)


def _inside(scene: Scene, rng: Rng) -> Command:
    """All robots at one place: hundreds of contacts, many more than degrees of freedom."""
    _stand(scene, rng)
    for robot in scene.robots:
        # Axes of capsules that intersect have no normal.
        place(scene, robot, tuple(rng.normal(0.0, 0.03, 2)), 0.05, random_rotation(rng))
    return hold(scene, kp=0.0, kd=0.0)


_K1, _ANT = ("K1",), ("ant",)


def _impact(name: str, start: Start, left: tuple[str, ...] = ("T1",)) -> Scenario:
    """A ball touches something for only a few substeps, so states are sampled often."""
    return Scenario(name, start, _keep, left, steps=16, skip=2, stride=1, substeps=2)


INSIDE = Scenario(
    "six ants inside each other", _inside, _keep, _ANT * 3, _ANT * 3, steps=4, stride=1, substeps=2
)

SCENARIOS = (
    Scenario("T1 stands, random targets", _stand, _flail(0.15)),
    Scenario("T1 flails", _stand, _flail(1.0)),
    Scenario("T1 swings its legs", _stand, _swing),
    Scenario("T1 is pushed", _stand, _push),
    Scenario("T1 falls", _fall, _keep),
    Scenario("T1 lies", _lie, _flail(0.2, 20), skip=20),
    Scenario("T1 at joint limits", _beyond_limits, _past_limits, steps=16, stride=2),
    Scenario("T1 whirls in the air", _thrown, _keep, steps=20, stride=2),
    Scenario("T1 arm on torso", _stand, _arm_on_torso),
    Scenario("ball rolls", _ball_rolls, _keep),
    _impact("ball bounces", _ball_bounces),
    _impact("ball hits T1", _ball_hits_robot),
    Scenario("T1 kicks", _kick, _swing, stride=3),
    _impact("ball at posts", _ball_at_posts),
    _impact("ball in nets", _ball_in_net),
    Scenario("two T1 collide", _collide, _keep, right=("T1",), stride=3),
    Scenario("T1 in the goal", _in_goal, _flail(0.1), stride=3),
    Scenario("K1 stands, random targets", _stand, _flail(0.15), _K1),
    Scenario("K1 flails", _stand, _flail(1.0), _K1),
    Scenario("K1 swings its legs", _stand, _swing, _K1),
    Scenario("K1 is pushed", _stand, _push, _K1),
    Scenario("K1 falls", _fall, _keep, _K1),
    Scenario("K1 lies", _lie, _flail(0.2, 20), _K1, skip=20),
    Scenario("K1 whirls in the air", _thrown, _keep, _K1, steps=20, stride=2),
    Scenario("K1 at joint limits", _beyond_limits, _past_limits, _K1, steps=16, stride=2),
    _impact("ball hits K1", _ball_hits_robot, _K1),
    Scenario("two K1 collide", _collide, _keep, _K1, _K1, stride=3),
    Scenario("K1 in the goal", _in_goal, _flail(0.1), _K1, stride=3),
    Scenario("ant runs", _stand, _ant_torques, _ANT),
    Scenario("ant lands on any side", _ant_turned, _ant_torques, _ANT),
    Scenario("ant at joint limits", _beyond_limits, _ant_torques, _ANT, steps=16, stride=2),
    _impact("ball hits ant", _ball_hits_robot, _ANT),
    Scenario("ant in the goal", _in_goal, _ant_torques, _ANT, stride=3),
    INSIDE,
    Scenario("two ants collide", _collide, _ant_torques, _ANT, _ANT, stride=3),
    Scenario("T1, K1 and ant together", _team_mates, _flail(0.3), ("T1", "ant"), _K1),
)
