# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions for a device with its own memory do after ``--auto`` what they did before."""

from __future__ import annotations

import re
from typing import Any

import pytest
from progen.choices import Recorded
from progen.placed.generate import Placed, generate
from progen.placed.judge import Device, compiles, device, judge
from progen.placed.spoken import in_openmp

from pointerchain.suggest.auto import Result, translate_auto

X86_64 = device("x86_64")


def on() -> Device:
    if isinstance(X86_64, str):
        pytest.skip(X86_64)
    return X86_64


def seeded(count: int, dialect: str) -> list[Placed]:
    return [generate(Recorded(seed=7_000_000 + number), number, dialect) for number in range(count)]


@pytest.mark.parametrize("count", [20, pytest.param(60, marks=pytest.mark.long)])
@pytest.mark.parametrize("dialect", ["omp", "acc"])
def test_functions_do_what_they_did(dialect: str, count: int) -> None:
    report = judge(seeded(count, dialect), on())
    assert not report.failures, "\n".join(map(str, report.failures))
    assert report.compared > 2 * count and not report.faulty
    rules = {"by a clause of the construct", "by a region around it"}
    rules |= {"by a directive that stays"} if dialect == "omp" else set()
    assert count < 60 or {f"{dialect}: {rule}" for rule in rules} <= set(report.rules)


LISTED = re.compile(rb"(double \*pc_a_x = )s->a->x;")


def test_another_place_on_the_device_is_found() -> None:
    """A local that leads to other data than its chain is seen where the device's own pointer is followed."""

    def wrong(*given: Any, **rest: Any) -> Result:
        result = translate_auto(*given, **rest)
        text = result.translation.text
        assert text is not None and LISTED.search(text)
        return result._replace(
            translation=result.translation._replace(text=LISTED.sub(rb"\1s->a->v;", text, count=1))
        )

    assert judge(seeded(20, "omp"), on(), wrong).failures


def test_what_gcc_cannot_build_is_known() -> None:
    assert compiles("#pragma acc data copy(pc_a_x[0:n])\n{ }")
    assert not compiles("#pragma acc data copy(s->a->x[0:n])\n{ }")


def test_openacc_is_said_in_openmp() -> None:
    said = in_openmp("#pragma acc parallel loop present(s->a->x[0:n]) copyin(p[k:n]) if(k > 1)\n{ s->m; }\n")
    expected = "map(present, alloc: s->a->x[0:n]) map(to: p[k:n]) if(k > 1)\n{ s->m; }\n"
    assert said == f"#pragma omp target teams distribute parallel for {expected}"
    with pytest.raises(ValueError, match="cache"):
        in_openmp("#pragma acc cache(x)\n")


def test_a_root_that_no_section_gives_is_the_hosts() -> None:
    kernel = "{}#pragma acc serial{}\n{{ s->m = at_x(t, 0); }}\n"
    for around, clauses, roots in (
        ("", "", "st"),
        ("", " copyin(s->a->n)", "st"),
        ("", " present(s[0:1])", "t"),
        ("", " copy(s->a->x[0:n], t->p[:n])", ""),
        ("#pragma acc data copy(t->p[0:n])\n{ ", "", "s"),
        ("#pragma acc data copy(t->p[0:n])\n{ }\n", "", "st"),
    ):
        said = in_openmp(kernel.format(around, clauses) + " }" * (around.count("{") - around.count("}")))
        assert [root for root in "st" if f"host_{root}" in said] == list(roots), said
