"""Execution of actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import TypeVar, get_args

from rcssgym._core import Memory, playmaker_encode, playmaker_execute
from rcssgym.envs.checks import checked_flag
from rcssgym.errors import ArgumentError
from rcssgym.playmaker.messages import (
    CoachAction,
    CoachActions,
    Message,
    PlayerAction,
    PlayerActions,
    State,
    TrainerAction,
    TrainerActions,
    WorldModel,
)

Choice = TypeVar("Choice", PlayerAction, CoachAction, TrainerAction)

_CHOICES: dict[type, dict[type, str]] = {
    kind: {get_args(field.type)[0]: field.name for field in fields(kind)}
    for kind in (PlayerAction, CoachAction, TrainerAction)
}
"""Names of an action's fields by the class of their values."""


def player_actions(actions: PlayerActions | Iterable[Message]) -> PlayerActions:
    """Return actions as an answer to ``GetPlayerActions``.

    :param actions: :class:`PlayerAction` messages, or what can be in one: ``Dash(power=100)``.

    Raises :class:`ArgumentError` for objects that are not actions.
    """
    if isinstance(actions, PlayerActions):
        return actions
    return PlayerActions(actions=_all_chosen(PlayerAction, "player", actions))


def _all_chosen(kind: type[Choice], who: str, actions: Iterable[Message]) -> list[Choice]:
    if isinstance(actions, Message) or not isinstance(actions, Iterable):
        raise ArgumentError(f"actions: must be a list of actions, not {actions!r}")
    return [_chosen(kind, who, index, one) for index, one in enumerate(actions)]


def _chosen(kind: type[Choice], who: str, index: int, action: Message) -> Choice:
    if isinstance(action, kind):
        return action
    name = _CHOICES[kind].get(type(action))
    if name is None:
        raise ArgumentError(f"actions[{index}]: {type(action).__name__} is not a {who}'s action")
    chosen = kind()
    setattr(chosen, name, action)
    return chosen


def coach_actions(actions: CoachActions | Iterable[Message]) -> CoachActions:
    """Return actions as an answer to ``GetCoachActions``.

    :param actions: :class:`CoachAction` messages, or what can be in one: ``DoHeliosSubstitute()``.

    Raises :class:`ArgumentError` for objects that are not actions of a coach.
    """
    if isinstance(actions, CoachActions):
        return actions
    return CoachActions(actions=_all_chosen(CoachAction, "coach", actions))


def checked_formation(formation: object) -> None:
    """Raise :class:`ArgumentError` for anything but ``None`` and a text."""
    if not (formation is None or isinstance(formation, str)):
        raise ArgumentError(f"formation: {formation!r} is not a text")


def encoded(actions: PlayerActions | CoachActions) -> bytes:
    """Return the bytes of actions that are to be executed.

    Raises :class:`ArgumentError` for numbers that are not finite or that enumerations lack, but not
    in drawings, which are left out if they cannot be drawn.
    """
    return playmaker_encode(actions, checked=True)


def trainer_actions(actions: TrainerActions | Iterable[Message]) -> TrainerActions:
    """Return actions as an answer to ``GetTrainerActions``.

    :param actions: :class:`TrainerAction` messages, or what can be in one: ``DoRecover()``.

    Raises :class:`ArgumentError` for objects that are not actions of a trainer.
    """
    if isinstance(actions, TrainerActions):
        return actions
    return TrainerActions(actions=_all_chosen(TrainerAction, "trainer", actions))


def execute(
    state: State | WorldModel,
    actions: PlayerActions | Iterable[Message],
    memory: Memory | None = None,
    *,
    formation: str | None = None,
    habits: bool = False,
) -> list[str]:
    """Return the commands of a player who is in a state and executes actions.

    Each is a text of the 2D server's protocol, such as ``"(dash 100 -15)"``; ``"(turn 0)"`` if the
    body has nothing to do. Actions of the body are tried in order, and the first that succeeds
    wins. Unless the ``ignore_...`` fields of :class:`PlayerActions` say otherwise, the player first
    does what agents do by themselves, which may replace the given actions.

    :param state: the state as an agent sends it.
    :param actions: the actions, in order.
    :param memory: what the player keeps from cycle to cycle, and the game's parameters; ``None``:
        a player in its first cycle, in a game with rcssserver's defaults.
    :param formation: the text of a file of formations, for positions that the state does not have.
    :param habits: whether to include what agents do unasked: width of the view, messages, and whom
        they listen to.

    Raises :class:`ArgumentError` for a state without a player, and for numbers that no player can
    have.
    """
    sent = State(world_model=state) if isinstance(state, WorldModel) else state
    if not isinstance(sent, State):
        raise ArgumentError(f"state: must be a State or a WorldModel, not {type(state).__name__}")
    memory = Memory() if memory is None else memory
    if not isinstance(memory, Memory):
        raise ArgumentError(f"memory: must be a Memory, not {type(memory).__name__}")
    checked_formation(formation)
    checked_flag("habits", habits)
    answer = player_actions(actions)
    return playmaker_execute(sent.encode(), encoded(answer), memory, formation, habits)
