# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Place the objects of random programs of two sources, and compare what the programs print.

    python scripts/fuzz_apply.py -n 200 --seed 1

Their objects are kept in members and in variables of file scope. Programs run on clang's device on the host,
with the host's pages closed while kernels run. What differs is printed, and its sources kept in
build/fuzz_apply. Exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "place"))

from kept import advised, program  # noqa: E402

OFFLOAD = ("-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")
COMMAND = [sys.executable, "-m", "pointerchain"]


def printed(folder: Path, sources: list[str], include: list[str]) -> tuple[int, str]:
    """The exit code and output of a program."""
    build = ["clang-19", "-O1", "-w", *OFFLOAD, *include, *sources, "-o", "a.out"]
    done = subprocess.run(build, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return -1, done.stderr
    done = subprocess.run(
        [*COMMAND, "guard", "./a.out"], cwd=folder, capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout if done.returncode == 0 else done.stdout + done.stderr


def tried(seed: int, folder: Path) -> tuple[str, int, int]:
    """What is wrong with a program's placement, if anything; how many objects are placed, and left."""
    files, wanted = program(seed)
    for name, text in files.items():
        (folder / name).write_text(text)
    (folder / "advice.json").write_text(json.dumps(advised(files, wanted)))
    words = ["place", "apply", "advice.json", *wanted, "--dialect", "openmp", "--out-dir", "once"]
    done = subprocess.run([*COMMAND, *words], cwd=folder, capture_output=True, text=True, check=False)
    counted = re.search(
        r"objects: (\d+) as the advice says(?:, (\d+) as the program has them)?, (\d+)", done.stderr
    )
    if done.returncode != 0 or counted is None:
        return f"apply: {done.stderr}", 0, 0
    include = [f"-I{ROOT / 'pointerchain' / 'include'}", "-I."]
    before = printed(folder, list(wanted), include)
    if before[0] != 0:
        return f"the program itself: {before[1]}", 0, 0
    after = printed(folder, [f"once/{name}" for name in wanted], include)
    placed, left = int(counted[1]), int(counted[2] or 0) + int(counted[3])
    return "" if after == before else f"{before[1]}\n--- placed:\n{after[1]}\n{done.stderr}", placed, left


def main() -> int:
    """Run; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-n", type=int, default=50, help="how many programs (default 50)")
    parser.add_argument("--seed", type=int, default=1, help="the first one's seed (default 1)")
    given = parser.parse_args()
    bad = placed = left = 0
    begin = time.monotonic()
    for seed in range(given.seed, given.seed + given.n):
        with tempfile.TemporaryDirectory() as name:
            wrong, some, others = tried(seed, Path(name))
            placed, left = placed + some, left + others
            if wrong:
                bad += 1
                kept = ROOT / "build" / "fuzz_apply" / str(seed)
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(name, kept)
                print(f"seed {seed}:\n{wrong}", flush=True)
    seconds = time.monotonic() - begin
    print(f"{given.n} programs, {placed} objects placed, {left} left: {bad} differ ({seconds:.0f} s)")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
