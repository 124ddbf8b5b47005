"""``python -m rcssgym``."""

import sys

from rcssgym.cli import main

sys.exit(main())
