# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What counting a large PTX file costs in time and memory, beside grep and Python's own reading of lines.

Every row is a whole process, run alternately with its yardstick; the median of the rounds is shown.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

MEGABYTE = 1_000_000
RSS_UNIT = 1 if sys.platform == "darwin" else 1024
HEAD = ".version 8.5\n.target sm_80\n.address_size 64\n"
MOST_SECONDS, MOST_MEMORY, MOST_GROWTH = 20.0, 1e9, 1.3

# A kernel as compilers write it: declarations, a loop, a call with its parameters, a chain.
BODY = """\
	.reg .pred 	%p<3>;
	.reg .b32 	%r<8>;
	.reg .f64 	%fd<4>;
	.reg .b64 	%rd<11>;

	ld.param.u64 	%rd2, [{name}_param_0];
	cvta.to.global.u64 	%rd3, %rd2;
	mov.u32 	%r2, %ntid.x;
	mov.u32 	%r3, %ctaid.x;
	mad.lo.s32 	%r1, %r3, %r2, %r4;
$L__BB{number}_1: // in a loop
	.loc	1 12 3
	ld.global.u64 	%rd4, [%rd3+8];
	mul.wide.s32 	%rd6, %r1, 8;
	add.s64 	%rd7, %rd4, %rd6;
	ld.f64 	%fd2, [%rd7];
	mul.f64 	%fd3, %fd2, 0d3FF8000000000000;
	st.f64 	[%rd7], %fd3;
	add.s32 	%r1, %r1, %r2;
	setp.lt.s32 	%p1, %r1, %r5;
	@%p1 bra 	$L__BB{number}_1;
"""
CALL = """\
	{ // callseq 0, 0
	.param .b64 param0;
	st.param.b64 	[param0+0], %rd7;
	.param .b32 retval0;
	call.uni (retval0),
	vprintf,
	(
	param0
	);
	ld.param.b32 	%r7, [retval0+0];
	} // callseq 0
"""


class Row(NamedTuple):
    """One measurement: median seconds, bytes of peak memory."""

    seconds: float
    peak: float


def many_kernels(path: Path, size: int) -> None:
    """A file of small kernels."""
    with path.open("w") as file:
        written = file.write(HEAD)
        number = 0
        while written < size:
            name = f"kernel_{number}"
            text = BODY.format(name=name, number=number) + CALL
            written += file.write(
                f".visible .entry {name}(\n\t.param .u64 {name}_param_0\n)\n{{\n{text}\tret;\n}}\n\n"
            )
            number += 1


def one_kernel(path: Path, size: int) -> None:
    """A file that is one kernel."""
    with path.open("w") as file:
        written = file.write(HEAD + ".visible .entry k(.param .u64 k_param_0)\n{\n")
        number = 0
        while written < size:
            written += file.write(BODY.format(name="k", number=number))
            number += 1
        file.write("\tret;\n}\n")


def run(command: list[str]) -> tuple[float, float]:
    """Seconds and peak bytes of one process."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"bench_ptx: '{' '.join(command)}' failed")
    return time.perf_counter() - before, usage.ru_maxrss * RSS_UNIT


def measure(commands: dict[str, list[str]], rounds: int) -> dict[str, Row]:
    """Run every command in turn, ``rounds`` times."""
    samples: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            samples[name].append(run(command))
    return {
        name: Row(statistics.median(each[0] for each in rows), max(each[1] for each in rows))
        for name, rows in samples.items()
    }


def main() -> int:
    """Measure, print a table, and say which targets are met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=float, default=50, help="megabytes of the large file (default 50)")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    size = int(options.size * MEGABYTE)
    met = True
    with tempfile.TemporaryDirectory() as directory:
        for what, make in (("many kernels", many_kernels), ("one kernel", one_kernel)):
            large, small = Path(directory, "large.ptx"), Path(directory, "small.ptx")
            make(large, size)
            make(small, size // 10)
            count = [sys.executable, "-m", "pointerchain", "ptx", "count", "--format", "csv"]
            lines = "import sys\nfor line in open(sys.argv[1], 'rb'): line.split()"
            rows = measure(
                {
                    "large": [*count, str(large)],
                    "small": [*count, str(small)],
                    "grep": ["grep", "-c", ";", str(large)],
                    "split": [sys.executable, "-c", lines, str(large)],
                },
                options.rounds,
            )
            time_, peak = rows["large"]
            growth = time_ / (10 * rows["small"].seconds)
            good = time_ <= MOST_SECONDS and peak <= MOST_MEMORY and growth <= MOST_GROWTH
            met = met and good
            print(f"{what}, {large.stat().st_size / MEGABYTE:.0f} MB:")
            print(f"  ptx count            {time_:7.2f} s  {peak / 1e6:6.0f} MB   (at most 20 s, 1000 MB)")
            print(f"  to Python's 'split'  {time_ / rows['split'].seconds:7.1f} times")
            print(f"  to 'grep -c'         {time_ / rows['grep'].seconds:7.1f} times")
            print(f"  to ten times a tenth {growth:7.2f} times   (linear: at most {MOST_GROWTH})")
            print(f"  {'ok' if good else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
