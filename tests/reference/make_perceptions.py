"""Writes perceptions.json: what rcsssmj's agents perceive in a few states.

    python tests/reference/make_perceptions.py

Needs `rcsssmj==0.2.1`, which brings `mujoco` and `numpy`. Robots stand, lie and look about in
random poses, some say something. Every state has its coordinates (`qpos`: the ball, then the
robots in the order in which they joined; m, rad), the readings of each robot's sensors as MuJoCo
has them (m, rad/s, m/s^2, N, rad), and what rcsssmj makes of these for each robot (deg, m, bytes in
hexadecimal). At the end, numbers of numpy's global generator.
"""

from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation
from rcsssmj.games.soccer.soccer_fields import create_soccer_field
from rcsssmj.sim import perceptions as p
from rcsssmj.sim.audio_engine import a_step


@dataclass(frozen=True)
class Player:
    """Who joins; rcsssmj gives the first team the left side."""

    team_name: str
    player_no: int
    model_name: str


@dataclass(frozen=True)
class Case:
    """A game and how it is looked at."""

    field: str
    players: tuple[Player, ...]
    states: int
    aimed: bool = False


# fmt: off
CASES = (
    Case("fifa", (Player("A", 1, "T1"), Player("B", 10, "K1"), Player("A", 2, "ant")), 4),
    Case("fifa7vs7", (Player("A", 3, "T1"), Player("B", 1, "T1"), Player("A", 1, "K1"),
                      Player("B", 7, "ant"), Player("A", 2, "K1"), Player("B", 2, "T1")), 7),
    Case("fifa7vs7", (Player("A", 1, "T1"), Player("B", 1, "K1")), 12, aimed=True),
)
# fmt: on


def main() -> None:
    """Writes the file beside this script."""
    random = np.random.default_rng(11)
    content = {
        "cases": [case_of(case, random) for case in CASES],
        "generator": generator_of(20260815, 700),
    }
    path = pathlib.Path(__file__).with_name("perceptions.json")
    path.write_text(json.dumps(content, separators=(",", ":")) + "\n")


def case_of(case: Case, random: np.random.Generator) -> dict[str, Any]:
    """A game in all its states."""
    simulation = SoccerSimulation(create_soccer_field(case.field))
    simulation.init()
    simulation._a_data.origins = np.zeros((3, 0))  # rcsssmj fails to add players without this
    simulation.add_players(case.players)
    return {
        "field": case.field,
        "players": [[who.team_name, who.player_no, who.model_name] for who in case.players],
        "states": [state_of(simulation, case, index, random) for index in range(case.states)],
    }


def state_of(
    simulation: SoccerSimulation, case: Case, index: int, random: np.random.Generator
) -> dict[str, Any]:
    """Perceptions in one state."""
    data = simulation.mj_data
    if case.aimed:
        aim(simulation, index, random)
    else:
        scatter(simulation, random)
    data.ctrl[:] = 0
    data.qvel[:] = random.normal(size=data.qvel.shape)
    data.time = float(np.round(random.uniform(0, 300), 2))
    mujoco.mj_forward(simulation.mj_model, data)
    said = speeches(simulation, index, random)
    seed = int(random.integers(2**32))
    np.random.seed(seed)  # noqa: NPY002
    a_step(simulation._a_data, data)
    simulation.generate_perceptions(gen_vision=True)
    robots = {}
    for agent in simulation.sim_agents:
        sensors = [list(data.sensor(spec.name).data) for spec in agent.spec.sensors]
        robots[str(agent.agent_id)] = {
            "sensors": [float(x) for values in sensors for x in values],
            "perceptions": [encoded(perception) for perception in agent.perceptions[2:]],
        }
    return {
        "qpos": data.qpos.tolist(),
        "time": data.time,
        "now": next(simulation.sim_agents).perceptions[0].time,
        "said": said,
        "seed": seed,
        "robots": robots,
    }


def scatter(simulation: SoccerSimulation, random: np.random.Generator) -> None:
    """Everything somewhere on the field, every other robot upright, all joints bent."""
    model, data = simulation.mj_model, simulation.mj_data
    half = np.array(simulation.field.field_dim[:2]) / 2
    roots = [j for j in range(model.njnt) if model.jnt_type[j] == mujoco.mjtJoint.mjJNT_FREE]
    for number, joint in enumerate(roots):
        address = model.jnt_qposadr[joint]
        place = random.uniform(-half, half) * (0.3 if number % 3 else 1)
        data.qpos[address : address + 3] = [*place, random.uniform(0.3, 0.8)]
        turn = random.normal(size=4) * ([1, 0.05, 0.05, 1] if number % 2 else [1, 1, 1, 1])
        data.qpos[address + 3 : address + 7] = turn / np.linalg.norm(turn)
    for joint in range(model.njnt):
        if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_HINGE:
            data.qpos[model.jnt_qposadr[joint]] = random.uniform(-0.8, 0.8)


def aim(simulation: SoccerSimulation, index: int, random: np.random.Generator) -> None:
    """Robots upright, on the middle line from goal to goal or anywhere, and each facing a marker of
    the field exactly, so that angles are zero but for rounding."""
    simulation.ball.place_at((0.0, 0.0, 0.11))
    markers = [name for name, _ in simulation._world_markers]
    for number, agent in enumerate(simulation.sim_agents):
        if index < 4:
            sign = (-1) ** (number + index // 2)
            agent.drop_at(sign * (2 + 3.7 * number), 0.0, np.pi * (index % 2))
        else:
            target = simulation.mj_data.site(markers[(7 * index + 3 * number) % len(markers)]).xpos
            x, y = random.uniform(-15, 15, 2)
            agent.drop_at(x, y, np.arctan2(target[1] - y, target[0] - x))


def speeches(
    simulation: SoccerSimulation, index: int, random: np.random.Generator
) -> list[list[Any]]:
    """Lets a part of the robots speak, from nobody to all; the last one too long now and then."""
    said = []
    names = list(simulation._a_data.actuators)
    for number, name in enumerate(names[: index % (len(names) + 1)]):
        volume = float(random.uniform(0.05, 1.3))
        size = 11 if index % 4 == 3 and number == 2 else int(random.integers(1, 11))
        message = random.bytes(size)
        simulation.say_message(name, volume, message)
        said.append([name.removesuffix("-say"), volume, message.hex()])
    return said


def encoded(perception: p.Perception) -> list[Any]:
    """Kind, name, and numbers."""
    match perception:
        case p.OrientationPerception(qw=qw, qx=qx, qy=qy, qz=qz):
            return ["quat", perception.name, [qw, qx, qy, qz]]
        case p.PositionPerception(x=x, y=y, z=z):
            return ["pos", perception.name, [x, y, z]]
        case p.GyroPerception(rx=x, ry=y, rz=z):
            return ["gyro", perception.name, [x, y, z]]
        case p.AccelerometerPerception(ax=x, ay=y, az=z):
            return ["acc", perception.name, [x, y, z]]
        case p.TouchPerception(active=active):
            return ["touch", perception.name, active]
        case p.JointStatePerception(joint_names=names, joint_axs=angles, joint_vxs=speeds):
            return ["joints", list(names), list(angles), list(speeds)]
        case p.MicrophonePerception(azimuths=azimuths, messages=messages):
            texts = [bytes(message).hex() for message in messages]
            return ["mic", perception.name, [int(azimuth) for azimuth in azimuths], texts]
        case p.VisionPerception(obj_detections=detections):
            return ["see", [seen(detection) for detection in detections]]
    raise TypeError(f"unknown perception {perception!r}")


def seen(detection: p.ObjectDetection | p.AgentDetection) -> list[Any]:
    """Name and distance, azimuth, inclination; or team, number and parts."""
    if isinstance(detection, p.AgentDetection):
        parts = [seen(part) for part in detection.body_detections]
        return [detection.name, detection.team_name, detection.player_no, parts]
    return [detection.name, detection.distance, detection.azimuth, detection.inclination]


def generator_of(seed: int, count: int) -> dict[str, Any]:
    """Numbers of numpy's global generator; the first and the last few of so many."""
    np.random.seed(seed)  # noqa: NPY002
    numbers = np.random.rand(count).tolist()  # noqa: NPY002
    return {"seed": seed, "first": numbers[:5], "count": count, "last": numbers[-5:]}


if __name__ == "__main__":
    main()
