"""Tasks with a method in Python, whose steps must be those of the core, bit by bit."""

from typing import Any

from rcssgym.envs import WorldVectorEnv
from rcssgym.envs.lookup import new_task
from rcssgym.envs.task import Task


def with_override(base: type[Any], method: str) -> Any:
    """Return a subclass that overrides a method in Python, which calls the original."""

    def same(self: Any, *arguments: Any) -> Any:
        return getattr(super(made, self), method)(*arguments)

    made: Any = type("Mine", (base,), {method: same})
    return made


def overriding(name: str, method: str) -> Task:
    """Return a task with one method overridden in Python, which calls the core's."""
    task: Task = with_override(type(new_task(name)), method)()
    return task


def equal_step(in_python: WorldVectorEnv, in_core: WorldVectorEnv, actions: Any) -> Any:
    """Step both, whose results must be equal, and return one of them."""
    found: Any = in_python.step(actions)
    expected: Any = in_core.step(actions)
    for left, right in zip(found[:4], expected[:4], strict=True):
        assert left.tobytes() == right.tobytes()
    assert repr(found[4]) == repr(expected[4])
    return found
