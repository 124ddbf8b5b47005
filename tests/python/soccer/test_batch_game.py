"""Games in batches: equal to managed simulations, as objects and as arrays."""

import copy
import pickle
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
import rcssgym
from rcssgym import (
    ArgumentError,
    BeamAction,
    DropBallCommand,
    FIFA7vs7SoccerField,
    InitRequest,
    KickOffCommand,
    MotorAction,
    ObjectDetection,
    PlaceBallCommand,
    PlacePlayerCommand,
    PlayMode,
    SetPlayModeCommand,
    SimAction,
    SoccerRules,
    SoccerSimulation,
    SpeakerAction,
    SSim2026Rules,
    WorldBatch,
)
from rcssgym.soccer import Foul

SEED = 2**32 - 2
"""This gives world 2 a seed that does not fit numpy's generator."""
ROBOTS = (("T1", "Reds", 1), ("ant", "Reds", 2), ("T1", "Blues", 1), ("T1", "Blues", 2))


def batch(num_worlds: int = 4, seed: int = SEED, **options: object) -> WorldBatch:
    return WorldBatch(
        num_worlds,
        left=["T1", "ant"],
        right=["T1", "T1"],
        rules="ssim",
        seed=seed,
        team_names=("Reds", "Blues"),
        **options,  # type: ignore[arg-type]
    )


def managed(seed: int, *, vision_noise: bool = False, occlusion: bool = False) -> SoccerSimulation:
    sim = SoccerSimulation(
        FIFA7vs7SoccerField(),
        SSim2026Rules(),
        seed=seed,
        vision_noise=vision_noise,
        occlusion=occlusion,
    )
    sim.init()
    assert None not in sim.add_players([InitRequest(*robot) for robot in ROBOTS])
    return sim


def actions(prefix: str, motors: Sequence[str], world: int, step: int) -> list[SimAction[Any]]:
    """Actions that differ from world to world and robot to robot."""
    rng = np.random.default_rng([world, step, *map(ord, prefix)])
    found: list[SimAction[Any]] = [
        MotorAction(prefix + motor, target, 0.0, 25.0, 0.6, 0.0)
        for motor, target in zip(motors, rng.uniform(-0.5, 0.5, len(motors)).tolist(), strict=True)
    ]
    if step == 0:
        x, y, theta = rng.uniform([1.0, -4.0, -1.0], [5.0, 4.0, 1.0]).tolist()
        found.append(BeamAction(prefix + "beam", (x, y, theta)))
    if "ant" not in prefix and motors[0] == "he1":
        found.append(SpeakerAction(prefix + "say", float(rng.uniform(0.2, 1.5)), b"%d" % step))
    return found


def commands(step: int) -> list[rcssgym.MonitorCommand]:
    found: dict[int, list[rcssgym.MonitorCommand]] = {
        5: [KickOffCommand(1)],
        12: [PlaceBallCommand((26.0, 1.0, 0.11), (8.0, 0.0, 0.0))],
        25: [PlacePlayerCommand(2, "Blues", (-26.0, 0.0, 0.7)), DropBallCommand((0.0, 3.0))],
        33: [SetPlayModeCommand("free_kick_left")],
    }
    return found.get(step, [])


def text(perceptions: Sequence[rcssgym.Perception]) -> str:
    return "".join(perception.to_sexp() for perception in perceptions)


@pytest.mark.parametrize("special", [{}, {"vision_noise": True, "occlusion": True}], ids=str)
def test_a_world_is_a_managed_simulation(special: dict[str, bool]) -> None:
    worlds = batch(**special)
    sims = [managed(SEED + world, **special) for world in range(4)]
    modes: set[PlayMode] = set()
    for step in range(45):
        for world, sim in enumerate(sims):
            for robot, agent in enumerate(sim.sim_agents):
                chosen = actions(agent.agent_id.prefix, agent.spec.motor_names, world, step)
                agent.set_actions(chosen)
                worlds.act(world, robot, chosen)
            for command in commands(step):
                worlds.command(world, command)
                command.perform(sim)
            sim.step()
            sim.generate_perceptions()
        worlds.advance()
        assert worlds.qpos.tobytes() == np.stack([sim.qpos for sim in sims]).tobytes()
        for world, sim in enumerate(sims):
            modes.add(sim.game_state.play_mode)
            for robot, agent in enumerate(sim.sim_agents):
                assert text(worlds.perceptions(world, robot)) == text(agent.perceptions)
    assert worlds.score.tolist() == [
        [sim.game_state.left_team_score, sim.game_state.right_team_score] for sim in sims
    ]
    assert worlds.play_time.tolist() == [sim.game_state.play_time for sim in sims]
    assert [list(PlayMode)[mode] for mode in worlds.play_mode] == [
        sim.game_state.play_mode for sim in sims
    ]
    assert len(modes) > 2
    events = worlds.take_foul_events()
    assert events == [(w, event) for w, sim in enumerate(sims) for event in sim.foul_events]
    assert worlds.take_foul_events() == []


def test_arrays_say_what_objects_say() -> None:
    worlds = batch()
    heard = 0
    for step in range(20):
        for world in range(4):
            for robot, (model, team, number) in enumerate(ROBOTS):
                prefix = f"r-{int(team == 'Blues')}-{number}-"
                motors = rcssgym.Model(model).motor_names
                worlds.act(world, robot, actions(prefix, motors, world, step))
        worlds.advance()
        arrays = worlds.perceive()
        heard += int(arrays.heard.sum())
        for world in range(4):
            for robot in range(4):
                objects = {type(p).__name__: p for p in worlds.perceptions(world, robot)}
                check_robot(arrays, objects, world, robot)
    assert heard > 0


def check_robot(
    arrays: rcssgym.Perceptions, objects: Mapping[str, object], world: int, robot: int
) -> None:
    """All numbers of the objects are in the arrays, and no others."""
    at = (world, robot)
    get = objects.__getitem__
    assert arrays.time[world] == get("TimePerception").time  # type: ignore[attr-defined]
    state: rcssgym.GameStatePerception = get("GameStatePerception")  # type: ignore[assignment]
    assert list(PlayMode)[arrays.play_mode[world]].value == state.play_mode
    assert arrays.score[world].tolist() == [state.score_left, state.score_right]
    quat: rcssgym.OrientationPerception = get("OrientationPerception")  # type: ignore[assignment]
    assert arrays.orientation[at].tolist() == [quat.qw, quat.qx, quat.qy, quat.qz]
    gyro: rcssgym.GyroPerception = get("GyroPerception")  # type: ignore[assignment]
    assert arrays.gyro[at].tolist() == [gyro.rx, gyro.ry, gyro.rz]
    joints: rcssgym.JointStatePerception = get("JointStatePerception")  # type: ignore[assignment]
    count = len(joints.joint_names)
    assert arrays.joint_names[robot] == joints.joint_names
    assert arrays.joint_axs[at][:count].tolist() == list(joints.joint_axs)
    assert not arrays.joint_axs[at][count:].any()
    check_vision(arrays, objects.get("VisionPerception"), at)
    sounds = objects.get("MicrophonePerception")
    messages = [] if sounds is None else [bytes(m) for m in sounds.messages]  # type: ignore[attr-defined]
    lengths = arrays.message_lengths[at]
    rows = zip(arrays.messages[at], lengths, strict=True)
    found = [row[:length].tobytes() for row, length in rows]
    assert [f for f, is_heard in zip(found, arrays.heard[at], strict=True) if is_heard] == messages


def check_vision(arrays: rcssgym.Perceptions, vision: object, at: tuple[int, int]) -> None:
    seen: dict[tuple[int | None, str], list[float]] = {}
    for thing in [] if vision is None else vision.obj_detections:  # type: ignore[attr-defined]
        parts, owner = [thing], None
        if not isinstance(thing, ObjectDetection):
            parts = thing.body_detections
            teams = [(team, number) for _, team, number in ROBOTS]
            owner = teams.index((thing.team_name, thing.player_no))
        for part in parts:
            seen[owner, part.name] = [part.distance, part.azimuth, part.inclination]
    mask = arrays.vision_mask[at]
    names = [name for name, visible in zip(arrays.marker_names, mask, strict=True) if visible]
    assert dict(zip(names, arrays.vision[at][mask].tolist(), strict=True)) == seen
    assert not arrays.vision[at][~mask].any()


def test_copies_go_on_alike() -> None:
    worlds = batch(3)
    for world in range(3):
        worlds.command(world, KickOffCommand(world % 2))
        worlds.act(world, 0, [MotorAction("r-0-1-he1", 0.4, 0.0, 9.0, 0.4, 0.0)])
    worlds.advance(40)
    copies = [copy.deepcopy(worlds), pickle.loads(pickle.dumps(worlds))]
    worlds.advance(40)
    for other in copies:
        other.advance(40)
        assert other.snapshot() == worlds.snapshot()
        assert text(other.perceptions(1, 2, True)) == text(worlds.perceptions(1, 2, True))


def test_a_reset_begins_the_game_anew() -> None:
    worlds, fresh = batch(), batch()
    for world in range(4):
        worlds.command(world, KickOffCommand(0))
    worlds.advance(40)
    others = worlds.qpos[1], worlds.play_time[1]
    worlds.reset([0, 3])
    assert worlds.play_mode.tolist() == [0, 1, 1, 0]
    assert worlds.frame.tolist() == [0, 1, 1, 0]
    assert text(worlds.perceptions(0, 0)) == text(fresh.perceptions(0, 0))
    assert (worlds.qpos[1] == others[0]).all()
    assert worlds.play_time[1] == others[1]


def test_fouls_are_counted() -> None:
    worlds = batch(2)
    lying = (0.7071, 0.0, 0.7071, 0.0)
    worlds.command(1, PlacePlayerCommand(1, "Reds", (-5.0, 2.0, 0.1), lying))
    worlds.command(1, SetPlayModeCommand("PlayOn"))
    for _ in range(1600):
        worlds.advance()
        if worlds.fouls.any():
            break
    kinds = {Foul(int(kind)) for kind in np.nonzero(worlds.fouls)[2]}
    assert Foul.INCAPABLE in kinds
    assert not worlds.fouls[0].any()
    assert {world for world, _ in worlds.take_foul_events()} == {1}


def test_rules_and_fields_of_ones_own() -> None:
    rules = SoccerRules(half_time=1, kick_off_time=-1)
    field = FIFA7vs7SoccerField()
    worlds = WorldBatch(2, rules=rules, field=field, phase=rcssgym.GamePhase.SECOND_HALF)
    assert worlds.play_time.tolist() == [1.0, 1.0]
    worlds.command(0, KickOffCommand(0))
    for _ in range(55):
        worlds.advance()
    assert [list(PlayMode)[mode] for mode in worlds.play_mode] == [
        PlayMode.GAME_OVER,
        PlayMode.BEFORE_KICK_OFF,
    ]
    again = pickle.loads(pickle.dumps(worlds))
    assert again.snapshot() == worlds.snapshot()


def test_a_field_that_changes_afterwards_does_not_matter() -> None:
    field = FIFA7vs7SoccerField()
    worlds = WorldBatch(1, left=["ant"], field=field)
    field.goal_dim = (1.0, 2.0, 3.0)
    for twin in (copy.copy(worlds), pickle.loads(pickle.dumps(worlds))):
        assert twin.snapshot() == worlds.snapshot()


def test_goals_need_posts() -> None:
    field = FIFA7vs7SoccerField()
    field.goal_post_radius = 0.0
    with pytest.raises(ArgumentError, match="field: goal_post_radius must be positive, not 0"):
        WorldBatch(1, field=field)


def test_fields_have_bounds() -> None:
    for name, value, shown in (
        ("line_width", 1e300, "1e300"),
        ("goal_dim", (1.0, 1e20, 1.0), r"\[1\.0, 1e20, 1\.0\]"),
    ):
        field = FIFA7vs7SoccerField()
        setattr(field, name, value)
        with pytest.raises(ArgumentError, match=f"field: {name} must be at most 1e10, not {shown}"):
            WorldBatch(1, field=field)


def test_worlds_show_their_rules() -> None:
    assert repr(WorldBatch(1, rules="ssim")).endswith("seed=0, rules='ssim')")
    assert repr(WorldBatch(1)).endswith("seed=0)")


def test_bad_input_changes_nothing() -> None:
    worlds = batch(2)
    before = worlds.snapshot()
    motor: Any = MotorAction("r-0-1-he1", 0.0, 0.0, 1.0, 0.0, 0.0)
    foreign = MotorAction("r-1-1-he1", 0.0, 0.0, 1.0, 0.0, 0.0)
    nan = MotorAction("r-0-1-he1", 0.0, float("nan"), 1.0, 0.0, 0.0)
    for bad, words in (
        (lambda: worlds.act(2, 0, [motor]), "world"),
        (lambda: worlds.act(0, 4, [motor]), "robot"),
        (lambda: worlds.act(0, 0, [foreign]), "r-1-1-he1"),
        (lambda: worlds.act(0, 0, [motor, nan]), "action 1"),
        (lambda: worlds.act(0, 0, motor), "sequence"),
        (lambda: worlds.command(0, PlacePlayerCommand(7, "Reds", (0.0, 0.0, 1.0))), "7"),
        (lambda: worlds.command(0, PlaceBallCommand((0.0, float("inf"), 1.0))), "inf"),
        (lambda: worlds.command(0, SetPlayModeCommand("siesta")), "siesta"),
        (lambda: worlds.command(9, KickOffCommand(0)), "world"),
        (lambda: worlds.perceptions(0, -1), "robot"),
        (lambda: worlds.perceptions(0, 0, 1), "vision: must be True or False, not int"),  # type: ignore[arg-type]
        (lambda: worlds.perceive("no"), "vision: must be True or False, not str"),  # type: ignore[arg-type]
        (lambda: worlds.say(b"", volume="loud"), "volume: must be a number, not str"),  # type: ignore[arg-type]
        (lambda: worlds.command(0, KickOffCommand(2)), "team_side"),
        (lambda: worlds.command(0, "kick off"), "command: a str"),  # type: ignore[arg-type]
        (lambda: batch(1, team_names=("A", "A")), "team_names"),
        (lambda: WorldBatch(1, left=["ant"] * 8, rules="ssim"), "left: 8 robots.*allow 7"),
        (lambda: WorldBatch(1, rules=SoccerRules(max_player_no=0)), "left: 1 robots.*allow 0"),
        (lambda: WorldBatch(1, team_names=("A", "B")), "team_names: .*needs rules"),
        (lambda: WorldBatch(1, referee="kick_challenge"), "referee: .*needs rules"),
        (lambda: WorldBatch(1, phase=1), "phase: .*needs rules"),
        (lambda: WorldBatch(1, occlusion=True), "occlusion: .*needs rules"),
    ):
        with pytest.raises((ArgumentError, TypeError), match=words):
            bad()
    assert worlds.snapshot() == before


def test_without_rules_there_is_no_game() -> None:
    worlds = WorldBatch(2)
    for ask in (
        lambda: worlds.perceive(),
        lambda: worlds.perceptions(0, 0),
        lambda: worlds.act(0, 0, []),
        lambda: worlds.command(0, KickOffCommand(0)),
        lambda: worlds.score,
        lambda: worlds.fouls,
        lambda: worlds.take_foul_events(),
    ):
        with pytest.raises(ArgumentError, match="without rules"):
            ask()
