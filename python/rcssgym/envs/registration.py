"""Names under which Gymnasium makes our environments. Importing :mod:`rcssgym` registers them."""

import re
from collections.abc import Iterator

import gymnasium

from rcssgym.envs.checks import checked_steps
from rcssgym.envs.task import Task
from rcssgym.errors import ArgumentError

_ID = re.compile(r"([\w:-]+/)?[\w:.-]+-v\d+")
"""An environment's name in Gymnasium's format, with a version."""
ENTRY_POINT = "rcssgym.envs.single:WorldEnv"
VECTOR_ENTRY_POINT = "rcssgym.envs.vector:WorldVectorEnv"

TASKS = {
    "T1Stand": "rcssgym.envs.tasks.stand:T1Stand",
    "T1Walk": "rcssgym.envs.tasks.walk:T1Walk",
    "T1GetUp": "rcssgym.envs.tasks.get_up:T1GetUp",
    "T1Kick": "rcssgym.envs.tasks.kick:T1Kick",
    "T1Dribble": "rcssgym.envs.tasks.dribble:T1Dribble",
    "T1GoToBall": "rcssgym.envs.tasks.go_to_ball:T1GoToBall",
    "K1Stand": "rcssgym.envs.tasks.stand:K1Stand",
    "K1Walk": "rcssgym.envs.tasks.walk:K1Walk",
    "K1GetUp": "rcssgym.envs.tasks.get_up:K1GetUp",
    "K1Kick": "rcssgym.envs.tasks.kick:K1Kick",
    "K1Dribble": "rcssgym.envs.tasks.dribble:K1Dribble",
    "K1GoToBall": "rcssgym.envs.tasks.go_to_ball:K1GoToBall",
    "AntRun": "rcssgym.envs.tasks.ant:AntRun",
    "AntGoToBall": "rcssgym.envs.tasks.go_to_ball:AntGoToBall",
}
"""Our tasks by name: module and class."""

STEPS = {
    "T1Stand": 500,
    "T1Walk": 1000,
    "T1GetUp": 500,
    "T1Kick": 500,
    "T1Dribble": 1000,
    "T1GoToBall": 1000,
    "K1Stand": 500,
    "K1Walk": 1000,
    "K1GetUp": 500,
    "K1Kick": 500,
    "K1Dribble": 1000,
    "K1GoToBall": 1000,
    "AntRun": 1000,
    "AntGoToBall": 1000,
}
"""Steps of 20 ms after which the tasks' episodes are truncated."""

NAO = ("Stand", "Walk", "GetUp")
"""Tasks for a Nao."""

TASKS_V1 = {
    **{f"{task}-v1": place.replace(".tasks.", ".tasks.v1.") for task, place in TASKS.items()},
    **{f"Nao{task}-v1": f"rcssgym.envs.tasks.v1.nao:Nao{task}" for task in NAO},
}
"""Second versions of the tasks by name, including tasks that have no first version."""

STEPS_V1 = {
    **{f"{task}-v1": 300 if task.endswith("Kick") else STEPS[task] for task in TASKS},
    **{f"Nao{task}-v1": STEPS[f"T1{task}"] for task in NAO},
}
"""Steps of 20 ms after which the episodes of second versions are truncated."""


HALF_FIELD = ("1v0", "1v1", "2v1", "2v2", "3v2", "3v3", "4v4", "5v5")
"""Sizes of half field offense: attackers and defenders."""

SCENES = {
    "EmptyGoal": "EmptyGoal",
    "RunToScore": "RunToScore",
    "PassAndShoot": "PassAndShoot",
    "3v1": "ThreeOnOne",
    "Corner": "Corner",
    "CounterAttack": "CounterAttack",
}
"""Scenes of the academy, with their classes."""

DISC_TASKS = {
    "Disc-ReachBall": "rcssgym.envs.discs.reach_ball:ReachBall",
    "Disc-ReachBallMended": "rcssgym.envs.discs.reach_ball:MendedReachBall",
    **{f"Disc-HFO-{size}": f"rcssgym.envs.discs.half_field:HFO{size}" for size in HALF_FIELD},
    **{
        f"Disc-HFO-{size}-{kind}": f"rcssgym.envs.discs.half_field_kinds:HFO{size}{kind}"
        for kind in ("Skills", "Defence")
        for size in HALF_FIELD
        if (size, kind) != ("1v0", "Defence")
    },
    **{
        f"Disc-HFO-{size}-High": f"rcssgym.envs.discs.half_field_kinds:HFO{size}High"
        for size in HALF_FIELD[2:]
    },
    **{
        f"Disc-HFO-{size}-Shaped": f"rcssgym.envs.discs.half_field_kinds:HFO{size}Shaped"
        for size in ("1v0", "1v1")
    },
    **{
        f"Disc-Keepaway-{size}": f"rcssgym.envs.discs.keepaway:Keepaway{size}"
        for size in ("3v2", "4v3", "5v4")
    },
    **{f"Disc-Academy-{scene}": f"rcssgym.envs.discs.academy:{SCENES[scene]}" for scene in SCENES},
    **{
        f"Disc-Academy-{scene}-Skills": f"rcssgym.envs.discs.academy_kinds:{SCENES[scene]}Skills"
        for scene in SCENES
    },
    **{
        f"Disc-Academy-{scene}-High": f"rcssgym.envs.discs.academy_kinds:{SCENES[scene]}High"
        for scene in ("PassAndShoot", "3v1", "Corner", "CounterAttack")
    },
}
"""Tasks of the 2D game by name: module and class."""

DISC_SOCCER_STEPS = 3000
"""Cycles after which games of the 2D league are truncated: the length of a half."""

DISC_SOCCER = ("1v1", "2v2", "3v3", "5v5", "7v7", "11v11")
"""Sizes of whole games."""

DISC_GAMES = {
    **{
        f"Disc-Keepaway-{size}": f"rcssgym.envs.discs.keepaway:KeepawayGame{size}"
        for size in ("3v2", "4v3", "5v4")
    },
    **{
        f"Disc-Soccer-{size}": f"rcssgym.envs.discs.soccer:DiscSoccer{size}" for size in DISC_SOCCER
    },
    **{
        f"Disc-Soccer-{size}-Skills": f"rcssgym.envs.discs.soccer_kinds:DiscSoccer{size}Skills"
        for size in DISC_SOCCER
    },
    **{
        f"Disc-Soccer-{size}-High": f"rcssgym.envs.discs.soccer_kinds:DiscSoccer{size}High"
        for size in DISC_SOCCER
    },
}
"""Games of the 2D game with several agents by name: module and class."""


def newest(task: str) -> str:
    """Return the name of a task's newest version; other names as they are."""
    return f"{task}-v1" if f"{task}-v1" in TASKS_V1 else task


COACH = "rcssgym/Disc-Coach-v0"
"""Name of the environment whose agent is the coach of a 2D team."""

SOCCER = tuple(f"{size}v{size}" for size in range(1, 8))
"""Games of robots, by their teams."""

SOCCER_STEPS = 3000
"""Steps of 20 ms after which episodes of these games are truncated."""


def is_registered(place: str) -> bool:
    """Return whether a task, given as ``"module:Class"``, is ours or has been registered."""
    ours = (
        *TASKS.values(),
        *TASKS_V1.values(),
        *DISC_TASKS.values(),
        *DISC_GAMES.values(),
    )
    return place in ours or any(place == task for task, _ in _registered())


def registered_steps(task: type) -> set[int | None]:
    """Return the step limits with which a task is registered, whether it is ours or the user's."""
    place = place_of(task)
    return {steps for registered, steps in _registered() if registered == place}


def _registered() -> Iterator[tuple[str, int | None]]:
    """Yield all tasks registered with Gymnasium as ``"module:Class"``, with their step limits."""
    for spec in gymnasium.registry.values():
        if spec.vector_entry_point == VECTOR_ENTRY_POINT:
            task = spec.kwargs.get("task")
            yield place_of(task) if isinstance(task, type) else str(task), spec.max_episode_steps


def is_place(task: str) -> bool:
    """Return whether a text is like ``"module:Class"``, with any number of dots on either side."""
    module, colon, name = task.partition(":")
    return bool(colon) and all(
        part.isidentifier() for part in (*module.split("."), *name.split("."))
    )


def place_of(task: type) -> str:
    """Return a class as ``"module:Class"``."""
    return f"{task.__module__}:{task.__qualname__}"


def register() -> None:
    """Register all environments with Gymnasium; further calls have no effect.

    Tasks are ``rcssgym/<task>-v0`` and ``-v1``, games of robots ``rcssgym/Soccer-<teams>-v0``.
    """
    tasks: dict[str, tuple[str, int | None]] = {
        **{f"{task}-v0": (place, STEPS[task]) for task, place in TASKS.items()},
        **{task: (place, STEPS_V1[task]) for task, place in TASKS_V1.items()},
        # These tasks have a time limit of their own, which ends the episode.
        **{f"{task}-v0": (place, None) for task, place in DISC_TASKS.items()},
        # Gymnasium has keepaway with one agent; ``parallel_env`` also has one for each keeper.
        **{
            f"{game}-v0": (place, DISC_SOCCER_STEPS)
            for game, place in DISC_GAMES.items()
            if game not in DISC_TASKS
        },
    }
    for name, (place, steps) in tasks.items():
        _register(f"rcssgym/{name}", ENTRY_POINT, VECTOR_ENTRY_POINT, steps, task=place)
    coach = "rcssgym.envs.coach"
    _register(COACH, f"{coach}:CoachEnv", f"{coach}:CoachVectorEnv", None)
    games = "rcssgym.envs.games"
    for teams in SOCCER:
        name = f"rcssgym/Soccer-{teams}-v0"
        _register(name, f"{games}:make_single", f"{games}:make_vector", SOCCER_STEPS, teams=teams)


def _register(name: str, single: str, vector: str, steps: int | None, **arguments: object) -> None:
    """Register an environment by its entry points, unless the name is taken."""
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            entry_point=single,
            vector_entry_point=vector,
            max_episode_steps=steps,
            kwargs=arguments,
        )


def register_task(name: str, task: str | type[Task], max_episode_steps: int) -> None:
    """Register a task of your own.

    :param name: name such as ``"me/Dance-v0"``, which must end with a version.
    :param task: module and class, such as ``"dances.waltz:Waltz"``, which is imported when an
        environment is made; or the class itself.
    :param max_episode_steps: steps of 20 ms after which an episode is truncated.

    Raises :class:`ArgumentError` for a name without version or with characters other than letters,
    digits and ``_ - . :``, for a task that is neither text nor a class, and for steps that are not
    a positive integer.
    """
    if not isinstance(name, str) or not _ID.fullmatch(name):
        raise ArgumentError(f"name: {name!r} is not like 'me/Dance-v0'")
    if isinstance(task, str) and not is_place(task):
        raise ArgumentError(f"task: {task!r} of {name} is not like 'module:Class'")
    if not (isinstance(task, str) or (isinstance(task, type) and issubclass(task, Task))):
        raise ArgumentError(f"task: {task!r} of {name} is neither 'module:Class' nor a Task class")
    steps = checked_steps(max_episode_steps)
    gymnasium.register(
        name,
        entry_point=ENTRY_POINT,
        vector_entry_point=VECTOR_ENTRY_POINT,
        max_episode_steps=steps,
        kwargs={"task": task},
    )
