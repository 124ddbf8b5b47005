"""A player in the simulation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rcssgym._core import Model
from rcssgym.actions import SimAction
from rcssgym.perceptions import Perception
from rcssgym.soccer.agent_id import AgentID
from rcssgym.soccer.body import Array, Player, SimObject
from rcssgym.soccer.hooks import Unheard, unheard


@dataclass(slots=True)
class _Mind:
    """An agent's perceptions and actions; a separate object because that makes setting it fast."""

    perceptions: Sequence[Perception]
    actions: Sequence[SimAction[Any]]
    seen: Sequence[SimAction[Any]] | None = None
    """The actions that the simulation has read; ``None`` if it must read them again."""
    is_custom: bool = False
    """Whether the actions are performed in Python."""

    def is_stale(self) -> bool:
        """Return whether the actions differ from those that the simulation has read."""
        return self.actions is not self.seen and self.actions != self.seen


class SoccerAgent(SimObject):
    """A player of a simulation; :meth:`SoccerSimulation.add_players` makes them.

    :param agent_id: its team and number.
    :param team_name: name of its team.
    :param robot_spec: model of its robot.
    :param ai: the simulation that it acts in.
    """

    _unheard: ClassVar[Unheard] = {
        **SimObject._unheard,
        **unheard(
            "the core moves players itself; override SoccerReferee._penalize, or "
            "SoccerSimulation.beam_agent, to place them otherwise",
            "drop drop_at init_joints",
        ),
        **unheard("perceptions show what the model has: agent.spec", "markers _markers"),
        **unheard("init_joints() sets them", "_joints"),
        **unheard("set_actions() and set_perceptions() set them", "_actions _perceptions"),
        **unheard(
            "the core finds the parts of a robot itself: agent.spec",
            "torso_geom_id torso_body_id camera_site_id hand_geom_ids",
        ),
    }
    _read_once: ClassVar[Unheard] = {
        **SimObject._read_once,
        **unheard("players keep who they are; let another one join", "agent_id team_name spec"),
    }

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
        self._mind = _Mind([], [])
        self.ai = ai
        self._simulation = ai
        self._player: Player = (agent_id.team_id, agent_id.player_no)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name in _INTERFACE:
            self._mind.seen = None

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
        """Its perceptions, as last generated."""
        return self._mind.perceptions

    def set_perceptions(self, perceptions: Sequence[Perception]) -> None:
        """Take the perceptions of this cycle."""
        self._mind.perceptions = perceptions

    @property
    def actions(self) -> Sequence[SimAction[Any]]:
        """The actions performed before every step."""
        return self._mind.actions

    def set_actions(self, actions: Sequence[SimAction[Any]]) -> None:
        """Set the actions that are performed before every step until others are set.

        Each step performs their current values: an action, or a list of actions, may be changed
        between steps.

        Raises :class:`ArgumentError` for an unknown actuator or one of another player, a number
        that is not finite or a message of more than 10 bytes; the old actions then remain.
        """
        if isinstance(actions, Iterator):
            actions = list(actions)
        world = self._bound()
        # the list may change later, so a copy keeps what it was
        seen = actions.copy() if isinstance(actions, list) else actions
        is_known = world.set_actions(self._player, seen)
        # if this changes before the next step, that step sets the actions anew
        if is_known and (self._simulation._had_own_effectors or self._has_own_interface()):
            world.set_actions(self._player, ())
            is_known = False
        mind = self._mind
        mind.actions, mind.seen, mind.is_custom = actions, seen, not is_known

    def _get_action_interface(self) -> Any:
        """Return the object that the actions are performed on."""
        return self.ai

    def _has_own_interface(self) -> bool:
        """Return whether actions are performed on something other than the simulation."""
        return (
            self.ai is not self._simulation
            or type(self)._get_action_interface is not SoccerAgent._get_action_interface
            or "_get_action_interface" in self.__dict__
        )

    def init_joints(
        self,
        pos: Sequence[float] | Array | None = None,
        vel: Sequence[float] | Array | None = None,
        acc: Sequence[float] | Array | None = None,
    ) -> None:
        """Set all hinges, in the order of ``spec.joint_names``; missing ones are zero.

        :param pos: rad.
        :param vel: rad/s.
        :param acc: accepted for compatibility and ignored; accelerations follow from the forces.
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


_INTERFACE = ("ai", "_get_action_interface")
"""Attributes that determine the object that actions are performed on."""
