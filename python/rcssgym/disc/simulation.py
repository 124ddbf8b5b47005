"""One 2D game in this process."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, NoReturn, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rcssgym import _core
from rcssgym.disc.drawings import Drawing
from rcssgym.disc.player import DiscPlayer, Traffic
from rcssgym.disc.staff import DiscCoach, DiscTrainer
from rcssgym.errors import ArgumentError
from rcssgym.surrogates import without_surrogates

Parameter: TypeAlias = bool | int | float | str
"""Value of a parameter."""
Outcome: TypeAlias = bool | float | str | tuple[float, float] | None
"""Outcome of a random draw of the rules; ``None``: let the rules draw."""
Chance: TypeAlias = Callable[[str, DiscPlayer | None, float | None], Outcome]
"""Decides random draws of the rules, given kind, player and probability."""


class DiscBall(NamedTuple):
    """The ball at one moment: m and m/cycle."""

    x: float
    y: float
    vx: float
    vy: float


class DiscSimulation:
    """A game of the 2D league, as rcssserver 19 plays it.

    :param server_params: rcssserver's ``server::`` parameters that are not at their defaults, by
        name; ``half_time`` in seconds.
    :param player_params: its ``player::`` parameters likewise.
    :param player_types: the 18 player types as mappings of rcssserver's names; ``None`` draws them
        as rcssserver does with ``player_params["random_seed"]``, which follows from ``seed`` if it
        is negative.
    :param seed: seed of everything random, 0 to 2**64 - 1.
    :param chance: called as ``chance(kind, player, probability)`` whenever the rules make a random
        draw; returns the outcome, or ``None`` to let it be drawn. :attr:`lots` has the kinds, and
        ``docs/disc.md`` the outcomes of each. If it raises, nothing has happened. It is not called
        for noise.
    :param senses: protocol version, 1 to 19, in which players see, hear, feel and remember: see
        ``docs/disc-senses.md``. ``None``: they sense nothing. The game itself is the same.

    >>> sim = rcssgym.DiscSimulation(seed=1)
    >>> player = sim.add_player("Alpha", goalie=True)
    >>> sim.trainer("(change_mode play_on)")
    '(ok change_mode)'
    >>> sim.trainer("(move (player Alpha 1) -30 0 0 0 0)")
    '(ok move)'
    >>> player.send("(dash 100)")
    ''
    >>> sim.step()
    >>> -30 < player.x < -29
    True
    """

    lots: tuple[str, ...] = tuple(_core.DiscWorld.lots)
    """The kinds of random draws for which ``chance`` is called."""

    def __init__(
        self,
        server_params: Mapping[str, Parameter] | None = None,
        player_params: Mapping[str, Parameter] | None = None,
        player_types: Iterable[Mapping[str, float]] | None = None,
        seed: int = 0,
        chance: Chance | None = None,
        senses: int | None = None,
    ) -> None:
        self._players: list[DiscPlayer] = []
        self._playing: list[str] = []
        """Teams whose players act in :meth:`step`."""
        self._chance = chance
        if chance is not None and not callable(chance):
            raise ArgumentError(f"chance: {chance!r} cannot be called")
        self._world = _core.DiscWorld(
            {} if server_params is None else server_params,
            {} if player_params is None else player_params,
            player_types,
            seed,
            None if chance is None else self._ask,
        )
        self._traffic = Traffic(self._world)
        self._trainer = DiscTrainer(self._world, self._traffic)
        if senses is not None:
            self._world.open_senses(senses, seed)

    def _ask(self, kind: str, place: int | None, probability: float | None) -> Outcome:
        assert self._chance is not None
        player = None if place is None else self._by_place[place]
        return self._chance(kind, player, probability)

    @property
    def _by_place(self) -> dict[int, DiscPlayer]:
        return {player._place: player for player in self._players}

    def add_player(self, team: str, goalie: bool = False, version: int | None = None) -> DiscPlayer:
        """Let a player join the team of this name, and return it; the first team is the left one.

        ``version`` is the protocol version of the player's senses; if not given, the simulation's.

        Raises :class:`ArgumentError` for an invalid name, a third team, a twelfth player or a
        second goalie, and for a version that does not exist.
        """
        if version is not None:
            self._world.check_version(version)
        place = self._world.join(without_surrogates(team), goalie)
        player = DiscPlayer(self._world, self._traffic, place, len(self._players))
        if version is not None:
            self._world.welcome(player._place, version)
        self._players.append(player)
        return player

    def add_team(
        self, team: str, play: str | _core.Scripted = "scripted", size: int = 11
    ) -> list[DiscPlayer]:
        """Let a team join that plays by itself, with number 1 as its goalie; return its players.

        They act at the beginning of every :meth:`step`, and do the same in every game with the same
        seed. A :class:`rcssgym.DiscServer` cannot serve them.

        :param play: ``"still"``, ``"random"``, ``"scripted"`` or a :class:`rcssgym.disc.Scripted`.
        :param size: number of players, 1 to 11.

        Raises :class:`ArgumentError` as :meth:`add_player` does, for a team that exists already,
        and for another ``play``.
        """
        if team in self._world.names:
            raise ArgumentError(f"team: {team!r} plays already")
        if not 1 <= size <= _core.DISC_TEAM:
            raise ArgumentError(f"size: must be from 1 to {_core.DISC_TEAM}, not {size!r}")
        if play is None:
            raise ArgumentError("play: must be 'still', 'random', 'scripted' or a Scripted")
        side = 0 if not self._world.names[0] else 1
        self._world.check_play(play)
        players = [self.add_player(team, goalie=number == 0) for number in range(size)]
        self._world.set_play(side, play)
        if play != "still":
            self._playing.append(team)
        return players

    @property
    def trainer(self) -> DiscTrainer:
        """The trainer: ``sim.trainer(command)`` carries out a command and returns the answer."""
        return self._trainer

    def coach(self, team: str) -> DiscCoach:
        """Return the online coach of a team, by its name.

        Raises :class:`ArgumentError` if there is no such team.
        """
        if team not in self._world.names or not team:
            raise ArgumentError(f"team: there is no team {team!r}")
        return DiscCoach(self._world, self._traffic, team)

    def step(self) -> None:
        """Play one cycle."""
        self._traffic.step()

    @property
    def cycle(self) -> int:
        """The clock: cycles played."""
        return self._world.cycle

    @property
    def stopped(self) -> int:
        """Cycles for which the clock has been stopped since it last ran."""
        return self._world.stopped

    @property
    def play_mode(self) -> str:
        """Name of the play mode, such as ``"kick_off_l"``."""
        return self._world.play_mode

    @property
    def score(self) -> tuple[int, int]:
        """Goals of left and right."""
        return self._world.score

    @property
    def penalties(self) -> tuple[int, int, int, int]:
        """Kicks of a shoot-out: scored and missed by left, scored and missed by right."""
        return self._world.penalties

    @property
    def ball(self) -> DiscBall:
        """The ball at this moment."""
        return DiscBall(*self._world.ball)

    @property
    def players(self) -> tuple[DiscPlayer, ...]:
        """All players in the order of joining."""
        return tuple(self._players)

    @property
    def teams(self) -> tuple[str, str]:
        """Names of the left and right team; empty while there is no such team."""
        return self._world.names

    @property
    def statistics(self) -> tuple[dict[str, int], dict[str, int]]:
        """Statistics of left and right since the game began, by name.

        :data:`rcssgym.disc.STATISTICS` has the names.
        """
        return self._world.statistics

    @property
    def messages(self) -> list[str]:
        """The referee's messages in this cycle.

        After :meth:`step` this is what the referee said in the cycle that has ended, starting with
        the first command before the step. The next command starts a new list.
        """
        return self._world.messages

    @property
    def server_params(self) -> dict[str, Parameter]:
        """All ``server::`` parameters, by name."""
        return self._world.server_params

    @property
    def player_params(self) -> dict[str, Parameter]:
        """All ``player::`` parameters, by name; ``random_seed`` as drawn."""
        return self._world.player_params

    @property
    def player_types(self) -> list[dict[str, float]]:
        """The 18 player types: the values in which they differ, by rcssserver's names."""
        return self._world.player_types

    def render(
        self,
        width: int = 1056,
        height: int = 760,
        *,
        view: Sequence[float] | None = None,
        board: bool = True,
        numbers: bool = True,
        stamina: bool = True,
        view_cones: float = 0.0,
        trail: ArrayLike | None = None,
        drawings: Iterable[Drawing] = (),
    ) -> NDArray[np.uint8]:
        """Return a picture of this moment: ``(height, width, 3)``, rows from top to bottom.

        The left team is blue, its goalie teal; the right one red and orange. A white tip shows the
        direction of a body, a yellow line that of the head, the ring stamina. A player that kicked
        or caught the ball in the last cycle has a white circle; one that lies on the ground is
        dark. Players and ball are drawn larger than they are if they would be too small to see.

        :param width: width, pixels, 1 to 4096.
        :param height: height, pixels, 1 to 4096.
        :param view: part of the pitch that must be visible: smallest x and y, largest x and y, m;
            the whole pitch by default.
        :param board: whether to show time, teams, score and play mode in a bar at the top.
        :param numbers: whether to show players' numbers.
        :param stamina: whether to show rings of stamina.
        :param view_cones: length of view cones, m; 0 for none.
        :param trail: positions of the ball ``(T, 2)``, the oldest first.
        :param drawings: what to draw on the grass, in this order: ``Circle``, ``Arc``, ``Polygon``,
            ``Line``, ``Point`` and ``Text`` of :mod:`rcssgym.disc`.

        Needs no display; the same moment gives the same picture.
        """
        return self._world.render(
            width, height, view, board, numbers, stamina, view_cones, trail, drawings
        )

    def snapshot(self) -> bytes:
        """Return everything that changes in the game, to continue from with bit-identical results.

        If teams play by themselves, the snapshot includes their memory and the statistics;
        otherwise statistics start from zero after it is restored.
        """
        return self._world.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Continue from a snapshot of a game with the same parameters and player types.

        :attr:`players` are then those of the snapshot, without players that joined later.

        Raises :class:`SnapshotError` for anything else; nothing changes in that case.
        """
        before = self._by_place
        self._world.restore(snapshot)
        self._list_players(before)

    def __reduce__(self) -> NoReturn:
        """Refuse copies, which would share the game with this object."""
        raise TypeError(
            "a DiscSimulation cannot be copied or pickled; snapshot() and restore() continue its "
            "game in another, and a DiscBatch can be copied and pickled"
        )

    def _list_players(self, before: Mapping[int, DiscPlayer]) -> None:
        """Update :attr:`players` from the world; players that were there keep their objects."""
        places = enumerate(self._world.places)
        world, traffic = self._world, self._traffic
        made = ((place, DiscPlayer(world, traffic, place, index)) for index, place in places)
        self._players = [before.get(place, player) for place, player in made]
