# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The demonstration of ``map``: the guide's program, whose clauses the tool writes, built and proved.

Needs this Python, with the project installed in it, and a C compiler; clang 19 with its device for the host
runs it there. What is missing is said, and left out.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from pointerchain.toolchain import Clang, Installation

ROOT = Path(__file__).resolve().parent.parent
GUIDE = Path("docs/guides/map.md")
OUT = Path("build/demo-map")
TOOL = [sys.executable, "-m", "pointerchain"]
DEVICE = ["-O1", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu"]


def fail(message: str) -> None:
    """End the demonstration; something is not as it has to be."""
    sys.exit(f"demo-map: {message}")


def title(text: str) -> None:
    """A step's heading."""
    print(f"\n== {text}\n", flush=True)


def run(command: list[str], environment: dict[str, str] | None = None) -> str:
    """Show a command and run it; what it prints on standard output. It has to succeed."""
    shown = ["pointerchain", *command[3:]] if command[:3] == TOOL else command
    print("$", shlex.join(shown), flush=True)
    done = subprocess.run(
        command, cwd=OUT, env={**os.environ, **(environment or {})}, capture_output=True, text=True
    )
    print(done.stdout, done.stderr, sep="", end="", flush=True)
    if done.returncode != 0:
        fail(f"exit status {done.returncode}")
    return done.stdout


def on_host() -> str:
    """What the program prints on the host, without directives."""
    compiler = next((name for name in ("cc", "gcc", "clang-19", "clang") if shutil.which(name)), None)
    if compiler is None:
        fail("no C compiler: install one (on Debian: apt-get install gcc libc6-dev)")
    assert compiler is not None
    run([compiler, "-O1", "-w", "heat.c", "-o", "host"])
    return run(["./host"])


def on_device(expected: str) -> None:
    """Built with its clauses, run on the device, and watched there twice."""
    clang = Clang().find()
    if not isinstance(clang, Installation):
        print(f"skipped: {clang.reason}")
        return
    compiler, library = clang.commands["c"], "libomptarget.so"
    place = Path(
        subprocess.run(
            [compiler, f"-print-file-name={library}"], capture_output=True, text=True
        ).stdout.strip()
    )
    if not place.is_file():
        print(
            f"skipped: {compiler} has no {library}, its runtime of OpenMP's devices (Debian: libomp-19-dev)"
        )
        return
    there = {"OMP_TARGET_OFFLOAD": "MANDATORY", "LD_LIBRARY_PATH": str(place.resolve().parent)}
    title("Built with them, the source as it is, and run on a device with memory of its own")
    run([*TOOL, "cc", "--map", "--keep", "kept", compiler, *DEVICE, "heat.c", "-o", "heat"])
    same(run(["./heat"], there), expected)
    title("guard: no kernel touches the host's memory")
    same(run([*TOOL, "guard", "./heat"], there), expected)
    title("guard --stale: no side reads an older copy")
    run([*TOOL, "cc", "--map", "--stale-check", compiler, *DEVICE, "heat.c", "-o", "watched"])
    same(run([*TOOL, "guard", "--stale", "./watched"], there), expected)
    print("\nThe same output everywhere, and neither guard had anything to say.")


def same(printed: str, expected: str) -> None:
    """Fail where a program prints something else than on the host."""
    if printed != expected:
        fail("the device's output is not the host's")


def main() -> None:
    """Run all steps."""
    os.chdir(ROOT)
    found = re.search(r'```c title="heat.c"\n(.*?)```', GUIDE.read_text(), re.DOTALL)
    if found is None:
        fail(f"'{GUIDE}' has no program")
    assert found is not None
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "heat.c").write_text(found[1])
    title(f"A program with one line of OpenMP's, and no data clause ({OUT / 'heat.c'})")
    expected = on_host()
    title("What its loop needs, and why")
    run([*TOOL, "map", "heat.c"])
    title("The clauses")
    run([*TOOL, "map", "heat.c", "--diff"])
    with (OUT / "heat.html").open("w") as page:
        subprocess.run([*TOOL, "map", "heat.c", "--format", "html"], cwd=OUT, stdout=page, check=True)
    print(f"\nAs a page, with a picture of the copies: {OUT / 'heat.html'}")
    on_device(expected)


if __name__ == "__main__":
    main()
