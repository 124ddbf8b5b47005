"""A task in many worlds behind Gymnasium's vector API."""

import secrets
from typing import Any, Literal

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from rcssgym._core import Episodes, Stepper, add_step_info
from rcssgym.envs.checks import (
    FOREVER,
    Precision,
    Seeds,
    checked_actions,
    checked_count,
    checked_elapsed,
    checked_flag,
    checked_limit,
    checked_mode,
    checked_precision,
    checked_seeds,
    is_choice,
)
from rcssgym.envs.core_task import CoreTask
from rcssgym.envs.frames import step_of
from rcssgym.envs.infos import FinalState, add_final_info
from rcssgym.envs.lookup import new_task, step_limit
from rcssgym.envs.made import Made, options_of
from rcssgym.envs.observer import Observer
from rcssgym.envs.options import (
    Delay,
    Options,
    Privileged,
    checked_options,
    envs_to_reset,
    policy_and_critic,
    shown_space,
    with_critics,
)
from rcssgym.envs.randomizer import Randomizer
from rcssgym.envs.render import RENDER_METADATA, CameraChoice, Renderer, Shown, frames_per_second
from rcssgym.envs.returned import (
    check_observations,
    check_rewards,
    check_spaces,
    checked_total,
)
from rcssgym.envs.streams import Floats, Indices, Streams
from rcssgym.envs.task import Flags, Task
from rcssgym.errors import ArgumentError, RcssGymError
from rcssgym.randomization import Randomization

Observations = NDArray[np.float32]
Step = tuple[Observations, Floats, Flags, Flags, dict[str, Any]]

_IN_USE = (
    "task: another environment has this {}, or had it before env.spec was copied: make another"
)


class WorldVectorEnv(Made, Shown, VectorEnv[Observations, NDArray[np.float32], NDArray[Any]]):
    """All worlds of a task, stepped in one call.

    :param task: a :class:`Task` class, an object of one that no environment uses yet, or a name:
        ``"T1Walk"``, or your own module and class, ``"dances.waltz:Waltz"``.
    :param num_envs: number of worlds.
    :param max_episode_steps: steps after which an episode is truncated; ``None`` for never, and
        ``"task"`` for the limit with which the task is registered, or else its own
        :attr:`Task.max_episode_steps`.
    :param autoreset_mode: what happens to worlds whose episode has ended: ``NEXT_STEP`` (reset by
        the next step, which ignores their action), ``SAME_STEP`` (reset at once, with the last
        observation in ``info["final_obs"]``) or ``DISABLED`` (you reset them through
        ``options={"reset_mask": ...}``).
    :param frame_skip: number of control steps of 20 ms in a step, all with the same action: 1 for
        control at 50 Hz, 2 for 25 Hz, 5 for 10 Hz. Rewards are summed, and a world whose episode
        ends in between stands still for the rest. Other intervals that are counted in steps, such
        as those of commands, pushes and delays, remain in steps of 20 ms; ``max_episode_steps``
        does not.
    :param history: number of observations that are shown side by side, the oldest first; at the
        start of an episode, all of them are its first observation.
    :param delay: control steps of 20 ms by which observations are delayed, or a pair of smallest
        and largest delay, from which each episode draws.
    :param privileged: where critics find what only the simulator knows, without sensor errors and
        delay: ``"info"`` for ``info["privileged"]``, ``"dict"`` for observations that are
        dictionaries of ``"policy"`` and ``"critic"``, ``None`` for nowhere.
    :param clip_actions: whether to clip actions to the space's bounds, which policies that draw
        from a normal distribution need; otherwise actions out of bounds are refused.
    :param copy: whether to return fresh arrays; with ``False``, every step returns the same ones.
    :param threads: maximum number of worker threads; ``None`` for one per core. Results do not
        depend on it.
    :param precision: ``"double"``, or ``"single"`` for faster physics that is good for about five
        digits: see :class:`rcssgym.WorldBatch`.
    :param randomization: how worlds differ from each other, drawn anew for every episode; ``None``
        for plain worlds.
    :param randomize_fraction: share of episodes that are randomized, 0 to 1; the others are plain.
    :param render_mode: ``"rgb_array"``: :meth:`render` returns frames; ``"human"``: a window shows
        the first world, or, without a display, a page in browsers; ``None``.
    :param width: width of a frame, pixels; ``height`` likewise.
    :param camera: a :class:`Camera`; ``"pitch"`` for one that sees the whole pitch; ``"ball"`` for
        one that follows the ball smoothly; ``None`` for one that follows the robot if there is only
        one, or else ``"ball"``.
    :param captions: whether score or time, names and the terms of the reward are written into
        frames of robots' worlds.

    An env's episodes depend only on its seed and its actions, not on the other envs.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        **RENDER_METADATA,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    _stepper: Stepper | None = None
    """Makes the steps for as long as nothing about them changes."""

    def __init__(
        self,
        task: type[Task] | Task | str,
        num_envs: int = 1,
        *,
        max_episode_steps: int | Literal["task"] | None = "task",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        frame_skip: int = 1,
        history: int = 1,
        delay: Delay = 0,
        privileged: Privileged = None,
        clip_actions: bool = False,
        copy: bool = True,
        threads: int | None = None,
        precision: Precision = "double",
        randomization: Randomization | None = None,
        randomize_fraction: float = 1.0,
        render_mode: str | None = None,
        width: int = 640,
        height: int = 480,
        camera: CameraChoice = None,
        captions: bool = False,
    ) -> None:
        self.task = new_task(task)
        check_spaces(self.task)
        if hasattr(self.task, "worlds"):
            raise ArgumentError(_IN_USE.format(type(self.task).__name__))
        self.num_envs = num_envs = checked_count("num_envs", num_envs)
        self.autoreset_mode = checked_mode(autoreset_mode)
        is_task = is_choice(max_episode_steps, ("task",))
        limit: Any = step_limit(self.task) if is_task else max_episode_steps
        self.max_episode_steps: int | None = limit
        self._randomizer = Randomizer(randomization, randomize_fraction)
        self._randomizer.prepare(self.task)
        self._options = options = checked_options(frame_skip, history, delay, privileged)
        self.task.check_options(options, randomization)
        self.frame_skip = options.frame_skip
        self.step_dt: float = self.task.cycle * options.frame_skip
        """Length of a step, s; Isaac Lab's name for it, which RSL-RL's curiosity asks for."""
        own = {"autoreset_mode": self.autoreset_mode, "render_fps": frames_per_second(self.step_dt)}
        self.metadata = {**type(self).metadata, **own}
        self.privileged = options.privileged
        self.task.reports_privileged = options.privileged is not None
        self.clip_actions, self.copy = clip_actions, copy
        precision, captions = checked_precision(precision), checked_flag("captions", captions)
        self.render_mode = render_mode
        self._set_spaces(options)
        self.worlds = self.task.make_worlds(num_envs, threads=threads, precision=precision)
        self._renderer = Renderer(
            self.worlds, render_mode, width, height, camera, captions=captions, step=self.step_dt
        )
        self._set_episodes()
        self._observer = Observer(self.task, num_envs, options)
        self.task.begin(self.worlds, self._streams)
        # isinstance() with an abstract class takes as long as anything else in a step.
        self._core = self.task if isinstance(self.task, CoreTask) else None
        self._tell_core()
        self._is_made = True

    _set_later = frozenset(("clip_actions", "copy", "max_episode_steps"))
    """Options that can also be set as attributes later."""
    _made_from = (options_of(__init__) | {"step_dt", "worlds"}) - _set_later

    def _set_spaces(self, options: Options) -> None:
        """Set the spaces of one env and of all."""
        space: Any = shown_space(self.task.observation_space, options.history)
        if options.privileged == "dict":
            space = policy_and_critic(space, self.task)
        self.single_observation_space = space
        self.single_action_space = self.task.action_space
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _set_episodes(self) -> None:
        """Set what is known of the envs' episodes before the first of them."""
        num = self.num_envs
        self._streams = Streams(num)
        self._is_seeded = np.zeros(num, dtype=np.bool_)
        self._has_begun = False
        self._is_over = np.ones(num, dtype=np.bool_)
        self._elapsed = np.zeros(num, dtype=np.int64)
        self._starts = np.ones(num, dtype=np.bool_)

    # --- Gymnasium's methods

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin an episode in every env, or in those of ``options["reset_mask"]``.

        :param seed: an integer seeds env ``i`` with ``seed + i``; a list has one seed for each env,
            with ``None`` for envs whose random streams continue; ``None`` continues all streams,
            from a random seed the first time.
        :param options: ``reset_mask``: bool ``(num_envs,)``, at least one true; it is removed from
            the dictionary, as Gymnasium's own vector environments do.
        """
        self._check_open()
        seeds = checked_seeds(seed, self.num_envs)
        envs = envs_to_reset(options, self.num_envs)
        self._seed(envs, seeds)
        self._begin(envs)
        self._renderer.update_window()
        self._starts[:] = False
        self._starts[envs] = True
        self._observer.begin_step()
        info: dict[str, Any] = {}
        observations = self._observe(np.array([], dtype=np.intp), envs)
        return with_critics(self.privileged, observations, self._observer.known(), info), info

    def step(self, actions: ArrayLike) -> Step:
        """Act in every env and step all of them by ``frame_skip`` control steps of 20 ms.

        :param actions: ``(num_envs, *single_action_space.shape)``, within the space.

        Returns observations, rewards, terminations, truncations and infos; ``info["reward"]`` has
        every term of the reward, and the task's measures are beside it.

        Raises :class:`ArgumentError`, before anything moves, for a wrong shape or dtype and for
        numbers that are not finite or outside the space (unless they are clipped), and
        :class:`TaskError` for invalid results of the task.
        """
        # Keep this path short: the physics has evicted Python's code and data from the caches.
        stepper = self._stepper
        if stepper is not None:
            done: Step | None = stepper.step(self, actions)
            if done is not None:
                return done
        self._check_open()
        if self._core is not None and self._core.runs_in_core():
            return self._step_in_core(self._core, actions)
        checked = self._checked(actions)
        self._check_begun()
        ended = self._is_over.copy()
        result = step_of(self.task, checked, ended, self.frame_skip, self._observer, self._total)
        self._elapsed += 1
        truncated = self._elapsed >= self._longest
        info: dict[str, Any] = {}
        first = np.flatnonzero(ended)
        if len(first) > 0:
            truncated[first] = False
            self._begin(first)
        over = result.terminated | truncated
        self._is_over = over.copy()
        add_step_info(info, result.terms, result.measures, ~ended)
        observations, known = self._observe(np.flatnonzero(~ended), first), self._observer.known()
        self._starts = ended
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            last = FinalState(observations, known, self.privileged)
            add_final_info(info, over, last, result.terms, result.measures)
            first = np.flatnonzero(over)
            self._begin(first)
            self._observer.begin_step()
            self._starts = over.copy()
            observations, known = self._observe(first[:0], first), self._observer.known()
        self._renderer.update_window(info.get("reward"))
        shown, rewards = with_critics(self.privileged, observations, known, info), result.rewards
        if rewards.ndim > 1 and self._core is not None:
            rewards = self._of_robots(self._core, rewards)
        return shown, rewards, result.terminated, truncated, info

    def _step_in_core(self, task: CoreTask, actions: ArrayLike) -> Step:
        """Make a step that runs entirely in the core, and set up the stepper for the next ones."""
        self._check_begun()
        were_over = self._is_over.copy()
        done = self._run(task, actions)
        if done is None:
            # The actions are invalid, or of another type.
            done = self._run(task, self._checked(actions))
        if done is None:
            raise RcssGymError("the core refuses actions that have been checked")
        self._starts[:] = were_over
        step = self._finished(done, were_over)
        self._make_stepper(task)
        return step

    def _finished(self, done: Any, were_over: Flags) -> Step:
        """Return a step's results, given the core's; sets ``_starts`` as other steps do."""
        task = self._core
        assert task is not None
        fresh, rewards, terminated, truncated, rows, finals, known, last_known, is_finite, info = (
            done
        )
        observations = self._reused() if fresh is None else fresh
        if not is_finite:
            check_rewards(task, task.by_name(rows)[0], rewards)
            check_observations(task, observations)
            if known is not None:
                check_observations(task, known, "observe_privileged")
        if info is None:
            info = {}
            add_step_info(info, *task.by_name(rows), ~were_over)
        if finals is not None:
            over = terminated | truncated
            self._starts[:] = over
            if over.any():
                last = FinalState(finals, last_known, self.privileged)
                add_final_info(info, over, last, *task.by_name(rows))
        if self._renderer.is_watched:
            self._renderer.update_window(info.get("reward"))
        rewards = self._of_robots(task, rewards)
        shown = with_critics(self.privileged, observations, known, info)
        return shown, rewards, terminated, truncated, info

    def _make_stepper(self, task: CoreTask) -> None:
        """Let a :class:`Stepper` make the next steps, if no Python code takes part in them."""
        info_builder, paid = task.info_builder, self._paid(task)
        if info_builder is None or paid is None or self._renderer.is_watched:
            return
        if not isinstance(task.core, Episodes):
            return
        stepper = Stepper(
            task.core,
            (self._streams.state, self._elapsed, self._is_over.view(np.uint8), self._starts),
            limit=self._longest,
            same_step=self.autoreset_mode is AutoresetMode.SAME_STEP,
            wants_reset=self.autoreset_mode is AutoresetMode.DISABLED,
            clip=self.clip_actions,
            frames=self.frame_skip,
            shown=None if self.copy else self._reused(),
            past=self._observer.past,
            info_builder=info_builder,
            paid=paid,
            kind=type(task),
            methods=task.methods_of_a_step(),
        )
        self._stepper = task.stepper = stepper

    def __setattr__(self, name: str, value: Any) -> None:
        """Set an attribute and drop the stepper, so that the next step takes it into account.

        Raises :class:`ArgumentError` for one that says how the environment was made, such as
        ``num_envs``, and for a value that the option of this name could not have.
        """
        if name == "max_episode_steps":
            value = checked_limit(value)
        elif name in self._set_later:
            value = checked_flag(name, value)
        super().__setattr__(name, value)
        if name != "_stepper":
            vars(self)["_stepper"] = None

    def __getstate__(self) -> dict[str, Any]:
        """Return the state without the stepper, for pickle and copy."""
        return {**vars(self), "_stepper": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restore the state, after pickle and copy."""
        vars(self).update(state)
        self._tell_core()

    def _tell_core(self) -> None:
        """Tell the core how episodes differ, which its saved state does not contain."""
        if self._core is not None:
            self._core.core.randomize(self._randomizer.randomization, self._randomizer.fraction)

    @property
    def _longest(self) -> int:
        """Number of steps after which an episode is truncated."""
        return FOREVER if self.max_episode_steps is None else self.max_episode_steps

    def _paid(self, task: CoreTask) -> int | None:
        """Return over how many robots :meth:`_of_robots` averages: see :attr:`CoreTask.paid`."""
        return task.paid

    def _of_robots(self, task: CoreTask, rewards: Floats) -> Floats:
        """Return the rewards ``(W,)``, given those of all robots."""
        return task.of_robots(rewards)

    def _run(self, task: CoreTask, actions: ArrayLike) -> Any:
        over = self._is_over.view(np.uint8)
        return task.core.step_episodes(
            actions,
            self._streams.state,
            self._elapsed,
            over,
            self._longest,
            same_step=self.autoreset_mode is AutoresetMode.SAME_STEP,
            clip=self.clip_actions,
            fresh=self.copy,
            frames=self.frame_skip,
            past=self._observer.past,
            info_builder=task.info_builder,
        )

    @property
    def episode_starts(self) -> Flags:
        """Whether the last observations are the first of their episodes ``(num_envs,)``.

        The meaning is the same in all autoreset modes: where it is true, a recurrent policy must
        reset its state before it uses the observation. In the mode ``NEXT_STEP``, steps that lead
        to such an observation must not be learned from.
        """
        starts: Flags = self._starts.copy()
        return starts

    @property
    def elapsed(self) -> NDArray[np.int64]:
        """Steps since the episodes began ``(num_envs,)``.

        Assign other numbers to truncate episodes that began together at different times.
        """
        elapsed: NDArray[np.int64] = self._elapsed.copy()
        return elapsed

    @elapsed.setter
    def elapsed(self, steps: ArrayLike) -> None:
        self._elapsed[:] = checked_elapsed(steps, self.num_envs)

    def set_progress(self, progress: float) -> None:
        """Set the task's training progress: see :meth:`Task.advance`."""
        self.task.advance(progress)

    # --- how

    def _checked(self, actions: ArrayLike) -> Floats:
        space, clip = self.task.action_space, self.clip_actions
        return checked_actions(actions, space, self.num_envs, clip=clip)

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise RcssGymError("call reset() first: no episode has begun")
        if self.autoreset_mode is AutoresetMode.DISABLED and self._is_over.any():
            which = np.flatnonzero(self._is_over).tolist()
            raise RcssGymError(f"episodes of envs {which} are over: reset them with a reset_mask")

    def _seed(self, envs: Indices, seeds: list[int | None]) -> None:
        for env in envs.tolist():
            seed = seeds[env]
            if seed is None and not self._is_seeded[env]:
                seed = secrets.randbits(64)
            if seed is not None:
                self._streams.seed(np.array([env]), [seed])
                self._is_seeded[env] = True
        if not self._has_begun:
            self._has_begun = bool(self._is_seeded.all())

    def _total(self, terms: dict[str, Floats]) -> Floats:
        """Return the rewards of a control step: of robots, if the step's mean of them is ours."""
        agents = self.task._paid_agents
        if agents:
            return sum(terms.values(), start=np.zeros((self.num_envs, *agents)))
        return checked_total(self.task, terms, self.num_envs)

    def _begin(self, envs: Indices) -> None:
        """Begin an episode in some envs."""
        self.worlds.reset(envs)
        self._randomizer.draw(self.worlds, envs, self._streams)
        self.task.reset(envs)
        self._elapsed[envs] = 0
        self._is_over[envs] = False

    def _observe(self, others: Indices, first: Indices) -> Observations:
        """Return the observations for policies, without ``copy`` in memory that the core reuses.

        :param others: worlds whose episode continues.
        :param first: worlds whose episode begins.
        """
        seen = self._observer.look(others, first, self._streams)
        if self.copy:
            fresh: Observations = seen.copy()
            return fresh
        reused = self._reused()
        if reused is not seen:
            reused[:] = seen
        return reused

    def _reused(self) -> Observations:
        """Return the array that every step returns without ``copy``."""
        if self._observer.past is not None:
            return self._observer.shown()
        if isinstance(self.task, CoreTask) and self.task.runs_in_core():
            memory: Observations = self.task.core.observations
            return memory
        return self._observer.fresh
