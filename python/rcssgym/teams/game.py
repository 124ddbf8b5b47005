"""The game itself: teams, kick-offs, and notes of events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from random import Random

from rcssgym import Model
from rcssgym._core import CYCLE
from rcssgym.actions import InitRequest
from rcssgym.clang import Message, RuleBase
from rcssgym.errors import ArgumentError
from rcssgym.soccer import (
    AgentID,
    KickOffCommand,
    MonitorCommand,
    PlayMode,
    SoccerRules,
    SoccerSimulation,
    TeamSide,
    create_soccer_field,
    create_soccer_rule_book,
)
from rcssgym.teams.player import Player
from rcssgym.teams.tactics import Tactics

TEAMS = ("Blues", "Reds")  # left, right: the colours that pictures and viewers show
PREPARATION = 2.0  # s that the teams get to line up before a half
GOALS = {PlayMode.GOAL_LEFT: 0, PlayMode.GOAL_RIGHT: 1}


@dataclass(frozen=True)
class Event:
    """Something worth a line in the report."""

    play_time: float  # s
    what: str
    team: int | None = None
    player: int | None = None


class ScriptedGame:
    """A game between two scripted teams, in two halves.

    :param robots: number of robots of each team; ``None``: as many as the rules allow.
    :param models: robot models of the left and the right team.
    :param field: name of the pitch.
    :param rules: name of the rule book.
    :param half: length of a half, s; ``None``: as the rules say.
    :param seed: decides who kicks off, and small variations.
    """

    def __init__(
        self,
        *,
        robots: int | None = None,
        models: tuple[str, str] = ("T1", "T1"),
        field: str = "fifa7vs7",
        rules: str = "ssim",
        half: int | None = None,
        seed: int = 0,
    ) -> None:
        self.rules = _rules(rules, half)
        self.seed = seed
        self.events: list[Event] = []
        self.simulation = SoccerSimulation(create_soccer_field(field), self.rules, seed=seed)
        self.simulation.init()
        self._random = Random(seed)
        self._first_kick_off = self._random.randrange(2)
        self._kick_off_at: float | None = None
        self.players: dict[AgentID, Player] = {}
        self._rule_bases = (RuleBase(), RuleBase())
        size = self.rules.max_team_size if robots is None else robots
        for team, model in enumerate(models):
            self._line_up(team, model, size)
        self._prepare_kick_off()
        self.simulation.generate_perceptions()

    def _line_up(self, team: int, model: str, size: int) -> None:
        half_length = self.simulation.field.field_dim[0] / 2
        goal = half_length if team == 0 else -half_length
        motors = Model(model).motor_names
        # One more than may play is enough to be refused with the reason.
        numbers = range(1, min(size, self.rules.max_team_size + 1) + 1)
        requests = [InitRequest(model, TEAMS[team], number) for number in numbers]
        for agent in self.simulation.add_players(requests):
            if agent is None:
                raise ArgumentError(self.simulation.refusals[-1])
            wobble = self._random.uniform(-0.2, 0.2)
            tactics = Tactics(agent.agent_id.player_no, size, goal)
            self.players[agent.agent_id] = Player(
                agent.agent_id, TEAMS[team], motors, tactics, wobble, self._rule_bases[team]
            )

    def advise(self, team: int, message: Message | str) -> None:
        """Let the players of a team hear a message of their coach, in the coach language.

        :mod:`rcssgym.teams.advice` lists what they can follow.

        :param team: 0 for the left team, 1 for the right one.

        Raises :class:`rcssgym.clang.ClangError` for a text that is not a message, and for a rule
        that is not defined; :class:`ArgumentError` for another team.
        """
        if team not in (0, 1):
            raise ArgumentError(f"team: must be 0 or 1, not {team!r}")
        self._rule_bases[team].hear(message, round(self.simulation.game_state.play_time / CYCLE))
        for agent_id, player in self.players.items():
            player.advice.is_told |= agent_id.team_id == team

    @property
    def length(self) -> float:
        """Play time of the whole game, s."""
        return 2.0 * self.rules.half_time

    @property
    def over(self) -> bool:
        """Whether the referee has ended the game."""
        return self.simulation.game_state.play_mode == PlayMode.GAME_OVER

    def play(self, progress: Callable[[float], None] | None = None) -> None:
        """Play to the end.

        :param progress: called with the play time, s, after every cycle.
        """
        while not self.over:
            self.step()
            if progress is not None:
                progress(self.simulation.game_state.play_time)

    def step(self) -> None:
        """Play one cycle of 20 ms."""
        simulation = self.simulation
        for agent in simulation.sim_agents:
            agent.set_actions(self.players[agent.agent_id].decide(agent.perceptions))
        mode, phase = simulation.game_state.play_mode, simulation.game_state.phase
        simulation.step(self._kick_off_command())
        simulation.generate_perceptions()
        for foul in simulation.take_foul_events():
            self._note(foul.foul.name, foul.agent_id.team_id, foul.agent_id.player_no)
        state = simulation.game_state
        if state.phase != phase:
            self._note("HALF_TIME")
            self._prepare_kick_off()
        if state.play_mode != mode:
            self._note_play_mode(state.play_mode)

    @property
    def _kicking_off(self) -> int:
        """The team that kicks off this half; the teams alternate."""
        return (self._first_kick_off + self.simulation.game_state.phase.value) % 2

    def _prepare_kick_off(self) -> None:
        self._kick_off_at = self.simulation.sim_time + PREPARATION
        for agent_id, player in self.players.items():
            player.kicks_off = agent_id.team_id == self._kicking_off

    def _kick_off_command(self) -> list[MonitorCommand]:
        if self._kick_off_at is None or self.simulation.sim_time < self._kick_off_at:
            return []
        self._kick_off_at = None
        return [KickOffCommand(self._kicking_off)]

    def _note_play_mode(self, mode: PlayMode) -> None:
        if mode in (PlayMode.PLAY_ON, PlayMode.BEFORE_KICK_OFF):
            return
        what, _, side = mode.name.rpartition("_")
        if side not in TeamSide.__members__:
            self._note(mode.name)
            return
        team = TeamSide[side].value
        self._note(what, team, self._scorer() if mode in GOALS else None)

    def _scorer(self) -> int | None:
        """Return the number of the player that last touched the ball, if its team has scored."""
        toucher = self.simulation.ball.get_most_recent_contact()
        scored = GOALS[self.simulation.game_state.play_mode]
        return toucher.player_no if toucher is not None and toucher.team_id == scored else None

    def _note(self, what: str, team: int | None = None, player: int | None = None) -> None:
        self.events.append(
            Event(
                self.simulation.game_state.play_time,
                what.lower().replace("_", " "),
                team,
                player,
            )
        )


def _rules(name: str, half: int | None) -> SoccerRules:
    book = create_soccer_rule_book(name)
    return book if half is None else SoccerRules(**{**asdict(book), "half_time": half})
