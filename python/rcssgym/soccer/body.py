"""Common base of ball and players: a pose in the world."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NoReturn

import numpy as np
from numpy.typing import NDArray

from rcssgym import _core
from rcssgym.errors import RcssGymError
from rcssgym.soccer.hooks import Hooked, Unheard, unheard

Array = NDArray[np.float64]
Player = tuple[int, int]

_INSTEAD = {
    "bind": "nothing is needed: objects follow the simulation by themselves",
    "init": "nothing is needed: objects follow the simulation by themselves",
    "pre_step": "override SoccerSimulation._pre_step",
    "post_step": "override SoccerSimulation._post_step",
    "camera_site_id": "use agent.spec.site_names",
    "hand_geom_ids": "use agent.spec.geom_names",
    "torso_body_id": "use agent.spec.body_names",
    "torso_geom_id": "use agent.spec.geom_names",
}
"""Attributes that rcsssmj's objects have because of MuJoCo, and what to use here instead."""


class SimObject(Hooked):
    """A ball or player of a simulation.

    Positions are those of the root body at the start of the last substep, which is what the referee
    sees, or the new position if the object has been placed since. All arrays are fresh copies.
    """

    _unheard: ClassVar[Unheard] = {
        **unheard(
            "the core looks at and moves ball and players itself; override SoccerReferee's "
            "methods, or SoccerSimulation.beam_agent, to place them otherwise",
            "xpos xquat xmat prev_xpos place_at root_body_name root_joint_name",
        ),
        **unheard("place_at() sets it", "_xpos _xquat _xmat _qpos _qvel _qacc _prev_xpos"),
        **{name: _INSTEAD[name] for name in ("bind", "pre_step", "post_step")},
    }
    _read_once: ClassVar[Unheard] = unheard("it is what the core knows it as", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self._world: _core.SoccerWorld | None = None
        self._player: Player | None = None

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            """Raise an error that says what to use instead of attributes that only MuJoCo has."""
            if name not in _INSTEAD:
                super().__getattr__(name)
            kind = type(self).__name__
            raise AttributeError(f"{kind} has no attribute '{name}'; {_INSTEAD[name]}")

    def _bound(self) -> _core.SoccerWorld:
        """Return the world it is in."""
        if self._world is None:
            raise RcssGymError(f"{self.name}: is not in a simulation (any more)")
        return self._world

    @property
    def xpos(self) -> Array:
        """Position in the world ``(3,)``, m."""
        return np.zeros(3) if self._world is None else self._world.position(self._player)

    @property
    def xquat(self) -> Array:
        """Orientation in the world ``(4,)``, ``wxyz``."""
        if self._world is None:
            return np.array([1.0, 0.0, 0.0, 0.0])
        return self._world.quaternion(self._player)

    @property
    def xmat(self) -> Array:
        """Orientation as a rotation matrix, row by row ``(9,)``; placing does not change it."""
        return np.eye(3).ravel() if self._world is None else self._world.matrix(self._player)

    @property
    def prev_xpos(self) -> Array:
        """Position before the last step ``(3,)``, m."""
        return np.zeros(3) if self._world is None else self._world.previous_position(self._player)

    @property
    def root_body_name(self) -> str:
        """Name of its root body."""
        return self.name

    @property
    def root_joint_name(self) -> str:
        """Name of its free joint."""
        return f"{self.name}-root"

    def place_at(
        self,
        pos: Sequence[float] | Array,
        quat: Sequence[float] | Array | None = None,
        *,
        vel: Sequence[float] | Array | None = None,
        ang_vel: Sequence[float] | Array | None = None,
    ) -> None:
        """Place it with its root body at ``pos``.

        :param pos: m.
        :param quat: ``wxyz``; ``None`` for upright.
        :param vel: velocity in the world frame, m/s; ``None`` for rest.
        :param ang_vel: angular velocity in the body frame, rad/s; ``None`` for none.

        Raises :class:`ArgumentError`, before anything moves, for numbers that are not finite.
        """
        self._bound().place(self._player, pos, quat, vel, ang_vel)
