"""The agent's decisions, without a server: messages in, messages out."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from rcssgym import ArgumentError, WorldBatch
from rcssgym.cli import main
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.lookup import new_task
from rcssgym.envs.registration import TASKS
from rcssgym.envs.tasks import AgentView, RobotTask, Senses, T1Walk
from rcssgym.policy import Policy
from rcssgym.policy.agent import Agent, Phase, Schedule, Seat
from rcssgym.policy.agent.agent import ARRIVAL, HOLD, LEAP, RAMP, Place
from rcssgym.policy.agent.agent import playable as checked
from rcssgym.policy.agent.body import Body, read_body
from rcssgym.policy.agent.sexpr import parse

from policy.files import StiffStand, linear, nothing, strings

START = Body(
    time=1.0,
    play_mode="BeforeKickOff",
    position=np.array([-15.0, 2.0, 0.66]),
    quaternion=np.array([1.0, 0.0, 0.0, 0.0]),
    gyro=np.zeros(3),
    angles=np.zeros(23),
    speeds=np.zeros(23),
)
SENSES = Senses(START.angles[None], START.speeds[None], START.gyro[None], START.quaternion[None])
DOWN = replace(START, position=np.array([-15.0, 2.0, 0.4]))
MOVED = replace(START, position=np.array([LEAP - 14.9, 2.0, 0.66]))
STAND_UP = ARRIVAL + RAMP + HOLD


@pytest.fixture
def standing(tmp_path: Path) -> Policy:
    return Policy.load(nothing(tmp_path / "stand.onnx", StiffStand, 23, 75), trust_task=True)


def ready(policy: Policy, schedule: Schedule | None = None, place: Place | None = None) -> Agent:
    """Return an agent whose policy takes over with its next decision."""
    agent = Agent(policy, schedule or Schedule(), place)
    for _ in range(STAND_UP):
        agent.decide(START, 1)
        assert agent.phase is not Phase.PLAYING
    return agent


def test_acts_seldom_and_looks_back_as_its_environment_does(tmp_path: Path) -> None:
    """A policy of frame skip 2 and history 2 observes the same as in an environment."""
    weights = np.random.default_rng(4).normal(0.0, 0.1, (2 * 75, 23))
    props = strings(StiffStand, frame_skip=2, history=2)
    policy = Policy.load(linear(tmp_path / "stand.onnx", props, weights), trust_task=True)
    agent = ready(policy)
    bodies = [replace(START, angles=np.full(23, 0.01 * cycle)) for cycle in range(6)]
    with patch.object(policy, "act", wraps=policy.act) as act:
        said = [motors(agent.decide(body, 1)) for body in bodies]
    assert said[0] == said[1] != said[2] == said[3] != said[4] == said[5]
    first, second, third = (call.args[0].reshape(2, 75) for call in act.call_args_list)
    np.testing.assert_array_equal(first[0], first[1])
    np.testing.assert_array_equal(second[0], first[1])
    np.testing.assert_array_equal(third[0], second[1])
    assert (third[1] != second[1]).any()


def motors(message: str) -> dict[str, list[float]]:
    """Return commands by motor: q, dq, kp, kd, tau."""
    found = {}
    for expression in parse(message.encode()):
        if isinstance(expression, list) and len(expression) == 6:
            name, *numbers = expression
            found[str(name)] = [float(str(number)) for number in numbers]
    return found


def playable() -> Iterator[str]:
    """Yield names of our tasks whose policies agents can use."""
    for name in TASKS:
        task = new_task(name)
        if isinstance(task, RobotTask) and type(task).agent_parts is not RobotTask.agent_parts:
            yield name


@pytest.mark.parametrize("name", list(playable()))
def test_observes_what_the_task_observes(name: str) -> None:
    task = new_task(name)
    assert isinstance(task, RobotTask)
    envs = WorldVectorEnv(task, 3)
    envs.reset(seed=1)
    rng = np.random.default_rng(0)
    for _ in range(4):
        actions = rng.uniform(-0.3, 0.3, envs.action_space.shape or ())
        observations, *_ = envs.step(actions)
        command = task.command if task.takes_command else np.zeros((3, 3))
        age = getattr(task, "age", np.zeros(3, dtype=np.int64))
        view = AgentView(task.senses(), task.action, command, age)
        seen = new_task(name)
        assert isinstance(seen, RobotTask)
        np.testing.assert_array_equal(seen.agent_observation(view), observations)


def test_tasks_without_a_ball_are_playable() -> None:
    without = {f"{robot}{task}" for robot in ("T1", "K1") for task in ("Walk", "Stand", "GetUp")}
    assert without <= set(playable())


def test_a_task_that_agents_cannot_observe_says_so() -> None:
    class Lone(T1Walk):
        agent_parts = RobotTask.agent_parts

    view: Any = None
    with pytest.raises(ArgumentError, match="Lone observes more than agents perceive"):
        Lone().agent_observation(view)


def test_beams_then_stands_up_then_follows_its_policy(standing: Policy) -> None:
    agent = Agent(standing, Schedule(), (15.0, -2.0, 30.0))
    assert agent.is_new
    assert agent.decide(START, 1) == "(beam 15 -2 30)"
    assert not agent.is_new
    assert [agent.decide(START, 1) for _ in range(ARRIVAL - 1)] == ["(syn)"] * (ARRIVAL - 1)
    ramp = [motors(agent.decide(START, 1)) for _ in range(RAMP + HOLD)]
    assert agent.phase is Phase.STANDING
    knees = [command["lle4"] for command in ramp]
    assert [knee[1:] for knee in knees] == [[0.0, 200.0, 3.0, 0.0]] * len(ramp)
    steps = np.diff([0.0] + [knee[0] for knee in knees])
    np.testing.assert_allclose(steps[:RAMP], np.degrees(0.8) / RAMP, atol=2e-4)
    np.testing.assert_allclose(steps[RAMP:], 0.0, atol=1e-9)
    last = motors(agent.decide(START, 1))
    assert agent.phase is Phase.PLAYING
    assert last["lle4"] == pytest.approx([np.degrees(0.8), 0.0, 200.0, 3.0, 0.0], abs=1e-4)
    assert list(last) == list(standing.control.motors)


@pytest.mark.parametrize("mode", ["PlayOn", "KickOff_Left"])
def test_does_not_beam_during_play(standing: Policy, mode: str) -> None:
    agent = Agent(standing, Schedule(), (15.0, -2.0, 30.0))
    assert agent.decide(replace(START, play_mode=mode), 1) == "(syn)"


def test_stays_where_it_is_if_told_so(standing: Policy) -> None:
    assert Agent(standing, Schedule(), None).decide(START, 1) == "(syn)"


def test_the_policy_sees_command_clock_and_its_last_action(tmp_path: Path) -> None:
    """The policy outputs the observation itself, one number per joint."""
    rows = [*range(46, 49), *range(72, 79)]  # actions 0 to 2, then command and clock
    weights = np.zeros((82, 23))
    weights[rows, range(len(rows))] = 0.5
    bias = np.zeros(23)
    bias[:3] = 0.25
    policy = Policy.load(linear(tmp_path / "see.onnx", strings(T1Walk), weights, bias))
    task, control = checked(policy)
    agent = ready(policy, Schedule.script("0:0.5,0,0 0.04:0,0.2,-1"))
    action, age = np.zeros(23), 0
    for passed, command in ((0, [0.5, 0.0, 0.0]), (1, [0.5, 0.0, 0.0]), (3, [0.0, 0.2, -1.0])):
        age += passed
        targets = motors(agent.decide(START, max(1, passed)))
        view = AgentView(SENSES, action[None], np.array([command]), np.array([age]))
        observation = task.agent_observation(view)[0]
        action = np.clip(observation @ weights + bias, -1.0, 1.0)
        wanted = control.nominal + control.action_scale * action
        angles = [command[0] for command in targets.values()]
        np.testing.assert_allclose(angles, np.degrees(wanted), atol=1e-3)


@pytest.mark.parametrize(
    ("task", "joints", "height"), [("T1Stand", 23, 0.626), ("K1Stand", 22, 0.515)]
)
def test_stands_up_from_where_a_beam_puts_it(
    tmp_path: Path, task: str, joints: int, height: float
) -> None:
    """In one of our worlds, where answers take effect a cycle late, as on a server."""
    policy = Policy.load(
        nothing(tmp_path / "stand.onnx", task, joints, 3 * joints + 6), trust_task=True
    )
    agent = Agent(policy, Schedule(), None)
    worlds = WorldBatch(1, left=[agent.robot], rules="ssim")
    start = worlds.root_position[0, 0, 2]
    worlds.place_robot(0, 0, (3.0, 0.0, start))
    waiting = ""
    while agent.phase is not Phase.PLAYING:
        text = "".join(one.to_sexp() for one in worlds.perceptions(0, 0, vision=False))
        body = read_body(text.encode())
        answer, waiting = waiting, agent.decide(body, 1)
        if commands := list(motors(answer).values()):
            angles, _, kp, kd, _ = np.array(commands).T
            worlds.step(np.radians(angles)[None, None], kp=kp, kd=kd)
        else:
            worlds.advance()
    assert body.position[2] == pytest.approx(height, abs=0.005)
    np.testing.assert_allclose(body.quaternion, [1.0, 0.0, 0.0, 0.0], atol=0.02)
    np.testing.assert_allclose(body.angles, checked(policy)[1].nominal, atol=0.06)
    assert np.abs(body.speeds).max() < 0.5


def test_every_time_the_policy_begins_afresh(tmp_path: Path) -> None:
    """It sees the same last actions, clock and commands from the start."""
    weights = np.zeros((82, 23))
    weights[46:69] = 0.5 * np.eye(23)
    weights[75, 5] = 0.1
    path = linear(tmp_path / "see.onnx", strings(T1Walk), weights, np.full(23, 0.2))
    agent = ready(Policy.load(path, trust_task=True), Schedule.script("0:0.1,0,0 0.04:0.4,0,0"))
    first = [agent.decide(START, 1) for _ in range(5)]
    assert len(set(first)) == 5
    for _ in range(RAMP + HOLD):
        agent.decide(MOVED, 1)
        assert agent.phase is Phase.STANDING
    assert [agent.decide(MOVED, 1) for _ in range(5)] == first


def test_notices_each_fall_once_and_measures_its_way(standing: Policy) -> None:
    agent = ready(standing)
    yaw = np.array([np.cos(np.pi / 4), 0.0, 0.0, np.sin(np.pi / 4)])  # looks along y
    here = replace(START, quaternion=yaw)
    agent.decide(here, 1)
    there = replace(here, position=np.array([-15.0, 2.1, 0.66]))
    agent.decide(there, 1)
    agent.decide(here, 2)
    agent.decide(there, 1)
    assert agent.record.distance == pytest.approx(0.1)
    assert agent.record.seconds == pytest.approx(0.08)
    for body, falls in ((DOWN, 1), (DOWN, 1), (here, 1), (DOWN, 2)):
        agent.decide(replace(body, position=np.array([-15.0, 2.1, body.position[2]])), 1)
        assert agent.record.falls == falls


def test_leaning_far_is_a_fall(standing: Policy) -> None:
    agent = ready(standing)
    agent.decide(START, 1)
    for lean, falls in ((0.9, 0), (1.1, 1)):
        half = 0.5 * lean
        agent.decide(replace(START, quaternion=np.array([np.cos(half), np.sin(half), 0.0, 0.0])), 1)
        assert agent.record.falls == falls


def test_beams_again_after_a_fall_where_that_is_allowed(standing: Policy) -> None:
    agent = ready(standing, place=(10.0, 1.0, 0.0))
    agent.decide(START, 1)
    assert motors(agent.decide(replace(DOWN, play_mode="PlayOn"), 1))
    assert agent.phase is Phase.PLAYING
    assert agent.decide(DOWN, 1) == "(beam 10 1 0)"
    assert agent.record.falls == 1


def test_stands_up_anew_where_the_server_puts_it(standing: Policy) -> None:
    agent = ready(standing)
    agent.decide(START, 1)
    command = motors(agent.decide(MOVED, 1))
    assert agent.phase is Phase.STANDING
    assert command["lle4"][0] == pytest.approx(np.degrees(0.8) / RAMP, abs=1e-3)
    assert agent.record.distance == 0.0


@pytest.mark.parametrize("place", [(np.nan, 0.0, 0.0), (0.0, 0.0, np.inf)])
def test_refuses_a_place_that_is_none(standing: Policy, place: Place) -> None:
    with pytest.raises(ArgumentError, match=r"place: .* is not finite"):
        Agent(standing, Schedule(), place)


def test_refuses_commands_that_its_task_does_not_take(standing: Policy) -> None:
    with pytest.raises(ArgumentError, match="command: StiffStand takes none"):
        Agent(standing, Schedule.constant("0.5,0,0"), None)


def test_refuses_a_policy_that_observes_more_than_agents_perceive(tmp_path: Path) -> None:
    policy = Policy.load(nothing(tmp_path / "kick.onnx", "T1Kick", 23, 85))
    with pytest.raises(ArgumentError, match="T1Kick observes more than agents perceive"):
        Agent(policy, Schedule(), None)


def test_refuses_a_policy_that_commands_torques_before_it_connects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = nothing(tmp_path / "run.onnx", "AntRun", 8, 36)
    assert main(["play", "--policy", str(path), "--port", "1", "--patience", "0.1"]) == 2
    error = capsys.readouterr().err
    assert f"{str(path)!r} cannot be played on a server: AntRun commands torques" in error
    assert "`rcssgym evaluate` takes it" in error
    assert error.count("\n") == 1


def test_refuses_a_robot_without_a_name(standing: Policy, monkeypatch: pytest.MonkeyPatch) -> None:
    control = replace(checked(standing)[1], robot="robots/T1 (new).xml")
    monkeypatch.setattr(standing, "control", control)
    with pytest.raises(ArgumentError, match=r"no server knows its robot 'robots/T1 \(new\)\.xml'"):
        Agent(standing, Schedule(), None)


def test_refuses_another_robot(standing: Policy) -> None:
    short = replace(START, angles=np.zeros(22), speeds=np.zeros(22))
    with pytest.raises(ArgumentError, match="23 joints of a T1, the robot on the server has 22"):
        Agent(standing, Schedule(), None).decide(short, 1)


@pytest.mark.parametrize("team", ["", "a b", "a(b", "x" * 65, "\u00fc" * 33, "a\tb", "a\udcff"])
def test_a_team_that_no_server_takes_has_no_seat(team: str) -> None:
    with pytest.raises(ArgumentError, match=r"^team: "):
        Seat(team=team)
