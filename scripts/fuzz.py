# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The long run: random programs, translated, compiled and run before and after.

    python scripts/fuzz.py -n 20000 -j 2 --keep /tmp/failures

Exit code 0 where nothing differs. A failure is made as small as the time
allows and kept with the seed that makes it: ``--first NUMBER -n 1`` runs a
program again.
"""

from __future__ import annotations

import argparse
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

BATCH = 40
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


def plan(args: argparse.Namespace) -> Iterator[Job]:
    """The batches: languages and toolchains by turns."""
    for first in range(args.first - args.first % BATCH, args.first + args.n, BATCH):
        start, end = max(first, args.first), min(first + BATCH, args.first + args.n)
        turn = first // BATCH
        cxx = args.lang == "c++" or (args.lang == "both" and turn % 2 == 1)
        # a quick run still gives every sixteenth batch to the sanitizers and optimisers
        thorough = not args.quick or turn % 16 < 2 or not QUICKEST.present()
        chain = TOOLCHAINS[turn // 2 % len(TOOLCHAINS)] if thorough else QUICKEST
        yield Job(args.seed, start, end - start, cxx, chain)


def main() -> int:
    """Run the batches and print what they found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-n", type=int, default=1000, help="number of programs (default 1000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first program")
    parser.add_argument("-j", type=int, default=1, help="processes")
    parser.add_argument("--keep", type=Path, help="folder for failing programs")
    parser.add_argument("--lang", choices=("c", "c++", "both"), default="both")
    parser.add_argument(
        "--quick", action="store_true", help="most batches at -O0 without sanitizers: many more programs"
    )
    parser.add_argument("--shrink", type=int, default=4, help="failures of a kind to make small (default 4)")
    args = parser.parse_args()
    if not TOOLCHAINS:
        print("fuzz: neither gcc and g++ nor clang-19 and clang++-19 found", file=sys.stderr)
        return 2
    start, total = time.monotonic(), Report()
    seen: Counter[str] = Counter()
    with ProcessPoolExecutor(args.j) as pool:
        jobs = {pool.submit(job.run): job for job in plan(args)}
        for done in as_completed(jobs):
            job, report = jobs[done], done.result()
            total.add(report)
            for failure in report.failures:
                print(f"\n{failure}", file=sys.stderr)
                seen[failure.kind] += 1
                program = failure.program
                if seen[failure.kind] <= args.shrink:
                    program = pool.submit(job.smallest, failure, 150).result()
                if args.keep:
                    print(f"  kept as {job.keep(failure, program, args.keep)}", file=sys.stderr)
            print(f"\r{total.programs} programs, {len(total.failures)} failures", end="", file=sys.stderr)
    print(file=sys.stderr)
    summary(total, time.monotonic() - start)
    return 1 if total.failures else 0


def summary(total: Report, seconds: float) -> None:
    """Print the run's counts."""
    kinds = Counter(failure.kind for failure in total.failures)
    print(f"programs          {total.programs}")
    print(f"translated, run   {total.compared}")
    print(f"chains hoisted    {total.chains}")
    print(f"mismatches        {kinds['mismatch']}")
    print(f"other failures    {len(total.failures) - kinds['mismatch']}")
    for title, counts in (
        ("failures", kinds),
        ("valid programs refused", total.refused),
        ("forbidden things", total.forbidden),
        ("warnings", total.warnings),
    ):
        print(f"{title}:" if +counts else f"{title}: none")
        for name in sorted(+counts):
            print(f"  {counts[name]:7} {name}")
    print(f"time              {seconds:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
