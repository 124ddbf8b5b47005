"""Many worlds stepped in the background, so that a policy can think meanwhile."""

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from queue import SimpleQueue
from typing import Any

import gymnasium
import numpy as np
from gymnasium.envs.registration import load_env_creator
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike

from rcssgym.envs.checks import (
    Seeds,
    as_array,
    checked_actions,
    checked_count,
    checked_mode,
    checked_seeds,
)
from rcssgym.envs.games.vector import GameVectorEnv
from rcssgym.envs.made import Made, options_of
from rcssgym.envs.streams import Indices
from rcssgym.envs.vector import Step, WorldVectorEnv
from rcssgym.errors import ArgumentError, ForkError, RcssGymError


class AsyncWorldVectorEnv(Made):
    """Blocks of worlds that step in threads while you work: :meth:`send` and :meth:`recv`.

    The interface is EnvPool's (Weng et al., "EnvPool: a highly parallel reinforcement learning
    environment execution engine", 2022): ``recv`` returns the block that is ready first, and
    ``info["env_id"]`` says which envs it holds; ``send`` gives actions to envs that wait for one.
    With ``num_envs`` twice ``batch_size``, one half steps while the policy works on the other.

    >>> envs = make_async("rcssgym/T1Walk-v0", num_envs=8, batch_size=4)
    >>> envs.async_reset(seed=0)
    >>> for _ in range(10):
    ...     observations, rewards, terminated, truncated, info = envs.recv()
    ...     envs.send(np.zeros((4, 23)), info["env_id"])

    :param make: makes a block: called with ``num_envs``, ``autoreset_mode``, ``threads`` and
        ``options``, it returns a :class:`WorldVectorEnv` with a task of its own.
    :param num_envs: number of worlds.
    :param batch_size: worlds in a block; divides ``num_envs``.
    :param autoreset_mode: ``NEXT_STEP`` (the next action of an env whose episode has ended is
        ignored) or ``SAME_STEP``, as for :class:`WorldVectorEnv`.
    :param threads: maximum number of worker threads in total; ``None`` for one per core.
    :param options: further keyword arguments of ``make``.

    The order in which blocks come back depends on the machine. An env's episodes depend only on its
    seed and its actions and are the same as with a :class:`WorldVectorEnv`. The object serves one
    thread at a time and belongs to the process that made it.

    Raises :class:`ArgumentError` for the mode ``DISABLED``, for a ``batch_size`` that does not
    divide ``num_envs``, and for blocks that share a task.
    """

    def __init__(
        self,
        make: Callable[..., WorldVectorEnv],
        num_envs: int,
        batch_size: int,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.autoreset_mode = checked_mode(autoreset_mode)
        if self.autoreset_mode is AutoresetMode.DISABLED:
            raise ArgumentError("autoreset_mode: DISABLED, must be NEXT_STEP or SAME_STEP")
        _check_sizes(num_envs, batch_size, threads)
        self.num_envs = num_envs
        self.batch_size = batch_size
        self.closed = False
        num_blocks = num_envs // batch_size
        cores = processors() if threads is None else threads
        workers = min(cores, num_blocks)
        self._blocks = [
            make(
                num_envs=batch_size,
                autoreset_mode=self.autoreset_mode,
                threads=cores // workers,
                **options,
            )
            for _ in range(num_blocks)
        ]
        if len({id(block.task) for block in self._blocks}) < num_blocks:
            raise ArgumentError("make: the blocks share a task, and each needs one of its own")
        self.single_observation_space = self._blocks[0].single_observation_space
        self.single_action_space = self._blocks[0].task.action_space
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="rcssgym")
        self._process = os.getpid()
        self._under_way: dict[Future[Step], int] = {}
        self._done: SimpleQueue[Future[Step]] = SimpleQueue()
        self._is_waiting = np.zeros(num_envs, dtype=np.bool_)
        self._missing = np.full(num_blocks, batch_size)
        self._actions = np.zeros((num_envs, *self.single_action_space.shape))
        self._is_made = True

    _made_from = options_of(WorldVectorEnv.__init__) | {"batch_size"}

    def async_reset(self, seed: Seeds = None) -> None:
        """Begin an episode in every env; :meth:`recv` returns the first observations.

        :param seed: as for :meth:`WorldVectorEnv.reset`.

        Waits for steps under way. Drops their results, all results not yet received, and the
        actions of blocks that still wait for some.
        """
        self._check_usable()
        seeds = checked_seeds(seed, self.num_envs)
        wait(self._under_way)
        self._under_way.clear()
        # Dropped steps may still be on their way into the old queue.
        self._done = SimpleQueue()
        self._is_waiting[:] = False
        for block, env in enumerate(self._blocks):
            self._submit(block, partial(_reset, env, seeds[self._rows(block)]))

    def recv(self) -> Step:
        """Wait for the first block that is ready and return it.

        Returns observations ``(batch_size, *single_observation_space.shape)``, rewards,
        terminations, truncations ``(batch_size,)`` and infos, as :meth:`WorldVectorEnv.step` does;
        after a reset, rewards are zero. ``info["env_id"]`` holds the block's envs
        ``(batch_size,)``. The caller owns the arrays.

        Raises whatever the block's step raised; its envs then accept no actions until the next
        :meth:`async_reset`. Ctrl-C interrupts the wait and loses nothing.
        """
        self._check_usable()
        if not self._under_way:
            raise RcssGymError("nothing is under way: call async_reset(), or send() more actions")
        future = self._done.get()
        block = self._under_way.pop(future)
        observations, rewards, terminated, truncated, info = future.result()
        rows = self._rows(block)
        self._is_waiting[rows] = True
        self._missing[block] = self.batch_size
        info["env_id"] = np.arange(rows.start, rows.stop)
        return observations, rewards, terminated, truncated, info

    def send(self, actions: ArrayLike, env_id: ArrayLike) -> None:
        """Give actions to envs; a block steps as soon as all of its envs have one.

        :param actions: ``(len(env_id), *single_action_space.shape)``, within the space.
        :param env_id: envs that :meth:`recv` has returned since their last action.

        Raises :class:`ArgumentError` for bad actions and for an env that does not exist, is named
        twice or is not waiting for an action. In that case no env gets an action.
        """
        self._check_usable()
        envs = self._checked_envs(env_id)
        clip = self._blocks[0].clip_actions
        numbers = checked_actions(actions, self.single_action_space, len(envs), clip=clip)
        self._is_waiting[envs] = False
        self._actions[envs] = numbers
        blocks, counts = np.unique(envs // self.batch_size, return_counts=True)
        self._missing[blocks] -= counts
        for block in blocks[self._missing[blocks] == 0].tolist():
            rows = self._actions[self._rows(block)].copy()
            self._submit(block, partial(self._blocks[block].step, rows))

    def set_progress(self, progress: float) -> None:
        """Set the training progress of all blocks' tasks: see :meth:`Task.advance`.

        Waits for steps under way, whose results :meth:`recv` returns later, so that results depend
        on the number of steps before this call and not on the machine.
        """
        self._check_usable()
        wait(self._under_way)
        for block in self._blocks:
            block.set_progress(progress)

    def close(self) -> None:
        """Wait for steps under way and end the threads; may be called more than once."""
        if self.closed:
            return
        self.closed = True
        # A forked child has no threads to wait for.
        if os.getpid() == self._process:
            self._executor.shutdown(cancel_futures=True)
        for block in self._blocks:
            block.close()

    def _rows(self, block: int) -> slice:
        return slice(block * self.batch_size, (block + 1) * self.batch_size)

    def _submit(self, block: int, work: "partial[Step]") -> None:
        future = self._executor.submit(work)
        self._under_way[future] = block
        future.add_done_callback(self._done.put)

    def _check_usable(self) -> None:
        if self.closed:
            raise RcssGymError("this environment has been closed")
        if os.getpid() != self._process:
            raise ForkError(
                f"this environment was made in process {self._process} and its threads do not "
                f"exist in this forked one (process {os.getpid()}): make another there"
            )

    def _checked_envs(self, env_id: ArrayLike) -> Indices:
        array = as_array("env_id", env_id)
        if array.dtype.kind not in "iu" or array.ndim != 1:
            raise ArgumentError(
                f"env_id: dtype {array.dtype}, shape {array.shape}, must be a list of integers"
            )
        outside = array[(array < 0) | (array >= self.num_envs)]
        if len(outside) > 0:
            raise ArgumentError(f"env_id: {outside[0]} is not from 0 to {self.num_envs - 1}")
        envs: Indices = array.astype(np.intp)
        twice = np.flatnonzero(np.bincount(envs, minlength=1) > 1)
        if len(twice) > 0:
            raise ArgumentError(f"env_id: {twice[0]} is named twice")
        busy = envs[~self._is_waiting[envs]]
        if len(busy) > 0:
            raise ArgumentError(
                f"env_id: env {busy[0]} waits for no action: recv() has not returned it since the "
                "last one, or its step has failed"
            )
        return envs


def make_async(name: str, num_envs: int, batch_size: int, **options: Any) -> AsyncWorldVectorEnv:
    """Make a registered task with :meth:`~AsyncWorldVectorEnv.send` and ``recv``.

    :param name: as for ``gymnasium.make_vec``, such as ``"rcssgym/T1Walk-v0"``.
    :param options: arguments of :class:`AsyncWorldVectorEnv`.

    Raises :class:`ArgumentError` for a name of another kind of environment.
    """
    if not _may_make_worlds(name):
        raise ArgumentError(f"name: {name!r} is not an environment of many worlds")

    def make(**settings: Any) -> WorldVectorEnv:
        envs = gymnasium.make_vec(name, vectorization_mode="vector_entry_point", **settings)
        if not isinstance(envs, WorldVectorEnv):
            raise ArgumentError(f"name: {name!r} is not an environment of many worlds")
        return envs

    return AsyncWorldVectorEnv(make, num_envs, batch_size, **options)


def _may_make_worlds(name: object) -> bool:
    """Return whether a name may be that of an environment of many worlds.

    What a function makes shows when it is called; other libraries' classes would refuse our
    arguments.
    """
    spec = gymnasium.registry.get(name) if isinstance(name, str) else None
    if spec is None:
        return True  # to be found, or refused, by Gymnasium
    point = spec.vector_entry_point
    maker = load_env_creator(point) if isinstance(point, str) else point
    return not isinstance(maker, type) or issubclass(maker, WorldVectorEnv)


def _check_sizes(num_envs: int, batch_size: int, threads: int | None) -> None:
    checked_count("num_envs", num_envs)
    if num_envs % checked_count("batch_size", batch_size) != 0:
        raise ArgumentError(f"batch_size: {batch_size} does not divide {num_envs} envs")
    if threads is not None:
        checked_count("threads", threads)


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _reset(env: WorldVectorEnv, seeds: list[int | None]) -> Step:
    """Begin episodes and return the first observations in the form of a step's result."""
    observations, info = env.reset(seed=seeds)
    no = np.zeros(env.num_envs, dtype=np.bool_)
    agents = (len(env.agents),) if isinstance(env, GameVectorEnv) else ()
    return observations, np.zeros((env.num_envs, *agents)), no, no.copy(), info
