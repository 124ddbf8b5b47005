"""Writes hands.json: which touches rcsssmj 0.2.1 calls hand balls, in random postures of a T1.

    python tests/reference/make_hands.py

Needs `rcsssmj==0.2.1`. Postures are position, orientation (wxyz) and the named hinges of the robot,
m and rad; the ball is given by x and y.
"""

import json
import pathlib
from types import SimpleNamespace

import mujoco
import numpy as np
from rcsssmj.games.soccer.sim.soccer_sim import SoccerSimulation
from rcsssmj.games.soccer.soccer_fields import FIFA7vs7SoccerField

CASES = 400
MOVED = 17
"""Coordinates of root, head and arms; the rest stays at zero."""
ARMS = ["left_hand", "right_hand", "left_forearm", "right_forearm"]


def posture(random: np.random.Generator) -> np.ndarray:
    """Upright or fallen, with the arms anyhow."""
    qpos = np.zeros(30)
    upright = random.random() < 0.5
    qpos[:2] = random.uniform(-5, 5, 2)
    qpos[2] = random.uniform(0.5, 0.7) if upright else random.uniform(0.1, 0.3)
    quat = random.normal(size=4) * ([1, 0.1, 0.1, 1] if upright else [1, 1, 1, 1])
    qpos[3:7] = quat / np.linalg.norm(quat)
    qpos[7:9] = random.uniform(-0.35, 1.0, 2)
    arms = np.array([[-3.31, 1.22], [-1.74, 1.57], [-2.27, 2.27], [-2.44, 0.0]])
    left = random.uniform(arms[:, 0], arms[:, 1]) * random.choice([0.3, 1.0])
    right = random.uniform(arms[:, 0], arms[:, 1]) * random.choice([0.3, 1.0])
    left[1] -= random.choice([0.0, 1.2])
    right[1] -= random.choice([0.0, 1.2])
    qpos[9:13], qpos[13:17] = left, right * [1, -1, 1, -1]
    return qpos.round(4)


def main() -> None:
    """Writes the file beside this script."""
    sim = SoccerSimulation(FIFA7vs7SoccerField())
    sim.init()
    sim.step([])  # players cannot join before
    robots = sim.add_players(
        [
            SimpleNamespace(team_name=team, player_no=number, model_name="T1")
            for team in ("A", "B")
            for number in (1, 2)
        ]
    )
    model, data = sim.mj_model, sim.mj_data
    data.ctrl[:] = 0
    random = np.random.default_rng(5)
    cases = []
    for _ in range(CASES):
        robot = robots[int(random.choice([0, 1, 1, 2, 3, 3]))]
        qpos = posture(random)
        start = model.joint(robot.root_joint_name).qposadr[0]
        data.qpos[start : start + 30] = qpos
        mujoco.mj_forward(model, data)
        ball = [*random.uniform([-27, -10], [27, 10]).round(3).tolist(), 0.11]
        sim.ball.place_at(ball)
        parts = random.choice(ARMS, int(random.integers(1, 3)), replace=False).tolist()
        who = robot.agent_id
        sim.ball._active_contact = who
        sim.ball._active_contact_body_parts = {who.prefix + part for part in parts}
        foul = bool(sim.referee._SoccerReferee__check_hand_foul())
        player = [who.team_id, who.player_no]
        case = {
            "player": player,
            "qpos": qpos[:MOVED].tolist(),
            "ball": ball,
            "parts": parts,
            "foul": foul,
        }
        cases.append(case)
    hinges = [joint.name.removeprefix("r-1-1-") for joint in robots[2].spec.joints[1 : MOVED - 6]]
    text = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path = pathlib.Path(__file__).with_name("hands.json")
    path.write_text(f'{{"hinges":{json.dumps(hinges)},"cases":[\n{text}\n]}}\n')


if __name__ == "__main__":
    main()
