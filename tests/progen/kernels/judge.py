# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Programs without data clauses do on a device with its own memory, mapped and translated, what they do on the host.

Kernels run with the host's pages closed, and what the runtime allocates is filled with rubbish. Beside that the
sections of the clauses are looked at on the host, where a sanitizer knows what is allocated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from devices import OFFLOAD, guard
from testlib import build

import pointerchain
from pointerchain.map.mapping import Input, Result, map_sources
from pointerchain.map.report import text_of
from progen.kernels.generate import Kernel, program

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


def known_ones(kernels: Sequence[Kernel], shaped: bool) -> list[Kernel]:
    """The kernels of which nothing is asked, and which are not left."""
    text = program(list(kernels), shaped)
    [result] = map_sources([Input("prog.c", text.encode())])
    assert not result.problem, result.problem
    starts = [(each.start(), int(each.group(1))) for each in _FUNCTION.finditer(text)]
    asked = {
        max(row for row in starts if row[0] < decision.construct.pragma.span.start)[1]
        for decision in result.decisions
        if decision.remarks
    }
    return [each for each in kernels if each.number not in asked]


def on_host(text: str, folder: Path, *flags: str) -> tuple[int, str]:
    """The exit code and output of a program without its directives."""
    (folder / "host.c").write_text(text)
    built = build(["clang-19", *PLAIN, *flags, "host.c", "-o", "host", "-lm"], folder)
    assert built.returncode == 0, built.errors
    ran = built.run(deterministic=True, env={"ASAN_OPTIONS": "detect_leaks=0"})
    return ran.returncode, ran.output + ran.errors


def on_device(text: bytes, folder: Path, *args: str) -> tuple[int, str]:
    """The exit code and output of a mapped program, translated, with the host's pages closed in kernels."""
    translation = pointerchain.translate(text, "prog.c", ["-fopenmp", *args])
    assert translation.text is not None, translation.diagnostics
    (folder / "device.c").write_bytes(translation.text)
    built = build(["clang-19", "-g", *PLAIN, *args, *OFFLOAD, "device.c", "-o", "device", "-lm"], folder)
    assert built.returncode == 0, built.errors
    environment = {
        **guard(),
        "LD_PRELOAD": guard()["GUARD"],
        "OMP_TARGET_OFFLOAD": "MANDATORY",
        "OMP_NUM_THREADS": "2",
        "KMP_WARNINGS": "off",
        "MALLOC_PERTURB_": "165",
        "LIBOMPTARGET_MEMORY_MANAGER_THRESHOLD": "0",
    }
    ran = built.run(deterministic=True, env=environment, timeout=120)
    return ran.returncode, ran.output + ran.errors


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
