# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translates generated programs, compiles and runs them before and after, and says what differs."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from testlib import Built, build
from testlib.compilers import linker

import pointerchain
from pointerchain.diagnostics import Diagnostic, Severity
from progen.counts import Counts
from progen.program import Program, main_function, prelude

SANITIZE = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
ENVIRONMENT = {"ASAN_OPTIONS": "detect_leaks=0", "OMP_NUM_THREADS": "1", "ACC_DEVICE_TYPE": "host"}
STANDARD = {False: "-std=gnu17", True: "-std=gnu++17"}


@dataclass(frozen=True)
class Toolchain:
    """A C and a C++ compiler with options; ``pragmas`` are for the translation only."""

    c: str
    cxx: str
    options: tuple[str, ...]
    pragmas: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return " ".join((self.c, *self.options, *self.pragmas))

    def present(self) -> bool:
        return bool(shutil.which(self.c) and shutil.which(self.cxx))


QUICK = Toolchain("clang-19", "clang++-19", ("-O0", *SANITIZE))
# One after the other; with one thread and no device the pragmas change nothing where they are right.
TOOLCHAINS = tuple(
    chain
    for chain in (
        QUICK,
        Toolchain("gcc", "g++", ("-O2",)),
        QUICK,
        Toolchain("gcc", "g++", ("-O0", *SANITIZE)),
        Toolchain("gcc", "g++", ("-O0", "-foffload=disable"), ("-fopenmp",)),
        QUICK,
        Toolchain("clang-19", "clang++-19", ("-O1",)),
        Toolchain("gcc", "g++", ("-O0", "-foffload=disable"), ("-fopenacc",)),
    )
    if chain.present()
)


@dataclass(frozen=True)
class Failure:
    """What went wrong with a program: ``kind`` is one word, for sorting."""

    program: Program
    kind: str
    detail: str

    def __str__(self) -> str:
        return f"program {self.program.number}: {self.kind}: {self.detail}"


@dataclass
class Report(Counts):
    """What a check found."""

    programs: int = 0
    compared: int = 0
    chains: int = 0
    failures: list[Failure] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)  # valid programs, by code
    forbidden: Counter[str] = field(default_factory=Counter)  # "thing: code" or "thing: accepted"
    warnings: Counter[str] = field(default_factory=Counter)


@lru_cache(maxsize=16)
def translated(
    translate: Callable[..., pointerchain.Translation], text: bytes, name: str, cxx: bool
) -> pointerchain.Translation:
    """A translation, kept for the toolchains that follow."""
    return translate(text, name, [STANDARD[cxx]])


class File:
    """Programs in one source file."""

    def __init__(self, programs: Sequence[Program], cxx: bool):
        self.programs, self.cxx = list(programs), cxx
        head = prelude(cxx).splitlines()
        self.lines, self.touched = list(head), [False] * len(head)
        self.first: list[tuple[int, int]] = []  # (first, last) line of each program
        for program in programs:
            self.first.append((len(self.lines) + 1, len(self.lines) + len(program.lines)))
            self.lines += program.lines
            self.touched += program.touched
        tail = main_function([p.number for p in programs]).splitlines()
        self.lines += tail
        self.touched += [False] * len(tail)
        self.text = ("\n".join(self.lines) + "\n").encode()
        self.name = "batch.cpp" if cxx else "batch.c"

    def program_at(self, offset: int) -> Program | None:
        line = self.text.count(b"\n", 0, offset) + 1
        for program, (first, last) in zip(self.programs, self.first, strict=True):
            if first <= line <= last:
                return program
        return None

    def translate(self) -> pointerchain.Translation:
        return translated(pointerchain.translate, self.text, self.name, self.cxx)


def check(programs: Sequence[Program], cxx: bool, toolchain: Toolchain) -> Report:
    """Check a batch: the valid programs together, and the forbidden ones first for their refusals."""
    report = Report(programs=len(programs))
    valid = [p for p in programs if not p.forbidden]
    together = [p for p in programs if p.forbidden and p.forbidden not in ALONE]
    alone = [p for p in programs if p.forbidden in ALONE]
    accepted = refusals(together, cxx, report) + [p for p in alone if refusals([p], cxx, report)]
    compare(valid, cxx, toolchain, report)
    compare(accepted, cxx, toolchain, report)
    return report


ALONE = frozenset({"unbalanced", "region_shape"})


def refusals(programs: Sequence[Program], cxx: bool, report: Report) -> list[Program]:
    """The programs of ``programs`` in which the translator sees no error."""
    if not programs:
        return []
    file = File(programs, cxx)
    try:
        result = file.translate()
    except Exception:
        if len(programs) == 1:
            report.failures.append(Failure(programs[0], "exception", traceback.format_exc(limit=-3)))
            return []
        return [p for program in programs for p in refusals([program], cxx, report)]
    errors = [d for d in result.diagnostics if d.severity is Severity.ERROR]
    codes = {p.number: [d.code for d in errors if file.program_at(d.place.span.start) is p] for p in programs}
    if bool(errors) != (result.text is None):
        report.failures.append(Failure(programs[0], "contract", "text and errors do not fit together"))
    accepted = []
    for program in programs:
        found = codes[program.number]
        if not found:
            accepted.append(program)
            continue
        right = [code for code in found if code in program.codes]
        report.forbidden[f"{program.forbidden}: {right[0] if right else 'OTHER ' + found[0]}"] += 1
    return accepted


def compare(programs: Sequence[Program], cxx: bool, toolchain: Toolchain, report: Report) -> None:
    """Translate, compile and run ``programs`` in one file; where something fails, in two halves."""
    if not programs:
        return
    file = File(programs, cxx)
    try:
        result = file.translate()
        failed = verdict(file, result, toolchain)
    except Exception:
        failed = ("exception", traceback.format_exc(limit=-3))
    if failed is None:
        finish(file, result, report)
    elif failed[0] == "refused":
        refused = {p.number: d for p, d in blamed(file, result.diagnostics) if p}
        if not refused:
            report.failures.append(Failure(programs[0], "refused-elsewhere", str(result.diagnostics[:1])))
        for program in programs:
            if program.number in refused:
                note_refusal(program, refused[program.number], report)
        if refused:
            compare([p for p in programs if p.number not in refused], cxx, toolchain, report)
    elif len(programs) == 1:
        report.failures.append(Failure(programs[0], *failed))
    else:
        middle = len(programs) // 2
        compare(programs[:middle], cxx, toolchain, report)
        compare(programs[middle:], cxx, toolchain, report)


def note_refusal(program: Program, diag: Diagnostic, report: Report) -> None:
    if program.forbidden:
        report.forbidden[f"{program.forbidden}: late {diag.code}"] += 1
        return
    report.refused[diag.code] += 1
    if diag.code in program.tolerated:
        return
    report.failures.append(Failure(program, f"refused-{diag.code}", diag.message))


def blamed(file: File, diagnostics: Iterable[Diagnostic]) -> Iterator[tuple[Program | None, Diagnostic]]:
    for diag in reversed(list(diagnostics)):  # the first of a program counts
        if diag.severity is Severity.ERROR:
            yield file.program_at(diag.place.span.start), diag


def finish(file: File, result: pointerchain.Translation, report: Report) -> None:
    """Count a translated file that is as it has to be."""
    report.chains += result.chains_hoisted
    report.compared += len(file.programs)
    report.warnings.update(d.code for d in result.diagnostics if d.severity is Severity.WARNING)
    for program in file.programs:
        if program.forbidden:
            report.forbidden[f"{program.forbidden}: accepted"] += 1


def verdict(file: File, result: pointerchain.Translation, toolchain: Toolchain) -> tuple[str, str] | None:
    """What is wrong with a translation: a word for it and the particulars."""
    text = result.text
    if text is None:
        return "refused", ""
    lines = text.split(b"\n")
    if len(lines) != len(file.lines) + 1:
        return "lines", f"{len(file.lines) + 1} lines became {len(lines)}"
    for number, (before, after) in enumerate(zip(file.lines, lines, strict=False)):
        if not file.touched[number] and before.encode() != after:
            return "outside", f"line {number + 1} '{before}' became '{after.decode()}'"
    again = translated(pointerchain.translate, text, file.name, file.cxx)
    if again.text != text:
        return "unstable", f"a second translation differs: {again.diagnostics[:2]}"
    return run_both(file, text, toolchain)


def run_both(file: File, text: bytes, toolchain: Toolchain) -> tuple[str, str] | None:
    with tempfile.TemporaryDirectory(prefix="progen-") as folder:
        outputs = []
        for name, source in (("original", file.text), ("translated", text)):
            path = Path(folder, f"{name}{'.cpp' if file.cxx else '.c'}")
            path.write_bytes(source)
            pragmas = toolchain.pragmas if name == "translated" else ()
            program = built(path, file.cxx, toolchain, pragmas)
            error = said(program)
            if error and pragmas:
                original = built(path.with_stem("original"), file.cxx, toolchain, pragmas)
                if first_error(said(original)) == first_error(error):
                    return None  # the compiler's own trouble with the pragmas
            if error:
                return f"{name}-does-not-compile", first_error(error)
            try:
                ran = program.run(env=ENVIRONMENT, deterministic=True)
            except subprocess.TimeoutExpired:
                return f"{name}-hangs", "no end in 60 s"
            if ran.returncode:
                return f"{name}-crashes", ran.errors[:1500]
            outputs.append(ran.output)
    if outputs[0] != outputs[1]:
        pairs = zip(outputs[0].splitlines(), outputs[1].splitlines(), strict=False)
        differing = next(((a, b) for a, b in pairs if a != b), ("", ""))
        return "mismatch", f"'{differing[0]}' became '{differing[1]}'"
    return None


def built(path: Path, cxx: bool, toolchain: Toolchain, pragmas: tuple[str, ...] = ()) -> Built:
    """Compile ``path`` to the file beside it that has no suffix."""
    compiler = toolchain.cxx if cxx else toolchain.c
    command = [compiler, STANDARD[cxx], "-D__pointerchain=1", "-w", *toolchain.options, *pragmas]
    if toolchain == QUICK:
        command += linker()
    return build([*command, path.name, "-o", path.stem], path.parent)


def said(program: Built) -> str:
    """What the compiler said where it failed."""
    return program.errors or "no message" if program.returncode else ""


def compiled(path: Path, cxx: bool, toolchain: Toolchain, pragmas: tuple[str, ...]) -> str:
    """Compile ``path``, so that the program is there; what the compiler said where it failed."""
    program = built(path, cxx, toolchain, pragmas)
    if program.returncode == 0:
        os.fspath(program)
    return said(program)


def first_error(output: str) -> str:
    """The first error in a compiler's output, without its place."""
    return next(
        (line.split("error:", 1)[1].strip() for line in output.splitlines() if "error:" in line), output
    )
