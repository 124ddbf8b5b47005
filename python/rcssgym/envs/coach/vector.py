"""Coaches of many games at once."""

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from rcssgym._core import DISC_TEAM as TEAM
from rcssgym._core import LARGEST_OBSERVATION as LARGEST
from rcssgym._core import DiscBatch, Scripted
from rcssgym.disc.commands import PLAY_MODES, STATISTICS
from rcssgym.envs.checks import (
    Seeds,
    as_array,
    checked_count,
    checked_mode,
    checked_seeds,
    checked_steps,
    is_choice,
)
from rcssgym.envs.coach.pitch import SIZE, seen
from rcssgym.envs.coach.tactics import TACTICS, choice, definitions
from rcssgym.envs.frames import only
from rcssgym.envs.made import Made, options_of
from rcssgym.envs.options import envs_to_reset
from rcssgym.errors import ArgumentError, RcssGymError

TYPES = 18
"""Number of player types."""
TEAMS = ("Coached", "Others")
WINDOW = 300
"""Window in cycles during which, in play, the server accepts one message of a kind: rcssserver's
``clang_win_size``."""
SUBSTITUTIONS = 3
"""Substitutions allowed in a game: rcssserver's ``subs_max``."""
SHOT = 0.1
"""Value of a shot with ``reward="shots"``, in goals."""
GAME = {
    "auto_mode": True,
    "kick_off_wait": 10,
    "nr_extra_halfs": 0,
    "penalty_shoot_outs": False,
}
"""Server parameters: whole games without extra time, with kick-offs by the referee."""
PLAYS = ("still", "random", "scripted")
"""How teams play, apart from :class:`rcssgym.disc.Scripted`."""
_SHOTS = STATISTICS.index("shots")
_PLAY_ON, _TIME_OVER = PLAY_MODES.index("play_on"), PLAY_MODES.index("time_over")

Floats32 = NDArray[np.float32]
Flags = NDArray[np.bool_]
Step = tuple[Floats32, NDArray[np.float64], Flags, Flags, dict[str, Any]]


class CoachVectorEnv(Made, VectorEnv[Floats32, NDArray[np.int64], NDArray[Any]]):
    """Games in which the agent is the online coach of the left team, which plays by itself.

    A step is ``cycles_per_step`` cycles of 100 ms. An action ``(W, 3)`` is a tactic (0: say
    nothing; i: turn on the i-th of ``tactics`` and turn off all others), a player (0: no
    substitution) and that player's new type. The server limits what the coach can do. While the
    ball is in play, it accepts one message in 300 cycles, which players hear 50 cycles later.
    Types change only while play is stopped, three times a game. ``info["taken"]`` and
    ``info["substituted"]`` tell whether the server accepted the message and the substitution,
    ``info["score"]`` ``(W, 2)`` is the score.

    An observation is float32: ball, players, stamina and types, clock, score, play mode, the last
    tactic chosen, whether the server accepts a message now, and substitutions left;
    ``docs/clang.md`` has the table. Nothing in it is noisy.

    The reward is the change of the goal difference. An episode terminates with the game.

    :param num_envs: number of games.
    :param tactics: rules of the coach language by name; a name must be valid as a rule's name.
    :param team: how the coached team plays.
    :param opponent: how the other team plays.
    :param cycles_per_step: 1 to 6000.
    :param half_time: length of a half in seconds.
    :param reward: ``"goals"``, or ``"shots"``, where each shot also counts a tenth of a goal.
    :param autoreset_mode: as for :class:`rcssgym.envs.WorldVectorEnv`.
    :param max_episode_steps: steps after which an episode is truncated; ``None`` for never.
    :param threads: maximum number of worker threads; ``None`` for one per core.

    An env's episodes depend only on its seed and its actions.

    Raises :class:`ArgumentError` for arguments that are not as described here.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        tactics: Mapping[str, str] | None = None,
        team: str | Scripted = "scripted",
        opponent: str | Scripted = "scripted",
        cycles_per_step: int = 100,
        half_time: int = 300,
        reward: str = "goals",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        threads: int | None = None,
        render_mode: None = None,
    ) -> None:
        self.num_envs = checked_count("num_envs", num_envs)
        given = TACTICS if tactics is None else tactics
        self._defined = definitions(given)
        self.tactics = dict(given)
        self._choices = [choice(name) for name in self.tactics]
        self.cycles_per_step = checked_count("cycles_per_step", cycles_per_step, 6000)
        if not is_choice(reward, ("goals", "shots")):
            raise ArgumentError(f"reward: must be 'goals' or 'shots', not {reward!r}")
        for name, play in (("team", team), ("opponent", opponent)):
            if not (isinstance(play, Scripted) or is_choice(play, PLAYS)):
                raise ArgumentError(f"{name}: {play!r} is none of {PLAYS}, and no Scripted")
        if render_mode is not None:
            raise ArgumentError(f"render_mode: there is no {render_mode!r}, only None")
        self.reward = reward
        self.render_mode = None
        self._mode = checked_mode(autoreset_mode)
        self._limit = None if max_episode_steps is None else checked_steps(max_episode_steps)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        sensed = any(isinstance(play, Scripted) and play.sensed for play in (team, opponent))
        self.batch = DiscBatch(
            self.num_envs,
            threads=threads,
            server_params={**GAME, "half_time": checked_count("half_time", half_time, 3000)},
            # The same types in all games, so that an episode depends only on its env's seed.
            player_params={"random_seed": 0},
            team_names=TEAMS,
            teams=(team, opponent),
            sensed=sensed,
        )
        """The games."""
        size = SIZE + len(self.tactics) + 2
        self.single_observation_space = Box(-LARGEST, LARGEST, (size,), np.float32)
        self.single_action_space = MultiDiscrete([len(self.tactics) + 1, TEAM + 1, TYPES])
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._streams = [np.random.default_rng() for _ in range(self.num_envs)]
        self._chosen = np.zeros((self.num_envs, len(self.tactics)))
        self._said = np.full(self.num_envs, -1)
        self._substitutions = np.zeros(self.num_envs, np.int64)
        self._over = np.ones(self.num_envs, np.bool_)
        self._begun = np.zeros(self.num_envs, np.bool_)
        self._elapsed = np.zeros(self.num_envs, np.int64)
        self._is_made = True

    _made_from = options_of(__init__) | {"batch"}

    def reset(
        self, *, seed: Seeds = None, options: dict[str, Any] | None = None
    ) -> tuple[Floats32, dict[str, Any]]:
        """Begin games, in all envs or in some.

        :param seed: an integer seeds env ``i`` with ``seed + i``; a list has one seed per env;
            ``None`` continues the random streams, which are seeded at random at first.
        :param options: ``{"reset_mask": (W,) bool}`` begins games only where the mask is true, at
            least one of them.
        """
        self._check_open()
        seeds = checked_seeds(seed, self.num_envs)
        envs = envs_to_reset(options, self.num_envs)
        for env in envs:
            if seeds[env] is not None or not self._begun[env]:
                own = seeds[env]
                self._streams[env] = np.random.default_rng(
                    secrets.randbits(63) if own is None else own
                )
        self._begun[envs] = True
        self._begin(envs)
        return self._observe(), {}

    def step(self, actions: ArrayLike) -> Step:
        """Let the coaches act, and play on.

        :param actions: integers ``(W, 3)``: tactic, player and type.

        Raises :class:`ArgumentError` for other actions, and :class:`RcssGymError` for envs that
        have not been reset yet and, in the mode ``DISABLED``, for episodes that are over.
        """
        self._check_open()
        if not self._begun.all():
            envs = np.flatnonzero(~self._begun).tolist()
            raise RcssGymError(f"call reset() first: no game has begun in envs {envs}")
        chosen = self._checked(actions)
        fresh = np.zeros(self.num_envs, np.bool_)
        if self._mode is AutoresetMode.NEXT_STEP:
            fresh = self._over.copy()
            self._begin(np.flatnonzero(fresh))
        elif self._over.any():
            raise RcssGymError(
                f"the episodes of envs {np.flatnonzero(self._over).tolist()} are over: reset them"
            )
        before = self._score()
        taken, substituted = self._act(chosen, ~fresh)
        self.batch.advance(self.cycles_per_step, worlds=~fresh)
        rewards = self._score() - before
        self._elapsed[~fresh] += 1
        terminated = (self.batch.play_mode == _TIME_OVER) & ~fresh
        truncated = np.zeros(self.num_envs, np.bool_)
        if self._limit is not None:
            truncated = (self._elapsed >= self._limit) & ~fresh
        self._over = terminated | truncated
        reported = {"taken": taken, "substituted": substituted, "score": self.batch.score}
        info = _masked(reported, ~fresh)
        observations = self._observe()
        if self._mode is AutoresetMode.SAME_STEP and self._over.any():
            ended, final = self._over.copy(), np.empty(self.num_envs, object)
            for env in np.flatnonzero(ended):
                final[env] = observations[env].copy()
            last = {name: only(ended, one) for name, one in reported.items()}
            finals = {"final_obs": final, "final_info": _masked(last, ended)}
            info |= _masked(finals, ended)
            self._begin(np.flatnonzero(ended))
            observations = self._observe()
        return observations, rewards, terminated, truncated, info

    def _check_open(self) -> None:
        if self.closed:
            raise RcssGymError("this environment has been closed")

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        array = as_array("actions", actions)
        if array.dtype.kind not in "iu" or array.shape != (self.num_envs, 3):
            raise ArgumentError(
                f"actions: dtype {array.dtype}, shape {array.shape}, must be integers "
                f"{(self.num_envs, 3)}"
            )
        limits = np.array([len(self.tactics) + 1, TEAM + 1, TYPES])
        if (array < 0).any() or (array >= limits).any():
            env = int(np.flatnonzero(((array < 0) | (array >= limits)).any(axis=1))[0])
            raise ArgumentError(
                f"actions: {array[env].tolist()} of env {env} is not from 0 to "
                f"{(limits - 1).tolist()}"
            )
        return array.astype(np.int64)

    def _begin(self, envs: NDArray[np.intp]) -> None:
        if not len(envs):
            return
        seeds = [int(self._streams[env].integers(2**63)) for env in envs]
        self.batch.reset(envs, seeds)
        for env in envs:
            for message in self._defined:
                self.batch.coach(int(env), TEAMS[0], f"(say {message})")
        self._chosen[envs], self._said[envs], self._substitutions[envs] = 0.0, -1, 0
        self._over[envs], self._elapsed[envs] = False, 0

    def _act(self, actions: NDArray[np.int64], active: Flags) -> tuple[Flags, Flags]:
        """Say and substitute; return in which games the server accepted each of the two."""
        taken, substituted = np.zeros((2, self.num_envs), np.bool_)
        clock, is_play_on = self.batch.cycle, self.batch.play_mode == _PLAY_ON
        for env in np.flatnonzero(active):
            tactic, player, type_id = (int(number) for number in actions[env])
            if tactic > 0:
                message = f"(say {self._choices[tactic - 1]})"
                taken[env] = self.batch.coach(int(env), TEAMS[0], message) == "(ok say)"
            if taken[env]:
                self._chosen[env] = 0.0
                self._chosen[env, tactic - 1] = 1.0
                if is_play_on[env]:
                    self._said[env] = _window(clock[env])
            if player > 0:
                message = f"(change_player_type {player} {type_id})"
                answer = self.batch.coach(int(env), TEAMS[0], message)
                substituted[env] = answer.startswith("(ok")
                self._substitutions[env] += int(substituted[env] and clock[env] > 0)
        return taken, substituted

    def _score(self) -> NDArray[np.float64]:
        """Return the coached team's lead in goals, plus that in shots, weighted, if they count."""
        score = self.batch.score
        lead: NDArray[np.float64] = (score[:, 0] - score[:, 1]).astype(np.float64)
        if self.reward == "shots":
            shots = self.batch.statistics[..., _SHOTS]
            lead = lead + SHOT * (shots[:, 0] - shots[:, 1])
        return lead

    def _observe(self) -> Floats32:
        is_play_on = self.batch.play_mode == _PLAY_ON
        may_say = ~is_play_on | (self._said != _window(self.batch.cycle))
        left = (SUBSTITUTIONS - self._substitutions) / SUBSTITUTIONS
        own = [self._chosen, may_say[:, None], left[:, None]]
        whole = np.concatenate([seen(self.batch), *own], axis=1)
        observed: Floats32 = np.clip(whole, -LARGEST, LARGEST).astype(np.float32)
        return observed


def _window(clock: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of the server's window at a cycle.

    A window opens in the step that begins at a multiple of its length, so messages that are said
    before that step still belong to the window before.
    """
    return (clock - 1) // WINDOW


def _masked(entries: dict[str, Any], mask: Flags) -> dict[str, Any]:
    """Return entries of ``info`` in Gymnasium's format: beside each, a mask of its own."""
    return entries | {f"_{name}": mask.copy() for name in entries}
