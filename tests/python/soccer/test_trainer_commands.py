"""SimSpark trainers' commands that rcsssmj does not know."""

import logging
from collections.abc import Callable, Sequence

import pytest
import rcssgym
from rcssgym import (
    BeginPassCommand,
    DropBallInFieldCommand,
    FIFA7vs7SoccerField,
    GoalKickCommand,
    InitRequest,
    LineUpCommand,
    MonitorCommand,
    MoveBallCommand,
    MovePlayerCommand,
    PlacePlayerCommand,
    PlayMode,
    PushPlayerCommand,
    RepositionCommand,
    SendAwayCommand,
    SetBallVelocityCommand,
    SetPlayModeCommand,
    SetScoreCommand,
    SetTimeCommand,
    SoccerSimulation,
    WorldBatch,
)

ROBOTS = (("T1", "Reds", 1), ("T1", "Blues", 1))


@pytest.fixture
def sim() -> SoccerSimulation:
    sim = SoccerSimulation(FIFA7vs7SoccerField())
    sim.init()
    assert None not in sim.add_players([InitRequest(*robot) for robot in ROBOTS])
    sim.step([])
    return sim


@pytest.fixture
def worlds() -> WorldBatch:
    worlds = WorldBatch(2, left=["T1"], right=["T1"], rules="ssim", team_names=("Reds", "Blues"))
    worlds.advance()
    return worlds


class TestManaged:
    def test_clock(self, sim: SoccerSimulation) -> None:
        sim.step([SetPlayModeCommand("PlayOn"), SetTimeCommand(12.5)])
        assert sim.game_state.play_time == 12.52
        assert sim.game_state.play_mode == PlayMode.PLAY_ON

    def test_score(self, sim: SoccerSimulation) -> None:
        sim.step([SetScoreCommand(3, 1)])
        assert (sim.game_state.left_team_score, sim.game_state.right_team_score) == (3, 1)
        assert sim.game_state.play_mode == PlayMode.BEFORE_KICK_OFF

    def test_velocity_of_the_ball(self, sim: SoccerSimulation) -> None:
        before = sim.ball.xpos[0]
        sim.step([SetBallVelocityCommand((2.0, 0.0, 0.0))])
        sim.step([])
        assert sim.ball.xpos[0] - before == pytest.approx(0.04, rel=0.5)

    def test_the_ball_goes_on_elsewhere(self, sim: SoccerSimulation) -> None:
        sim.step([SetBallVelocityCommand((2.0, 0.0, 0.0))])
        sim.step([MoveBallCommand((3.0, 1.0, 2.0))])
        sim.step([])
        assert sim.ball.xpos[0] - 3.0 == pytest.approx(0.03, abs=0.015)
        assert sim.ball.xpos[1] == pytest.approx(1.0, abs=0.01)

    def test_a_player_is_turned_in_its_posture(self, sim: SoccerSimulation) -> None:
        sim.step([MovePlayerCommand(1, "Blues", (3.0, 1.0, 2.0), (0.0, 0.0, 0.0, 1.0))])
        player = sim.right_players[1]
        assert tuple(player.xpos) == pytest.approx((3.0, 1.0, 2.0), abs=0.01)
        assert abs(player.xquat[3]) == pytest.approx(1.0, abs=0.01)

    @pytest.mark.parametrize("team", ["Blues", "Right"])
    def test_beside_the_pitch(self, sim: SoccerSimulation, team: str) -> None:
        sim.step([RepositionCommand(1, team)])
        x, y, _ = sim.right_players[1].xpos
        assert x > 0
        assert abs(y) > sim.field.field_dim[1] / 2


class TestBatch:
    def test_one_world_of_several(self, worlds: WorldBatch) -> None:
        for command in (SetTimeCommand(12.5), SetScoreCommand(3, 1)):
            worlds.command(1, command)
        assert worlds.play_time.tolist() == [0.0, 12.5]
        assert worlds.score.tolist() == [[0, 0], [3, 1]]
        for world in range(2):
            worlds.command(world, PlacePlayerCommand(1, "Left", (-3.0, 0.0, 0.67)))
        worlds.command(0, SetBallVelocityCommand((0.0, 0.0, 3.0)))
        worlds.command(0, RepositionCommand(1, "Left"))
        worlds.advance()
        heights = worlds.ball_position[:, 2]
        assert heights[0] > heights[1] + 0.03
        assert abs(worlds.root_position[0, 0, 1]) > 4 > abs(worlds.root_position[1, 0, 1])

    @pytest.mark.parametrize(
        ("command", "part"),
        [
            (SetTimeCommand(-0.5), "-0.5 is not from 0 to 1000000"),
            (SetTimeCommand(float("inf")), "inf"),
            (SetTimeCommand("noon"), "noon"),  # type: ignore[arg-type]
            (SetScoreCommand(-1, 0), "left"),
            (SetScoreCommand(0, True), "right"),
            (SetBallVelocityCommand((0.0, float("nan"), 0.0)), "vel"),
            (SetBallVelocityCommand((0.0, 1e7, 0.0)), "vel"),
            (MoveBallCommand((0.0, float("nan"), 0.0)), "pos"),
            (MovePlayerCommand(1, "Left", (0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 0.0)), "quat"),
            (RepositionCommand(9, "Left"), "no player with number 9"),
            (RepositionCommand(-1, "Left"), "player_id"),
            (RepositionCommand(1, "Greens"), "no team 'Greens'"),
        ],
    )
    def test_nonsense(self, worlds: WorldBatch, command: MonitorCommand, part: str) -> None:
        before = worlds.snapshot()
        with pytest.raises(rcssgym.ArgumentError, match=part):
            worlds.command(1, command)
        assert worlds.snapshot() == before


def test_others_leave_them(caplog: pytest.LogCaptureFixture) -> None:
    class Simulation:
        def kill_sim(self) -> None:
            raise AssertionError

    with caplog.at_level(logging.WARNING, "rcssgym"):
        SetTimeCommand(1.0).perform(Simulation())
    assert "SetTimeCommand(play_time=1.0) cannot be carried out by Simulation" in caplog.text


def test_they_call_what_they_are_named_for() -> None:
    calls: list[tuple[str, Sequence[object]]] = []

    class Recorder:
        def __getattr__(self, name: str) -> Callable[..., None]:
            return lambda *arguments: calls.append((name, arguments))

    for command in (
        SetTimeCommand(1.0),
        SetScoreCommand(2, 3),
        MoveBallCommand((1.0, 2.0, 3.0)),
        SetBallVelocityCommand((4.0, 5.0, 6.0)),
        RepositionCommand(7, "A"),
        GoalKickCommand(1),
        BeginPassCommand(0),
        DropBallInFieldCommand(),
        MovePlayerCommand(7, "A", (1.0, 2.0, 3.0)),
        MovePlayerCommand(7, "A", (1.0, 2.0, 3.0), (0.0, 0.0, 0.0, 1.0)),
        PushPlayerCommand(7, "A", (1.0, 2.0, 0.0)),
        SendAwayCommand(7, "A"),
        LineUpCommand(7, "A"),
    ):
        command._perform(Recorder())
    assert calls == [
        ("request_time", (1.0,)),
        ("request_score", (2, 3)),
        ("request_move_ball", ((1.0, 2.0, 3.0),)),
        ("request_ball_velocity", ((4.0, 5.0, 6.0),)),
        ("request_reposition", (7, "A")),
        ("request_goal_kick", (1,)),
        ("request_pass", (0,)),
        ("request_drop_ball_in_field", ()),
        ("request_move_player", (7, "A", (1.0, 2.0, 3.0), None)),
        ("request_move_player", (7, "A", (1.0, 2.0, 3.0), (0.0, 0.0, 0.0, 1.0))),
        ("request_push_player", (7, "A", (1.0, 2.0, 0.0))),
        ("request_send_away", (7, "A")),
        ("request_line_up", (7, "A")),
    ]
