"""Playmakers that fail: the game goes on, and missed calls are counted with their reasons."""

import socket
import threading
from collections.abc import Callable
from typing import Any

import pytest
from rcssgym.playmaker import Ask, Playmaker, PlaymakerGame, serve
from rcssgym.playmaker.messages import (
    BestPlannerActionRequest,
    Body_Intercept,
    HeliosOffensivePlanner,
    State,
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


def test_a_playmaker_that_fails_is_called_again() -> None:
    class Failing(Playmaker):
        calls = 0

        def player(self, _: State) -> list[Any]:
            self.calls += 1
            if self.calls % 2:
                raise ValueError("no idea")
            return [Body_Intercept()]

    with serve(Failing(), port=0) as server:
        asked = play(server.address)
    assert set(asked.missed) == {"GetPlayerActions: failed"}
    assert asked.misses > 100


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

    import grpc

    server = grpc.server(futures.ThreadPoolExecutor(2))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        asked = play(f"127.0.0.1:{port}")
    finally:
        server.stop(None).wait()
    assert set(asked.missed) == {"Register: unknown_call"}


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
