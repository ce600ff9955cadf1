# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translates a file of such functions and runs it on clang's x86_64 device, before and after."""

from __future__ import annotations

import bisect
import os
import subprocess
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pointerchain
from pointerchain.diagnostics import Severity
from pointerchain.toolchain import Clang, Installation
from progen.counts import Counts, FailedFunction
from progen.mapped.generate import Mapped, source

FAULTS = frozenset({"verification", "source-error", "split-statement"})
"""Refusals that are failures: a check missed something."""
DOUBTS = frozenset({"aliased-write", "aliased-read", "aliased-call"})
"""Warnings of a difference that may come: another name of the struct is used in a region."""
FLAGS = ("-std=gnu11", "-O0", "-w", "-fopenmp", "-fopenmp-targets=x86_64-pc-linux-gnu")


@dataclass
class Report(Counts):
    """What a check found."""

    functions: int = 0
    accepted: int = 0
    """Those that are translated without a doubt."""
    compared: int = 0
    """Those of them that ran to their end before."""
    failures: list[FailedFunction] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    """Why the others were refused or doubted."""


Translate = Callable[[str], pointerchain.Translation]


def translated(text: str) -> pointerchain.Translation:
    """What the translator makes of a program."""
    return pointerchain.translate(text, "mapped.c", ("-std=gnu11", "-fopenmp"))


def judge(functions: Sequence[Mapped], translate: Translate = translated) -> Report:
    """Check some functions in one file."""
    report, kept = Report(len(functions)), list(functions)
    while kept:
        text = source(kept)
        try:
            made = translate(text)
        except Exception:
            report.failures.append(FailedFunction(kept[0], "raised", traceback.format_exc()))
            return report
        starts = [text.index(each.text) for each in kept]
        left: set[int] = set()
        for said in made.diagnostics:
            at = said.place.span.start if said.place.span is not None else 0
            number = max(0, bisect.bisect_right(starts, at) - 1)
            if said.severity is Severity.ERROR or said.code in DOUBTS:
                left.add(number)
                report.codes[said.code] += 1
            if said.code in FAULTS:
                report.failures.append(FailedFunction(kept[number], said.code, said.message))
        if not left and made.text is not None:
            report.accepted = len(kept)
            _compare(report, kept, text, made.text.decode())
            return report
        kept = [each for at, each in enumerate(kept) if at not in left]
    return report


def _compare(report: Report, functions: Sequence[Mapped], before: str, after: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        one, other = (_run(Path(folder), name, text) for name, text in (("a", before), ("b", after)))
    if isinstance(one, str) or isinstance(other, str):
        report.failures.append(
            FailedFunction(functions[0], "compile", str(one if isinstance(one, str) else other)[:2000])
        )
        return
    for each in functions:
        if each.number not in one:
            continue
        report.compared += 1
        if one[each.number] != other.get(each.number):
            detail = f"{one[each.number]!r} -> {other.get(each.number)!r}"
            report.failures.append(FailedFunction(each, "differs", detail))


def _run(folder: Path, name: str, text: str) -> dict[int, bytes] | str:
    """What each function printed that came to its end; what the compiler said of a text that it refuses."""
    found = Clang().find()
    assert isinstance(found, Installation)
    path = folder / f"{name}.c"
    path.write_text(text)
    made = subprocess.run(
        [found.commands["c"], *FLAGS, str(path), "-o", str(folder / name)], capture_output=True, check=False
    )
    if made.returncode:
        return made.stderr.decode("utf-8", "replace")
    own = {
        "OMP_TARGET_OFFLOAD": "MANDATORY",
        "OMP_NUM_THREADS": "1",
        "TMPDIR": str(folder),
        "KMP_WARNINGS": "off",
    }
    environment = {**os.environ, **found.environment, **own}
    ran = subprocess.run([str(folder / name)], capture_output=True, check=False, timeout=900, env=environment)
    rows = (line.partition(b" ") for line in ran.stdout.splitlines())
    return {int(number): rest for number, _, rest in rows if number.isdigit()}
