# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which lines the paper's Figures 5 to 7 and the transfer rates have; ``figures`` draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pointerchain.bench.blocks import Block, Drawing, Input, Paragraph, Table
from pointerchain.bench.figures import Line, Panel, Point, grid
from pointerchain.bench.model import LAYOUTS, SCHEMES
from pointerchain.bench.results import Result, Timing

BASELINE = "uvm"
# More rows of panels than these make a figure nobody looks at.
MOST_ROWS = 3
_BARS = "Bars go from the lower to the upper quartile of the repetitions"


def wall(row: Result) -> Timing:
    """Steps 1 to 6."""
    return row.whole


def kernel(row: Result) -> Timing:
    """Step 4."""
    return row.steps["kernel"]


def _over(x: float, time: Timing, base: Timing) -> Point:
    """A time and its quartiles, divided by the median of another one."""
    return Point(x, *(each / base.median for each in (time.median, time.low, time.high)))


def linear_wall_figures(given: Input) -> list[Block]:
    """Figure 5: a figure for each place."""
    return _linear(given, wall, "figure5", "wall-clock time", "Steps 1 to 6")


def linear_kernel_figures(given: Input) -> list[Block]:
    """Figure 6: a figure for each place."""
    steps = f"Step 4{_with_transfers(given.results.rows)}"
    return _linear(given, kernel, "figure6", "kernel time", steps)


def _linear(
    given: Input, measure: Callable[[Result], Timing], name: str, what: str, steps: str
) -> list[Block]:
    blocks: list[Block] = []
    for place, results in _by_place(given.results.rows, "linear"):
        base = {(row.layout, row.levels, row.n): measure(row) for row in results if row.scheme == BASELINE}
        if not base:
            blocks.append(_no_baseline(place))
            continue
        panels = []
        for levels in _some(sorted({row.levels for row in results})):
            row_of_panels = []
            for layout in LAYOUTS["linear"]:
                lines = []
                for scheme in SCHEMES:
                    points = [
                        _over(row.n, measure(row), base[layout, levels, row.n])
                        for row in results
                        if (row.scheme, row.layout, row.levels) == (scheme, layout, levels)
                        and (layout, levels, row.n) in base
                    ]
                    if points:
                        lines.append(Line(scheme, scheme, _in_order(points)))
                row_of_panels.append(Panel(layout, tuple(lines)))
            panels.append((f"k = {levels}", row_of_panels))
        alt = f"Linear, {what} over n, divided by uvm's, for {' in '.join(place)}; see results.csv"
        svg = grid(panels, "n, elements of an array", "time / uvm's", log_x=True, alt=alt)
        caption = (
            f"{place[0]}, {place[1]}: {what} over the number of elements, divided by that of uvm; "
            f"lower is better. {steps}; both axes are logarithmic. {_BARS}, "
            "divided by uvm's median."
        )
        blocks.append(Drawing(f"{name}-{'-'.join(place)}", caption, svg))
    return blocks


def dense_figures(given: Input) -> list[Block]:
    """Figure 7: a figure for each place, with the wall-clock time above and the kernel's below."""
    blocks: list[Block] = []
    for place, results in _by_place(given.results.rows, "dense"):
        counts = _some(sorted({row.n for row in results}), 4)
        if not any(row.scheme == BASELINE and row.layout == "full" for row in results):
            blocks.append(_no_baseline(place))
            continue
        rows = []
        for label, measure in (("wall-clock", wall), ("kernel", kernel)):
            base = {
                (row.n, row.q): measure(row)
                for row in results
                if row.scheme == BASELINE and row.layout == "full"
            }
            panels = []
            for n in counts:
                lines = []
                for scheme in SCHEMES:
                    for layout in SCHEMES[scheme].dense:
                        points = [
                            _over(row.q, measure(row), base[n, row.q])
                            for row in results
                            if (row.scheme, row.layout, row.n) == (scheme, layout, n) and (n, row.q) in base
                        ]
                        if points:
                            both = len(SCHEMES[scheme].dense) > 1
                            title = f"{scheme}, {layout}" if both else scheme
                            dashed = both and layout == "selective"
                            lines.append(Line(title, scheme, _in_order(points), dashed))
                panels.append(Panel(f"n = {n:,}", tuple(lines)))
            rows.append((label, panels))
        alt = (
            f"Dense, time over q, divided by uvm's, for {' in '.join(place)}; the numbers are in results.csv"
        )
        svg = grid(rows, "q, structs at each level", "time / uvm's", log_x=False, alt=alt)
        caption = (
            f"{place[0]}, {place[1]}: time over the fan-out, divided by that of uvm with the whole tree "
            "in unified memory (full); lower is better. Above steps 1 to 6, below step 4"
            f"{_with_transfers(results)}; the y axis is logarithmic. {_BARS}, divided by uvm's median."
        )
        blocks.append(Drawing(f"figure7-{'-'.join(place)}", caption, svg))
    return blocks


def _with_transfers(rows: Iterable[Result]) -> str:
    """What a caption says of step 4 where it holds transfers of a scheme."""
    return ", which holds mapped's transfers, too" if any(row.scheme == "mapped" for row in rows) else ""


_WAYS = (
    ("in, step 3", "enter", "to_device_bytes"),
    ("out, step 5", "leave", "from_device_bytes"),
)
"""A way's words, its step, and which of the step's bytes go that way."""


def transfer_rates(given: Input) -> list[Block]:
    """Bytes of steps 3 and 5 over their time: a figure for each place, and a table of all cells."""
    blocks: list[Block] = []
    apart = [row for row in given.results.rows if not row.where.shares_memory]
    places = {row.place for row in given.results.rows} - {row.place for row in apart}
    if places:
        blocks.append(
            Paragraph(
                f"{_listed(places)}: the device shares the host's memory, nothing is copied, and there is "
                "no rate of it."
            )
        )
    counted = [row for row in apart if row.where.counts_source]
    silent = {row.place for row in apart} - {row.place for row in counted}
    if silent:
        blocks.append(Paragraph(f"{_listed(silent)}: nobody counted the bytes."))
    for place, results in _by_place(counted, "linear"):
        levels = max(row.levels for row in results)
        rows = []
        for words, step, counter in _WAYS:
            panels = []
            for layout in LAYOUTS["linear"]:
                lines = []
                for scheme in SCHEMES:
                    points = [
                        Point(row.n, *rate)
                        for row in results
                        if (row.scheme, row.layout, row.levels) == (scheme, layout, levels)
                        and (rate := _rate(row, step, counter)) is not None
                    ]
                    if points:
                        lines.append(Line(scheme, scheme, _in_order(points)))
                panels.append(Panel(layout, tuple(lines)))
            rows.append((words, panels))
        if not any(panel.lines for _, panels in rows for panel in panels):
            continue
        alt = f"Linear, k = {levels}, GB/s of the transfers over n, for {' in '.join(place)}; see rates.csv"
        svg = grid(rows, "n, elements of an array", "GB/s", log_x=True, alt=alt)
        caption = (
            f"{place[0]}, {place[1]}, Linear with k = {levels}: bytes that a step moves, over the time of "
            "the whole step, allocations and attached pointers among it; higher is better. GB are 10⁹ bytes; "
            f"both axes are logarithmic. {_BARS}."
        )
        blocks.append(Drawing(f"rates-{'-'.join(place)}", caption, svg))
    return blocks + _rates_table(counted)


def _rate(row: Result, step: str, counter: str) -> tuple[float, float, float] | None:
    """GB/s: the median's, the upper and the lower quartile's time; None where nothing was moved."""
    moved, time = getattr(row.moved[step], counter), row.steps[step]
    if not moved or min(time.low, time.median) <= 0:
        return None
    return moved / time.median / 1e9, moved / time.high / 1e9, moved / time.low / 1e9


def _rates_table(rows: Iterable[Result]) -> list[Block]:
    table = []
    for row in rows:
        rates = [_rate(row, step, counter) for _, step, counter in _WAYS]
        if any(rates):
            cells = [text for rate in rates for text in _rate_cells(rate)]
            table.append(
                (
                    *row.place,
                    row.scenario,
                    row.layout,
                    *map(str, (row.levels, row.n, row.q)),
                    row.scheme,
                    *cells,
                )
            )
    if not table:
        return []
    head = (
        *("toolchain", "dialect", "scenario", "layout", "levels", "n", "q", "scheme"),
        *("in [GB/s]", "low", "high", "out [GB/s]", "low", "high"),
    )
    caption = "Transfer rates of all cells; low and high are those of the upper and the lower quartile's time"
    return [Table("rates", caption, head, tuple(table), folded=True)]


def _rate_cells(rate: tuple[float, float, float] | None) -> tuple[str, ...]:
    return ("", "", "") if rate is None else tuple(f"{each:.3g}" for each in rate)


def _listed(places: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{toolchain} ({dialect})" for toolchain, dialect in sorted(places))


def _in_order(points: Iterable[Point]) -> tuple[Point, ...]:
    return tuple(sorted(points, key=lambda point: point.x))


def _no_baseline(place: tuple[str, str]) -> Paragraph:
    return Paragraph(f"{place[0]}, {place[1]}: uvm was not measured, so nothing can be divided by it.")


def _by_place(rows: Iterable[Result], scenario: str) -> list[tuple[tuple[str, str], list[Result]]]:
    places: dict[tuple[str, str], list[Result]] = {}
    for row in rows:
        if row.scenario == scenario:
            places.setdefault(row.place, []).append(row)
    return sorted(places.items())


def _some(values: list[int], most: int = MOST_ROWS) -> list[int]:
    """The first, the last, and what is evenly between them."""
    if len(values) <= most:
        return values
    return [values[round(i * (len(values) - 1) / (most - 1))] for i in range(most)]
