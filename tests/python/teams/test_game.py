"""``rcssgym game`` plays to the end, and plays the same game for the same seed."""

import re
import shlex
import shutil
from collections.abc import Sequence
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from rcssgym.cli import main
from rcssgym.soccer import GamePhase, PlayMode
from rcssgym.startup import INTERRUPTED
from rcssgym.teams import ScriptedGame
from rcssgym.teams.game import TEAMS

ROBOTS = Path(__file__).parents[3] / "robots"
SHORT = ["game", "--seconds", "6", "--robots", "2"]


def output(arguments: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run the command and return what it prints."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def test_teams_are_named_after_their_colours() -> None:
    """A player's place in a picture has the colour in its team's name."""
    game = ScriptedGame(robots=1, half=1, seed=0)
    game.step()
    height, width = 1200, 1600
    picture = game.simulation._world.picture(width, height, False).astype(int)
    red, green, blue = np.moveaxis(picture, 2, 0)
    colours = {
        "Blues": (blue > red + 60) & (blue > green + 60),
        "Reds": (red > blue + 60) & (red > green + 60),
    }
    places = {
        agent.team_name: agent.xpos[0] for agent in game.simulation.sim_agents if agent.team_name
    }
    assert list(places) == list(TEAMS)
    columns = {name: np.argwhere(colours[name])[:, 1] for name in TEAMS}
    assert min(map(len, columns.values())) > 30
    left, right = TEAMS
    assert places[left] < places[right] - 3.0
    assert columns[left].max() < columns[right].min()


def test_the_printed_command_repeats_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    first = output([*SHORT, "--seed", "3"], capsys)
    (command,) = re.findall(r"again: rcssgym (game .*)", first)
    assert output(shlex.split(command), capsys) == first
    assert "after 0:12.00" in first


def test_a_path_with_spaces_is_quoted_in_the_printed_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "my robot.xml"
    shutil.copy(ROBOTS / "ant.xml", model)
    first = output(["game", "--seconds", "1", "--robots", "1", "--left", str(model)], capsys)
    (command,) = re.findall(r"again: rcssgym (game .*)", first)
    assert output(shlex.split(command), capsys) == first


def test_another_seed_is_another_game() -> None:
    def path(seed: int) -> list[list[float]]:
        game = ScriptedGame(robots=1, half=2, seed=seed)
        game.play()
        return [agent.xpos.tolist() for agent in game.simulation.sim_agents]

    assert path(1) == path(1)
    assert path(1) != path(2)


def test_both_halves_are_played() -> None:
    game = ScriptedGame(robots=1, half=2, seed=0)
    game.play()
    assert game.simulation.game_state.phase == GamePhase.SECOND_HALF
    assert game.simulation.game_state.play_time == pytest.approx(4.0)
    what = [event.what for event in game.events]
    assert what == ["kick off", "half time", "kick off", "game over"]
    kicking = [event.team for event in game.events if event.what == "kick off"]
    assert sorted(team for team in kicking if team is not None) == [0, 1]


def test_the_kick_off_is_passed() -> None:
    game = ScriptedGame(half=20, seed=0)
    farthest = 0.0
    while game.simulation.game_state.play_time < 12.0:
        game.step()
        x, y, _ = game.simulation.ball.xpos
        farthest = max(farthest, hypot(x, y))
    assert farthest > 3.0
    assert not [event for event in game.events if event.what == "double touch"]


def test_a_player_behind_the_ball_kicks_it_at_the_goal() -> None:
    game = ScriptedGame(robots=1, half=20, seed=0)
    while game.simulation.game_state.play_time == 0.0:
        game.step()
    game.simulation.request_play_mode(PlayMode.PLAY_ON)
    game.simulation.request_place_player(1, TEAMS[0], (11.0, 0.0, 0.68))
    game.simulation.request_place_ball((12.0, 0.0, 0.11))
    farthest = 12.0
    while game.simulation.game_state.phase == GamePhase.FIRST_HALF:
        game.step()
        farthest = max(farthest, game.simulation.ball.xpos[0])
    assert farthest > 15.0


@pytest.mark.parametrize("model", ["K1", "ant"])
def test_other_robots_try(model: str) -> None:
    game = ScriptedGame(robots=2, models=("T1", model), half=1, seed=0)
    game.play()
    assert game.over


def test_ctrl_c_ends_with_the_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    step = ScriptedGame.step

    def interrupted(game: ScriptedGame) -> None:
        if game.simulation.game_state.play_mode == PlayMode.KICK_OFF_LEFT:
            raise KeyboardInterrupt
        step(game)

    monkeypatch.setattr(ScriptedGame, "step", interrupted)
    assert main([*SHORT, "--seed", "1"]) == INTERRUPTED
    assert "stopped early" in capsys.readouterr().out


def test_what_cannot_be_played_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for robots in ("12", "1000000000000"):
        assert main(["game", "--robots", robots]) == 2
        assert "Blues" in capsys.readouterr().err
    assert main(["game", "--left", "T9"]) == 2
    assert "T9" in capsys.readouterr().err
