"""Write proxy/probes.json: what probes of the playmaker proxy asked for, and what came of it.

    python tests/reference/make_proxy.py TRACES/bridge/actions.json.gz

Each probe is a world model as the real proxy sent it, one action, and the commands that the real
server then received. Only what skills read is kept: numbers of the State, without what follows from
them.
"""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

OUT = Path(__file__).parent / "proxy" / "probes.json"
WITH_TABLES = {"dash", "body_intercept"}
"""Kinds whose probes keep the table of ways to the ball."""
WITH_HOMES = {"helios_basic_move"}
"""Kinds whose probes keep the place of the player."""


def pair(point: dict[str, float]) -> list[float]:
    return [point.get("x", 0.0), point.get("y", 0.0)]


def player(state: dict[str, Any]) -> dict[str, Any]:
    return {
        "ours": state.get("side") == "LEFT",
        "unum": state["uniform_number"],
        "goalie": state.get("is_goalie", False),
        "motion": pair(state["position"]) + pair(state["velocity"]),
        "body": state.get("body_direction", 0.0),
        "tackling": state.get("is_tackling", False),
        "reach_steps": state.get("ball_reach_steps", 0),
    }


def probe(recorded: dict[str, Any]) -> dict[str, Any]:
    state = recorded["state"]
    me, ball = state["self"], state["ball"]
    (action,) = recorded["action"].values()
    return {
        "kind": recorded["kind"],
        "action": action,
        "commands": recorded["commands"],
        "cycle": recorded["cycle"],
        "me": {
            "motion": pair(me["position"]) + pair(me["velocity"]),
            "body": me.get("body_direction", 0.0),
            "neck": me.get("relative_neck_direction", 0.0),
            "view_width": me.get("view_width", "NARROW"),
            "stamina": me["stamina"],
            "effort": me["effort"],
            "recovery": me["recovery"],
            "capacity": me["stamina_capacity"],
            "kickable": me.get("is_kickable", False),
            "tackling": me.get("is_tackling", False),
            "kick_rate": me["kick_rate"],
            "tackle_probability": me.get("tackle_probability", 0.0),
        },
        "ball": pair(ball["position"]) + pair(ball["velocity"]),
        "others": [player(one) for one in state["teammates"] + state["opponents"]],
        "home": pair(state["helios_home_positions"][str(me["uniform_number"])])
        if recorded["kind"] in WITH_HOMES
        else None,
        "steps": state["intercept_table"].get("self_reach_steps", 0),
        "table": [
            [
                one.get("action_type", "TURN_FORWARD_DASH"),
                one.get("turn_steps", 0),
                round(one.get("turn_angle", 0.0), 3),
                one.get("dash_steps", 0),
                round(one.get("dash_power", 0.0), 3),
                round(one.get("dash_dir", 0.0), 3),
            ]
            for one in state["intercept_table"].get("self_intercept_info", [])
            if recorded["kind"] in WITH_TABLES
        ],
    }


def main() -> None:
    with gzip.open(sys.argv[1], "rt") as file:
        recorded = json.load(file)
    lines = [json.dumps(probe(one), separators=(",", ":")) for one in recorded["probes"]]
    OUT.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
