"""The ball and who touches it."""

from typing import ClassVar

from rcssgym._core import BALL_RADIUS
from rcssgym.soccer.agent_id import AgentID
from rcssgym.soccer.body import SimObject
from rcssgym.soccer.hooks import Unheard, unheard


class SoccerBall(SimObject):
    """The ball of a simulation."""

    _unheard: ClassVar[Unheard] = {
        **SimObject._unheard,
        **unheard(
            "the core moves the ball and notes who touches it itself; look at it in "
            "SoccerReferee.referee() or SoccerSimulation._post_step()",
            "drop drop_at init radius active_contact active_contact_body_parts last_contact",
            "contact_change get_most_recent_contact reset_contacts _set_active_contact",
        ),
        **unheard(
            "the core notes who touches the ball itself; reset_contacts() forgets it",
            "_active_contact _active_contact_body_parts _last_contact _contact_change _radius",
        ),
    }

    def __init__(self) -> None:
        super().__init__("ball")

    @property
    def radius(self) -> float:
        """Radius, m."""
        return BALL_RADIUS

    @property
    def active_contact(self) -> AgentID | None:
        """The player that touches the ball now."""
        contact = self._contacts()[0]
        return None if contact is None else AgentID(*contact)

    @property
    def active_contact_body_parts(self) -> set[str] | None:
        """Names of the shapes of that player that touch the ball, with its prefix."""
        parts = self._contacts()[1]
        return None if parts is None else set(parts)

    @property
    def last_contact(self) -> AgentID | None:
        """The player that touched the ball before the active contact."""
        contact = self._contacts()[2]
        return None if contact is None else AgentID(*contact)

    @property
    def contact_change(self) -> float | None:
        """Simulation time (s) at which the player touching the ball last changed."""
        return self._contacts()[3]

    def _contacts(
        self,
    ) -> tuple[tuple[int, int] | None, list[str] | None, tuple[int, int] | None, float | None]:
        return (None, None, None, None) if self._world is None else self._world.ball_contacts()

    def get_most_recent_contact(self) -> AgentID | None:
        """Return the player that touches the ball, or else touched it last."""
        active = self.active_contact
        return self.last_contact if active is None else active

    def reset_contacts(self) -> None:
        """Forget who touched the ball."""
        self._bound().reset_ball_contacts()

    def drop(self) -> None:
        """Put the ball on the ground where it is, at rest, and forget who touched it."""
        x, y, _ = self.xpos
        self.drop_at(x, y)

    def drop_at(self, x: float = 0.0, y: float = 0.0) -> None:
        """Put the ball on the ground at a point (m), at rest, and forget who touched it."""
        self.place_at((x, y, self.radius))
        self.reset_contacts()
