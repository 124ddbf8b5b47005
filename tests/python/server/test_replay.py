"""Recorded games, served to viewers."""

from __future__ import annotations

import gzip
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import pytest
from processes import ending
from rcssgym import ArgumentError, Replay, ServerError
from rcssgym.cli import main
from rcssgym.cli.options import parse_time
from rcssgym.cli.replay import obey

from benches.peers.servers import THEIRS, has_theirs, serving
from server.client import Client, ClosedError
from server.logs import INTERVAL, game_server, made_up, message, running, write

FAST = 1000.0
"""Speed at which a few seconds pass in an instant."""


def numbers(messages: list[bytes]) -> list[int]:
    found = [re.search(rb"\(time (\d+)\)", message) for message in messages]
    return [int(match[1]) for match in found if match]


def receive(client: Client, count: int) -> list[bytes]:
    return [client.receive() for _ in range(count)]


def until(client: Client, last: int) -> list[int]:
    """Return the numbers of received messages, up to a message that must come."""
    got = [*numbers([client.receive()])]
    while got[-1] != last:
        got += numbers([client.receive()])
    return got


def test_a_viewer_gets_the_game_in_its_order_and_time(tmp_path: Path) -> None:
    messages = made_up(30)
    replay = Replay(write(tmp_path / "game.log", messages), port=0)
    assert (replay.messages, replay.games) == (30, 1)
    assert replay.duration == pytest.approx(29 * INTERVAL)
    viewer = Client(replay.address[1])
    begin = time.monotonic()
    with running(replay), viewer:
        assert receive(viewer, 30) == messages
        assert time.monotonic() - begin > 29 * INTERVAL * 0.9
        assert viewer.is_quiet(0.1)
        assert replay.time == replay.duration


def test_who_comes_late_gets_the_picture_at_once(tmp_path: Path) -> None:
    messages = made_up(500)
    replay = Replay(write(tmp_path / "game.log", messages), port=0, start=260 * INTERVAL)
    replay.pause()
    with running(replay):
        for _ in range(3):
            with Client(replay.address[1]) as viewer:
                assert receive(viewer, 11) == messages[250:261]
                assert viewer.is_quiet(0.1)


def test_seek_and_step_reach_everybody(tmp_path: Path) -> None:
    messages = made_up(500)
    replay = Replay(write(tmp_path / "game.log", messages), port=0)
    replay.pause()
    with running(replay), Client(replay.address[1]) as one, Client(replay.address[1]) as other:
        assert [one.receive(), other.receive()] == [messages[0]] * 2
        replay.seek(403 * INTERVAL)
        for viewer in (one, other):
            assert receive(viewer, 4) == messages[400:404]
        one.send(b"(seek 2.0)")
        for viewer in (one, other):
            assert receive(viewer, 1) == messages[50:51]
        other.send(b"(step)")
        for viewer in (one, other):
            assert receive(viewer, 1) == messages[51:52]
            assert viewer.is_quiet(0.05)
        assert replay.is_paused
        assert replay.time == pytest.approx(51 * INTERVAL)
        one.send(b"(reqfullstate)")
        for viewer in (one, other):
            assert receive(viewer, 2) == messages[50:52]
            assert viewer.is_quiet(0.05)


def test_pause_play_and_speed(tmp_path: Path) -> None:
    replay = Replay(write(tmp_path / "game.log", made_up(2000)), port=0, speed=0.01)
    with running(replay), Client(replay.address[1]) as viewer:
        assert numbers(receive(viewer, 1)) == [0]
        viewer.send(b"(speed 1000)")
        got = until(viewer, 1999)
        assert all(b == a + 1 or b % 50 == 0 for a, b in pairwise(got))
        assert got == sorted(got)
        assert replay.speed == FAST
        replay.speed = 2.0
        replay.pause()
        replay.seek(0.0)
        assert numbers(receive(viewer, 1)) == [0]
        assert viewer.is_quiet(0.2)
        viewer.send(b"(play)")
        assert numbers(receive(viewer, 3)) == [1, 2, 3]


def test_a_command_counts_though_its_sender_has_left(tmp_path: Path) -> None:
    replay = Replay(write(tmp_path / "game.log", made_up(200)), port=0)
    replay.pause()
    with running(replay), Client(replay.address[1]) as viewer:
        viewer.receive()
        with Client(replay.address[1]) as other:
            other.send(b"(seek 6)")
        assert numbers(receive(viewer, 1)) == [150]


def test_it_begins_anew(tmp_path: Path) -> None:
    replay = Replay(write(tmp_path / "game.log", made_up(4)), port=0, loop=True)
    with running(replay), Client(replay.address[1]) as viewer:
        assert numbers(receive(viewer, 12))[-8:] == [0, 1, 2, 3] * 2


def test_games_cut_off_and_broken_lines(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    first, second = made_up(6), made_up(4)
    path = tmp_path / "games.log"
    broken = [*first[:3], b"what is this", *first[3:], message(6, True), message(7, False)]
    write(path, broken)
    with path.open("ab") as file:
        file.write(first[5][:50] + second[0] + b"\n" + b"\n".join(second[1:]) + b"\n")
        file.write(message(4, False)[:40])
    replay = Replay(path, port=0)
    assert replay.games == 2
    replay.pause()
    with running(replay), Client(replay.address[1]) as viewer:
        shown = [*first[:3], message(6, True), message(7, False), *second]
        assert receive(viewer, 1) == shown[:1]
        replay.play()
        assert receive(viewer, len(shown) - 1) == shown[1:]
    assert "line 4: what is this: is not one whole expression" in caplog.text
    assert "is cut off" in caplog.text


def test_compressed_files(tmp_path: Path) -> None:
    messages = made_up(20)
    plain = write(tmp_path / "game.log", messages).read_bytes()
    path = tmp_path / "game.log.gz"
    path.write_bytes(gzip.compress(plain))
    replay = Replay(path, port=0, speed=FAST)
    with running(replay), Client(replay.address[1]) as viewer:
        assert receive(viewer, 20) == messages
    # Many messages that do not compress well, so that the cut comes after some of them.
    noise = [
        message(number, number == 0)[:-1] + f"(x {os.urandom(3000).hex()}))".encode()
        for number in range(100)
    ]
    packed = gzip.compress(b"\n".join(noise))
    path.write_bytes(packed[: len(packed) // 2])
    assert 10 < Replay(path, port=0).messages < 90


def test_commands_of_a_game_do_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    replay = Replay(write(tmp_path / "game.log", made_up(200)), port=0)
    replay.pause()
    with running(replay), Client(replay.address[1]) as viewer:
        viewer.receive()
        for text in (b"(kickOff Left)", b"(killsim)", b"(seek 900)", b"(speed 0)", b"(seek", b"()"):
            viewer.send(text)
        viewer.send(b"(seek 2)")
        assert numbers(receive(viewer, 1)) == [50]
    assert "(kickOff Left): 'kickOff' does nothing to a recorded game" in caplog.text
    assert "there is no 900 s in a recording from 0 to 7.96 s" in caplog.text
    assert "speed must be from 0.01 to 1000 times real time, not 0" in caplog.text


def test_viewers_without_a_say(tmp_path: Path) -> None:
    path = write(tmp_path / "game.log", made_up(200))
    replay = Replay(path, port=0, monitor_commands=False)
    replay.pause()
    with running(replay), Client(replay.address[1]) as viewer:
        viewer.receive()
        viewer.send(b"(seek 2)")
        assert viewer.is_quiet(0.3)


def handshake(viewer: socket.socket, *headers: bytes) -> BinaryIO:
    """Become a WebSocket; return the stream of the server's messages."""
    lines = (
        b"GET / HTTP/1.1",
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        b"Sec-WebSocket-Version: 13",
        *headers,
    )
    viewer.sendall(b"\r\n".join(lines) + b"\r\n\r\n")
    stream = viewer.makefile("rb")
    while stream.readline() != b"\r\n":
        pass
    return stream


def say(viewer: socket.socket, text: bytes) -> None:
    """Send a text message, masked with zeros."""
    viewer.sendall(bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text)


def hear(stream: BinaryIO) -> bytes:
    """Return the next message, which is a short binary one."""
    kind, length = stream.read(2)
    assert kind == 0x82
    assert length < 126
    return stream.read(length)


def test_viewers_by_websocket(tmp_path: Path) -> None:
    path = write(tmp_path / "game.log", made_up(200))
    replay = Replay(path, port=0, websocket_port=0)
    replay.pause()
    assert replay.websocket_address is not None
    with running(replay), socket.create_connection(replay.websocket_address, 20.0) as viewer:
        stream = handshake(viewer, b"Host: localhost")
        say(viewer, b"(seek 2)")
        assert numbers([hear(stream) for _ in range(2)]) == [0, 50]


def test_pages_may_control_it_if_their_host_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "game.log", made_up(200))
    replay = Replay(path, port=0, websocket_port=0, websocket_origins=["viewer.example"])
    replay.pause()
    assert replay.websocket_address is not None
    with (
        running(replay),
        socket.create_connection(replay.websocket_address, 20.0) as stranger,
        socket.create_connection(replay.websocket_address, 20.0) as viewer,
    ):
        unheard = handshake(stranger, b"Host: evil.example", b"Origin: http://evil.example")
        assert numbers([hear(unheard)]) == [0]
        stream = handshake(viewer, b"Host: [::1]:60002", b"Origin: https://viewer.example")
        assert numbers([hear(stream)]) == [0]
        say(stranger, b"(seek 3)")
        time.sleep(0.3)
        say(viewer, b"(seek 2)")
        assert numbers([hear(stream)]) == [50]


def test_viewers_from_one_address_are_limited(tmp_path: Path) -> None:
    path = write(tmp_path / "game.log", made_up(200))
    replay = Replay(path, port=0, max_per_address=1)
    with running(replay), Client(replay.address[1]) as viewer:
        viewer.receive()
        with Client(replay.address[1]) as refused, pytest.raises(ClosedError):
            refused.receive()


def test_files_that_are_no_recordings(tmp_path: Path) -> None:
    path = tmp_path / "some.log"
    with pytest.raises(ServerError, match=r"some\.log: No such file"):
        Replay(path, port=0)
    with pytest.raises(ServerError, match="it is not a regular file"):
        Replay(tmp_path, port=0)
    for content, problem in (
        (b"", "is empty"),
        (b"hello\n", "line 1: hello: is not one whole expression; this is not a log file"),
        (message(0, False) + b"\n", "no full message"),
        (b"\x1f\x8bnot compressed at all", r"cannot read the log file .*some\.log"),
    ):
        path.write_bytes(content)
        with pytest.raises(ServerError, match=problem):
            Replay(path, port=0)


def shorten(path: Path) -> None:
    os.truncate(path, 10)


def overwrite(path: Path) -> None:
    with path.open("r+b") as file:
        file.write(b"x" * path.stat().st_size)


def displace(path: Path) -> None:
    content = path.read_bytes()
    with path.open("r+b") as file:
        file.write(b" " + content)


@pytest.mark.parametrize("change", [shorten, overwrite, displace])
def test_a_file_that_changes_meanwhile_ends_it(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    path = write(tmp_path / "game.log", made_up(20))
    replay = Replay(path, port=0)
    change(path)
    with (
        Client(replay.address[1]),
        pytest.raises(ServerError, match=r"game\.log was shortened or overwritten while it was"),
    ):
        replay.run()


def test_wrong_arguments(tmp_path: Path) -> None:
    path = write(tmp_path / "game.log", made_up(10))
    with pytest.raises(ArgumentError, match=r"time: there is no 0\.5 s in a recording from 0 to 0"):
        Replay(path, port=0, start=0.5)
    with pytest.raises(ArgumentError, match="speed: speed must be from"):
        Replay(path, port=0, speed=float("nan"))
    replay = Replay(path, port=0)
    with pytest.raises(ArgumentError, match="there is no -1 s"):
        replay.seek(-1.0)
    with pytest.raises(ArgumentError, match="speed"):
        replay.speed = 0.0
    with pytest.raises(ServerError, match="cannot listen for viewers"):
        Replay(path, port=replay.address[1])
    with running(replay):
        pass
    with pytest.raises(ServerError, match="has run already"):
        replay.run()


@pytest.mark.parametrize(
    ("text", "seconds"), [("0", 0), ("90", 90), ("1:30", 90), ("01:02.5", 62.5), ("1:00:01", 3601)]
)
def test_times(text: str, seconds: float) -> None:
    assert parse_time(text) == seconds


@pytest.mark.parametrize("text", ["", "x", "-1", "1:60", "1:-2", ":30", "1:2:3:4", "nan", "inf"])
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(ArgumentError, match="seconds, M:SS or H:MM:SS, not"):
        parse_time(text)


@pytest.mark.parametrize("digits", [307, 400, 5000])
@pytest.mark.parametrize("form", ["{}", "{}:00", "{}:00:00", "0:{}:00"])
def test_times_without_end(digits: int, form: str, tmp_path: Path) -> None:
    """They are refused like any invalid time, on the standard input and as flags."""
    text = form.format("9" * digits)
    path = write(tmp_path / "game.log", made_up(10))
    with pytest.raises(ArgumentError, match="time: "):
        obey(Replay(path, port=0), f"seek {text}")
    try:
        code = main(["replay", str(path), "--port", "0", "--start", text])
    except SystemExit as leaving:
        code = int(str(leaving.code))
    assert code == 2


def test_lines_that_are_no_commands(tmp_path: Path) -> None:
    replay = Replay(write(tmp_path / "game.log", made_up(10)), port=0)
    for line in ("pose", "seek", "seek 1 2", "speed fast", "seek x", "pause now"):
        with pytest.raises(ArgumentError):
            obey(replay, line)
    obey(replay, "  ")


def command(*arguments: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "rcssgym", "replay", *arguments],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    return ending(process)


def port_of(process: subprocess.Popen[bytes]) -> int:
    assert process.stderr is not None
    for line in process.stderr:
        if match := re.search(rb"listening for monitor connections on 127\.0\.0\.1:(\d+)", line):
            return int(match[1])
    raise AssertionError("it did not listen")


def test_the_command_obeys_its_input(tmp_path: Path) -> None:
    path = write(tmp_path / "game.log", made_up(200))
    with command(str(path), "--port", "0", "--start", "0:02", "--speed", "0.01") as process:
        assert process.stdin is not None
        with Client(port_of(process)) as viewer:
            assert numbers(receive(viewer, 1)) == [50]
            for line in (b"nonsense", b"pause", b"seek 0:04"):
                process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert numbers(receive(viewer, 1)) == [100]
            process.stdin.write(b"quit\n")
            process.stdin.flush()
            _, log = process.communicate(timeout=30.0)
    assert process.returncode == 0
    assert b"not 'nonsense'" in log
    assert b"paused at 4.00 of 7.96 s" in log
    assert b"Traceback" not in log


def test_a_name_may_be_any_bytes(tmp_path: Path) -> None:
    path = write(tmp_path / os.fsdecode(b"\xf6.log"), made_up(10))
    replay = Replay(path, port=0)
    with running(replay):
        assert replay.messages == 10


def test_a_closed_input_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next file that is opened has its number: the log file, whose lines are no commands."""
    listened: list[Replay] = []
    monkeypatch.setattr("rcssgym.cli.replay._listen", listened.append)
    monkeypatch.setattr(Replay, "run", lambda _: None)
    monkeypatch.setattr(sys, "stdin", None)
    path = write(tmp_path / "game.log", made_up(10))
    assert main(["replay", str(path), "--port", "0"]) == 0
    assert listened == []


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_the_command(tmp_path: Path, kind: signal.Signals) -> None:
    path = write(tmp_path / "game.log", made_up(200))
    with command(str(path), "--port", "0") as process:
        port_of(process)
        process.send_signal(kind)
        _, log = process.communicate(timeout=30.0)
    assert process.returncode == 0
    assert b"Traceback" not in log


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    path = write(tmp_path / "game.log", made_up(10))
    game = tmp_path / "game.rcg"
    game.write_bytes(b"ULG5\n")
    for arguments, code, text in (
        ([str(tmp_path / "none")], 1, "none: No such file"),
        (["/dev/null"], 1, "/dev/null: it is not a regular file"),
        ([str(game)], 2, f"{game} is a log of a 2D game; rcssgym view shows it"),
        ([str(path), "--start", "9"], 2, "error: --start: there is no 9 s in a recording"),
        ([str(path), "--start", "1:99"], 2, "must be seconds, M:SS or H:MM:SS, not '1:99'"),
        ([str(path), "--speed", "0"], 2, "speed must be from 0.01"),
    ):
        usage = [sys.executable, "-m", "rcssgym", "replay", *arguments, "--port", "0"]
        result = subprocess.run(usage, capture_output=True, text=True, timeout=60.0)
        assert (result.returncode, "Traceback" in result.stderr) == (code, False)
        assert text in result.stderr


def test_our_own_games(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    server = game_server(log_file=path)
    with running(server), Client(server.monitor_address[1]) as monitor:
        receive(monitor, 40)
    shown = path.read_bytes().splitlines()
    replay = Replay(path, port=0, speed=FAST)
    replay.pause()
    replay.seek(30.5 * INTERVAL)
    with running(replay), Client(replay.address[1]) as viewer:
        assert receive(viewer, 31) == shown[:31]


@pytest.mark.skipif(not has_theirs(), reason="rcsssmj is not installed")
def test_games_of_rcsssmj(tmp_path: Path) -> None:
    flags = ("--logfile", "theirs.log")
    with serving(THEIRS, tmp_path, *flags) as server, Client(server.mport) as monitor:
        receive(monitor, 20)
    lines = (tmp_path / "theirs.log").read_bytes().splitlines()
    replay = Replay(tmp_path / "theirs.log", port=0)
    assert replay.messages >= 20
    replay.pause()
    replay.seek(10 * INTERVAL)
    with running(replay), Client(replay.address[1]) as viewer:
        assert receive(viewer, 11) == lines[:11]
