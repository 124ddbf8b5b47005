"""A playmaker on grpcio that checks every State it receives, and requests each kind of action."""

from __future__ import annotations

import math
import threading
from collections import Counter
from concurrent import futures
from types import TracebackType
from typing import Any

import grpc

from playmaker.interface import classes

CALLS = {
    "GetPlayerActions": ("State", "PlayerActions"),
    "GetCoachActions": ("State", "CoachActions"),
    "GetTrainerActions": ("State", "TrainerActions"),
    "SendInitMessage": ("InitMessage", "Empty"),
    "SendServerParams": ("ServerParam", "Empty"),
    "SendPlayerParams": ("PlayerParam", "Empty"),
    "SendPlayerType": ("PlayerType", "Empty"),
    "Register": ("RegisterRequest", "RegisterResponse"),
    "SendByeCommand": ("RegisterResponse", "Empty"),
    "GetBestPlannerAction": ("BestPlannerActionRequest", "BestPlannerActionResponse"),
}
NEVER = 1000
OLD = 30
"""Age at which agents forget players, cycles."""


class Conformance:
    """A server, its calls in order by agent, and the errors found in them."""

    def __init__(self, port: int = 0, compression: grpc.Compression | None = None) -> None:
        self.calls: dict[tuple[int, int], list[str]] = {}
        self.wrong: Counter[str] = Counter()
        self.states = 0
        self.kinds: Counter[str] = Counter()
        self.asked_best = 0
        self._clients: dict[int, tuple[int, int]] = {}
        self._turn = 0
        self._lock = threading.Lock()
        self._server = grpc.server(futures.ThreadPoolExecutor(16), compression=compression)
        handlers = {
            name: grpc.unary_unary_rpc_method_handler(
                getattr(self, f"on_{name}", None) or self._handler(name, answer),
                request_deserializer=classes()[request].FromString,
                response_serializer=lambda message: message.SerializeToString(),
            )
            for name, (request, answer) in CALLS.items()
        }
        generic = grpc.method_handlers_generic_handler("protos.Game", handlers)
        self._server.add_generic_rpc_handlers((generic,))
        self.port = self._server.add_insecure_port(f"127.0.0.1:{port}")
        self._server.start()

    @property
    def registered(self) -> list[tuple[int, int]]:
        """Return kinds and numbers of agents, in the order of their registration."""
        return [self._clients[client] for client in sorted(self._clients)]

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Conformance:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.stop(None).wait()

    def close(self) -> None:
        self._server.stop(None).wait()

    def _note(self, name: str, client: int) -> None:
        with self._lock:
            self.calls.setdefault(self._clients[client], []).append(name)

    def check(self, holds: bool, what: str) -> None:
        if not holds:
            with self._lock:
                self.wrong[what] += 1

    def _handler(self, name: str, answer: str) -> Any:
        def handle(request: Any, _: Any) -> Any:
            known = getattr(request, "register_response", request)
            self._note(name, known.client_id)
            return classes()[answer]()

        return handle

    def on_Register(self, request: Any, _: Any) -> Any:  # noqa: N802
        with self._lock:
            client = len(self._clients) + 1
            who = (request.agent_type, request.uniform_number)
            self._clients[client] = who
            self.calls.setdefault(who, []).append("Register")
        return classes()["RegisterResponse"](
            client_id=client,
            agent_type=request.agent_type,
            team_name=request.team_name,
            uniform_number=request.uniform_number,
            rpc_server_language_type=1,
        )

    def on_GetPlayerActions(self, state: Any, context: Any) -> Any:  # noqa: ARG002, N802
        self._note("GetPlayerActions", state.register_response.client_id)
        self.check_state(state)
        answer = classes()["PlayerActions"]()
        kinds = classes()["PlayerAction"].DESCRIPTOR.fields
        with self._lock:
            self._turn += 1
            kind = kinds[self._turn % len(kinds)]
            self.kinds[kind.name] += 1
        action = answer.actions.add()
        getattr(action, kind.name).SetInParent()
        self.fill(action, kind.name)
        answer.ignore_preprocess = self._turn % 2 == 0
        return answer

    def fill(self, action: Any, kind: str) -> None:
        """Set numbers with which an action makes sense."""
        own = getattr(action, kind)
        names = {field.name for field in own.DESCRIPTOR.fields}
        for name, number in {"power": 50.0, "max_dash_power": 80.0, "first_speed": 2.0}.items():
            if name in names:
                setattr(own, name, number)
        if kind == "helios_offensive_planner":
            own.server_side_decision = True
            own.direct_pass = own.short_dribble = own.cross = True
        if kind == "say":
            own.stamina_message.stamina = 4000.0

    def on_GetBestPlannerAction(self, request: Any, _: Any) -> Any:  # noqa: N802
        self.asked_best += 1
        self.check(0 in request.pairs, "pairs: holding the ball is missing")
        self.check(request.register_response == request.state.register_response, "best: agent")
        self.check_state(request.state)
        for key, pair in request.pairs.items():
            self.check(pair.action.index == key, "pairs: key is not the index")
            parent = pair.action.parent_index
            self.check(parent == -1 or parent in request.pairs, "pairs: parent unknown")
            self.check(not math.isnan(pair.evaluation), "pairs: evaluation")
        best = max(request.pairs, key=lambda key: request.pairs[key].evaluation)
        return classes()["BestPlannerActionResponse"](index=best)

    def check_state(self, state: Any) -> None:
        """Check that a State is complete, within its ranges, and consistent."""
        self.states += 1
        world, own = state.world_model, state.world_model.self
        check = self.check
        for name in ("intercept_table", "self", "ball"):
            check(world.HasField(name), f"{name} is missing")
        check(world.our_side in (1, 2), "our_side")
        check(own.side == world.our_side, "self.side")
        check(1 <= own.uniform_number <= 11, "self.uniform_number")
        check(bool(world.our_team_name and world.their_team_name), "team names")
        check(sorted(world.helios_home_positions) == list(range(1, 12)), "homes")
        for home in world.helios_home_positions.values():
            check(abs(home.x) <= 52.5 and abs(home.y) <= 34.0, "a home off the pitch")
        for name, most in (("stamina", 8000.0), ("effort", 1.0), ("recovery", 1.0)):
            check(0.0 <= getattr(own, name) <= most + 1e-6, f"self.{name}")
        for name in ("catch_probability", "tackle_probability", "foul_probability"):
            check(0.0 <= getattr(own, name) <= 1.0, f"self.{name}")
        check(own.kick_rate >= 1e-4 * 0.999, "self.kick_rate")
        check(0.0 <= own.get_safety_dash_power <= 100.0, "self.get_safety_dash_power")
        check(abs(own.relative_neck_direction) <= 90.001, "self.relative_neck_direction")
        check(
            abs(turned(own.body_direction + own.relative_neck_direction, own.face_direction))
            < 0.01,
            "self.face_direction",
        )
        self.check_geometry(world, own)
        self.check_table(world)
        self.check_players(world)

    def check_geometry(self, world: Any, own: Any) -> None:
        ball, check = world.ball, self.check
        if ball.pos_count >= NEVER or own.pos_count >= NEVER:
            return
        gap = (ball.position.x - own.position.x, ball.position.y - own.position.y)
        check(abs(math.hypot(*gap) - ball.dist_from_self) < 1e-3, "ball.dist_from_self")
        check(abs(ball.dist_from_self - own.dist_from_ball) < 1e-3, "self.dist_from_ball")
        relative = (ball.relative_position.x, ball.relative_position.y)
        check(math.dist(relative, gap) < 1e-3, "ball.relative_position")
        if math.hypot(*gap) > 0.01:
            angle = math.degrees(math.atan2(gap[1], gap[0]))
            check(abs(turned(angle, ball.angle_from_self)) < 0.05, "ball.angle_from_self")
            check(abs(turned(angle + 180.0, own.angle_from_ball)) < 0.05, "self.angle_from_ball")
        for vector in (ball.position, ball.velocity, own.position, own.velocity):
            check(abs(math.hypot(vector.x, vector.y) - vector.dist) < 1e-3, "a vector's dist")
            if vector.dist > 1e-3:
                angle = math.degrees(math.atan2(vector.y, vector.x))
                check(abs(turned(angle, vector.angle)) < 0.05, "a vector's angle")

    def check_table(self, world: Any) -> None:
        table, check = world.intercept_table, self.check
        check(table.self_reach_steps == world.self.ball_reach_steps, "table: own steps")
        steps = [info.turn_steps + info.dash_steps for info in table.self_intercept_info]
        check(steps == sorted(steps), "table: order of ways")
        for info in table.self_intercept_info:
            check(info.action_type in (1, 2, 3), "table: kind of way")
            check(0.0 <= info.final_stamina <= 8000.0, "table: stamina")
            check(info.value == -math.inf, "table: value")
        for name in ("teammate", "opponent"):
            first = getattr(table, f"first_{name}_reach_steps")
            second = getattr(table, f"second_{name}_reach_steps")
            check(0 <= first <= second <= NEVER, f"table: {name}s")
            own = getattr(table, f"first_{name}_id")
            mates, theirs = (
                {player.id for player in team.values()}
                for team in (world.our_players_dict, world.their_players_dict)
            )
            # One whose side is not known counts as an opponent, and is in neither dictionary.
            is_fit = own in mates if name == "teammate" else own in theirs or own not in mates
            check(own == 0 or is_fit, f"table: id of the first {name}")

    def check_players(self, world: Any) -> None:
        check = self.check
        for team, side in (
            (world.teammates, world.our_side),
            (world.opponents, 3 - world.our_side),
        ):
            far = [player.dist_from_self for player in team]
            check(far == sorted(far), "players: order")
            ids = [player.id for player in team]
            check(len(set(ids)) == len(ids) and 0 not in ids, "players: ids")
            for player in team:
                check(player.side == side, "player.side")
                check(1 <= player.uniform_number <= 11, "player.uniform_number")
                check(0 <= player.pos_count < OLD, "player.pos_count")
                check(player.HasField("inertia_final_point"), "player.inertia_final_point")
                check(-1 <= player.type_id < 18, "player.type_id")
        own_entry = world.our_players_dict[world.self.uniform_number]
        check(own_entry.position == world.self.position, "dict: oneself")
        for team in (world.our_players_dict, world.their_players_dict):
            nameless = sorted(-key for key in team if key < 0)
            check(nameless == list(range(1, len(nameless) + 1)), "dict: players without numbers")
        numbers = {player.uniform_number for player in world.teammates}
        check(numbers <= set(world.our_players_dict), "dict: teammates")
        check(world.kickable_teammate_existance == (world.kickable_teammate_id != 0), "kickable")
        check(-52.5 - 5 <= world.our_defense_player_line_x <= 57.5, "our line")
        check(world.their_defense_line_x >= world.their_defense_player_line_x - 1e-9, "their line")
        check(0.0 <= world.offside_line_x <= 57.5, "offside line")


def turned(one: float, other: float) -> float:
    """Return the difference between two directions."""
    return (one - other + 180.0) % 360.0 - 180.0
