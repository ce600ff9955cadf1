# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which lines the paper's Figures 5 to 7 have, from results; ``figures`` draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pointerchain.bench.blocks import Block, Drawing, Input, Paragraph
from pointerchain.bench.figures import Line, Panel, grid
from pointerchain.bench.model import LAYOUTS, SCHEMES
from pointerchain.bench.results import Result

BASELINE = "uvm"
# More rows of panels than these make a figure nobody looks at.
MOST_ROWS = 3


def wall(row: Result) -> float:
    """Steps 1 to 6, in seconds."""
    return row.whole.median


def kernel(row: Result) -> float:
    """Step 4, in seconds."""
    return row.steps["kernel"].median


def linear_wall_figures(given: Input) -> list[Block]:
    """Figure 5: a figure for each place."""
    return _linear(given, wall, "figure5", "wall-clock time", "Steps 1 to 6")


def linear_kernel_figures(given: Input) -> list[Block]:
    """Figure 6: a figure for each place."""
    return _linear(given, kernel, "figure6", "kernel time", "Step 4")


def _linear(
    given: Input, measure: Callable[[Result], float], name: str, what: str, steps: str
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
                    points = sorted(
                        (float(row.n), measure(row) / base[layout, levels, row.n])
                        for row in results
                        if (row.scheme, row.layout, row.levels) == (scheme, layout, levels)
                        and (layout, levels, row.n) in base
                    )
                    if points:
                        lines.append(Line(scheme, scheme, tuple(points)))
                row_of_panels.append(Panel(layout, tuple(lines)))
            panels.append((f"k = {levels}", row_of_panels))
        alt = f"Linear, {what} over n, divided by uvm's, for {' in '.join(place)}; see results.csv"
        svg = grid(panels, "n, elements of an array", "time / uvm's", log_x=True, alt=alt)
        caption = (
            f"{place[0]}, {place[1]}: {what} over the number of elements, divided by that of uvm; "
            f"lower is better. {steps}; both axes are logarithmic."
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
                        points = sorted(
                            (float(row.q), measure(row) / base[n, row.q])
                            for row in results
                            if (row.scheme, row.layout, row.n) == (scheme, layout, n) and (n, row.q) in base
                        )
                        if points:
                            both = len(SCHEMES[scheme].dense) > 1
                            title = f"{scheme}, {layout}" if both else scheme
                            dashed = both and layout == "selective"
                            lines.append(Line(title, scheme, tuple(points), dashed))
                panels.append(Panel(f"n = {n:,}", tuple(lines)))
            rows.append((label, panels))
        alt = (
            f"Dense, time over q, divided by uvm's, for {' in '.join(place)}; the numbers are in results.csv"
        )
        svg = grid(rows, "q, structs at each level", "time / uvm's", log_x=False, alt=alt)
        caption = (
            f"{place[0]}, {place[1]}: time over the fan-out, divided by that of uvm with the whole tree "
            "in unified memory (full); lower is better. Above steps 1 to 6, below step 4; "
            "the y axis is logarithmic."
        )
        blocks.append(Drawing(f"figure7-{'-'.join(place)}", caption, svg))
    return blocks


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
