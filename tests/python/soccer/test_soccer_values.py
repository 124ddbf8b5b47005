"""Pitch, rules, teams, play modes, commands and monitor information, compared with rcsssmj's."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import logging
import pickle
from enum import Enum
from typing import Any

import pytest
from additions import with_corner
from hypothesis import given
from hypothesis import strategies as st
from rcssgym import soccer
from rcssgym.soccer import (
    AABB2D,
    AABB3D,
    AgentID,
    DropBallCommand,
    FIFA7vs7SoccerField,
    FIFASoccerField,
    FIFASoccerRules,
    Foul,
    GamePhase,
    GlobalTime,
    KickOffCommand,
    KillSimCommand,
    PlaceBallCommand,
    PlacePlayerCommand,
    PlayMode,
    PSoccerSimCommandInterface,
    SetPlayModeCommand,
    SoccerEnvironmentInformation,
    SoccerField,
    SoccerGameInformation,
    SoccerMonitorCommand,
    SoccerRules,
    SSim2026Rules,
    TeamSide,
    create_soccer_field,
    create_soccer_rule_book,
)

from .pairs import ELSEWHERE, PAIRS, both, parameters

ENUMERATIONS = [
    "Foul",
    "GamePhase",
    "PlayMode",
    "SoccerFieldVersions",
    "SoccerRuleBooks",
    "TeamSide",
]
FIELDS = ["FIFASoccerField", "FIFA7vs7SoccerField"]
RULE_BOOKS = ["SoccerRules", "FIFASoccerRules", "SSim2026Rules"]

number = st.floats() | st.integers(-1000, 1000)
small = st.integers(-(2**31), 2**31)


def exactly(value: Any) -> Any:
    """Return a value for which 1, 1.0 and True differ, and classes of both packages do not."""
    if isinstance(value, Enum):
        return value.name, value.value
    if type(value).__name__ in ("AABB2D", "AABB3D"):
        return {name: exactly(v) for name, v in vars(value).items()}
    return repr(value)


def attributes(value: Any) -> dict[str, Any]:
    return {name: exactly(v) for name, v in vars(value).items()}


def test_every_name_is_there() -> None:
    assert len(PAIRS) > 50
    assert [name for name, (ours, _) in PAIRS.items() if ours is None] == []


@pytest.mark.parametrize("name", [n for n, (_, cls) in PAIRS.items() if inspect.isclass(cls)])
def test_every_member_is_there(name: str) -> None:
    ours, theirs = both(name)
    public = [member for member in vars(theirs) if not member.startswith("_")]
    assert [member for member in public if not hasattr(ours, member)] == []


def test_all_names_are_exported_and_documented() -> None:
    taken_over = {
        name for name, (ours, _) in PAIRS.items() if ours.__module__[:14] == "rcssgym.soccer"
    }
    assert taken_over <= set(soccer.__all__)
    elsewhere = {name for name, (place, _) in ELSEWHERE.items() if place == "rcssgym.soccer"}
    assert elsewhere <= set(soccer.__all__)
    assert [name for name in soccer.__all__ if not getattr(soccer, name).__doc__] == []


@pytest.mark.parametrize("name", ENUMERATIONS)
def test_enumerations(name: str) -> None:
    ours, theirs = both(name)
    members = [[(member.name, member.value) for member in cls] for cls in (ours, theirs)]
    assert members[0] == members[1]


class TestTeams:
    @pytest.mark.parametrize("team", [-2, -1, 0, 1, 2])
    def test_sides(self, team: int) -> None:
        ours, theirs = both("TeamSide")
        assert ours.is_valid(team) is theirs.is_valid(team)
        assert ours.from_id(team).name == theirs.from_id(team).name
        assert ours.get_opposing_side(team).name == theirs.get_opposing_side(team).name

    @pytest.mark.parametrize("side", TeamSide)
    def test_opponents(self, side: TeamSide) -> None:
        theirs = both("TeamSide")[1]
        opposing = theirs.get_opposing_side(theirs[side.name])
        assert TeamSide.get_opposing_side(side).name == opposing.name


class TestAgentID:
    @given(team=small, player=small)
    def test_like_the_reference(self, team: int, player: int) -> None:
        ours, theirs = (cls(team, player) for cls in both("AgentID"))
        for text in (str, repr, hash):
            assert text(ours) == text(theirs)
        assert (ours.team_id, ours.player_no, ours.prefix) == (team, player, theirs.prefix)
        assert pickle.loads(pickle.dumps(ours)) == ours == AgentID(team, player)
        assert ours != AgentID(team + 1, player)
        assert ours != (team, player)
        with pytest.raises(dataclasses.FrozenInstanceError):
            ours.team_id = 3

    @given(team=st.integers(0, 9), player=st.integers(0, 99), name=st.text(max_size=9))
    def test_prefixes(self, team: int, player: int, name: str) -> None:
        for prefixed in (soccer.encode_agent_prefix(team, player) + name, f"r-{team}-{player}"):
            owner = soccer.decode_agent_prefix(prefixed)
            assert owner == AgentID(team, player) == AgentID.from_prefixed_name(prefixed)
            strip = both("strip_agent_prefix")[1]
            assert soccer.strip_agent_prefix(prefixed) == strip(prefixed)

    @pytest.mark.parametrize("name", ["ball", "", "r", "r-", "r-1", "robot-1-2-x", "R-1-2-x"])
    def test_other_names(self, name: str) -> None:
        assert soccer.decode_agent_prefix(name) is None
        assert both("decode_agent_prefix")[1](name) is None
        assert soccer.strip_agent_prefix(name) == name == both("strip_agent_prefix")[1](name)

    def test_a_prefix_without_numbers_belongs_to_nobody(self) -> None:
        assert soccer.decode_agent_prefix("r-left-hand-thumb") is None


@pytest.mark.parametrize("value", range(-1, 7))
def test_phases_by_number(value: int, caplog: pytest.LogCaptureFixture) -> None:
    ours, theirs = both("GamePhase")
    with caplog.at_level(logging.WARNING, "rcssgym"):
        assert ours.from_value(value).name == theirs.from_value(value).name
    warned = [record for record in caplog.records if record.name.startswith("rcssgym")]
    assert len(warned) == (value not in range(5))


class TestBoxes:
    @given(bounds=st.lists(number, max_size=6), point=st.tuples(number, number, number))
    def test_like_the_reference(self, bounds: list[float], point: tuple[float, ...]) -> None:
        for name, size in (("AABB2D", 2), ("AABB3D", 3)):
            ours, theirs = (cls(*bounds[: 2 * size]) for cls in both(name))
            assert attributes(ours) == attributes(theirs)
            assert repr(ours.center()) == repr(theirs.center())
            for axis, value in zip("xyz"[:size], point, strict=False):
                inside = [getattr(box, f"contains_{axis}")(value) for box in (ours, theirs)]
                assert inside[0] == inside[1]
            assert ours.contains(*point[:size]) == theirs.contains(*point[:size])
            if size == 3:
                assert ours.contains_xy(*point[:2]) == theirs.contains_xy(*point[:2])

    def test_parameters(self) -> None:
        for name in ("AABB2D", "AABB3D"):
            ours, theirs = both(name)
            assert parameters(ours) == parameters(theirs)

    def test_values(self) -> None:
        assert AABB2D(1, -1, 2, -2) == AABB2D(-1, 1, -2, 2) != AABB2D()
        assert hash(AABB3D()) == hash(AABB3D())
        assert AABB3D(max_z=5) != AABB3D()


class TestFields:
    @pytest.mark.parametrize("name", FIELDS)
    def test_like_the_reference(self, name: str) -> None:
        ours, theirs = (cls() for cls in both(name))
        assert attributes(ours) == attributes(theirs)
        assert isinstance(ours, SoccerField)

    def test_a_pitch_of_ones_own(self) -> None:
        dimensions = {
            "field_dim": (20, 14, 5.5),
            "line_width": 0.05,
            "field_border": 1,
            "goal_dim": (0.6, 2.6, 1.8),
            "goal_post_radius": 0.05,
            "goalie_area_dim": (1, 4),
            "corner_area_radius": 0.5,
            "penalty_spot_distance": 2.1,
            "center_circle_radius": 1.5,
        }
        ours, theirs = both("SoccerField")
        assert parameters(ours) == parameters(theirs)
        for penalty_area in (None, (3, 6)):
            fields = [cls(**dimensions, penalty_area_dim=penalty_area) for cls in (ours, theirs)]
            assert attributes(fields[0]) == attributes(fields[1])
        assert fields[0] == copy.deepcopy(fields[0])

    def test_a_class_of_ones_own(self) -> None:
        @dataclasses.dataclass
        class Beach(FIFA7vs7SoccerField):
            sand: float = 0.1

            def __init__(self) -> None:
                super().__init__()

        assert Beach().field_area == FIFA7vs7SoccerField().field_area

    def test_fields_are_values(self) -> None:
        small: SoccerField = FIFA7vs7SoccerField()
        assert FIFASoccerField() == FIFASoccerField() != small
        assert pickle.loads(pickle.dumps(FIFASoccerField())) == FIFASoccerField()
        assert repr(FIFASoccerField()).startswith("FIFASoccerField(field_dim=(105, 68, 40), ")

    @pytest.mark.parametrize("version", ["fifa", "fifa7vs7", "unknown", "wembley", ""])
    def test_by_name(self, version: str, caplog: pytest.LogCaptureFixture) -> None:
        reference = both("create_soccer_field")[1](version)
        with caplog.at_level(logging.WARNING, "rcssgym"):
            field = create_soccer_field(version)
        assert type(field).__name__ == type(reference).__name__
        known = version in ("fifa", "fifa7vs7", "unknown")
        warned = [record for record in caplog.records if record.name.startswith("rcssgym")]
        assert len(warned) == (not known)


class TestRules:
    @pytest.mark.parametrize("name", RULE_BOOKS)
    def test_like_the_reference(self, name: str) -> None:
        ours, theirs = (cls() for cls in both(name))
        assert attributes(ours) == attributes(theirs)
        for phase in GamePhase:
            reference = both("GamePhase")[1][phase.name]
            for bound in ("get_start_time_for", "get_end_time_for"):
                times = getattr(ours, bound)(phase), getattr(theirs, bound)(reference)
                assert repr(times[0]) == repr(times[1])

    def test_rules_of_ones_own(self) -> None:
        ours, theirs = both("SoccerRules")
        assert [name for name, _ in parameters(ours)] == [name for name, _ in parameters(theirs)]
        assert ours(5, half_time=10).get_end_time_for(GamePhase.SECOND_HALF) == 20
        with pytest.raises(dataclasses.FrozenInstanceError):
            ours().half_time = 3

    def test_rules_are_values(self) -> None:
        fifa: SoccerRules = FIFASoccerRules()
        assert SSim2026Rules() == SSim2026Rules() != fifa
        assert SoccerRules() != fifa
        assert hash(SSim2026Rules()) == hash(copy.copy(SSim2026Rules()))
        assert pickle.loads(pickle.dumps(SSim2026Rules())) == SSim2026Rules()

    @pytest.mark.parametrize("name", ["fifa", "ssim", "ssim26", "unknown", "chess"])
    def test_by_name(self, name: str, caplog: pytest.LogCaptureFixture) -> None:
        reference = both("create_soccer_rule_book")[1](name)
        with caplog.at_level(logging.WARNING, "rcssgym"):
            rules = create_soccer_rule_book(name)
        assert type(rules).__name__ == type(reference).__name__
        warned = [record for record in caplog.records if record.name.startswith("rcssgym")]
        assert len(warned) == (name == "chess")


class Simulation:
    """A simulation that records requests."""

    def __init__(self) -> None:
        self.calls: list[tuple[Any, ...]] = []

    def kill_sim(self) -> None:
        self.calls.append(("kill",))


class Game(Simulation):
    """A game that records requests."""

    def request_kick_off(self, *arguments: Any) -> None:
        self.calls.append(("kick off", *arguments))

    def request_drop_ball(self, *arguments: Any) -> None:
        self.calls.append(("drop ball", *arguments))

    def request_play_mode(self, *arguments: Any) -> None:
        self.calls.append(("play mode", *arguments))

    def request_place_ball(self, *arguments: Any) -> None:
        self.calls.append(("place ball", *arguments))

    def request_place_player(self, *arguments: Any) -> None:
        self.calls.append(("place player", *arguments))


COMMANDS: list[tuple[str, tuple[Any, ...]]] = [
    ("KillSimCommand", ()),
    ("KickOffCommand", (1,)),
    ("DropBallCommand", ()),
    ("DropBallCommand", ((1.0, -2.0),)),
    ("PlaceBallCommand", ((1.0, 2.0, 3.0),)),
    ("PlaceBallCommand", ((1.0, 2.0, 3.0), (0.0, 1.0, 2.0))),
    ("PlacePlayerCommand", (3, "Left", (1.0, 2.0, 0.5))),
    ("PlacePlayerCommand", (3, "blue", (1.0, 2.0, 0.5), (1.0, 0.0, 0.0, 0.0))),
]


class TestCommands:
    @pytest.mark.parametrize(("name", "arguments"), COMMANDS)
    def test_like_the_reference(self, name: str, arguments: tuple[Any, ...]) -> None:
        ours, theirs = (cls(*arguments) for cls in both(name))
        assert parameters(type(ours)) == parameters(type(theirs))
        assert vars(ours) == vars(theirs)
        games = Game(), Game()
        ours.perform(games[0])
        theirs.perform(games[1])
        assert games[0].calls == games[1].calls
        assert len(games[0].calls) == 1

    def test_a_play_mode_is_set(self) -> None:
        game = Game()
        SetPlayModeCommand("PlayOn").perform(game)
        assert game.calls == [("play mode", "PlayOn")]
        assert vars(SetPlayModeCommand("x")) == vars(both("SetPlayModeCommand")[1]("x"))

    @pytest.mark.parametrize(
        "command",
        [KickOffCommand(0), DropBallCommand(), SetPlayModeCommand("PlayOn")],
    )
    def test_only_games_take_them(
        self, command: SoccerMonitorCommand, caplog: pytest.LogCaptureFixture
    ) -> None:
        simulation = Simulation()
        with caplog.at_level(logging.WARNING, "rcssgym"):
            command.perform(simulation)
        assert simulation.calls == []
        assert f"{command!r} is for games of soccer, not for Simulation" in caplog.text

    def test_commands_are_values(self) -> None:
        assert KillSimCommand() == KillSimCommand()
        assert PlaceBallCommand((0, 0, 1)) == PlaceBallCommand((0, 0, 1), None)
        assert KickOffCommand(0) != KickOffCommand(1)
        assert repr(PlacePlayerCommand(1, "a", (0, 0, 1))).endswith("pos=(0, 0, 1), quat=None)")
        assert hash(KickOffCommand(1)) == hash(KickOffCommand(1))

    @pytest.mark.parametrize("name", ["KickOffCommand", "DropBallCommand", "PlaceBallCommand"])
    def test_what_is_assigned_to_a_command_is_performed(self, name: str) -> None:
        values: dict[str, Any] = {"team_id": 1, "pos": (1.0, 2.0, 3.0), "vel": (0.5, 0.0, 0.0)}
        calls = []
        for kind in both(name):
            command = kind(0) if name == "KickOffCommand" else kind((9.0, 9.0, 9.0))
            for attribute in vars(command):
                setattr(command, attribute, values[attribute])
            game = Game()
            command.perform(game)
            calls.append(game.calls)
        assert calls[0] == calls[1]
        assert len(calls[0]) == 1

    def test_a_command_of_ones_own(self) -> None:
        class CentreBall(SoccerMonitorCommand):
            def _perform(self, sci: PSoccerSimCommandInterface) -> None:
                sci.request_place_ball((0, 0, 0.11))

        game = Game()
        CentreBall().perform(game)
        assert game.calls == [("place ball", (0, 0, 0.11))]


@pytest.mark.parametrize("name", [name for name in PAIRS if name.startswith("P") and "Sim" in name])
def test_interfaces_are_recognized(name: str) -> None:
    ours, theirs = both(name)
    if name.endswith("ActionInterface"):
        assert not isinstance(Game(), ours)
    else:
        assert isinstance(Game(), ours)
    methods = [member for member in vars(theirs) if member.startswith(("request", "say", "ctrl"))]
    for method in methods:
        expected = inspect.signature(getattr(theirs, method)).parameters
        assert list(inspect.signature(getattr(ours, method)).parameters) == list(expected)


class TestInformation:
    @given(time=st.floats())
    def test_time(self, time: float) -> None:
        ours, theirs = (cls(time) for cls in both("GlobalTime"))
        for full in (True, False):
            assert ours.to_sexp(full) == theirs.to_sexp(full)
        assert ours.name == theirs.name

    @pytest.mark.parametrize("rules", RULE_BOOKS)
    @pytest.mark.parametrize("field", FIELDS)
    def test_environment(self, field: str, rules: str) -> None:
        made = [
            information(pitch(), book(), 0.11)
            for information, pitch, book in zip(
                both("SoccerEnvironmentInformation"), both(field), both(rules), strict=True
            )
        ]
        for full in (True, False):
            ours, theirs = (information.to_sexp(full) for information in made)
            assert ours == with_corner(theirs.encode()).decode()
        assert made[0].name == made[1].name

    def test_a_pitch_without_penalty_areas(self) -> None:
        texts = []
        for which in (0, 1):
            field, rules = both("FIFASoccerField")[which](), both("FIFASoccerRules")[which]()
            field.penalty_area_dim = None
            information = both("SoccerEnvironmentInformation")[which](field, rules, 0.11)
            texts.append(information.to_sexp(full=True))
        assert texts[0] == with_corner(texts[1].encode()).decode()
        assert "PenaltyArea" not in texts[0]

    def test_goals_the_right_way_round(self) -> None:
        arguments = FIFASoccerField(), FIFASoccerRules(), 0.11
        as_ever = SoccerEnvironmentInformation(*arguments).to_sexp(full=True)
        right = SoccerEnvironmentInformation(*arguments, compat=False).to_sexp(full=True)
        assert "(GoalWidth 1.6)(GoalDepth 7.32)" in as_ever
        swapped = "(GoalWidth 1.6)(GoalDepth 7.32)", "(GoalWidth 7.32)(GoalDepth 1.6)"
        assert right == as_ever.replace(*swapped)

    @given(
        scores=st.tuples(st.integers(0, 99), st.integers(0, 99)),
        time=st.floats(0, 5000),
        mode=st.sampled_from(PlayMode),
        fouls=st.lists(st.tuples(st.integers(0, 1), st.integers(0, 99), st.sampled_from(Foul))),
    )
    def test_game(
        self,
        scores: tuple[int, int],
        time: float,
        mode: PlayMode,
        fouls: list[tuple[int, int, Foul]],
    ) -> None:
        made = []
        for which in (0, 1):
            agent, foul_type, modes = (
                both(name)[which] for name in ("AgentID", "Foul", "PlayMode")
            )
            given: dict[Any, list[Any]] = {}
            for team, player, foul in fouls:
                given.setdefault(agent(team, player), []).append(foul_type(foul.value))
            rules = both("SSim2026Rules")[which]()
            cls = both("SoccerGameInformation")[which]
            made.append(cls(rules, "blue", "red", *scores, time, modes[mode.name], given))
        for full in (True, False):
            assert made[0].to_sexp(full) == made[1].to_sexp(full)
        assert vars(made[0]).keys() == vars(made[1]).keys()

    def test_fouls_of_later_cycles_do_not_show_up(self) -> None:
        fouls = {AgentID(0, 7): [Foul.INCAPABLE]}
        rules, mode = SSim2026Rules(), PlayMode.PLAY_ON
        information = SoccerGameInformation(rules, "a", "b", 0, 0, 1.0, mode, fouls)
        before = information.to_sexp(full=False)
        assert "(foul 4 1 7)" in before
        fouls[AgentID(0, 7)].append(Foul.CROWDING)
        fouls[AgentID(1, 1)] = [Foul.KICK_OFF]
        assert information.to_sexp(full=False) == before
        fouls.clear()
        assert information.to_sexp(full=False) == before

    def test_parameters(self) -> None:
        for name in ("SoccerEnvironmentInformation", "SoccerGameInformation", "GlobalTime"):
            ours, theirs = both(name)
            assert parameters(ours) == parameters(theirs)

    def test_information_of_ones_own(self) -> None:
        class Weather(soccer.SimStateInformation):
            def to_sexp(self, full: bool) -> str:
                return "(rain)" if full else ""

        assert Weather("weather").name == "weather"
        with pytest.raises(TypeError, match="abstract"):
            soccer.SimStateInformation("x")  # type: ignore[abstract]
        assert isinstance(GlobalTime(1.0), soccer.SimStateInformation)
