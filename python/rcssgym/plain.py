"""Values that JSON can represent."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np


def plain(value: Any) -> Any:
    """Return a value for JSON: Python's numbers for numpy's, ``None`` for NaN and infinity.

    Mappings become dictionaries, tuples become lists; other values stay as they are.
    """
    match value:
        case np.ndarray() | np.generic():
            return plain(value.tolist())
        case float():
            return value if math.isfinite(value) else None
        case Mapping():
            return {name: plain(one) for name, one in value.items()}
        case list() | tuple():
            return [plain(one) for one in value]
        case _:
            return value
