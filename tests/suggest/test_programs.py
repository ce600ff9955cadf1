# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions without directives do after ``--auto`` what they did before; differences are found."""

from __future__ import annotations

import dataclasses
import shutil
from typing import Any

import pytest
from progen.choices import Recorded
from progen.loops.generate import generate
from progen.loops.judge import TOOLS, WATCHING, Report, judge, smallest
from progen.loops.tree import Loops, Statement

from pointerchain.suggest.auto import Result, translate_auto

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, (WATCHING.c, WATCHING.cxx))), reason="no compiler with sanitizers"
)
PRESENT = [tools for tools in TOOLS if shutil.which(tools.c) and shutil.which(tools.cxx)]


def seeded(count: int, cxx: bool, seed: int = 5) -> list[Loops]:
    return [generate(Recorded(seed=1_000_003 * seed + number), number, cxx) for number in range(count)]


@pytest.mark.parametrize(
    ("count", "cxx", "whole"),
    [
        pytest.param(60, False, False, id="c-alone"),
        pytest.param(15, True, True, id="c++-whole"),
        pytest.param(60, True, True, id="c++-whole-many", marks=pytest.mark.long),
        pytest.param(60, False, True, id="c-whole", marks=pytest.mark.long),
        pytest.param(60, True, False, id="c++-alone", marks=pytest.mark.long),
    ],
)
def test_functions_do_what_they_did(count: int, cxx: bool, whole: bool) -> None:
    report = judge(seeded(count, cxx, 8 if whole else 9), cxx, PRESENT[0], whole=whole)
    assert not report.failures, "\n".join(map(str, report.failures))
    assert report.compared > 3 * count
    assert report.chains > count / 3
    codes = {"hoisted", "guarded", "assigned", "alias", "opaque", "unreached"}
    assert count < 60 or codes <= set(report.codes)


def simple(*body: str, declare: str = "") -> Loops:
    declarations = (Statement(declare),) if declare else ()
    return Loops(7, False, declarations, (Statement("for (i = 0; i < n; i++)", tuple(map(Statement, body))),))


def replacing(old: str, new: str) -> Any:
    def auto(source: bytes, filename: str, args: Any, **rest: Any) -> Result:
        result = translate_auto(source, filename, args, **rest)
        text = source.replace(old.encode(), new.encode())
        assert text != source
        return result._replace(translation=result.translation._replace(text=text))

    return auto


def test_another_result_is_found() -> None:
    one = simple("acc += (unsigned)s->mid->k;")
    assert judge([one], False, PRESENT[0]).failures == []
    failures = judge([one], False, PRESENT[0], replacing("acc += (unsigned)s", "acc -= (unsigned)s")).failures
    assert [each.kind for each in failures] == ["mismatch"]


def test_a_store_that_nobody_reads_is_found() -> None:
    one = simple("s->mid->k = 3;")
    wrong = replacing("s->mid->k = 3", "s->mid->k = 4")
    assert [each.kind for each in judge([one], False, PRESENT[0], wrong).failures] == ["mismatch"]


def test_a_fault_that_the_original_does_not_have_is_found() -> None:
    one = simple("if (m->opt) acc += (unsigned)m->opt->n;")
    wrong = replacing("if (m->opt) acc", "int n0 = m->opt->n; (void)n0; if (m->opt) acc")
    assert [each.kind for each in judge([one], False, PRESENT[0], wrong).failures] == ["mismatch"]


def test_runs_that_fault_do_not_count() -> None:
    report = judge([simple("acc += (unsigned)m->opt->n;")], False, PRESENT[0])
    assert (report.failures, report.faulty > 0, report.compared > 0) == ([], True, True)


def test_an_exception_is_found() -> None:
    def raising(*given: object, **rest: object) -> Result:
        raise RuntimeError("not caught")

    failures = judge([simple("acc += 1u;")], False, PRESENT[0], raising).failures
    assert [each.kind for each in failures] == ["exception"]


def test_a_failure_is_made_smaller() -> None:
    one = simple("acc ^= 5u;", "acc += (unsigned)s->mid->k;", "acc *= 3u;")
    wrong = replacing("acc += (unsigned)s", "acc -= (unsigned)s")

    def auto(source: bytes, filename: str, args: Any, **rest: Any) -> Result:
        if b"acc += (unsigned)s" in source:
            return wrong(source, filename, args, **rest)
        return translate_auto(source, filename, args, **rest)

    failure = judge([one], False, PRESENT[0], auto).failures[0]
    assert smallest(failure, PRESENT[0], auto).body == (Statement("acc += (unsigned)s->mid->k;"),)


def test_a_seed_gives_its_function_again() -> None:
    choices = Recorded(seed=3)
    function = generate(choices, 4, True)
    assert generate(Recorded(choices.given), 4, True) == function == generate(Recorded(seed=3), 4, True)


def test_what_is_never_hoisted_nor_left_is_told() -> None:
    report = Report()
    report.written.update({"loop:for": 40, "hazard:opaque": 40, "hazard:rare": 3})
    assert report.missing() == [
        "hazard:opaque: never left",
        "loop:for: never hoisted",
        "loop:for: never left",
    ]


def test_smaller_functions_are_the_function_less_a_statement() -> None:
    inner = Statement("if (n)", (Statement("a;"), Statement("b;")))
    one = dataclasses.replace(simple("c;"), body=(inner,))
    bodies = ["".join(line.strip() for each in less.body for line in each.lines()) for less in one.smaller()]
    assert bodies == ["", "a;b;", "if (n) {b;}", "if (n) {a;}"]
