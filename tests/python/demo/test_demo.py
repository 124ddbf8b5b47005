"""The game of the shipped policies, and the networks that the core computes."""

import itertools
import subprocess
import sys

import numpy as np
import pytest
import rcssgym
from rcssgym import policies
from rcssgym._core import Network
from rcssgym.demo import DemoGame, steering
from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.tasks.senses import heading
from rcssgym.envs.tasks.v1.go_to_ball import T1GoToBall
from rcssgym.soccer import PlayMode, PushPlayerCommand

WITHOUT_EXTRAS = """
import sys
for name in ("onnx", "onnxruntime", "torch", "pygame", "moviepy", "matplotlib"):
    sys.modules[name] = None
from rcssgym.demo import DemoGame
game = DemoGame(robots=1)
for _ in range(5):
    game.step()
print(f"{game.time:.2f}")
"""


@pytest.mark.parametrize("name", policies.names())
def test_the_core_computes_what_onnx_runtime_does(name: str) -> None:
    onnxruntime = pytest.importorskip("onnxruntime")
    path = policies.path(name)
    network = Network(path.read_bytes())
    rng = np.random.default_rng(0)
    seen = (3.0 * rng.normal(size=(200, network.shape[0]))).astype(np.float32)
    seen[0] = 0.0
    seen[1] = 1e4
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    (expected,) = session.run(["action"], {"observation": seen})
    found = network.act(seen)
    assert found.shape == expected.shape == (200, network.shape[1])
    assert found.dtype == np.float32
    # Here the magnitudes of sums in the ant's last layer reach 80, those of the others 24.
    bound = 2e-5 if name == "AntRun" else 1e-5
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=bound)
    assert np.ptp(found, axis=0).min() > 1e-3
    assert dict(network.facts)["rcssgym.observation_size"] == str(network.shape[0])


def test_a_file_that_is_no_network_is_refused() -> None:
    with pytest.raises(rcssgym.ArgumentError, match="network: has no graph"):
        Network(b"")
    data = policies.path("T1Walk").read_bytes()
    with pytest.raises(rcssgym.ArgumentError, match="network: "):
        Network(data[: len(data) // 2])
    with pytest.raises(rcssgym.ArgumentError, match="operator Sinh is none of"):
        Network(data.replace(b"Gemm", b"Sinh"))
    network = Network(data)
    with pytest.raises(rcssgym.ArgumentError, match=r"observations: .*\(2, 82\)"):
        network.act(np.zeros((2, 81), dtype=np.float32))


def test_no_extra_is_needed() -> None:
    command = [sys.executable, "-c", WITHOUT_EXTRAS]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "0.10\n"


def test_robots_walk_to_the_ball_and_kick_it() -> None:
    game = DemoGame(robots=2, seed=1)
    kicked, modes, most = 0, {game.mode}, 0.0
    skills = set()
    for _ in range(50 * 25):
        before = [player.skill for player in game.players]
        game.step()
        now = [player.skill for player in game.players]
        skills |= set(now)
        kicked += sum(b != "kick" and n == "kick" for b, n in zip(before, now, strict=True))
        modes.add(game.mode)
        most = max(most, float(np.linalg.norm(game.worlds.ball_position[0, :2])))
    assert PlayMode.PLAY_ON in modes
    assert {"walk", "go", "kick"} <= skills
    assert kicked >= 1
    assert most > 1.5


def test_who_falls_gets_up() -> None:
    game = DemoGame(robots=1, seed=0)
    for _ in range(20):
        game.step()
    game.worlds.command(0, PushPlayerCommand(1, "Blues", (3.0, 0.0, 0.0)))
    skills = []
    for _ in range(50 * 12):
        game.step()
        skills.append(game.players[0].skill)
    assert "rise" in skills
    assert skills[-1] != "rise" or skills.count("rise") < 500
    assert any(a == "rise" and b == "walk" for a, b in itertools.pairwise(skills))


def test_a_robot_is_driven_by_hand() -> None:
    game = DemoGame(robots=1, seed=0)
    start = game.worlds.root_position[0, 1, :2].copy()
    for step in range(100):
        if step % 5 == 0:
            game.obey(["drive", "1", "1", "0.8", "0", "0", "0"])
        game.step()
    moved = game.worlds.root_position[0, 1, :2] - start
    assert np.linalg.norm(moved) > 0.6
    for words in (["drive", "1", "1", "x", "0", "0", "0"], ["drive"], [], ["drive", "9", "9"]):
        game.obey(words)


def test_commands_lead_behind_the_ball_as_tasks_have_it() -> None:
    wanted = T1GoToBall()
    task = WorldVectorEnv(wanted, 32)
    task.reset(seed=3)
    commands, directions = wanted.command, wanted.direction
    for index in range(32):
        position = task.worlds.root_position[index, 0, :2]
        yaw = float(heading(task.worlds.root_quaternion[index, 0][None])[0])
        x, y = task.worlds.ball_position[index, :2] - position
        direction = directions[index]
        found = steering.behind_ball(
            (float(x), float(y)),
            yaw,
            float(np.arctan2(direction[1], direction[0])),
            0.35,
            around=0.55,
        )
        np.testing.assert_allclose(found, commands[index], atol=1e-6)


@pytest.mark.parametrize("seed", [0, 1])
def test_eleven_a_side_have_room(seed: int) -> None:
    game = DemoGame(robots=11, seed=seed)
    places = game.worlds.root_position[0, :, :2]
    gaps = np.linalg.norm(places[:, None] - places[None], axis=2) + 9.0 * np.eye(22)
    assert gaps.min() > 0.75
    assert (places[:11, 0] < 0.0).all()
    assert (places[11:, 0] > 0.0).all()
    for _ in range(150):
        game.step()
    assert all(player.is_up for player in game.players)
    with pytest.raises(rcssgym.ArgumentError, match="more than 11 robots"):
        DemoGame(robots=12)
