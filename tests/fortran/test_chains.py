# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Hoisted Fortran programs print what they printed before: written ones, and some of the generator's."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import chain_programs
import fortranlib
import pytest

from pointerchain.diagnostics import Diagnostic
from pointerchain.fortran import pipeline
from pointerchain.fortran.hoist import Hoisted
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.pipeline import Options, translate, translate_with

ACCEPTED = Path(__file__).parent / "chains" / "accepted.f90"
STATEMENTS = ACCEPTED.with_name("statements.f90")
# flang 19's own maps of components read host memory, so that it compiles the program without OpenMP
UNDERSTOOD = ACCEPTED.with_name("understood.f90")
COMPILERS = (
    ("gfortran", "-O0", "-fcheck=all"),
    ("gfortran", "-O2", "-fopenmp", "-foffload=disable"),
    ("flang-new-19", "-O1"),
)


def output(text: bytes, compiler: tuple[str, ...], directory: Path) -> str:
    directory.mkdir()
    (directory / "x.f90").write_bytes(text)
    return fortranlib.printed(directory, *compiler, "-w", "x.f90", "-o", "x")


@pytest.mark.parametrize("compiler", COMPILERS, ids=" ".join)
@pytest.mark.parametrize(
    ("path", "lines"),
    [(ACCEPTED, 1000), (STATEMENTS, 10), (UNDERSTOOD, 2)],
    ids=lambda each: str(each)[-14:],
)
def test_a_hoisted_program_prints_the_same(
    path: Path, lines: int, compiler: tuple[str, ...], tmp_path: Path
) -> None:
    fortranlib.need(compiler[0])
    source = path.read_bytes()
    result = translate(source, path.name)
    assert result.text is not None, result.diagnostics
    assert not result.diagnostics
    before = output(source, compiler, tmp_path / "before")
    assert before.count("\n") > lines
    assert output(result.text, compiler, tmp_path / "after") == before


def test_every_region_of_it_is_hoisted_and_lines_stay() -> None:
    source = ACCEPTED.read_bytes()
    text = translate(source, "accepted.f90").text
    assert text is not None
    before, after = source.decode().split("\n"), text.decode().split("\n")
    assert len(before) == len(after)
    regions = sum(line.startswith("!$pointerchain region begin") for line in before)
    assert sum(line.startswith("block;") for line in after) == regions >= 22
    assert all(len(line) <= 132 for line in after)
    again = translate_with(text, "accepted.f90", Options(every_type=False)).translation
    assert again.text == text


def test_every_region_declare_of_it_is_hoisted_and_lines_stay() -> None:
    source = STATEMENTS.read_bytes()
    text = translate(source, "statements.f90").text
    assert text is not None
    before, after = source.decode().split("\n"), text.decode().split("\n")
    assert len(before) == len(after)
    regions = sum(line.startswith("!$pointerchain region declare") for line in before)
    assert sum("block;" in line and "::pc_" in line for line in after) == regions >= 18
    assert sum(len(re.findall(r"\bend block\b", line)) for line in after) == regions + 1
    again = translate_with(text, "statements.f90", Options(every_type=False)).translation
    assert again.text == text


def test_the_check_reads_directives(monkeypatch: pytest.MonkeyPatch) -> None:
    source = STATEMENTS.read_bytes()
    proved = pipeline.proved

    def changed(old: bytes, new: bytes) -> list[str]:
        def tampered(file: SourceFile, made: Hoisted, text: bytes) -> list[Diagnostic]:
            assert old in text
            return proved(file, made, text.replace(old, new))

        monkeypatch.setattr(pipeline, "proved", tampered)
        return [each.message for each in translate(source, "statements.f90").diagnostics]

    assert not changed(b"reduction(+:t)", b"reduction(+:t)")
    assert "reduction(*:t)" in changed(b"reduction(+:t)", b"reduction(*:t)")[0]
    assert "map(to:s%a%e)" in changed(b"map(to: pc_a_n)", b"map(to: s%a%e)")[0]
    assert changed(b"!$omp end do\n", b"!\n")
    assert changed(b"!$omp parallel do\n", b"!$omp parallel do map(tofrom: k)\n")
    assert not changed(b"!$omp parallel do\n", b"!$omp parallel do shared(pc_a_x)\n")


def test_a_write_back_that_is_left_out_is_found(tmp_path: Path) -> None:
    fortranlib.need("gfortran")
    source = ACCEPTED.read_bytes()
    text = translate(source, "accepted.f90").text
    assert text is not None
    broken, count = re.subn(rb"then;t%m%a%n=\w+;t%m%a%e=\w+;", b"then;", text)
    assert count > 5
    before = output(source, COMPILERS[0], tmp_path / "before")
    assert output(broken, COMPILERS[0], tmp_path / "after") != before


def test_hoisting_alone_needs_no_runtime() -> None:
    text = translate(ACCEPTED.read_bytes(), "accepted.f90").text
    assert text is not None
    assert b"pointerchain" not in text


made_programs = cache(chain_programs.Made)


def outputs(made: chain_programs.Made, directory: Path, compiler: tuple[str, ...]) -> list[tuple[int, str]]:
    """How the source and its translation end, and what they print."""
    out = []
    for name, text in ((f"source{made.suffix}", made.text), ("translated.f90", made.translated)):
        (directory / name).mkdir()
        (directory / name / name).write_text(text)
        program = fortranlib.build(directory / name, *compiler, "-w", name, "-o", "x")
        ran = program.run(deterministic=True)
        out.append((ran.returncode, ran.output))
    return out


@pytest.mark.parametrize("compiler", COMPILERS, ids=" ".join)
def test_random_programs_print_the_same(compiler: tuple[str, ...], tmp_path: Path) -> None:
    fortranlib.need(compiler[0])
    made = made_programs(7, 40)
    assert made.kept > 15
    before, after = outputs(made, tmp_path, compiler[:2])
    assert before == after


@pytest.mark.parametrize("compiler", COMPILERS, ids=" ".join)
def test_random_programs_in_fixed_form_print_the_same(compiler: tuple[str, ...], tmp_path: Path) -> None:
    fortranlib.need(compiler[0])
    made = made_programs(11, 25, fixed=True)
    assert made.kept > 15
    assert "\n     2" in made.text
    before, after = outputs(made, tmp_path, compiler[:2])
    assert before == after
