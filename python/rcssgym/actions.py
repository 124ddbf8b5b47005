"""What robots can do.

Actions are equal if they ask for the same, and can be copied and pickled. Their attributes may be
assigned, with the checks of the constructor; what is assigned to one that a player has been given
acts in the next step. The hash goes by the attributes: change none that is in a set or a key.
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
