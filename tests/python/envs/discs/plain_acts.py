"""The commands of players' acts, in plain Python on the skills of a batch of one game."""

import math
from typing import Any

import numpy as np
from rcssgym import DiscBatch
from rcssgym.disc import Skill

PARAMETERS = {
    "dash": 2,
    "turn": 1,
    "tackle": 1,
    "kick": 2,
    "kick_to": 3,
    "move_to": 2,
    "dribble_to": 2,
    "pass": 1,
    "mark_player": 1,
    "go_to_point": 3,
    "turn_to_angle": 1,
    "turn_to_point": 2,
    "smart_kick": 3,
    "one_step_kick": 3,
    "dribble_to_point": 2,
    "tackle_to_point": 2,
}
BALL = {"kick", "kick_to", "shoot", "pass", "dribble", "smart_kick", "one_step_kick", "stop_ball"}
BALL |= {"hold_ball", "advance_ball", "clear_ball", "plan"}
NO_BALL = {"move_to", "intercept", "move", "reduce_angle_to_goal", "mark_player", "defend_goal"}
NO_BALL |= {"go_to_ball"}
NONE, DASH, TURN, KICK, TACKLE, CATCH = range(6)
Command = tuple[int, tuple[float, float]]
SIMPLE = {
    "intercept": Skill.INTERCEPT,
    "shoot": Skill.SHOOT,
    "reorient": Skill.TURN_TO_BALL,
    "turn_to_ball": Skill.TURN_TO_BALL,
    "stop_dash": Skill.STOP_DASH,
    "stop_ball": Skill.STOP_BALL,
    "hold_ball": Skill.HOLD_BALL,
    "advance_ball": Skill.ADVANCE_BALL,
    "clear_ball": Skill.CLEAR_BALL,
    "plan": Skill.PLAN,
}


class PlainActs:
    """A player of a game, in either team."""

    def __init__(self, game: DiscBatch, player: int) -> None:
        self.game, self.player = game, player
        self.left, self.total = game.left, game.num_players
        self.is_right = player >= game.left
        self.is_success = False
        self.sign = -1 if self.is_right else 1

    def point(self, where: Any) -> tuple[float, float]:
        return self.sign * float(where[0]), self.sign * float(where[1])

    def skill(self, skill: Skill, *numbers: float) -> Command:
        skills = np.zeros((1, self.total), np.int64)
        skills[0, self.player] = skill
        args = np.zeros((1, self.total, 4))
        args[0, self.player, : len(numbers)] = numbers
        kind, given, _, _, success = self.game.skill_commands(skills, args)
        self.is_success = bool(success[0, self.player])
        one, other = given[0, self.player].tolist()
        return int(kind[0, self.player]), (one, other)

    def applicable(self, name: str) -> bool:
        game, player = self.game, self.player
        if game.tackle_cycles[0, player] > 0 or game.foul_cycles[0, player] > 0:
            return name in ("reorient", "noop")
        has_ball = bool(game.can_kick[0, player])
        if name == "catch":
            return player == self.left  # the only goalie
        return not (name in BALL and not has_ball) and not (name in NO_BALL and has_ball)

    def chosen(self, acts: tuple[str, ...], action: Any) -> tuple[str, list[float]]:
        scores = [float(score) for score in action[: len(acts)]]
        best = scores.index(max(scores))
        first = len(acts) + sum(PARAMETERS.get(name, 0) for name in acts[:best])
        count = PARAMETERS.get(acts[best], 0)
        return acts[best], [float(number) for number in action[first : first + count]]

    def command(self, name: str, numbers: list[float]) -> tuple[Command, bool]:
        """Return the command, and whether the act is in vain."""
        match name, numbers:
            case "dash", [power, way]:
                return (DASH, (100 * power, 180 * way)), False
            case "turn", [moment]:
                return (TURN, (180 * moment, 0.0)), False
            case "tackle", [way]:
                return (TACKLE, (180 * way, 0.0)), False
            case "kick", [power, way]:
                return (KICK, (50 * (power + 1), 180 * way)), False
        if not self.applicable(name):
            return (NONE, (0.0, 0.0)), True
        found = self.skilled(name, numbers)
        return found, found[0] == NONE and name not in ("noop", "reorient")

    def skilled(self, name: str, numbers: list[float]) -> Command:
        middle = -26.25 if self.is_right else 26.25
        if name in SIMPLE:
            return self.skill(SIMPLE[name])
        match name, numbers:
            case "kick_to", [x, y, fast]:
                speed = 1.5 * (fast + 1)
                place = middle + 31.5 * x, 37.4 * y
                return self.skill(Skill.SMART_KICK, *place, speed, 0.9 * speed)
            case "move_to", [x, y]:
                return self.skill(Skill.GO_TO_POINT, middle + 31.5 * x, 37.4 * y, 0.25, 100)
            case "dribble_to", [x, y]:
                return self.skill(Skill.DRIBBLE, middle + 31.5 * x, 37.4 * y, 1, 100)
            case "dribble_to_point", [x, y]:
                return self.skill(Skill.DRIBBLE, 52.5 * x, 34 * y, 1, 100)
            case "pass", [mate]:
                size = self.total - self.left if self.is_right else self.left
                number = 1 + min(int((mate + 1) / 2 * size), size - 1)
                return self.skill(Skill.PASS, number)
            case "go_to_ball", []:
                ball = self.point(self.game.ball_position[0])
                return self.skill(Skill.GO_TO_POINT, *ball, 0.3, 100)
            case "go_to_point", [x, y, power]:
                return self.skill(Skill.GO_TO_POINT, 52.5 * x, 34 * y, 0.25, 50 * (power + 1))
            case "turn_to_angle", [angle]:
                return self.skill(Skill.TURN_TO_ANGLE, 180 * angle)
            case "turn_to_point", [x, y]:
                return self.skill(Skill.TURN_TO_POINT, 52.5 * x, 34 * y)
            case "smart_kick", [x, y, fast]:
                speed = 1.5 * (fast + 1)
                return self.skill(Skill.SMART_KICK, 52.5 * x, 34 * y, speed, 0.9 * speed)
            case "one_step_kick", [x, y, fast]:
                return self.skill(Skill.ONE_STEP_KICK, 52.5 * x, 34 * y, 1.5 * (fast + 1))
            case "tackle_to_point", [x, y]:
                return self.skill(Skill.TACKLE_TO_POINT, 52.5 * x, 34 * y, 0.5)
            case "defend_goal", []:
                y = self.point(self.game.ball_position[0])[1]
                return self.stand(-51.5, min(max(y, -7.01), 7.01))
            case "mark_player", [other]:
                size = self.left if self.is_right else self.total - self.left
                index = min(int((other + 1) / 2 * size), size - 1) if size else 0
                if size == 0:
                    return NONE, (0.0, 0.0)
                at = self.point(self.game.position[0, index + (0 if self.is_right else self.left)])
                ball = self.point(self.game.ball_position[0])
                dx, dy = ball[0] - at[0], ball[1] - at[1]
                far = math.hypot(dx, dy)
                share = 1.5 / far if far > 1.5 else 0.5
                return self.stand(at[0] + share * dx, at[1] + share * dy)
            case "reduce_angle_to_goal", []:
                return self.reduce_angle()
            case "catch", []:
                return self.catch()
        return NONE, (0.0, 0.0)

    def stand(self, x: float, y: float) -> Command:
        found = self.skill(Skill.GO_TO_POINT, x, y, 0.4, 100)
        return found if self.is_success else self.skill(Skill.TURN_TO_BALL)

    def reduce_angle(self) -> Command:
        """Try all gaps between teammates on the way from the ball to the goal."""
        ball = self.point(self.game.ball_position[0])
        team = range(self.left, self.total) if self.is_right else range(self.left)
        mates = [self.point(self.game.position[0, one]) for one in team if one != self.player]
        mates = [mate for mate in mates if mate[0] < ball[0]]

        def turned(x: float, y: float) -> float:
            """Direction from the ball, relative to straight towards the own goal line."""
            return math.remainder(math.atan2(y - ball[1], x - ball[0]) - math.pi, 2 * math.pi)

        ends = sorted((turned(-52.5, 7.01), turned(-52.5, -7.01)))
        cuts = sorted(
            (
                turned(*mate) - math.atan2(0.54, math.dist(mate, ball)),
                turned(*mate) + math.atan2(0.54, math.dist(mate, ball)),
            )
            for mate in mates
        )
        # Each gap runs from the end of what a mate covers to the begin of what the next one covers.
        edges = [ends[0], *(cut[1] for cut in cuts)]
        parts = []
        for edge in edges:
            is_covered = any(low < edge < high for low, high in cuts)
            nexts = [max(low, ends[0]) for low, _ in cuts if low > edge] + [ends[1]]
            if not is_covered and edge < ends[1]:
                parts.append((max(edge, ends[0]), min(*nexts, ends[1])))
        low, high = max(parts, key=lambda part: part[1] - part[0], default=(ends[0], ends[0]))
        way = (low + high) / 2 + math.pi
        dx, dy = math.cos(way), math.sin(way)
        own = self.point(self.game.position[0, self.player])
        along = (own[0] - ball[0]) * dx + (own[1] - ball[1]) * dy
        to_line = (-51.5 - ball[0]) / dx if dx < -1e-6 else 0.0
        along = max(min(along, to_line), 1.5)
        return self.stand(ball[0] + along * dx, ball[1] + along * dy)

    def catch(self) -> Command:
        ball, own = self.game.ball_position[0], self.game.position[0, self.player]
        way = math.degrees(math.atan2(ball[1] - own[1], ball[0] - own[0]))
        aside = math.degrees(math.atan2(0.5, 1.2)) if math.dist(ball, own) > 1.2 else 0.0
        angle = way - float(self.game.body[0, self.player]) - aside
        return CATCH, (math.remainder(angle, 360.0), 0.0)
