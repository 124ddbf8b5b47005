"""Facts on which agents rely, one per test; `test_copied_physics.py` compares byte for byte."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
from rcssgym import Model
from rcssgym.actions import BeamAction, InitRequest, MotorAction, SpeakerAction
from rcssgym.soccer import (
    KickOffCommand,
    SoccerAgent,
    SoccerSimulation,
    create_soccer_field,
    create_soccer_rule_book,
)

from soccer import games
from soccer.libraries import OURS, REFERENCE
from soccer.setups import Setup

NUMBER = r"-?\d+\.\d+(?:e-\d+)?"


def game(rules: str = "ssim") -> SoccerSimulation:
    """Begin a game without players."""
    made = SoccerSimulation(create_soccer_field("fifa7vs7"), create_soccer_rule_book(rules), seed=2)
    made.init()
    return made


def join(simulation: SoccerSimulation, *players: tuple[str, str, int]) -> list[SoccerAgent]:
    """Add players, none of whom may be refused."""
    agents = simulation.add_players([InitRequest(*player) for player in players])
    return [agent for agent in agents if agent is not None]


def messages(agent: SoccerAgent) -> dict[str, str]:
    """Texts by the class of perception, in order."""
    return {type(p).__name__.removesuffix("Perception"): p.to_sexp() for p in agent.perceptions}


def cycle(simulation: SoccerSimulation, *, vision: bool | None = None) -> None:
    """Step and perceive."""
    simulation.step()
    simulation.generate_perceptions(gen_vision=vision)


def test_order_of_perceptions() -> None:
    simulation = game()
    one, other = join(simulation, ("T1", "Reds", 1), ("T1", "Blues", 1))
    other.set_actions([SpeakerAction("r-1-1-say", 1.0, b"hi")])
    cycle(simulation, vision=True)
    body = ["Time", "GameState", "Orientation", "Position", "Gyro", "Accelerometer", "JointState"]
    assert list(messages(one)) == [*body, "Microphone", "Vision"]
    names = re.findall(r"\(n q_(\w+)\)", messages(one)["JointState"])
    sensors = [name for name in Model("T1").sensor_names if name.startswith("q_hj")]
    assert names[:2] == ["hj1", "hj2"]
    assert len(names) == 23 == len(set(names))
    assert sensors[:2] == ["q_hj1", "q_hj2"]


def test_forms() -> None:
    simulation = game()
    (agent,) = join(simulation, ("T1", "Reds", 1))
    cycle(simulation, vision=False)
    found = messages(agent)
    forms = {
        "Time": rf"\(time \(now {NUMBER}\)\)",
        "GameState": rf"\(GS \(t {NUMBER}\)\(pm BeforeKickOff\)\(tl Reds\)\(sl 0\)\(sr 0\)\)",
        "Orientation": rf"\(quat \(n torso_quat\) \(q{f' {NUMBER}' * 4}\)\)",
        "Position": rf"\(pos \(n torso_pos\) \(p{f' {NUMBER}' * 3}\)\)",
        "Gyro": rf"\(GYR \(n torso_gyro\) \(rt{f' {NUMBER}' * 3}\)\)",
        "Accelerometer": rf"\(ACC \(n torso_acc\) \(a{f' {NUMBER}' * 3}\)\)",
        "JointState": rf"(\(HJ \(n q_\w+\)\(ax {NUMBER}\)\(vx {NUMBER}\)\))+",
    }
    assert list(found) == list(forms)
    for name, form in forms.items():
        assert re.fullmatch(form, found[name]), found[name]


def test_time_is_truncated() -> None:
    """It is thus 0.01 low wherever the sum of time steps is slightly too small."""
    simulation = game()
    (agent,) = join(simulation, ("ant", "Reds", 1))
    low = 0
    for frame in range(1, 60):
        cycle(simulation)
        time = float(messages(agent)["Time"].removeprefix("(time (now ").removesuffix("))"))
        assert time == math.trunc(simulation.sim_time * 100) / 100
        low += time < round(0.02 * frame, 2)
    assert low > 0


def test_digits() -> None:
    simulation = game()
    (agent,) = join(simulation, ("T1", "Reds", 1))
    limits = {"Position": 3, "Orientation": 3, "Gyro": 2, "Accelerometer": 2, "JointState": 2}
    negative_zeros = 0
    for _ in range(20):
        cycle(simulation, vision=True)
        found = messages(agent)
        for name, most in {**limits, "Vision": 2}.items():
            for number in re.findall(NUMBER, found[name]):
                assert len(number.partition(".")[2]) <= most, found[name]
                assert number == repr(float(number))
                negative_zeros += number == "-0.0"
        torso = re.findall(NUMBER, found["Position"])
        assert [float(number) for number in torso] == [
            math.trunc(x * 1000) / 1000 for x in agent.xpos
        ]
    assert negative_zeros > 0


def test_teams_are_told_once_they_are_there() -> None:
    simulation = game()
    (agent,) = join(simulation, ("ant", "Reds", 1))
    cycle(simulation)
    assert "(tl Reds)" in messages(agent)["GameState"]
    assert "(tr " not in messages(agent)["GameState"]
    join(simulation, ("ant", "Blues", 1))
    cycle(simulation)
    assert "(tl Reds)(tr Blues)" in messages(agent)["GameState"]


@pytest.mark.parametrize("play_time", [12, 12.0, 0.0])
def test_a_play_time_is_told_as_it_was_given_until_the_clock_runs(play_time: float) -> None:
    texts = []
    for library in (REFERENCE, OURS):
        simulation = games.simulation(library, Setup(play_time=play_time))
        (agent,) = games.join(simulation, library, ("ant", "Reds", 1))
        for commands in ([], [library.KickOffCommand(0)], []):
            simulation.step(commands)
            simulation.generate_perceptions()
            texts.append(agent.perceptions[1].to_sexp())
    assert texts[:3] == texts[3:]
    assert f"(t {play_time})" in texts[0]


@pytest.mark.parametrize(("rules", "size"), [("ssim", 7), ("fifa", 11)])
def test_sizes_of_teams(rules: str, size: int) -> None:
    simulation = game(rules)
    wanted = [InitRequest("ant", "Reds", number) for number in range(size + 1)]
    assert [agent is not None for agent in simulation.add_players(wanted)] == [True] * size + [
        False
    ]


def test_vision_comes_every_second_cycle_within_sixty_degrees() -> None:
    simulation = game()
    (agent,) = join(simulation, ("T1", "Reds", 1))
    agent.drop_at(-5.0, 1.0)
    for frame in range(1, 7):
        cycle(simulation)
        seen = messages(agent).get("Vision")
        assert (seen is not None) == (frame % 2 == 0)
        for _, azimuth, elevation in re.findall(
            rf"pol ({NUMBER}) ({NUMBER}) ({NUMBER})", seen or ""
        ):
            assert abs(float(azimuth)) <= 60.0
            assert abs(float(elevation)) <= 60.0


def test_nothing_seen_is_told_and_the_own_body_is_seen() -> None:
    simulation = game()
    (agent,) = join(simulation, ("T1", "Reds", 1))
    agent.place_at((0.0, 0.0, 3.0), (math.cos(math.pi / 4), 0.0, -math.sin(math.pi / 4), 0.0))
    simulation.step()
    simulation.generate_perceptions(gen_vision=True)
    assert messages(agent)["Vision"] == "(See )"
    agent.drop_at(-5.0, 0.0)
    agent.init_joints([0.0, 0.8])  # the head down
    simulation.step()
    simulation.generate_perceptions(gen_vision=True)
    assert "(P (team Reds)(id 1)" in messages(agent)["Vision"]


def test_joints_that_share_one_number_are_all_set() -> None:
    simulation = game()
    (agent,) = join(simulation, ("T1", "Reds", 1))
    agent.init_joints(np.broadcast_to(0.1, len(agent.spec.joint_names)))
    assert simulation.qpos[-len(agent.spec.joint_names) :].tolist() == [0.1] * 23


def test_a_message_reaches_all_others_with_a_whole_azimuth() -> None:
    simulation = game()
    speaker, listener = join(simulation, ("T1", "Reds", 1), ("T1", "Blues", 1))
    speaker.drop_at(-2.0, 1.0)
    listener.drop_at(-5.0, 0.0)
    speaker.set_actions([SpeakerAction("r-0-1-say", 1.0, b"ten bytes!")])
    cycle(simulation)
    speaker.set_actions([])
    azimuth = math.trunc(math.degrees(math.atan2(1.0, 3.0)))
    assert messages(listener)["Microphone"] == f"(MIC hear ({azimuth} dGVuIGJ5dGVzIQ==))"
    assert messages(speaker)["Microphone"] == "(MIC hear )"
    cycle(simulation)
    assert "Microphone" not in messages(listener)


def test_sound_loses_six_decibels_with_every_doubling() -> None:
    """Measured by how often the fourth of four messages gets through; the law is in `loss`."""
    simulation = game()
    names = [("T1", "Reds", number) for number in range(1, 6)]
    listener, *speakers = join(simulation, *names)
    distances = [4.0, 4.0, 4.0, 12.0]

    def place() -> None:
        listener.drop_at(0.0, 0.0)
        for index, (speaker, distance) in enumerate(zip(speakers, distances, strict=True)):
            angle = index * math.pi / 2
            speaker.drop_at(distance * math.cos(angle), distance * math.sin(angle))

    for speaker in speakers:
        name = f"{speaker.agent_id.prefix}say"
        speaker.set_actions([SpeakerAction(name, 1.0, bytes([speaker.agent_id.player_no]))])
    place()
    simulation.step()
    heard = np.zeros(4)
    rounds = 3000
    for _ in range(rounds):
        simulation.generate_perceptions(gen_vision=False)
        text = messages(listener)["Microphone"]
        heard += [f"{code})" in text for code in ("Ag==", "Aw==", "BA==", "BQ==")]
    ratio = 10 ** (-6 / 20 * math.log2(12.0 / 4.0))
    loss = math.log(ratio * (math.e - 1) + 1)
    assert heard[:3].tolist() == [rounds] * 3
    assert heard[3] / rounds == pytest.approx(loss, abs=0.03)


def test_a_motor_keeps_its_command() -> None:
    def angle(*, cycles_of_action: int) -> float:
        simulation = game()
        (agent,) = join(simulation, ("T1", "Reds", 1))
        action = MotorAction("r-0-1-he1", 0.5, 0.0, 20.0, 1.0, 0.0)
        for frame in range(20):
            agent.set_actions([action] if frame < cycles_of_action else [])
            cycle(simulation)
        return float(simulation.qpos[14])

    assert angle(cycles_of_action=1) == angle(cycles_of_action=20) != 0.0


def test_beaming_turns_with_the_side() -> None:
    simulation = game()
    left, right = join(simulation, ("T1", "Reds", 1), ("T1", "Blues", 1))
    for agent, prefix in ((left, "r-0-1-"), (right, "r-1-1-")):
        agent.set_actions([BeamAction(prefix + "beam", (3.0, 2.0, 0.5))])
    simulation.step()
    assert left.xpos[:2] == pytest.approx([-3.0, 2.0], abs=0.01)
    assert right.xpos[:2] == pytest.approx([3.0, 2.0], abs=0.01)
    for agent, heading in ((left, 0.5), (right, 0.5 + math.pi)):
        w, _, _, z = agent.xquat
        assert math.remainder(2 * math.atan2(z, w) - heading, 2 * math.pi) == pytest.approx(
            0.0, abs=0.01
        )
    simulation.step([KickOffCommand(0)])
    left.place_at((-8.0, 0.0, 0.68))
    simulation.step()
    assert left.xpos[:2] == pytest.approx([-8.0, 0.0], abs=0.01)
