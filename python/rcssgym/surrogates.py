"""Texts with bytes that are not text."""

import re

_SURROGATES = re.compile("[\ud800-\udfff]")


def without_surrogates(text: str) -> str:
    """Replace halves of characters, which the core's strings do not have, by one without meaning.

    They come from ``bytes.decode(errors="surrogateescape")``.
    """
    return text if text.isascii() else _SURROGATES.sub("\N{REPLACEMENT CHARACTER}", text)
