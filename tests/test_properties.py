# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random programs print the same before and after; ``scripts/fuzz.py`` is the long run of the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from progen import check as checking
from progen.check import QUICK, TOOLCHAINS, File, check
from progen.choices import Choices, Recorded, shrink
from progen.program import Program, generate

import pointerchain

pytestmark = pytest.mark.skipif(not TOOLCHAINS, reason="no compiler")
LANGUAGES = ((False, "c"), (True, "c++"))
quietly = settings(
    derandomize=True,
    deadline=None,
    max_examples=5,
    suppress_health_check=list(HealthCheck),
)


@st.composite
def programs(draw: st.DrawFn, cxx: bool, forbid: bool = False) -> list[Program]:
    """Three, for one file: most of what a compiler does is the same for one."""
    choices = Choices(lambda low, high: draw(st.integers(low, high)))
    return [generate(choices, number, cxx, forbid) for number in (1, 2, 3)]


def seeded(count: int, cxx: bool, forbid: bool, seed: int = 7) -> list[Program]:
    return [generate(Recorded(seed=seed * 1000 + n), n, cxx, forbid) for n in range(count)]


def assert_same(made: list[Program], cxx: bool, toolchain: checking.Toolchain) -> checking.Report:
    report = check(made, cxx, toolchain)
    assert not report.failures, "\n".join(map(str, report.failures))
    return report


@quietly
@given(programs(cxx=False))
def test_c_programs_print_the_same(made: list[Program]) -> None:
    assert_same(made, False, TOOLCHAINS[0])


@quietly
@given(programs(cxx=True))
def test_cxx_programs_print_the_same(made: list[Program]) -> None:
    assert_same(made, True, TOOLCHAINS[0])


@quietly
@given(st.booleans().flatmap(lambda cxx: st.tuples(st.just(cxx), programs(cxx, forbid=True))))
def test_what_is_forbidden_is_refused_or_prints_the_same(made: tuple[bool, list[Program]]) -> None:
    assert_same(made[1], made[0], TOOLCHAINS[0])


# The toolchains of a language share its translation, so they stay in one process.
@pytest.mark.parametrize(
    "cxx", [pytest.param(x, id=i, marks=pytest.mark.xdist_group(i)) for x, i in LANGUAGES]
)
@pytest.mark.parametrize("toolchain", dict.fromkeys(TOOLCHAINS), ids=lambda t: t.name)
def test_a_file_of_programs_prints_the_same(cxx: bool, toolchain: checking.Toolchain) -> None:
    report = assert_same(seeded(20, cxx, forbid=False), cxx, toolchain)
    assert report.chains > 20


@pytest.mark.parametrize("count", [10, pytest.param(40, marks=pytest.mark.long)])
@pytest.mark.parametrize("cxx", [False, True], ids=["c", "c++"])
def test_a_file_of_forbidden_things_is_refused(cxx: bool, count: int) -> None:
    report = assert_same(seeded(count, cxx, forbid=True, seed=8), cxx, TOOLCHAINS[0])
    assert not [name for name in report.forbidden if "OTHER" in name]


def test_the_same_seed_gives_the_same_program() -> None:
    assert seeded(5, True, True) == seeded(5, True, True)


def test_a_script_gives_its_program_again() -> None:
    choices = Recorded(seed=3)
    program = generate(choices, 4, False)
    assert generate(Recorded(choices.given), 4, False) == program


def test_shrinking_finds_the_simplest_script() -> None:
    assert shrink([9, 4, 7, 1, 8], lambda script: sum(script) >= 7) == [7]


def test_a_wrong_translation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(source: bytes, *args: object, **kwargs: object) -> pointerchain.Translation:
        return pointerchain.Translation(source.replace(b"tr(n);", b"tr(n+1);"), ())

    monkeypatch.setattr(pointerchain, "translate", wrong)
    program = seeded(1, False, False)[0]
    assert {f.kind for f in check([program], False, QUICK).failures} == {"outside"}
    program = replace(program, touched=(True,) * len(program.lines))
    assert {f.kind for f in check([program], False, QUICK).failures} == {"mismatch"}


def test_a_missing_line_and_an_exception_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    program = seeded(1, False, False)[0]

    def shorter(source: bytes, *args: object, **kwargs: object) -> pointerchain.Translation:
        return pointerchain.Translation(source.replace(b"\n", b"", 1), ())

    def raising(source: bytes, *args: object, **kwargs: object) -> pointerchain.Translation:
        raise RuntimeError("not caught")

    monkeypatch.setattr(pointerchain, "translate", shorter)
    assert {f.kind for f in check([program], False, QUICK).failures} == {"lines"}
    monkeypatch.setattr(pointerchain, "translate", raising)
    assert {f.kind for f in check([program], False, QUICK).failures} == {"exception"}


def test_the_lines_of_a_file_belong_to_its_programs() -> None:
    made = seeded(3, False, False)
    file = File(made, False)
    for program in made:
        at = file.text.index(f"/* program {program.number} */".encode())
        assert file.program_at(at) is program
    assert file.program_at(0) is None
