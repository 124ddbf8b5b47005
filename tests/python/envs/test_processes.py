"""Environments in pickles, forks and child processes, and under Ctrl-C."""

import copy
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.vector import AutoresetMode
from processes import alone, ending
from rcssgym.envs import WorldEnv, WorldVectorEnv, make_async
from rcssgym.envs.registration import TASKS

STARTS = multiprocessing.get_all_start_methods()
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")


def new_envs(task: str, mode: AutoresetMode = AutoresetMode.SAME_STEP) -> WorldVectorEnv:
    return WorldVectorEnv(task, 3, max_episode_steps=15, autoreset_mode=mode)


def drive(envs: WorldVectorEnv, steps: int = 20) -> list[bytes]:
    """Step with a fixed sequence of actions; return everything that comes back."""
    rng = np.random.default_rng(3)
    shape = envs.action_space.shape
    assert shape is not None
    found = []
    for _ in range(steps):
        step = envs.step(rng.uniform(-0.5, 0.5, shape))
        found += [array.tobytes() for array in step[:4]]
    return found


def drive_pickled(pickled: bytes) -> list[bytes]:
    return drive(pickle.loads(pickled))


@pytest.mark.parametrize("clone", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("task", TASKS)
def test_a_copy_goes_on_alike(task: str, clone: Callable[[Any], Any]) -> None:
    """In the middle of episodes, through resets, and without a link to the original."""
    envs = new_envs(task)
    envs.reset(seed=2)
    drive(envs, 7)
    other = clone(envs)
    drive(clone(envs), 3)
    assert drive(other) == drive(envs)


def test_a_copied_single_env_goes_on_alike() -> None:
    env = WorldEnv("T1Walk")
    env.reset(seed=2)
    other = pickle.loads(pickle.dumps(env))
    for action in np.linspace(-0.2, 0.2, 5 * 23).reshape(5, 23):
        assert env.step(action)[0].tobytes() == other.step(action)[0].tobytes()


@pytest.mark.parametrize("start", STARTS)
@alone
def test_an_env_goes_to_a_child_process(start: str) -> None:
    envs = new_envs("T1Stand")
    envs.reset(seed=4)
    drive(envs, 5)
    with multiprocessing.get_context(start).Pool(1) as pool:
        found = pool.apply(drive_pickled, (pickle.dumps(envs),))
    assert found == drive(envs)


@pytest.mark.parametrize("start", STARTS)
@alone
def test_gymnasiums_own_processes(start: str) -> None:
    """``AsyncVectorEnv`` steps single envs in a process each."""
    envs = gym.make_vec(
        "rcssgym/T1Walk-v0",
        num_envs=2,
        vectorization_mode="async",
        vector_kwargs={"context": start},
    )
    ours = gym.make_vec("rcssgym/T1Walk-v0", num_envs=2)
    try:
        assert envs.reset(seed=1)[0].tobytes() == ours.reset(seed=1)[0].tobytes()
        for _ in range(3):
            actions = np.full((2, 23), 0.1, np.float32)
            assert envs.step(actions)[0].tobytes() == ours.step(actions)[0].tobytes()
    finally:
        envs.close()


def in_a_forked_child(work: Callable[[], bool]) -> int:
    """Exit status of a child: 0 if ``work`` is true there."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if work() else 2
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def refuses(call: Callable[[], object]) -> bool:
    try:
        call()
    except rcssgym.ForkError:
        return True
    return False


@needs_fork
@alone
def test_a_forked_child_makes_its_own() -> None:
    envs = new_envs("T1Stand")
    envs.reset(seed=0)
    pickled = pickle.dumps(envs)

    def work() -> bool:
        refused = refuses(lambda: drive(envs, 1)) and refuses(lambda: envs.reset(seed=0))
        envs.close()
        return refused and len(drive_pickled(pickled)) > 0

    assert in_a_forked_child(work) == 0
    assert drive(envs) == drive_pickled(pickled)


@needs_fork
@alone
def test_a_forked_child_makes_its_own_asynchronous_env() -> None:
    envs = make_async("rcssgym/T1Stand-v0", 4, 2)
    envs.async_reset(seed=0)
    ids = envs.recv()[4]["env_id"]

    def work() -> bool:
        calls = (envs.async_reset, envs.recv, lambda: envs.send(np.zeros((2, 23)), ids))
        refused = all(refuses(call) for call in calls)
        envs.close()
        own_envs = make_async("rcssgym/T1Stand-v0", 4, 2)
        own_envs.async_reset(seed=0)
        own_envs.recv()
        own_envs.close()
        return refused

    assert in_a_forked_child(work) == 0
    envs.send(np.zeros((2, 23)), ids)
    envs.recv()
    envs.close()


ENDLESS_STEPS = """
    import numpy as np
    from rcssgym.envs import WorldVectorEnv
    envs = WorldVectorEnv("T1Stand", 2048)
    envs.reset(seed=0)
    actions = np.zeros(envs.action_space.shape)
    print("ready", flush=True)
    try:
        while True:
            envs.step(actions)
    except KeyboardInterrupt:
        envs.reset(seed=1)
        found = envs.step(actions)[0]
        other = WorldVectorEnv("T1Stand", 2048)
        other.reset(seed=1)
        assert found.tobytes() == other.step(actions)[0].tobytes()
        print("usable", flush=True)
"""

# recv() waits for steps of four seconds; Ctrl-C comes after half a second.
ENDLESS_RECV = """
    import time
    import numpy as np
    from rcssgym.envs import AsyncWorldVectorEnv, T1Stand, WorldVectorEnv

    class Slow(T1Stand):
        pause = 4.0

        def step(self, actions):
            time.sleep(self.pause)
            super().step(actions)

    envs = AsyncWorldVectorEnv(lambda **options: WorldVectorEnv(Slow, **options), 2, 1)
    envs.async_reset(seed=0)
    for _ in range(2):
        envs.send(np.zeros((1, 23)), envs.recv()[4]["env_id"])
    print("ready", flush=True)
    start = time.monotonic()
    try:
        envs.recv()
    except KeyboardInterrupt:
        assert time.monotonic() - start < 3.0
        print("interrupted", flush=True)
        ids = [int(envs.recv()[4]["env_id"][0]) for _ in range(2)]
        assert sorted(ids) == [0, 1]
        envs.close()
        print("usable", flush=True)
"""

# Nobody closes the environment: the interpreter must exit all the same.
LEFT_ALONE = """
    import numpy as np
    from rcssgym.envs import make_async
    envs = make_async("rcssgym/T1Stand-v0", 64, 16)
    envs.async_reset(seed=0)
    print("ready", flush=True)
    while True:
        envs.send(np.zeros((16, 23)), envs.recv()[4]["env_id"])
"""


def interrupted(script: str) -> tuple[str, str, int, float]:
    """Send SIGINT to a script once it prints ready: output, errors, status, time until it exits."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with ending(process):
        assert process.stdout is not None
        first = process.stdout.readline()
        assert first == "ready\n", process.communicate(timeout=60)[1]
        time.sleep(0.5)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return out, err, process.returncode, time.monotonic() - start


def test_ctrl_c_in_a_loop_of_steps() -> None:
    out, err, status, seconds = interrupted(ENDLESS_STEPS)
    assert (out, status) == ("usable\n", 0), err
    assert seconds < 20.0


def test_ctrl_c_while_receiving_loses_nothing() -> None:
    out, err, status, _ = interrupted(ENDLESS_RECV)
    assert (out, status) == ("interrupted\nusable\n", 0), err


def test_ctrl_c_ends_a_script_that_closes_nothing() -> None:
    out, err, status, seconds = interrupted(LEFT_ALONE)
    assert "KeyboardInterrupt" in err
    assert (out, status) == ("", -signal.SIGINT)
    assert seconds < 10.0
