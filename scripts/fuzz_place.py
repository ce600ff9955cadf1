# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Profile random programs of which all accesses are known, and compare.

    python scripts/fuzz_place.py -n 500 --seed 1

What differs is printed, and its source kept in build/fuzz_place. Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "place"))

from accesses import Generator, Program, differences  # noqa: E402

OFFLOAD = ("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")


def profile(program: Program, folder: Path, *, offload: bool = True) -> tuple[dict[str, object], str]:
    """The profile of a program, and what was said; ``SystemExit`` where there is none."""
    (folder / "program.c").write_text(program.text)
    flags = OFFLOAD if offload else OFFLOAD[:1]
    command = [sys.executable, "-m", "pointerchain", "place", "profile", "-o", "profile.json"]
    done = subprocess.run(
        [*command, "--", "clang-19", program.optimize, *flags, "program.c"],
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": str(program.threads)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        return {}, done.stderr
    return json.loads((folder / "profile.json").read_text()), done.stderr


def main() -> int:
    """Run; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=100, help="how many programs (default 100)")
    parser.add_argument("--seed", type=int, default=1, help="the first one's seed (default 1)")
    given = parser.parse_args()
    bad = kernels = total = lost = 0
    begin = time.monotonic()
    for seed in range(given.seed, given.seed + given.n):
        program = Generator(seed).program()
        with tempfile.TemporaryDirectory() as name:
            made, said = profile(program, Path(name), offload=seed % 5 != 0)
        wrong = differences(program, made) if made else [said]
        kernels += len({id(each) for each in program.executions if each.kernel})
        if made:
            accesses = made["accesses"]
            assert isinstance(accesses, dict)
            total += accesses["total"]
            lost += accesses["unknown"]
        if made and (made.get("uncounted") or "not known" in said):
            wrong.append(said)
        if wrong:
            bad += 1
            kept = ROOT / "build" / "fuzz_place"
            kept.mkdir(parents=True, exist_ok=True)
            (kept / f"{seed}.c").write_text(program.text)
            print(f"seed {seed} ({program.optimize}, {program.threads} threads):", flush=True)
            for row in wrong[:5]:
                print(f"  {row}", flush=True)
    print(
        f"{given.n} programs, {kernels} kernels, {total:,} accesses, {lost} of them unknown: {bad} differ "
        f"({time.monotonic() - begin:.0f} s)"
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
