"""The state of a game: phase, times, play mode, teams and score."""

from typing import Any, ClassVar

from rcssgym import _core
from rcssgym.errors import ArgumentError
from rcssgym.soccer.hooks import Hooked, Unheard, unheard
from rcssgym.soccer.play_mode import GamePhase, PlayMode, phase_of
from rcssgym.soccer.teams import TeamSide

_PHASES = tuple(GamePhase)
_MODES = tuple(PlayMode)


def _index_of(play_mode: PlayMode) -> int:
    try:
        return _MODES.index(play_mode)
    except ValueError:
        raise ArgumentError(f"play_mode: must be a PlayMode, not {play_mode!r}") from None


def _side(team_side: TeamSide) -> TeamSide:
    """Return a side; raise :class:`ArgumentError` for anything else."""
    if not isinstance(team_side, TeamSide):
        raise ArgumentError(f"side: must be a TeamSide, not {team_side!r}")
    return team_side


class GameState(Hooked):
    """The state of one soccer game.

    A simulation's state is live: reading it queries the simulation, writing changes the simulation.

    :param phase: the initial phase.
    :param play_time: the initial play time, s.
    :param sim_time: the initial simulation time, s.
    """

    _unheard: ClassVar[Unheard] = {
        **unheard(
            "the core keeps the state of a game itself; override SoccerReferee's methods, which "
            "decide, or compare the state before and after SoccerReferee.referee()",
            "phase sim_time play_time play_mode left_team_name right_team_name is_draw",
            "left_team_score right_team_score get_team_name get_team_score get_play_mode_time",
            "get_play_mode_age update_team_names get_team_side set_play_mode",
            "set_play_mode_for_team set_score update goal switch_phase",
        ),
        **unheard("switch_phase() sets it", "_phase"),
        **unheard(
            "switch_phase(), SetTimeCommand or request_time() set the clock",
            "_play_time _play_time_ms _sim_time",
        ),
        **unheard("set_play_mode() sets it", "_play_mode _play_mode_history"),
        **unheard(
            "update_team_names() gives teams their sides", "_left_team_name _right_team_name"
        ),
        **unheard("the referee has it", "agent_na_touch_ball team_na_score"),
    }

    def __init__(
        self,
        phase: GamePhase = GamePhase.FIRST_HALF,
        play_time: float = 0.0,
        *,
        sim_time: float = 0.0,
    ) -> None:
        self._core = _core.GameState(phase_of("phase", phase).value, play_time, sim_time)

    @classmethod
    def _of(cls, world: _core.SoccerWorld) -> "GameState":
        """Return the live state of a simulation's world."""
        state = cls.__new__(cls)
        state._core = world.game_state()
        return state

    @classmethod
    def _from_bytes(cls, state: bytes) -> "GameState":
        copied = cls.__new__(cls)
        copied._core = _core.GameState.from_bytes(state)
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy or pickle the state as it is now; the copy belongs to no simulation."""
        return (self._from_bytes, (self._core.to_bytes(),))

    def reset(self, phase: GamePhase = GamePhase.FIRST_HALF, play_time: float = 0.0) -> None:
        """Reset the state: time zero, no teams, no score, before the kick-off."""
        self._core.reset(phase_of("phase", phase).value, play_time)

    @property
    def phase(self) -> GamePhase:
        """The current phase."""
        return _PHASES[self._core.phase]

    def switch_phase(self, phase: GamePhase, play_time: float) -> None:
        """Enter a phase at the given play time (s), before its kick-off."""
        self._core.switch_phase(phase_of("phase", phase).value, play_time)

    @property
    def sim_time(self) -> float:
        """Simulation time at which the referee last acted, s."""
        return self._core.sim_time

    @property
    def play_time(self) -> float:
        """Time played, s; a whole number that was given is an ``int`` until the clock runs."""
        return self._core.play_time

    @property
    def play_mode(self) -> PlayMode:
        """The current play mode."""
        return _MODES[self._core.play_mode]

    @property
    def left_team_name(self) -> str | None:
        """Name of the left team; ``None`` until one of its players joined."""
        return self._core.team_name(0)

    @property
    def right_team_name(self) -> str | None:
        """Name of the right team; ``None`` until one of its players joined."""
        return self._core.team_name(1)

    @property
    def left_team_score(self) -> int:
        """Goals of the left team."""
        return self._core.score(0)

    @left_team_score.setter
    def left_team_score(self, score: int) -> None:
        self._core.set_score(0, score)

    @property
    def right_team_score(self) -> int:
        """Goals of the right team."""
        return self._core.score(1)

    @right_team_score.setter
    def right_team_score(self, score: int) -> None:
        self._core.set_score(1, score)

    def get_team_name(self, side: TeamSide) -> str | None:
        """Return the name of a side's team; ``None`` if it has none."""
        return None if _side(side) is TeamSide.UNKNOWN else self._core.team_name(side.value)

    def get_team_score(self, side: TeamSide) -> int:
        """Return the goals of a side's team; 0 for the unknown side."""
        return 0 if _side(side) is TeamSide.UNKNOWN else self._core.score(side.value)

    @property
    def is_draw(self) -> bool:
        """Whether both teams have the same score."""
        return self.left_team_score == self.right_team_score

    def get_play_mode_time(self, play_mode: PlayMode | None = None) -> float:
        """Return the play time (s) at which a play mode, or the current one, was entered last."""
        return self._core.play_mode_time(self._index(play_mode))

    def get_play_mode_age(self, play_mode: PlayMode | None = None) -> float:
        """Return the time played (s) since a play mode, or the current one, was entered last."""
        return self._core.play_mode_age(self._index(play_mode))

    def _index(self, play_mode: PlayMode | None) -> int:
        return self._core.play_mode if play_mode is None else _index_of(play_mode)

    def update_team_names(self, team_name: str) -> None:
        """Give a new team the next free side; a third team gets none."""
        self._core.update_team_names(team_name)

    def get_team_side(self, team_name: str) -> TeamSide:
        """Return the side of the team of that name; ``UNKNOWN`` if there is none."""
        return TeamSide.from_id(self._core.team_side(team_name))

    def set_play_mode(self, play_mode: PlayMode) -> None:
        """Enter a play mode now."""
        self._core.set_play_mode(_index_of(play_mode))

    def set_play_mode_for_team(
        self, team_side: TeamSide, play_mode_left: PlayMode, play_mode_right: PlayMode
    ) -> None:
        """Enter one of two play modes, by side; neither for the unknown side."""
        if team_side is TeamSide.LEFT:
            self.set_play_mode(play_mode_left)
        elif team_side is TeamSide.RIGHT:
            self.set_play_mode(play_mode_right)

    def set_score(self, team_side: TeamSide, score: int) -> None:
        """Set the score of a side; nothing happens for the unknown side."""
        if team_side is not TeamSide.UNKNOWN:
            self._core.set_score(team_side, score)

    def update(self, sim_time: float, *, progress_play_time: bool = True) -> None:
        """Advance to a simulation time (s), and advance the play time with it if wanted."""
        self._core.update(sim_time, progress_play_time)

    def goal(self, team_side: TeamSide) -> None:
        """Count a goal and enter its play mode; nothing happens for the unknown side."""
        if _side(team_side) is not TeamSide.UNKNOWN:
            self._core.goal(team_side.value)

    def __repr__(self) -> str:
        teams = f"{self.left_team_name} {self.left_team_score}:{self.right_team_score}"
        where = f"{self.phase.name}, {self.play_mode.name}, {self.play_time} s"
        return f"<GameState {teams} {self.right_team_name}, {where}>"
