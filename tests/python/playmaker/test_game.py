import math
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
import rcssgym
from rcssgym import ArgumentError
from rcssgym._core import PlaymakerSquad
from rcssgym.playmaker import (
    Ask,
    Playmaker,
    PlaymakerGame,
    Server,
    play_games,
    player_actions,
    serve,
)
from rcssgym.playmaker.game import NO_NOISE
from rcssgym.playmaker.messages import (
    AddCircle,
    AddText,
    BestPlannerActionRequest,
    Body_Intercept,
    CoachAction,
    CoachActions,
    Dash,
    DoHeliosSubstitute,
    DoMoveBall,
    DoRecover,
    GameModeType,
    HeliosOffensivePlanner,
    HeliosSetPlay,
    Log,
    PlayerActions,
    RpcActionCategory,
    RpcCooperativeAction,
    RpcVector2D,
    Side,
    State,
    TrainerAction,
    TrainerActions,
    View_Synch,
    View_Wide,
    WorldModel,
)

from playmaker.conformance import Conformance
from playmaker.probes import probes


@pytest.mark.parametrize("full_state", [True, False])
def test_states_are_complete_and_every_action_is_accepted(full_state: bool) -> None:
    with Conformance() as own:
        game = PlaymakerGame(Ask(own.address, full_state=full_state), "scripted", seed=3, cycles=40)
        game.play()
        asked = game.result.asked[0]
        assert not own.wrong
        assert own.states > 400
        assert set(own.kinds) == set(rcssgym.playmaker.messages.PlayerAction.__dataclass_fields__)
        assert asked.missed == {}
        first = ["Register", "SendServerParams", "SendPlayerParams", *["SendPlayerType"] * 18]
        first.append("SendInitMessage")
        assert own.registered == [*((0, unum) for unum in range(1, 12)), (1, 12)]
        for (kind, unum), calls in own.calls.items():
            get = "GetCoachActions" if kind == 1 else "GetPlayerActions"
            assert calls[:22] == first, unum
            assert set(calls[22:-1]) == {get}
            assert calls[-1] == "SendByeCommand"


def test_who_chooses_a_plan_is_told_the_state_again() -> None:
    class Choosing(Playmaker):
        states: ClassVar[dict[tuple[int, int], bytes]] = {}
        asked = 0

        def player(self, state: State) -> list[Any]:
            world = state.world_model
            self.states[world.cycle, world.self.uniform_number] = state.encode()
            if world.self.is_kickable:
                return [HeliosOffensivePlanner(lead_pass=True, server_side_decision=True)]
            return [Body_Intercept()]

        def best_planner_action(self, request: BestPlannerActionRequest) -> int:
            world = request.state.world_model
            assert request.state.encode() == self.states[world.cycle, world.self.uniform_number]
            assert request.register_response == request.state.register_response
            assert world.self.is_kickable
            Choosing.asked += 1
            return 0

    with serve(Choosing(), port=0) as server:
        game = PlaymakerGame(Ask(server.address), "still", cycles=200)
        game.play()
    asked = game.result.asked[0]
    assert Choosing.asked > 0
    assert asked.missed == {}
    # Each agent calls register, parameters, 18 types, init and bye, then once per step, and for
    # plans.
    assert (asked.calls - Choosing.asked - 12 * 23) % 12 == 0


def test_a_playmaker_is_told_what_the_nodes_consist_of() -> None:
    nodes: list[RpcCooperativeAction] = []
    senders: list[tuple[int, int]] = []

    class Choosing(Playmaker):
        """Runs with the ball wherever possible."""

        def player(self, state: State) -> list[Any]:
            if state.world_model.self.is_kickable:
                return [
                    HeliosOffensivePlanner(
                        server_side_decision=True,
                        lead_pass=True,
                        short_dribble=True,
                        simple_pass=True,
                        simple_dribble=True,
                    )
                ]
            return [Body_Intercept()]

        def best_planner_action(self, request: BestPlannerActionRequest) -> int:
            own = request.state.world_model.self.uniform_number
            for pair in request.pairs.values():
                before = request.pairs.get(pair.action.parent_index)
                holder = before.predict_state.ball_holder_unum if before else own
                senders.append((pair.action.sender_unum, holder))
                nodes.append(pair.action)
            return max(request.pairs, key=lambda key: request.pairs[key].action.dash_count)

    with serve(Choosing(), port=0) as server:
        PlaymakerGame(Ask(server.address), "still", cycles=300).play()
    # Who plays the ball is who has it after the action before.
    assert all(sender == holder for sender, holder in senders)
    assert len({holder for _, holder in senders}) > 1
    runs = [node for node in nodes if node.category == RpcActionCategory.AC_Dribble]
    assert {node.description for node in runs if node.parent_index < 0} == {"shortDribble"}
    assert {node.description for node in runs if node.parent_index >= 0} == {"actgenDribble"}
    for node in runs:
        assert node.duration_step == node.kick_count + node.turn_count + node.dash_count
        assert node.dash_count > 0 < node.first_ball_speed
    passes = [node for node in nodes if node.category == RpcActionCategory.AC_Pass]
    assert {node.description for node in passes if node.parent_index >= 0} == {"actgenDirect"}
    assert all("strict" in node.description for node in passes if node.parent_index < 0)


def test_a_game_of_playmakers_is_the_same_again() -> None:
    def player(_: State) -> list[Any]:
        return [Body_Intercept(save_recovery=True)]

    with serve(player, port=0) as server:
        one, other = (
            PlaymakerGame(Ask(server.address), "scripted", seed=1, cycles=60) for _ in range(2)
        )
        one.play()
        other.play()
        assert one.simulation.snapshot() == other.simulation.snapshot()
        assert one.result.asked[0].calls == other.result.asked[0].calls


def test_both_teams_decide_on_the_same_state() -> None:
    """The right team does not know yet that the left one has just kicked off."""
    modes: dict[tuple[int, int], set[int]] = {}

    def player(state: State) -> list[Any]:
        world = state.world_model
        modes.setdefault((world.cycle, world.time_stopped), set()).add(world.game_mode_type)
        return [HeliosSetPlay()]

    with serve(player, port=0) as server:
        PlaymakerGame(Ask(server.address), Ask(server.address), cycles=40).play()
    assert all(len(types) == 1 for types in modes.values())
    assert {GameModeType.KickOff_, GameModeType.PlayOn} <= set.union(*modes.values())


def test_both_sides_see_themselves_attack_to_the_right() -> None:
    seen: dict[Side, list[WorldModel]] = {Side.LEFT: [], Side.RIGHT: []}

    def player(state: State) -> list[Any]:
        seen[state.world_model.our_side].append(state.world_model)
        return []

    with serve(player, port=0) as server:
        game = PlaymakerGame(Ask(server.address), Ask(server.address), cycles=30)
        game.play()
    for side, states in seen.items():
        last = states[-1]
        assert last.game_mode_type == GameModeType.KickOff_, side
        assert all(one.position.x < 5.0 for one in last.teammates)
        assert all(one.position.x > -5.0 for one in last.opponents)
        assert last.our_team_name == ("Left" if side == Side.LEFT else "Right")
        assert last.game_mode_side == Side.LEFT
        assert last.is_our_set_play == (side == Side.LEFT)


def test_states_are_those_of_the_proxy() -> None:
    """Games are set to recorded states; everything that follows from positions must be the same."""
    received: list[WorldModel] = []

    def player(state: State) -> list[Any]:
        if state.world_model.self.uniform_number == 2:
            received.append(state.world_model)
        return []

    with serve(player, port=0) as server:
        for probe in probes()[::3]:
            want = probe.state
            sim = rcssgym.DiscSimulation(server_params={**NO_NOISE, "use_offside": False})
            for team in ("L", "R"):
                for number in range(2):
                    sim.add_player(team, goalie=number == 0)
            squad = PlaymakerSquad(
                0, "L", server.address, full_state=True, trainer=False, habits=False,
                formation=None, patience=3.0, staff_patience=6.0, remote=False,
            )  # fmt: skip
            sim.trainer("(change_mode play_on)")
            for number, one in want.our_players_dict.items():
                put(sim, "L", number, one, 0.0)
            for number, one in want.their_players_dict.items():
                put(sim, "R", number, one, 180.0)
            ball = want.ball
            sim.trainer(
                f"(move (ball) {ball.position.x} {ball.position.y} 0 "
                f"{ball.velocity.x} {ball.velocity.y})"
            )
            received.clear()
            squad.decide(sim._world)
            compare(received[0], want)


def put(sim: rcssgym.DiscSimulation, team: str, number: int, one: Any, _: float) -> None:
    at, velocity = one.position, one.velocity
    sim.trainer(
        f"(move (player {team} {number}) {at.x} {at.y} {one.body_direction} "
        f"{velocity.x} {velocity.y})"
    )


@pytest.mark.parametrize("full_state", [True, False])
def test_players_tell_when_they_have_last_seen_something(full_state: bool) -> None:
    """Wide views show something in every third cycle, narrow ones in every cycle."""
    ages: dict[int, set[int]] = {5: set(), 6: set()}

    def player(state: State) -> PlayerActions:
        world = state.world_model
        unum = world.self.uniform_number
        if world.cycle > 15 and unum in ages:
            ages[unum].add(world.cycle - world.see_time)
        view = View_Wide() if unum == 5 else View_Synch()
        return PlayerActions(actions=player_actions([view]).actions, ignore_preprocess=True)

    with serve(player, port=0) as server:
        ask = Ask(server.address, full_state=full_state, habits=False)
        PlaymakerGame(ask, "still", cycles=40).play()
    assert ages == {5: {0, 1, 2}, 6: {0}}


SKIPPED = {
    # These depend on the recorded game's earlier clock, referee and commands.
    "our_team_name", "their_team_name", "cycle", "stoped_cycle", "set_play_count", "see_time",
    "time_stopped", "last_set_play_start_time", "last_kick_side", "last_kicker_uniform_number",
    "helios_home_positions", "view_width", "is_tackling", "face_direction",
    "relative_neck_direction", "point_to_direction",
    # Agents move these lines forward by one metre per cycle.
    "our_defense_line_x", "their_defense_line_x",
    # If two are equally fast, either may be named.
    "first_opponent_id", "second_opponent_id",
    # Proxies of version 1.9 do not have these.
    "body_count", "point_to_direction_count",
}  # fmt: skip


def compare(ours: Any, theirs: Any, place: str = "") -> None:
    for name in theirs.__dataclass_fields__:
        if name in SKIPPED:
            continue
        one, other = getattr(ours, name), getattr(theirs, name)
        where = f"{place}.{name}"
        if isinstance(other, list):
            assert len(one) == len(other), where
            for index, (left, right) in enumerate(zip(one, other, strict=True)):
                compare(left, right, f"{where}[{index}]")
        elif isinstance(other, dict):
            assert sorted(one) == sorted(other), where
            for key in other:
                compare(one[key], other[key], f"{where}[{key}]")
        elif hasattr(other, "__dataclass_fields__"):
            compare(one, other, where)
        elif isinstance(other, float) and math.isfinite(other):
            gap = abs(one - other)
            if "angle" in name or "direction" in name:
                gap = min(gap, abs(gap - 360.0))
            assert gap < 2e-3, (where, one, other)
        else:
            assert one == other, (where, one, other)


def test_coach_and_trainer_are_asked_and_obeyed() -> None:
    class Staff(Playmaker):
        def coach(self, state: State) -> list[CoachAction]:
            assert not state.world_model.self.uniform_number
            return [CoachAction(do_helios_substitute=DoHeliosSubstitute())]

        def trainer(self, state: State) -> list[TrainerAction]:
            if state.world_model.cycle != 5:
                return []
            move = DoMoveBall(position=RpcVector2D(x=20.0, y=10.0))
            return [TrainerAction(do_move_ball=move)]

    with serve(Staff(), port=0) as server:
        game = PlaymakerGame(Ask(server.address, trainer=True), "still", cycles=8, noise=False)
        game.play()
    assert tuple(game.simulation.ball)[:2] == (20.0, 10.0)
    types = [player.type_id for player in game.simulation.players[:11]]
    assert types[0] == 0
    assert len(set(types[1:])) == 10


def test_answers_to_all_kinds_of_agents_are_plain_lists() -> None:
    class Plain(Playmaker):
        def player(self, _: State) -> list[Any]:
            return [Dash(power=10.0)]

        def coach(self, _: State) -> list[Any]:
            return [DoHeliosSubstitute()]

        def trainer(self, _: State) -> list[Any]:
            return [DoMoveBall(), TrainerAction(do_recover=DoRecover())]

    class Wrong(Playmaker):
        def trainer(self, _: State) -> list[Any]:
            return [Dash(power=10.0)]

    answer = Plain().answer
    actions = TrainerActions.decode(answer("GetTrainerActions", b"")).actions
    assert [one.do_move_ball is not None for one in actions] == [True, False]
    assert actions[1].do_recover is not None
    assert len(CoachActions.decode(answer("GetCoachActions", b"")).actions) == 1
    assert len(PlayerActions.decode(answer("GetPlayerActions", b"")).actions) == 1
    with pytest.raises(ArgumentError, match=r"actions\[0\]: Dash is not a trainer's action"):
        Wrong().answer("GetTrainerActions", b"")


def test_drawings_are_shown_in_the_frame_of_the_pitch() -> None:
    def player(_: State) -> list[Any]:
        circle = AddCircle(center=RpcVector2D(x=10.0, y=5.0), radius=2.0, color="red")
        return [Log(add_circle=circle), Log(add_text=AddText(message="hello")), Dash(power=10)]

    with serve(player, port=0) as server:
        game = PlaymakerGame("still", Ask(server.address), cycles=5)
        game.play()
    circle = game.drawings[0]
    assert isinstance(circle, rcssgym.disc.Circle)
    assert tuple(circle.center) == (-10.0, -5.0)
    assert len(game.drawings) == 11
    picture = game.simulation.render(drawings=game.drawings)
    assert (picture != game.simulation.render()).any()
    side, unum, log = game.logs[1]
    assert (side, unum) == (1, 1)
    assert log.add_text is not None
    assert log.add_text.message == "hello"


def test_many_games_side_by_side_are_those_one_by_one() -> None:
    def player(_: State) -> list[Any]:
        return [Body_Intercept()]

    with serve(player, port=0) as server:
        one = play_games(Ask(server.address), "random", games=3, seed=5, cycles=30)
        other = play_games(Ask(server.address), "random", games=3, seed=5, cycles=30, parallel=3)
    assert [result.game for result in one] == [result.game for result in other]


def test_arguments_are_checked() -> None:
    with pytest.raises(ArgumentError, match="neither team"):
        PlaymakerGame("still", "still")
    with pytest.raises(ArgumentError, match=r"playmaker: .*not of this machine"):
        PlaymakerGame(Ask("192.0.2.1:50051"))
    with pytest.raises(ArgumentError, match='playmaker: "nowhere"'):
        PlaymakerGame(Ask("nowhere"))
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"address": 5}, "^address: 5 is not a text"),
        ({"formation": 5}, "^formation: 5 is not a text"),
        ({"patience": 0.0}, "^patience: 0.0 is not a positive time"),
        ({"patience": "3"}, "^patience: '3' is not a finite number"),
        ({"staff_patience": math.inf}, "^staff_patience: inf is not a finite number"),
        ({"trainer": "left"}, "^trainer: 'left' is neither True nor False"),
    ]
    for options, message in wrong:
        with pytest.raises(ArgumentError, match=message):
            Ask(**{"address": "127.0.0.1:50051", **options})
    with pytest.raises(ArgumentError, match=r"^games: 1\.5 is not an integer"):
        play_games(Ask("127.0.0.1:1"), games=1.5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"^parallel: 0 is not from 1"):
        play_games(Ask("127.0.0.1:1"), parallel=0)
    with pytest.raises(ArgumentError, match="both teams have a trainer"):
        PlaymakerGame(Ask("127.0.0.1:1", trainer=True), Ask("127.0.0.1:2", trainer=True))
    with pytest.raises(ArgumentError, match=r"host: .*not of this machine"):
        serve(lambda _: [], port=0, host="0.0.0.0")
    with pytest.raises(ArgumentError, match="neither a Playmaker nor a function"):
        serve(Playmaker, port=0)  # type: ignore[arg-type]


def test_addresses_of_ipv6_are_told_in_brackets() -> None:
    core: Any = SimpleNamespace(address=("::1", 50051))
    assert Server(core, Playmaker()).address == "[::1]:50051"
