# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random functions whose members are named as directives' words do what they did; differences are found."""

from __future__ import annotations

import re
import shutil

import pytest
from progen.choices import Recorded
from progen.worded import judge as judging
from progen.worded.generate import Worded, generate
from progen.worded.judge import judge

import pointerchain

pytestmark = pytest.mark.skipif(shutil.which("g++") is None, reason="needs g++")


def made(count: int, seed: int) -> list[Worded]:
    return [generate(Recorded(seed=1_000_003 * seed + number), number) for number in range(count)]


@pytest.mark.parametrize("auto", [False, pytest.param(True, marks=pytest.mark.long)])
def test_functions_do_what_they_did(auto: bool) -> None:
    report = judge(made(24, 11), auto=auto)
    assert not report.failures, "\n".join(map(str, report.failures))
    assert report.compared > 16
    assert report.hoisted > 8 or auto


def test_a_difference_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A local in the place of what hides its member is noticed."""
    text = (
        "int f0(int n) {\nint r = 0, total = 0;\n"
        "#pragma pointerchain region begin declare(this->n)\n"
        "#pragma omp parallel num_threads(n + 2) reduction(+: r)\nr += 1;\n"
        "r += this->n;\n"
        "#pragma pointerchain region end\nreturn r * 100 + total; }"
    )
    function = Worded(0, text, ("s.f0(1)", "s.f0(2)"))
    assert judge([function]).compared == 1
    right = judging._translated

    def wrong(text: str, auto: bool) -> pointerchain.Translation:
        result = right(text, auto)
        assert result.text is not None
        return result._replace(text=re.sub(rb"num_threads\(n \+", b"num_threads(pc_n +", result.text))

    monkeypatch.setattr(judging, "_translated", wrong)
    assert [failure.kind for failure in judge([function]).failures] == ["differs"]
