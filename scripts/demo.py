# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The demonstration: translate ``examples/md``, build it and its original, run both, compare.

Needs this Python, with the project installed in it, and a C compiler (``cc`` or ``$CC``).
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pointerchain
from pointerchain.loads import assembly as loadcount

ROOT = Path(__file__).resolve().parent.parent
EXAMPLE = Path("examples/md")
OUT = Path("build/demo")
# The same rounding in both: no fused multiply-add in one of them.
FLAGS = ["-std=c99", "-O2", "-ffp-contract=off", "-Wall", "-Wextra", "-Wno-unknown-pragmas"]
SHOWN = ("integrate.c", "drift")
HOT = ("force.c", "compute_forces", "for (int b = 0;")


def fail(message: str) -> None:
    """End the demonstration; something is not as it has to be."""
    sys.exit(f"demo: {message}")


def title(text: str) -> None:
    """A step's heading."""
    print(f"\n== {text}\n", flush=True)


def run(command: Sequence[str], **options: object) -> subprocess.CompletedProcess[str]:
    """Show a command and run it; it has to succeed."""
    print("$", shlex.join(command), flush=True)
    result = subprocess.run(command, text=True, **options)  # type: ignore[call-overload]
    if result.returncode != 0:
        if options.get("capture_output"):
            print(result.stdout, result.stderr, sep="\n")
        fail(f"exit status {result.returncode}")
    return result


def compiler() -> str:
    """The C compiler of this machine."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    fail("no C compiler: install one (on Debian: apt-get install gcc libc6-dev), or name it: CC=...")
    raise AssertionError


def function_lines(text: str, name: str) -> list[str]:
    """The lines of C function ``name``, from its signature to its closing brace."""
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines) if re.match(rf"\w[\w *]*\b{name}\(.*\{{$", line))
    last = next(n for n in range(first, len(lines)) if lines[n] == "}")
    return lines[first : last + 1]


def loop_lines(text: str, head: str) -> list[str]:
    """The lines of the loop that starts with ``head``."""
    lines = text.splitlines()
    first = next(n for n, line in enumerate(lines) if line.strip().startswith(head))
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
    last = next(n for n in range(first, len(lines)) if lines[n] == indent + "}")
    return lines[first : last + 1]


def translate() -> int:
    """Translate the example's directory; the number of chains that its regions hoist."""
    shutil.rmtree(OUT, ignore_errors=True)
    script = Path(sys.executable).parent / "pointerchain"
    program = [str(script.relative_to(ROOT) if script.is_relative_to(ROOT) else script)]
    if not script.exists():
        program = [sys.executable, "-m", "pointerchain"]
    run([*program, "translate", str(EXAMPLE), "--out-dir", str(OUT), "--", "-std=c99"])
    hoisted = 0
    for source in sorted(EXAMPLE.glob("*.[ch]")):
        result = pointerchain.translate(source.read_bytes(), str(source), ["-std=c99"])
        output = OUT / source.name
        if result.text is None or (output.exists() and output.read_bytes() != result.text):
            fail(f"the command and the library do not translate {source} alike")
        if result.changed:
            print(f"  {source.name}: {result.chains_hoisted} chains hoisted")
        hoisted += result.chains_hoisted
    if not hoisted:
        fail("nothing was hoisted")
    return hoisted


def show_diff() -> None:
    """What became of one function."""
    name, function = SHOWN
    before, after = (function_lines((folder / name).read_text(), function) for folder in (EXAMPLE, OUT))
    if before == after:
        fail(f"the translation did not change {function}")
    for line in difflib.unified_diff(before, after, str(EXAMPLE / name), str(OUT / name), lineterm="", n=1):
        if not line.startswith("@@"):  # the lines are counted from the function's first
            print(line)


def build(cc: str) -> dict[str, Path]:
    """Compile the original, its pragmas ignored, and the translation with the same flags."""
    programs = {"original": OUT / "md-original", "translation": OUT / "md-translated"}
    names = [path.name for path in sorted(EXAMPLE.glob("*.c"))]
    missing = [name for name in names if not (OUT / name).exists()]
    if missing:
        fail(f"not translated: {', '.join(missing)}")
    sources = {"original": [str(EXAMPLE / name) for name in names]}
    # The translation of a guarded directive stands behind its guard.
    sources["translation"] = ["-D__pointerchain=1", "-I", str(EXAMPLE), *[str(OUT / name) for name in names]]
    for which, program in programs.items():
        run([cc, *FLAGS, *sources[which], "-o", str(program), "-lm"])
    return programs


def compare(programs: dict[str, Path]) -> None:
    """Run both; every digit they print has to be the same."""
    printed = {name: run([str(path)], capture_output=True).stdout for name, path in programs.items()}
    lines = printed["original"].splitlines()
    for line in (lines[0], lines[1], lines[-2], lines[-1]):
        print("  " + line)
    if printed["original"] != printed["translation"]:
        print(
            *difflib.unified_diff(lines, printed["translation"].splitlines(), *printed, lineterm=""), sep="\n"
        )
        fail("the energies of the original and of the translation DIFFER")
    print(f"\nThe energies agree to the last digit, in all {len(lines) - 2} reports.")


def count_loads(cc: str) -> None:
    """The loads in the loop over an atom's partners."""
    name, function, head = HOT
    folders = (EXAMPLE, OUT)
    spelled = [
        sum(line.count("->") for line in loop_lines((folder / name).read_text(), head)) for folder in folders
    ]
    rows: list[tuple[str, int, int]] = [("links walked in the source", *spelled)]
    for level in ("-O1", "-O2"):
        flags = [
            cc,
            "-std=c99",
            level,
            "-ffp-contract=off",
            "-w",
            "-S",
            "-o",
            "-",
            "-I",
            str(EXAMPLE),
            "-D__pointerchain=1",
        ]
        try:
            counts = [
                loadcount.hot_loop_loads(
                    subprocess.run(
                        [*flags, str(folder / name)], capture_output=True, text=True, check=True
                    ).stdout,
                    function,
                )
                for folder in folders
            ]
        except ValueError as error:
            print(f"(not counted in {cc} {level}'s assembly: {error})")
            continue
        rows.append((f"{cc} {level}: instructions that load", counts[0].all, counts[1].all))
        rows.append((f"{cc} {level}: of them, pointers", counts[0].pointers, counts[1].pointers))
    print(f"{'':36}{'original':>12}{'translation':>12}{'saved':>8}")
    for what, before, after in rows:
        print(f"{what:36}{before:12}{after:12}{before - after:8}")
    print(
        "\nCounted for one pass through the loop: every '->' on its source lines; in the assembly, the\n"
        "instructions of the loop's basic blocks that read memory, and those of them that read 8 bytes into\n"
        "an integer register. At -O2 the compiler moves some of the original's loads out of the loop itself."
    )


def main() -> int:
    """Run the steps."""
    os.chdir(ROOT)
    cc = compiler()
    title("Translate the example")
    hoisted = translate()
    title(f"What became of {SHOWN[1]} in {SHOWN[0]}")
    show_diff()
    title("Compile the original (pragmas ignored) and the translation")
    programs = build(cc)
    title("Run both")
    compare(programs)
    print(f"Chains hoisted: {hoisted}")
    title(f"Loads in the hot loop of {HOT[1]}")
    count_loads(cc)
    return 0


if __name__ == "__main__":
    sys.exit(main())
