"""Libraries that only parts of the package need: errors that say what to install."""

from collections.abc import Iterator
from contextlib import contextmanager

from rcssgym.errors import MissingLibraryError


@contextmanager
def needed_by(what: str, extra: str, *libraries: str) -> Iterator[None]:
    """Import optional libraries inside this ``with`` statement.

    >>> with needed_by("plots", "match", "matplotlib"):
    ...     import matplotlib

    :param what: what needs the libraries, for the message.
    :param extra: the extra of rcssgym that installs them.
    :param libraries: names under which they are imported.

    Raises :class:`MissingLibraryError` if one of them is not installed. Other errors of an import,
    such as that of a library whose own dependency is missing, are raised unchanged.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        library = (error.name or "").partition(".")[0]
        if library not in libraries:
            raise
        raise MissingLibraryError(
            f"{what} needs {library}: pip install 'rcssgym[{extra}]'",
            name=library,
        ) from error
