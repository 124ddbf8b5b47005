"""Terms of the second versions agree with numpy, step by step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym.envs import ANT, BODY, FIRM_T1, Floats, RobotTask, Terms, WorldVectorEnv, heading, term
from rcssgym.envs.tasks import BallTask as BallTaskV0

NUM, STEPS = 8, 120


def run(task: type[RobotTask], steps: int = STEPS, scale: float = 0.4) -> Any:
    """Step worlds of a task with random actions, and yield it after each step with its info."""
    envs = WorldVectorEnv(task, NUM, autoreset_mode="Disabled", max_episode_steps=None)
    envs.reset(seed=5)
    rng = np.random.default_rng(1)
    for _ in range(steps):
        actions = rng.uniform(-scale, scale, envs.action_space.shape or ())
        yield envs, envs.task, envs.step(actions)


class Following(RobotTask):
    """Everything that concerns commands."""

    robot = FIRM_T1

    def declare(self) -> Terms:
        return Terms(
            observations=(*BODY, "command", term("zeros", width=4)),
            rewards={
                "velocity": "follow_velocity",
                "turning": term("follow_turning", scale=0.3, least=0.7),
                "both": term("follow", 2.0, slowest=0.1),
                "rate": term("action_rate", -0.2, half=4.0),
                "still": term("stands", 1.0, half=1.0),
            },
            processes=(
                term(
                    "velocity_command",
                    low=(-1.0, -0.5, -0.8),
                    high=(1.0, 0.5, 0.8),
                    interval=3,
                    sideways=0.2,
                    turning=0.15,
                ),
                term("average_motion", rate=0.1),
            ),
        )


def test_following_is_relative_to_the_command() -> None:
    before = np.zeros((NUM, 23))
    for _, task, (_, _, _, _, info) in run(Following):
        command, average = task.cells("command"), task.cells("average")
        wrong = command - average
        off, turned = np.hypot(*wrong[:, :2].T), np.abs(wrong[:, 2])
        speed, turn = np.hypot(*command[:, :2].T), np.abs(command[:, 2])
        terms = info["reward"]
        expected = {
            "velocity": np.exp(-off / (0.4 * np.maximum(speed, 0.25))),
            "turning": np.exp(-turned / (0.3 * np.maximum(turn, 0.7))),
            "both": 2.0
            * np.exp(-off / (0.4 * np.maximum(speed, 0.1)))
            * np.exp(-turned / (0.4 * np.maximum(turn, 0.5))),
        }
        rate = np.square(task.action - before).sum(axis=1)
        expected["rate"] = -0.2 * rate / (4.0 + rate)
        before = task.action.copy()
        for name, values in expected.items():
            np.testing.assert_allclose(terms[name], values, atol=1e-12, err_msg=name)
        assert set(terms["still"]) <= {0.0, 0.5}


def test_commands_are_of_every_kind_as_often_as_told() -> None:
    kinds = {"still": 0, "straight": 0, "sideways": 0, "turning": 0, "any": 0}
    for _, task, (observations, *_) in run(Following, 600, 0.0):
        assert (observations[:, -4:] == 0.0).all()
        for x, y, w in task.cells("command"):
            moves = (x != 0.0, y != 0.0, w != 0.0)
            kind = {
                (False, False, False): "still",
                (True, False, False): "straight",
                (False, True, False): "sideways",
                (False, False, True): "turning",
            }.get(moves, "any")
            kinds[kind] += 1
    shares = {kind: count / (600 * NUM) for kind, count in kinds.items()}
    expected = {"still": 0.1, "straight": 0.2, "sideways": 0.2, "turning": 0.15, "any": 0.35}
    for kind, share in expected.items():
        # 1600 draws.
        assert shares[kind] == pytest.approx(share, abs=0.04), kind


class Straining(RobotTask):
    """What torques cost a robot whose actions are torques."""

    robot = replace(ANT, action_scale=2.0)

    def declare(self) -> Terms:
        return Terms(rewards={"effort": "effort"})


def test_the_effort_of_torques_is_that_of_actions() -> None:
    for _, task, (_, _, _, _, info) in run(Straining, 5):
        efforts = np.square(2.0 * task.action).sum(axis=1)
        np.testing.assert_allclose(info["reward"]["effort"], efforts, rtol=1e-12)


class Rising(RobotTask):
    """The height that a robot has gained."""

    robot = FIRM_T1

    def declare(self) -> Terms:
        return Terms(
            rewards={"rise": "rise", "risen": term("risen", power=3.0)}, processes=("rising",)
        )


def test_rising_is_height_times_uprightness() -> None:
    total, height = np.zeros(NUM), np.zeros(NUM)
    first: Any = None
    for envs, task, (_, _, _, _, info) in run(Rising, 100, 1.0):
        z = np.clip(envs.worlds.qpos[:, 9] / task.robot.height, 0.0, 1.0)
        risen = z * (1.0 - task.gravity()[:, 2]) / 2.0
        np.testing.assert_allclose(info["reward"]["risen"], risen**3, atol=1e-9)
        total += info["reward"]["rise"]
        if first is None:
            first = risen - info["reward"]["rise"]
        height = risen
    np.testing.assert_allclose(total, height - first, atol=1e-9)
    assert (height < 0.5).any()


def steered(command: dict[str, Any], robot: Any = FIRM_T1) -> type[RobotTask]:
    def declare(self: Any) -> Terms:  # noqa: ARG001
        around = term("ball_around", near=0.2, far=4.0, radius=0.11)
        return Terms(
            observations=(*BODY, "command"),
            processes=("direction", term("pose_command", **command)),
            start=("upright", around),
        )

    return type("Steered", (RobotTask,), {"robot": robot, "declare": declare})


LOW, HIGH = np.array([-0.4, -0.3, -0.8]), np.array([1.0, 0.3, 0.8])


def wanted_command(task: Any, ball: Floats, direction: Floats, around: float) -> Floats:
    """Compute the library's formula, one world after the other."""
    found = np.zeros((len(ball), 3))
    for world, (to_ball, towards) in enumerate(zip(ball, direction, strict=True)):
        left_of = np.array([-towards[1], towards[0]])
        ahead, left = to_ball @ towards, to_ball @ left_of
        way = (ahead - 0.35) * towards + left * left_of
        if around and ahead < 0.5 * 0.35:
            past = np.clip((abs(left) / around - 0.4) / 0.5, 0.0, 1.0)
            side = left - around if left > 0 else left + around
            way = past * (ahead - 0.35) * towards + side * left_of
        yaw = heading(task.quaternion[world])[0]
        look = np.array([np.cos(yaw), np.sin(yaw)])
        x, y = way @ look, look[0] * way[1] - look[1] * way[0]
        turn = np.arctan2(look[0] * towards[1] - look[1] * towards[0], look @ towards)
        distance = np.hypot(x, y)
        if distance < 0.05 and abs(turn) < 0.1:
            continue
        if distance > 0.6:
            bearing = np.arctan2(y, x)
            command = [1.5 * distance * max(0.0, np.cos(bearing)), 0.0, 1.5 * bearing]
        else:
            command = [1.5 * x, 1.5 * y, 1.5 * turn]
        found[world] = np.clip(command, LOW, HIGH)
    return found


@pytest.mark.parametrize("around", [0.0, 0.55])
def test_steering_leads_behind_the_ball(around: float) -> None:
    task_class = steered({"low": LOW, "high": HIGH, "around": around})
    kinds = set()
    for envs, task, _ in run(task_class, 40):
        ball = envs.worlds.ball_position[:, :2] - task.position[:, 0, :2]
        command = wanted_command(task, ball, task.cells("direction"), around)
        np.testing.assert_allclose(task.cells("command"), command, atol=1e-9)
        kinds |= {tuple(np.sign(one)) for one in command.round(6)}
    assert len(kinds) > 3


def test_at_the_pose_there_is_no_command() -> None:
    envs = WorldVectorEnv(steered({"low": LOW, "high": HIGH}), 1, autoreset_mode="Disabled")
    envs.reset(seed=0)
    task: Any = envs.task
    yaw = heading(task.quaternion[:, 0])[0]
    task.cells("direction")[:] = (np.cos(yaw), np.sin(yaw))
    qpos = envs.worlds.qpos
    qpos[0, :2] = qpos[0, 7:9] + 0.37 * task.cells("direction")[0]
    envs.worlds.set_state(qpos, envs.worlds.qvel)
    task._sense()
    assert (task.cells("command") == 0.0).all()


def ball(name: str, **parameters: float) -> dict[str, Any]:
    """Return parts of a declaration: a ball, usually near the robot, and its direction."""
    usual = {"near": 0.2, "far": 1.0, "radius": 0.11}
    start = term(name, **{**usual, **parameters})
    return {"start": ("upright", start), "processes": ("direction",)}


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (
            {"processes": ("direction", term("pose_command", low=1.0, high=0.0))},
            "pose_command: low: 1 is above high, 0",
        ),
        (
            {"processes": (term("pose_command", low=0.0, high=1.0),)},
            "needs the process 'direction'",
        ),
        ({"processes": ("direction", "kick")}, "kick: needs the process 'touches'"),
        ({"rewards": {"one": term("alive", half=0.0)}}, "alive: half: 0 must be above 0"),
        ({"rewards": {"one": "rise"}}, "rise: needs the process 'rising'"),
        ({"processes": (term("late_actions", share=1.5),)}, "share: 1.5 is not from 0 to 1"),
        (
            {"processes": (term("velocity_command", low=0.0, high=1.0, still=-0.1),)},
            "velocity_command: still: -0.1 is not from 0 to 1",
        ),
        (
            {"processes": (term("velocity_command", low=0.0, high=1.0, still=0.9),)},
            "velocity_command: still, straight, sideways, turning: 1.1 in sum is more than 1",
        ),
        (ball("ball_ahead", near=2.0, far=0.5), "ball_ahead: near: 2 is above far, 0.5"),
        (ball("ball_ahead", near=-2.0), "ball_ahead: near: -2 must not be below 0"),
        (ball("ball_ahead", aside=-0.5), "ball_ahead: aside: -0.5 must not be below 0"),
        (ball("ball_ahead", radius=0.0), "ball_ahead: radius: 0 must be above 0"),
        (ball("ball_at_centre", near=2.0), "ball_at_centre: near: 2 is above far, 1"),
        (ball("ball_around", near=2.0), "ball_around: near: 2 is above far, 1"),
        ({"start": (term("upright", bend=-1.0),)}, "upright: bend: -1 must not be below 0"),
        ({"processes": (term("sense_errors", gyro=-1.0),)}, "gyro: -1 must not be below 0"),
        ({"processes": (term("push", speed=-1.0, interval=9),)}, "speed: -1 must not be below 0"),
        ({"ends": (term("fallen", lean=-1.0),)}, "fallen: lean: -1 must not be below 0"),
        ({"observations": (term("zeros", width=0),)}, "width: 0 is not a positive number of steps"),
        ({"observations": (term("zeros", width=5000),)}, "width: 5000 is more than 1024"),
    ],
)
def test_what_cannot_be_is_told(parts: dict[str, Any], message: str) -> None:
    def declare(self: Any) -> Terms:  # noqa: ARG001
        return Terms(**parts)

    task: Any = type("Mine", (RobotTask,), {"robot": ANT, "declare": declare})
    with pytest.raises(rcssgym.ArgumentError, match=message):
        WorldVectorEnv(task, 1)


class Kicking(BallTaskV0):
    """How far one kick drives the ball, two steps of bouncing allowed."""

    robot = FIRM_T1

    def declare(self) -> Terms:
        start = term("ball_ahead", near=3.0, far=3.0, radius=0.11)
        return Terms(
            rewards={"gain": "kick_way_gain"},
            measures={"way": "kick_way", "again": "kicked_twice"},
            processes=("touches", "direction", term("kick", pause=2)),
            start=("upright", start),
        )


def test_a_kick_counts_until_the_next_touch_after_it() -> None:
    envs = WorldVectorEnv(Kicking, 1, autoreset_mode="Disabled", max_episode_steps=None)
    envs.reset(seed=0)
    origin = envs.worlds.ball_position[0, :2].copy()
    still = np.zeros((1, 23))

    def step(velocity: tuple[float, float] | None = None) -> tuple[float, float, bool]:
        if velocity is not None:
            # The new velocity counts as a touch: the step after the next one sees a change of
            # velocity that the ground cannot cause.
            envs.worlds.place_ball(0, envs.worlds.ball_position[0], [*velocity, 0, 0, 0, 0])
        _, _, _, _, info = envs.step(still)
        x, y = envs.worlds.ball_position[0, :2] - origin
        return info["way"][0], x - abs(y), bool(info["again"][0])

    sums = 0.0
    for velocity in ((2.0, 0.5), None, (2.5, 0.6), None, None, None):
        way, real, again = step(velocity)
        assert way == pytest.approx(real, abs=1e-9)
        assert not again
        sums = way
    assert sums > 0.1
    way, real, again = step((4.0, 0.0))
    assert again
    assert way == pytest.approx(sums)
    assert step()[0] == pytest.approx(sums)
    assert step()[1] > sums + 0.05
    envs.reset(options={"reset_mask": np.array([True])})
    assert step()[0] == pytest.approx(0.0, abs=1e-3)


class Foreseeing(Kicking):
    """The reward counts the place where the ball is expected to come to rest."""

    def declare(self) -> Terms:
        terms = super().declare()
        kick = term("kick", pause=2, slowing=0.6)
        return replace(terms, processes=("touches", "direction", kick))


def test_what_a_kick_is_paid_foresees_where_the_ball_will_lie() -> None:
    envs = WorldVectorEnv(Foreseeing, 1, autoreset_mode="Disabled", max_episode_steps=None)
    envs.reset(seed=0)
    origin = envs.worlds.ball_position[0, :2].copy()
    still, paid = np.zeros((1, 23)), 0.0
    envs.worlds.place_ball(0, envs.worlds.ball_position[0], [1.5, -0.4, 0, 0, 0, 0])
    for _ in range(60):
        _, _, _, _, info = envs.step(still)
        paid += info["reward"]["gain"][0]
        velocity = envs.worlds.ball_velocity[0, :2]
        rolling = velocity * np.hypot(*velocity) / (2.0 * 0.6)
        x, y = envs.worlds.ball_position[0, :2] + rolling - origin
        assert paid == pytest.approx(x - abs(y), abs=1e-9)
    assert info["way"][0] < paid - 0.05
    # A touch takes back the part of the reward for the way that the ball had not rolled yet.
    envs.worlds.place_ball(0, envs.worlds.ball_position[0], [3.0, 0, 0, 0, 0, 0])
    way = info["way"][0]
    paid += envs.step(still)[4]["reward"]["gain"][0]
    assert paid == pytest.approx(way, abs=1e-9)


@pytest.mark.parametrize(("aside", "look", "lead"), [(0.0, 0.0, 0.0), (0.15, 0.3, 0.4)])
def test_who_has_the_ball_ahead_walks_on_through_it(aside: float, look: float, lead: float) -> None:
    command = {"low": -2.0, "high": 2.0, "behind": 0.2, "drive": 0.7}
    command |= {"aside": aside, "look": look, "lead": lead}
    driven, led = 0, 0
    for envs, task, _ in run(steered(command), 40):
        # The ball is put near the robot, from all sides, in one world after the other.
        worlds, yaw = envs.worlds, np.linspace(-3.0, 3.0, NUM)
        way = 0.45 * np.stack([np.cos(yaw), np.sin(yaw)], axis=-1)
        for world in range(0, NUM, 2):
            place = [*(task.position[world, 0, :2] + way[(world + driven) % NUM]), 0.11]
            worlds.place_ball(world, place, [0.1, -0.2, 0, 0, 0, 0])
        task._sense()
        rolled = worlds.ball_position[:, :2] + lead * worlds.ball_velocity[:, :2]
        plain = steered_by_hand(task, rolled, 0.2)
        for world, found in enumerate(task.cells("command")):
            ahead, left, distance, turn = plain[world]
            if distance > 0.6 or ahead <= 0.1:
                led += 1
                continue
            driven += 1
            off = left - aside if left >= 0.0 else left + aside
            x = 0.7 * max(0.0, 1.0 - abs(off) / max(ahead, 0.2))
            to_pose = np.arctan2(left, ahead - 0.2) + turn
            to_pose = np.arctan2(np.sin(to_pose), np.cos(to_pose))
            expected = [
                np.cos(turn) * x - np.sin(turn) * 1.5 * off,
                np.sin(turn) * x + np.cos(turn) * 1.5 * off,
                1.5 * ((1.0 - look) * turn + look * to_pose),
            ]
            np.testing.assert_allclose(found, np.clip(expected, -2.0, 2.0), atol=1e-9)
    assert min(driven, led) > 20


@pytest.mark.parametrize("start", [(), (term("ball_around", near=1.0, far=2.0, radius=0.11),)])
def test_a_direction_turns_from_where_the_start_has_set_it(start: tuple[Any, ...]) -> None:
    def directions(*processes: Any) -> Floats:
        def declare(self: Any) -> Terms:  # noqa: ARG001
            return Terms(processes=processes, start=("upright", *start))

        task: Any = type("Mine", (RobotTask,), {"robot": ANT, "declare": declare})
        envs = WorldVectorEnv(task, 3, max_episode_steps=1)
        found: list[Floats] = []
        for _ in range(2):
            envs.reset(seed=0)
            found.append(envs.task.cells("direction").copy())  # type: ignore[attr-defined]
            for _ in range(2):  # the second one begins an episode in the core
                envs.step(np.zeros((3, 8)))
        np.testing.assert_array_equal(found[0], found[1])  # an episode depends on none before it
        return found[0]

    set_by_start = directions("direction")
    np.testing.assert_allclose(directions(term("turning_direction", turn=0.0)), set_by_start)
    turned = directions(term("turning_direction", turn=0.4))
    assert (abs(turned - set_by_start) > 0.0).all()
    assert ((turned * set_by_start).sum(axis=-1) >= np.cos(0.4)).all()


def steered_by_hand(task: Any, ball: Floats, behind: float) -> list[tuple[float, ...]]:
    """Ball ahead and to the left along the direction, distance to the pose, and turn, per world."""
    found: list[tuple[float, ...]] = []
    to_balls = ball - task.position[:, 0, :2]
    for world, towards in enumerate(task.cells("direction")):
        ahead = to_balls[world] @ towards
        left = towards[0] * to_balls[world, 1] - towards[1] * to_balls[world, 0]
        yaw = heading(task.quaternion[world])[0]
        look = np.array([np.cos(yaw), np.sin(yaw)])
        turn = np.arctan2(look[0] * towards[1] - look[1] * towards[0], look @ towards)
        found.append((ahead, left, np.hypot(ahead - behind, left), turn))
    return found


class Sunk(RobotTask):
    """Begins low, or a little higher with the easier states."""

    robot = FIRM_T1

    def declare(self) -> Terms:
        rows = np.tile(np.zeros(37), (3, 1))
        rows[:, [3, 7 + 3]] = 1.0
        hard, easier = rows.copy(), rows[:2].copy()
        hard[:, 7 + 2] = (0.5, 0.6, 0.7)
        easier[:, 7 + 2] = (1.5, 1.6)
        return Terms(start=(term("lying", states=hard, easier=easier, share=0.8),))


@pytest.mark.parametrize(("progress", "share"), [(0.0, 0.8), (0.5, 0.4), (1.0, 0.0)])
def test_some_begin_on_easier_terms(progress: float, share: float) -> None:
    envs = WorldVectorEnv(Sunk, 400)
    envs.set_progress(progress)
    envs.reset(seed=2)
    heights = envs.worlds.qpos[:, 9].round(6)
    assert (heights > 1.0).mean() == pytest.approx(share, abs=0.08)
    assert set(heights) <= {0.5, 0.6, 0.7, 1.5, 1.6}
    assert {0.5, 0.6, 0.7} <= set(heights)


GAIT: dict[str, Any] = {
    "leg": np.array([0.0] * 11 + [1.0] * 6 + [-1.0] * 6),
    "stretch": np.linspace(-0.1, 0.1, 23),
    "lift": np.linspace(0.3, -0.3, 23),
    "sway": np.linspace(0.0, 0.1, 23),
    "forwards": np.linspace(0.3, 0.0, 23),
    "sideways": np.linspace(0.2, -0.3, 23),
    "turning": np.linspace(-0.1, 0.2, 23),
    "weights": np.linspace(0.2, 1.0, 23),
}


class Stepping(RobotTask):
    """Moves as a reference gait does, or does not."""

    robot = FIRM_T1

    def declare(self) -> Terms:
        return Terms(
            rewards={"reference": term("reference_gait", 2.0, scale=0.6, frequency=1.3, **GAIT)},
            processes=(
                term(
                    "velocity_command",
                    low=(-1.0, -0.5, -0.8),
                    high=(1.0, 0.5, 0.8),
                    interval=3,
                    still=0.3,
                ),
            ),
        )


def test_the_reference_gait_follows_phase_and_command() -> None:
    stood = walked = 0
    for _, task, (_, _, _, _, info) in run(Stepping):
        command, phase = task.cells("command"), 2.0 * np.pi * 1.3 * 0.02 * task.age
        sin, cos = np.sin(phase)[:, None], np.cos(phase)[:, None]
        stride = sum(
            GAIT[name] * command[:, [axis]]
            for axis, name in enumerate(("forwards", "sideways", "turning"))
        )
        lift = GAIT["lift"] * np.maximum(0.0, GAIT["leg"] * sin)
        bend = GAIT["stretch"] + lift + GAIT["sway"] * sin + GAIT["leg"] * cos * stride
        moves = np.any(command != 0.0, axis=1)
        wrong = task.angles[:, 0] - FIRM_T1.nominal - bend * moves[:, None]
        expected = 2.0 * np.exp(-(GAIT["weights"] * wrong**2).sum(axis=1) / 0.6)
        np.testing.assert_allclose(info["reward"]["reference"], expected, atol=1e-12)
        walked += moves.sum()
        stood += (~moves).sum()
    assert min(walked, stood) > 100


def test_a_joint_is_of_one_leg_or_of_none() -> None:
    class Wrong(RobotTask):
        robot = FIRM_T1

        def declare(self) -> Terms:
            return Terms(
                rewards={"reference": term("reference_gait", leg=0.5)},
                processes=(term("velocity_command", low=0.0, high=1.0),),
            )

    with pytest.raises(rcssgym.ArgumentError, match=r"reference_gait: leg: 0\.5 is neither"):
        WorldVectorEnv(Wrong, 1)
