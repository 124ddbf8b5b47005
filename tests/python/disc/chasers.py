"""Players that run after the ball: commands for a batch, and the same commands as messages."""

import numpy as np
import rcssgym
from numpy.typing import NDArray
from rcssgym.disc import BodyCommand

VIEWS = ("", "narrow", "normal", "wide", "narrow low", "normal low", "wide low")


class Chasers:
    """Draws commands for all players of a batch; numbers are integers, so that texts are exact."""

    def __init__(self, batch: rcssgym.DiscBatch, seed: int) -> None:
        self.batch = batch
        self.random = np.random.default_rng(seed)

    def draw(self) -> dict[str, NDArray[np.generic]]:
        """Return the arguments of the next step."""
        batch, random = self.batch, self.random
        shape = batch.num_worlds, batch.num_players
        way = batch.ball_position[:, None] - batch.position
        to_ball = np.degrees(np.arctan2(way[..., 1], way[..., 0])) - batch.body
        to_ball = np.round((to_ball + 180) % 360 - 180)
        near = np.hypot(way[..., 0], way[..., 1]) < batch.kickable_area
        u = random.random(shape)
        kind = np.where(np.abs(to_ball) > 20, BodyCommand.TURN, BodyCommand.DASH)
        kind = np.where(near, BodyCommand.KICK, kind)
        for command, low, high in (
            (BodyCommand.TACKLE, 0.0, 0.04),
            (BodyCommand.CATCH, 0.04, 0.08),
            (BodyCommand.MOVE, 0.08, 0.11),
            (BodyCommand.LEGS, 0.11, 0.16),
            (BodyCommand.LEFT_LEG, 0.16, 0.18),
            (BodyCommand.RIGHT_LEG, 0.18, 0.2),
            (BodyCommand.NONE, 0.2, 0.24),
        ):
            kind = np.where((u >= low) & (u < high), command, kind)
        args = random.integers(20, 100, (*shape, 4)).astype(float)
        args[..., 1] = random.integers(-90, 90, shape)
        args[..., 3] = random.integers(-20, 20, shape)
        args[kind == BodyCommand.TURN, 0] = to_ball[kind == BodyCommand.TURN]
        args[kind == BodyCommand.CATCH, 0] = to_ball[kind == BodyCommand.CATCH]
        args[kind == BodyCommand.TACKLE, 1] %= 2
        args[kind == BodyCommand.MOVE, 0] *= -0.5
        args[kind == BodyCommand.MOVE, 1] *= 0.25

        def some(numbers: NDArray[np.float64], share: float) -> NDArray[np.float64]:
            numbers[random.random(shape) > share] = np.nan
            return numbers

        pairs = [random.integers(-20, 20, (*shape, 2)).astype(float) for _ in range(2)]
        return {
            "kind": kind,
            "args": args,
            "turn_neck": some(random.integers(-60, 60, shape).astype(float), 0.8),
            "change_view": random.integers(0, 7, shape) * (random.random(shape) < 0.1),
            "change_focus": some(pairs[0], 0.1),
            "pointto": some(pairs[1], 0.1),
            "pointto_off": random.random(shape) < 0.05,
            "attentionto": np.where(
                random.random(shape) < 0.1, random.integers(-1, shape[1], shape), -2
            ),
            "say": random.random(shape) < 0.1,
        }

    def message(self, commands: dict[str, NDArray[np.generic]], world: int, player: int) -> str:
        """Return a player's commands as the message that the player itself would send."""
        of = {name: values[world, player] for name, values in commands.items()}
        texts = []
        if not np.isnan(of["turn_neck"]):
            texts.append(f"(turn_neck {of['turn_neck']})")
        if of["change_view"]:
            texts.append(f"(change_view {VIEWS[int(of['change_view'])]})")
        if not np.isnan(of["change_focus"][0]):
            texts.append("(change_focus {} {})".format(*of["change_focus"]))
        if not np.isnan(of["pointto"][0]):
            texts.append("(pointto {} {})".format(*of["pointto"]))
        if of["pointto_off"]:
            texts.append("(pointto off)")
        if of["attentionto"] == -1:
            texts.append("(attentionto off)")
        elif of["attentionto"] >= 0:
            other = int(of["attentionto"])
            side, unum = self.batch.sides[other], self.batch.numbers[other]
            texts.append(f"(attentionto {side} {unum})")
        if of["say"]:
            texts.append('(say "hello")')
        a, b, c, d = of["args"]
        texts.append(
            {
                BodyCommand.NONE: "",
                BodyCommand.DASH: f"(dash {a} {b})",
                BodyCommand.TURN: f"(turn {a})",
                BodyCommand.KICK: f"(kick {a} {b})",
                BodyCommand.TACKLE: f"(tackle {a} {'on' if b else 'off'})",
                BodyCommand.CATCH: f"(catch {a})",
                BodyCommand.MOVE: f"(move {a} {b})",
                BodyCommand.LEGS: f"(dash (l {a} {b}) (r {c} {d}))",
                BodyCommand.LEFT_LEG: f"(dash (l {a} {b}))",
                BodyCommand.RIGHT_LEG: f"(dash (r {a} {b}))",
            }[BodyCommand(int(of["kind"]))]
        )
        return "".join(texts)
