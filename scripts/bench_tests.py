# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the tests cost: first with nothing known, then with the outcomes that the first run kept.

    python scripts/bench_tests.py                     two runs of the whole; a table by room
    python scripts/bench_tests.py tests/place -n 2    those of a folder
    python scripts/bench_tests.py --long              the long tier as well, in both

Seconds in the table are those of the processors, of the tests and of all processes that they started; whole
runs are by the clock, with what pytest itself takes. The exit code is that of a run that failed, else 0.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Run the tests twice and print what that cost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("tests", nargs="*", default=["tests"], help="files or folders (default: all)")
    parser.add_argument("-n", default="auto", metavar="N", help="processes (default: one a processor)")
    parser.add_argument("--long", action="store_true", help="the long tests, too")
    given = parser.parse_args()
    runs: list[tuple[str, float, dict[str, Counter[str]]]] = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ("cold", "warm"):
            costs = Path(folder, f"{name}.json")
            command = [sys.executable, "-m", "pytest", "-q", "-n", given.n, f"--costs={costs}", *given.tests]
            command += [f"--outcomes={folder}/outcomes", *([] if given.long else ["-m", "not long"])]
            start = time.monotonic()
            code = subprocess.run(command, cwd=ROOT).returncode
            if code:
                return code
            runs.append((name, time.monotonic() - start, by_room(json.loads(costs.read_text()))))
    print("\n".join(table(runs)))
    return 0


def by_room(files: dict[str, dict[str, float]]) -> dict[str, Counter[str]]:
    """The sums of the files of each folder; those that lie in none are rooms of their own."""
    rooms: dict[str, Counter[str]] = {}
    for name, row in files.items():
        parts = Path(name).parts
        room = "/".join(parts[1:3] if parts[1] == "deepcopy" else parts[1:2])
        rooms.setdefault(room, Counter()).update(row)  # type: ignore[arg-type]
    return rooms


def table(runs: list[tuple[str, float, dict[str, Counter[str]]]]) -> list[str]:
    """The lines of the table, rooms that cost most first."""
    (_, cold_time, cold), (_, warm_time, warm) = runs
    heads = ("tests", "compiled", "run", "known", "cold s", "warm s", "ratio")
    lines = [f"{'room':28}" + "".join(f"{head:>9}" for head in heads)]
    everything: list[Counter[str]] = [sum(rooms.values(), Counter()) for rooms in (cold, warm)]
    rows = sorted(cold, key=lambda room: -cold[room]["seconds"])
    for room, first, second in [*((room, cold[room], warm[room]) for room in rows), ("all", *everything)]:
        ratio = second["seconds"] / max(first["seconds"], 0.1)
        counts = (first["tests"], first["built"], first["ran"], second["kept"])
        seconds = (first["seconds"], second["seconds"], ratio)
        numbers = "".join(f"{count:9}" for count in counts) + "{:9.1f}{:9.1f}{:9.2f}".format(*seconds)
        lines.append(f"{room:28}{numbers}")
    times = (f"{int(seconds // 60)} min {int(seconds % 60):02} s" for seconds in (cold_time, warm_time))
    lines.append(
        "by the clock, with {} processors: cold {}, warm {}".format(len(os.sched_getaffinity(0)), *times)
    )
    return lines


if __name__ == "__main__":
    sys.exit(main())
