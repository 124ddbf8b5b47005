"""Tasks from their names."""

from importlib import import_module
from inspect import signature
from typing import Any

from rcssgym.envs.registration import (
    DISC_GAMES,
    DISC_TASKS,
    TASKS,
    TASKS_V1,
    is_place,
    registered_steps,
)
from rcssgym.envs.task import Task
from rcssgym.errors import ArgumentError


def new_task(task: type[Task] | Task | str) -> Task:
    """Return a task given as an object, as a class, by its name or as ``"module:Class"``.

    Raises :class:`ArgumentError` for anything else, for a module that cannot be imported, and for a
    class that lacks methods or needs arguments.
    """
    if isinstance(task, Task):
        return task
    if isinstance(task, type) and issubclass(task, Task):
        return _made(task)
    plain = {**TASKS, **DISC_GAMES, **DISC_TASKS}
    ours = {**plain, **{f"{name}-v0": place for name, place in plain.items()}, **TASKS_V1}
    if not isinstance(task, str) or not (task in ours or is_place(task)):
        known = ", ".join(dict.fromkeys((*TASKS, *TASKS_V1, *DISC_TASKS, *DISC_GAMES)))
        raise ArgumentError(
            f"task: {task!r} is neither a Task, nor one of {known}, nor 'module:Class'"
        )
    place = ours.get(task, task)
    found = _imported(place)
    if isinstance(found, Task) or (isinstance(found, type) and issubclass(found, Task)):
        return new_task(found)
    raise ArgumentError(f"task: {place!r} is not a class derived from Task, but a {type(found)}")


def step_limit(task: Task) -> int | None:
    """Return the default number of steps after which a task's episodes are truncated."""
    registered = registered_steps(type(task))
    return registered.pop() if len(registered) == 1 else task.max_episode_steps


def _made(task: type[Task]) -> Task:
    if missing := ", ".join(sorted(task.__abstractmethods__)):
        raise ArgumentError(f"task: {task.__name__} has no {missing} of its own")
    try:
        signature(task).bind()
    except TypeError as error:
        raise ArgumentError(
            f"task: {task.__name__} cannot be made by itself ({error}): pass an object of it"
        ) from error
    return task()


def _imported(place: str) -> Any:
    """Return the object at ``"module:Class"``."""
    module, _, name = place.partition(":")
    try:
        found: Any = import_module(module)
    except Exception as error:
        # Either the module itself is missing, or something that it imports.
        if isinstance(error, ModuleNotFoundError) and f"{module}.".startswith(f"{error.name}."):
            raise ArgumentError(f"task: {place!r}: there is no module {error.name!r}") from error
        raise ArgumentError(
            f"task: {place!r}: importing {module} fails with {type(error).__name__}: {error}"
        ) from error
    for part in name.split("."):
        try:
            found = getattr(found, part)
        except AttributeError as error:
            raise ArgumentError(f"task: {place!r}: {error}") from error
    return found
