# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs without data clauses do on a device with its own memory, mapped and translated, what they do on the host.

Kernels run with the host's pages closed, and what the runtime allocates is filled with rubbish. Beside that the
sections of the clauses are looked at on the host, where a sanitizer knows what is allocated.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from devices import OFFLOAD, guard
from testlib import build

import pointerchain
from pointerchain.map import mapping
from pointerchain.map.mapping import Input, Result, map_sources
from pointerchain.map.report import text_of
from pointerchain.map.residency import Residency
from progen.choices import Recorded
from progen.kernels.generate import Kernel, program
from progen.kernels.resident import generate as generate_resident

SLACK = 1.1
"""Where a branch is not taken, or a construct stores a part of an object, there may be a copy more."""
MICROBENCH = Path(__file__).parents[3] / "microbench"
PLAIN = ("-w", "-O1", "-ffp-contract=off")
CHECKS = """\
#include <stdio.h>
#include <stdlib.h>
#include <sanitizer/asan_interface.h>
#define CHECK(pointer, first, count) do { \\
  long first_ = (first), count_ = (count); \\
  int outside = count_ > 0 && __asan_region_is_poisoned((void *)((pointer) + first_), count_ * sizeof *(pointer)); \\
  if (count_ < 0 || outside) { printf("line %d: %s[%ld:%ld]\\n", __LINE__, #pointer, first_, count_); exit(3); } \\
} while (0)
#line 1
"""
HEADER_ONLY = ("-DPC_HEADER_ONLY", "-I", str(Path(pointerchain.__file__).parent / "include"))
"""What builds a source with deep copies."""
_SECTION = re.compile(r"([\w.>-]+)\[(.*)\]")
_FUNCTION = re.compile(r"static void f(\d+)\(")


@dataclass
class Report:
    """What became of some kernels."""

    kernels: int = 0
    mapped: int = 0
    failures: list[str] = field(default_factory=list)
    directions: dict[str, int] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)


def mapped(text: str, name: str = "prog.c", args: Sequence[str] = ()) -> Result:
    """A source with its clauses; the same again changes nothing."""
    [result] = map_sources([Input(name, text.encode(), tuple(args))])
    assert not result.problem, result.problem
    [again] = map_sources([Input(name, result.text, tuple(args))])
    assert (again.text, again.is_whole) == (result.text, result.is_whole), text_of([again])
    return result


def known_ones(kernels: Sequence[Kernel], shaped: bool, growing: bool = False) -> list[Kernel]:
    """The kernels of which nothing is asked, and which are not left.

    Where the structures are ``growing``, their allocations do not say their lengths.
    """
    text = program(list(kernels), shaped)
    if growing:
        text = text.replace("p->n = n;", "p->n = n; p->n++;").replace("s->k = n;", "s->k = n; s->k++;")
    [result] = map_sources([Input("prog.c", text.encode())])
    assert not result.problem, result.problem
    starts = [(each.start(), int(each.group(1))) for each in _FUNCTION.finditer(text)]
    asked = {
        max(row for row in starts if row[0] < decision.construct.pragma.span.start)[1]
        for decision in result.decisions
        if decision.remarks
    }
    return [each for each in kernels if each.number not in asked]


def on_host(text: str, folder: Path, *flags: str, suffix: str = ".c") -> tuple[int, str]:
    """The exit code and output of a program without its directives."""
    (folder / f"host{suffix}").write_text(text)
    command = [_compiler(suffix), *PLAIN, *flags, f"host{suffix}", "-o", "host", "-lm"]
    built = build(command, folder)
    assert built.returncode == 0, built.errors
    ran = built.run(deterministic=True, env={"ASAN_OPTIONS": "detect_leaks=0"})
    return ran.returncode, ran.output + ran.errors


def _compiler(suffix: str) -> str:
    return "clang-19" if suffix == ".c" else "clang++-19"


def on_device(
    text: bytes, folder: Path, *args: str, counting: Sequence[str] = (), suffix: str = ".c"
) -> tuple[int, str]:
    """The exit code and output of a mapped program, translated, with the host's pages closed in kernels.

    ``counting`` is what counts its copies.
    """
    translation = pointerchain.translate(text, f"prog{suffix}", ["-fopenmp", *args])
    assert translation.text is not None, translation.diagnostics
    (folder / f"device{suffix}").write_bytes(translation.text)
    given = [*PLAIN, *args, *OFFLOAD, *counting, *(HEADER_ONLY if b"pc_deepcopy" in translation.text else ())]
    built = build([_compiler(suffix), "-g", *given, f"device{suffix}", "-o", "device", "-lm"], folder)
    assert built.returncode == 0, built.errors
    environment = {
        **guard(),
        "LD_PRELOAD": guard()["GUARD"],
        "OMP_TARGET_OFFLOAD": "MANDATORY",
        "OMP_NUM_THREADS": "2",
        "KMP_WARNINGS": "off",
        "MALLOC_PERTURB_": "165",
        "LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD": "0",
        "COPIES": str(folder / "copies"),
    }
    ran = built.run(deterministic=True, env=environment, timeout=120)
    return ran.returncode, ran.output + ran.errors


class Copies(NamedTuple):
    """How often, and how much, was copied to a device and back."""

    to: int
    bytes_to: int
    back: int
    bytes_back: int

    @property
    def bytes(self) -> int:
        return self.bytes_to + self.bytes_back


def copies_on_device(text: bytes, folder: Path) -> tuple[tuple[int, str], Copies]:
    """The exit code and output of a mapped program, and what was copied."""
    own = Path(tempfile.mkdtemp(dir=folder))
    counting = [
        f"-I{MICROBENCH}",
        str(MICROBENCH / "counts_ompt.c"),
        str(Path(__file__).with_name("copies.c")),
    ]
    ran = on_device(text, own, counting=counting)
    return ran, Copies(*map(int, (own / "copies").read_text().split()))


def alone(text: str, name: str = "prog.c") -> Result:
    """A source in which each construct makes its own copies."""
    whole = mapping.residency
    mapping.residency = lambda unit, decisions, points_to: Residency(list(decisions))
    try:
        [result] = map_sources([Input(name, text.encode())])
    finally:
        mapping.residency = whole
    return result


def with_checks(result: Result) -> str:
    """A source that ends where a section of its clauses is not in one allocation."""
    text = result.data.decode()
    for decision in reversed(result.decisions):
        rows = (_check(each.text) for each in decision.objects)
        at = decision.construct.pragma.span.start
        start = text.rindex("\n", 0, at) + 1
        text = f"{text[:start]}{''.join(rows)}\n{text[start:]}"
    return CHECKS + text


def _check(item: str) -> str:
    found = _SECTION.fullmatch(item)
    if found is None:
        return ""
    depth, inside = 0, found.group(2)
    for at, sign in enumerate(inside):
        depth += (sign in "([") - (sign in ")]")
        if sign == ":" and not depth:
            return f"CHECK({found.group(1)}, {inside[:at]}, {inside[at + 1 :]}); "
    raise AssertionError(item)


def judge(kernels: Sequence[Kernel], shaped: bool, folder: Path) -> Report:
    """Map, translate, build and run some kernels as one program, and compare."""
    report = Report(kernels=len(kernels))
    known = known_ones(kernels, shaped)
    report.mapped = len(known)
    report.tags = {tag for each in known for tag in each.tags}
    text = program(known, shaped)
    result = mapped(text)
    assert result.is_whole, text_of([result])
    for decision in result.decisions:
        for each in decision.objects:
            report.directions[each.direction] = report.directions.get(each.direction, 0) + 1
    expected = on_host(text, folder)
    checked = on_host(with_checks(result), folder, "-fsanitize=address")
    if checked != expected:
        report.failures.append(f"a section is no part of an allocation: {checked[1][-300:]}")
    found = on_device(result.text, folder)
    if found != expected:
        pairs = zip(expected[1].splitlines(), found[1].splitlines(), strict=False)
        first = next((f"{a!r} became {b!r}" for a, b in pairs if a != b), found[1][-500:])
        report.failures.append(f"exit code {found[0]}: {first}")
    return report


@dataclass
class ResidentReport:
    """What became of programs in which data may stay on the device."""

    regions: int = 0
    bytes: int = 0
    bytes_alone: int = 0
    """What is copied where each construct makes its own copies."""
    failures: list[str] = field(default_factory=list)


def judge_residents(seeds: Iterable[int], folder: Path) -> ResidentReport:
    """Map, build and run random programs, with regions and without, and look for reads of older copies."""
    report = ResidentReport()
    for seed in seeds:
        text = generate_resident(Recorded(seed=seed))
        result = mapped(text)
        if not result.is_whole or not result.regions:
            continue
        report.regions += len(result.regions)
        expected = on_host(text, folder)
        found, made = copies_on_device(result.text, folder)
        other, before = copies_on_device(alone(text).text, folder)
        report.bytes += made.bytes
        report.bytes_alone += before.bytes
        if (found, other) != (expected, expected):
            report.failures.append(f"{seed}: {found} and {other} in the place of {expected}")
        if older := older_reads(result.text, folder):
            report.failures.append(f"{seed}: {older}")
        if made.bytes > before.bytes * SLACK:
            report.failures.append(
                f"{seed}: {made.bytes} bytes are copied, and {before.bytes} without regions"
            )
    return report


def older_reads(text: bytes, folder: Path) -> str:
    """What ``guard --stale`` says of a mapped program."""
    (folder / "watched.c").write_bytes(text)
    environment = {**os.environ, "PYTHONPATH": str(MICROBENCH.parent)}
    tool = [sys.executable, "-m", "pointerchain"]
    builds = [*tool, "cc", "--stale-check", "clang-19", *PLAIN, *OFFLOAD, "watched.c", "-o", "watched"]
    said = ""
    for command in (builds, [*tool, "guard", "--stale", "./watched"]):
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        said += done.stderr if done.stderr or not done.returncode else f"exit code {done.returncode}"
    return said
