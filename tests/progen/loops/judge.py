# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translates a file of functions without directives, runs it before and after, and says what each one did.

Only runs count in which the original is free of faults under the address and undefined-behaviour sanitizers,
and prints the same there and without them. A translation has to print the same, with the sanitizers as well:
a chain that faults where the original does not follow it is a failure.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from testlib.compilers import linker

from pointerchain.analysis.effects import Resolver
from pointerchain.suggest.auto import Result, nowhere, translate_auto
from pointerchain.suggest.program import Program, Summary, summary_of, together
from progen.counts import Counts
from progen.loops.tree import Loops
from progen.loops.world import HEADER, WORLD, near, other, source

STANDARD = {False: "-std=gnu11", True: "-std=gnu++17"}
WATCHED = ("-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
FAULT = 77
VARIANTS = 5
SANITIZERS = {
    "ASAN_OPTIONS": f"exitcode={FAULT}:detect_leaks=0:abort_on_error=0",
    "UBSAN_OPTIONS": f"exitcode={FAULT}:print_stacktrace=0",
}
LATE = 26
"""The signal of a run that took a second, and found no end."""
ONLY_LEFT = frozenset(
    ("hazard:opaque", "hazard:sorted", "hazard:kept", "moved:other", "hazard:volatile store", "hazard:atomic")
)
SOME = 40
"""So many functions of a kind are enough to say that it is never hoisted."""
Row = tuple[str, str]
"""What a run printed, and how it ended: its status, and its signal."""
Key = tuple[int, int]
"""The number of a function, and of its run."""
Auto = Callable[..., Result]


class Tools(NamedTuple):
    """A compiler for C, one for C++, and an optimisation."""

    c: str
    cxx: str
    level: str

    @property
    def heeds(self) -> tuple[str, ...]:
        """The option with which OpenMP's directives are heeded, and not only read over; gcc has it here."""
        return ("-fopenmp",) if self.c == "gcc" else ()

    @property
    def name(self) -> str:
        """What a report calls it."""
        return f"{self.c} {self.level}"


TOOLS = (
    *(Tools("gcc", "g++", "-O2"), Tools("clang-19", "clang++-19", "-O0")),
    *(Tools("clang-19", "clang++-19", "-O2"), Tools("gcc", "g++", "-O0")),
)
WATCHING = Tools("clang-19", "clang++-19", "")


@dataclass(frozen=True)
class Failure:
    """What went wrong with a function: ``kind`` is one word."""

    function: Loops
    kind: str
    detail: str

    def __str__(self) -> str:
        return f"function {self.function.number}: {self.kind}: {self.detail}"


@dataclass
class Report(Counts):
    """What a check found."""

    functions: int = 0
    programs: int = 0
    """Files of functions, each compiled and run as it was and as it became."""
    compared: int = 0
    """Runs of functions."""
    faulty: int = 0
    """Runs that do not count: the original has a fault."""
    chains: int = 0
    failures: list[Failure] = field(default_factory=list)
    written: Counter[str] = field(default_factory=Counter)
    """Functions, by tag."""
    hoisted: Counter[str] = field(default_factory=Counter)
    """Those in which a chain is hoisted."""
    left: Counter[str] = field(default_factory=Counter)
    """Those in which one is left alone."""
    codes: Counter[str] = field(default_factory=Counter)

    def missing(self) -> list[str]:
        """The kinds of which nothing is ever hoisted, or nothing is ever left, though there were some."""
        some = [tag for tag, count in self.written.items() if count >= SOME]
        never = [f"{tag}: never hoisted" for tag in some if not self.hoisted[tag] and tag not in ONLY_LEFT]
        return sorted([*never, *(f"{tag}: never left" for tag in some if not self.left[tag])])


class Ran(NamedTuple):
    """What a program printed: a line for each run, and how it ended."""

    lines: dict[Key, Row]
    said: str


def is_faulty(row: Row) -> bool:
    """Whether a sanitizer found a fault, or nobody an end."""
    return row[1] == f"{FAULT} 0" or row[1].endswith(f" {LATE}")


def judge(
    functions: Sequence[Loops], cxx: bool, tools: Tools, auto: Auto = translate_auto, whole: bool = False
) -> Report:
    """Check functions in one file; with ``whole`` the bodies of the other sources are known, as with ``-p``."""
    report = Report(functions=len(functions), programs=1)
    with tempfile.TemporaryDirectory(prefix="loops-") as name:
        _Judge(list(functions), cxx, tools, auto, report, Path(name), whole).judge()
    return report


@lru_cache(maxsize=2)
def _world_summary() -> Summary:
    """What the functions of the world do."""
    with tempfile.TemporaryDirectory(prefix="loops-") as name:
        folder = Path(name)
        (folder / "world.h").write_text(HEADER)
        (folder / "world.c").write_text(WORLD)
        return summary_of(str(folder / "world.c"), [STANDARD[False]], None)


@lru_cache(maxsize=64)
def _world(command: tuple[str, ...]) -> bytes:
    """The compiled world."""
    with tempfile.TemporaryDirectory(prefix="loops-") as name:
        folder = Path(name)
        (folder / "world.h").write_text(HEADER)
        (folder / "world.c").write_text(WORLD)
        subprocess.run([*command, "-c", "world.c", "-o", "world.o"], cwd=folder, check=True)
        return (folder / "world.o").read_bytes()


class _Judge:
    def __init__(
        self,
        functions: list[Loops],
        cxx: bool,
        tools: Tools,
        auto: Auto,
        report: Report,
        folder: Path,
        whole: bool,
    ) -> None:
        self.whole = whole
        self.functions, self.cxx, self.tools, self.auto = functions, cxx, tools, auto
        self.report, self.folder = report, folder
        self.suffix = ".cpp" if cxx else ".c"

    def judge(self) -> None:
        """Drop what does not compile; translate; run."""
        (self.folder / "world.h").write_text(HEADER)
        while True:
            text = source(self.functions, self.cxx)
            said = self.built("watched", text, WATCHING, WATCHED)
            if not said:
                break
            bad = set(self.named(said, text))
            if not bad:
                raise RuntimeError(f"the world does not compile: {said[:2000]}")
            for each in self.functions:
                if each.number in bad:
                    self.report.failures.append(Failure(each, "uncompiled", _error(said)))
            self.functions = [each for each in self.functions if each.number not in bad]
        self.watched = self.ran("watched")
        if all(map(is_faulty, self.watched.lines.values())):
            self.report.faulty += len(self.watched.lines)
            return
        (self.folder / f"original{self.suffix}").write_text(text)
        try:
            result = self.auto(
                text.encode(),
                str(self.folder / f"original{self.suffix}"),
                [STANDARD[self.cxx], *self.tools.heeds],
                elsewhere=self.elsewhere() if self.whole else nowhere,
            )
        except Exception:
            self._blame_all("exception", traceback.format_exc(limit=-3))
            return
        self.count(result, text)
        made = result.translation.text
        if made is None:
            self._blame_all("refused", str(result.translation.diagnostics[:2]))
            return
        self.report.chains += result.translation.chains_hoisted
        self.compare(text, made.decode())

    def elsewhere(self) -> Resolver:
        """What the functions of the other sources do."""
        paths = [str(self.folder / f"{name}{self.suffix}") for name in ("original", "other")]
        options = [STANDARD[self.cxx], *self.tools.heeds]
        own = [summary_of(path, options, None) for path in paths]
        return Program([together([*own, _world_summary()])]).does

    def compare(self, text: str, made: str) -> None:
        """Compile and run the original and the translation, with the sanitizers too."""
        programs = (
            ("original", text, self.tools, ()),
            ("made", made, self.tools, ()),
            ("seen", made, WATCHING, WATCHED),
        )
        for name, each, tools, options in programs:
            said = self.built(name, each, tools, options)
            if said:
                bad = set(self.named(said, each))
                blamed = [one for one in self.functions if one.number in bad] or self.functions[:1]
                kind = "uncompiled" if name == "original" else "translation does not compile"
                self.report.failures += [Failure(one, kind, _error(said)) for one in blamed]
                return
        watched = self.watched
        original, ours, seen = (self.ran(name) for name in ("original", "made", "seen"))
        blamed_numbers: set[int] = set()
        for each in self.functions:
            for variant in range(VARIANTS):
                key = each.number, variant
                was, then = watched.lines.get(key), original.lines.get(key)
                if was is None or is_faulty(was) or was != then:
                    self.report.faulty += 1
                    continue
                self.report.compared += 1
                for how, now in ((self.tools.name, ours.lines.get(key)), ("sanitized", seen.lines.get(key))):
                    if now != was and each.number not in blamed_numbers:
                        blamed_numbers.add(each.number)
                        detail = f"run {variant}, {how}: {was} became {now}"
                        if how == "sanitized":
                            detail += "; " + _sanitizer(seen.said)
                        self.report.failures.append(Failure(each, "mismatch", detail))

    def count(self, result: Result, text: str) -> None:
        """Count the functions in which chains are hoisted, and left alone, by tag."""
        hoisted = {row.function for row in result.found if row.chosen is not None}
        left = {row.function for row in result.found if row.chosen is None}
        self.report.codes.update(
            row.code or ("guarded" if row.chosen and row.chosen.guard else "hoisted") for row in result.found
        )
        again = sum(bool(row.chosen and row.chosen.reloads) for row in result.found)
        self.report.codes.update({"and loaded again": again} if again else {})
        back = sum(bool(row.chosen and row.chosen.written) for row in result.found)
        self.report.codes.update({"and written back": back} if back else {})
        for each in self.functions:
            self.report.written.update(each.tags)
            if f"f{each.number}" in hoisted:
                self.report.hoisted.update(each.tags)
            if f"f{each.number}" in left:
                self.report.left.update(each.tags)

    def _blame_all(self, kind: str, detail: str) -> None:
        self.report.failures.append(Failure(self.functions[0], kind, detail))

    def built(self, name: str, text: str, tools: Tools, options: Sequence[str]) -> str:
        """Compile a source with the world and the other source; what the compiler said where it failed."""
        path = self.folder / f"{name}{self.suffix}"
        path.write_text(text)
        elsewhere = self.folder / f"other{self.suffix}"
        elsewhere.write_text(other(self.functions, self.cxx))
        (self.folder / "near.h").write_text(near(self.functions))
        level = (tools.level,) if tools.level else ()
        world = self.folder / f"{name}-world.o"
        world.write_bytes(_world((tools.c, STANDARD[False], "-w", *level, *options)))
        compiler = tools.cxx if self.cxx else tools.c
        command = [
            compiler,
            STANDARD[self.cxx],
            *self.tools.heeds,
            "-w",
            *level,
            *options,
            path.name,
            elsewhere.name,
            world.name,
        ]
        command += [*(linker() if tools == WATCHING else ()), "-lm", "-o", name]
        ran = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        return (ran.stderr or "no message") if ran.returncode else ""

    def ran(self, name: str) -> Ran:
        """Run a program: what each function did."""
        ran = subprocess.run(
            [self.folder / name], capture_output=True, env={**os.environ, **SANITIZERS}, timeout=600
        )
        said: dict[Key, str] = {}
        lines: dict[Key, Row] = {}
        for line in ran.stdout.decode("latin-1").splitlines():
            words = line.split()
            if len(words) < 4 or not words[0].isdigit() or not words[1].isdigit():
                continue
            key = int(words[0]), int(words[1])
            if words[2] == "ended":
                lines[key] = said.get(key, ""), " ".join(words[3:])
            else:
                said[key] = " ".join(words[2:])
        return Ran(lines, ran.stderr.decode("latin-1"))

    def named(self, said: str, text: str) -> Iterator[int]:
        """The functions that errors are in."""
        starts: list[tuple[int, int]] = []
        for at, line in enumerate(text.split("\n"), 1):
            found = re.match(r"/\* (\d+):", line)
            if found:
                starts.append((at, int(found[1])))
        for found in re.finditer(r"^(\w+)\.(?:c|cpp):(\d+):\d+: (?:fatal )?error", said, re.MULTILINE):
            before = [number for at, number in starts if at <= int(found[2])]
            if found[1] != "other" and before:
                yield before[-1]
        for found in re.finditer(r"\bh(\d+)_\d+", said):
            yield int(found[1])


def _error(said: str) -> str:
    return next((line for line in said.splitlines() if "error" in line), said[:300])


def _sanitizer(said: str) -> str:
    return next((line for line in said.splitlines() if "runtime error" in line or "ERROR: " in line), "")


def smallest(
    failure: Failure, tools: Tools, auto: Auto = translate_auto, attempts: int = 200, whole: bool = False
) -> Loops:
    """The function with as few statements as still fail in the same way."""
    best = failure.function
    while attempts > 0:
        for less in best.smaller():
            attempts -= 1
            found = judge([less], less.cxx, tools, auto, whole).failures
            if any(each.kind == failure.kind for each in found):
                best = less
                break
            if attempts <= 0:
                break
        else:
            break
    return best
