"""Lay the virtual environment that runs this over another one.

What the upper environment lacks comes from the lower one, so that gigabytes that both want are
installed once: ``upper/bin/python requirements/layer.py lower/bin/python``.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path

WHERE = "import sysconfig; print(sysconfig.get_path('purelib'))"


def main() -> None:
    """Write the file that tells Python where the lower environment is."""
    lower = subprocess.check_output([sys.argv[1], "-c", WHERE], text=True).strip()
    # Unlike a plain path, this also follows the .pth files that lie there.
    line = f"import site; site.addsitedir({lower!r})\n"
    Path(sysconfig.get_path("purelib"), "lower.pth").write_text(line)


if __name__ == "__main__":
    main()
