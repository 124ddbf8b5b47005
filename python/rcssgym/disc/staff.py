"""The staff beside the pitch of a 2D game: the trainer and the coaches."""

from rcssgym import _core
from rcssgym.disc.player import Traffic
from rcssgym.surrogates import without_surrogates


class DiscTrainer:
    """The trainer of a :class:`DiscSimulation`, which has one from the start: ``sim.trainer``."""

    def __init__(self, world: _core.DiscWorld, traffic: Traffic) -> None:
        self._world = world
        self._traffic = traffic

    def __repr__(self) -> str:
        return "<DiscTrainer>"

    def __call__(self, message: str) -> str:
        """Call :meth:`send`."""
        return self.send(message)

    def send(self, message: str) -> str:
        """Carry out a command, such as ``"(move (ball) 0 0)"``.

        Returns the server's answers, one per line.
        """
        message = without_surrogates(message)
        return self._traffic.send("Coach", message, lambda: self._world.trainer(message))

    @property
    def messages(self) -> list[str]:
        """What the server sent the trainer in the last step.

        This includes what was said, after ``(ear on)``, and ``see_global``, after ``(eye on)``.
        """
        return self._world.trainer_messages()

    @property
    def version(self) -> int:
        """The protocol version that it uses, 1 to 19; initially 19."""
        return self._world.trainer_version

    @version.setter
    def version(self, version: int) -> None:
        self._world.trainer_version = version


class DiscCoach:
    """The online coach of a team; made by ``DiscSimulation.coach``."""

    def __init__(self, world: _core.DiscWorld, traffic: Traffic, team: str) -> None:
        self._world = world
        self._traffic = traffic
        self._side = world.names.index(team)
        self.team = team
        """The team's name."""

    def __repr__(self) -> str:
        return f"<DiscCoach of {self.team}>"

    def send(self, message: str) -> str:
        """Carry out a command, such as ``"(change_player_type 2 3)"``.

        Returns the server's answers, one per line.
        """
        message = without_surrogates(message)
        return self._traffic.send(
            f"{self.team}_Coach", message, lambda: self._world.coach(self.team, message)
        )

    @property
    def messages(self) -> list[str]:
        """What the server sent the coach in the last step.

        This includes what was said, news of players, and ``see_global``, after ``(eye on)``.
        """
        return self._world.coach_messages(self._side)

    @property
    def version(self) -> int:
        """The protocol version that it uses, 5 to 19; initially 19."""
        return self._world.coach_version(self._side)

    @version.setter
    def version(self, version: int) -> None:
        self._world.set_coach_version(self._side, version)
