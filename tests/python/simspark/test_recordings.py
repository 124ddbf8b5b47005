"""Every message that rcssserver3d 0.7.3 was recorded to send to a monitor is understood."""

from collections.abc import Iterator

import numpy as np
import pytest
from rcssgym import Foul, ProtocolError
from rcssgym.simspark import FrameMessage, Scene, read_message
from rcssgym.simspark.environment import Environment
from rcssgym.simspark.game import Game, game_after
from rcssgym.soccer import TeamSide

from simspark import reference
from simspark.recordings import NAMES, heard, lines

THRESHOLD = 0.005
"""Smaller changes are not sent in differences."""


def frame(content: bytes) -> FrameMessage:
    message = read_message(content)
    assert isinstance(message, FrameMessage)
    return message


def frames(name: str, connection: str = "M1") -> Iterator[tuple[FrameMessage, Scene]]:
    scene = None
    for content in heard(name)[connection]:
        message = frame(content)
        scene = Scene(message, scene)
        yield message, scene


@pytest.mark.parametrize("name", NAMES)
def test_written_again_messages_have_the_same_bytes(name: str) -> None:
    full = 0
    for messages in heard(name).values():
        for content in messages:
            message = frame(content)
            header = "(RSG 0 1)" if message.is_full else "(RDS 0 1)"
            begin = reference.game_text(message) + header
            assert content.startswith(begin.encode())
            if message.is_full:
                full += 1
                assert (begin + reference.scene_text(Scene(message))).encode() == content
    assert full > 0


@pytest.mark.parametrize("name", NAMES)
def test_scenes_are_those_of_another_reader(name: str) -> None:
    for messages in heard(name).values():
        scene: Scene | None = None
        poses, changes = reference.Poses(), 0
        for content in messages:
            poses.take(content)
            before, scene = scene, Scene(frame(content), scene)
            np.testing.assert_array_equal(scene.local_poses, poses.local)
            np.testing.assert_allclose(scene.world_poses, poses.world, rtol=0, atol=1e-13)
            changes += before is not None and not np.array_equal(before.local_poses, poses.local)
        assert changes > 0 or len(messages) < 10


def test_differences_add_up_to_the_next_full_frame() -> None:
    """After many commands, the scene from differences equals the server's requested full frame."""
    recorded = list(frames("trainer"))
    at = next(at for at, (message, _) in enumerate(recorded) if message.is_full and message.time)
    before, whole = recorded[at - 1][1], recorded[at][1]
    assert sum(message.is_full for message, _ in recorded[at - 200 : at]) == 0
    assert len(before) == len(whole) > 200
    assert np.abs(before.local_poses - whole.local_poses).max() < THRESHOLD
    assert before.nodes == whole.nodes


def test_the_ball_flies_as_it_was_thrown() -> None:
    """From (2, -1.5, 0.5) with (-3, 1, 2) m/s."""
    path = np.array([scene.ball_position for _, scene in frames("monitor_empty")])
    (moves,) = np.nonzero(np.diff(path[:, 0]))
    flight = path[moves[0] + 1 :][:10]
    velocity = (flight[1] - flight[0]) / 0.04
    assert np.abs(velocity[:2] - (-3.0, 1.0)).max() < 0.15
    assert flight[0][2] > 0.5
    assert np.diff(flight[:, 2], 2).mean() / 0.04**2 == pytest.approx(-9.81, rel=0.1)


def test_nodes_are_where_trainers_look_for_them() -> None:
    *_, (_, scene) = frames("fouls")
    assert scene.top.index(scene.ball) == 35
    assert [scene.top.index(player.node) for player in scene.players] == list(range(36, 42))
    names = [(player.side, player.number) for player in scene.players]
    assert names == [*((TeamSide.LEFT, number) for number in range(1, 6)), (TeamSide.RIGHT, 5)]
    lights = [node for node in scene if node.light is not None]
    assert len(lights) == 2
    assert all(scene.nodes[node.parent or 0].parent is None for node in lights)


def test_players_are_where_trainers_put_them() -> None:
    commands = {
        b"(agent (unum 3)(team Left)(pos -1.5 2 0.6))": (TeamSide.LEFT, 3, (-1.5, 2.0, 0.6)),
        b"(agent (team Right)(pos 4 -3 0.45)(unum 5))": (TeamSide.RIGHT, 5, (4.0, -3.0, 0.45)),
    }
    scene, wanted, seen = None, None, 0
    for line in lines("trainer"):
        if line.direction == ">":
            wanted, after = commands.get(line.payload), 0
        elif line.direction == "<":
            scene = Scene(frame(line.payload), scene)
            after = 0 if wanted is None else after + 1
            if wanted is not None and after == 2:
                side, number, place = wanted
                position = scene.player_pose(side, number)[:3, 3]
                assert np.abs(position - place).max() < 0.05
                seen += 1
    assert seen == len(commands)


def test_who_is_selected_is_shown() -> None:
    shown = set()
    for _, scene in frames("trainer"):
        rings = [node for node in scene if node.mesh and node.mesh.materials == ("matSelect",)]
        shown.add(sum(node.mesh.visible for node in rings if node.mesh))
    assert shown == {0, 1}


def test_games_are_followed() -> None:
    game: Game | None = None
    scores: list[tuple[int, int]] = []
    modes: list[str] = []
    environment: Environment | None = None
    for content in heard("goals")["M1"]:
        message = frame(content)
        if message.play_modes is not None:
            environment = Environment(message.parameters, message.play_modes)
        assert environment is not None
        game = game_after(message, game, environment.play_modes)
        assert game is not None
        if not scores or scores[-1] != game.score:
            scores.append(game.score)
        if not modes or modes[-1] != game.play_mode:
            modes.append(game.play_mode)
    assert scores == [(0, 0), (1, 0), (1, 1)]
    assert {"Goal_Left", "KickOff_Right", "Goal_Right", "KickOff_Left", "PlayOn"} <= set(modes)
    assert game is not None
    assert None not in game.teams
    assert environment is not None
    assert (environment.field_length, environment.field_width) == (30.0, 20.0)
    assert environment.wait_before_kick_off == 30.0
    assert environment.ball_mass == 0.026
    assert len(environment.play_modes) == 21
    with pytest.raises(ProtocolError, match="has not sent FieldLength"):
        _ = Environment({}, ()).field_length


def test_fouls_are_told() -> None:
    fouls = [foul for message, _ in frames("fouls") for foul in message.fouls]
    assert {Foul(foul.kind) for foul in fouls} == {Foul.ILLEGAL_DEFENCE, Foul.INCAPABLE}
    indices = [foul.index for foul in fouls]
    assert indices == sorted(indices)
    assert fouls[0].side is TeamSide.LEFT


def test_every_play_mode_is_shown() -> None:
    modes = [message.play_mode for message, _ in frames("playmodes")]
    assert set(modes) - {None} == set(range(21))
