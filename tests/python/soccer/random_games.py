"""Games in which anything may happen at any time, except for rcsssmj's faults and limitations.

Excluded are: a K1 near the ball, an untouched ball at a touch line in free play, players where the
ball is dropped, setting play modes, penalty shoots, ends of halves, and everything after the end of
a game. All of these have tests of their own in `test_reference_faults.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import hypot, pi
from typing import Any

import numpy as np
from rcssgym import Model

from soccer.comparison import same_in_a_new_roster
from soccer.frames import Key
from soccer.libraries import Call, call
from soccer.lockstep import BALL_RADIUS, STANDING_HEIGHT, Lockstep

DECISIONS = (
    *("kick_off", "throw_in", "corner_kick", "goal_kick", "offsite", "goal", "free_kick"),
    *("direct_free_kick", "penalty_kick", "play_on", "drop_ball"),
)
STRICT_DECISIONS = ("penalty_shoot", "game_over")
LOOKS: tuple[tuple[bool | None, ...], ...] = (
    *[(None,)] * 5,
    (),
    (True,),
    (False,),
    (None, True, None),
    (True, False, True, True),
)
NUMBERS = (0, 1, 2, 3, 4, 99, 100)
DROP_DISTANCE = 4.8  # m, beyond which a dropped ball moves nobody
MOTORS = {model: tuple(Model(model).motor_names) for model in STANDING_HEIGHT}


@dataclass
class RandomGame:
    """Plays random games; `likelihoods` are per cycle.

    If our side `is_strict`, only K1s near the ball are excluded.
    """

    game: Lockstep
    rng: np.random.Generator
    is_strict: bool = False
    most: int = 6
    models: dict[Key, str] = field(default_factory=dict)
    _is_new: bool = False  # whether nobody has perceived since a step with these players
    _has_stepped: bool = False  # whether there was such a step

    def play(self, cycles: int) -> None:
        """Play on for some cycles, comparing after each perception."""
        happenings: Sequence[tuple[float, Callable[[], None]]] = (
            (0.02, self._join),
            (0.008, self._leave),
            (0.002, self._come_back),
            (0.2, self._act),
            (0.03, self._rest),
            (0.03, self._command),
            (0.02, self._decide),
            (0.03, self._place_ball),
            (0.06, self._touch),
            (0.02, self._place_player),
            (0.02, self._handle_player),
            (0.004, self._crowd),
            (0.05, self._look),
        )
        self._admit(("T1", "Reds", 1), ("ant", "Reds", 2), ("T1", "Blues", 0), ("ant", "Blues", 99))
        for _ in range(cycles):
            for likelihood, happen in happenings:
                if self.rng.random() < likelihood:
                    happen()
            self._keep_out()
            self.game.step()
            self._has_stepped = True
            self._check()
            self._look()

    # chance

    def _one_of(self, things: Sequence[Any]) -> Any:
        return things[int(self.rng.integers(len(things)))]

    def _somebody(self, *models: str) -> Key | None:
        keys = [key for key, model in self.models.items() if not models or model in models]
        return self._one_of(keys) if keys else None

    def _spot(self, share: float = 1.0) -> tuple[float, float]:
        length, width, _ = self.game.leader.field.field_dim
        x, y = self.rng.uniform(-share / 2, share / 2, 2)
        return float(x * length), float(y * width)

    def _quaternion(self) -> tuple[float, float, float, float]:
        numbers = self.rng.normal(size=4)
        w, x, y, z = (numbers / np.linalg.norm(numbers)).tolist()
        return w, x, y, z

    def _vector(self, most: float) -> tuple[float, float, float]:
        x, y, z = self.rng.uniform(-most, most, 3)
        return float(x), float(y), float(z)

    # what happens

    def _look(self) -> None:
        """Let players perceive, or not at all, or several times."""
        for vision in LOOKS[int(self.rng.integers(len(LOOKS)))]:
            self.game.look(vision)
            self._is_new = self._is_new and not self._has_stepped
            self._check()

    def _check(self) -> None:
        self.game.check(same_in_a_new_roster if self._is_new else None)

    def _join(self) -> None:
        wanted = []
        for _ in range(self.rng.integers(0, 3)):
            model = self._one_of(("T1", "T1", "ant", "ant", "K1", "nobody"))
            team = self._one_of(("Reds", "Reds", "Blues", "Blues", "Greens"))
            wanted.append((model, team, int(self._one_of(NUMBERS))))
        if len(self.models) + len(wanted) > self.most:
            return
        self._admit(*wanted)

    def _admit(self, *wanted: tuple[str, str, int]) -> None:
        self._note_change()
        for key, (model, _, _) in zip(self.game.join(*wanted), wanted, strict=True):
            if key is not None:
                self.models[key] = model

    def _note_change(self) -> None:
        self._is_new, self._has_stepped = True, False

    def _leave(self) -> None:
        key = self._somebody()
        if key is not None:
            self._drop_out(key)

    def _drop_out(self, key: Key) -> None:
        self._note_change()
        self.game.leave(key)
        del self.models[key]

    def _come_back(self) -> None:
        """Leave and join in the same cycle, possibly as another model."""
        key = self._somebody()
        if key is not None:
            self._drop_out(key)
            self._admit((self._one_of(("T1", "ant")), ("Reds", "Blues")[key[0]], key[1]))

    def _act(self) -> None:
        key = self._somebody()
        if key is None:
            return
        model, prefix = self.models[key], f"r-{key[0]}-{key[1]}-"
        actions: list[Call] = []
        share = self._one_of((0.0, 0.1, 1.0))
        for name in MOTORS[model]:
            if self.rng.random() < share:
                q, dq, tau = self._vector(1.0)
                gain = float(self.rng.uniform(0.0, 60.0))
                actions.append(call("MotorAction", prefix + name, q, dq, gain, gain / 30, tau))
        if model != "K1" and self.rng.random() < 0.3:
            x, y = self._spot()
            actions.append(call("BeamAction", prefix + "beam", (x, y, self._vector(9.0)[0])))
        if model != "ant" and self.rng.random() < 0.6:
            message = self.rng.bytes(int(self.rng.integers(0, 11)))
            volume = float(self.rng.uniform(-0.2, 1.5))
            actions.append(call("SpeakerAction", prefix + "say", volume, message))
        self.rng.shuffle(actions)
        self.game.act(key, *actions)

    def _rest(self) -> None:
        key = self._somebody()
        if key is not None:
            self.game.act(key)

    def _command(self) -> None:
        for _ in range(self.rng.integers(1, 4)):
            name = self._one_of(("KickOff", "PlaceBall", "PlacePlayer", "KillSim"))
            arguments: tuple[Any, ...] = ()
            if name == "KickOff":
                arguments = (int(self.rng.integers(2)),)
            elif name == "PlaceBall":
                arguments = ((*self._spot(0.9), BALL_RADIUS), self._one_of((None, self._vector(5))))
            elif name == "PlacePlayer":
                number, team = (
                    self._one_of(NUMBERS),
                    self._one_of(("Reds", "Blues", "Left", "Right")),
                )
                pose = ((*self._spot(), 1.0), self._one_of((None, self._quaternion())))
                arguments = (int(number), team, *pose)
            self.game.command(f"{name}Command", *arguments)

    def _decide(self) -> None:
        side = self._one_of(("LEFT", "RIGHT"))
        decision = self._one_of((*DECISIONS, *(STRICT_DECISIONS if self.is_strict else ())))
        if decision == "drop_ball":
            self._drop_ball()
        elif decision in ("play_on", "game_over"):
            self.game.referee(decision)
        else:
            self.game.referee(decision, side)

    def _drop_ball(self) -> None:
        spot = self._one_of((None, self._spot()))
        if not self.is_strict:
            self._clear(self._ball() if spot is None else spot)
        self.game.referee("drop_ball", *([] if spot is None else [spot]))

    def _place_ball(self) -> None:
        x, y = self._spot(1.1)
        self.game.ball(x, y, float(self.rng.uniform(BALL_RADIUS, 2.0)), self._vector(8.0))

    def _touch(self) -> None:
        """Put the ball at a player's body, perhaps that of the last player that touched it."""
        key = self._somebody("T1", "ant")
        last = self.game.leader.ball.get_most_recent_contact()
        if last is not None and self.rng.random() < 0.5:
            key = last.team_id, last.player_no
        if key in self.models:
            player = self.game.everywhere(key)[0]
            x, y, z = np.array(player.xpos) + self._vector(0.6)
            self.game.ball(float(x), float(y), max(float(z), BALL_RADIUS), self._vector(0.5))

    def _crowd(self) -> None:
        """Gather a team in its goalie area."""
        side = int(self.rng.integers(2))
        pitch = self.game.leader.field
        x, y = (pitch.left_goalie_area, pitch.right_goalie_area)[side].center()
        for key in self.models:
            if key[0] == side:
                dx, dy, _ = self._vector(1.5)
                self.game.put(key, float(x) + dx, float(y) + dy)

    def _place_player(self) -> None:
        key = self._somebody()
        if key is None:
            return
        x, y = self._spot(1.1)
        if self.rng.random() < 0.5:
            dx, dy, _ = self._vector(3.0)
            x, y = self._ball()[0] + dx, self._ball()[1] + dy
        self.game.put(key, x, y, x)

    def _handle_player(self) -> None:
        """Drop a player, throw it, or set its joints."""
        key = self._somebody()
        if key is None:
            return
        pose = ((*self._spot(), 1.5), self._quaternion())
        speed = {"vel": self._vector(3.0), "ang_vel": self._vector(6.0)}
        joints = self.rng.uniform(-0.5, 0.5, len(MOTORS[self.models[key]])).tolist()
        handling: tuple[str, Sequence[Any], dict[str, Any]] = self._one_of(
            (("drop", (), {}), ("place_at", pose, speed), ("init_joints", (joints,), {}))
        )
        name, arguments, keywords = handling
        for player in self.game.everywhere(key):
            getattr(player, name)(*arguments, **keywords)

    # what is excluded

    def _ball(self) -> tuple[float, float]:
        x, y, _ = self.game.leader.ball.xpos
        return float(x), float(y)

    def _keep_out(self) -> None:
        self._clear(self._ball(), 3.0, "K1")
        if self.is_strict:
            return
        leader = self.game.leader
        _, width, _ = leader.field.field_dim
        x, y = self._ball()
        is_untouched = leader.ball.get_most_recent_contact() is None
        if is_untouched and self.game.play_mode == "PLAY_ON" and abs(y) > width / 2 - 0.5:
            self.game.ball(x, y * 0.8)
        areas = {"LEFT": leader.field.left_goalie_area, "RIGHT": leader.field.right_goalie_area}
        for side, area in areas.items():
            if self.game.play_mode == f"GOAL_KICK_{side}":
                self._clear((area.max_x if side == "LEFT" else area.min_x, area.max_y))

    def _clear(
        self, spot: Sequence[float], distance: float = DROP_DISTANCE, model: str | None = None
    ) -> None:
        """Move players near a spot to the pitch's other side, 12 m from its long axis."""
        side = -1.0 if spot[1] > 0.0 else 1.0
        for index, (key, kind) in enumerate(self.models.items()):
            x, y, _ = self.game.everywhere(key)[0].xpos
            if model in (None, kind) and hypot(x - spot[0], y - spot[1]) < distance:
                self.game.put(key, spot[0] + 1.5 * index, side * 12.0, side * pi / 2)
