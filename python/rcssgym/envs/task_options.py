"""Options of a task, as command lines give them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rcssgym.envs.task import Task
from rcssgym.errors import ArgumentError


def widths(task: Any) -> tuple[int, int]:
    """Return the sizes of an agent's observation and action."""
    return task.observation_space.shape[-1], task.action_space.shape[-1]


def read_options(text: str) -> dict[str, Any]:
    """Read options in JSON.

    Raises :class:`ArgumentError` for anything but JSON's ``{"name": value}``.
    """
    try:
        options = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ArgumentError(f"task_options: {text}: is not JSON: {error}") from error
    if not isinstance(options, dict):
        raise ArgumentError(f"task_options: {text}: is not like '{{\"name\": value}}'")
    return options


def with_options(task: Task, name: str, options: Mapping[str, Any]) -> Task:
    """Return a new task of the same class, made with options.

    :param task: the task without options.
    :param name: its name, for error messages.

    Raises :class:`ArgumentError` for options that the task does not take, or that change an agent's
    observations or actions from what files of its policies say.
    """
    where = f"task_options: {json.dumps(options, default=repr)}"
    try:
        made = type(task)(**options)
    except TypeError as error:
        raise ArgumentError(f"{where}: {name} does not take it: {error}") from error
    sizes, plain = widths(made), widths(task)
    if sizes != plain:
        raise ArgumentError(
            f"{where}: agents see and act by {sizes} numbers, those of {name} by {plain}: give a "
            "task of your own as module:Class"
        )
    return made
