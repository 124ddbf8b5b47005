"""Robots that talk: what they say and hear, against the perceptions of their microphones."""

import math
from typing import Any, Literal

import numpy as np
import pytest
import rcssgym
from rcssgym import say
from rcssgym.envs import SoccerVectorEnv

from envs.say_units import write_units

OLDEST = 3.0
STEP = 0.02


def shape_of(space: Any) -> tuple[int, ...]:
    shape: tuple[int, ...] = space.shape
    return shape


@pytest.mark.parametrize("observation", ["perception", "state"])
@pytest.mark.parametrize("frame_skip", [1, 2])
def test_robots_observe_what_their_microphones_hear(
    observation: Literal["perception", "state"], frame_skip: int
) -> None:
    # With three messages all are heard in every control step; with more only some are.
    size, worlds, units = (3, 2, 2) if frame_skip == 1 else (2, 2, 2)
    envs = SoccerVectorEnv(
        f"{size}v{size}",
        worlds,
        observation=observation,
        say=units,
        max_episode_steps=None,
        frame_skip=frame_skip,
    )
    silent = SoccerVectorEnv(f"{size}v{size}", worlds, observation=observation)
    width = (2 + 14 * units) * (size - 1)
    (_, agents, sees), (_, _, acts) = shape_of(envs.observation_space), shape_of(envs.action_space)
    assert (sees, acts) == (
        shape_of(silent.observation_space)[-1] + width,
        shape_of(silent.action_space)[-1] + 15 * units,
    )
    envs.reset(seed=3)
    talk, random = envs.task.talk(), np.random.default_rng(0)
    ages = np.full((worlds, agents, size - 1), math.inf)
    rows = np.zeros((worlds, agents, size - 1, 2 + 14 * units))
    heard = silent_steps = 0
    for _ in range(30):
        actions = random.uniform(-0.2, 0.2, envs.action_space.shape)
        texts: list[list[str]] = []
        for world in range(worlds):
            texts.append([])
            for agent in range(agents):
                said: list[Any] = []
                if random.random() < 0.4:
                    said = [say.OurPos(*random.uniform(-30, 30, 2)), say.WantPass()][
                        : random.integers(1, 3)
                    ]
                actions[world, agent, -talk.numbers :] = talk.action(said)
                texts[-1].append(say.encode(said))
        seen = envs.step(actions)[0]
        ages += STEP * frame_skip
        perceived: Any = envs.worlds.perceive(False)
        for world in range(worlds):
            for agent in range(agents):
                team = range(size) if agent < size else range(size, agents)
                for index, mate in enumerate(other for other in team if other != agent):
                    is_heard = bool(perceived.heard[world, agent, mate])
                    if is_heard:
                        heard += 1
                        # All control steps of a step repeat its action.
                        ages[world, agent, index] = 0.0
                        row = rows[world, agent, index]
                        row[1] = float(perceived.azimuths[world, agent, mate]) / 180
                        write_units(row[2:], texts[world][mate])
                    silent_steps += not is_heard
        rows[..., 0] = np.minimum(ages / OLDEST, 1.0)
        expected = rows.reshape(worlds, agents, -1)
        np.testing.assert_allclose(seen[..., -width:], expected, atol=1e-5)
    assert heard > 30
    assert silent_steps > 30


def test_words_change_nothing_else() -> None:
    loud = SoccerVectorEnv("2v2", 3, say=True, autoreset_mode="SameStep", threads=2)
    again = SoccerVectorEnv("2v2", 3, say=True, autoreset_mode="SameStep", threads=1)
    silent = SoccerVectorEnv("2v2", 3, autoreset_mode="SameStep")
    alone = SoccerVectorEnv("2v2", 1, say=True, autoreset_mode="SameStep")
    one = alone.reset(seed=3)[0]
    random = np.random.default_rng(2)
    seen, same, plain = (envs.reset(seed=1)[0] for envs in (loud, again, silent))
    motors = shape_of(silent.action_space)[-1]
    for _ in range(15):
        assert seen.tobytes() == same.tobytes()
        assert seen[2].tobytes() == one[0].tobytes()
        np.testing.assert_array_equal(seen[..., : plain.shape[-1]], plain)
        actions = random.uniform(-1, 1, loud.action_space.shape)
        seen, same = loud.step(actions)[0], again.step(actions)[0]
        one = alone.step(actions[2:])[0]
        plain = silent.step(actions[..., :motors])[0]
    assert (seen[..., -16] < 1).any()


def test_an_agent_of_a_game_says_something() -> None:
    game = rcssgym.parallel_env("2v2", say=1)
    game.reset(seed=0)
    task: Any = game.vector.task
    talk = task.talk()
    actions = {agent: np.zeros(game.action_space(agent).shape, np.float32) for agent in game.agents}
    for agent in actions:
        actions[agent][-talk.numbers :] = talk.action([])
    actions["left_1"][-talk.numbers :] = talk.action([say.PassToPlayer(2)])
    seen = game.step(actions)[0]
    (message,) = talk.heard(seen["left_2"])
    assert message is not None
    assert (message.age, message.units) == (0.0, (say.PassToPlayer(2),))
    assert talk.heard(seen["right_1"]) == [None]


def test_nobody_to_talk_to() -> None:
    with pytest.raises(rcssgym.ArgumentError, match="say: there is no teammate"):
        SoccerVectorEnv("1v1", say=True)
    with pytest.raises(rcssgym.ArgumentError, match="nobody talks"):
        SoccerVectorEnv("2v2").task.talk()
