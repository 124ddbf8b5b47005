"""Pack recorded games of rcssserver 19 for the tests of the 2D game.

    python tests/reference/make_disc.py RECORDINGS

writes ``tests/reference/disc``, three fifths of the size. Nothing that is compared gets lost but
this: of whole games, where two records in six have the players' states, the packed ones keep two in
fifty, and all where the mode changes; a game that has gone astray does not come back.
"""

import gzip
import json
import sys
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent / "disc"
KEPT = 50
"""Records of a whole game per state of the players that is kept."""
DROPPED = ("source", "name", "driver_seed", "note")


def packed(trace: dict[str, Any]) -> dict[str, Any]:
    compact = "note" in trace
    mode = None
    for index, record in enumerate(trace["cycles"]):
        if compact and index % KEPT > 1 and record["mode"] == mode:
            record["players"] = None
        mode = record["mode"]
        for name in ("trainer", "order", "coach", "players", "types", "referee"):
            if not record.get(name):
                record.pop(name, None)
        if not compact:
            for name, standing in (("commands", []), ("flags", None)):
                values = enumerate(record[name])
                record[name] = {str(i): value for i, value in values if value != standing}
    return {name: value for name, value in trace.items() if name not in DROPPED}


def main(recordings: Path) -> None:
    TARGET.mkdir(exist_ok=True)
    for path in sorted(recordings.glob("*.json.gz")):
        with gzip.open(path) as file:
            trace = packed(json.load(file))
        text = json.dumps(trace, separators=(",", ":")).encode()
        (TARGET / path.name).write_bytes(gzip.compress(text, 9, mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
