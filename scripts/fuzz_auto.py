# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions without directives, translated with ``--auto``, compiled and run before and after.

    python scripts/fuzz_auto.py -n 20000 -j 2 --keep /tmp/failures

Exit code 0 where every translation does what its original did, with and without sanitizers, and where of each
kind of loop, chain, change and test something was hoisted and something left alone. A failure is made smaller
by leaving out statements, and kept with the numbers that make it again: ``--first NUMBER -n 1``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from progen.choices import Recorded  # noqa: E402
from progen.loops.generate import KINDS, generate  # noqa: E402
from progen.loops.judge import TOOLS, Failure, Report, Tools, judge, smallest  # noqa: E402
from progen.loops.tree import Loops  # noqa: E402
from progen.running import reports  # noqa: E402

BATCH = 60
CERTAIN = 12_000
"""So many functions hold every kind, hoisted and left."""


class Job(NamedTuple):
    """A file of functions ``first`` to ``first + count - 1`` of a seed."""

    seed: int
    first: int
    count: int
    cxx: bool
    tools: Tools
    whole: bool
    """Whether the bodies of the other sources are known, as with ``-p``."""
    kind: str
    """What the functions are about; '' for all."""

    def function(self, number: int) -> Loops:
        """Function ``number``."""
        return generate(Recorded(seed=self.seed * 1_000_003 + number), number, self.cxx, self.kind)

    def run(self) -> Report:
        """Check the functions in one file."""
        functions = [self.function(number) for number in range(self.first, self.first + self.count)]
        return judge(functions, self.cxx, self.tools, whole=self.whole)

    def keep(self, failure: Failure, folder: Path, small: bool) -> Path:
        """Write a failing function, made smaller, and how to run it again."""
        folder.mkdir(parents=True, exist_ok=True)
        number = failure.function.number
        function = smallest(failure, self.tools, whole=self.whole) if small else failure.function
        name = failure.kind.replace(" ", "-")
        path = folder / f"{name}-{self.seed}-{number}{'.cpp' if self.cxx else '.c'}"
        lang = "c++" if self.cxx else "c"
        again = f"--seed {self.seed} --first {number} -n 1 --lang {lang} with {self.tools.name}"
        again += f" --kind {self.kind}" if self.kind else ""
        again += "; all bodies known" if self.whole else ""
        detail = failure.detail.replace("*/", "* /")
        texts = (*function.included, function.text, *function.outside)
        path.write_text("\n".join([*texts, f"/* {again}", f"{detail} */", ""]))
        return path


def plan(args: argparse.Namespace) -> Iterator[Job]:
    """The files: languages and compilers by turns."""
    for turn, first in enumerate(range(args.first, args.first + args.n, BATCH)):
        count = min(BATCH, args.first + args.n - first)
        number = first // BATCH if args.n > 1 else turn
        cxx = args.lang == "c++" or (args.lang == "both" and number % 3 == 2)
        whole = number // len(TOOLS) % 2 == 1
        yield Job(args.seed, first, count, cxx, TOOLS[number % len(TOOLS)], whole, args.kind)


def main() -> int:
    """Run the files and print what they found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-n", type=int, default=1000, help="number of functions (default 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first function")
    parser.add_argument("-j", type=int, default=1, help="processes")
    parser.add_argument("--keep", type=Path, help="folder for failing functions")
    parser.add_argument("--lang", choices=("c", "c++", "both"), default="both")
    parser.add_argument("--kind", choices=tuple(KINDS), default="", help="functions of one kind only")
    parser.add_argument("--minutes", type=float, help="end the run after so long, whatever -n says")
    parser.add_argument("--shrink", type=int, default=4, help="failures to make small (default 4)")
    args = parser.parse_args()
    start, whole = time.monotonic(), Report()
    for job, report in reports(plan(args), args.j, args.minutes):
        for failure in report.failures:
            print(f"\n{failure}", file=sys.stderr)
            if args.keep:
                small = args.shrink > 0 and failure.kind != "uncompiled"
                args.shrink -= small
                print(f"  kept as {job.keep(failure, args.keep, small)}", file=sys.stderr)
        whole.add(report)
    certain = whole.functions >= CERTAIN and args.lang == "both" and not args.kind
    missing = whole.missing() if certain else []
    summary(whole)
    print("\n".join(missing))
    print(f"time              {time.monotonic() - start:.0f} s")
    return 1 if whole.failures or missing else 0


def summary(whole: Report) -> None:
    """Print the run's counts."""
    kinds = Counter(failure.kind for failure in whole.failures)
    print(f"functions         {whole.functions}")
    print(f"programs          {whole.programs}")
    print(f"runs compared     {whole.compared}")
    print(f"runs with faults  {whole.faulty}")
    print(f"chains hoisted    {whole.chains}")
    print("failures:" if kinds else "failures: none")
    for name, count in sorted(kinds.items()):
        print(f"  {count:7} {name}")
    print("verdicts:")
    for name, count in whole.codes.most_common():
        print(f"  {count:7} {name}")
    print(f"{'':32} {'written':>8} {'hoisted':>8} {'left':>8}")
    for tag in sorted(whole.written):
        print(f"{tag:32} {whole.written[tag]:8} {whole.hoisted[tag]:8} {whole.left[tag]:8}")


if __name__ == "__main__":
    sys.exit(main())
