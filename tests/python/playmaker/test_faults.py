"""Playmakers that fail: the game goes on, and missed calls are counted with their reasons."""

import math
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import grpc
import pytest
from processes import ending
from rcssgym._core import PLAYMAKER_CALLS
from rcssgym.playmaker import (
    Ask,
    Playmaker,
    PlaymakerGame,
    PlaymakerResult,
    play_games,
    serve,
)
from rcssgym.playmaker.drawings import drawings_of
from rcssgym.playmaker.messages import (
    AddArc,
    AddCircle,
    AddLine,
    AddMessage,
    AddRectangle,
    BestPlannerActionRequest,
    Body_Intercept,
    HeliosOffensivePlanner,
    Log,
    PlayerActions,
    RegisterRequest,
    RpcVector2D,
    State,
    WorldModel,
)

from playmaker.conformance import Conformance

CYCLES = 30


def play(address: str, patience: float = 3.0, after: Callable[[int], None] = lambda _: None) -> Any:
    ask = Ask(address, patience=patience, staff_patience=patience)
    game = PlaymakerGame(ask, "scripted", cycles=CYCLES)
    while not game.over:
        game.step()
        after(game.simulation.cycle)
    game.close()
    assert game.simulation.cycle == CYCLES
    return game.result.asked[0]


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    asked = play(f"127.0.0.1:{port}")
    assert set(asked.missed) == {"Register: unreachable"}
    # Each of the twelve agents tries again every ten cycles.
    assert asked.misses == asked.calls > 12


@pytest.mark.parametrize("error", [ValueError, SystemExit, KeyboardInterrupt])
def test_a_playmaker_that_fails_is_called_again(error: type[BaseException]) -> None:
    class Failing(Playmaker):
        calls = 0

        def player(self, _: State) -> list[Any]:
            self.calls += 1
            if self.calls % 2:
                raise error("no idea")
            return [Body_Intercept()]

    with serve(Failing(), port=0) as server:
        asked = play(server.address)
    assert set(asked.missed) == {"GetPlayerActions: failed"}
    assert asked.misses > 100


def test_errors_of_calls_that_fail_together_are_printed_one_after_the_other(
    capfd: pytest.CaptureFixture[str],
) -> None:
    together = threading.Barrier(11)

    def player(_: State) -> list[Any]:
        with suppress(threading.BrokenBarrierError):
            together.wait(5.0)
        raise ValueError("no idea")

    with serve(player, port=0) as server:
        asked = play(server.address)
    printed = capfd.readouterr().err.split("Traceback (most recent call last):\n")[1:]
    assert len(printed) == asked.missed["GetPlayerActions: failed"]
    assert len(set(printed)) == 1
    assert printed[0].endswith("ValueError: no idea\n")


def test_a_playmaker_who_chooses_no_plan_is_counted() -> None:
    class Undecided(Playmaker):
        asked = 0

        def player(self, state: State) -> list[Any]:
            if state.world_model.self.is_kickable:
                return [HeliosOffensivePlanner(lead_pass=True, server_side_decision=True)]
            return [Body_Intercept()]

        def best_planner_action(self, _: BestPlannerActionRequest) -> int:
            Undecided.asked += 1
            raise ValueError("no idea")

    with serve(Undecided(), port=0) as server:
        game = PlaymakerGame(Ask(server.address), "still", cycles=200)
        game.play()
    assert Undecided.asked > 0
    assert game.result.asked[0].missed == {"GetBestPlannerAction: failed": Undecided.asked}


def test_a_playmaker_that_hangs_is_waited_for_no_longer_than_the_patience() -> None:
    class Hanging(Playmaker):
        rest = threading.Event()

        def player(self, state: State) -> list[Any]:
            if state.world_model.self.uniform_number == 5 and state.world_model.cycle == 7:
                self.rest.wait(20.0)
            return []

    with serve(Hanging(), port=0) as server:
        asked = play(server.address, patience=0.5)
        Hanging.rest.set()
    assert asked.missed == {"GetPlayerActions: late": 1}


def test_garbage_is_not_taken_for_actions() -> None:
    class Garbage(Playmaker):
        def answer(self, call: str, request: bytes) -> bytes:
            answer = super().answer(call, request)
            return b"\xff\xff\xff" if call == "GetPlayerActions" else answer

    with serve(Garbage(), port=0) as server:
        asked = play(server.address)
    assert set(asked.missed) == {"GetPlayerActions: garbage"}


@pytest.mark.parametrize("call", PLAYMAKER_CALLS)
def test_bytes_that_are_no_request_are_the_callers_fault(
    call: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with (
        serve(Playmaker(), port=0) as server,
        grpc.insecure_channel(server.address) as channel,
        pytest.raises(grpc.RpcError) as refused,
    ):
        channel.unary_unary(f"/protos.Game/{call}")(b"\xff\xff\xff")
    assert refused.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert refused.value.details().startswith(f"{call}: ")
    assert capfd.readouterr().err == ""


def silent(address: str, number: int) -> list[socket.socket]:
    """Open connections that say nothing."""
    host, _, port = address.rpartition(":")
    return [socket.create_connection((host, int(port)), timeout=20.0) for _ in range(number)]


def test_agents_wait_for_a_place_among_too_many_connections() -> None:
    with serve(Playmaker(), port=0, max_connections=3) as server, ExitStack() as held:
        for one in silent(server.address, 3):
            held.callback(one.close)
        with grpc.insecure_channel(server.address) as channel:
            say_bye = channel.unary_unary("/protos.Game/SendByeCommand")
            with pytest.raises(grpc.RpcError):
                say_bye(b"", timeout=0.5)
            held.close()
            say_bye(b"", timeout=20.0, wait_for_ready=True)


@pytest.mark.long
def test_connections_that_say_nothing_are_closed() -> None:
    with serve(Playmaker(), port=0) as server:
        (one,) = silent(server.address, 1)
        begun = time.monotonic()
        with one:
            while one.recv(1000):
                pass
        assert 9.0 < time.monotonic() - begun < 15.0


def test_huge_answers_are_not_read() -> None:
    class Huge(Playmaker):
        def answer(self, call: str, request: bytes) -> bytes:
            answer = super().answer(call, request)
            # An unknown field of five million bytes.
            more = b"\xfa\x07\xc0\x96\xb1\x02" + bytes(5_000_000)
            return answer + more if call == "GetPlayerActions" and b"\x08" in request else answer

    with serve(Huge(), port=0) as server:
        asked = play(server.address)
    assert set(asked.missed) == {"GetPlayerActions: too_large"}


def test_a_server_of_another_interface_is_named() -> None:
    from concurrent import futures

    server = grpc.server(futures.ThreadPoolExecutor(2))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        asked = play(f"127.0.0.1:{port}")
    finally:
        server.stop(None).wait()
    assert set(asked.missed) == {"Register: unknown_call"}


@pytest.mark.parametrize("code", ["UNKNOWN", "INTERNAL", "NOT_FOUND", "UNIMPLEMENTED"])
def test_agents_register_anew_with_who_does_not_know_them(code: str) -> None:
    class Forgetful(Conformance):
        def on_GetPlayerActions(self, state: Any, context: Any) -> Any:  # noqa: ARG002, N802
            context.abort(grpc.StatusCode[code], "who are you?")

    with Forgetful() as own:
        asked = play(own.address)
    assert {name.split(":")[0] for name in asked.missed} == {"GetPlayerActions"}
    assert len(own.registered) == 12 + 3 * 11


@pytest.mark.parametrize("name", ["Gzip", "Deflate"])
def test_messages_may_be_compressed(name: str) -> None:
    compression = grpc.Compression[name]
    with Conformance(compression=compression) as own:
        asked = play(own.address)
    assert not own.wrong
    assert asked.missed == {}
    with (
        serve(lambda _: [Body_Intercept()] * 100, port=0) as server,
        grpc.insecure_channel(server.address, compression=compression) as channel,
    ):
        ask = channel.unary_unary("/protos.Game/GetPlayerActions")
        answer = ask(State(world_model=WorldModel(our_team_name="A" * 10_000)).encode())
    assert len(PlayerActions.decode(answer).actions) == 100


def test_what_speaks_another_protocol_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

        threading.Thread(target=answer, daemon=True).start()
        asked = play(f"127.0.0.1:{server.getsockname()[1]}", patience=1.0)
        server.shutdown(socket.SHUT_RDWR)
    assert {name.split(":")[0] for name in asked.missed} == {"Register"}


def test_a_playmaker_that_restarts_is_registered_with_anew() -> None:
    first = Conformance()
    port = first.port
    running = [first]

    def after(cycle: int) -> None:
        if cycle == 8 and len(running) == 1:
            first.close()
            running.append(Conformance(port))

    asked = play(f"127.0.0.1:{port}", after=after)
    second = running[1]
    second.close()
    assert {name.split(": ")[1] for name in asked.missed} <= {"unreachable", "failed"}
    assert asked.misses > 0
    assert len(second.calls) == 12
    assert all(calls[0] == "Register" for calls in second.calls.values())
    assert all(any("Get" in call for call in calls) for calls in second.calls.values())


def test_a_playmaker_that_answers_everybody_is_registered_with_anew_after_a_restart() -> None:
    class Polite(Playmaker):
        def __init__(self) -> None:
            super().__init__()
            self.known: set[int] = set()
            self.strangers = 0

        def registered(self, client_id: int, request: RegisterRequest) -> None:  # noqa: ARG002
            self.known.add(client_id)

        def player(self, state: State) -> list[Any]:
            self.strangers += state.register_response.client_id not in self.known
            return [Body_Intercept()]

    first, second = Polite(), Polite()
    running = [serve(first, port=0)]

    def after(cycle: int) -> None:
        if cycle == 8 and len(running) == 1:
            running[0].close()
            running.append(serve(second, port=running[0].port))

    asked = play(running[0].address, after=after)
    running[1].close()
    assert {name.split(": ")[1] for name in asked.missed} == {"unreachable"}
    assert asked.misses == 12
    assert len(second.known) == 12
    assert second.player_types.keys() == set(range(18))
    assert first.strangers == second.strangers == 0


ENDS_EARLY = """
import sys, time
from rcssgym.playmaker import Ask, PlaymakerGame, serve

last = None

def player(state):
    global last
    last = last or time.monotonic() + 0.8
    while time.monotonic() < last:
        pass
    return []

server = serve(player, port=0)
PlaymakerGame(Ask(server.address, patience=0.1, staff_patience=0.1), "still").step()
if sys.argv[1] == "closes":
    server.close()
"""


@pytest.mark.parametrize("how", ["closes", "leaves"])
def test_a_program_may_end_while_its_playmaker_answers(how: str) -> None:
    run = [sys.executable, "-c", ENDS_EARLY, how]
    ended = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


def test_nobody_listens_where_a_playmaker_was() -> None:
    for _ in range(50):
        with serve(lambda _: []) as server:
            address = (server.host, server.port)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(address, timeout=5.0)


@pytest.mark.parametrize("patience", [0.2])
def test_a_port_that_never_answers_costs_its_patience(patience: float) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        asked = play(f"127.0.0.1:{silent.getsockname()[1]}", patience)
    assert set(asked.missed) == {"Register: late"}


def test_agents_say_goodbye_once_however_the_game_ends() -> None:
    def fail() -> None:
        raise ValueError("enough")

    with Conformance() as own:
        game = PlaymakerGame(Ask(own.address), "still", cycles=1000)
        with pytest.raises(ValueError, match="enough"):
            game.play(fail)
        game.close()
    assert len(own.calls) == 12
    for calls in own.calls.values():
        assert calls[-1] == "SendByeCommand"
        assert calls.count("SendByeCommand") == 1


@pytest.mark.parametrize("parallel", [1, 2])
def test_games_that_are_interrupted_end_and_are_reported(parallel: int) -> None:
    @contextmanager
    def watch(game: PlaymakerGame, number: int) -> Iterator[Callable[[], object]]:
        def after_step() -> None:
            last[number] = game.simulation.cycle
            if number == 1 and len(last) == parallel and last[1] > 3:
                raise KeyboardInterrupt

        yield after_step

    last: dict[int, int] = {}
    reported: list[PlaymakerResult] = []
    with Conformance() as own, pytest.raises(KeyboardInterrupt):
        play_games(
            Ask(own.address),
            "still",
            games=3,
            cycles=1500,
            parallel=parallel,
            watch=watch,
            progress=reported.append,
        )
    assert max(last.values()) < 1500
    assert all(calls[-1] == "SendByeCommand" for calls in own.calls.values())
    assert {1 + result.game.seed: result.game.cycles for result in reported} == last
    assert not any(result.game.over for result in reported)


def test_waiting_for_a_playmaker_can_be_interrupted() -> None:
    command = [sys.executable, "-m", "rcssgym", "disc", "playmaker", "--timeout", "600", "--left"]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        command.append(f"127.0.0.1:{silent.getsockname()[1]}")
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        with ending(process) as game, silent.accept()[0]:
            time.sleep(0.2)
            game.send_signal(signal.SIGINT)
            assert game.wait(60.0) == 130


def test_waiting_for_a_choice_among_plans_can_be_interrupted() -> None:
    asked, rest = threading.Event(), threading.Event()

    class Hanging(Playmaker):
        def player(self, state: State) -> list[Any]:
            if state.world_model.self.is_kickable:
                return [HeliosOffensivePlanner(lead_pass=True, server_side_decision=True)]
            return [Body_Intercept()]

        def best_planner_action(self, _: BestPlannerActionRequest) -> int:
            asked.set()
            rest.wait(120.0)
            return 0

    command = [sys.executable, "-m", "rcssgym", "disc", "playmaker", "--timeout", "600", "--left"]
    with serve(Hanging(), port=0) as server:
        command += [server.address, "--right", "still"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        with ending(process) as game:
            assert asked.wait(60.0)
            game.send_signal(signal.SIGINT)
            assert game.wait(60.0) == 130
        rest.set()


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, -1.0e9, 1.0e9])
def test_what_cannot_be_drawn_is_left_out(number: float) -> None:
    far, near = RpcVector2D(x=number, y=0.0), RpcVector2D(x=3.0, y=4.0)
    for log in (
        Log(add_circle=AddCircle(center=far, radius=1.0)),
        Log(add_circle=AddCircle(center=near, radius=number)),
        Log(add_arc=AddArc(center=near, radius=number, span_angel=90.0)),
        Log(add_line=AddLine(start=near, end=far)),
        Log(add_rectangle=AddRectangle(left=number, top=1.0, length=1.0, width=1.0)),
        Log(add_message=AddMessage(position=far, message="far")),
    ):
        assert drawings_of(log) == []
    if not math.isfinite(number):
        assert drawings_of(Log(add_arc=AddArc(center=near, radius=1.0, span_angel=number))) == []
    assert len(drawings_of(Log(add_circle=AddCircle(center=near, radius=1.0)))) == 1
