# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions that map whole structs around regions, run on clang's x86_64 device before and after.

    python scripts/fuzz_mapped.py -n 20000 -j 2 --keep /tmp/failures

Exit code 0 where every translation does what its original did. A failure is kept with the numbers that make
it again: ``--first NUMBER -n 1``.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from progen.choices import Recorded  # noqa: E402
from progen.mapped.generate import generate, source  # noqa: E402
from progen.mapped.judge import Report, judge  # noqa: E402
from progen.running import reports  # noqa: E402

BATCH = 60


class Job(NamedTuple):
    """A file of functions ``first`` to ``first + count - 1`` of a seed."""

    seed: int
    first: int
    count: int

    def run(self) -> Report:
        """Check the functions in one file."""
        numbers = range(self.first, self.first + self.count)
        made = [generate(Recorded(seed=self.seed * 1_000_003 + number), number) for number in numbers]
        return judge(made)


def main() -> int:
    """Run the plan."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-n", type=int, default=1000, help="functions (default: 1000)")
    parser.add_argument("-j", type=int, default=1, help="processes (default: 1)")
    parser.add_argument(
        "--seed", type=int, default=1, help="the first of the numbers that functions are made of"
    )
    parser.add_argument("--first", type=int, default=0, help="the number of the first function")
    parser.add_argument("--minutes", type=float, help="begin no file after so many")
    parser.add_argument("--keep", type=Path, help="a folder for functions that fail")
    options = parser.parse_args()
    last = options.first + options.n
    plan = [Job(options.seed, first, min(BATCH, last - first)) for first in range(options.first, last, BATCH)]
    total = Report()
    for _, report in reports(plan, options.j, options.minutes):
        total.add(report)
        for failure in report.failures:
            print(f"\n{failure}")
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                path = options.keep / f"{options.seed}-{failure.function.number}.c"
                path.write_text(source([failure.function]))
    refused = ", ".join(f"{code} {count}" for code, count in total.codes.most_common())
    print(f"{total.functions} functions, {total.accepted} accepted, {total.compared} compared")
    print(f"{len(total.failures)} failures; refused or doubted: {refused or 'none'}")
    return 1 if total.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
