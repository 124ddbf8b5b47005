"""What robots can do.

Actions are immutable; they are equal if they ask for the same, and can be copied and pickled.
``perform`` calls the method of the simulated robot that does what the action asks for. Derive from
:class:`SimAction` for actions of your own.
"""

from rcssgym._core import (
    BeamAction,
    InitRequest,
    MotorAction,
    SimAction,
    SpeakerAction,
)

__all__ = ["BeamAction", "InitRequest", "MotorAction", "SimAction", "SpeakerAction"]
