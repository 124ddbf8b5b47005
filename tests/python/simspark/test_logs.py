"""Log files of SimSpark's protocol, both ours and those made from recordings."""

from pathlib import Path

import pytest
from rcssgym import ArgumentError, ProtocolError
from rcssgym.server import SoccerSimServer
from rcssgym.simspark import MonitorClient, TrainerClient, read_log
from server.test_robustness_server import running

from simspark import games
from simspark.recordings import NAMES, heard


@pytest.mark.parametrize("name", NAMES)
def test_a_log_of_the_real_server_is_read(name: str, tmp_path: Path) -> None:
    messages = heard(name)["M1"]
    path = tmp_path / "game.log"
    path.write_bytes(b"".join(message + b"\n" for message in messages))
    assert [frame.message.content for frame in read_log(path)] == messages


def test_our_log_has_what_monitors_are_told(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    server = SoccerSimServer(
        games.pitch(),
        render=False,
        protocol="simspark",
        simspark_agent_port=0,
        simspark_monitor_port=0,
        log_file=path,
    )
    seen = {}
    with running(server):
        assert server.simspark_monitor_address is not None
        host, port = server.simspark_monitor_address
        with MonitorClient(host, port) as monitor, TrainerClient(host, port) as trainer:
            trainer.set_play_mode("PlayOn")
            trainer.set_ball_velocity((2.0, 1.0, 0.0))
            for frame in monitor:
                if frame.game.play_mode == "PlayOn":
                    seen[frame.game.time] = frame
                if len(seen) == 10:
                    break
    logged = {frame.game.time: frame for frame in read_log(path)}
    for time, frame in seen.items():
        assert logged[time].game == frame.game
        error = abs(logged[time].scene.local_poses - frame.scene.local_poses).max()
        assert error < 0.01


def test_what_is_no_log_is_refused_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    first, second = heard("monitor_empty")["M1"][:2]
    for bad in (b"hello", second[:-5], b"", second + second, second.replace(b"(nd)", b"", 1)):
        path.write_bytes(b"\n".join([first, second, bad, second]))
        frames = read_log(path)
        assert next(frames).message.content == first
        assert next(frames).message.content == second
        with pytest.raises(ProtocolError, match=r"game\.log:3: byte "):
            next(frames)
    path.write_bytes(second)
    with pytest.raises(ProtocolError, match=r"game\.log:1: .*not sent its play modes"):
        next(read_log(path))
    with pytest.raises(ArgumentError, match=r"^path: .*No such file"):
        next(read_log(tmp_path / "none.log"))
