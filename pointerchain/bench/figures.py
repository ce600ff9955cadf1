# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The papers' figures, drawn with matplotlib as SVG that stands in a page: ``grid`` of lines, ``dots``.

Colours are of Okabe and Ito's palette, which the colour-blind can tell apart; markers say the same again.
Lines are labelled where they end, rows of dots where they begin.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pointerchain.bench.results import Result

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


class FigureError(Exception):
    """Nothing can be drawn; the message is fit for the user."""


@dataclass(frozen=True, slots=True)
class Style:
    """How one line is drawn. ``order`` is from the back to the front."""

    colour: str
    marker: str
    line: str = "-"
    width: float = 1.6
    order: int = 2


STYLES: dict[str, Style] = {
    "uvm": Style("#555555", "o", width=1.2),
    "marshal": Style("#D55E00", "s"),
    "mapper": Style("#CC79A7", "D"),
    # Wide and behind: pointerchain's line lies on it.
    "handhoist": Style("#009E73", "", width=5, order=1),
    "pointerchain": Style("#0072B2", "^"),
}
# The techniques of automatic deep copy.
TECHNIQUES: dict[str, Style] = {
    "base": Style("#555555", "o"),
    "base+": Style("#E69F00", "s"),
    "tcpy": Style("#CC79A7", "D"),
    "pcpy": Style("#009E73", "v"),
    "arena": Style("#0072B2", "^"),
    "auto": Style("#D55E00", "P"),
}
_OTHER = Style("#56B4E9", "v")

Measure = Callable[[Result], float]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a panel: a label, its style's name, and points (x, ratio)."""

    label: str
    style: str
    points: tuple[tuple[float, float], ...]
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """One plot of a grid."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Dot:
    """One row of a plot of dots: its label, its style's name, where its dot is, and where its bar."""

    label: str
    style: str
    value: float
    bar: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Rows of dots below a heading; ``line`` is a value that all of them are compared with."""

    title: str
    dots: tuple[Dot, ...]
    line: float | None = None


@dataclass(frozen=True, slots=True)
class DotPanel:
    """One plot of dots."""

    title: str
    groups: tuple[Group, ...]


def grid(
    rows: Sequence[tuple[str, Sequence[Panel]]], x_label: str, y_label: str, *, log_x: bool, alt: str
) -> str:
    """An SVG of panels that share their axes: a label and panels a row. ``alt`` says what it shows."""
    plot = _pyplot()
    columns = max(len(panels) for _, panels in rows)
    figure: Figure
    figure, axes = plot.subplots(
        len(rows),
        columns,
        figsize=(3.0 * columns + 1.7, 2.2 * len(rows) + 0.7),
        sharex=True,
        sharey=True,
        squeeze=False,
        layout="constrained",
    )
    ticks = sorted(
        {x for _, panels in rows for panel in panels for line in panel.lines for x, _ in line.points}
    )
    for i, (label, panels) in enumerate(rows):
        for j, panel in enumerate(panels):
            axis = axes[i][j]
            _draw(axis, panel, log_x=log_x, ticks=ticks)
            if i == 0:
                axis.set_title(panel.title, fontsize=10)
            if i == len(rows) - 1:
                axis.set_xlabel(x_label)
            if j == 0:
                axis.set_ylabel(f"{label}\n{y_label}" if label else y_label)
            if j == len(panels) - 1:
                _label_ends(axis, panel.lines)
    # The labels need the limits that all panels share.
    for (_, panels), row in zip(rows, axes, strict=True):
        _spread_labels(row[len(panels) - 1])
    return _svg(plot, figure, alt)


def dots(
    rows: Sequence[tuple[str, Sequence[DotPanel]]],
    x_label: str,
    *,
    log_x: bool,
    alt: str,
    key: tuple[str, str, str] = ("", "", ""),
    lines: tuple[float, ...] = (),
) -> str:
    """An SVG of panels with a row for each dot; those below each other share the x axis.

    ``key`` says what a dot, a bar and a group's line are; ``lines`` are drawn through all panels.
    """
    plot = _pyplot()
    columns = max(len(panels) for _, panels in rows)
    high = max(sum(1 + len(group.dots) for group in panel.groups) for _, panels in rows for panel in panels)
    figure: Figure
    figure, axes = plot.subplots(
        len(rows),
        columns,
        figsize=(2.9 * columns + 1.3, (0.165 * high + 0.5) * len(rows) + 0.6),
        sharex="col",
        squeeze=False,
        layout="constrained",
    )
    for i, (label, panels) in enumerate(rows):
        for j in range(columns):
            axis = axes[i][j]
            if j >= len(panels):
                axis.set_axis_off()
                continue
            _draw_dots(axis, panels[j], log_x=log_x, named=j == 0, lines=lines)
            if i == 0:
                axis.set_title(panels[j].title, fontsize=10)
            if i == len(rows) - 1:
                axis.set_xlabel(x_label)
            if j == 0 and label:
                axis.set_ylabel(label, fontsize=10)
    if log_x:
        for j in range(columns):
            _log_scale(axes[-1][j], [panels[j] for _, panels in rows if j < len(panels)])
    _key(figure, key)
    return _svg(plot, figure, alt)


def _draw_dots(axis: Axes, panel: DotPanel, *, log_x: bool, named: bool, lines: tuple[float, ...]) -> None:
    if log_x:
        axis.set_xscale("log")
    labels: list[tuple[str, str]] = []
    for group in panel.groups:
        top = len(labels)
        labels.append((group.title, ""))
        for dot in group.dots:
            style = TECHNIQUES.get(dot.style, _OTHER)
            at = len(labels)
            labels.append((dot.label, style.colour))
            # A logarithmic axis has no place for what took no time.
            if dot.bar is not None and (dot.bar > 0 or not log_x):
                axis.plot([dot.bar] * 2, [at - 0.42, at + 0.42], color="#222222", linewidth=1.1, zorder=2)
            if dot.value > 0 or not log_x:
                axis.plot(
                    dot.value,
                    at,
                    color=style.colour,
                    marker=style.marker,
                    markersize=5,
                    zorder=3,
                    clip_on=False,
                )
        if group.line is not None and (group.line > 0 or not log_x):
            axis.plot(
                [group.line] * 2, [top + 0.5, len(labels) - 0.5], color="#56B4E9", linestyle=":", zorder=1
            )
    for value in lines:
        axis.axvline(value, color="#222222", linewidth=0.8, linestyle=":", zorder=1)
    if not log_x:
        low, high = axis.get_xlim()
        axis.set_xlim(min(low, 0), max(high, 105))
    axis.set_ylim(len(labels) - 0.4, -0.6)
    axis.set_yticks(range(len(labels)), [text for text, _ in labels] if named else [])
    for text, (_, colour) in zip(axis.get_yticklabels(), labels, strict=False):
        text.set_fontsize(8.5)
        text.set_color(colour or "#222222")
        text.set_fontweight("normal" if colour else "bold")
    axis.tick_params(axis="y", length=0)
    axis.grid(visible=False, axis="y")


def _log_scale(axis: Axes, panels: Sequence[DotPanel]) -> None:
    """Limits and ticks of the axis that ``panels`` share: at least a factor of 4, and two numbers on it."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter

    values = [
        value
        for panel in panels
        for group in panel.groups
        for value in (group.line or 0, *(x for dot in group.dots for x in (dot.value, dot.bar or 0)))
        if value > 0
    ]
    if not values:
        return
    low, high = min(values), max(values)
    # What differs by noise alone should not look like a difference.
    more = max(1.12, math.sqrt(4 / (high / low)))
    low, high = low / more, high * more
    factors = (1,) if high > 100 * low else (1, 3) if high > 20 * low else (1, 2, 5)
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    axis.set_xlim(low, high)
    axis.xaxis.set_major_locator(
        FixedLocator([factor * 10.0**power for power in powers for factor in factors])
    )
    axis.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    axis.xaxis.set_minor_formatter(NullFormatter())


def _key(figure: Figure, key: tuple[str, str, str]) -> None:
    """What the marks are, above the panels."""
    from matplotlib.lines import Line2D

    marks = (
        Line2D([], [], color="#555555", marker="o", linestyle="", markersize=5),
        Line2D([], [], color="#222222", marker="|", linestyle="", markersize=10),
        Line2D([], [], color="#56B4E9", linestyle=":"),
    )
    shown = [(mark, text) for mark, text in zip(marks, key, strict=True) if text]
    if shown:
        figure.legend(
            [mark for mark, _ in shown],
            [text for _, text in shown],
            loc="outside upper center",
            ncols=len(shown),
            frameon=False,
            fontsize=8.5,
        )


def _pyplot() -> Any:
    try:
        import matplotlib
    except ImportError:
        raise FigureError("no matplotlib: install 'pointerchain[bench]'") from None
    matplotlib.use("svg")
    import matplotlib.pyplot as plot

    plot.rcParams.update(
        {
            "svg.fonttype": "none",
            "svg.hashsalt": "pointerchain",  # the same results give the same bytes
            "font.family": "sans-serif",
            "font.sans-serif": ["DejaVu Sans", "Arial"],  # all of them are named at each word
            "font.size": 9,
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.grid": True,
            "grid.color": "#dddddd",
            "grid.linewidth": 0.6,
        }
    )
    return plot


def _draw(axis: Axes, panel: Panel, *, log_x: bool, ticks: list[float]) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter, NullLocator

    if log_x:
        axis.set_xscale("log")
    axis.set_yscale("log")
    for line in panel.lines:
        style = STYLES.get(line.style, _OTHER)
        axis.plot(
            [x for x, _ in line.points],
            [y for _, y in line.points],
            color=style.colour,
            linestyle="--" if line.dashed else style.line,
            marker=style.marker,
            markersize=4,
            markerfacecolor="white" if line.dashed else style.colour,
            linewidth=style.width,
            alpha=0.45 if style.order == 1 else 1,
            zorder=style.order,
            solid_capstyle="round",
        )
    axis.set_xticks(ticks)
    axis.xaxis.set_minor_locator(NullLocator())
    axis.xaxis.set_major_formatter(FuncFormatter(lambda x, _: _power(x)))
    heights = [y for line in panel.lines for _, y in line.points]
    # Over many decades only the powers of ten have room.
    wide = bool(heights) and max(heights) > 300 * min(heights)
    axis.yaxis.set_major_locator(LogLocator(subs=(1,) if wide else (1, 2, 5)))
    axis.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
    axis.yaxis.set_minor_formatter(NullFormatter())
    axis.margins(x=0.06, y=0.08)


def _power(value: float) -> str:
    """10 to a power as such, other numbers as they are."""
    text = f"{value:.0f}"
    zeros = len(text) - len(text.rstrip("0"))
    if text == "1" + "0" * zeros and zeros >= 2:
        return f"10{str(zeros).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
    return text


def _label_ends(axis: Axes, lines: tuple[Line, ...]) -> None:
    for line in lines:
        if line.points:
            x, y = line.points[-1]
            axis.annotate(
                line.label,
                (x, y),
                xytext=(8, 0),
                textcoords="offset points",
                va="center",
                fontsize=8.5,
                color=STYLES.get(line.style, _OTHER).colour,
                annotation_clip=False,
            )


def _spread_labels(axis: Axes) -> None:
    """Move labels that would lie on each other apart, in the order of their lines."""
    from matplotlib.text import Annotation

    # How far apart lines of text have to be, in points; a panel is about 125 points high.
    gap = 11.0
    labels = [child for child in axis.get_children() if isinstance(child, Annotation)]
    height = axis.bbox.height * 72 / axis.figure.dpi

    def place(label: Any) -> float:
        shown = axis.transAxes.inverted().transform(axis.transData.transform(label.xy))
        return float(shown[1]) * height

    labels.sort(key=place)
    wanted = [place(label) for label in labels]
    given = list(wanted)
    for i in range(1, len(given)):
        given[i] = max(given[i], given[i - 1] + gap)
    # Back down by half of what the highest was pushed up, as far as there is room.
    if given:
        shift = max(0.0, min((given[-1] - wanted[-1]) / 2, given[0] - gap / 2))
        given = [each - shift for each in given]
    for label, before, after in zip(labels, wanted, given, strict=True):
        label.set_position((8, after - before))


def _svg(plot: Any, figure: Figure, alt: str) -> str:
    """The figure as an element of a page: no XML header, no size of its own, a text for who cannot see it."""
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    plot.close(figure)
    text = out.getvalue()
    text = text[text.index("<svg") :]
    head, _, rest = text.partition(">")
    escaped = alt.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return f'{head} role="img" aria-label="{escaped}">{rest}'
