"""Games as a team sees them, in which conditions and regions are evaluated."""

from typing import Literal, TypeAlias

from rcssgym import _core
from rcssgym._core import Situation
from rcssgym.disc import DiscSimulation
from rcssgym.errors import ArgumentError
from rcssgym.soccer import SoccerSimulation, TeamSide

__all__ = ["Side", "Situation", "State", "situation"]

Side: TypeAlias = Literal["left", "right"]
"""Whose coach speaks."""
State: TypeAlias = Situation | DiscSimulation | SoccerSimulation
"""A game, or what a team sees of it."""

SIDES = ("left", "right")


def situation(state: State, side: Side = "left", before: Situation | None = None) -> Situation:
    """Return a game as seen by a side.

    In a 2D game the ball is owned by all players who can kick it. If nobody can, those who owned it
    in ``before``, the situation a cycle earlier, still own it; without ``before``, the player who
    touched it last since play began. In a 3D game the player who touched it last owns it, and a
    cycle is 20 ms.

    :param state: a 2D or a 3D game; a :class:`Situation` is returned as it is.
    :param side: ``"left"`` or ``"right"``.
    :param before: the same side's situation a cycle earlier.

    Raises :class:`rcssgym.ArgumentError` for an invalid state or side.
    """
    if side not in SIDES:
        raise ArgumentError(f"side: must be 'left' or 'right', not {side!r}")
    if isinstance(state, Situation):
        return state
    if isinstance(state, DiscSimulation):
        return Situation._of_disc(state._world, SIDES.index(side), before)
    if isinstance(state, SoccerSimulation):
        return _of_soccer(state, side)
    kinds = "a DiscSimulation, a SoccerSimulation or a Situation"
    raise ArgumentError(f"state: must be {kinds}, not a {type(state).__name__}")


def _of_soccer(game: SoccerSimulation, side: Side) -> Situation:
    """Return the situation of a 3D game, where y points to the left when facing the right goal."""
    sign = 1.0 if side == "left" else -1.0
    own = TeamSide.LEFT if side == "left" else TeamSide.RIGHT
    other = TeamSide.RIGHT if side == "left" else TeamSide.LEFT

    def place(position: object) -> tuple[float, float]:
        x, y = position[:2]  # type: ignore[index]  # an array of three
        return float(sign * x), float(-sign * y)

    def team(of: TeamSide) -> dict[int, tuple[float, float]]:
        players = game.get_players(of).items()
        return {number: place(agent.xpos) for number, agent in players if 1 <= number <= 11}

    def owners(of: TeamSide) -> tuple[int, ...]:
        last = game.ball.get_most_recent_contact()
        if last is None or last.team_id != of.value or not 1 <= last.player_no <= 11:
            return ()
        return (last.player_no,)

    state = game.game_state
    return Situation(
        time=round(state.play_time / _core.CYCLE),
        play_mode=_core.clang_play_mode(state.play_mode.value, SIDES.index(side)),
        goals=(state.get_team_score(own), state.get_team_score(other)),
        ball=place(game.ball.xpos),
        our=team(own),
        opp=team(other),
        our_owners=owners(own),
        opp_owners=owners(other),
    )
