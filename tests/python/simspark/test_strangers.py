"""Messages of programs in actual use to SimSpark's monitor port, byte by byte, and what they read
from the answers. Our own clients are not used to send, and only the simulation is used to check.

The literals are from the sources of RoboViz 2.1.1, magmaChallenge 3.2, FCPCodebase (2024), UT
Austin Villa's release (2021) and bahiart-gym 1.0.5.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from rcssgym.actions import InitRequest, MotorAction
from rcssgym.soccer import PlayMode, SoccerSimulation, TeamSide
from server.client import Client, ClosedError

from simspark import games
from simspark.reference import Poses, parse

PATIENCE = 20.0
"""How long to wait for an expected event, s."""


class Program:
    """A program that sends literals, and reads frames in the background.

    The trainers of FCPCodebase and of UT Austin Villa only connect, send and close: with ``reads``
    false, nothing is read before the end.
    """

    def __init__(self, port: int, *, reads: bool = True) -> None:
        self._client = Client(port)
        self.frames: list[bytes] = []
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._reads = reads
        if reads:
            self._thread.start()

    def _read(self) -> None:
        try:
            while True:
                self.frames.append(self._client.receive())
        except (ClosedError, OSError):
            pass

    def send(self, literal: str) -> None:
        """Send a message."""
        self._client.send(literal.encode())

    def until(self, is_so: Callable[[], bool]) -> None:
        """Wait until a condition is true."""
        end = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < end
            assert self._thread.is_alive() or not self._reads
            time.sleep(0.005)

    def leave(self) -> None:
        """Close the connection."""
        self._client.shut_down()
        if self._thread.ident is not None:
            self._thread.join(PATIENCE)
        self._client.close()

    def is_over(self) -> bool:
        """Wait for the end; return whether it comes."""
        if not self._reads:
            self._thread.start()
        self._thread.join(PATIENCE)
        return not self._thread.is_alive()


@pytest.fixture
def sim() -> SoccerSimulation:
    return games.pitch()


@pytest.fixture
def program(sim: SoccerSimulation) -> Iterator[Program]:
    with games.serving(sim) as (_, port):
        requests = [InitRequest("T1", "Reds", 2), InitRequest("T1", "Blues", 3)]
        assert None not in sim.add_players(requests)
        program = Program(port)
        program.until(lambda: len(program.frames) > 0)
        yield program
        program.leave()


@pytest.fixture
def sender(sim: SoccerSimulation) -> Iterator[Program]:
    """A program that does not read."""
    with games.serving(sim) as (_, port):
        requests = [InitRequest("T1", "Reds", 2), InitRequest("T1", "Blues", 3)]
        assert None not in sim.add_players(requests)
        program = Program(port, reads=False)
        yield program
        program.leave()


def ball(sim: SoccerSimulation) -> Any:
    return np.array(sim.ball.xpos)


def player(sim: SoccerSimulation, side: TeamSide, number: int) -> Any:
    return np.array(sim.get_players(side)[number].xpos)


def near(found: Any, expected: tuple[float, ...], within: float = 0.15) -> bool:
    return bool(np.abs(found[: len(expected)] - np.array(expected)).max() < within)


MODES = "KickIn_Left KickIn_Right corner_kick_left corner_kick_right offside_left offside_right"
ROBOVIZ_MODES = [
    *MODES.split(),
    "free_kick_left",
    "free_kick_right",
    "direct_free_kick_left",
    "direct_free_kick_right",
    "GameOver",
    "BeforeKickOff",
    "PlayOn",
]


def test_roboviz_takes_the_port_for_a_legacy_one(program: Program) -> None:
    """It checks the first atom of the first child of the first expression; there are three."""
    program.until(lambda: len(program.frames) > 3)
    for at, frame in enumerate(program.frames[:3]):
        game, header, nodes = parse(frame)
        assert game[0][0] != "RSMP"
        assert header == ["RSG" if at == 0 else "RDS", "0", "1"] or header[0] == "RSG"
        assert all(node[0] == "nd" for node in nodes)
    environment = {entry[0]: entry[1:] for entry in parse(program.frames[0])[0]}
    for name in (
        "FieldLength",
        "FieldWidth",
        "FieldHeight",
        "GoalWidth",
        "GoalDepth",
        "GoalHeight",
    ):
        assert float(environment[name][0]) > 0.0
    assert float(environment["FreeKickDistance"][0]) > 0.0
    assert environment["play_modes"][:4] == [
        "BeforeKickOff",
        "KickOff_Left",
        "KickOff_Right",
        "PlayOn",
    ]
    for name in ("time", "half", "score_left", "score_right", "play_mode"):
        assert len(environment[name]) == 1


def test_roboviz_commands(program: Program, sim: SoccerSimulation) -> None:
    program.send("(init)")
    program.send("(reqfullstate)")
    program.until(lambda: sum(b"(RSG 0 1)" in frame for frame in program.frames) > 1)
    program.send("(kickOff Left)")
    program.until(lambda: sim.game_state.play_mode is PlayMode.KICK_OFF_LEFT)
    program.send("(kickOff Right)")
    program.until(lambda: sim.game_state.play_mode is PlayMode.KICK_OFF_RIGHT)
    program.send("(dropBall)")
    program.until(lambda: sim.game_state.play_mode is PlayMode.PLAY_ON)
    for mode in ROBOVIZ_MODES:
        program.send(f"(playMode {mode})")
        program.until(lambda mode=mode: sim.game_state.play_mode.value == mode)  # type: ignore[misc]
    program.send("(agent (team Left)(unum 2)(pos -3.00 4.00 0.70))")
    program.until(lambda: near(player(sim, TeamSide.LEFT, 2), (-3.0, 4.0)))
    program.send("(agent (team Right)(unum 3)(pos 5.25 -1.50 0.70))")
    program.until(lambda: near(player(sim, TeamSide.RIGHT, 3), (5.25, -1.5)))
    program.send("(ball (pos 2.00 -1.50 0.11) (vel 0.00 0.00 0.00))")
    program.until(lambda: near(ball(sim), (2.0, -1.5, 0.11)))
    program.send("(ball (pos 0.00 0.00 0.11) (vel 3.00 0.00 0.00))")
    program.until(lambda: 0.2 < ball(sim)[0] < 1.9)
    program.until(lambda: sim.game_state.play_time > 0.1)
    program.send("(playMode BeforeKickOff)(time 0)")
    program.until(lambda: sim.game_state.play_time == 0.0)
    program.send("(killsim)")
    assert program.is_over()


def test_magma_challenge(program: Program, sim: SoccerSimulation) -> None:
    program.send("(playMode PlayOn)")
    program.send("(agent (unum 2) (team Left) (move -4.5 1.25 0.7 -90))")
    program.until(lambda: near(player(sim, TeamSide.LEFT, 2), (-4.5, 1.25)))
    program.send("(agent (unum 3) (team Right) (move 4.5 1.25 0.7 90))")
    program.until(lambda: near(player(sim, TeamSide.RIGHT, 3), (4.5, 1.25)))
    program.send("(score (left 3) (right 1))")
    state = sim.game_state
    program.until(lambda: (state.left_team_score, state.right_team_score) == (3, 1))
    program.send("(time 120.5)")
    program.until(lambda: sim.game_state.play_time >= 120.5)


def test_fcp_codebase(sender: Program, sim: SoccerSimulation) -> None:
    sender.send("(playMode PlayOn)")
    sender.send("(agent (unum 2) (team Left) (move -3 0 0.5 0))")
    sender.until(lambda: near(player(sim, TeamSide.LEFT, 2), (-3.0, 0.0)))
    # At the requested height, a robot of ours would be in the ground.
    assert player(sim, TeamSide.LEFT, 2)[2] > 0.5
    sender.send("(ball (pos 5 5 0.042) (vel 0 0 0))")
    sender.until(lambda: near(ball(sim), (5.0, 5.0)))
    assert ball(sim)[2] == pytest.approx(0.11, abs=0.02)
    sender.until(lambda: bool(np.abs(np.array(sim.qvel)[:3]).max() < 0.5))
    sender.send("(time 300)")
    sender.until(lambda: sim.game_state.play_time >= 300.0)
    sender.send("(kill (unum 2) (team Left))")
    sender.send("(killsim)")
    assert sender.is_over()


def test_fcp_codebase_resets_a_walk(sender: Program, sim: SoccerSimulation) -> None:
    """Its environments beam a player again and again while it takes a posture, which stays."""
    agent = sim.get_players(TeamSide.LEFT)[2]
    names = [agent.agent_id.prefix + name for name in agent.spec.motor_names]
    knees = [name for name in names if name.endswith(("lle4", "rle4"))]
    assert len(knees) == 2
    agent.set_actions([MotorAction(knee, 40.0, 0.0, 60.0, 2.0, 0.0) for knee in knees])

    def bend() -> float:
        hinges = slice(14, 14 + len(names))  # after the ball and the torso
        return float(np.abs(np.array(sim.qpos)[hinges]).max())

    end = time.monotonic() + PATIENCE
    place = player(sim, TeamSide.LEFT, 2)
    # On a busy machine knees are bent before the first message has an effect.
    while bend() < 0.5 or not near(place, (-14.0, 0.0), 0.3):
        assert time.monotonic() < end
        sender.send("(agent (unum 2) (team Left) (move -14 0 1.50 -90))")
        time.sleep(0.02)
        place = player(sim, TeamSide.LEFT, 2)
    assert place[2] > 1.0


def test_ut_austin_villa(sender: Program, sim: SoccerSimulation) -> None:
    sender.send("(playMode BeforeKickOff)")
    sender.send("(playMode KickOff_Left)")
    sender.until(lambda: sim.game_state.play_mode is PlayMode.KICK_OFF_LEFT)
    sender.send("(playMode PlayOn) (ball (pos 0 -9 0) (vel 0 0 0))")
    sender.until(lambda: sim.game_state.play_mode is PlayMode.PLAY_ON and near(ball(sim), (0, -9)))
    assert ball(sim)[2] == pytest.approx(0.11, abs=0.02)


def test_the_monitor_of_ut_austin_villa(program: Program) -> None:
    program.send("(reqfullstate)")
    program.until(lambda: sum(b"(RSG 0 1)" in frame for frame in program.frames) > 1)


def test_bahiart_gym(program: Program, sim: SoccerSimulation) -> None:
    """It compares the header with ``RSG``. Node 35 is the ball, nodes 36 and up are players."""
    program.send("(playMode PlayOn)")
    program.send("(ball (pos 2 3 0.11))")
    program.until(lambda: near(ball(sim), (2.0, 3.0)))
    program.send("(agent (unum 2)(team Left)(pos -2 1 0.7))")
    program.until(lambda: near(player(sim, TeamSide.LEFT, 2), (-2.0, 1.0)))
    program.send("(reqfullstate)")
    count = sum(b"(RSG 0 1)" in frame for frame in program.frames)
    program.until(lambda: sum(b"(RSG 0 1)" in frame for frame in program.frames) > count)
    (frame,) = [frame for frame in program.frames if b"(RSG" in frame][-1:]
    _, header, nodes = parse(frame)
    assert header[0] == "RSG"
    poses = Poses()
    poses.take(frame)
    tops = np.cumsum([0, *(str(node).count("'nd'") for node in nodes)])
    assert near(poses.world[tops[35]][:3, 3], (2.0, 3.0))
    assert near(poses.world[tops[36] + 1][:3, 3], (-2.0, 1.0))
    assert "soccerball" in str(nodes[35])
    assert "matNum2" in str(nodes[36])
    assert len(nodes) == 38
    names = re.findall(r"resetMaterials matNum(\d+) (matLeft|matRight)", frame.decode())
    assert names == [("2", "matLeft"), ("3", "matRight")]


@pytest.mark.parametrize(
    "literal",
    [
        "((ball (pos 0 0 50))(getAck moved_ball_in_the_air))",
        "(ball (pos 0 0 50))(getAck moved_ball_in_the_air)",
    ],
)
def test_the_documents_own_example(program: Program, sim: SoccerSimulation, literal: str) -> None:
    program.send("(playMode PlayOn)")
    program.send(literal)
    program.until(lambda: b"(ack moved_ball_in_the_air)" in program.frames)
    assert ball(sim)[2] > 30.0


def test_unknown_commands_are_skipped(program: Program, sim: SoccerSimulation) -> None:
    """As in the real server, which executes the known parts of a message."""
    program.send("(nonsense 1)(time 5)")
    program.until(lambda: sim.game_state.play_time >= 5.0)
    program.send("(playMode nonsense)(kickOff left)(score (left 7))(score (right 2) (left 1))")
    state = sim.game_state
    program.until(lambda: (state.left_team_score, state.right_team_score) == (1, 2))
    assert sim.game_state.play_mode is PlayMode.BEFORE_KICK_OFF
