"""Errors about a task's invalid return values name task, method, env and value. Worlds survive."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
import rcssgym
from gymnasium.spaces import Box, Discrete
from rcssgym.envs import (
    Computed,
    SoccerTask,
    SoccerVectorEnv,
    Terms,
    WorldEnv,
    WorldVectorEnv,
    make_async,
    register_task,
)
from rcssgym.envs.discs.soccer import DiscSoccer
from rcssgym.envs.games import GameVectorEnv
from rcssgym.envs.games.parallel import GameParallelEnv
from rcssgym.envs.tasks import T1Stand
from rcssgym.envs.tasks.senses import AgentView

W, J, N = 4, 23, 75
NAN, INF = float("nan"), float("inf")
RAGGED = [[1.0], [1.0, 2.0], [1.0], [1.0]]


class Unreadable:
    """An object like a tensor that requires a gradient or is on a GPU."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("on a GPU")


class Dance(T1Stand):
    """Returns what a test prescribes from the method that ``spoilt`` names."""

    spoilt = ""
    give: Callable[[Any], Any] = staticmethod(lambda right: right)

    def _of(self, name: str, right: Any) -> Any:
        return type(self).give(right) if self.spoilt == name else right

    def rewards(self) -> Any:
        return self._of("rewards", super().rewards())

    def measures(self) -> Any:
        return self._of("measures", {"depth": np.zeros((W, 2))})

    def terminated(self) -> Any:
        return self._of("terminated", super().terminated())

    def parts(self) -> Any:
        return self._of("parts", super().parts())

    def agent_parts(self, view: AgentView) -> Any:
        return self._of("agent_parts", super().agent_parts(view))

    def start_states(self, envs: Any) -> Any:
        return self._of("start_states", super().start_states(envs))


class Totalled(Dance):
    def total(self, terms: dict[str, Any]) -> Any:
        return self._of("total", np.nan_to_num(super().total(terms), posinf=0.0, neginf=0.0))


class Whole(Dance):
    """Writes its observations itself."""

    def observe(self, out: Any) -> Any:
        super().observe(out)
        return self._of("observe", out) if self.spoilt == "observe" else None


def at(*place: int, value: float) -> Callable[[Any], Any]:
    """Return an array, or the ``upright`` of a dictionary, with another value at a place."""

    def change(right: Any) -> Any:
        array = right["upright"] if isinstance(right, dict) else right
        changed = array.copy()
        changed[place] = value
        return {**right, "upright": changed} if isinstance(right, dict) else changed

    return change


def part(index: int, change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda parts: [change(p) if i == index else p for i, p in enumerate(parts)]


def term(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda terms: {**terms, "upright": change(terms["upright"])}


def write(value: float) -> Callable[[Any], None]:
    def change(out: Any) -> None:
        out[2, 7] = value

    return change


def misfit(out: Any) -> None:
    out[:] = np.zeros((W, N - 1))


CASES: list[tuple[type[Dance], str, Any, str]] = [
    (Dance, "rewards", at(2, value=NAN), r"rewards\(\): term 'upright': nan in env 2, must be fin"),
    (Dance, "rewards", at(1, value=INF), r"rewards\(\): term 'upright': inf in env 1, must be"),
    (Dance, "rewards", at(1, value=-INF), r"rewards\(\): term 'upright': -inf in env 1"),
    (Dance, "rewards", lambda r: r["upright"], r"rewards\(\): returned an array of float64 of"),
    (Dance, "rewards", lambda _: None, r"rewards\(\): returned a NoneType, must be a dict"),
    (Dance, "rewards", term(lambda x: x[:3]), r"term 'upright' has shape \(3,\), must be \(4,\)"),
    (Dance, "rewards", term(lambda x: x[:, None]), r"'upright' has shape \(4, 1\), must be \(4,\)"),
    (Dance, "rewards", term(lambda _: 0.5), r"'upright' has shape \(\), must be \(4,\)"),
    (Dance, "rewards", term(lambda x: x.astype(str)), "'upright' has dtype <U.*, must be real"),
    (Dance, "rewards", term(lambda x: x + 1j), "'upright' has dtype complex128"),
    (Dance, "rewards", term(lambda _: RAGGED), r"rewards\(\): term 'upright' is not an array"),
    (Dance, "rewards", term(lambda _: Unreadable()), "term 'upright' is not an array: on a GPU"),
    (Dance, "rewards", lambda r: {**r, 3: r["upright"]}, r"the name 3 is not text"),
    (Totalled, "rewards", at(2, value=NAN), "term 'upright': nan in env 2"),
    (Totalled, "rewards", term(lambda x: x[:3, None]), r"has shape \(3, 1\), must be \(4, "),
    (Totalled, "total", at(3, value=NAN), r"Totalled\.total\(\): nan in env 3, must be finite"),
    (Totalled, "total", lambda x: x.sum(), r"the 'reward' has shape \(\), must be \(4,\)"),
    (Dance, "measures", lambda _: [], r"measures\(\): returned a list, must be a dict"),
    (Dance, "measures", lambda _: {"far": 1.0}, r"'far' has shape \(\), must be \(4, \.\.\.\)"),
    (Dance, "measures", lambda _: {"far": RAGGED}, r"measures\(\): measure 'far' is not an array"),
    (Dance, "measures", lambda _: {"final_obs": np.zeros(W)}, "the name 'final_obs' has another"),
    (Dance, "measures", lambda _: {"_far": np.zeros(W)}, "the name '_far' has another use"),
    (Dance, "terminated", lambda x: x.astype(float), r"returned an array of float64 of shape"),
    (Dance, "terminated", lambda x: x[:2], r"array of bool of shape \(2,\), must be .* \(4,\)"),
    (Dance, "terminated", lambda x: x.any(), r"terminated\(\): returned a bool"),
    (Dance, "parts", part(1, at(2, 5, value=NAN)), r"parts\(\): nan in env 2, column 28, must be"),
    (Dance, "parts", part(0, at(3, 0, value=INF)), r"parts\(\): inf in env 3, column 0, must be"),
    (Dance, "parts", part(4, lambda x: x[:3]), r"part 4 has shape \(3, 3\), must be \(4, n\)"),
    (Dance, "parts", part(4, lambda x: x[:, 0]), r"part 4 has shape \(4,\), must be \(4, n\)"),
    (Dance, "parts", part(4, lambda x: x.astype(object)), "part 4 has dtype object"),
    (Dance, "parts", lambda p: p[:-1], r"parts of \[23, 23, 23, 3\] columns make 72, but"),
    (Dance, "parts", lambda p: np.hstack(p), r"parts\(\): returned an array of .* must be a list"),
    (Whole, "observe", write(NAN), r"Whole\.observe\(\): nan in env 2, column 7, must be finite"),
    (Whole, "observe", write(-INF), r"Whole\.observe\(\): -inf in env 2, column 7"),
    (Whole, "observe", misfit, r"must write to an array of shape \(4, 75\): could not"),
    (Whole, "observe", lambda out: out, r"observe\(\): returned an array of float32 .* must write"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "method", "give", "message"), CASES)
def test_a_step_says_what_is_wrong_and_the_worlds_go_on(
    monkeypatch: pytest.MonkeyPatch, kind: type[Dance], method: str, give: Any, message: str
) -> None:
    actions = np.full((W, J), 0.1)
    envs, others = WorldVectorEnv(kind, W), WorldVectorEnv(kind, W)
    for each in (envs, others):
        each.reset(seed=3)
    monkeypatch.setattr(kind, "give", staticmethod(give))
    envs.task.spoilt = method  # type: ignore[attr-defined]
    with pytest.raises(rcssgym.TaskError, match=message) as caught:
        envs.step(actions)
    assert f"{kind.__name__}.{method}()" in str(caught.value)
    assert isinstance(caught.value, rcssgym.RcssGymError)
    envs.task.spoilt = ""  # type: ignore[attr-defined]
    observations, rewards, *_ = envs.step(actions)
    assert np.isfinite(observations).all()
    assert np.isfinite(rewards).all()
    first, again = envs.reset(seed=3)[0], others.reset(seed=3)[0]
    assert first.tobytes() == again.tobytes()
    assert envs.step(actions)[0].tobytes() == others.step(actions)[0].tobytes()


@pytest.mark.parametrize(
    ("give", "message"),
    [
        (at(1, 5, value=NAN), r"Dance\.start_states\(\): nan in env 2, column 5, must be finite"),
        (lambda x: x[:, :-1], r"start_states\(\): returned shape \(2, 36\), must be \(2, 37\)"),
        (lambda x: x[0], r"start_states\(\): array 'qpos' has shape \(37,\), must be \(2, n\)"),
        (lambda _: None, r"start_states\(\): array 'qpos' has dtype object"),
    ],
)
def test_states_in_which_episodes_start(
    monkeypatch: pytest.MonkeyPatch, give: Any, message: str
) -> None:
    envs = WorldVectorEnv(Dance, W, autoreset_mode="Disabled")
    envs.reset(seed=1)
    monkeypatch.setattr(Dance, "give", staticmethod(give))
    envs.task.spoilt = "start_states"  # type: ignore[attr-defined]
    with pytest.raises(rcssgym.TaskError, match=message):
        envs.reset(options={"reset_mask": np.array([True, False, True, False])})
    envs.task.spoilt = ""  # type: ignore[attr-defined]
    envs.reset(seed=1)
    envs.step(np.zeros((W, J)))


def test_nothing_counts_in_the_step_that_begins_the_next_episode() -> None:
    class Log(T1Stand):
        """The reward of fallen robots is not finite."""

        def rewards(self) -> Any:
            down = np.where(self.fallen(), NAN, 0.0) * (self.worlds.time > 0.5)
            return {**super().rewards(), "down": np.where(self.last, down, 0.0)}

        last = False

    envs = WorldVectorEnv(Log, 1)
    envs.reset(seed=0)
    while not envs.step(np.zeros((1, J)))[2].any():
        pass
    envs.task.last = True  # type: ignore[attr-defined]
    assert np.isfinite(envs.step(np.zeros((1, J)))[1]).all()


def test_other_environments_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dance, "give", staticmethod(at(0, value=NAN)))
    monkeypatch.setattr(Dance, "spoilt", "rewards")
    message = "term 'upright': nan in env 0"
    single = WorldEnv(T1Stand)
    single.reset(seed=0)
    single.vector.task.rewards = lambda: {"upright": np.array([NAN])}  # type: ignore[method-assign]
    with pytest.raises(rcssgym.TaskError, match=message):
        single.step(np.zeros(J))
    games = SoccerVectorEnv("1v1", 2, observation="state")
    games.reset(seed=0)
    right = games.task.rewards
    wrong: Any = lambda: {name: np.full_like(t, INF) for name, t in right().items()}  # noqa: E731
    games.task.rewards = wrong  # type: ignore[method-assign]
    with pytest.raises(rcssgym.TaskError, match=r"term '\w+': inf in env 0, column 0"):
        games.step(np.zeros(games.action_space.shape or ()))


@pytest.mark.parametrize(
    ("spaces", "message"),
    [
        ({"observation_space": None}, r"observation_space: is None, must be a gymnasium"),
        ({"action_space": Discrete(3)}, r"action_space: is Discrete\(3\), must be"),
        (
            {"observation_space": Box(-1.0, 1.0, (N,), np.float64)},
            "observation_space: has dtype float64",
        ),
    ],
)
def test_spaces(spaces: dict[str, Any], message: str) -> None:
    task = T1Stand()
    for name, space in spaces.items():
        setattr(task, name, space)
    with pytest.raises(rcssgym.TaskError, match=f"T1Stand.{message}"):
        WorldVectorEnv(task, 2)


# --- functions in place of terms


class Weighed(SoccerTask):
    """A game in which functions stand in for a term and a part of the observation."""

    reward: Callable[[Any], Any] = staticmethod(lambda task: np.ones((len(task.worlds), 4)))
    part: Callable[[Any], Any] = staticmethod(lambda task: np.ones((len(task.worlds), 4, 2)))

    def declare(self) -> Terms:
        terms = super().declare()
        observations = (*terms.observations, Computed(lambda task: type(task).part(task), 2))
        rewards = {**terms.rewards, "own": lambda task: type(task).reward(task)}
        return replace(terms, observations=observations, rewards=rewards)


@pytest.mark.parametrize("kind", [GameVectorEnv, WorldVectorEnv])
@pytest.mark.parametrize(
    ("method", "sizes", "message"),
    [
        # As many worlds as agents: numbers of worlds would be taken for those of agents.
        ("reward", (4,), r"term 'own' has shape \(4,\), must be \(4, 4\)"),
        ("reward", (4, 1), r"term 'own' has shape \(4, 1\), must be \(4, 4\)"),
        ("reward", (4, 4, 1), r"term 'own' has shape \(4, 4, 1\), must be \(4, 4\)"),
        ("part", (4, 4), r"declare\(\): Computed '.*' has shape \(4, 4\), must be \(4, 4, 2\)"),
        ("part", (4, 1, 2), r"has shape \(4, 1, 2\), must be \(4, 4, 2\)"),
        ("part", (4, 4, 3), r"has shape \(4, 4, 3\), must be \(4, 4, 2\)"),
    ],
)
@pytest.mark.parametrize("sharing", ["individual", "shared"])
def test_functions_of_games_return_a_column_for_every_agent(
    monkeypatch: pytest.MonkeyPatch, kind: Any, method: str, sizes: Any, message: str, sharing: Any
) -> None:
    games = kind(Weighed("2v2", observation="state", reward=sharing), 4)
    games.reset(seed=0)
    actions = np.zeros(games.action_space.shape)
    games.step(actions)
    monkeypatch.setattr(Weighed, method, staticmethod(lambda _: np.ones(sizes)))
    with pytest.raises(rcssgym.TaskError, match=message):
        games.step(actions)


@pytest.mark.parametrize("kind", [SoccerTask, DiscSoccer])
def test_functions_of_games_measure_arrays(kind: Any) -> None:
    class Measured(kind):  # type: ignore[misc]
        given: Any = None

        def declare(self) -> Terms:
            terms: Terms = super().declare()
            return replace(terms, measures={**terms.measures, "own": lambda task: task.given})

    task: Any = Measured("1v1")
    task.given = [[1.0, 2.0]]
    game = GameParallelEnv(task)
    game.reset(seed=0)
    still = (np.zeros(game.action_space(agent).shape, np.float32) for agent in game.agents)
    actions = dict(zip(game.agents, still, strict=True))
    *_, infos = game.step(actions)
    assert [infos[agent]["own"] for agent in ("left_1", "right_1")] == [1.0, 2.0]
    for wrong, message in ((0.5, r"'own' has shape \(\)"), (RAGGED, "'own' is not an array")):
        task.given = wrong
        with pytest.raises(rcssgym.TaskError, match=rf"Measured\.measures\(\): .*{message}"):
            game.step(actions)


def test_totals_of_games_have_a_column_for_every_agent() -> None:
    class Summed(SoccerTask):
        def total_by_agent(self, terms: Any) -> Any:
            return super().total_by_agent(terms).sum(axis=1)

    message = r"Summed\.total_by_agent\(\): the 'reward' has shape \(2,\), must be \(2, 2\)"
    for kind in (GameVectorEnv, WorldVectorEnv):
        games = kind(Summed("1v1", observation="state"), 2)
        games.reset(seed=0)
        with pytest.raises(rcssgym.TaskError, match=message):
            games.step(np.zeros(games.action_space.shape or ()))


# --- names of tasks


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("foo", "a.b:C", 10), "name: 'foo' is not like 'me/Dance-v0'"),
        (("me/Dance", "a.b:C", 10), "name: 'me/Dance'"),
        (("me/my/Dance-v0", "a.b:C", 10), "name: 'me/my/Dance-v0'"),
        (("me/Dance-v0 ", "a.b:C", 10), "name: 'me/Dance-v0 '"),
        (("", "a.b:C", 10), "name: ''"),
        ((3, "a.b:C", 10), "name: 3"),
        (("me/Dance-v0", "bar", 10), "task: 'bar' of me/Dance-v0 is not like 'module:Class'"),
        (("me/Dance-v0", "a b:C", 10), "task: 'a b:C'"),
        (("me/Dance-v0", "a:b:C", 10), "task: 'a:b:C'"),
        (("me/Dance-v0", ":C", 10), "task: ':C'"),
        (("me/Dance-v0", "a:", 10), "task: 'a:'"),
        (("me/Dance-v0", 3, 10), "task: 3 of me/Dance-v0 is neither"),
        (("me/Dance-v0", dict, 10), "task: <class 'dict'> of me/Dance-v0 is neither"),
        (("me/Dance-v0", "a:C", 0), "max_episode_steps: 0 is not a positive integer"),
        (("me/Dance-v0", "a:C", -5), "max_episode_steps: -5"),
        (("me/Dance-v0", "a:C", 1.5), "max_episode_steps: 1.5"),
        (("me/Dance-v0", "a:C", True), "max_episode_steps: True"),
        (("me/Dance-v0", "a:C", None), "max_episode_steps: None"),
        (("me/Dance-v0", "a:C", "10"), "max_episode_steps: '10'"),
    ],
)
def test_registrations_that_cannot_work_are_refused(arguments: Any, message: str) -> None:
    with pytest.raises(rcssgym.ArgumentError, match=message):
        register_task(*arguments)
    assert "me/Dance-v0" not in gym.registry


def test_a_class_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(gym.registry, "me/Dance-v1", raising=False)
    register_task("me/Dance-v1", T1Stand, 3)
    envs = make_async("me/Dance-v1", 2, 1)
    envs.async_reset(seed=0)
    assert envs.recv()[0].shape == (1, N)
    envs.close()
    del gym.registry["me/Dance-v1"]


MODULES = {
    "lacking_of_a_test": ("import no_such_library", r"there is no module 'no_such_library'"),
    "failing_of_a_test": ("1 / 0", "fails with ZeroDivisionError: division by zero"),
    "broken_of_a_test": ("def", "fails with SyntaxError"),
    "empty_of_a_test": ("", "module 'empty_of_a_test' has no attribute 'Dance'"),
    "other_of_a_test": ("Dance = 3", "'other_of_a_test:Dance' is not a class derived from Task"),
    "needing_of_a_test": (
        "from rcssgym.envs.tasks import T1Stand\n"
        "class Dance(T1Stand):\n    def __init__(self, speed): pass",
        r"Dance cannot be made by itself \(missing a required argument: 'speed'\)",
    ),
}


@pytest.mark.parametrize("module", MODULES)
def test_modules_of_tasks_that_fail_say_why(
    module: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, message = MODULES[module]
    (tmp_path / f"{module}.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    if "no_such_library" in source:
        message = f"importing {module} fails with ModuleNotFoundError: No module named 'no_such"
    with pytest.raises(rcssgym.ArgumentError, match=message) as caught:
        WorldVectorEnv(f"{module}:Dance", 2)
    assert "nor 'module:Class'" not in str(caught.value)


@pytest.mark.parametrize("place", ["no_such_module:Dance", "rcssgym.no_such:Dance"])
def test_modules_that_are_not_there_are_named(place: str) -> None:
    module = place.partition(":")[0]
    with pytest.raises(rcssgym.ArgumentError, match=f"there is no module '{module}'"):
        WorldVectorEnv(place, 2)


def test_classes_in_classes_are_found() -> None:
    assert isinstance(WorldVectorEnv(f"{__name__}:Outer.Inner", 1).task, T1Stand)


class Outer:
    class Inner(T1Stand):
        pass
