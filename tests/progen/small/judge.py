# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translates a file of small programs, compiles and runs it before and after, and says what each program did.

A program may be refused, and its refusals are counted; where it is accepted
it has to print the same. A difference of which a warning told is counted as
``warned``. What the validator refuses, and what the tool raises, are failures.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testlib import Ran

import pointerchain
from pointerchain.build.compiler import CLANG, GCC
from pointerchain.build.promises import arguments
from pointerchain.diagnostics import Diagnostic, Severity
from progen.check import ENVIRONMENT, STANDARD, Toolchain, built, said
from progen.counts import Counts
from progen.small.generate import KINDS, SmallProgram
from progen.small.world import main_function, prelude

DOUBT = frozenset({"aliased-call", "aliased-read", "aliased-write", "guarded-chain"})
"""The warnings after which a difference is the user's."""
FAULTS = frozenset({"verification", "source-error", "io", "encoding"})
"""Refusals that are failures: a check missed something, or the program is not valid."""
WATCHING = Toolchain("clang-19", "clang++-19", ())
EVERY = re.compile(r"(?:declare|pointerchain)\s*\([^)]*\*\s*[,)]")
"""A list that names every chain of a root, or of all."""
OUTCOMES = ("accepted", "refused", "warned", "differs, warned")


@dataclass(frozen=True)
class SmallFailure:
    """What went wrong with a program: ``kind`` is one word, for sorting."""

    program: SmallProgram
    kind: str
    detail: str

    def __str__(self) -> str:
        return f"program {self.program.number} ({', '.join(self.program.kinds)}): {self.kind}: {self.detail}"


@dataclass
class SmallReport(Counts):
    """What a check found: outcomes by (kind, outcome), codes by (kind, code)."""

    programs: int = 0
    compared: int = 0
    chains: int = 0
    failures: list[SmallFailure] = field(default_factory=list)
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    codes: Counter[tuple[str, str]] = field(default_factory=Counter)
    warnings: Counter[str] = field(default_factory=Counter)

    def note(self, program: SmallProgram, outcome: str, code: str = "") -> None:
        for name in program.kinds or ("(none)",):
            self.outcomes[name, outcome] += 1
            if code:
                self.codes[name, code] += 1

    def fail(self, program: SmallProgram, kind: str, detail: str) -> None:
        self.failures.append(SmallFailure(program, kind, detail))


class SmallFile:
    """Small programs in one source file, and the files that they include, in ``folder``."""

    def __init__(self, programs: Sequence[SmallProgram], cxx: bool, folder: Path):
        self.programs, self.cxx = list(programs), cxx
        self.lines = prelude(cxx).splitlines()
        self.touched = [False] * len(self.lines)
        self.owners: list[SmallProgram | None] = [None] * len(self.lines)
        for program in programs:
            self.lines += program.lines
            self.touched += program.touched
            self.owners += [program] * len(program.lines)
            for name, text in program.files:
                (folder / name).write_text(text)
        tail = main_function((p.number for p in programs), cxx).splitlines()
        self.lines += tail
        self.touched += [False] * len(tail)
        self.owners += [None] * len(tail)
        self.text = ("\n".join(self.lines) + "\n").encode()
        self.path = folder / ("original.cpp" if cxx else "original.c")
        self.starts = [0]
        for line in self.text.split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)

    def owner(self, diag: Diagnostic) -> SmallProgram | None:
        """The program that a diagnostic is about: by its place, a note's, or an included file's name."""
        for place in (diag.place, *(note.place for note in diag.notes)):
            if place is None:
                continue
            if Path(place.file).name != self.path.name:
                number = re.search(r"_(\d+)\.inc$", place.file)
                found = [p for p in self.programs if number and p.number == int(number[1])]
                if found:
                    return found[0]
                continue
            at = self.text.count(b"\n", 0, place.span.start)
            if at < len(self.owners) and self.owners[at]:
                return self.owners[at]
        return None

    def translate(self) -> pointerchain.Translation:
        return pointerchain.translate(self.text, str(self.path), [STANDARD[self.cxx]])


def judge(
    programs: Sequence[SmallProgram], cxx: bool, toolchain: Toolchain, twice: bool = False
) -> SmallReport:
    """Check ``programs`` in a file, or two; ``twice`` also translates the translation."""
    report = SmallReport(programs=len(programs))
    for each in apart(programs):
        with tempfile.TemporaryDirectory(prefix="progen-") as folder:
            _judge(each, cxx, toolchain, report, Path(folder), twice)
    for program in programs:
        report.note(program, "written")
    return report


def apart(programs: Sequence[SmallProgram]) -> list[list[SmallProgram]]:
    """The programs without and with a list that names every chain: each such list has its whole file read many times."""
    parts: tuple[list[SmallProgram], list[SmallProgram]] = ([], [])
    for program in programs:
        parts[any(map(EVERY.search, program.lines))].append(program)
    return [part for part in parts if part]


def _judge(
    programs: list[SmallProgram],
    cxx: bool,
    toolchain: Toolchain,
    report: SmallReport,
    folder: Path,
    twice: bool,
) -> None:
    while programs:
        file = SmallFile(programs, cxx, folder)
        try:
            result = file.translate()
        except Exception:
            if len(programs) == 1:
                report.fail(programs[0], "exception", traceback.format_exc(limit=-3))
                return
            middle = len(programs) // 2
            for half in (programs[:middle], programs[middle:]):
                _judge(half, cxx, toolchain, report, folder, twice)
            return
        if result.text is None:
            bad = _refused(file, result, report)
        else:
            bad = _accepted(file, result, toolchain, report, folder, twice)
        if bad is None:
            return
        if not bad:  # nobody can be blamed: ask in halves
            if len(programs) == 1:
                codes = [d.code for d in result.diagnostics if d.severity is Severity.ERROR]
                report.fail(programs[0], "unattributed", str(codes or "no error in a file that fails"))
                return
            middle = len(programs) // 2
            for half in (programs[:middle], programs[middle:]):
                _judge(half, cxx, toolchain, report, folder, twice)
            return
        programs = [p for p in programs if p.number not in bad]


def _refused(file: SmallFile, result: pointerchain.Translation, report: SmallReport) -> set[int]:
    """Count the programs with errors."""
    first: dict[int, Diagnostic] = {}
    for diag in result.diagnostics:
        if diag.severity is Severity.ERROR:
            program = file.owner(diag)
            if program and (program.number not in first or first[program.number].code in FAULTS):
                first[program.number] = diag
    wrong = {n for n, d in first.items() if d.code == "source-error"}
    for program in file.programs:
        diag = first.get(program.number)
        # an error of the source may be another program's, which did not close a brace: one at a time
        if diag is None or (wrong and program.number != min(wrong)):
            continue
        report.note(program, "refused", diag.code)
        if diag.code in FAULTS:
            report.fail(program, f"refused-{diag.code}", diag.message)
    return {min(wrong)} if wrong else set(first)


def _accepted(
    file: SmallFile,
    result: pointerchain.Translation,
    toolchain: Toolchain,
    report: SmallReport,
    folder: Path,
    twice: bool,
) -> set[int] | None:
    """Compile and run; None where all are counted, or else the programs that failed as they are."""
    text = result.text
    assert text is not None
    lines = text.split(b"\n")
    if len(lines) != len(file.lines) + 1:
        return set() if len(file.programs) > 1 else _all(file, report, "lines", "the number of lines differs")
    for number, (before, after) in enumerate(zip(file.lines, lines, strict=False)):
        owner = file.owners[number]
        if not file.touched[number] and before.encode() != after and owner:
            report.fail(owner, "outside", f"'{before}' became '{after.decode()}'")
            return {owner.number}
    if twice:
        again = pointerchain.translate(text, str(file.path), [STANDARD[file.cxx]])
        if again.text != text:
            blamed = {p.number: p for d in again.diagnostics if (p := file.owner(d))}
            for program in blamed.values():
                report.fail(program, "unstable", "a second translation differs")
            return set(blamed)
    outputs: list[dict[int, str]] = []
    statuses = []
    for name, source in (("original", file.text), ("translated", text)):
        path = folder / f"{name}{'.cpp' if file.cxx else '.c'}"
        path.write_bytes(source)
        made = built(path, file.cxx, toolchain)
        if made.returncode:
            return _uncompiled(file, said(made), name, report)
        try:
            ran = made.run(env=ENVIRONMENT, deterministic=True)
        except subprocess.TimeoutExpired:
            return set() if len(file.programs) > 1 else _all(file, report, f"{name}-hangs", "no end in 60 s")
        if ran.returncode < 0 or "runtime error" in ran.errors or "Sanitizer" in ran.errors:
            return (
                set() if len(file.programs) > 1 else _all(file, report, f"{name}-crashes", ran.errors[:800])
            )
        statuses.append(ran.returncode)
        outputs.append({int(line.split()[0]): line for line in ran.output.splitlines()})
    warnings: dict[int, list[str]] = defaultdict(list)
    for diag in result.diagnostics:
        program = file.owner(diag)
        if program:
            warnings[program.number].append(diag.code)
    same = True
    for program in file.programs:
        codes = warnings[program.number]
        before, after = (o.get(program.number, "") for o in outputs)
        report.note(program, "accepted")
        report.warnings.update(set(codes))
        if DOUBT.intersection(codes):
            report.note(program, "warned")
        if before != after:
            same = False
            if DOUBT.intersection(codes):
                report.note(program, "differs, warned")
                silent = promises(program, file.cxx, toolchain, folder)
                if silent:
                    report.fail(program, "promise", silent)
            else:
                report.fail(program, "mismatch", f"'{before}' became '{after}'")
    if same and statuses[0] != statuses[1]:
        report.fail(file.programs[0], "status", f"{statuses[0]} became {statuses[1]}")
    report.chains += result.chains_hoisted
    report.compared += len(file.programs)
    return None


def promises(program: SmallProgram, cxx: bool, toolchain: Toolchain, folder: Path) -> str:
    """Why a build that checks promises does not find the one that a program breaks; '' where it does."""
    if WATCHING.present():  # gcc does not say when an object is read that is named itself
        toolchain = WATCHING
    ran = checked_run([program], cxx, toolchain, folder / "checked")
    if isinstance(ran, str):
        return ran
    return "" if "broken promise" in ran.errors else f"exit status {ran.returncode}, {ran.errors[:300]}"


def checked_run(
    programs: Sequence[SmallProgram],
    cxx: bool,
    toolchain: Toolchain,
    folder: Path,
    deterministic: bool = False,
) -> Ran | str:
    """Run a build of programs that checks their promises; what a compiler says where it fails.

    Those that keep them are ``deterministic``; of one that is broken an address is told.
    """
    folder.mkdir(exist_ok=True)
    file = SmallFile(programs, cxx, folder)
    translation = pointerchain.translate(file.text, str(file.path), [STANDARD[cxx]], check_promises=True)
    if translation.text is None:
        return "refused with checks"
    path = folder / f"checked{'.cpp' if cxx else '.c'}"
    path.write_bytes(translation.text)
    family = CLANG if "clang" in toolchain.c else GCC
    made = built(path, cxx, Toolchain(toolchain.c, toolchain.cxx, tuple(arguments(family, []))))
    if made.returncode:
        return f"with checks: {said(made)[:500]}"
    return made.run(timeout=120, deterministic=deterministic)


def _all(file: SmallFile, report: SmallReport, kind: str, detail: str) -> set[int]:
    report.fail(file.programs[0], kind, detail)
    return {file.programs[0].number}


def _uncompiled(file: SmallFile, error: str, name: str, report: SmallReport) -> set[int]:
    """The programs in whose lines a compiler sees errors."""
    blamed: dict[int, tuple[SmallProgram, str]] = {}
    for line in error.splitlines():
        place = re.match(
            r"\S*?(?:_(\d+)\.inc|original\.c\w*|translated\.c\w*):(\d+)(?::\d+)?: (?:fatal )?error:(.*)", line
        )
        if not place:
            continue
        at = int(place[2]) - 1
        owner = file.owners[at] if place[1] is None and at < len(file.owners) else None
        if place[1]:
            owner = next((p for p in file.programs if p.number == int(place[1])), None)
        if owner:
            blamed.setdefault(owner.number, (owner, place[3].strip()))
    if name == "original":  # one may be to blame for the others
        blamed = dict(list(blamed.items())[:1])
    for program, what in blamed.values():
        report.fail(program, f"{name}-does-not-compile", what)
    if not blamed and len(file.programs) == 1:
        return _all(file, report, f"{name}-does-not-compile", error[:500])
    return set(blamed)


def smallest_text(program: SmallProgram, cxx: bool, folder: Path) -> bytes:
    """A file with ``program`` alone; what it includes is written to ``folder``."""
    return SmallFile([program], cxx, folder).text


def table(report: SmallReport, names: Iterable[str] = ()) -> list[str]:
    """The kinds: how often each was written, accepted, refused and warned of, and with which codes refused."""
    rows = ["kind                                      written accepted  refused   warned  differs, warned"]
    for name in [*sorted(names or KINDS), "(none)"]:
        numbers = [report.outcomes[name, outcome] for outcome in ("written", *OUTCOMES)]
        codes = Counter({code: n for (of, code), n in report.codes.items() if of == name})
        listed = ", ".join(f"{code} {n}" for code, n in codes.most_common(4))
        rows.append(
            f"{name:40} {numbers[0]:8} {numbers[1]:8} {numbers[2]:8} {numbers[3]:8} {numbers[4]:8}  {listed}".rstrip()
        )
    return rows


def missing(report: SmallReport, cxx: bool | None = None) -> list[str]:
    """The kinds that were never accepted nor refused: errors of the generator."""
    return sorted(
        k.name
        for k in KINDS.values()
        if (cxx is None or cxx in k.languages)
        and not report.outcomes[k.name, "accepted"] + report.outcomes[k.name, "refused"]
    )
