"""Our clients on our server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from rcssgym import ArgumentError
from rcssgym.actions import InitRequest
from rcssgym.simspark import (
    BallCommand,
    Frame,
    MonitorClient,
    PlayerCommand,
    PlayModeCommand,
    ScoreCommand,
    TrainerClient,
)
from rcssgym.soccer import TeamSide

from simspark import games, reference

LEFT, RIGHT = TeamSide.LEFT, TeamSide.RIGHT
THRESHOLD = 0.005
"""Smaller changes are not sent in differences."""
DIGITS = 1e-4
"""Numbers are sent with six digits."""
EXAMPLE = Path(__file__).parents[3] / "examples" / "simspark_trainer.py"


def followed(trainer: TrainerClient, seconds: float) -> dict[float, Frame]:
    """Follow a game, and kick the ball now and then; return the game's frames by play time."""
    frames: dict[float, Frame] = {}
    start = trainer.game.time
    while trainer.game.time - start < seconds:
        frame = trainer.receive()
        frames[round(frame.game.time, 2)] = frame
        if len(frames) % 25 == 1:
            trainer.send(BallCommand((0.0, 0.0, 0.5), (3.0, 1.0, 2.0)))
    return frames


def test_a_moving_game_is_put_together_from_differences() -> None:
    sim = games.Restless()
    with games.serving(sim) as (host, port), TrainerClient(host, port) as trainer:
        sim.populate()
        trainer.set_play_mode("PlayOn")
        places = {(LEFT, 1): -2.0, (LEFT, 2): -4.0, (RIGHT, 1): 2.0}
        trainer.perform(*(PlayerCommand(*name, (x, 3.0, 0.8)) for name, x in places.items()))
        while trainer.receive().game.time == 0.0:
            pass
        frames = followed(trainer, 3.0)
    assert len(frames) > 70
    assert sum(frame.message.is_full for frame in frames.values()) == 0
    paths = []
    # Moved things are shown at once where they were put; no velocity leads back to their former
    # place.
    steady = {time: frame for time, frame in frames.items() if time not in sim.commanded}
    assert len(steady) > len(frames) - 10
    for time, frame in steady.items():
        qpos = sim.known(time)
        ball = frame.scene.ball_position
        assert np.abs(ball - qpos[:3]).max() < THRESHOLD + DIGITS
        poses = frame.scene.world_poses
        paths.append(poses)
        names = [(player.side, player.number) for player in frame.scene.players]
        assert names == list(places)
        for player, expected in zip(frame.scene.players, games.bodies(qpos), strict=True):
            torso = poses[player.torso]
            assert np.abs(torso - expected[0]).max() < THRESHOLD + DIGITS
            end = next((top for top in frame.scene.top if top > player.node), len(frame.scene))
            shown = poses[player.node : end]
            errors = np.abs(shown[:, None] - expected[None]).max(axis=(2, 3)).min(axis=0)
            assert errors.max() < THRESHOLD + DIGITS
    moved = np.ptp(np.array(paths), axis=0).max(axis=(1, 2))
    assert (moved > 0.2).sum() > 60


def test_differences_are_within_the_threshold_of_full_frames() -> None:
    """Monitors that connect later get everything; earlier ones know the same."""
    sim = games.Restless()
    with games.serving(sim) as (host, port), TrainerClient(host, port) as trainer:
        sim.populate()
        trainer.set_play_mode("PlayOn")
        full: dict[float, Frame] = {}
        frames: dict[float, Frame] = {}
        for _ in range(6):
            with MonitorClient(host, port) as late:
                frame = late.receive()
                assert frame.message.is_full
                full[round(frame.game.time, 2)] = frame
            frames |= followed(trainer, 0.3)
    assert sum(frame.message.is_full for frame in frames.values()) == 0
    compared = 0
    for time in full.keys() & frames.keys():
        one, other = full[time].scene, frames[time].scene
        errors = np.abs(one.local_poses - other.local_poses)
        assert errors.max() < THRESHOLD + DIGITS
        assert one.nodes == other.nodes
        assert full[time].game == frames[time].game
        compared += 1
    assert compared >= 3
    moved = np.ptp([frame.scene.local_poses for frame in full.values()], axis=0)
    assert (moved.max(axis=(1, 2)) > 0.1).sum() > 20


def test_every_message_of_our_server_is_as_the_real_one_writes_it() -> None:
    sim = games.Restless()
    with games.serving(sim) as (host, port), TrainerClient(host, port) as trainer:
        sim.populate()
        trainer.request_full_frame()
        trainer.set_play_mode("PlayOn")
        contents = [trainer.receive() for _ in range(20)]
        trainer.request_full_frame()
        contents += [trainer.receive() for _ in range(4)]
    full = [frame for frame in contents if frame.message.is_full]
    assert full
    for frame in contents:
        begin = reference.game_text(frame.message)
        assert frame.message.content.startswith(begin.encode())
    for frame in full:
        text = reference.game_text(frame.message) + "(RSG 0 1)" + reference.scene_text(frame.scene)
        assert text.encode() == frame.message.content


def test_commands_show_as_soon_as_they_return() -> None:
    sim = games.pitch()
    with games.serving(sim) as (host, port), TrainerClient(host, port) as trainer:
        sim.add_players([InitRequest("T1", "Reds", 1), InitRequest("T1", "Blues", 3)])
        assert trainer.game.play_mode == "BeforeKickOff"
        trainer.set_play_mode("PlayOn")
        assert trainer.game.play_mode == "PlayOn"
        trainer.place_ball((1.0, 2.0, 0.11))
        assert np.abs(trainer.scene.ball_position - (1.0, 2.0, 0.11)).max() < 0.02
        trainer.set_ball_velocity((2.0, 0.0, 0.0))
        first = trainer.scene.ball_position
        # The frame may be of the same cycle as the command, at whose end the ball begins to roll.
        assert first[0] == pytest.approx(1.04, abs=0.05)
        trainer.receive()
        assert trainer.scene.ball_position[0] - first[0] == pytest.approx(0.08, abs=0.02)
        for degrees, forward in ((-90.0, (1.0, 0.0)), (0.0, (0.0, 1.0)), (45.0, (-0.7, 0.7))):
            trainer.place_player(LEFT, 1, (-2.0, 1.0, 0.7), degrees)
            pose = trainer.scene.player_pose(LEFT, 1)
            assert np.abs(pose[:2, 3] - (-2.0, 1.0)).max() < 0.05
            assert np.abs(pose[:2, 0] - forward).max() < 0.05
        trainer.set_score(3, 2)
        assert trainer.game.score == (3, 2)
        trainer.set_time(100.0)
        assert 100.0 <= trainer.game.time < 101.0
        trainer.kick_off(RIGHT)
        assert trainer.game.play_mode == "KickOff_Right"
        trainer.kick_off()
        assert trainer.game.play_mode.startswith("KickOff_")
        trainer.drop_ball()
        assert trainer.game.play_mode == "PlayOn"
        for name in trainer.environment.play_modes:
            trainer.perform(PlayModeCommand("PlayOn"))
            trainer.perform(PlayModeCommand(name))
            assert trainer.game.play_mode == name
        with pytest.raises(ArgumentError, match="none of the server's play modes"):
            trainer.set_play_mode("penalty_kick_left")


def test_selected_players_are_marked_and_moved() -> None:
    def selected(frame: Frame) -> list[int]:
        meshes = ((node, node.mesh) for node in frame.scene)
        marked = [
            node.index
            for node, mesh in meshes
            if mesh and mesh.materials == ("matSelect",) and mesh.visible
        ]
        players = frame.scene.players
        nodes = [player.node for player in players]
        return [players[int(np.searchsorted(nodes, mark)) - 1].number for mark in marked]

    sim = games.pitch()
    with games.serving(sim) as (host, port), TrainerClient(host, port) as trainer:
        sim.add_players([InitRequest("T1", "Reds", number) for number in (1, 2)])
        trainer.set_play_mode("PlayOn")
        trainer.select(LEFT, 2)
        assert selected(trainer.frame) == [2]
        trainer.select_next()
        assert selected(trainer.frame) == [1]
        trainer.place_ball((0.0, 3.0, 0.11))
        trainer.reposition()
        half = trainer.environment.field_width / 2.0
        expected = (-0.6 * (7 - 1), -(half + 0.5))
        assert np.abs(trainer.scene.player_pose(LEFT, 1)[:2, 3] - expected).max() < 0.05
        trainer.place_player(LEFT, 1, (0.5, 3.0, 0.7))
        trainer.push_selected()
        way = trainer.scene.player_pose(LEFT, 1)[:2, 3] - trainer.scene.ball_position[:2]
        assert np.linalg.norm(way) > trainer.environment.free_kick_distance - 0.1
        trainer.select_nobody()
        assert selected(trainer.frame) == []
        trainer.kill((LEFT, 1))
        assert [player.number for player in trainer.scene.players] == [2]
        trainer.select_next()
        trainer.kill()
        assert trainer.scene.players == ()


def test_waiting_for_frames_works_here_as_well() -> None:
    with (
        games.serving(games.pitch()) as (host, port),
        TrainerClient(host, port, wait="frames") as trainer,
    ):
        for goals in range(5):
            frames = trainer.perform(ScoreCommand(goals, 1))
            assert frames[-1].game.score == (goals, 1)


def test_several_trainers_and_monitors_see_the_same() -> None:
    with (
        games.serving(games.pitch()) as (host, port),
        TrainerClient(host, port) as one,
        TrainerClient(host, port) as other,
    ):
        one.perform(ScoreCommand(1, 0), PlayModeCommand("PlayOn"))
        other.perform(ScoreCommand(1, 1))
        while one.game.score != (1, 1):
            one.receive()
        assert other.game.play_mode == "PlayOn"


def test_killing_the_simulation_ends_every_connection() -> None:
    with games.serving(games.pitch()) as (host, port), MonitorClient(host, port) as monitor:
        monitor.receive()
        with TrainerClient(host, port) as trainer:
            trainer.kill_simulation()
        for frame in monitor:
            assert not frame.message.is_full


def test_the_example_measures_rolls() -> None:
    with games.serving(games.pitch()) as (host, port):
        command = [sys.executable, str(EXAMPLE), "--host", host, "--port", str(port)]
        done = subprocess.run(
            [*command, "--speeds", "0.3", "0.6", "--patience", "3"],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
    first, *rolls = done.stdout.splitlines()
    assert first == "a pitch of 55 m by 36 m, a ball of 410 g"
    ways = [float(line.split()[2]) for line in rolls]
    assert 0.0 < ways[0] < ways[1]
    command += ["--timeout", "0.2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "no server at" in done.stderr
