# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions that map whole structs around regions do what they did; differences are found."""

from __future__ import annotations

import pytest
from progen.choices import Recorded
from progen.mapped.generate import Mapped, generate
from progen.mapped.judge import judge, translated
from testlib.compilers import separate_memory

import pointerchain

pytestmark = pytest.mark.separate_memory


@pytest.fixture(scope="module", autouse=True)
def runtime() -> None:
    """Clang's device on the host."""
    separate_memory()


def made(count: int, seed: int) -> list[Mapped]:
    return [generate(Recorded(seed=1_000_003 * seed + number), number) for number in range(count)]


@pytest.mark.parametrize(
    ("count", "seed"),
    [(20, 11), *(pytest.param(60, seed, marks=pytest.mark.long) for seed in (12, 13, 14, 15))],
)
def test_functions_do_what_they_did(count: int, seed: int) -> None:
    report = judge(made(count, seed))
    assert not report.failures, "\n".join(map(str, report.failures))
    assert report.compared > count // 3


def test_a_difference_is_found() -> None:
    """A value that goes to the host alone, where the device's copy was meant, is noticed."""

    def wrong(text: str) -> pointerchain.Translation:
        return translated(text.replace("s->k = 40;", "s->k = 41;"))

    text = "static void f0(void) {\nstruct { int k; } own = {1}, *s = &own;\ns->k = 40;\n"
    text += "#pragma pointerchain region begin declare(s->k)\ns->k += 1;\n#pragma pointerchain region end\n"
    report = judge([Mapped(0, text + 'printf("0 %d\\n", s->k); }')], wrong)
    assert [each.kind for each in report.failures] == ["differs"]
