# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Two runs beside each other: what they differ in comes first, and only what is alike is compared."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from made_up import RUN, results

from pointerchain.bench.blocks import Block, Input, Paragraph, Table
from pointerchain.bench.compare import comparison
from pointerchain.bench.results import Load, Results
from pointerchain.bench.significance import between_runs, ratio


def table(blocks: list[Block], name: str) -> Table | None:
    return next((each for each in blocks if isinstance(each, Table) and each.name == name), None)


def said(blocks: list[Block]) -> str:
    return "\n".join(each.text for each in blocks if isinstance(each, Paragraph))


def of_run(**changes: Any) -> Results:
    return replace(results(1, 0.02, 2), run=replace(RUN, **changes))


def of_rows(count: int, **changes: Any) -> Results:
    """The first ``count`` cells differ."""
    given = results(1, 0.02, 2)
    rows = [replace(row, **changes) if i < count else row for i, row in enumerate(given.rows)]
    return replace(given, rows=tuple(rows))


MACHINE = RUN.machine
WHERE = results(1, 0.02, 2).rows[0].where


@pytest.mark.parametrize(
    ("after", "row"),
    [
        (of_run(environment={"OMP_NUM_THREADS": "1"}), ("OMP_NUM_THREADS", "not set", "1", "24")),
        (of_run(min_time=0.01), ("minimum time of a measurement", "0.2 s", "0.01 s", "24")),
        (
            of_run(machine=replace(MACHINE, processor="other")),
            ("the machine's processor", "cpu", "other", "24"),
        ),
        (of_run(machine=replace(MACHINE, affinity="0")), ("the machine's affinity", "0-1", "0", "24")),
        (
            of_run(machine=replace(MACHINE, governor="powersave")),
            ("the machine's governor", "unknown", "powersave", "24"),
        ),
        (of_run(library="debug"), ("Google Benchmark's build", "unknown", "debug", "24")),
        (of_run(launcher="numactl -N1"), ("'--launcher'", "none", "numactl -N1", "24")),
        (
            of_run(added={"gcc (openmp)": {"OMP_WAIT_POLICY": "passive"}}),
            ("gcc, openmp: variables that the run set", "none", "OMP_WAIT_POLICY=passive", "24"),
        ),
        (of_rows(24, flags="-O0"), ("gcc, openmp: flags", "-O2", "-O0", "24")),
        (
            of_rows(24, where=replace(WHERE, compiler="gcc 13")),
            ("gcc, openmp: compiler", "gcc 12", "gcc 13", "24"),
        ),
        (
            of_rows(24, where=replace(WHERE, host_fallback=False, device_is_host=False)),
            ("gcc, openmp: kernels run on", "the host (fall-back)", "a GPU", "24"),
        ),
    ],
)
def test_what_differs_is_said_first_and_is_not_compared(after: Results, row: tuple[str, ...]) -> None:
    before = results(1, 0.02, 1)
    first, *rest = comparison(Input(after, before))
    assert isinstance(first, Table) and first.name == "compare-differences"
    assert first.rows == (row,)
    assert said(rest).startswith("24 cells that both have were measured in different ways, and are not comp")
    assert table(rest, "compare") is None and "times as long" not in said(rest)
    asked = comparison(Input(after, before, compare_all=True))
    assert asked[0] == first
    compared = table(asked, "compare")
    assert compared is not None and compared.rows[0][5] == "12"


def test_what_is_alike_is_compared_beside_what_is_not() -> None:
    blocks = comparison(Input(of_rows(10, flags="-O0"), results(1, 0.02, 1)))
    assert said(blocks).startswith("10 cells that both have were measured in different ways")
    compared = table(blocks, "compare")
    assert compared is not None and [each[5] for each in compared.rows] == ["7", "7"]


def test_runs_that_are_alike_have_no_differences_but_versions() -> None:
    before = results(1, 0.02, 1)
    assert table(comparison(Input(of_run(), before)), "compare-differences") is None
    blocks = comparison(Input(of_run(version="0.2.0"), before))
    differences = table(blocks, "compare-differences")
    assert differences is not None and differences.rows == (
        ("pointerchain's version", "0.1.0", "0.2.0", "24"),
    )
    assert table(blocks, "compare") is not None


def test_spread_between_runs_is_not_spread_within_one() -> None:
    """Cells drift apart by 10 % from run to run, and their repetitions by 1 %: nothing has changed."""

    def pairs(after: Results, before: Results) -> list[tuple[Any, Any]]:
        return [(a.whole, b.whole) for a, b in zip(after.rows, before.rows, strict=True)]

    runs = [
        pairs(results(1, 0.01, seed, drift=0.1), results(1, 0.01, 1000 + seed, drift=0.1))
        for seed in range(30)
    ]
    # Repetitions alone would tell most of these apart.
    assert sum(ratio(each).distinguishable for each in runs) >= 10
    assert sum(between_runs(each).distinguishable for each in runs) <= 4
    for seed in range(10):
        slower = [
            (replace(a, median=a.median * 1.3), b)
            for a, b in pairs(results(1, 0.01, seed, drift=0.1), results(1, 0.01, 1000 + seed, drift=0.1))
        ]
        found = between_runs(slower)
        assert found.distinguishable and 1.15 < found.value < 1.5


def test_the_headline_of_two_runs() -> None:
    before = results(1, 0.02, 1, drift=0.05)
    blocks = comparison(Input(results(1, 0.02, 2, drift=0.05), before))
    assert said(blocks).startswith("after and before are not distinguishable: ratio ")
    assert "Wilcoxon signed-rank test of the cells" in said(blocks)
    assert "The spread between runs is not that within one" in said(blocks)
    slower = results(1, 0.02, 1, drift=0.05)
    rows = tuple(
        replace(row, whole=replace(row.whole, median=row.whole.median * 1.5, values=()))
        for row in slower.rows
    )
    assert said(comparison(Input(replace(slower, rows=rows), before))).startswith("after takes 1.500 times")
    few = comparison(Input(replace(before, rows=before.rows[:5]), before))
    assert said(few).startswith("Whether after takes as long as before cannot be told: 5 cells are too few")
    none = replace(before, rows=tuple(replace(row, n=row.n + 100) for row in before.rows))
    assert "have no cell in common" in said(comparison(Input(none, before)))


def test_a_busy_machine_leaves_no_conclusion() -> None:
    """What else the machine does moves all cells of a run alike, as a slower program would."""
    crowded, calm = Load((7.0,) * 9, (), 0), None
    for before, after, when in (
        (crowded, calm, "before"),
        (calm, crowded, "after"),
        (crowded, crowded, "before and after"),
    ):
        slower = results(1, 0.02, 1, load=after)
        rows = tuple(
            replace(row, whole=replace(row.whole, median=row.whole.median * 1.5)) for row in slower.rows
        )
        text = said(comparison(Input(replace(slower, rows=rows), results(1, 0.02, 2, load=before))))
        assert text.startswith(
            f"Whether after takes as long as before cannot be told: the machine was busy {when}, and that"
        )
        assert "times as long" not in text and "Ratio of the medians 1." in text
        assert ("Before: The machine was busy" in text) == (before is crowded)
        assert ("After: The machine was busy" in text) == (after is crowded)


def test_a_busy_machine_before_is_said() -> None:
    before = results(1, 0.02, 1, load=Load((7.0,) * 9, (), 0))
    assert "Before: The machine was busy" in said(comparison(Input(of_run(), before)))
    assert "busy" not in said(comparison(Input(of_run(), results(1, 0.02, 1))))
