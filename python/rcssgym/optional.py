"""Libraries that only parts of the package need: what to install where one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from rcssgym.errors import MissingLibraryError


@contextmanager
def needed_by(what: str, extra: str, *libraries: str) -> Iterator[None]:
    """Import optional libraries inside of this ``with`` statement.

    >>> with needed_by("plots", "match", "matplotlib"):
    ...     import matplotlib

    :param what: what needs them, for the message.
    :param extra: of rcssgym, which installs them.
    :param libraries: names under which they are imported.

    Raises :class:`MissingLibraryError` where one of them is not installed. What else goes wrong in
    an import, such as a library that lacks one of its own, is raised as it is.
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
