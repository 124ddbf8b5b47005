"""A player in the simulation."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from rcssgym._core import Model
from rcssgym.actions import SimAction
from rcssgym.perceptions import Perception
from rcssgym.soccer.agent_id import AgentID
from rcssgym.soccer.body import Array, Player, SimObject


class SoccerAgent(SimObject):
    """A player of a simulation; :meth:`SoccerSimulation.add_players` makes them.

    :param agent_id: who it is.
    :param team_name: name of its team.
    :param robot_spec: what it is made of.
    :param ai: the simulation that it acts in.
    """

    def __init__(
        self,
        agent_id: AgentID,
        team_name: str,
        robot_spec: Model,
        ai: Any,
    ) -> None:
        super().__init__(str(agent_id))
        self.agent_id = agent_id
        self.team_name = team_name
        self.spec = robot_spec
        self.ai = ai
        self._player: Player = (agent_id.team_id, agent_id.player_no)
        self._actions: Sequence[SimAction[Any]] = []
        self._perceptions: Sequence[Perception] = []
        self._is_custom = False

    @property
    def root_body_name(self) -> str:
        """Name of its root body."""
        return f"{self.name}-torso"

    @property
    def markers(self) -> Sequence[tuple[str, str]]:
        """Its visible markers: site name with the player's prefix, name that others see."""
        suffix = "-vismarker"
        sites = (name for name in self.spec.site_names if name.endswith(suffix))
        return [(self.agent_id.prefix + name, name.removesuffix(suffix)) for name in sites]

    @property
    def perceptions(self) -> Sequence[Perception]:
        """What it perceived when perceptions were generated last."""
        return self._perceptions

    def set_perceptions(self, perceptions: Sequence[Perception]) -> None:
        """Take the perceptions of this cycle."""
        self._perceptions = perceptions

    @property
    def actions(self) -> Sequence[SimAction[Any]]:
        """The actions performed before every step."""
        return self._actions

    def set_actions(self, actions: Sequence[SimAction[Any]]) -> None:
        """Set the actions that are performed before every step until others are set.

        Raises :class:`ArgumentError` for an unknown actuator or one of another player, a number
        that is not finite or a message of more than 10 bytes; the old actions stay then. A list
        that is changed later must be set again.
        """
        if isinstance(actions, Iterator):
            actions = list(actions)
        world = self._bound()
        is_known = world.set_actions(self._player, actions)
        if is_known and self.ai._is_acting_overridden:
            world.set_actions(self._player, ())
            is_known = False
        self._is_custom = not is_known
        self._actions = actions

    def init_joints(
        self,
        pos: Sequence[float] | Array | None = None,
        vel: Sequence[float] | Array | None = None,
        acc: Sequence[float] | Array | None = None,
    ) -> None:
        """Set all hinges, in the order of ``spec.joint_names``; missing ones are zero.

        :param pos: rad.
        :param vel: rad/s.
        :param acc: accepted for the sake of old code; accelerations follow from the forces.
        """
        del acc
        self._bound().set_joints(self._player, pos, vel)

    def drop(self) -> None:
        """Stand it up where it is, facing right, hinges at zero."""
        x, y, _ = self.xpos
        self.drop_at(x, y)

    def drop_at(self, x: float = 0.0, y: float = 0.0, theta: float = 0.0) -> None:
        """Stand it up at a point (m) with a heading (rad), hinges at zero."""
        self._bound().drop(self._player, x, y, theta)

    def __str__(self) -> str:
        return f"{self.team_name} #{self.agent_id.player_no}"

    def __repr__(self) -> str:
        x, y, z = np.round(self.xpos, 3)
        return f"<SoccerAgent {self} {self.spec.name} at ({x}, {y}, {z})>"
