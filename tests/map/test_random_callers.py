# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random programs whose kernels get pointers and numbers: lengths that callers tell are those of what is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from progen.choices import Recorded
from progen.kernels.called import case, program
from progen.kernels.judge import mapped, on_device, on_host, with_checks
from testlib.compilers import separate_memory

from pointerchain.map import mapping, sizes
from pointerchain.map.mapping import Input, map_sources


def known_cases(first: int, count: int) -> dict[int, str]:
    """The cases of some seeds of which nothing is asked."""
    cases = {number: case(Recorded(seed=number), number) for number in range(first, first + count)}
    return {
        number: text
        for number, text in cases.items()
        if map_sources([Input("prog.c", program([text], [number]).encode())])[0].is_whole
    }


def check(first: int, count: int, folder: Path, device: bool = True) -> int:
    """How many of some cases are mapped; their sections lie in allocations, and hold what is accessed."""
    known = known_cases(first, count)
    text = program(list(known.values()), known)
    result = mapped(text)
    expected = on_host(text, folder)
    assert on_host(with_checks(result), folder, "-fsanitize=address") == expected
    if device:
        separate_memory()
        assert on_device(result.text, folder) == expected
    return len(known)


@pytest.mark.separate_memory
def test_callers_tell_how_much_is_there(tmp_path: Path) -> None:
    assert check(0, 40, tmp_path) >= 8


def test_a_length_that_changed_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizes, "_is_changed", lambda symbol, words, behind: False)
    monkeypatch.setattr(mapping, "_prove", lambda rows, is_whole: "")  # which may see it, too
    with pytest.raises(AssertionError):
        check(160, 40, tmp_path, device=False)


@pytest.mark.long
@pytest.mark.separate_memory
def test_much_is_told(tmp_path: Path) -> None:
    for number in range(8):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert check(10_000 + 250 * number, 250, folder)
