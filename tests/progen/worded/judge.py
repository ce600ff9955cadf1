# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translates a file of such functions, compiles and runs it before and after, and says what each one did.

A function may be refused; it is left out then. Each that is translated has to return and leave what it did.
"""

from __future__ import annotations

import bisect
import os
import subprocess
import tempfile
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pointerchain
from pointerchain.diagnostics import Severity
from progen.counts import Counts, FailedFunction
from progen.worded.generate import Worded, source

FAULTS = frozenset({"verification", "source-error", "split-statement", "missing-braces"})
"""Refusals that are failures: a check missed something, or the question parted what belongs together."""
FLAGS = ("-std=c++17", "-O0", "-w", "-fopenmp", "-foffload=disable")
ENVIRONMENT = {**os.environ, "OMP_DYNAMIC": "false", "OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}


@dataclass
class Report(Counts):
    """What a check found."""

    functions: int = 0
    compared: int = 0
    """The functions that were translated and did what they did."""
    hoisted: int = 0
    failures: list[FailedFunction] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    """Why the others were refused."""


def judge(functions: Sequence[Worded], compiler: str = "g++", auto: bool = False) -> Report:
    """Check some functions in one file."""
    report = Report(len(functions))
    kept = _compiling(list(functions), compiler)
    while kept:
        text = source(kept)
        try:
            made = _translated(text, auto)
        except Exception:
            report.failures.append(FailedFunction(kept[0], "raised", traceback.format_exc()))
            return report
        errors = [each for each in made.diagnostics if each.severity is Severity.ERROR]
        if made.text is not None:
            report.hoisted += made.chains_hoisted
            _compare(report, kept, text, made.text.decode(), compiler)
            return report
        starts = _starts(text, kept)
        refused = set()
        for error in errors:
            at = error.place.span.start if error.place.span is not None else 0
            number = bisect.bisect_right(starts, at) - 1
            refused.add(max(0, number))
            report.codes[error.code] += 1
            if error.code in FAULTS:
                report.failures.append(FailedFunction(kept[max(0, number)], error.code, error.message))
        kept = [each for at, each in enumerate(kept) if at not in refused]
    return report


def _translated(text: str, auto: bool) -> pointerchain.Translation:
    args = ("-std=c++17", "-fopenmp")
    if not auto:
        return pointerchain.translate(text, "worded.cpp", args)
    from pointerchain.suggest.auto import translate_auto

    bare = "\n".join("" if line.startswith("#pragma pointerchain") else line for line in text.splitlines())
    return translate_auto(bare.encode(), "worded.cpp", args).translation


def _starts(text: str, functions: Sequence[Worded]) -> list[int]:
    """Where each function begins in the program."""
    out, at = [], 0
    for each in functions:
        at = text.index(each.text, at)
        out.append(at)
    return out


def _compiling(functions: list[Worded], compiler: str) -> list[Worded]:
    """The functions that are valid: a compiler is asked of all, and of halves where that fails."""
    if not functions or _compiles(source(functions), compiler):
        return functions
    if len(functions) == 1:
        return []
    half = len(functions) // 2
    return _compiling(functions[:half], compiler) + _compiling(functions[half:], compiler)


def _compiles(text: str, compiler: str) -> bool:
    command = [compiler, *FLAGS, "-fsyntax-only", "-x", "c++", "-"]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=False).returncode == 0


def _compare(report: Report, functions: Sequence[Worded], before: str, after: str, compiler: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        outputs = [_run(Path(folder), name, text, compiler) for name, text in (("a", before), ("b", after))]
    if isinstance(outputs[1], str):
        report.failures.append(FailedFunction(functions[0], "compile", outputs[1][:2000]))
        return
    one, other = ({} if isinstance(each, str) else each for each in outputs)
    for each in functions:
        if one.get(each.number) != other.get(each.number):
            report.failures.append(
                FailedFunction(each, "differs", f"{one.get(each.number)} -> {other.get(each.number)}")
            )
        else:
            report.compared += 1


def _run(folder: Path, name: str, text: str, compiler: str) -> dict[int, list[bytes]] | str:
    """What each function printed; what the compiler said of a text that it refuses."""
    path = folder / f"{name}.cpp"
    path.write_text(text)
    command = [compiler, *FLAGS, str(path), "-o", str(folder / name)]
    made = subprocess.run(command, capture_output=True, check=False)
    if made.returncode:
        return made.stderr.decode("utf-8", "replace")
    ran = subprocess.run([str(folder / name)], capture_output=True, check=False, timeout=300, env=ENVIRONMENT)
    found: dict[int, list[bytes]] = {}
    for line in ran.stdout.splitlines():
        number, _, rest = line.partition(b" ")
        found.setdefault(int(number), []).append(rest)
    return found
