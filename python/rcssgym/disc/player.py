"""Players of a 2D game."""

from collections.abc import Callable
from typing import Literal

from rcssgym import _core
from rcssgym.disc.senses import BodySense, Heard, Memory, Sight, read_memory, read_sight
from rcssgym.surrogates import without_surrogates


class Traffic:
    """Passes messages in a game on to listeners: sender (None: the referee) and text."""

    def __init__(self, world: _core.DiscWorld) -> None:
        self._world = world
        self._said = 0
        self.listeners: list[Callable[[str | None, str], None]] = []

    def send(self, sender: str, text: str, act: Callable[[], str]) -> str:
        """Report a message, carry it out, and report what the referee says in response."""
        for listener in self.listeners:
            listener(sender, text)
        reply = act()
        self._tell_referee()
        return reply

    def step(self) -> None:
        """Play a cycle, and report what the referee says."""
        self._world.step()
        self._tell_referee()
        self._said = 0

    def _tell_referee(self) -> None:
        if not self.listeners:
            return
        said = self._world.messages
        for text in said[self._said :]:
            for listener in self.listeners:
                listener(None, text)
        self._said = len(said)


class DiscPlayer:
    """A player of a :class:`DiscSimulation`; made by its ``add_player``.

    Its values are current, in rcssserver's units and signs: m, m/cycle and degrees; x to the right
    team's goal, y down. Used as an index, such as of a list, a player is its position in the order
    of joining, counted from 0.
    """

    def __init__(self, world: _core.DiscWorld, traffic: Traffic, place: int, index: int) -> None:
        self._world = world
        self._traffic = traffic
        self._place = place
        self._index = index

    def __index__(self) -> int:
        return self._index

    def __repr__(self) -> str:
        return f"<DiscPlayer {self.side} {self.unum}>"

    def send(self, message: str) -> str:
        """Carry out a message of this player, such as ``"(dash 100 0)(turn_neck 30)"``.

        Kicks, tackles, catches and moves act at once; dashes and turns in the next step. Returns
        the server's answers, one per line, mostly none. Messages of a player that was sent off or
        has left are ignored.
        """
        message = without_surrogates(message)
        if not self._traffic.listeners:
            return self._world.send(self._place, message)
        sender = f"{self._world.names[0 if self.side == 'l' else 1]}_{self.unum}"
        return self._traffic.send(sender, message, lambda: self._world.send(self._place, message))

    @property
    def messages(self) -> list[str]:
        """What the server sent this player in the last step, in its version of the protocol.

        In order: what the referee and the coach said, ``sense_body``, ``fullstate`` (if
        ``fullstate_l`` or ``fullstate_r`` is set), what the trainer said (before version 8 with the
        referee), what players said, ``see`` (if it is due). This and the four properties below
        raise :class:`ArgumentError` in a simulation without ``senses``.
        """
        return self._world.messages_to(self._place)

    @property
    def body_sense(self) -> BodySense | None:
        """What the player's body sensed in the last step; None before the first and out of play."""
        sense = self._world.body_sense(self._place)
        return None if sense is None else BodySense(**sense)

    @property
    def sight(self) -> Sight | None:
        """What the player saw in the last step; None if it was not due to see."""
        return read_sight(self._world, self._place)

    @property
    def heard(self) -> list[Heard]:
        """Messages that the player heard from players in the last step, including its own."""
        return [Heard(*heard) for heard in self._world.heard(self._place)]

    @property
    def memory(self) -> Memory:
        """What the player knows from everything that it has sensed."""
        return read_memory(self._world, self._place)

    @property
    def side(self) -> Literal["l", "r"]:
        """The side of the player's team."""
        return "l" if self._place < _core.DISC_TEAM else "r"

    @property
    def unum(self) -> int:
        """The player's number, 1 to 11."""
        return self._place % _core.DISC_TEAM + 1

    @property
    def goalie(self) -> bool:
        """Whether the player is its team's goalie."""
        return self._world.is_goalie(self._place)

    @property
    def connected(self) -> bool:
        """Whether the player still plays: it has neither left nor been sent off."""
        return self._world.is_connected(self._place)

    @property
    def type_id(self) -> int:
        """The player's type, 0 to 17."""
        return self._world.type_id(self._place)

    @property
    def state(self) -> list[float]:
        """x, y, vx, vy, body, neck, stamina, effort, recovery and capacity at once."""
        return self._world.state(self._place)

    @property
    def x(self) -> float:
        """Position towards the right team's goal, m."""
        return self.state[0]

    @property
    def y(self) -> float:
        """Position downwards, m."""
        return self.state[1]

    @property
    def vx(self) -> float:
        """Velocity along x, m/cycle."""
        return self.state[2]

    @property
    def vy(self) -> float:
        """Velocity along y, m/cycle."""
        return self.state[3]

    @property
    def body(self) -> float:
        """Direction of the body, degrees from -180 to 180."""
        return self.state[4]

    @property
    def neck(self) -> float:
        """Direction of the head from the body, degrees from -90 to 90."""
        return self.state[5]

    @property
    def stamina(self) -> float:
        """Stamina, 0 to 8000."""
        return self.state[6]

    @property
    def effort(self) -> float:
        """Share of a dash's power that takes effect."""
        return self.state[7]

    @property
    def recovery(self) -> float:
        """Rate at which stamina recovers, as a share of the maximum."""
        return self.state[8]

    @property
    def capacity(self) -> float:
        """Amount of stamina that can still be recovered in this half."""
        return self.state[9]

    @property
    def flags(self) -> int:
        """What the player did in the last cycle, as bits in the format of rcssserver's monitors."""
        return self._world.flags(self._place)

    @property
    def card(self) -> Literal["none", "yellow", "red"]:
        """The worst card so far."""
        return self._world.card(self._place)
