"""``--web`` of all subcommands that have it: its messages and errors."""

import argparse
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from rcssgym.cli import main
from rcssgym.cli.options import web_of_servers
from rcssgym.framing import framed
from rcssgym.view import monitor
from rcssgym.view.page import Page

TEAMS = ["--left", "left", "--right", "right"]
COMMANDS = [
    ["game", "--seconds", "1"],
    ["serve", "--aport", "0", "--mport", "0", "--no-render"],
    ["match", *TEAMS],
    ["evaluate", "--policy", "T1Walk", "--worlds", "1"],
    ["play", "--policy", "T1Walk"],
    ["disc", "game", "--cycles", "1"],
    ["disc", "serve", "--no-conf", "server::port=0", "server::coach_port=0"],
    ["disc", "match", *TEAMS],
    ["disc", "playmaker", "--left", "127.0.0.1:1", "--cycles", "1"],
]
"""Subcommands, each of which has something to show."""
NAMES = [" ".join(word for word in command[:2] if word.isalpha()) for command in COMMANDS]


@pytest.fixture
def taken() -> Iterator[int]:
    """Yield a port on which another socket listens."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


@pytest.mark.parametrize("command", COMMANDS, ids=NAMES)
def test_a_port_that_is_taken(command: list[str], taken: int) -> None:
    """The error comes before anything is played, instead of a game without a page."""
    words = [sys.executable, "-m", "rcssgym", *command, "--web", str(taken)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1, done
    assert f"cannot listen for browsers on 127.0.0.1:{taken}: " in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_nobody_listens_where_a_page_was() -> None:
    """Matches probe their servers' port like this; they must not find the page that was there."""
    for _ in range(50):
        page = Page(0)
        address = urlsplit(page.url)
        page.close()
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((address.hostname, address.port or 80), timeout=5.0)


@pytest.mark.parametrize("command", COMMANDS, ids=NAMES)
@pytest.mark.parametrize("port", ["65536", "-1", "http"])
def test_what_is_no_port(command: list[str], port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, f"--web={port}"])
    assert ended.value.code == 2
    errors = capsys.readouterr().err
    assert "argument --web: " in errors
    assert port in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("command", [["match", *TEAMS], ["disc", "match", *TEAMS]])
@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (["--web", "0"], "must be a port, 1 to 65535, not 0"),
        (["--web", "--games", "2", "--parallel", "2"], "one game at a time, not --parallel 2"),
    ],
)
def test_servers_of_matches_have_one_port(
    command: list[str], flags: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main([*command, *flags])
    except SystemExit as ended:
        code = int(str(ended.code))
    assert code == 2
    assert reason in capsys.readouterr().err


@pytest.mark.parametrize(("host", "shown"), [("0.0.0.0", "127.0.0.1"), ("::1", "[::1]")])
def test_the_address_of_a_match_is_one_for_browsers(
    host: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with Page(0, host) as page:
        port = urlsplit(page.url).port
    web_of_servers(argparse.Namespace(web=port, host=host, parallel=1))
    assert capsys.readouterr().err == f"watch at http://{shown}:{port}/\n"


def test_a_game_says_where_it_is_to_be_seen() -> None:
    """It does so on standard error: standard output is for the report."""
    words = [sys.executable, "-m", "rcssgym", "disc", "game", "--cycles", "5", "--web", "0"]
    done = subprocess.run(
        [*words, "--json"], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stdout.startswith('{"left"')
    assert "watch at http://127.0.0.1:" in done.stderr


def test_a_server_that_says_nothing_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a replay that is paused, or at its end: its viewer neither complains nor comes anew."""
    monkeypatch.setattr(monitor, "PATIENCE", 0.01)
    monkeypatch.setattr(monitor, "SILENCE", 0.05, raising=False)
    messages: list[str] = []
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        Page(0) as page,
        monitor.ServerMonitor(page, listener.getsockname(), patience=0.1, tell=messages.append),
    ):
        server, _ = listener.accept()
        with server:
            listener.settimeout(0.5)
            with pytest.raises(TimeoutError):
                listener.accept()
            assert messages == []
        listener.settimeout(10.0)
        listener.accept()[0].close()
    assert "closed the connection" in messages[0]


def test_what_is_wrong_with_every_message_is_told_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """As of a server that speaks the other protocol: each attempt has the same result."""
    monkeypatch.setattr(monitor, "PATIENCE", 0.01)
    messages: list[str] = []
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        Page(0) as page,
        monitor.ServerMonitor(
            page, listener.getsockname(), simspark=True, patience=5.0, tell=messages.append
        ),
    ):
        listener.settimeout(10.0)
        for _ in range(4):
            with listener.accept()[0] as server:
                server.sendall(framed(b"((RSMP 1 0))"))
                assert server.recv(1) == b""
    assert len(messages) == 1
    assert "it speaks rcsssmj's protocol" in messages[0]


def test_play_without_a_monitor_port() -> None:
    words = [sys.executable, "-m", "rcssgym", "play", "--policy", "T1Walk", "--patience", "0.2"]
    done = subprocess.run(
        [*words, "--web", "0", "--mport", "1"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 1
    assert "no server at 127.0.0.1:1" in done.stderr
    assert done.stdout == ""


def test_without_a_server_for_agents_there_is_nothing_to_report(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["play", "--policy", "T1Walk", "--patience", "0.2", "--port", "1"]
    assert main(words) == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("flag", "value"), [("--speed", "2"), ("--start", "5"), ("--start", "0:05")]
)
def test_what_only_a_log_file_has_is_refused_for_a_server(
    flag: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["view", "--server", "127.0.0.1:1", flag, value]) == 2
    assert f"{flag}: only a log file has one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (["--mport", "3200"], "--mport: 3200 is for --web"),
        (
            ["--web", "0", "--mport", "65536"],
            "argument --mport: must be a port, 1 to 65535, not 65536",
        ),
        (["--port", "0"], "argument --port: must be a port, 1 to 65535, not 0"),
    ],
)
def test_ports_that_cannot_be_played_on(
    wrong: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):
        assert main(["play", "--policy", "T1Walk", "--patience", "0.2", *wrong]) == 2
    assert reason in capsys.readouterr().err
