# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Fortran cases: each causes the diagnostics that it lists, no others, and keeps its lines where it translates."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import fortranlib
import pytest
import testlib
from caselib import EXPECTATION

from pointerchain.fortran.lines import read
from pointerchain.fortran.pipeline import translate
from pointerchain.source import Source

CASES = sorted((Path(__file__).parent / "cases").glob("*.f90"))


def listed(text: str) -> list[tuple[str, int, str, str]]:
    out = []
    for number, line in enumerate(text.split("\n"), 1):
        for found in EXPECTATION.finditer(line):
            at = number + int(found["line"] or 0)
            out.append((found["severity"], at, found["code"], found["text"]))
    return out


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_says_what_it_lists(path: Path) -> None:
    data = path.read_bytes()
    wanted = listed(data.decode())
    result = translate(data, str(path))
    source = Source(str(path), data)
    missing = list(wanted)
    for each in result.diagnostics:
        line = source.line_column(each.place.span.start)[0]
        fits = [
            one
            for one in missing
            if one[:3] == (each.severity.value, line, each.code) and one[3] in each.message
        ]
        assert fits, f"{line}: {each.severity.value}: {each.message} [{each.code}]"
        missing.remove(fits[0])
    assert not missing
    assert (result.text is None) == any(one[0] == "error" for one in wanted)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_translation_keeps_lines_and_is_stable(path: Path) -> None:
    data = path.read_bytes()
    text = translate(data, str(path)).text
    if text is None:
        return
    before, after = data.decode().split("\n"), text.decode().split("\n")
    replaced = {n for one in read(data.decode()).directives for n in range(one.line, one.last + 1)}
    for number, line in enumerate(before[:-1], 1):
        if number not in replaced:
            assert after[number - 1].endswith(line.strip()), number
    assert all(len(line) <= 132 for line in after)
    assert not read(text.decode()).directives
    again = translate(text, str(path))
    assert again.text == text
    assert not again.diagnostics


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_compilers_take_it(path: Path, compiler: str, tmp_path: Path) -> None:
    fortranlib.need(compiler)
    text = translate(path.read_bytes(), str(path)).text
    if text is None:
        return
    (tmp_path / "case.f90").write_bytes(text)
    fortranlib.support(compiler, tmp_path)
    fortranlib.build(tmp_path, compiler, "-c", "case.f90", "-o", "case.o")
    if compiler == "gfortran":
        # without the tool the source is a program like any other
        plain = tmp_path / "plain"
        plain.mkdir()
        shutil.copy(path, plain / "case.f90")
        fortranlib.build(plain, "gfortran", "-Wall", "-fopenmp", "-fsyntax-only", "case.f90")


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_a_mistake_is_reported_in_its_line(compiler: str, tmp_path: Path) -> None:
    fortranlib.need(compiler)
    text = (Path(__file__).parent / "cases" / "accepted.f90").read_text()
    number = text.split("\n").index("    if (enter == 1) then") + 1
    wrong = text.replace("if (enter == 1) then", "if (enter == undeclared_name) then")
    translated = translate(wrong.encode(), "accepted.f90").text
    assert translated is not None
    (tmp_path / "accepted.f90").write_bytes(translated)
    fortranlib.support(compiler, tmp_path)
    made = testlib.build([compiler, "-c", "accepted.f90", "-o", "accepted.o"], tmp_path)
    assert made.returncode
    assert re.search(rf"accepted\.f90:{number}:", made.errors)
