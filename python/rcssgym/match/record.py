"""The record of a half, collected from frames."""

from __future__ import annotations

from rcssgym.match.monitor import GAME_OVER, Frame
from rcssgym.match.results import HalfResult, Loss, Tally, foul_name

MILLISECOND = 0.001
"""s"""


class HalfRecord:
    """Collects the frames of a half, starting at its kick-off.

    :param half: 1 or 2.
    :param left: which team is on the left: 0 or 1.
    :param begin: play time at which the half begins, s.
    :param end: play time at which it ends, s.
    """

    def __init__(self, half: int, left: int, begin: float, end: float) -> None:
        self.result = HalfResult(half, left)
        self.is_over = False
        """Whether the half has been played to its end."""
        self._end = end
        self._begin = begin
        self._score = (0, 0)

    def take(self, frame: Frame, players: tuple[int, int]) -> list[tuple[int, Loss]]:
        """Process a frame, with the number of players on the left and on the right.

        Returns which sides have lost players since the last frame, and their losses.
        """
        self.result.play_time = max(0.0, min(frame.play_time, self._end) - self._begin)
        has_changed_ends = frame.half > self.result.half
        self.is_over = (
            frame.play_mode == GAME_OVER
            or frame.play_time > self._end - MILLISECOND
            or has_changed_ends
        )
        # A server that continues with the next half may have swapped or reset the goals.
        if not has_changed_ends or all(map(int.__ge__, frame.score, self._score)):
            self._score = frame.score
        for side in (0, 1):
            tally = self.result.tallies[self.team(side)]
            tally.goals = self._score[side]
            tally.fouls.update(foul_name(kind) for kind, where in frame.fouls if where == side)
        return [
            (side, loss)
            for side in (0, 1)
            if (loss := self._count(self.result.tallies[self.team(side)], frame, players[side]))
        ]

    def _count(self, tally: Tally, frame: Frame, players: int) -> Loss | None:
        """Update a team's number of players; return its loss, if any."""
        before = tally.last_players
        if before is None:
            tally.first_players = tally.last_players = tally.fewest_players = players
            return None
        if self.is_over:  # players that leave now leave because the half is over
            return None
        tally.last_players = players
        tally.fewest_players = min(players, tally.fewest_players or 0)
        if players >= before:
            return None
        loss = Loss(self.result.half, frame.play_time, before - players, players)
        tally.losses.append(loss)
        return loss

    def team(self, side: int) -> int:
        """Return which team plays on a side: 0 is left, 1 right."""
        return self.result.left ^ side
