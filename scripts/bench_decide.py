# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""How long decisions take, and what the device's memory costs: random profiles, a row a profile and capacity.

    python scripts/bench_decide.py [--objects 50] [--phases 40] [--seeds 6]

The capacity is a share of what the best placement without a limit uses at most. Times are this machine's.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests" / "place"), str(ROOT)]

import placelib  # noqa: E402

from pointerchain.place.costs import candidates  # noqa: E402
from pointerchain.place.decide import decide, used, weigh  # noqa: E402
from pointerchain.place.documents import PlaceError  # noqa: E402
from pointerchain.place.timeline import timeline  # noqa: E402

SHARES = (1.0, 0.8, 0.4)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--objects", type=int, default=50)
    parser.add_argument("--phases", type=int, default=40)
    parser.add_argument("--seeds", type=int, default=6)
    given = parser.parse_args()
    print(f"{given.objects} objects, {given.phases} phases")
    print("seed loops nodes managed capacity  seconds    cost  method")
    longest = 0.0
    for seed in range(given.seeds):
        for loops in (False, True):
            profile = placelib.random_profile(random.Random(seed), given.objects, given.phases, loops=loops)
            line = timeline(profile.phases, profile.loops)
            for managed in (True, False):
                begin = time.perf_counter()
                options = [
                    [
                        weigh(one, line, margin=0.25, now=None)
                        for one in candidates(placelib.MACHINE, profile, line, each, managed=managed)[0]
                    ]
                    for each in profile.objects
                ]
                prepared = time.perf_counter() - begin
                free, _ = decide(options, line)
                peak, least = max(used(free, options, line)), sum(each.cost for each in free)
                for share in SHARES:
                    begin = time.perf_counter()
                    try:
                        chosen, method = decide(options, line, peak * share)
                        cost = f"{sum(each.cost for each in chosen) / least:7.3f}"
                    except PlaceError:
                        method, cost = "nothing fits", "      -"
                    taken = prepared + time.perf_counter() - begin
                    longest = max(longest, taken)
                    print(
                        f"{seed:4} {loops!s:>5} {len(line.nodes):5} {managed!s:>7} {share:8.0%} {taken:8.2f} "
                        f"{cost}  {method}"
                    )
    print(f"the longest took {longest:.2f} s")


if __name__ == "__main__":
    main()
