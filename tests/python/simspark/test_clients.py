"""Monitors and trainers against servers that misbehave in any way."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from queue import Queue

import pytest
from processes import PATIENCE, ending
from rcssgym import ArgumentError, ProtocolError, ServerError
from rcssgym.simspark import BallCommand, KillSimCommand, MonitorClient, TrainerClient
from rcssgym.simspark.commands import Command
from rcssgym.simspark.frames import LONGEST
from rcssgym.soccer import TeamSide

from simspark.fake import DIFF, FULL, Peer, answering, moved, saying, serving
from simspark.recordings import NAMES, heard, lines

QUICK = 0.3
"""Time limit where no message is to come, s."""


def monitor(port: int, timeout: float = 10.0) -> MonitorClient:
    return MonitorClient("127.0.0.1", port, timeout=timeout)


def trainer(port: int, timeout: float = 10.0) -> TrainerClient:
    return TrainerClient("127.0.0.1", port, timeout=timeout)


@pytest.mark.parametrize("name", NAMES)
def test_a_monitor_follows_a_recorded_game_to_its_end(name: str) -> None:
    messages = heard(name)["M1"]
    with serving(saying(*messages)) as port, monitor(port) as client:
        frames = list(client)
        assert [frame.message.content for frame in frames] == messages
        assert client.frame is frames[-1]
        assert client.scene.top.index(client.scene.ball) == 35
        times = [frame.game.time for frame in frames if frame.game.play_mode == "PlayOn"]
        assert name in ("monitor_empty", "monitor_join") or len(times) > 1


def test_frames_do_not_change_when_others_come() -> None:
    with serving(saying(FULL, moved(1.0), moved(2.0, 0.08))) as port, monitor(port) as client:
        frames = list(client)
    assert [frame.scene.ball_position[0] for frame in frames] == [0.0, 1.0, 2.0]
    assert [frame.game.time for frame in frames] == [0.0, 0.04, 0.08]
    assert frames[0].scene.nodes is frames[1].scene.nodes
    assert {frame.game.teams for frame in frames} == {("A", None)}
    assert frames[2].environment.field_length == 30.0


def test_old_servers_tell_the_game_after_the_environment() -> None:
    """As the protocol's document says: two full messages, then differences."""
    nodes = FULL.partition(b"(RSG 0 1)")[2]
    first = b"((FieldLength 18)(play_modes BeforeKickOff PlayOn))(RSG 0 1)" + nodes
    second = b"((time 0)(half 1)(score_left 0)(score_right 0)(play_mode 1))(RSG 0 1)" + nodes
    old_diff = moved(3.0).replace(b"(nd StaticMesh)", b"(nd)")
    with serving(saying(first, second, old_diff)) as port, monitor(port) as client:
        assert client.game.play_mode == "PlayOn"
        assert client.environment.parameters == {"FieldLength": 18.0}
        assert client.receive().scene.ball_position[0] == 3.0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff" * 10, "byte 0: no '\\('"),
        (b"(hello)", "'hello' begins neither"),
        (b"((RSMP 1 0)((gt 1 0)0.00))", "it speaks rcsssmj's protocol"),
        (FULL[:-1], "the scene is not closed"),
        (FULL.replace(b"play_mode 0", b"play_mode 4"), "play_mode: 4 is none of the 4 play modes"),
        (b"((time 0))(RDS 0 1)((nd))", "has not sent its play modes"),
        (FULL.replace(b"RSG", b"RDS"), "differences to a scene that has not been told"),
    ],
)
def test_what_is_no_frame_is_refused(content: bytes, message: str) -> None:
    with (
        serving(saying(content)) as port,
        monitor(port) as client,
        pytest.raises(ProtocolError, match=message),
    ):
        client.receive()


def test_after_a_bad_message_everything_is_as_before() -> None:
    bad = [moved(5.0).replace(b"))(RDS", b")(play_mode 9))(RDS"), moved(5.0) + b")", b"()"]
    other_tree = DIFF.replace(b"(nd(nd", b"(nd)(nd(nd")
    script = [FULL, moved(1.0), *bad, other_tree, DIFF]
    with serving(saying(*script)) as port, monitor(port) as client:
        client.receive()
        before = client.receive()
        for _ in (*bad, other_tree):
            with pytest.raises(ProtocolError):
                client.receive()
            assert client.frame is before
        assert client.receive().scene.ball_position[0] == 1.0


def test_a_server_that_leaves_within_a_message() -> None:
    def act(peer: Peer) -> None:
        peer.send(FULL)
        peer.send_raw(b"\x00\x00\x01\x00((time")

    with serving(act) as port, monitor(port) as client:
        client.receive()
        with pytest.raises(ServerError, match="closed the connection"):
            list(client)


def test_a_server_that_leaves_between_messages() -> None:
    with serving(saying(FULL)) as port, monitor(port) as client:
        assert len(list(client)) == 1
        assert list(client) == []
        with pytest.raises(ServerError, match="closed the connection"):
            client.receive()
        assert client.game.time == 0.0


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        ((LONGEST + 1).to_bytes(4, "big") + b"x" * 100, f"a message of {LONGEST + 1} bytes"),
        (bytes(4), "the message ends"),
    ],
)
def test_a_server_that_announces_too_much_or_nothing(sent: bytes, message: str) -> None:
    with (
        serving(lambda peer: peer.send_raw(sent)) as port,
        monitor(port) as client,
        pytest.raises(ProtocolError, match=message),
    ):
        client.receive()


def test_a_silent_server() -> None:
    done = threading.Event()

    def act(peer: Peer) -> None:
        peer.send_raw(b"\x00\x00")
        done.wait(10.0)

    with serving(act) as port, monitor(port, QUICK) as client:
        with pytest.raises(ServerError, match=r"silent for 0\.3 s"):
            _ = client.scene
        with pytest.raises(ServerError, match=r"silent for 0\.(1|0999)\d* s"):
            client.receive(0.1)
        done.set()


def test_a_server_that_dribbles() -> None:
    """However often bytes arrive, only complete messages count."""
    done = threading.Event()

    def act(peer: Peer) -> None:
        peer.send_raw(b"\x00\x00\x10\x00")
        while not done.wait(0.01):
            peer.send_raw(b" ")

    with serving(act) as port, monitor(port, QUICK) as client:
        with pytest.raises(ServerError, match="silent"):
            client.receive()
        done.set()


@pytest.mark.parametrize("content", [b"(ack no)", DIFF])
def test_a_server_that_floods(content: bytes) -> None:
    """There is always something to read, but never the expected message."""
    done = threading.Event()

    def act(peer: Peer) -> None:
        peer.send(FULL)
        flood = [content] * 1000
        while not done.is_set():
            peer.send(*flood)

    with serving(act) as port, trainer(port, QUICK) as client:
        client.receive()
        with pytest.raises(ServerError, match=r"no \(ack rcssgym-1\) within"):
            client.drop_ball()
        with pytest.raises(ServerError, match="has not closed the connection in time"):
            client.kill_simulation()
        done.set()


STOPPED = """
import sys
from rcssgym.simspark import TrainerClient

with TrainerClient("127.0.0.1", int(sys.argv[1]), timeout=2.0) as client:
    client.receive()
    client.drop_ball()
    print(client.scene.ball_position[0])
"""


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nothing to stop a process by")
def test_what_has_come_while_a_client_was_stopped_counts() -> None:
    """After Ctrl-Z, say, the answer is in the socket behind frames, long after the deadline."""
    begun: Queue[subprocess.Popen[str]] = Queue()

    def act(peer: Peer) -> None:
        peer.send(FULL)
        peer.receive()
        process = begun.get()
        process.send_signal(signal.SIGSTOP)
        time.sleep(3.0)
        peer.send(DIFF, DIFF, b"(ack rcssgym-1)", moved(2.0))
        process.send_signal(signal.SIGCONT)

    with serving(act) as port:
        command = [sys.executable, "-c", STOPPED, str(port)]
        with ending(subprocess.Popen(command, stdout=subprocess.PIPE, text=True)) as process:
            begun.put(process)
            assert process.communicate(timeout=PATIENCE)[0] == "2.0\n"


def test_a_server_that_answers_what_nobody_asked() -> None:
    """Answers alone are not a frame, however many arrive."""
    done = threading.Event()

    def act(peer: Peer) -> None:
        peer.send(FULL)
        while not done.is_set():
            peer.send(*[b"(ack no)"] * 1000)

    with (
        serving(act) as port,
        TrainerClient("127.0.0.1", port, timeout=QUICK, wait="frames") as client,
    ):
        client.receive()
        with pytest.raises(ServerError, match="no frame has come in time"):
            client.drop_ball()
        done.set()


def test_a_monitor_asks_for_everything() -> None:
    requests: list[bytes] = []
    with serving(answering([lambda _: [FULL]], requests)) as port, monitor(port) as client:
        client.receive()
        client.request_full_frame()
        assert client.receive().message.is_full
        client.close()
        client.close()
    assert requests == [b"(reqfullstate)"]


def word_of(request: bytes) -> bytes:
    return request.partition(b"(getAck ")[2].partition(b")")[0]


def test_a_trainer_returns_when_its_commands_have_acted() -> None:
    requests: list[bytes] = []

    def answer(request: bytes) -> Sequence[bytes]:
        answers = b"(ack other)(ack " + word_of(request) + b")"
        return [moved(1.0), b"(ack another)", moved(2.0), answers, moved(7.0), moved(8.0)]

    with serving(answering([answer], requests)) as port, trainer(port) as client:
        client.place_ball((7.0, 0.0, 0.04))
        assert client.scene.ball_position[0] == 7.0
        assert client.receive().scene.ball_position[0] == 8.0
    assert requests == [b"(ball (pos 7 0 0.04))(getAck rcssgym-1)"]


def test_several_commands_go_in_one_message() -> None:
    requests: list[bytes] = []

    def answer(request: bytes) -> Sequence[bytes]:
        return [moved(1.0), b"(ack " + word_of(request) + b")", moved(2.0)]

    with serving(answering([answer, answer], requests)) as port, trainer(port) as client:
        ball = BallCommand((1, 2, 3))
        frames = client.perform(ball, BallCommand(velocity=(0, 0, 1)))
        # The first frame had already arrived when the commands were sent.
        assert [frame.scene.ball_position[0] for frame in frames] == [0.0, 1.0, 2.0]
        client.perform(ball)
    assert [word_of(request) for request in requests] == [b"rcssgym-1", b"rcssgym-2"]
    assert requests[0].startswith(b"(ball (pos 1 2 3))(ball (vel 0 0 1))(getAck ")


def test_commands_can_be_sent_without_waiting() -> None:
    requests: list[bytes] = []
    with serving(answering([lambda _: []], requests)) as port, trainer(port) as client:
        client.send(BallCommand((1, 2, 3)), KillSimCommand())
    assert requests == [b"(ball (pos 1 2 3))(killsim)"]


def test_a_server_that_never_answers() -> None:
    done = threading.Event()

    def act(peer: Peer) -> None:
        peer.send(FULL)
        while not done.wait(0.02):
            peer.send(DIFF)

    with serving(act) as port, trainer(port, QUICK) as client:
        with pytest.raises(ServerError, match=r"no \(ack rcssgym-1\) within 0\.3 s.*wait='frames'"):
            client.drop_ball()
        done.set()


def test_the_real_server_shows_commands_in_the_second_frame() -> None:
    """Replayed from the recording of its trainer: two frames after a command, then no more."""
    spoken = lines("trainer")
    at = next(at for at, line in enumerate(spoken) if line.payload == b"(time 123.45)")
    before = [line.payload for line in spoken[:at] if line.direction == "<"]
    after = [line.payload for line in spoken[at:] if line.direction == "<"]
    looks = threading.Event()

    def act(peer: Peer) -> None:
        peer.send(*before[:-1])
        looks.wait(10.0)
        peer.send(before[-1])
        assert peer.receive() == b"(time 123.45)"
        peer.send(*after[:2])
        assert peer.receive() == b""

    with serving(act) as port, TrainerClient("127.0.0.1", port, wait="frames") as client:
        for _ in before[:-10]:
            client.receive()
        threading.Timer(0.2, looks.set).start()
        client.set_time(123.45)
        assert client.game.time == 123.45


def test_killing_the_simulation_waits_for_its_end() -> None:
    requests: list[bytes] = []

    def act(peer: Peer) -> None:
        peer.send(FULL)
        requests.append(peer.receive())
        peer.send(DIFF)

    with serving(act) as port, trainer(port) as client:
        client.kill_simulation()
    assert requests == [b"(killsim)"]


def test_a_server_that_does_not_let_itself_be_killed() -> None:
    with (
        serving(answering([lambda _: []], [])) as port,
        trainer(port, QUICK) as client,
        pytest.raises(ServerError, match="silent"),
    ):
        client.kill_simulation()


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        ((), "commands: none are given"),
        ((BallCommand((0, 0, 1)), "(killsim)"), r"commands\[1\]: '\(killsim\)' is not a command"),
        ((BallCommand((0, 0, 1)),) * 4000, "4000 commands of 72000 bytes are more than 65536"),
    ],
)
def test_bad_commands_are_not_sent(commands: tuple[Command, ...], message: str) -> None:
    requests: list[bytes] = []
    with serving(answering([lambda _: []], requests)) as port, trainer(port) as client:
        with pytest.raises(ArgumentError, match=message):
            client.send(*commands)
        with pytest.raises(ArgumentError, match="'pass_left' is none of the server's play modes"):
            client.set_play_mode("pass_left")
        with pytest.raises(ArgumentError, match="side"):
            client.place_player(TeamSide.UNKNOWN, 1, (0, 0, 1))
    assert requests == [b""]


def test_bad_arguments_of_clients() -> None:
    with pytest.raises(ArgumentError, match="port: 0 is not from 1 to 65535"):
        MonitorClient(port=0)
    with pytest.raises(ArgumentError, match="port: '3200' is not from 1 to 65535"):
        MonitorClient(port="3200")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="timeout: None is not a positive time"):
        MonitorClient(timeout=None)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"timeout: nan is not a positive time"):
        MonitorClient(timeout=float("nan"))
    with pytest.raises(ArgumentError, match="wait: 'ack' is neither"):
        TrainerClient(wait="ack")  # type: ignore[arg-type]
