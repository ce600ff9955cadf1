# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random small projects, built plainly and with ``pointerchain cc``, and whatever differs between the two.

    python scripts/build_fuzz.py -n 2000 --seed 7 -j 2 --keep build/differences

Exit codes, messages, files' names, dependencies, the names in debug information and what the programs print
are compared. A difference is made small as far as ``--shrink`` tries, and kept with a script that builds it
both ways. ``--first NUMBER -n 1`` builds one project again. Exit code 0 where nothing differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests/build"), str(ROOT / "tests"), str(ROOT)]

from projects import options, session  # noqa: E402
from projects.known import KNOWN  # noqa: E402


def main() -> int:
    """Build the projects and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-n", type=int, default=200, help="number of projects (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first project")
    parser.add_argument("-j", type=int, default=1, help="processes")
    parser.add_argument(
        "--keep", type=Path, default=Path("build/differences"), help="folder for what differs"
    )
    parser.add_argument("--minutes", type=float, help="end the run after so long, whatever -n says")
    parser.add_argument(
        "--shrink", type=int, default=60, help="tries to make a difference small (default 60)"
    )
    parser.add_argument("--each", type=int, default=3, help="differences of a kind to make small (default 3)")
    parser.add_argument("--with-known", action="store_true", help="generate what is known to be wrong, too")
    args = parser.parse_args()
    without = () if args.with_known else tuple(KNOWN)
    start, results = time.monotonic(), []
    seen: Counter[str] = Counter()
    numbers = range(args.first, args.first + args.n)
    with ProcessPoolExecutor(args.j) as pool:
        for result in pool.map(partial(session.run, args.seed, without=without), numbers):
            results.append(result)
            if result.differences:
                kind = result.differences[0].kind
                seen[kind] += 1
                made, differences = (
                    session.generated(args.seed, result.number, without)[0],
                    result.differences,
                )
                if seen[kind] <= args.each and args.shrink:
                    made, smaller = session.smallest(args.seed, result, without, args.shrink)
                    differences = (smaller,)
                name = f"{kind.replace(' ', '-').replace('*', '')}-{args.seed}-{result.number}"
                place = session.keep(args.keep, name, made, differences)
                print(f"{kind}: {place}\n  {differences[0].detail[:600]}", flush=True)
            if args.minutes and time.monotonic() - start > 60 * args.minutes:
                pool.shutdown(cancel_futures=True)
                break
    print("\n".join(session.table(results)))
    print(f"{options.count():8} ways to give an option in the grammar")
    print(f"{time.monotonic() - start:8.0f} s")
    return 1 if any(each.differences for each in results) else 0


if __name__ == "__main__":
    sys.exit(main())
