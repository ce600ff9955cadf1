# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random programs whose kernels get pointers to elements of vectors: sections hold what is accessed, of one vector."""

from __future__ import annotations

from pathlib import Path

import pytest
from progen.choices import Recorded
from progen.kernels.judge import mapped, on_device, on_host, with_checks
from progen.kernels.vectors import case, program
from testlib.compilers import separate_memory

from pointerchain.analysis import points_to
from pointerchain.map import changes
from pointerchain.map.mapping import Input, map_sources
from pointerchain.translator.clang.vectors import Use


def known_cases(first: int, count: int) -> dict[int, str]:
    """The cases of some seeds of which nothing is asked."""
    cases = {number: case(Recorded(seed=number), number) for number in range(first, first + count)}
    text = program(list(cases.values()), cases)
    [result] = map_sources([Input("prog.cpp", text.encode())])
    assert not result.problem, result.problem
    asked = {
        max(number for number in cases if text.index(f"case{number}(int") < at)
        for at in (each.construct.pragma.span.start for each in result.decisions if each.remarks)
    }
    return {number: each for number, each in cases.items() if number not in asked}


def check(first: int, count: int, folder: Path, device: bool = True) -> int:
    """How many of some cases are mapped; their sections lie in allocations, and hold what is accessed."""
    known = known_cases(first, count)
    result = mapped(program(list(known.values()), known), "prog.cpp")
    expected = on_host(result.data.decode(), folder, suffix=".cpp")
    checked = on_host(with_checks(result), folder, "-fsanitize=address", suffix=".cpp")
    assert checked == expected
    if device:
        separate_memory()
        assert on_device(result.text, folder, suffix=".cpp") == expected
    return len(known)


@pytest.mark.separate_memory
def test_vectors_tell_how_much_is_there(tmp_path: Path) -> None:
    assert check(0, 60, tmp_path) >= 10


def test_a_vector_that_changed_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The judge notices a length that another name of the vector, or a swap, has made wrong."""
    for module in (points_to, changes):
        monkeypatch.setattr(module, "use_of", lambda name: Use.READ)
    with pytest.raises(AssertionError):
        check(0, 60, tmp_path, device=False)


@pytest.mark.long
@pytest.mark.separate_memory
def test_vectors_tell_much(tmp_path: Path) -> None:
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert check(10_000 + 250 * number, 250, folder)
