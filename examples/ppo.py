"""Train a policy for an rcssgym task by proximal policy optimization.

    python examples/ppo.py                                          # T1Walk, into runs/T1Walk-v1-1
    python examples/ppo.py --task AntRun --total-steps 6000000
    python examples/ppo.py --resume runs/T1Walk-v1-1/checkpoint.pt  # continues from there

It is what ``rcssgym train`` runs; the algorithm is in ``rcssgym/training/ppo.py``.
"""

import os
import sys

# Otherwise, torch's threads would spin while the worlds step and take processor time from them.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

from rcssgym.errors import ArgumentError
from rcssgym.training.run import main

if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except ArgumentError as error:
        sys.exit(f"ppo.py: {error}")
