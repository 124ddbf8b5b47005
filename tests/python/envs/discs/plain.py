"""`Disc-ReachBall` in plain Python, one env at a time, in a batch of one game: the oracle."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rcssgym import DiscBatch
from rcssgym.envs import Streams

ENV = np.array([0])


class PlainReachBall:
    """One environment; the options are those of `ReachBall`."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.options: dict[str, Any] = {
            "use_turning": False,
            "change_ball_position": True,
            "change_ball_velocity": False,
            "ball_position": (0.0, 0.0),
            "ball_speed": 0.0,
            "ball_direction": 0.0,
            "min_distance_to_ball": 5.0,
            "max_steps": 200,
            "punish_out": False,
        } | options
        self.streams = Streams(1)
        self.streams.seed(ENV, [seed])
        self.game: DiscBatch
        self.begin()

    def unit(self) -> float:
        return float(self.streams.uniform(ENV, 1)[0, 0])

    def whole(self, low: int, high: int) -> float:
        return low + math.floor(self.unit() * (high - low + 1))

    def begin(self) -> NDArray[np.float32]:
        """Create a new game and place everything in it."""
        seed = int(self.unit() * 2.0**53)
        self.game = DiscBatch(1, 1, 0, seed=seed, goalies=False, player_params={"random_seed": 0})
        x, y, body = self.whole(-50, 50), self.whole(-30, 30), self.whole(0, 360)
        ball = self.options["ball_position"]
        if self.options["change_ball_position"]:
            ball = self.whole(-50, 50), self.whole(-30, 30)
        speed, direction = self.options["ball_speed"], self.options["ball_direction"]
        while self.options["change_ball_velocity"]:
            speed, direction = 3.0 * self.unit(), self.whole(0, 360)
            way = speed * (1 - 0.96 ** self.options["max_steps"]) / (1 - 0.96)
            end_x = ball[0] + way * math.cos(math.radians(direction))
            end_y = ball[1] + way * math.sin(math.radians(direction))
            if abs(end_x) <= 52.5 and abs(end_y) <= 34:
                break
        vx = speed * math.cos(math.radians(direction))
        vy = speed * math.sin(math.radians(direction))
        game = self.game
        game.change_mode("play_on")
        assert game.trainer(0, f"(move (ball) {ball[0]!r} {ball[1]!r} 0 {vx!r} {vy!r})") == (
            "(ok move)"
        )
        turned = body if body <= 180 else body - 360
        assert game.trainer(0, f"(move (player left 1) {x!r} {y!r} {turned!r} 0 0)") == "(ok move)"
        game.recover()
        self.steps = 0
        self.distance, self.angle = self.reach()
        return self.observation()

    def reach(self) -> tuple[float, float]:
        """Return the distance to the ball, and its direction from the body, degrees."""
        (x, y), (px, py) = self.game.ball_position[0], self.game.position[0, 0]
        distance = math.hypot(x - px, y - py)
        way = math.degrees(math.atan2(y - py, x - px)) if distance > 0 else 0.0
        return distance, (way - self.game.body[0, 0] + 180) % 360 - 180

    def observation(self) -> NDArray[np.float32]:
        (x, y), (px, py) = self.game.ball_position[0], self.game.position[0, 0]
        vx, vy = self.game.ball_velocity[0]
        return np.array(
            [
                self.reach()[1] / 180,
                self.game.body[0, 0] / 180,
                px / 52.5,
                py / 34,
                x / 52.5,
                y / 34,
                math.hypot(vx, vy) / 3,
                math.degrees(math.atan2(vy, vx)) / 360 if (vx, vy) != (0, 0) else 0.0,
                vx / 3,
                vy / 3,
            ],
            np.float32,
        )

    def step(self, action: NDArray[np.float32]) -> tuple[NDArray[np.float32], float, str | None]:
        """Return observation, reward, and how the episode ends, or ``None``."""
        numbers = [float(number) for number in action]
        command = f"(dash 100 {180 * numbers[-1]!r})"
        if self.options["use_turning"]:
            turn, turned, dash, _ = numbers
            if self.unit() < 1 / (1 + math.exp(turn - dash)):
                command = f"(turn {180 * turned!r})"
        self.game.change_mode("play_on")
        assert self.game.send(0, 0, command) == ""
        self.game.advance(1)
        self.steps += 1
        before = self.distance, self.angle
        self.distance, self.angle = self.reach()
        reward = before[0] - self.distance + (abs(before[1]) - abs(self.angle)) / 180
        result = None
        if self.distance < self.options["min_distance_to_ball"]:
            reward, result = reward + 10, "Goal"
        x, y = self.game.position[0, 0]
        if abs(x) > 52.5 or abs(y) > 34:
            reward, result = reward + (-10 if self.options["punish_out"] else 10), "Out"
        if self.steps > self.options["max_steps"]:
            reward, result = reward - 5, "Timeout"
        return self.observation(), reward, result
