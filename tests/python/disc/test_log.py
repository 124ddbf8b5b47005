"""Game logs: the real server's logs are read, and a replayed game writes the same log."""

import gzip
import json
import os
import re
import signal
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym.disc import CommandLogWriter, DiscGame, GameLogWriter, read_command_log, read_log
from rcssgym.view.recordings import open_recording

RECORDINGS = Path(__file__).parent / "recordings"
NOISE = ("player_rand", "ball_rand", "kick_rand")
LOGS = ("dir", "fixed", "fixed_name", "dated")
MADE = {"synch_mode", "penalty_shoot_outs"}
"""Parameters that may differ, besides those of logs and ports."""


def recorded(version: int) -> Path:
    return RECORDINGS / f"game_v{version}.rcg.gz"


def unpacked(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def cycles() -> Iterator[list[tuple[str, str]]]:
    """Yield what the server received in each cycle of the recorded game: sender and text."""
    last = None
    sent: list[tuple[str, str]] = []
    for line in unpacked(RECORDINGS / "game.rcl.gz").splitlines():
        clock, text = line.split("\t")
        # The referee's messages in between have the clock after their step.
        if not (received := re.fullmatch(r"Recv (\S+): (.*)", text)):
            continue
        if last not in (None, clock):
            yield sent
            sent = []
        last = clock
        sent.append((received[1], received[2]))
    yield sent


def play_again(path: Path, version: int) -> rcssgym.DiscSimulation:
    """Replay the recorded game, and write its log."""
    log = read_log(recorded(6))
    changed = {
        name: float(log.server_params[name])
        for name in (*NOISE, "half_time", "nr_normal_halfs", "nr_extra_halfs", "drop_ball_time")
    }
    sim = rcssgym.DiscSimulation(
        {**changed, "coach_w_referee": True},
        {"random_seed": int(log.player_params["random_seed"]), "kick_rand_delta_factor": 0.0},
    )
    players: dict[str, rcssgym.DiscPlayer] = {}
    with GameLogWriter(path, sim, version) as writer:
        for sent in cycles():
            for sender, text in sent:
                if text.startswith("(init"):
                    if sender != "Coach":
                        players[sender] = sim.add_player(sender[0], "goalie" in text)
                        players[sender].send("(synch_see)")
                elif sender == "Coach":
                    sim.trainer(text)
                else:
                    players[sender].send(text)
            sim.step()
            writer.step()
    return sim


@pytest.mark.parametrize("version", [4, 5, 6])
def test_a_game_played_again_has_the_same_log(version: int, tmp_path: Path) -> None:
    path = tmp_path / "game.rcg"
    play_again(path, version)
    written = path.read_text().splitlines()
    expected = unpacked(recorded(version)).splitlines()
    shows = [[line for line in lines if line[:5] == "(show"] for lines in (written, expected)]
    for ours, theirs in zip(*shows, strict=True):
        assert ours == theirs


Packet = tuple[int, tuple[Any, ...]]
"""Number and fields of a record of a binary log."""
PARAMETERS = {8: 396, 9: 132, 7: 88}


def name(field: bytes) -> bytes:
    """Return a name without the remains of other names after it."""
    return field.split(b"\0")[0]


def early(show: bytes) -> tuple[Any, ...]:
    """Return the fields of a show of version 1 or 2: 316 bytes."""
    mode, left, goals, right, other_goals, *numbers = struct.unpack(">Bx16sh16sh139h", show)
    # Of the ball, only the position is written.
    return (mode, name(left), goals, name(right), other_goals, *numbers[4:])


def early_packets(log: bytes) -> Iterator[Packet]:
    """Take apart a log of version 1: packets of monitors, 2052 bytes each."""
    assert len(log) % 2052 == 0
    for at in range(0, len(log), 2052):
        number, board = struct.unpack(">hh", log[at : at + 4])
        if number == 1:
            yield number, early(log[at + 2 : at + 318])
        else:
            yield number, (board, name(log[at + 4 : at + 2052]))


def packets(log: bytes) -> Iterator[Packet]:
    """Take apart a log of version 2 or 3."""
    assert log[:3] == b"ULG"
    version, at = log[3], 4
    while at < len(log):
        (number,) = struct.unpack(">h", log[at : at + 2])
        at += 2
        if number == 2:
            board, length = struct.unpack(">hh", log[at : at + 4])
            yield number, (board, log[at + 4 : at + 4 + length])
            at += 4 + length
        elif number == 5:
            yield number, (log[at],)
            at += 1
        elif number == 6:
            left, goals, right, other_goals = struct.unpack(">16sh16sh", log[at : at + 36])
            yield number, (name(left), goals, name(right), other_goals)
            at += 36
        elif number in PARAMETERS:
            yield number, ()
            at += PARAMETERS[number]
        elif version == 2:
            yield number, early(log[at : at + 316])
            at += 316
        else:
            yield number, struct.unpack(">4i" + 22 * "hh7ih2x3i8h" + "h2x", log[at : at + 1428])
            at += 1428


@pytest.mark.parametrize("version", [1, 2, 3])
def test_a_game_played_again_has_the_same_binary_log(version: int, tmp_path: Path) -> None:
    """Every record and every field, except for parameters, which monitors' tests compare."""
    path = tmp_path / "game.rcg"
    play_again(path, version)
    take_apart = early_packets if version == 1 else packets
    written = list(take_apart(path.read_bytes()))
    expected = list(take_apart(gzip.decompress(recorded(version).read_bytes())))
    # A writer that only sees steps knows no message except the result, which contains the time.
    *expected, (kind, result) = [
        packet for packet in expected if packet[0] != 2 or b"(result" in packet[1][1]
    ]
    *written, (own_kind, own_result) = written
    assert written == expected
    assert (own_kind, own_result[0]) == (kind, result[0])
    ends = [text.split()[-1] for text in (own_result[1], result[1])]
    assert ends == [b"L_1-vs-R_0)"] * 2


def test_a_game_played_again_has_the_same_json_log(tmp_path: Path) -> None:
    """Every value, to the letter, except for times of day, ports and names of files."""
    path = tmp_path / "game.rcg"
    play_again(path, -1)
    expected = unpacked(RECORDINGS / "game_vjson.rcg.gz")
    for log in (path.read_text(), expected):
        json.loads(log)
    lines = [text.splitlines() for text in (path.read_text(), expected)]
    for ours, theirs in zip(*lines, strict=True):
        kind = theirs[2:].split('"')[0]
        if kind in ("timestamp", "msg"):
            ours, theirs = (re.sub(r"\d{12}|\d{4}-.*", "", line) for line in (ours, theirs))
        if kind != "server_param":
            assert ours == theirs
            continue
        own, other = (json.loads(line.rstrip(","))[kind] for line in (ours, theirs))
        assert [*own] == [*other]
        changed = {key for key in own if own[key] != other[key]}
        logs = {f"{which}_log_{what}" for which in ("game", "text") for what in LOGS}
        assert changed <= logs | {"port", "coach_port", "olcoach_port", "game_log_version"} | MADE


def test_the_recorded_logs_agree() -> None:
    logs = {version: read_log(recorded(version)) for version in (4, 5, 6)}
    newest = logs[6]
    assert len(newest) == 207
    assert newest.names == ("L", "R")
    assert newest.damage is None
    assert newest.score[-1].tolist() == [1, 0]
    assert len(newest.player_types) == 18
    assert newest.messages[-1][2] == "(result 202611220953 L_1-vs-R_0)"
    for version, log in logs.items():
        assert log.version == version
        for name in ("cycle", "mode", "ball", "motion", "body", "neck", "state", "attention"):
            np.testing.assert_array_equal(getattr(log, name), getattr(newest, name))
        assert np.isnan(log.focus).all() == (version < 6)
        assert np.isnan(log.stamina[..., 3]).all() == (version < 5)


def test_damaged_logs_are_read_up_to_the_damage(tmp_path: Path) -> None:
    whole = unpacked(recorded(6))
    cut = tmp_path / "cut.rcg"
    cut.write_text(whole[: len(whole) // 2])
    log = read_log(cut)
    assert 50 < len(log) < 207
    assert log.damage is not None
    assert log.damage.startswith("line ")
    packed = tmp_path / "cut.rcg.gz"
    packed.write_bytes(recorded(6).read_bytes()[:20_000])
    assert read_log(packed).damage is not None
    assert 0 < len(read_log(packed)) < 207


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no game log"),
        (b"ULG2\n", "version 2"),
        (b"\x1f\x8bxxxxxxxxxx", "unknown compression method"),
    ],
)
def test_other_files_are_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(rcssgym.LogError, match=message):
        read_log(path)
    with pytest.raises(rcssgym.ArgumentError, match="cannot read"):
        read_log(tmp_path / "missing")


def test_wrong_writers(tmp_path: Path) -> None:
    sim = rcssgym.DiscSimulation()
    odd: list[Any] = [7, 0, True, 6.0]
    for version in odd:
        message = f"version: must be 1 to 6 or -1, not {version!r}$"
        with pytest.raises(rcssgym.ArgumentError, match=message):
            GameLogWriter(tmp_path / "game.rcg", sim, version)
    with pytest.raises(rcssgym.ArgumentError, match="cannot write"):
        GameLogWriter(tmp_path / "missing" / "game.rcg", sim)
    with GameLogWriter(tmp_path / "game.rcg.gz", sim) as log:
        sim.step()
        log.step()
    log.close()
    assert len(read_log(tmp_path / "game.rcg.gz")) == 0


def test_the_head_has_every_parameter_of_a_recorded_one(tmp_path: Path) -> None:
    lines = unpacked(recorded(6)).splitlines()
    log = read_log(recorded(6))
    more = ("coach_msg_file", "max_monitors")
    server: dict[str, str | float] = {}
    for name, value in log.server_params.items():
        if name not in more:
            quoted = f'({name} "{value}")' in lines[1]
            server[name] = value if quoted else float(value)
    player = {name: float(value) for name, value in log.player_params.items()}
    sim = rcssgym.DiscSimulation(server, player)
    GameLogWriter(tmp_path / "game.rcg", sim).close()
    written = (tmp_path / "game.rcg").read_text().splitlines()
    assert written[:21] == lines[:21]


def test_packed_logs_one_behind_the_other_are_one(tmp_path: Path) -> None:
    text = unpacked(recorded(6)).encode()
    path = tmp_path / "game.rcg.gz"
    half = len(text) // 2
    path.write_bytes(gzip.compress(text[:half]) + gzip.compress(text[half:]))
    whole, both = read_log(recorded(6)), read_log(path)
    assert both.damage is None
    np.testing.assert_array_equal(whole.motion, both.motion)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("name", ["game.rcg", "game.rcg.gz"])
def test_a_log_for_which_there_is_no_room_is_named(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.symlink_to("/dev/full")
    game = DiscGame(cycles=200)

    def played() -> None:
        with GameLogWriter(path, game.simulation) as log:
            game.play(log.step)

    full = (OSError, rcssgym.ArgumentError)
    why = "No space left on device"
    with pytest.raises(full, match=f"cannot write {path}: {why}|{why}: '{path}'"):
        played()


@pytest.mark.parametrize("zeros", [1, 511, 200_000])
def test_zeros_after_a_packed_log_are_no_damage(tmp_path: Path, zeros: int) -> None:
    """`tar` and `dd` fill up the last block; gzip ignores it as well."""
    path = tmp_path / "game.rcg.gz"
    path.write_bytes(recorded(6).read_bytes() + b"\0" * zeros)
    log = read_log(path)
    assert log.damage is None
    assert len(log) == len(read_log(recorded(6)))
    path.write_bytes(path.read_bytes() + b"end")
    assert "incorrect header check" in (read_log(path).damage or "")


@pytest.mark.parametrize("read", [read_log, read_command_log, open_recording])
def test_a_pipe_is_refused_before_it_waits_for_a_writer(tmp_path: Path, read: Any) -> None:
    os.mkfifo(tmp_path / "game.rcg")
    with pytest.raises(rcssgym.ArgumentError, match=r"cannot read .*game.rcg.*not a regular file"):
        read(tmp_path / "game.rcg")


@pytest.mark.parametrize("use", [read_log, read_command_log, open_recording])
def test_a_path_with_a_nul_is_refused(use: Any) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=r"cannot read .*its name has a NUL"):
        use("a\0b")
    with pytest.raises(rcssgym.ArgumentError, match=r"cannot write .*its name has a NUL"):
        GameLogWriter("a\0b", rcssgym.DiscSimulation())


@pytest.mark.parametrize("path", [3, None, [], b"a"])
def test_what_is_no_path_is_refused(path: Any) -> None:
    for use in (read_log, read_command_log, open_recording):
        with pytest.raises(rcssgym.ArgumentError, match=r"^path: .* is not a path"):
            use(path)
    for write in (GameLogWriter, CommandLogWriter):
        with pytest.raises(rcssgym.ArgumentError, match=r"^path: .* is not a path"):
            write(path, rcssgym.DiscSimulation())


def test_ctrl_c_leaves_no_gap_in_a_packed_log(tmp_path: Path) -> None:
    """Interrupts come most likely while a piece is compressed, which must not be lost then."""
    path, interrupted = tmp_path / "game.rcg.gz", 0
    sim = rcssgym.DiscSimulation({"auto_mode": True, "kick_off_wait": 1})
    for team in ("Alpha", "Beta"):
        sim.add_team(team, "random")
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    with GameLogWriter(path, sim) as log:
        try:
            for step in range(300):
                sim.step()
                try:
                    signal.setitimer(signal.ITIMER_REAL, 1e-5 * (1 + step % 60))
                    log.step()
                    signal.setitimer(signal.ITIMER_REAL, 0.0)
                except KeyboardInterrupt:
                    interrupted += 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before)
    assert interrupted > 10
    assert gzip.decompress(path.read_bytes()).count(b"(show ") > 10
    assert read_log(path).damage is None


def test_damage_is_told_with_its_line(tmp_path: Path) -> None:
    lines = unpacked(recorded(6)).splitlines(keepends=True)
    path = tmp_path / "game.rcg"
    for at in (40, 100):
        path.write_text("".join([*lines[:at], "(show 1 ((b) 0 0 x 0))\n", *lines[at:]]))
        log = read_log(path)
        assert log.damage is not None
        assert log.damage.startswith(f"line {at + 1}: 'x'")
        assert 0 < len(log) < 200
    path.write_text("".join(lines)[:-2000])
    assert (read_log(path).damage or "").startswith("line ")
    packed = recorded(6).read_bytes()
    path.write_bytes(packed[:-1000])
    assert (read_log(path).damage or "").startswith("the compressed file is cut off")
    path.write_bytes(packed[:5000] + b"\0" * 100 + packed[5100:])
    assert read_log(path).damage is not None


def test_command_logs_are_read_and_written(tmp_path: Path) -> None:
    log = read_command_log(RECORDINGS / "game.rcl.gz")
    assert log.damage is None
    assert len(log) == 1515
    senders = {message.sender for message in log.messages}
    assert {"L_1", "R_3", "Coach", None} <= senders
    sim = rcssgym.DiscSimulation(seed=1)
    with CommandLogWriter(tmp_path / "before.rcl", sim):
        player = sim.add_player("Alpha")
        sim.trainer("(start)")
        player.send("(dash 50)(turn_neck 3)")
        sim.coach("Alpha").send("(change_player_type 1 3)")
        sim.step()
    player.send("(turn 5)")
    assert (tmp_path / "before.rcl").read_text().splitlines() == [
        "0,0\tRecv Coach: (start)",
        "0,0\t(referee kick_off_l)",
        "0,0\tRecv Alpha_1: (dash 50)(turn_neck 3)",
        "0,0\tRecv Alpha_Coach: (change_player_type 1 3)",
    ]
    again = read_command_log(tmp_path / "before.rcl")
    assert [message.text for message in again.messages][:2] == ["(start)", "kick_off_l"]
    (tmp_path / "damaged.rcl").write_text("0,0\tRecv A_1: (turn 1)\n0,1\t(referee goal_l_1)\nx\n")
    damaged = read_command_log(tmp_path / "damaged.rcl")
    assert len(damaged) == 2
    assert damaged.damage == ("line 3: 'x' where a clock and a tab should be")
