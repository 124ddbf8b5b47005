"""Moving robots, and the messages that they shout."""

from math import cos, pi, sin, tau

import numpy as np

from soccer.frames import Key
from soccer.libraries import Call, call
from soccer.lockstep import Lockstep
from soccer.scenario import Collection, Side
from soccer.setups import Setup

COLLECTION = Collection()


def motors(game: Lockstep, key: Key) -> list[str]:
    """Prefixed names of a player's motors, in the model's order."""
    model, prefix = game.leader.mj_model, f"r-{key[0]}-{key[1]}-"
    names = (model.actuator(index).name for index in range(model.nu))
    return [n[: -len("_tau")] for n in names if n.startswith(prefix) and n.endswith("_tau")]


def flailing(game: Lockstep, key: Key, rng: np.random.Generator) -> list[Call]:
    """Random commands for all motors of a player."""
    return [
        call(
            "MotorAction",
            name,
            float(rng.uniform(-1.0, 1.0)),
            float(rng.uniform(-1.0, 1.0)),
            float(rng.uniform(5.0, 60.0)),
            float(rng.uniform(0.5, 3.0)),
            float(rng.uniform(-2.0, 2.0)),
        )
        for name in motors(game, key)
    ]


def move(game: Lockstep, keys: list[Key], cycles: int, seed: int) -> None:
    """Let players flail, with new commands every ten cycles, while the ball rolls by."""
    rng = np.random.default_rng(seed)
    for cycle in range(cycles):
        if cycle % 10 == 0:
            for key in keys:
                game.act(key, *flailing(game, key, rng))
        if cycle % 25 == 0:
            game.ball(0.0, 3.0, 0.5, tuple(rng.uniform(-3.0, 3.0, 3).tolist()))
        game.cycle()


def _kinds(field: str) -> None:
    @COLLECTION.add(Setup(field=field), sides=["LEFT"], variant=field)
    def every_robot_moves(game: Lockstep, _: Side) -> None:
        """All kinds of robots, with the smallest and largest number, that see each other."""
        keys: list[Key] = [(0, 0), (0, 99), (1, 7), (1, 1)]
        kinds = ("T1", "ant", "K1", "T1")
        game.join(
            *(
                (kind, ("Reds", "Blues")[team], number)
                for kind, (team, number) in zip(kinds, keys, strict=True)
            )
        )
        for key, x, y in zip(keys, (-6.0, -8.0, 9.0, 7.0), (2.0, -4.0, -3.0, 6.0), strict=True):
            game.put(key, x, y, 0.3 * key[1])
        move(game, keys, 60, seed=1)
        game.cycle(3, vision=True)
        game.cycle(3, vision=False)


_kinds("fifa7vs7")
_kinds("fifa")


def strides(time: float, turn: float) -> dict[str, float]:
    """Joint angles of a T1 that walks and turns, rad, some seconds after it stood straight."""
    crouched, strength = min(1.0, 2.0 * time), min(1.0, max(0.0, time - 0.5))
    angles = {"lae2": -1.3, "lae4": -0.4, "rae2": 1.3, "rae4": 0.4}
    angles = {name: crouched * angle for name, angle in angles.items()}
    phase = tau * 2.112 * max(0.0, time - 0.5)
    sway, bent = strength * 0.056 * sin(phase + 1.04), crouched * 0.634
    for leg, here in (("lle", phase), ("rle", phase + pi)):
        lift = bent + strength * 0.158 * max(0.0, sin(here))
        swing = strength * 0.124 * cos(here + 0.375)
        yaw = -0.15 * strength * turn * cos(here)
        bends = (swing - lift + crouched * 0.117, sway, yaw, 2.0 * lift, -lift - swing, -sway)
        angles |= {f"{leg}{joint}": bend for joint, bend in enumerate(bends, 1)}
    return angles


@COLLECTION.add(Setup(rules="ssim"), sides=["LEFT"])
def walking(game: Lockstep, _: Side) -> None:
    """Three T1 walk after their kick-off, turning and nodding; the ball rolls by."""
    keys: list[Key] = [(0, 1), (0, 2), (1, 1)]
    game.join(*(("T1", ("Reds", "Blues")[team], number) for team, number in keys))
    for key, x, y in zip(keys, (-4.0, -1.5, 4.0), (2.0, 0.0, -2.0), strict=True):
        game.put(key, x, y, 0.5 * key[1])
    game.ball(-0.9, -2.0, velocity=(0.0, 0.6, 0.0))
    game.command("KickOffCommand", 0)
    for cycle in range(250):
        for key, turn in zip(keys, (0.0, 1.0, -0.5), strict=True):
            angles = {**strides(0.02 * cycle, turn), "he1": 0.5 * sin(0.1 * cycle)}
            game.act(
                key,
                *(
                    call("MotorAction", f"r-{key[0]}-{key[1]}-{name}", q, 0.0, 200.0, 5.0, 0.0)
                    for name, q in angles.items()
                ),
            )
        game.cycle()


def _shouts(seed: int) -> None:
    @COLLECTION.add(Setup(rules="ssim", seed=seed), sides=["LEFT"], variant=seed)
    def shouting(game: Lockstep, _: Side) -> None:
        """Up to six messages at a time: loud and soft, empty, silent."""
        rng = np.random.default_rng(seed)
        keys: list[Key] = [(0, 1), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3), (1, 4)]
        game.join(*(("T1", ("Reds", "Blues")[team], number) for team, number in keys))
        for key in keys:
            x, y = rng.uniform(-15.0, 15.0, 2)
            game.hold(key, x, y, float(rng.uniform(-3.0, 3.0)))
        for speakers in (1, 2, 3, 4, 5, 6, 6, 6, 6, 6):
            order = [keys[index] for index in rng.permutation(len(keys))]
            for number, key in enumerate(order):
                game.act(key, *([_shout(key, rng)] if number < speakers else []))
            game.cycle(2)
        for key, volume, text in zip(
            keys, (0.0, -1.0, 7.5, 0.01, 1.0, 1.0), _ODD_MESSAGES, strict=False
        ):
            game.act(key, call("SpeakerAction", f"r-{key[0]}-{key[1]}-say", volume, text))
        game.cycle(3)
        for key in keys:
            game.act(key)
        game.cycle(3)


_ODD_MESSAGES = (b"zero", b"negative", b"too loud", b"soft", b"ten  bytes", b"", b"\x00\xff")


def _shout(key: Key, rng: np.random.Generator) -> Call:
    volume = float(rng.uniform(0.05, 1.0))
    message = rng.bytes(int(rng.integers(1, 11)))
    return call("SpeakerAction", f"r-{key[0]}-{key[1]}-say", volume, message)


for _seed in (0, 12345):
    _shouts(_seed)
