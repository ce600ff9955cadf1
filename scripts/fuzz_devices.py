# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions whose loops run on a device with its own memory, compared before and after ``--auto``.

    python scripts/fuzz_devices.py -n 2000 -j 2 --keep /tmp/failures
    python scripts/fuzz_devices.py -n 2000 --on sm_90                  on a GPU

Exit code 0 where each translation does what its original did. A failure is made again by its number:
``--first NUMBER -n 1``.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT)]

from progen.choices import Recorded  # noqa: E402
from progen.placed.generate import generate  # noqa: E402
from progen.placed.judge import Device, Report, device, judge  # noqa: E402
from progen.running import reports  # noqa: E402

BATCH = 80


class Job(NamedTuple):
    """A file of functions ``first`` to ``first + size - 1`` of a seed."""

    seed: int
    first: int
    size: int
    dialect: str
    on: Device

    def run(self) -> Report:
        """Check them."""
        numbers = range(self.first, self.first + self.size)
        functions = [
            generate(Recorded(seed=self.seed * 1_000_003 + each), each, self.dialect) for each in numbers
        ]
        return judge(functions, self.on)


def plan(args: argparse.Namespace, on: Device) -> Iterator[Job]:
    """The files, the dialects by turns."""
    for first in range(args.first, args.first + args.n, BATCH):
        count = min(BATCH, args.first + args.n - first)
        for dialect in ("omp", "acc") if args.dialect == "both" else (args.dialect,):
            yield Job(args.seed, first, count, dialect, on)


def main() -> int:
    """Run the files and print what they found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("-n", type=int, default=800, help="number of functions of a dialect (default 800)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first function")
    parser.add_argument("-j", type=int, default=1, help="processes")
    parser.add_argument("--dialect", choices=("acc", "omp", "both"), default="both")
    parser.add_argument("--on", default="x86_64", help="x86_64 (default), or a GPU, as sm_90")
    parser.add_argument("--keep", type=Path, help="folder for failing functions")
    parser.add_argument("--minutes", type=float, help="end the run after so long, whatever -n says")
    args = parser.parse_args()
    on = device(args.on)
    if isinstance(on, str):
        print(on, file=sys.stderr)
        return 2
    start, whole = time.monotonic(), Report()
    for _, report in reports(plan(args, on), args.j, args.minutes):
        for failure in report.failures:
            print(f"\n{failure}", file=sys.stderr)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                one = failure.function
                path = args.keep / f"{one.dialect}-{args.seed}-{one.number}.c"
                path.write_text(f"{one.text}\n/* {failure.detail.replace('*/', '* /')} */\n{failure.made}")
        whole.add(report)
    print(f"functions         {whole.functions}")
    print(f"translated        {whole.translated}")
    print(f"runs compared     {whole.compared}")
    print(f"runs with faults  {whole.faulty}")
    print(f"failures          {len(whole.failures) or 'none'}")
    for name, count in sorted(whole.rules.items()):
        print(f"{count:7} functions with a chain hoisted, {name}")
    print(f"{'':24} {'written':>8} {'hoisted':>8}")
    for tag in sorted(whole.written):
        print(f"{tag:24} {whole.written[tag]:8} {whole.hoisted[tag]:8}")
    print(f"time              {time.monotonic() - start:.0f} s")
    return 1 if whole.failures else 0


if __name__ == "__main__":
    sys.exit(main())
