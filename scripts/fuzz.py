# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The long run: random programs, translated, compiled and run before and after.

    python scripts/fuzz.py -n 20000 -j 2 --keep /tmp/failures

Most programs are small and share a world (``progen.small``), a part is large
(``progen.program``). Exit code 0 where nothing differs that no warning told
of, and each kind of thing was accepted or refused at least once. A failure is
made as small as the time allows and kept with the seed that makes it:
``--first NUMBER -n 1`` runs a program again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from progen.check import TOOLCHAINS, Failure, File, Report, Toolchain, check  # noqa: E402
from progen.choices import Recorded, shrink  # noqa: E402
from progen.program import Program, generate  # noqa: E402
from progen.small import generate as small  # noqa: E402
from progen.small.judge import (  # noqa: E402
    SmallFailure,
    SmallReport,
    judge,
    missing,
    smallest_text,
    table,
)

BATCH = 200  # small programs in a file
LARGE = 40  # large programs in a file
LARGE_TURNS = (3, 12)  # of sixteen batches: large programs, in C and in C++
CERTAIN = 20_000  # so many programs hold every kind
QUICKEST = Toolchain("gcc", "clang++-19", ("-O0",))
FORBIDDEN_SHARE = 5  # one program in so many holds something forbidden


@dataclass(frozen=True)
class Job:
    """A batch: programs ``first`` to ``first + count - 1`` of a seed, in a language, with a toolchain."""

    seed: int
    first: int
    count: int
    cxx: bool
    toolchain: Toolchain

    def forbids(self, number: int) -> bool:
        """Whether program ``number`` is to hold something forbidden."""
        return number % FORBIDDEN_SHARE == 0

    def program(self, number: int) -> tuple[Program, list[int]]:
        """Program ``number``, and the script that gives it again."""
        choices = Recorded(seed=self.seed * 1_000_003 + number)
        return generate(choices, number, self.cxx, self.forbids(number)), choices.given

    def run(self) -> Report:
        """Check the programs in one file."""
        programs = [self.program(n)[0] for n in range(self.first, self.first + self.count)]
        return check(programs, self.cxx, self.toolchain)

    def smallest(self, failure: Failure, attempts: int) -> Program:
        """The simplest program found that fails in the same way."""
        number = failure.program.number

        def fails(candidate: list[int]) -> bool:
            program = generate(Recorded(candidate), number, self.cxx, self.forbids(number))
            if program.forbidden != failure.program.forbidden:
                return False
            return any(f.kind == failure.kind for f in check([program], self.cxx, self.toolchain).failures)

        best = shrink(self.program(number)[1], fails, attempts)
        return generate(Recorded(best), number, self.cxx, self.forbids(number))

    def keep(self, failure: Failure, program: Program, folder: Path) -> Path:
        """Write a failing program, with what is needed to run it again."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{failure.kind}-{self.seed}-{program.number}{'.cpp' if self.cxx else '.c'}"
        what = f"{failure.kind}: {failure.detail}".replace("*/", "* /")
        again = f"--seed {self.seed} --first {program.number} -n 1; {self.toolchain.name}"
        path.write_bytes(File([program], self.cxx).text + f"/* {again}\n{what} */\n".encode())
        return path


@dataclass(frozen=True)
class SmallJob:
    """The same for small programs."""

    seed: int
    first: int
    count: int
    cxx: bool
    toolchain: Toolchain
    twice: bool

    def program(self, number: int) -> tuple[small.SmallProgram, list[int]]:
        """Program ``number``, and the script that gives it again."""
        choices = Recorded(seed=self.seed * 1_000_003 + number)
        return small.generate(choices, number, self.cxx), choices.given

    def run(self) -> SmallReport:
        """Check the programs in one file."""
        programs = [self.program(n)[0] for n in range(self.first, self.first + self.count)]
        return judge(programs, self.cxx, self.toolchain, self.twice)

    def smallest(self, failure: SmallFailure, attempts: int) -> small.SmallProgram:
        """The simplest program found that fails in the same way."""
        number = failure.program.number

        def fails(candidate: list[int]) -> bool:
            program = small.generate(Recorded(candidate), number, self.cxx)
            return any(f.kind == failure.kind for f in judge([program], self.cxx, self.toolchain).failures)

        return small.generate(Recorded(shrink(self.program(number)[1], fails, attempts)), number, self.cxx)

    def keep(self, failure: SmallFailure, program: small.SmallProgram, folder: Path) -> Path:
        """Write a failing program, with what is needed to run it again."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{failure.kind}-{self.seed}-{program.number}{'.cpp' if self.cxx else '.c'}"
        what = f"{failure.kind}: {failure.detail}".replace("*/", "* /")
        again = f"--seed {self.seed} --first {program.number} -n 1; {self.toolchain.name}"
        path.write_bytes(smallest_text(program, self.cxx, folder) + f"/* {again}\n{what} */\n".encode())
        return path


def plan(args: argparse.Namespace) -> Iterator[Job | SmallJob]:
    """The batches: languages, sizes and toolchains by turns."""
    for first in range(args.first - args.first % BATCH, args.first + args.n, BATCH):
        start, end = max(first, args.first), min(first + BATCH, args.first + args.n)
        turn = first // BATCH
        cxx = args.lang == "c++" or (args.lang == "both" and turn % 2 == (turn // 16) % 2)
        # a quick run still gives some batches to the sanitizers and optimisers
        thorough = not args.quick or turn % 16 < 2 or not QUICKEST.present()
        chain = TOOLCHAINS[turn // 2 % len(TOOLCHAINS)] if thorough else QUICKEST
        if args.large or (turn % 16 in LARGE_TURNS and not args.small):
            for at in range(start, end, LARGE):
                yield Job(args.seed, at, min(LARGE, end - at), cxx, chain)
        else:
            yield SmallJob(args.seed, start, end - start, cxx, chain, thorough)


def main() -> int:
    """Run the batches and print what they found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-n", type=int, default=1000, help="number of programs (default 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("-j", type=int, default=1, help="processes")
    parser.add_argument("--keep", type=Path, help="folder for failing programs")
    parser.add_argument("--lang", choices=("c", "c++", "both"), default="both")
    parser.add_argument("--quick", action="store_true", help="most batches at -O0 without sanitizers")
    parser.add_argument("--large", action="store_true", help="large programs only")
    parser.add_argument("--small", action="store_true", help="small programs only")
    parser.add_argument("--minutes", type=float, help="end the run after so long, whatever -n says")
    parser.add_argument("--shrink", type=int, default=4, help="failures of a kind to make small (default 4)")
    args = parser.parse_args()
    if not TOOLCHAINS:
        print("fuzz: neither gcc and g++ nor clang-19 and clang++-19 found", file=sys.stderr)
        return 2
    start, large, little = time.monotonic(), Report(), SmallReport()
    seen: Counter[str] = Counter()
    with ProcessPoolExecutor(args.j) as pool:
        jobs = {pool.submit(job.run): job for job in plan(args)}
        for done in as_completed(jobs):
            job, report = jobs[done], done.result()
            if isinstance(report, SmallReport):
                little.add(report)
            else:
                large.add(report)
            for failure in report.failures:
                print(f"\n{failure}", file=sys.stderr)
                seen[failure.kind] += 1
                program = failure.program
                if seen[failure.kind] <= args.shrink:
                    program = job.smallest(failure, 150)  # here: the pool has all other batches to do first
                if args.keep:
                    print(f"  kept as {job.keep(failure, program, args.keep)}", file=sys.stderr)
            failures = len(large.failures) + len(little.failures)
            print(
                f"\r{large.programs + little.programs} programs, {failures} failures", end="", file=sys.stderr
            )
            if args.minutes and time.monotonic() - start > 60 * args.minutes:
                pool.shutdown(cancel_futures=True)
                break
    print(file=sys.stderr)
    never = missing(little) if args.lang == "both" and little.programs >= CERTAIN else []
    summary(large, little)
    for name in never:
        print(f"never accepted nor refused: {name}")
    seconds, spent = time.monotonic() - start, sum(os.times()[:4])
    count = large.programs + little.programs
    print(f"time              {seconds:.0f} s, {count / seconds:.1f} programs/s")
    print(f"processor time    {spent:.0f} s, {count / spent:.1f} programs/s")
    return 1 if large.failures or little.failures or never else 0


def summary(large: Report, little: SmallReport) -> None:
    """Print the run's counts."""
    failures = [*large.failures, *little.failures]
    kinds = Counter(failure.kind for failure in failures)
    print(f"programs          {large.programs + little.programs}, {large.programs} of them large")
    print(f"translated, run   {large.compared + little.compared}")
    print(f"chains hoisted    {large.chains + little.chains}")
    print(f"mismatches        {kinds['mismatch']}")
    print(f"other failures    {len(failures) - kinds['mismatch']}")
    for title, counts in (
        ("failures", kinds),
        ("valid large programs refused", large.refused),
        ("forbidden things in large programs", large.forbidden),
        ("warnings", large.warnings + little.warnings),
    ):
        print(f"{title}:" if +counts else f"{title}: none")
        for name in sorted(+counts):
            print(f"  {counts[name]:7} {name}")
    print("\n".join(["kinds of small programs:", *table(little)]))


if __name__ == "__main__":
    sys.exit(main())
