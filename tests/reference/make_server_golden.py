"""Writes server.json.gz: what rcsssmj 0.2.1's server answers to the scripts of tests/python/server.

    python tests/reference/make_server_golden.py

Needs `rcsssmj==0.2.1`; takes some minutes.
"""

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "python")]

from server.events import write  # noqa: E402
from server.recorder import record  # noqa: E402

from benches.peers.servers import THEIRS  # noqa: E402

SCRIPTS = [
    *(("parallel", name) for name in ("standing", "talking", "coming_and_going", "commands")),
    *(("parallel", name) for name in ("refusals", "odd_messages", "silence", "beaming")),
    ("sequential", "coming_and_going"),
]


def main() -> None:
    """Play the scripts and write the file."""
    with tempfile.TemporaryDirectory() as folder:
        recording = {
            f"{mode} {name}": record(THEIRS, mode, name, Path(folder)) for mode, name in SCRIPTS
        }
    file = HERE / "server.json.gz"
    write(file, recording)
    events = sum(len(events) for events in recording.values())
    print(f"{file}: {events} messages, {file.stat().st_size} bytes")


if __name__ == "__main__":
    main()
