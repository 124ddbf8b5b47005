"""Texts with bytes that are not text."""

import re

_SURROGATES = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Replace halves of characters, which the core's strings do not have, by one without meaning.

    They come from ``bytes.decode(errors="surrogateescape")``.
    """
    if not isinstance(text, str) or text.isascii():
        return text  # what is no text is refused where it is read
    return _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)
