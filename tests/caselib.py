# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Cases as data: ``cases/<feature>/<name>.c|.cpp`` -> what is expected of its translation.

A case holds a whole program and, beside the line that causes it, each diagnostic::

    s->a = 0;  // expected-error[prefix-assigned]{{a prefix of chain 's->a->n'}}
    // expected-note@-1:5{{...}}   a line before this one, column 5

``@+1``, ``@-1``, ``@7`` (a line), ``@*`` (any line, another file included), ``[code]`` and ``:column``
are optional; a block comment works as well. A diagnostic that is not listed fails, a listed one that
does not come fails. The comment lines at the top may hold options: ``// args: -std=c99`` (for Clang and
the compilers), ``// language: c++``, ``// run: no`` (only compile), ``// compilers: gcc`` (only these),
``// also: c++ openacc openmp`` (compile and run the translation that way too).
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from testlib import build, runtime
from testlib.compilers import linker

import pointerchain
from pointerchain import Translation, translate
from pointerchain.diagnostics import Place
from pointerchain.source import Source

CASES = Path(__file__).parent / "cases"
INCLUDE = Path(pointerchain.__file__).parent / "include"
SUFFIXES = (".c", ".cpp")
FLAGS = (
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-unknown-pragmas",
    "-Wno-source-uses-openmp",
    "-D__pointerchain=1",
)
SANITIZE = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")
ALSO = {"openacc": ("-fopenacc", "-foffload=disable"), "openmp": ("-fopenmp", "-foffload=disable")}
DRIVERS = {
    ("gcc", "c"): ("gcc",),
    ("gcc", "c++"): ("g++",),
    ("clang-19", "c"): ("clang-19", "clang"),
    ("clang-19", "c++"): ("clang++-19", "clang++"),
}

OPTION = re.compile(r"// (args|language|run|compilers|also): *(.*)")
EXPECTATION = re.compile(
    r"expected-(?P<severity>error|warning|note)"
    r"(?:\[(?P<code>[a-z-]+)\])?(?:@(?P<line>[+-]?\d+|\*))?(?::(?P<column>\d+))?\{\{(?P<text>.+?)\}\}"
)
LOOKS_LIKE_ONE = re.compile(r"expected-(?:error|warning|note)\b")


@dataclass(frozen=True)
class Expectation:
    """A diagnostic that a case lists; ``line`` 0 is any line, ``code`` and ``column`` may be left out."""

    severity: str
    line: int
    text: str
    code: str | None = None
    column: int | None = None

    def __str__(self) -> str:
        column = f":{self.column}" if self.column else ""
        return f"{self.line or '*'}{column}: {self.severity}: {self.text} [{self.code or '?'}]"


@dataclass(frozen=True)
class Seen:
    """A diagnostic, or a note of one, as it came; ``line`` is 0 in another file or without a place."""

    severity: str
    line: int
    column: int
    text: str
    code: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}: {self.text} [{self.code}]"

    def fits(self, listed: Expectation) -> bool:
        return (
            self.severity == listed.severity
            and listed.line in (0, self.line)
            and listed.text in self.text
            and listed.code in (None, self.code)
            and listed.column in (None, self.column)
        )


@dataclass(frozen=True)
class Case:
    """One case file, read."""

    path: Path
    source: bytes
    expectations: tuple[Expectation, ...]
    args: tuple[str, ...]
    language: str
    also: tuple[str, ...]
    compilers: tuple[str, ...]
    run: bool

    @property
    def name(self) -> str:
        return self.path.relative_to(CASES).as_posix()

    @property
    def refused(self) -> bool:
        return any(item.severity == "error" for item in self.expectations)

    @property
    def expected_path(self) -> Path:
        return self.path.with_suffix(".expected" + self.path.suffix)

    @property
    def expected(self) -> bytes:
        """The translation's text: the source itself where no file says otherwise."""
        return self.expected_path.read_bytes() if self.expected_path.exists() else self.source

    def translate(self, language: str = "") -> Translation:
        return translate(self.source, str(self.path), self.args, language=language or self.language)


def discover(root: Path = CASES) -> Iterator[Path]:
    """Every case file, in order."""
    for path in sorted(root.rglob("*")):
        if path.suffix in SUFFIXES and not path.stem.endswith(".expected"):
            yield path


def stale(root: Path = CASES) -> tuple[Path, ...]:
    """Expected texts that belong to no case."""
    expected = (path for path in sorted(root.rglob("*.expected.*")) if path.suffix in SUFFIXES)
    return tuple(p for p in expected if not p.with_name(p.name.replace(".expected", "")).exists())


def read(path: Path) -> Case:
    """Read a case with its options and expectations."""
    source = path.read_bytes()
    lines = source.decode("latin-1").split("\n")
    options: dict[str, str] = {}
    for line in lines:
        if not line.startswith("//"):
            break
        if match := OPTION.match(line):
            options[match[1]] = match[2].strip()
    return Case(
        path=path,
        source=source,
        expectations=tuple(expectations(path, lines)),
        args=tuple(shlex.split(options.get("args", ""))),
        language=options.get("language", "c" if path.suffix == ".c" else "c++"),
        also=tuple(options.get("also", "").split()),
        compilers=tuple(options.get("compilers", "gcc clang-19").split()),
        run=options.get("run", "yes") == "yes",
    )


def expectations(path: Path, lines: list[str]) -> Iterator[Expectation]:
    """The expectations of a source's lines; one that cannot be read fails."""
    for number, line in enumerate(lines, 1):
        matches = list(EXPECTATION.finditer(line))
        if len(matches) != len(LOOKS_LIKE_ONE.findall(line)):
            raise ValueError(f"{path}:{number}: cannot read the expectation in {line!r}")
        for match in matches:
            where = match["line"] or "+0"
            at = 0 if where == "*" else int(where) + (number if where[0] in "+-" else 0)
            column = int(match["column"]) if match["column"] else None
            yield Expectation(match["severity"], at, match["text"], match["code"], column)


def seen(case: Case, result: Translation) -> Iterator[Seen]:
    """The diagnostics of ``result`` and their notes, flat."""
    source = Source(str(case.path), case.source)

    def spot(place: Place | None) -> tuple[int, int]:
        here = place is not None and place.file == source.name
        return source.line_column(place.span.start) if place is not None and here else (0, 0)

    for diag in result.diagnostics:
        yield Seen(diag.severity.value, *spot(diag.place), diag.message, diag.code)
        for note in diag.notes:
            yield Seen("note", *spot(note.place), note.message, diag.code)


def mismatches(case: Case, result: Translation) -> list[str]:
    """What came and is not listed, and what is listed and did not come."""
    listed, wrong = list(case.expectations), []
    for one in seen(case, result):
        fitting = [item for item in listed if one.fits(item)]
        if fitting:
            listed.remove(max(fitting, key=lambda item: (item.line, item.column or 0, len(item.text))))
        else:
            wrong.append(f"not listed:   {one}")
    return wrong + [f"did not come: {item}" for item in listed]


def refresh(case: Case, text: bytes | None) -> None:
    """Write the expected text, or remove the file where there is nothing to say."""
    if text is None or text == case.source:
        case.expected_path.unlink(missing_ok=True)
    elif text != case.expected:
        case.expected_path.write_bytes(text)


@dataclass(frozen=True)
class Outcome:
    """What a program did."""

    status: int
    output: bytes


def build_and_run(
    case: Case, text: bytes, compiler: str, folder: Path, *flags: str, language: str = ""
) -> Outcome:
    """Compile ``text`` in place of the case's source, run it where the case is to be run."""
    language = language or case.language
    folder.mkdir(parents=True, exist_ok=True)
    (folder / case.path.name).write_bytes(text)
    command = [
        driver(compiler, language),
        *FLAGS,
        *(linker() if compiler == "clang-19" else ()),
        "-I",
        str(case.path.parent),
        *case.args,
        *flags,
    ]
    if has_runtime(text):
        command += ["-I", str(INCLUDE)]
    command += ["-x", language, case.path.name, "-lm", "-o", "program"]
    if has_runtime(text):
        command += runtime(command[0], command)
    program = build(command, folder)
    assert program.returncode == 0, f"{shlex.join(command)}\n{program.errors}"
    if not case.run:
        return Outcome(0, b"not run")
    ran = program.run(env={"OMP_NUM_THREADS": "2"}, deterministic=True)
    assert b"runtime error" not in ran.stderr, ran.errors
    assert b"AddressSanitizer" not in ran.stderr, ran.errors
    return Outcome(ran.returncode, ran.stdout)


def has_runtime(text: bytes) -> bool:
    """Whether a text includes what deep copies call."""
    return b"pc_deepcopy_" in text or b"<pointerchain/transfer_file.h>" in text


def driver(compiler: str, language: str) -> str:
    """The program that is ``compiler`` for ``language``; the test is skipped where there is none."""
    names = DRIVERS[compiler, language]
    for name in names:
        if shutil.which(name):
            return name
    pytest.skip(f"{names[0]} is not installed")
