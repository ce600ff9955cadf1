# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The small random programs: each kind is written, and accepted or refused; differences are found."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from progen.check import QUICK, TOOLCHAINS, Toolchain, built
from progen.choices import Recorded
from progen.small.generate import KINDS, SmallProgram, generate
from progen.small.judge import (
    DOUBT,
    OUTCOMES,
    SmallFile,
    SmallReport,
    apart,
    checked_run,
    judge,
    missing,
    table,
)

import pointerchain
from pointerchain.diagnostics import Severity

pytestmark = pytest.mark.skipif(not TOOLCHAINS, reason="no compiler")
CHEAP = Toolchain("gcc", "g++", ("-O0",))
TOOLCHAIN = CHEAP if CHEAP.present() else QUICK


def seeded(count: int, cxx: bool, seed: int = 3) -> list[SmallProgram]:
    return [generate(Recorded(seed=seed * 1000 + n), n, cxx) for n in range(count)]


@pytest.mark.parametrize("cxx", [False, pytest.param(True, marks=pytest.mark.long)], ids=["c", "c++"])
def test_each_kind_is_accepted_or_refused(cxx: bool) -> None:
    names = [kind.name for kind in KINDS.values() if cxx in kind.languages]
    programs = [
        generate(Recorded(seed=5000 + n), n, cxx, name) for n, name in enumerate(2 * names + ["", ""])
    ]
    report = judge(programs, cxx, TOOLCHAIN)
    assert not report.failures, "\n".join(map(str, report.failures))
    assert missing(report, cxx) == []
    assert all(report.outcomes[name, "written"] >= 2 for name in names)


@pytest.mark.parametrize("count", [20, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("cxx", [False, True], ids=["c", "c++"])
def test_a_file_of_small_programs_prints_the_same(cxx: bool, count: int) -> None:
    report = judge(seeded(count, cxx), cxx, TOOLCHAIN, twice=True)
    assert not report.failures, "\n".join(map(str, report.failures))
    assert report.compared >= 0.4 * report.programs


@pytest.mark.parametrize("many", [20, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("cxx", [False, True], ids=["c", "c++"])
def test_kept_promises_are_not_doubted(cxx: bool, many: int, tmp_path: Path) -> None:
    """Programs of which no warning tells print the same in a build that checks promises."""
    count = 0
    for number, part in enumerate(apart(seeded(many, cxx, seed=11))):
        folder = tmp_path / str(number)
        folder.mkdir()
        programs = undoubted(part, cxx, folder)
        count += len(programs)
        file = SmallFile(programs, cxx, folder)
        file.path.write_bytes(file.text)
        original = built(file.path, cxx, TOOLCHAIN).run(deterministic=True)
        ran = checked_run(programs, cxx, TOOLCHAIN, folder / "checked", deterministic=True)
        assert not isinstance(ran, str), ran
        assert (ran.stdout, ran.stderr) == (original.stdout, b"")
    assert count > many / 3


def undoubted(programs: list[SmallProgram], cxx: bool, folder: Path) -> list[SmallProgram]:
    """The programs that are not refused, and of which no warning tells."""
    while True:
        file = SmallFile(programs, cxx, folder)
        made = file.translate()
        told = [each for each in made.diagnostics if each.severity is Severity.ERROR or each.code in DOUBT]
        owners = [file.owner(each) for each in told]
        assert None not in owners, told
        programs = [program for program in programs if program not in owners]
        if made.text is not None:
            return programs


def test_the_same_seed_gives_the_same_program() -> None:
    assert seeded(5, True) == seeded(5, True)


def test_a_script_gives_its_program_again() -> None:
    choices = Recorded(seed=3)
    program = generate(choices, 4, True)
    assert generate(Recorded(choices.given), 4, True) == program


def test_the_table_names_every_kind() -> None:
    report = SmallReport()
    program = dataclasses.replace(seeded(1, False)[0], kinds=("stringized",))
    for outcome in ("written", *OUTCOMES):
        report.note(program, outcome, "stringized-chain" if outcome == "refused" else "")
    rows = table(report)
    assert {
        " ".join(row.split()[: len(name.split())]) for row, name in zip(rows[1:], sorted(KINDS), strict=False)
    } == set(KINDS)
    assert (
        next(row for row in rows if row.startswith("stringized")).split()
        == "stringized 1 1 1 1 1 stringized-chain 1".split()
    )


def test_what_is_never_accepted_nor_refused_is_told() -> None:
    assert set(missing(SmallReport(), False)) == {k.name for k in KINDS.values() if False in k.languages}


def test_wrong_translations_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    program = generate(Recorded(), 1, False)

    def wrong(source: bytes, *args: object, **kwargs: object) -> pointerchain.Translation:
        return pointerchain.Translation(source.replace(b"tr(n);", b"tr(n+1);"), ())

    monkeypatch.setattr(pointerchain, "translate", wrong)
    assert {f.kind for f in judge([program], False, TOOLCHAIN).failures} == {"outside"}
    program = dataclasses.replace(program, touched=(True,) * len(program.lines))
    assert {f.kind for f in judge([program], False, TOOLCHAIN).failures} == {"mismatch"}


def test_faults_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    program = generate(Recorded(), 1, False)

    def raising(source: bytes, *args: object, **kwargs: object) -> pointerchain.Translation:
        raise RuntimeError("not caught")

    monkeypatch.setattr(pointerchain, "translate", raising)
    assert {f.kind for f in judge([program], False, TOOLCHAIN).failures} == {"exception"}
    monkeypatch.undo()
    bad = dataclasses.replace(
        program, lines=(*program.lines, "int x = no_such_thing;"), touched=(*program.touched, False)
    )
    assert {f.kind for f in judge([program, bad], False, TOOLCHAIN).failures} == {"refused-source-error"}
