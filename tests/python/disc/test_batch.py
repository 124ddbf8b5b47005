"""Many 2D games at once: each runs like a game of its own."""

import copy
import multiprocessing
import os
import pickle
import signal
import threading
from typing import Any

import numpy as np
import pytest
import rcssgym
from processes import alone
from rcssgym import DiscBatch
from rcssgym.disc import PLAY_MODES, BodyCommand

from .batches import assert_same_games, formation, playing, simulation
from .chasers import Chasers


@pytest.mark.parametrize(
    ("sizes", "server_params", "cycles"),
    [
        ((11, 11), {}, 1500),
        pytest.param((11, 11), {}, 6600, marks=pytest.mark.long),
        ((4, 2), {"half_time": 60, "wind_random": True, "tackle_exponent": 2.0}, 6600),
    ],
)
def test_every_world_plays_as_a_game_of_its_own(
    sizes: tuple[int, int], server_params: dict[str, float], cycles: int
) -> None:
    left, right = sizes
    batch = DiscBatch(3, left, right, seed=2**64 - 2, server_params=server_params, messages=True)
    seeds = (2**64 - 2, 2**64 - 1, 0)
    sims = [simulation(seed, *sizes, server_params=server_params) for seed in seeds]
    chasers = Chasers(batch, 5)
    modes = set()
    said = 0
    for _ in range(cycles):
        for world, (sim, mode) in enumerate(zip(sims, batch.play_mode, strict=True)):
            modes.add(int(mode))
            if PLAY_MODES[mode] == "before_kick_off":
                batch.start([world])
                assert sim.trainer("(start)") == "(ok start)"
        commands = chasers.draw()
        batch.step(**commands)
        for world, sim in enumerate(sims):
            for player in sim.players:
                player.send(chasers.message(commands, world, player.__index__()))
            sim.step()
            said += len(batch.messages[world])
            assert batch.messages[world] == sim.messages
        assert [list(sim.ball) for sim in sims] == np.hstack(
            [batch.ball_position, batch.ball_velocity]
        ).tolist(), batch.cycle
    assert_same_games(batch, sims)
    assert batch.cycle.min() >= 6000 or sizes != (11, 11) or cycles < 6000
    assert len(modes) > (8 if cycles > 6000 else 4)
    assert said > 50
    for world, sim in enumerate(sims):
        assert batch.players[world].tolist() == [player.state for player in sim.players]
        assert batch.player_types(world) == sim.player_types
        for name in ("flags", "type_id", "connected", "goalie"):
            values = [getattr(player, name) for player in sim.players]
            assert batch.read(name)[world].tolist() == values
        assert batch.score[world].tolist() == list(sim.score)
        assert batch.penalties[world].tolist() == list(sim.penalties)
        assert [batch.cycle[world], batch.stopped[world]] == [sim.cycle, sim.stopped]
        assert PLAY_MODES[batch.play_mode[world]] == sim.play_mode
        cards = ["none", "yellow", "red"]
        assert [cards[card] for card in batch.card[world]] == [p.card for p in sim.players]


def test_threads_sizes_and_company_change_nothing() -> None:
    def played(first: int, count: int, threads: int, seed: int) -> bytes:
        batch = playing(count, seed=first, threads=threads)
        rows = slice(seed - first, seed - first + 1)
        script = playing(1, seed=seed)
        chasers = Chasers(script, 3)
        for _ in range(300):
            commands = chasers.draw()
            batch.step(**commands)
            script.step(**commands)
        assert batch.players[rows].tolist() == script.players.tolist()
        batch.reset([i for i in range(count) if i != seed - first])
        assert len(np.unique(batch.ball_position[:, 0])) == min(count, 2)
        return script.snapshot()

    assert played(7, 1, 1, 7) == played(0, 9, 1, 7) == played(3, 33, 4, 7) == played(0, 64, 2, 7)
    assert DiscBatch(3, threads=8).threads == 3


def test_masks_choose_who_is_played() -> None:
    batch, all_of_them = playing(4), playing(4)
    dash: dict[str, Any] = {"kind": BodyCommand.DASH, "args": [80.0, 0.0]}
    all_of_them.step(**dash)
    before = batch.players
    batch.step(**dash, worlds=[True, False, True, False])
    np.testing.assert_array_equal(batch.cycle, [1, 0, 1, 0])
    np.testing.assert_array_equal(batch.players[1::2], before[1::2])
    np.testing.assert_array_equal(batch.players[::2], all_of_them.players[::2])
    batch.advance(3, worlds=[1])
    np.testing.assert_array_equal(batch.cycle, [1, 3, 1, 0])
    batch.reset(worlds=np.array([True, False, False, False]))
    np.testing.assert_array_equal(batch.play_mode, [1, 3, 3, 3])
    np.testing.assert_array_equal(batch.position[0], DiscBatch(1).position[0])
    # Invalid values in a world that is not stepped do not matter.
    numbers = np.full((4, 22, 2), np.nan)
    numbers[1] = 0
    batch.step(BodyCommand.DASH, numbers, worlds=[1])


def test_reset_begins_the_same_game_or_another_one() -> None:
    def play(batch: DiscBatch) -> list[Any]:
        batch.change_mode("play_on")
        batch.set_state(position=formation(batch))
        for _ in range(20):
            batch.step(BodyCommand.DASH, [100.0, 0.0])
        return batch.players.tolist()  # type: ignore[no-any-return]

    batch = DiscBatch(2, seed=5)
    first = play(batch)
    batch.reset()
    assert play(batch) == first
    batch.reset([1], seeds=[9])
    other = play(batch)
    assert other[1] != first[1]
    batch.reset(seeds=[5, 6])
    assert play(batch) == first
    with pytest.raises(rcssgym.ArgumentError, match="seeds: 1 values where 2 are needed"):
        batch.reset(seeds=[1])
    with pytest.raises(rcssgym.ArgumentError, match="seeds: must be from 0 to"):
        batch.reset(seeds=[1, -1])


def test_set_state_sets_what_is_given() -> None:
    batch = DiscBatch(3, 2, 1)
    batch.set_state(
        [2, 0],
        ball_position=[[1, 2], [3, 4]],
        ball_velocity=[0.5, -0.5],
        position=np.arange(12).reshape(2, 3, 2),
        velocity=[0.25, 0.5],
        body=[[10, 20, 30], [350, -40, 60]],
        neck=-15,
        stamina=4000,
        effort=0.75,
        recovery=0.5,
        capacity=[[1000.0], [2000.0]],
        type_id=[[1, 2, 3]],
    )
    assert batch.ball_position.tolist() == [[3, 4], [0, 0], [1, 2]]
    assert batch.ball_velocity.tolist() == [[0.5, -0.5], [0, 0], [0.5, -0.5]]
    assert batch.position[[2, 0]].tolist() == np.arange(12).reshape(2, 3, 2).tolist()
    assert batch.velocity[0, 1].tolist() == [0.25, 0.5]
    np.testing.assert_allclose(batch.body[[2, 0]], [[10, 20, 30], [-10, -40, 60]])
    np.testing.assert_allclose(batch.neck, [[-15] * 3, [0] * 3, [-15] * 3])
    assert batch.type_id.tolist() == [[1, 2, 3], [0, 0, 0], [1, 2, 3]]
    assert batch.stamina[0].tolist() == [4000] * 3
    assert batch.stamina[1].tolist() == [8000] * 3
    assert batch.capacity[:, 0].tolist() == [2000, 130600, 1000]
    assert (batch.effort[0].tolist(), batch.recovery[0].tolist()) == ([0.75] * 3, [0.5] * 3)
    batch.recover([0])
    assert batch.capacity[:, 0].tolist() == [130600, 130600, 1000]


def test_arrays_fresh_given_and_lent() -> None:
    batch = playing(3, left=3, right=2)
    ball, position = batch.view("ball_position"), batch.view("position")
    stamina = batch.view("stamina")
    assert (ball.shape, position.shape, stamina.shape) == ((3, 2), (3, 22, 2), (3, 22))
    out = np.zeros((3, 5, 2))
    assert batch.read("velocity", out) is out
    fresh = batch.position
    batch.step(BodyCommand.DASH, [100.0, 0.0])
    assert (batch.position != fresh).any(axis=-1).all()
    places = [0, 1, 2, 11, 12]
    np.testing.assert_array_equal(position[:, places], batch.position)
    np.testing.assert_array_equal(stamina[:, places], batch.stamina)
    np.testing.assert_array_equal(batch.view("velocity")[:, places], batch.velocity)
    np.testing.assert_array_equal(ball, batch.ball_position)
    np.testing.assert_array_equal(batch.read("velocity", out), batch.velocity)
    with pytest.raises(ValueError, match="read-only"):
        ball[0, 0] = 1
    del batch
    assert np.isfinite(position).all()


def names_of_arrays() -> list[str]:
    with pytest.raises(rcssgym.ArgumentError) as error:
        DiscBatch(1, 0, 0).read("")  # type: ignore[call-overload]
    return str(error.value).partition("there are ")[2].split(", ")


@pytest.mark.parametrize("name", names_of_arrays())
def test_every_array_is_a_property_and_can_be_read(name: Any) -> None:
    batch = playing(2, left=2, right=3)
    array = getattr(batch, name)
    assert array.shape[: 2 if array.ndim > 1 and array.shape[1] == 5 else 1] in ((2, 5), (2,))
    np.testing.assert_array_equal(batch.read(name), array)
    wrong = np.zeros(array.shape, np.float32)
    with pytest.raises(rcssgym.ArgumentError, match=f"out: must be a {array.dtype} array"):
        batch.read(name, wrong)


def test_what_arrays_say_of_players() -> None:
    batch = playing(1, left=3, right=3)
    batch.set_state(ball_position=[0, 0], position=[0.5, 0])
    places = [-0.5, 0], [-3, 0], [-5, 0], [5, 0], [7, 0], [9, 0]
    batch.set_state(position=places)
    assert batch.can_kick.tolist() == [[1, 0, 0, 0, 0, 0]]
    assert batch.goalie.tolist() == [[1, 0, 0, 1, 0, 0]]
    batch.step(
        [[BodyCommand.KICK, 0, 0, BodyCommand.TACKLE, 0, 0]],
        [50.0, 0.0],
        attentionto=[[1, 2, -1, 3, -2, -2]],
        change_view=[[1, 2, 3, 0, 0, 0]],
        pointto=[[[3, 0]] + [[np.nan, np.nan]] * 5],
    )
    assert batch.attention.tolist() == [[1, 2, -1, -1, -1, -1]]
    assert batch.view_width.tolist() == [[0, 1, 2, 1, 1, 1]]
    assert np.isfinite(batch.pointing[0, 0]).all()
    assert np.isnan(batch.pointing[0, 1:]).all()
    assert batch.counts[0, :, 0].tolist() == [1, 0, 0, 0, 0, 0]
    assert batch.tackle_cycles[0].tolist()[3] > 0
    assert batch.ball_velocity[0, 0] > 0.5
    assert (batch.sides, batch.numbers) == (list("lllrrr"), [1, 2, 3, 1, 2, 3])


def test_players_trainers_and_coaches_speak() -> None:
    batch = DiscBatch(2, 1, 1)
    assert batch.trainer(1, "(change_mode play_on)") == "(ok change_mode)"
    assert batch.play_mode.tolist() == [1, 3]
    assert batch.send(1, 1, "(turn 30)") == ""
    assert batch.send(1, 1, "(turn)") == "(error illegal_command_form)"
    batch.advance()
    assert batch.body[1, 1] != batch.body[0, 1]
    assert "change_player_type" in batch.coach(0, "left", "(change_player_type 1 3)")
    assert batch.type_id[:, 0].tolist() == [3, 0]


def test_snapshots_continue_bit_by_bit() -> None:
    batch = playing(3, seed=4)
    chasers = Chasers(batch, 1)
    script = [chasers.draw() for _ in range(50)]
    for commands in script:
        batch.step(**commands)
    there = batch.snapshot()
    lent = batch.view("position")
    for other in (pickle.loads(pickle.dumps(batch)), copy.deepcopy(batch), copy.copy(batch)):
        assert other.snapshot() == there
        assert repr(other) == repr(batch)
        other.step(**script[0])
        assert other.snapshot() != there
    batch.step(**script[0])
    end = batch.snapshot()
    batch.restore(there)
    np.testing.assert_array_equal(lent, batch.position)
    batch.step(**script[0])
    assert batch.snapshot() == end


def test_arguments_that_change_afterwards_do_not_matter() -> None:
    parameters, plays = {"half_time": 10}, ["scripted", "random"]
    batch = DiscBatch(2, 3, 3, server_params=parameters, teams=(plays, None))
    parameters["half_time"], plays[0] = 20, "still"
    batch.start()
    twins = [copy.copy(batch), pickle.loads(pickle.dumps(batch))]
    batch.advance(20)
    for twin in twins:
        twin.advance(20)
        assert twin.snapshot() == batch.snapshot()


def test_types_are_shared_where_they_are_alike() -> None:
    own, given = DiscBatch(2), DiscBatch(2, player_params={"random_seed": 3})
    assert own.player_types(0) != own.player_types(1)
    assert given.player_types(0) == given.player_types(1)
    state, types = own.world_bytes
    assert state <= 8192
    assert 2016 <= types < 2400
    assert given.world_bytes == (state, 0)
    named = DiscBatch(2, player_types=iter(own.player_types(1)))
    assert named.player_types(0) == own.player_types(1)
    assert pickle.loads(pickle.dumps(named)).player_types(1) == own.player_types(1)


def test_a_batch_serves_one_call_at_a_time() -> None:
    batch = playing(64, threads=2)
    busy: list[str] = []

    def use() -> None:
        while not busy:
            try:
                batch.advance(500)
            except rcssgym.BusyError as error:
                busy.append(str(error))

    thread = threading.Thread(target=use)
    thread.start()
    use()
    thread.join()
    assert "in use by another call" in busy[0]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
@alone
def test_a_batch_serves_its_own_process() -> None:
    batch = playing(64, threads=2)
    queue = multiprocessing.get_context("fork").Queue()

    def child() -> None:
        try:
            batch.advance()
        except rcssgym.ForkError as error:
            queue.put(str(error))

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    assert "made in process" in queue.get(timeout=60)
    process.join()


def test_ctrl_c_stops_all_worlds_after_the_same_cycle() -> None:
    batch = playing(64, threads=2)
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            batch.advance(1_000_000)
    finally:
        signal.signal(signal.SIGINT, before)
    played = batch.cycle + batch.stopped
    assert len(set(played.tolist())) <= 2
    batch.advance(1)


def test_players_of_a_batch_hear_trainer_and_coaches() -> None:
    """All players hear the trainer, a team hears its coach; once, and only in the same world."""
    batch = DiscBatch(2, 2, 1, sensed=True)
    batch.advance(1)
    assert batch.trainer(0, "(say hello)") == "(ok say)"
    assert batch.coach(1, "right", '(say (freeform "press"))').startswith("(ok say")
    batch.advance(1)
    expected = [(player, "coach", None, None, "hello") for player in range(3)]
    assert [heard for heard in batch.heard[0] if heard[1] not in ("self", "our", "opp")] == expected
    asides: list[object] = []
    for _ in range(200):
        asides += [heard for heard in batch.heard[1] if heard[1] not in ("self", "our", "opp")]
        batch.advance(1)
    assert asides == [(2, "online_coach_right", None, None, '(freeform "press")')]
    assert not [heard for heard in batch.heard[0] if heard[1] == "coach"]
