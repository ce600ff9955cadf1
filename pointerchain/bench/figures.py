# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The papers' figures, drawn with matplotlib as SVG that stands in a page: ``grid`` of lines, ``dots``.

Colours are of Okabe and Ito's palette, which the colour-blind can tell apart; markers say the same again.
A style sheet in each figure has others for a dark page. Lines are labelled where they end, rows of dots
where they begin. Panels have fixed places: finding them by drawing everything first takes half of the time.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from pointerchain.bench.axes import apart, label, log_limits, log_ticks
from pointerchain.extras import install_line

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
    "mapped": Style("#E69F00", "v"),
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
# For lines that are told apart by their place alone: the first, the second ...
NUMBERED: dict[str, Style] = {
    str(number): Style(colour, marker)
    for number, (colour, marker) in enumerate(
        (
            ("#0072B2", "^"),
            ("#D55E00", "s"),
            ("#009E73", "v"),
            ("#CC79A7", "D"),
            ("#E69F00", "P"),
            ("#56B4E9", "X"),
            ("#555555", "o"),
            ("#222222", "*"),
        )
    )
}
STYLES |= NUMBERED
_OTHER = Style("#56B4E9", "v")

_INK, _GRID, _GROUND = "#222222", "#dddddd", "#ffffff"
# On a dark ground: the same hues, lighter.
_DARK = {
    _INK: "#dddddd",
    _GRID: "#3c4046",
    _GROUND: "#17191c",
    "#555555": "#b0b0b0",
    "#d55e00": "#ff8a3d",
    "#cc79a7": "#e39cc4",
    "#009e73": "#35c49a",
    "#0072b2": "#5ab4ee",
    "#e69f00": "#f2b632",
    "#56b4e9": "#86cdf4",
}

# Inches, and points of letters.
_PANEL, _HEIGHT, _GAP = 2.5, 1.75, 0.17
_ROW = 0.165
_LETTERS, _SMALL = 9.0, 8.5


@dataclass(frozen=True, slots=True)
class Point:
    """A value over ``x``, and the ends of its error bar."""

    x: float
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a panel: a label, its style's name, and its points in the order of x."""

    label: str
    style: str
    points: tuple[Point, ...]
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """One plot of a grid."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Dot:
    """One row of a plot of dots: its label, its style's name, where its dot is, and where its bar.

    ``high`` is the other end of an error bar that begins at the dot.
    """

    label: str
    style: str
    value: float
    bar: float | None = None
    high: float | None = None


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
    lines = [line for _, panels in rows for panel in panels for line in panel.lines]
    points = [point for line in lines for point in line.points]
    at_x = sorted({point.x for point in points})
    limits = log_limits(value for point in points for value in (point.low, point.value, point.high))
    columns = max(len(panels) for _, panels in rows)
    margins = _Margins(
        left=0.55 + _wide([label(tick) for tick in log_ticks(*limits)]),
        right=0.3 + _wide(line.label for line in lines),
        top=0.3,
        bottom=0.5,
    )
    with _settings():
        figure = _figure(margins, columns, [_HEIGHT] * len(rows))
        for i, (row_label, panels) in enumerate(rows):
            for j, panel in enumerate(panels):
                axis = _axes(figure, margins, j, i, [_HEIGHT] * len(rows))
                _scale(axis, at_x, limits, log_x=log_x)
                axis.tick_params(labelleft=j == 0, labelbottom=i == len(rows) - 1)
                for line in panel.lines:
                    _draw(axis, line)
                if i == 0:
                    axis.set_title(panel.title, fontsize=10)
                if i == len(rows) - 1:
                    axis.set_xlabel(x_label)
                if j == 0:
                    axis.set_ylabel(f"{row_label}\n{y_label}" if row_label else y_label)
                if j == len(panels) - 1:
                    _label_ends(axis, panel.lines, limits)
        return _svg(figure, alt)


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
    columns = max(len(panels) for _, panels in rows)
    heights = [
        _ROW * max((sum(1 + len(group.dots) for group in panel.groups) for panel in panels), default=0)
        for _, panels in rows
    ]
    names = (
        text
        for _, panels in rows
        for panel in panels[:1]
        for group in panel.groups
        for text in (group.title, *(dot.label for dot in group.dots))
    )
    named = any(name for name, _ in rows)
    margins = _Margins(
        left=0.15 + _wide(names) + (0.25 if named else 0),
        right=0.15,
        top=0.6 if any(key) else 0.3,
        bottom=0.5,
    )
    limits = [
        _dot_limits([panels[j] for _, panels in rows if j < len(panels)], log_x=log_x) for j in range(columns)
    ]
    with _settings():
        figure = _figure(margins, columns, heights)
        for i, (row_label, panels) in enumerate(rows):
            for j, panel in enumerate(panels):
                axis = _axes(figure, margins, j, i, heights)
                _draw_dots(axis, panel, limits[j], log_x=log_x, named=j == 0, lines=lines)
                axis.tick_params(labelbottom=i == len(rows) - 1)
                if i == 0:
                    axis.set_title(panel.title, fontsize=10)
                if i == len(rows) - 1:
                    axis.set_xlabel(x_label)
                if j == 0 and row_label:
                    axis.set_ylabel(row_label, fontsize=10)
                    axis.yaxis.set_label_coords(-(margins.left - 0.25) / _PANEL, 0.5)
        _key(figure, key)
        return _svg(figure, alt)


@dataclass(frozen=True, slots=True)
class _Margins:
    """Inches around the panels."""

    left: float
    right: float
    top: float
    bottom: float


def _wide(texts: Iterable[str]) -> float:
    """About how many inches the widest of some words is; DejaVu Sans is a wide font."""
    return max(map(len, texts), default=0) * 0.6 * _LETTERS / 72


def _figure(margins: _Margins, columns: int, heights: Sequence[float]) -> Figure:
    from matplotlib.figure import Figure

    wide = margins.left + columns * (_PANEL + _GAP) - _GAP + margins.right
    high = margins.top + sum(heights) + (len(heights) - 1) * _GAP + margins.bottom
    return Figure(figsize=(wide, high))


def _axes(figure: Figure, margins: _Margins, column: int, row: int, heights: Sequence[float]) -> Axes:
    """The axes of one panel, rows from the top."""
    wide, high = figure.get_size_inches()
    left = margins.left + column * (_PANEL + _GAP)
    bottom = margins.bottom + sum(heights[row + 1 :]) + (len(heights) - 1 - row) * _GAP
    return figure.add_axes((left / wide, bottom / high, _PANEL / wide, heights[row] / high))


def _scale(axis: Axes, at_x: Sequence[float], limits: tuple[float, float], *, log_x: bool) -> None:
    """Both axes: ticks where there are points, and round numbers."""
    if log_x:
        axis.set_xscale("log")
        axis.set_xlim(log_limits(at_x))
    else:
        axis.margins(x=0.06)
    axis.set_xticks(at_x, [label(x) for x in at_x])
    axis.set_yscale("log")
    axis.set_ylim(limits)
    ticks = log_ticks(*limits)
    axis.set_yticks(ticks, [label(tick) for tick in ticks])
    axis.minorticks_off()


def _draw(axis: Axes, line: Line) -> None:
    """A line with the error bars of its points."""
    style = STYLES.get(line.style, _OTHER)
    axis.errorbar(
        [point.x for point in line.points],
        [point.value for point in line.points],
        yerr=(
            [point.value - point.low for point in line.points],
            [point.high - point.value for point in line.points],
        ),
        color=style.colour,
        linestyle="--" if line.dashed else style.line,
        marker=style.marker,
        markersize=4,
        markerfacecolor=_GROUND if line.dashed else style.colour,
        linewidth=style.width,
        elinewidth=0.9,
        capsize=2.5,
        capthick=0.9,
        alpha=0.45 if style.order == 1 else 1,
        zorder=style.order,
        solid_capstyle="round",
    )


def _label_ends(axis: Axes, lines: Sequence[Line], limits: tuple[float, float]) -> None:
    """Each line's mark and name, at the height where it ends as far as there is room."""
    ended = [line for line in lines if line.points]
    low, high = map(math.log, limits)
    gap = 11.0 / 72 / _HEIGHT
    places = apart(
        [(math.log(line.points[-1].value) - low) / (high - low) for line in ended], gap, gap / 2, 1 - gap / 2
    )
    for line, place in zip(ended, places, strict=True):
        style = STYLES.get(line.style, _OTHER)
        axis.plot(
            [1.02, 1.075],
            [place, place],
            transform=axis.transAxes,
            clip_on=False,
            color=style.colour,
            linestyle="--" if line.dashed else style.line,
            marker=style.marker,
            markevery=[1],
            markersize=4,
            markerfacecolor=_GROUND if line.dashed else style.colour,
            linewidth=style.width,
            alpha=0.45 if style.order == 1 else 1,
        )
        axis.text(1.1, place, line.label, transform=axis.transAxes, va="center", fontsize=_SMALL)


def _dot_limits(panels: Sequence[DotPanel], *, log_x: bool) -> tuple[float, float]:
    values = [
        value
        for panel in panels
        for group in panel.groups
        for value in (
            group.line,
            *(each for dot in group.dots for each in (dot.value, dot.bar, dot.high)),
        )
        if value is not None
    ]
    if log_x:
        return log_limits(values)
    return min(0.0, *values), 1.05 * max(100.0, *values)


def _draw_dots(
    axis: Axes,
    panel: DotPanel,
    limits: tuple[float, float],
    *,
    log_x: bool,
    named: bool,
    lines: tuple[float, ...],
) -> None:
    """Rows from the top. A logarithmic axis has no place for what took no time."""

    def drawn(value: float | None) -> TypeGuard[float]:
        return value is not None and (value > 0 or not log_x)

    if log_x:
        axis.set_xscale("log")
        ticks = log_ticks(*limits)
        axis.set_xticks(ticks, [label(tick) for tick in ticks])
        axis.minorticks_off()
    axis.set_xlim(limits)
    labels: list[tuple[str, bool]] = []
    for group in panel.groups:
        top = len(labels)
        labels.append((group.title, True))
        for dot in group.dots:
            style = TECHNIQUES.get(dot.style, _OTHER)
            at = len(labels)
            labels.append((dot.label, False))
            if drawn(dot.bar):
                axis.plot([dot.bar] * 2, [at - 0.42, at + 0.42], color=_INK, linewidth=1.1, zorder=2)
            if drawn(dot.value):
                further = 0.0 if dot.high is None else dot.high - dot.value
                axis.errorbar(
                    [dot.value],
                    [at],
                    xerr=([0.0], [further]),
                    color=style.colour,
                    marker=style.marker,
                    markersize=5,
                    elinewidth=0.9,
                    capsize=2.5 if further else 0,
                    zorder=3,
                )
        if drawn(group.line):
            axis.plot(
                [group.line] * 2, [top + 0.5, len(labels) - 0.5], color="#56B4E9", linestyle=":", zorder=1
            )
    for value in lines:
        axis.axvline(value, color=_INK, linewidth=0.8, linestyle=":", zorder=1)
    axis.set_ylim(len(labels) - 0.4, -0.6)
    axis.set_yticks(range(len(labels)), [text for text, _ in labels] if named else [""] * len(labels))
    for text, (_, title) in zip(axis.get_yticklabels(), labels, strict=True):
        text.set_fontsize(_SMALL)
        text.set_fontweight("bold" if title else "normal")
    axis.tick_params(axis="y", length=0)
    axis.grid(visible=False, axis="y")


def _key(figure: Figure, key: tuple[str, str, str]) -> None:
    """What the marks are, above the panels."""
    from matplotlib.lines import Line2D

    marks = (
        Line2D([], [], color="#555555", marker="o", linestyle="", markersize=5),
        Line2D([], [], color=_INK, marker="|", linestyle="", markersize=10),
        Line2D([], [], color="#56B4E9", linestyle=":"),
    )
    shown = [(mark, text) for mark, text in zip(marks, key, strict=True) if text]
    if shown:
        figure.legend(
            [mark for mark, _ in shown],
            [text for _, text in shown],
            loc="upper center",
            ncols=len(shown),
            frameon=False,
            fontsize=_SMALL,
        )


@contextmanager
def _settings() -> Iterator[None]:
    """How matplotlib draws within; raises :class:`FigureError` where it is not installed."""
    try:
        import matplotlib
    except ImportError:
        raise FigureError(f"no matplotlib; {install_line('bench')} brings it") from None
    ink = ("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color")
    settings: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "pointerchain",  # the same results give the same bytes
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans", "Arial"],  # all of them are named at each word
        "font.size": _LETTERS,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": _GRID,
        "grid.linewidth": 0.6,
        **dict.fromkeys(ink, _INK),
    }
    with matplotlib.rc_context(settings):
        yield


def _svg(figure: Figure, alt: str) -> str:
    """The figure as an element of a page: no XML header, colours for a dark page, ``alt`` for who cannot see.

    It shrinks with the page to three quarters of its size; a smaller page scrolls.
    """
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = text[text.index("<svg") :]
    head, _, rest = text.partition(">")
    escaped = alt.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    least = round(figure.get_size_inches()[0] * 96 * 0.75)
    style = f"max-width: 100%; min-width: {least}px; height: auto"
    return f'{head} style="{style}" role="img" aria-label="{escaped}">\n<style>{_dark_style()}</style>{rest}'


def _dark_style() -> str:
    """Other colours on a dark page; matplotlib has them in attributes, which only '!important' beats.

    Marks stand in a tree of their own, where no ancestor of the figure's is known.
    """
    rules = "".join(
        f'[style*="{what}: {light}"]{{{what}:{dark}!important}}'
        for light, dark in _DARK.items()
        for what in ("fill", "stroke")
    )
    return f"@media screen and (prefers-color-scheme:dark){{{rules}}}"
