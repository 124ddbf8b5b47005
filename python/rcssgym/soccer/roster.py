"""The players of a simulation: who is in the game, who joins and who leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from threading import RLock
from types import MappingProxyType

from rcssgym import _core
from rcssgym.soccer.agent import SoccerAgent
from rcssgym.soccer.agent_id import AgentID
from rcssgym.soccer.body import Player
from rcssgym.soccer.checks import request_of
from rcssgym.soccer.hooks import Hooked, Originals
from rcssgym.soccer.interfaces import PAgentParameter
from rcssgym.soccer.teams import TeamSide


class Roster(Hooked):
    """The part of a simulation that has the players of both teams."""

    refusals: list[str]
    """Why players could not join, one line each."""
    _players: dict[TeamSide, dict[int, SoccerAgent]]
    _last_recompilation: int
    _turn: RLock
    _world: _core.SoccerWorld

    def _ready(self) -> _core.SoccerWorld:
        raise NotImplementedError

    @property
    def last_recompilation(self) -> int:
        """Step at which a player last joined or left."""
        return self._last_recompilation

    @property
    def left_players(self) -> Mapping[int, SoccerAgent]:
        """Players of the left team by number, in order of joining; a live view."""
        return MappingProxyType(self._players[TeamSide.LEFT])

    @property
    def right_players(self) -> Mapping[int, SoccerAgent]:
        """Players of the right team by number, in order of joining; a live view."""
        return MappingProxyType(self._players[TeamSide.RIGHT])

    def get_players(self, side: TeamSide | int) -> Mapping[int, SoccerAgent]:
        """Return the players of a side, by number: a live view."""
        side = side if isinstance(side, TeamSide) else TeamSide.from_id(side)
        return MappingProxyType(self._players[side])

    @property
    def sim_agents(self) -> Iterator[SoccerAgent]:
        """All players who are in the game now, the left team first."""
        left, right = self._players.values()
        # A copy, since with a server players join and leave during the iteration.
        return iter([*left.values(), *right.values()])

    def add_players(self, params: Sequence[PAgentParameter]) -> list[SoccerAgent | None]:
        """Let players join, at any time; they appear beside the pitch.

        Returns the players in order, ``None`` for each that could not join: unknown robot model,
        number out of range or taken, third team, full team. :attr:`refusals` has the reasons.
        """
        params = list(params)
        if _HOOKS.are_replaced(self):
            agents = [self._add_player(request) for request in params]
            self._join([])  # positions are up to date afterwards even if nobody has joined
            return agents
        return self._join(params)

    def _add_player(self, params: PAgentParameter) -> SoccerAgent | None:
        """Let one player join; a subclass may override this."""
        return self._join([params])[0]

    def _join(self, params: Sequence[PAgentParameter]) -> list[SoccerAgent | None]:
        requests = [request_of(index, player) for index, player in enumerate(params)]
        with self._turn:
            joined = self._ready().join(requests)
            self._last_recompilation = self._world.frame
            return [self._joined(*pair) for pair in zip(params, joined, strict=True)]

    def _joined(self, request: PAgentParameter, player: Player | str) -> SoccerAgent | None:
        """Return a player who has joined; ``None`` if there is a reason why it could not."""
        if isinstance(player, str):
            self.refusals.append(player)
            return None
        agent_id = AgentID(*player)
        agent = SoccerAgent(agent_id, request.team_name, self._world.model(player), self)
        agent._world = self._world
        self._players[TeamSide(agent_id.team_id)][agent_id.player_no] = agent
        return agent

    def remove_players(self, players: Sequence[SoccerAgent]) -> None:
        """Let players leave, at any time; players that are not in the game are ignored."""
        with self._turn:
            leaving = [p for p in dict.fromkeys(players) if p in self.sim_agents]
            if _HOOKS.are_replaced(self):
                for player in leaving:
                    self._remove_player(player)
            elif leaving:
                self._leave(leaving)

    def _remove_player(self, player: SoccerAgent) -> None:
        """Let one player leave; a subclass may override this."""
        self._leave([player])

    def _leave(self, leaving: Sequence[SoccerAgent]) -> None:
        self._ready().leave([(p.agent_id.team_id, p.agent_id.player_no) for p in leaving])
        self._last_recompilation = self._world.frame
        for player in leaving:
            del self._players[TeamSide(player.agent_id.team_id)][player.agent_id.player_no]
            player._world = None


_HOOKS = Originals(Roster, ("_add_player", "_remove_player"))
"""What joining and leaving call for each player if a subclass overrides it."""
