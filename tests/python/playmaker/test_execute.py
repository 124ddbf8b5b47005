import re
from collections import Counter
from typing import cast

import numpy as np
import pytest
import rcssgym
from rcssgym import ArgumentError, DiscBatch
from rcssgym.playmaker import ActionBatch, Memory, execute
from rcssgym.playmaker.messages import (
    AttentionTo,
    AttentionToOf,
    Bhv_ScanField,
    Body_GoToPoint,
    Body_TurnToBall,
    Body_TurnToPoint,
    ChangeView,
    Dash,
    DoKickOff,
    GameModeType,
    Kick,
    Neck_TurnToPoint,
    PlayerAction,
    PlayerActions,
    PlayerType,
    PointTo,
    RpcVector2D,
    Say,
    Side,
    StaminaMessage,
    State,
    Turn,
    TurnNeck,
    View_ChangeWidth,
    View_Wide,
    ViewWidth,
    WorldModel,
)

from playmaker.probes import BODY, near, only, probes

NOTHING_FIRST = {
    "ignore_preprocess": True,
    "ignore_doforcekick": True,
    "ignore_doHeardPassRecieve": True,
    "ignore_doIntention": True,
    "ignore_shootInPreprocess": True,
}
BODIES = {"body_smart_kick": 4, "body_hold_ball": 4, "body_advance_ball": 4, "body_clear_ball": 4}
"""Where skills differ, at least this many of a kind's five probes agree; of all others all do."""
NECKS = {"neck_turn_to_point": 3, "neck_turn_to_ball": 2, "neck_scan_field": 0}
"""The same for the requested neck actions. Scanning depends on where a player has looked in earlier
cycles, which a State does not contain."""


def test_commands_are_those_of_the_proxy(capsys: pytest.CaptureFixture[str]) -> None:
    bodies, necks, counted = Counter[str](), Counter[str](), Counter[str]()
    for probe in probes():
        actions = PlayerActions(actions=[probe.action], **NOTHING_FIRST)
        ours = execute(probe.state, actions)
        our_bodies, their_bodies = only(ours, *BODY), only(probe.commands, *BODY)
        counted[probe.kind] += 1
        bodies[probe.kind] += len(our_bodies) == len(their_bodies) and all(
            map(near, our_bodies, their_bodies)
        )
        our_necks, their_necks = only(ours, "turn_neck"), only(probe.commands, "turn_neck")
        necks[probe.kind] += len(our_necks) == len(their_necks) and all(
            abs(float(one.split()[1][:-1]) - float(other.split()[1][:-1])) <= 1.0
            for one, other in zip(our_necks, their_necks, strict=True)
        )
    with_necks = [kind for kind in counted if kind.startswith("neck") or "_neck_" in kind]
    with capsys.disabled():
        print()
        for kind, count in counted.items():
            neck = f", neck {necks[kind]}" if kind in with_necks else ""
            print(f"{kind:28} {bodies[kind]:2} of {count}{neck}")
        print(f"{'all bodies':28} {bodies.total():2} of {counted.total()}")
    for kind, count in counted.items():
        assert bodies[kind] >= BODIES.get(kind, count), kind
    for kind in with_necks:
        assert necks[kind] >= NECKS.get(kind, counted[kind]), kind


def state() -> WorldModel:
    return probes()[0].state


def seeing() -> WorldModel:
    """Return the state of a player who stands still and has seen something in this cycle."""
    model = WorldModel.decode(state().encode())
    model.self.velocity = RpcVector2D()
    model.see_time = model.cycle
    return model


def free(*actions: object) -> PlayerActions:
    wrapped = rcssgym.playmaker.player_actions(actions)  # type: ignore[arg-type]
    return PlayerActions(actions=wrapped.actions, **NOTHING_FIRST)


def test_the_first_body_action_that_succeeds_wins() -> None:
    here = state().self.position
    arrived = Body_GoToPoint(target_point=here, distance_threshold=5.0, max_dash_power=100.0)
    turn = execute(state(), free(Turn(relative_direction=10.0)))
    assert execute(state(), free(arrived, Turn(relative_direction=10.0), Dash(power=50))) == turn
    assert execute(state(), free(arrived)) == ["(turn 0)"]
    assert execute(state(), free()) == ["(turn 0)"]


def test_necks_words_and_arms_act_beside_the_body() -> None:
    message = Say(stamina_message=StaminaMessage(stamina=8000.0))
    commands = execute(
        state(),
        free(
            Dash(power=50.0),
            TurnNeck(moment=30.0),
            PointTo(x=10.0, y=5.0),
            AttentionTo(side=Side.LEFT, unum=7),
            message,
            message,
        ),
    )
    assert [text.split()[0] for text in commands] == [
        "(dash", "(turn_neck", "(pointto", "(attentionto", "(say",
    ]  # fmt: skip
    assert commands[1] == "(turn_neck 30)"
    assert commands[3:] == ["(attentionto our 7)", '(say "s9s9")']
    assert execute(state(), free(AttentionToOf()))[-1] == "(attentionto off)"


def test_necks_turn_from_where_the_body_will_be() -> None:
    ahead = RpcVector2D(x=state().self.position.x + 20.0, y=state().self.position.y + 20.0)
    look = Neck_TurnToPoint(target_point=ahead)
    before, after = (only(execute(state(), free(*own)), "turn_neck") for own in (
        [look, Body_TurnToPoint(target_point=ahead, cycle=1)],
        [Body_TurnToPoint(target_point=ahead, cycle=1), look],
    ))  # fmt: skip
    assert before != after


def test_actions_wait_while_the_player_must_do_something_first() -> None:
    frozen = state()
    lost = WorldModel.decode(frozen.encode())
    lost.ball.pos_count = 20
    searching = execute(lost, [Dash(power=50.0)])
    assert searching[0].startswith("(turn ")
    assert execute(lost, free(Dash(power=50.0)))[0].startswith("(dash ")
    lost.self.is_tackling = True
    assert only(execute(lost, [Dash(power=50.0)]), *BODY) == []


def test_parameters_of_the_game_are_those_of_the_memory() -> None:
    plain = execute(state(), free(Turn(relative_direction=30.0)))
    player_type = PlayerType.decode(b"")
    player_type.id, player_type.inertia_moment, player_type.player_decay = 0, 0.0, 0.4
    names = ("player_size", "kickable_margin", "player_speed_max", "dash_power_rate", "effort_max")
    for name, number in zip(names, (0.3, 0.7, 1.05, 0.006, 1.0), strict=True):
        setattr(player_type, name, number)
    still = execute(
        state(), free(Turn(relative_direction=30.0)), Memory(player_types=[player_type])
    )
    assert still == ["(turn 30)"]
    assert plain != still


def test_what_cannot_be_is_refused_by_name() -> None:
    with pytest.raises(ArgumentError, match=r"actions\[1\]: DoKickOff is not a player's action"):
        execute(state(), [Dash(), DoKickOff()])
    for options in ({"memory": 5}, {"formation": 5}, {"habits": 5}):
        with pytest.raises(ArgumentError, match=f"^{next(iter(options))}: "):
            execute(state(), [Dash()], **options)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"world_model\.self is missing"):
        execute(WorldModel(), [Dash()])
    broken = WorldModel.decode(state().encode())
    broken.ball.position = RpcVector2D(x=float("nan"))
    with pytest.raises(ArgumentError, match=r"world_model\.ball\.position is \(NaN, 0\)"):
        execute(State(world_model=broken), [Dash()])
    broken = WorldModel.decode(state().encode())
    broken.self.uniform_number = 12
    with pytest.raises(ArgumentError, match=r"uniform_number 12"):
        execute(broken, [Dash()])
    for action, place in (
        (Turn(relative_direction=float("nan")), "Turn.relative_direction"),
        (Kick(power=float("nan")), "Kick.power"),
        (Body_TurnToPoint(target_point=RpcVector2D(x=float("inf"))), "RpcVector2D.x"),
    ):
        with pytest.raises(ArgumentError, match=rf"{place}: value: must be finite, not (nan|inf)"):
            execute(state(), [action])
        with pytest.raises(ArgumentError, match=f"{place}: value: must be finite"):
            ActionBatch(DiscBatch(1, left=1, right=0)).act([[Dash(), action]])
    for odd, place in (
        (ChangeView(view_width=cast("ViewWidth", 77)), "ChangeView.view_width"),
        (AttentionTo(side=cast("Side", 9), unum=3), "AttentionTo.side"),
    ):
        wrong = rf"{place}: value: must be a number of its enumeration, not (77|9)$"
        with pytest.raises(ArgumentError, match=wrong):
            execute(state(), [odd])
        with pytest.raises(ArgumentError, match=wrong):
            ActionBatch(DiscBatch(1, left=1, right=0)).act([[odd]])
    with pytest.raises(ArgumentError, match="player_types: 18"):
        Memory(player_types=[PlayerType(id=18)])


@pytest.mark.parametrize(
    "place",
    [
        "our_side",
        "game_mode_type",
        "game_mode_side",
        "last_kick_side",
        "self.view_width",
        "self.card",
    ],
)
def test_states_of_members_that_the_interface_lacks_are_refused(place: str) -> None:
    broken = WorldModel.decode(state().encode())
    *outer, name = place.split(".")
    setattr(broken.self if outer else broken, name, 77)
    with pytest.raises(ArgumentError, match=rf"^state: world_model\.{place} 77 has no meaning$"):
        execute(broken, [Dash(power=50.0)])


def test_every_kind_of_action_gives_finite_commands_in_random_states() -> None:
    draw = np.random.default_rng(0)
    kinds = [field.name for field in PlayerAction.__dataclass_fields__.values()]
    base = state()
    for _ in range(40):
        world_model = WorldModel.decode(base.encode())
        world_model.ball.position = RpcVector2D(x=draw.uniform(-60, 60), y=draw.uniform(-40, 40))
        world_model.ball.velocity = RpcVector2D(x=draw.uniform(-3, 3), y=draw.uniform(-3, 3))
        world_model.self.position = RpcVector2D(x=draw.uniform(-57, 57), y=draw.uniform(-39, 39))
        if draw.random() < 0.6:
            near_ball = world_model.ball.position
            world_model.self.position = RpcVector2D(x=near_ball.x + 0.4, y=near_ball.y - 0.3)
            world_model.self.is_kickable = True
        world_model.self.body_direction = draw.uniform(-180, 180)
        world_model.self.is_goalie = draw.random() < 0.3
        for kind in kinds:
            types = PlayerAction.__dataclass_fields__[kind].type
            action = PlayerAction(**{kind: types.__args__[0]()})  # type: ignore[union-attr]
            for text in execute(world_model, free(action)):
                assert not re.search("nan|inf", text.lower()), (kind, text)
                assert re.fullmatch(r"\(.*\)", text)


def test_all_ways_to_widen_the_view_count_for_what_follows() -> None:
    wide = ViewWidth.WIDE
    scan, *others = (
        execute(seeing(), free(view, Bhv_ScanField()))
        for view in (View_Wide(), View_ChangeWidth(view_width=wide), ChangeView(view_width=wide))
    )
    assert scan != execute(seeing(), free(Bhv_ScanField()))
    assert others == [scan, scan]


def test_the_width_of_the_view_changes_as_the_proxys_does() -> None:
    same, blind = 0, 0
    for probe in probes():
        actions = PlayerActions(actions=[probe.action], **NOTHING_FIRST)
        ours = only(execute(probe.state, actions, habits=True), "change_view")
        has_seen = probe.state.see_time == probe.state.cycle
        # Without sights, a change would break their rhythm.
        assert has_seen or ours == []
        blind += not has_seen
        same += ours == only(probe.commands, "change_view")
    assert blind > 30
    assert same >= len(probes()) - 3


def test_scanning_is_done_with_a_wide_view_and_waits_until_something_is_seen() -> None:
    commands = execute(seeing(), free(Bhv_ScanField()))
    assert "(change_view wide)" in commands
    assert commands[0] != "(turn 0)"
    blind = seeing()
    blind.see_time -= 1
    assert execute(blind, free(Bhv_ScanField())) == ["(turn 0)", "(turn_neck 0)"]


@pytest.mark.parametrize(
    ("mode", "position", "seen", "searches"),
    [
        (GameModeType.PlayOn, 5, 99, False),
        (GameModeType.PlayOn, 6, 0, True),
        (GameModeType.FreeKick_, 2, 15, False),
        (GameModeType.FreeKick_, 2, 16, True),
    ],
)
def test_a_player_looks_for_a_ball_that_he_has_lost(
    mode: GameModeType, position: int, seen: int, searches: bool
) -> None:
    """While play is stopped, a position that was only heard does not count for long."""
    model = WorldModel.decode(state().encode())
    model.game_mode_type, model.game_mode_side = mode, Side.LEFT
    model.ball.pos_count, model.ball.seen_pos_count = position, seen
    turn = rcssgym.playmaker.player_actions([Turn(relative_direction=10.0)])
    unhindered = {**NOTHING_FIRST, "ignore_preprocess": False}
    commands = execute(model, PlayerActions(actions=turn.actions, **unhindered))
    assert (execute(model, free(Turn(relative_direction=10.0))) != commands) == searches


@pytest.mark.parametrize(("age", "is_known"), [(9, True), (10, False)])
def test_a_ball_whose_position_is_too_old_is_not_turned_to(age: int, is_known: bool) -> None:
    model = WorldModel.decode(state().encode())
    model.ball.pos_count = model.ball.seen_pos_count = age
    commands = execute(model, free(Body_TurnToBall(cycle=1), Turn(relative_direction=10.0)))
    assert (commands != execute(model, free(Turn(relative_direction=10.0)))) == is_known
