"""Exceptions: everything that rcssgym raises on purpose is an :class:`RcssGymError`."""


class RcssGymError(Exception):
    """Base of all exceptions of this package.

    Nothing has changed when one is raised, unless it is a :class:`TaskError`.
    """


class ArgumentError(RcssGymError, ValueError):
    """An argument of wrong type, shape, dtype or value; the message starts with its name."""


class TaskError(RcssGymError, ValueError):
    """A task that returns invalid data: the message names task, method, env and value.

    The worlds have moved by then; the environment can be reset and used further.
    """


class ModelError(RcssGymError, ValueError):
    """A robot model that does not exist or lies outside the supported subset of MJCF."""


class SnapshotError(RcssGymError, ValueError):
    """Bytes that are not a snapshot, or are a snapshot of another batch or version."""


class BusyError(RcssGymError, RuntimeError):
    """A batch, simulation or team that another thread or an interrupted call is using right now."""


class ForkError(RcssGymError, RuntimeError):
    """Worlds or an environment used in a forked child, where their threads do not exist."""


class ClangError(RcssGymError, ValueError):
    """A text that is not a CLang message, or one that its reader would ignore.

    ``place`` is the number of characters before the error, ``reason`` says what the error is.
    """

    def __init__(self, reason: str, place: int) -> None:
        super().__init__(reason, place)
        self.reason = reason
        self.place = place

    def __str__(self) -> str:
        return f"at character {self.place}: {self.reason}"


class SayError(RcssGymError, ValueError):
    """Units of the say codec that cannot be said, or why a text cannot be read further."""


class LogError(RcssGymError, ValueError):
    """A file that is not a game log of a supported version, or has nothing in it to show."""


class ServerError(RcssGymError, ConnectionError):
    """A server that cannot be reached, is gone, is silent, or refuses an agent.

    Also a server that cannot run, such as for lack of a free port.
    """


class ProtocolError(ServerError):
    """A message from a server that is not what its protocol says."""


class HookWarning(RcssGymError, UserWarning):  # noqa: N818  # it is warned of, not raised
    """An override or assignment of something that rcsssmj uses, but that has no effect here.

    A warning; the message names the method and says what to do instead.
    """


class MissingLibraryError(RcssGymError, ImportError):
    """An optional library that is not installed; the message says which extra of rcssgym has it."""
