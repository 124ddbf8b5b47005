"""One 2D game in this process."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rcssgym import _core
from rcssgym.disc.drawings import Drawing
from rcssgym.disc.player import DiscPlayer, Traffic
from rcssgym.disc.staff import DiscCoach, DiscTrainer
from rcssgym.errors import ArgumentError

Parameter: TypeAlias = bool | int | float | str
"""Value of a parameter."""
Outcome: TypeAlias = bool | float | str | tuple[float, float] | None
"""What the rules have drawn; ``None``: they draw."""
Chance: TypeAlias = Callable[[str, DiscPlayer | None, float | None], Outcome]
"""Decides what the rules draw, by kind, player and probability."""


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
    :param seed: of everything random, 0 to 2**64 - 1.
    :param chance: called as ``chance(kind, player, probability)`` whenever the rules draw a lot;
        returns the outcome, or ``None`` to let it be drawn. :attr:`lots` has the kinds, and
        ``docs/disc.md`` what each takes. If it raises, nothing has happened. It is not asked for
        noise.
    :param senses: version of the protocol, 1 to 19, in which players see, hear and feel, and
        remember: see ``docs/disc-senses.md``. ``None``: they sense nothing. The game is the same.

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
    """The kinds of lots that ``chance`` is asked for."""

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
        """Let a player join the team of a name, and return it; the first team is the left one.

        ``version`` is that of the protocol in which he senses, if it is not the simulation's.

        Raises :class:`ArgumentError` for a name that is none, a third team, a twelfth player or a
        second goalie, and for a version that is none.
        """
        if version is not None:
            self._world.check_version(version)
        place = self._world.join(team, goalie)
        player = DiscPlayer(self._world, self._traffic, place, len(self._players))
        if version is not None:
            self._world.welcome(player._place, version)
        self._players.append(player)
        return player

    def add_team(
        self, team: str, play: str | _core.Scripted = "scripted", size: int = 11
    ) -> list[DiscPlayer]:
        """Let a team join that plays by itself, with number 1 as its goalie; return its players.

        They act at the begin of every :meth:`step`, the same in every game of the same seed.

        :param play: ``"still"``, ``"random"``, ``"scripted"`` or a :class:`rcssgym.disc.Scripted`.
        :param size: players, 1 to 11.

        Raises :class:`ArgumentError` as :meth:`add_player` does, for a team that there is already,
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
        return players

    @property
    def trainer(self) -> DiscTrainer:
        """The trainer: ``sim.trainer(command)`` does what it says, and returns the answer."""
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
        """Cycles for which the clock has stood since it last went on."""
        return self._world.stopped

    @property
    def play_mode(self) -> str:
        """What is played, as ``"kick_off_l"``."""
        return self._world.play_mode

    @property
    def score(self) -> tuple[int, int]:
        """Goals of left and right."""
        return self._world.score

    @property
    def penalties(self) -> tuple[int, int, int, int]:
        """Of a shoot-out: left's kicks that went in and that did not, right's likewise."""
        return self._world.penalties

    @property
    def ball(self) -> DiscBall:
        """The ball at this moment."""
        return DiscBall(*self._world.ball)

    @property
    def players(self) -> tuple[DiscPlayer, ...]:
        """All who have joined, in this order."""
        return tuple(self._players)

    @property
    def teams(self) -> tuple[str, str]:
        """Names of the left and right team; empty while there is none."""
        return self._world.names

    @property
    def statistics(self) -> tuple[dict[str, int], dict[str, int]]:
        """What left and right have done since the game began, by name.

        :data:`rcssgym.disc.STATISTICS` has the names.
        """
        return self._world.statistics

    @property
    def messages(self) -> list[str]:
        """What the referee has said in this cycle.

        After :meth:`step` that is what it said in the cycle that ended, from the first command
        before the step on; the next command begins a new list.
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
        """The 18 player types: what they differ in, by rcssserver's names."""
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

        The left team is blue, its goalie teal; the right one red and orange. A white tip shows
        where a body looks, a yellow line the head, the ring stamina. Whoever kicked or caught the
        ball in the last cycle has a white circle; who lies on the ground is dark. Where they would
        be too small to be seen, players and ball are drawn larger than they are.

        :param width: pixels, 1 to 4096.
        :param height: pixels, 1 to 4096.
        :param view: what of the pitch is to be seen at least: least x and y, greatest x and y, m;
            all of it by default.
        :param board: time, teams, score and play mode in a bar at the top.
        :param numbers: players' numbers.
        :param stamina: rings of stamina.
        :param view_cones: how far cones of view are drawn, m; 0 for none.
        :param trail: where the ball was ``(T, 2)``, the oldest place first.
        :param drawings: what is drawn on the grass, in this order: of :mod:`rcssgym.disc`
            ``Circle``, ``Arc``, ``Polygon``, ``Line``, ``Point`` and ``Text``.

        Needs no display; the same moment gives the same picture.
        """
        return self._world.render(
            width, height, view, board, numbers, stamina, view_cones, trail, drawings
        )

    def snapshot(self) -> bytes:
        """Return everything that changes in the game, to continue from bit by bit.

        Where teams play by themselves, what they remember and statistics are part of it; otherwise
        statistics begin anew where one is restored.
        """
        return self._world.snapshot()

    def restore(self, snapshot: bytes) -> None:
        """Continue from a snapshot of a game with the same parameters and player types.

        :attr:`players` are then those of the snapshot; whoever joined later is not among them.

        Raises :class:`SnapshotError` for anything else; nothing has changed then.
        """
        before = self._by_place
        self._world.restore(snapshot)
        self._list_players(before)

    def _list_players(self, before: Mapping[int, DiscPlayer]) -> None:
        """Let :attr:`players` be those of the world; who was there before stays the same object."""
        places = enumerate(self._world.places)
        world, traffic = self._world, self._traffic
        made = ((place, DiscPlayer(world, traffic, place, index)) for index, place in places)
        self._players = [before.get(place, player) for place, player in made]
