"""Actions of robots.

Actions are equal if they request the same, and can be copied and pickled. Their attributes may be
assigned, with the checks of the constructor; if a player already has the action, the change takes
effect in the next step. The hash depends on the attributes: do not change an action that is in a
set or is a key. ``perform`` calls the method of the simulated robot that carries the action out.
Derive from :class:`SimAction` for actions of your own.
"""

from rcssgym._core import (
    BeamAction,
    InitRequest,
    MotorAction,
    SimAction,
    SpeakerAction,
)

__all__ = ["BeamAction", "InitRequest", "MotorAction", "SimAction", "SpeakerAction"]
