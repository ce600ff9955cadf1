# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Figures: axes that can be read, error bars where they belong, colours for a light and a dark page."""

from __future__ import annotations

import itertools
import math
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from made_up import NOTHING, results

from pointerchain.bench.axes import LEAST_FACTOR, apart, label, log_limits, log_ticks
from pointerchain.bench.blocks import Drawing, Input, Paragraph, Table
from pointerchain.bench.figures import Dot, DotPanel, Group, Line, Panel, Point, dots, grid
from pointerchain.bench.plots import transfer_rates
from pointerchain.bench.report import write_report
from pointerchain.bench.results import Results, timing

COLOUR = re.compile(r"(?:fill|stroke): (#[0-9a-f]{6})")


def test_an_axis_has_two_to_six_numbers() -> None:
    generator = random.Random(1)
    for _ in range(2000):
        low = 10 ** generator.uniform(-9, 6)
        high = low * 10 ** abs(generator.gauss(0, 3))
        limits = log_limits((low, high))
        assert limits[0] < low <= high < limits[1]
        assert limits[1] / limits[0] >= LEAST_FACTOR
        ticks = log_ticks(*limits)
        assert 2 <= len(ticks) <= 6, (low, high, ticks)
        assert sorted(ticks) == list(ticks)
        assert limits[0] * 0.9998 <= ticks[0] and ticks[-1] <= limits[1] * 1.0002
    assert log_ticks(*log_limits([1.0])) == (0.7, 1.0)
    assert log_ticks(*log_limits([0.9, 30])) == (1, 2, 5, 10, 20)
    assert log_ticks(*log_limits([1e-3, 1e9])) == (1e-3, 1.0, 1e3, 1e6, 1e9)


def test_numbers_of_an_axis() -> None:
    assert [label(x) for x in (0.01, 0.5, 1, 10, 50, 100, 1e6, 250, 1e-5)] == [
        *("0.01", "0.5", "1", "10", "50", "10²", "10⁶", "250", "10⁻⁵")
    ]


def test_labels_have_room() -> None:
    generator = random.Random(2)
    for _ in range(500):
        places = [generator.random() for _ in range(generator.randint(1, 8))]
        found = apart(places, 0.1, 0.05, 0.95)
        by_place = sorted(range(len(places)), key=lambda i: places[i])
        assert all(found[b] - found[a] > 0.0999 for a, b in itertools.pairwise(by_place))
        assert min(found) > 0.0499 and max(found) < 0.9501
    # Where there is room, nothing moves; where there is none, nothing lies on another.
    assert apart([0.2, 0.8], 0.1, 0, 1) == [0.2, 0.8]
    assert apart([0.5] * 3, 1, 0, 1) == [0, 1, 2]
    # A crowd at one end does not push who stands alone at the other.
    assert apart([0.9, 0.1, 0.9, 0.9], 0.1, 0, 1)[1] == 0.1


def drawn(low: float, high: float) -> str:
    points = (Point(100, 1.0, low, high), Point(1000, 1.0, 1.0, 1.0))
    panel = Panel("one", (Line("uvm", "uvm", points), Line("marshal", "marshal", points, dashed=True)))
    return grid([("k = 2", [panel, panel])], "n", "time", log_x=True, alt='a "figure"')


def test_error_bars_are_where_the_quartiles_are() -> None:
    svg = drawn(0.5, 4.0)
    bars = re.findall(r'LineCollection_\d+">\s*<path d="M ([\d.]+) ([\d.]+) \n?L ([\d.]+) ([\d.]+)', svg)
    assert len(bars) == 4
    low, high = log_limits([0.5, 4.0])
    panel = 1.75 * 72
    for x, lower, also_x, upper in bars:
        assert x == also_x
        length = float(lower) - float(upper)
        assert length == pytest.approx(panel * math.log(8) / math.log(high / low), rel=1e-4)


def test_an_axis_of_noise_has_more_than_one_number() -> None:
    svg = drawn(0.99, 1.01)
    assert [each for each in ("0.7", "1", "1.5") if f">{each}</text>" in svg] == ["0.7", "1"]
    # A difference of 2 % is no more than a thirtieth of the axis.
    low, high = log_limits([0.99, 1.01])
    assert math.log(1.02) / math.log(high / low) < 1 / 30


def of_dots() -> str:
    rows = tuple(
        Dot(name, name, 1.0, 2.0, 3.0) for name in ("base", "base+", "tcpy", "pcpy", "arena", "auto", "more")
    )
    panel = DotPanel("1 KB", (Group("List", rows, 1.5),))
    return dots([("enter", [panel])], "ms", log_x=True, alt="dots", key=("a", "b", "c"), lines=(1.0,))


def luminance(colour: str) -> float:
    """Relative luminance, as the Web Content Accessibility Guidelines 2.1 define it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.03928 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("svg", [drawn(0.5, 4), of_dots()], ids=["grid", "dots"])
def test_every_colour_has_one_for_a_dark_page(svg: str) -> None:
    sheet, _, rest = svg.partition("</style>")
    assert "@media screen and (prefers-color-scheme:dark)" in sheet
    dark = {
        (what, light): other
        for what, light, same, other in re.findall(
            r'\[style\*="(\w+): (#\w+)"\]\{(\w+):(#\w+)!important\}', sheet
        )
        if what == same
    }
    used = {(what, light) for what, light in re.findall(r"(fill|stroke): (#\w+)", rest)}
    assert used and used <= dark.keys()
    ground = luminance(dark["fill", "#ffffff"])
    for (_, light), other in dark.items():
        if light not in ("#ffffff", "#dddddd"):
            assert (luminance(other) + 0.05) / (ground + 0.05) >= 4.5, (light, other)
    # Nothing is drawn in a colour that nobody named: such text would be black on black.
    assert all("fill: #" in style for style in re.findall(r'<text style="([^"]*)"', rest))
    assert re.search(r"(?:fill|stroke)(?:: |=\")(?!none|#)", rest) is None


def test_a_figure_shrinks_and_then_scrolls(tmp_path: Path) -> None:
    write_report(Input(results(1, 0.05, 1)), tmp_path)
    head = drawn(0.5, 4).partition(">")[0]
    wide = float(re.search(r'width="([\d.]+)pt"', head)[1]) * 96 / 72  # type: ignore[index]
    least = re.search(r'style="max-width: 100%; min-width: (\d+)px; height: auto"', head)
    assert least is not None and float(least[1]) == pytest.approx(0.75 * wide, abs=1)
    assert 'aria-label="a &quot;figure&quot;"' in head
    page = (tmp_path / "report.html").read_text()
    assert ".wide { overflow-x: auto; }" in page
    assert '<meta name="viewport" content="width=device-width' in page
    assert "(prefers-color-scheme: dark)" in page


def moving(shares: bool, counted: bool = True) -> Results:
    """Each cell moves 8000 bytes in, and nothing out."""
    given = results(1, 0.05, 1)
    moved = {**dict.fromkeys(("kernel", "leave"), NOTHING), "enter": replace(NOTHING, to_device_bytes=8000)}
    rows = tuple(
        replace(
            row,
            where=replace(row.where, shares_memory=shares, counts_source="OMPT" if counted else ""),
            moved=moved,
            steps={**row.steps, "enter": timing([1e-6, 2e-6, 4e-6, 8e-6, 16e-6])},
        )
        for row in given.rows
    )
    return replace(given, rows=rows)


def test_transfer_rates() -> None:
    drawing, table = transfer_rates(Input(moving(shares=False)))
    assert isinstance(drawing, Drawing) and "GB/s" in drawing.svg and drawing.name == "rates-gcc-openmp"
    assert isinstance(table, Table) and len(table.rows) == 24
    assert all(row[-6:] == ("2", "1", "4", "", "", "") for row in table.rows)
    assert table.head[-6:] == ("in [GB/s]", "low", "high", "out [GB/s]", "low", "high")
    (nothing,) = transfer_rates(Input(moving(shares=True)))
    assert isinstance(nothing, Paragraph) and "nothing is copied" in nothing.text
    (unknown,) = transfer_rates(Input(moving(shares=False, counted=False)))
    assert isinstance(unknown, Paragraph) and "nobody counted the bytes" in unknown.text


def test_what_a_table_s_columns_hold_is_asked_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was asked for each cell, and a page took half a minute."""
    asked: list[str] = []
    real = Table.numeric.fget  # type: ignore[attr-defined]

    def numeric(self: Table) -> tuple[bool, ...]:
        asked.append(self.name)
        return real(self)

    monkeypatch.setattr(Table, "numeric", property(numeric))
    write_report(Input(results(1, 0.05, 1)), tmp_path)
    # The page and the Markdown.
    assert asked.count("results") == 1 and max(map(asked.count, asked)) == 2
