"""Window that shows a game while other code runs it."""

from __future__ import annotations

import time
from logging import Logger

from rcssgym.errors import RcssGymError
from rcssgym.soccer import SoccerSimulation, TeamSide
from rcssgym.view.window import Window, has_display

SIZE = (960, 540)
"""Width and height, pixels."""
INTERVAL = 0.04
"""Minimum time between two frames, s."""
TITLE_INTERVAL = 0.5
"""Minimum time between two updates of the title, s."""


class GameWindow:
    """Shows a game, and takes commands from its user as rcsssmj's viewer does.

    The world is only copied between two steps, and continues while it is drawn. After a slow frame
    the next one comes later, so that drawing takes at most half of the time.

    :param logger: logger for the reason why there is no window.
    """

    def __init__(self, simulation: SoccerSimulation, logger: Logger) -> None:
        self._simulation = simulation
        self._logger = logger
        self._window = Window(None, "the window")
        self._follows_ball = True
        self._next_frame = self._next_title = 0.0

    @classmethod
    def open(cls, simulation: SoccerSimulation, logger: Logger) -> GameWindow | None:
        """Open a window; ``None`` if that is impossible, which is logged."""
        if not has_display():
            logger.info("no window: there is no display")
            return None
        window = cls(simulation, logger)
        window.look()
        return None if window._window.is_closed else window

    def look(self) -> None:
        """Show the current game if a frame is due. Errors are logged and close the window."""
        now = time.monotonic()
        if self._window.is_closed or now < self._next_frame:
            return
        try:
            self._show(now)
        except RcssGymError as error:
            self._logger.info("no window: %s", error)
            self._window.close()
        except Exception:
            # The game must continue, whatever error a driver raises.
            self._logger.exception("no window any more")
            self._window.close()
        took = time.monotonic() - now
        self._next_frame = now + max(INTERVAL, 2.0 * took)

    def close(self) -> None:
        """Close the window; further calls have no effect."""
        self._window.close()

    def _show(self, now: float) -> None:
        self._window.show(self._simulation._world.picture(*SIZE, self._follows_ball))
        if now >= self._next_title:
            self._next_title = now + TITLE_INTERVAL
            self._window.set_title(title(self._simulation))
        for key in self._window.keys:
            self._press(key)

    def _press(self, key: str) -> None:
        match key:
            case "tab":
                self._follows_ball = not self._follows_ball
            case "k":
                self._simulation.request_kick_off(TeamSide.LEFT)
            case "j":
                self._simulation.request_kick_off(TeamSide.RIGHT)
            case "b":
                self._simulation.request_drop_ball()
            case _:
                pass


def title(simulation: SoccerSimulation) -> str:
    """Return the title: teams, score, time and play mode."""
    state = simulation.game_state
    left, right = state.left_team_name or "left", state.right_team_name or "right"
    score = f"{state.left_team_score}:{state.right_team_score}"
    minutes, seconds = divmod(int(state.play_time), 60)
    return f"{left} {score} {right}   {minutes:02}:{seconds:02}   {state.play_mode.value}"
