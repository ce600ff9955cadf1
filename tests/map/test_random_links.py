# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Random programs whose kernels follow links that vary do, mapped, on a device what they do on the host."""

from __future__ import annotations

from pathlib import Path

import pytest
from progen.choices import Recorded
from progen.kernels.judge import on_device, on_host
from progen.kernels.linked import case, program
from testlib.compilers import separate_memory

from pointerchain.map import deep
from pointerchain.map.linked import Linked
from pointerchain.map.mapping import Input, map_sources

pytestmark = pytest.mark.separate_memory


def mapped_case(number: int) -> tuple[str, str] | None:
    """A case and what becomes of it; None where something is asked, or left."""
    text = program([case(Recorded(seed=number), number)], [number])
    [result] = map_sources([Input("prog.c", text.encode())])
    assert not result.problem, result.problem
    if not result.is_whole or result.unproved:
        return None
    before, after = (
        row.decode().partition(f"static void case{number}(") for row in (result.data, result.text)
    )
    assert before[0] == after[0]
    (was, main, _), (made, same, _) = before[2].partition("int main"), after[2].partition("int main")
    assert main == same
    return f"static void case{number}({was}", f"static void case{number}({made}"


def check(first: int, count: int, folder: Path) -> int:
    """How many of some cases are mapped; these do what they did."""
    separate_memory()
    rows = {each: found for each in range(first, first + count) if (found := mapped_case(each)) is not None}
    before, after = (program(texts, rows) for texts in zip(*rows.values(), strict=True))
    assert on_device(after.encode(), folder) == on_host(before, folder)
    return len(rows)


def test_links_that_vary(tmp_path: Path) -> None:
    assert check(0, 6, tmp_path) >= 4


@pytest.mark.parametrize("wrong, seed", [("direction", 0), ("null", 164)])
def test_what_is_wrong_is_seen(
    wrong: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The judge notices what does not come back, and pointers that are null on the device alone."""
    if wrong == "direction":
        monkeypatch.setattr(Linked, "is_stored", lambda self, chain: False)
    else:
        monkeypatch.setattr(deep, "_may_be_null", lambda row, node: False)
    with pytest.raises(AssertionError):
        check(seed, 1, tmp_path)


@pytest.mark.long
def test_many_links(tmp_path: Path) -> None:
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert check(10_000 + 150 * number, 150, folder) >= 50
