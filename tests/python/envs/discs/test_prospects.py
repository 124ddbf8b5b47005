"""Prospects of a game: against plain Python, and whether scripts' choices follow from them."""

import math
from typing import Any

import numpy as np
import pytest
from rcssgym.disc import PLAY_MODES
from rcssgym.envs.discs import DiscSoccer
from rcssgym.envs.discs.soccer import HIGH
from rcssgym.envs.games import GameVectorEnv, game_vector_env

DECAY, TOP, INERTIA, REACH = 0.4, 1.0, 5.0, 1.085
"""Of players of type 0: decay, speed of full dashes, moment of inertia, reach of kicks."""
LAG = TOP * DECAY / (1 - DECAY)
DOUBT, BALL_DECAY, NEVER, FROZEN = 0.15, 0.94, 1000, 5


def turned(size: int, seed: int) -> GameVectorEnv:
    """Return games that have been played for a while by scripts, with noise."""
    task = DiscSoccer(f"{size}v{size}", actions="high", features="high")
    task.teaches = True
    return GameVectorEnv(task, seed)


def path_of(ball: Any, velocity: Any) -> list[Any]:
    found = [ball]
    for cycle in range(100):
        found.append(found[-1] + velocity * BALL_DECAY**cycle)
    return found


def turns_to(body: float, speed: float, gap: Any) -> int:
    off = abs((math.degrees(math.atan2(gap[1], gap[0])) - body + 180) % 360 - 180)
    angle = 15.0
    for turns in range(3):
        if off <= angle:
            return turns
        angle += 180 / (1 + INERTIA * speed)
        speed *= DECAY
    return 3


def steps_to_ball(place: Any, velocity: Any, body: float, path: list[Any], doubt: float) -> int:
    """Return the number of cycles until a player can kick the ball."""
    if np.linalg.norm(place - path[0]) <= REACH:
        return 0
    size = REACH - doubt
    speed = float(np.linalg.norm(velocity))
    for cycle in range(1, 101):
        left = 1 - DECAY**cycle
        gap = path[cycle] - (place + velocity / (1 - DECAY) * left)
        far = float(np.linalg.norm(gap))
        if far > TOP * cycle - LAG * left + size:
            continue
        if far <= size:
            return cycle
        rest = cycle - turns_to(body, speed, gap)
        if rest >= 0 and TOP * rest - LAG * (1 - DECAY**rest) + size >= far:
            return cycle
    return NEVER


def race(worlds: Any, world: int, size: int, player: int) -> list[float]:
    """Return `disc_race` of a player, after the cycles until each player reaches the ball."""
    is_left = player < size
    sign = 1 if is_left else -1
    place, velocity = sign * worlds.position[world], sign * worlds.velocity[world]
    body = worlds.body[world] + (0 if is_left else 180)
    path = path_of(sign * worlds.ball_position[world], sign * worlds.ball_velocity[world])
    ours = [*range(size)] if is_left else [*range(size, 2 * size)]
    theirs = [*range(size, 2 * size)] if is_left else [*range(size)]
    stopped = worlds.tackle_cycles[world] > 0
    cycles = {
        other: steps_to_ball(
            place[other], velocity[other], body[other], path, DOUBT if other in ours else 0.0
        )
        + FROZEN * int(stopped[other])
        for other in range(2 * size)
    }
    runners = [other for other in ours if size < 5 or other != ours[0]]
    soonest = min(cycles[other] for other in runners)
    first = next(other for other in runners if cycles[other] == soonest)
    rivals = min(cycles[other] for other in theirs)
    meeting = path[min(soonest, rivals, 100)]
    second = sorted([0.0, 0.0, *(place[other][0] for other in theirs)])[-2]
    line = max(second, min(path[0][0], max(meeting[0], 0.0)), 0.0)
    order = [player, *(other for other in ours if other != player), *theirs]
    found = [min(cycles[other] / 40, 1) for other in order]
    found += [min(soonest / 40, 1), min(rivals / 40, 1)]
    found += [min(max((rivals - soonest) / 5, -1), 1), float(first == player)]
    return [*found, line / 52.5, meeting[0] / 52.5, meeting[1] / 34]


@pytest.mark.parametrize("size", [2, 5])
def test_the_race_is_plain_pythons(size: int) -> None:
    envs = turned(size, 4)
    task: Any = envs.task
    seen, _ = envs.reset(seed=7)
    width = 8 + 2 * size - 1
    first = seen.shape[-1] - (2 + 2 * (size - 1)) - 2 - width
    random = np.random.default_rng(0)
    compared = others = 0
    for step in range(240):
        if step % 6 == 0:
            for world in range(4):
                if PLAY_MODES[envs.worlds.play_mode[world]] != "play_on":
                    continue
                for player in range(2 * size):
                    # A player that has just kicked off may not go for the ball.
                    barred = seen[world, :, first + width + 1].any()
                    expected = race(envs.worlds, world, size, player)
                    own = seen[world, player, first : first + width]
                    count = 2 * size if barred else width
                    off = ~np.isclose(own[:count], expected[:count], atol=3e-6)
                    # Rounding may shift a result by a cycle.
                    others += int(off.any())
                    compared += 1
        acts = np.nan_to_num(task.scripted_actions()).astype(np.float32)
        acts[random.random(acts.shape[:2]) < 0.2] = random.uniform(-1, 1)
        seen, *_ = envs.step(acts)
    assert compared > 200
    assert others <= 0.01 * compared


def of_ball(x: float) -> float:
    """Return the cost of losing the ball at a place."""
    share = min(max((x + 52.5) / 105, 0), 1)
    return 45.0 + (6.0 - 45.0) * share


def test_what_a_script_does_with_the_ball_can_be_told() -> None:
    """The script's choice follows from the observation, by the script's own rule."""
    size = 5
    envs = turned(size, 32)
    task: Any = envs.task
    seen, _ = envs.reset(seed=1)
    acts = [*HIGH, *(f"pass_{number + 1}" for number in range(size))]
    counts = dict.fromkeys(acts, 0)
    right = decided = impossible = 0
    for _ in range(400):
        wanted = task.scripted_actions()
        masks = task.action_masks()
        actions = np.nan_to_num(wanted).astype(np.float32)
        chances, set_play = seen[..., -10:], seen[..., -12:-10]
        theirs = 40 * seen[..., -18]
        for world, player in np.argwhere(masks[..., acts.index("shoot")]):
            row = chances[world, player]
            goalie = player % size == 0
            mode = PLAY_MODES[envs.worlds.play_mode[world]]
            if goalie or mode != "play_on" or set_play[world, player, 1] > 0:
                continue
            act = acts[wanted[world, player, : len(acts)].argmax()]
            counts[act] += 1
            sign = 1 if player < size else -1
            ball = sign * envs.worlds.ball_position[world]
            mates = [number for number in range(size) if number != player % size]
            passes = {number: 20 * row[2 + 2 * at] for at, number in enumerate(mates)}
            receiver = max(mates, key=lambda number: passes[number])
            passed, run = passes[receiver], 20 * row[1]
            pressed = theirs[world, player] <= 4
            stay = -(0.6 if pressed else 0.1) * of_ball(ball[0])
            no_run = row[1] == -2
            if row[0]:
                choice = "shoot"
            elif passed > (-1e9 if no_run else run) + 1 and passed > stay and row.max() > -2:
                choice = f"pass_{receiver + 1}"
            elif not no_run and run > stay:
                choice = "dribble"
            else:
                choice = "clear" if pressed and ball[0] < 0 else "hold_ball"
            decided += 1
            right += int(choice == act)
            impossible += int(act.startswith("pass") and passes[int(act[5:]) - 1] == -40)
        seen, *_ = envs.step(actions)
    assert decided > 500
    assert impossible == 0
    # A dribble that finds no way becomes another act, as does a shot that HFO's shot would not
    # take.
    assert right > 0.99 * decided
    assert sum(counts[act] > 10 for act in acts) >= 6


def test_set_plays_are_counted_down() -> None:
    envs = game_vector_env("Disc-Soccer-2v2-High", 6)
    seen, _ = envs.reset(seed=2)
    still = np.zeros(envs.action_space.shape or (), np.float32)
    still[..., HIGH.index("turn_to_ball")] = 1.0
    at = seen.shape[-1] - 4 - 2
    left = seen[..., at].copy()
    assert (left > 0.9).all()
    for step in range(1, 30):
        seen, *_ = envs.step(still)
        np.testing.assert_allclose(seen[..., at], left - step / 100, atol=1e-6)
    assert (seen[..., at + 1] == 0).all()
    assert (seen[..., at + 2] == 0).all()


def test_who_brought_the_ball_into_play_is_told_so() -> None:
    envs = turned(3, 8)
    task: Any = envs.task
    seen, _ = envs.reset(seed=3)
    at = seen.shape[-1] - 6 - 1
    count = 0
    for _ in range(120):
        barred = seen[..., at]
        assert (barred.sum(axis=1) <= 1).all()
        count += int(barred.sum())
        seen, *_ = envs.step(np.nan_to_num(task.scripted_actions()).astype(np.float32))
    assert count > 8


@pytest.mark.parametrize("observation", ["state", "sensed"])
def test_threads_and_company_change_nothing(observation: Any) -> None:
    options: dict[str, Any] = {"observation": observation, "autoreset_mode": "SameStep"}
    many, few, alone = (
        game_vector_env("Disc-Soccer-3v3-High", n, threads=threads, **options)
        for n, threads in ((20, 3), (20, 1), (1, 1))
    )
    random = np.random.default_rng(0)
    seeds = list(range(20))
    shown = [envs.reset(seed=seeds[: envs.num_envs])[0] for envs in (many, few, alone)]
    for _ in range(60):
        np.testing.assert_array_equal(shown[0], shown[1])
        np.testing.assert_array_equal(shown[0][:1], shown[2])
        assert np.isfinite(shown[0]).all()
        drawn = random.uniform(-1, 1, many.action_space.shape or ()).astype(np.float32)
        shown = [envs.step(drawn[: envs.num_envs])[0].copy() for envs in (many, few, alone)]
