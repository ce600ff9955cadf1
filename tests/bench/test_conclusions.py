# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a report concludes from repetitions: differences that are there, and noise that is not one."""

from __future__ import annotations

from dataclasses import replace

import pytest
from made_up import RUN, results, row

from pointerchain.bench.blocks import Input, Paragraph, Table
from pointerchain.bench.headline import in_short
from pointerchain.bench.report import all_results, where_it_ran
from pointerchain.bench.results import Load, Results
from pointerchain.bench.significance import Ratio, ratio


def said(given: Results) -> list[str]:
    return [block.text for block in in_short(Input(given)) if isinstance(block, Paragraph)]


def of(given: Results) -> Ratio:
    found = {(each.scheme, each.n): each.whole for each in given.rows}
    return ratio([(found["pointerchain", n], found["handhoist", n]) for n in range(12)])


def test_a_difference_is_found_and_noise_is_none() -> None:
    # Of many runs without a difference, one of twenty may say that there is one: interval and test agree.
    false = sum(of(results(1, 0.3, seed)).distinguishable for seed in range(60))
    assert false <= 6
    found = [of(results(1.3, 0.2, seed)) for seed in range(20)]
    assert all(each.distinguishable and each.low < 1.3 * 1.1 and each.high > 1.3 / 1.1 for each in found)  # type: ignore[operator]
    # The interval holds the truth in nearly all runs.
    assert sum(each.low <= 1.3 <= each.high for each in found) >= 17  # type: ignore[operator]


def test_one_cell_that_is_far_out_makes_no_difference() -> None:
    given = results(1, 0.02, 1)
    rows = [each for each in given.rows if (each.scheme, each.n) != ("pointerchain", 3)]
    rows.append(row("pointerchain", 3, [1e-3 * (400 if i < 4 else 1) for i in range(9)]))
    assert said(replace(given, rows=tuple(rows)))[0].startswith("pointerchain and handhoist are not disting")


def test_headlines() -> None:
    (equal, moved) = said(results(1, 0.01, 1))
    assert equal.startswith("pointerchain and handhoist are not distinguishable: ratio 1.00")
    assert "95 % confidence interval 0.9" in equal and "Mann-Whitney U test, p = 0." in equal
    assert moved.startswith("In all of 12 cells")
    slower = said(results(1.3, 0.01, 1))[0]
    assert slower.startswith("pointerchain takes 1.3")
    assert "times as long as handhoist (95 % confidence interval 1.2" in slower and "p < 0.001" in slower
    few = said(results(1.3, 0.01, 1, count=3))[0]
    assert few.startswith("Whether pointerchain takes as long as handhoist cannot be told: 3 repetitions are")


def test_cells_that_a_run_had_no_time_for_are_set_apart() -> None:
    """A run whose time was up measured some cells once: they take the conclusion from no others."""
    given = results(1.3, 0.01, 1)
    rows = tuple(row(each.scheme, each.n, [1e-6]) if each.n in (3, 5) else each for each in given.rows)
    found = said(replace(given, rows=rows))
    assert found[0].startswith("pointerchain takes 1.3") and "geometric mean over 10 cells" in found[0]
    assert found[1].startswith("2 more cells were measured fewer than 4 times")
    rows = tuple(row(each.scheme, each.n, [1e-6, 1.1e-6]) for each in given.rows)
    assert "cannot be told: 2 repetitions are too few" in said(replace(given, rows=rows))[0]


@pytest.mark.parametrize(
    ("load", "noise", "message"),
    [
        (
            Load((3.5,) * 9, (1.6,) * 9, 0),
            0.01,
            "during 216 of 216 measurements the load average exceeded the 2",
        ),
        (Load((0.1,) * 8 + (9.0,), (), 0), 0.01, "during 24 of 216 measurements"),
        (Load((2.0,) * 9, (0.0,) * 9, 0), 0.01, ""),
        (Load((), (), 0), 0.5, "the upper quartile of a cell's repetitions is"),
    ],
)
def test_a_busy_machine_is_said(load: Load, noise: float, message: str) -> None:
    boxes = [
        text for text in said(results(1, noise, 1, load=load)) if text.startswith("The machine was busy")
    ]
    assert len(boxes) == bool(message)
    assert all(message in box for box in boxes)


def test_cells_that_spread_are_marked() -> None:
    given = results(1, 0.01, 1)
    rows = tuple(row("handhoist", each.n, [1e-6, 2e-6] * 4) if each.n == 3 else each for each in given.rows)
    given = replace(given, rows=rows, run=replace(RUN, measured_again=5))
    (table,) = all_results(Input(given))
    assert isinstance(table, Table)
    marked = [(line[5], line[table.head.index("")]) for line in table.rows]
    assert marked == [(str(each.n), "spreads" if each.n == 3 else "") for each in rows]
    text = next(block.text for block in where_it_ran(Input(given)) if isinstance(block, Paragraph))
    assert "5 cells whose repetitions lay apart were measured again. In 2 of 24 cells they lie apart" in text
    calm = next(
        block.text for block in where_it_ran(Input(results(1, 0.01, 1))) if isinstance(block, Paragraph)
    )
    assert "lie apart" not in calm and "lay apart" not in calm


def test_cells_that_spread_are_left_out_of_the_headline_by_name() -> None:
    """However far they lie apart: one cell of 1 to 363 times makes no conclusion."""
    given = results(1, 0.01, 1)
    wild = [1e-3 * (363 if i % 2 else 1) for i in range(9)]
    rows = tuple(
        row("pointerchain", 3, wild) if (each.scheme, each.n) == ("pointerchain", 3) else each
        for each in given.rows
    )
    headline, left_out, *_ = said(replace(given, rows=rows))
    assert headline.startswith("pointerchain and handhoist are not distinguishable: ratio 1.00")
    assert "geometric mean over 11 cells" in headline
    assert left_out.startswith("1 of 12 cells are left out of this, because their repetitions lie")
    assert left_out.endswith("apart: gcc/openmp/linear/allinit-allused/k:2/n:3.")
    rows = tuple(row(each.scheme, each.n, wild) for each in given.rows)
    assert "cannot be told: in each of the 12 cells" in said(replace(given, rows=rows))[0]


def test_coarse_measurements_are_said() -> None:
    given = results(1, 0.01, 1, load=Load((0.1,) * 9, (), 4))
    texts = said(replace(given, run=replace(RUN, library="debug")))
    assert any(text.startswith("96 of 216 measurements were of one iteration") for text in texts)
    assert any("is a debug build" in text for text in texts)
    assert not any("iteration" in text or "debug" in text for text in said(results(1, 0.01, 1)))


@pytest.mark.parametrize(("affinity", "count"), [("0-3,8", 5), ("1", 1), ("unknown", 2)])
def test_processors_that_programs_may_use(affinity: str, count: int) -> None:
    assert replace(RUN.machine, affinity=affinity).processors == count
