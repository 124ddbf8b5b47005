"""Pinned requirements with PyTorch's CPU build in place of the one for CUDA.

``python requirements/without_cuda.py requirements/test.txt`` writes them to standard output: torch
has the version ``...+cpu``, which no build with CUDA satisfies, and what only the other build needs
is left out.
"""

import re
import sys
from pathlib import Path

CUDA = re.compile(r"(cuda|nvidia)-[\w-]+==|triton==")
TORCH = re.compile(r"torch==[^\s;]+")


def without_cuda(requirements: str) -> str:
    """Requirements, one a line."""
    lines = (line for line in requirements.splitlines(keepends=True) if not CUDA.match(line))
    return "".join(TORCH.sub(r"\g<0>+cpu", line) if TORCH.match(line) else line for line in lines)


if __name__ == "__main__":
    sys.stdout.write(without_cuda(Path(sys.argv[1]).read_text(encoding="utf-8")))
