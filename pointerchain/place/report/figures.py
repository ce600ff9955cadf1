# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The report's figures, by matplotlib: the augmented Roofline, residency by phase, predicted times.

Colours are of Okabe and Ito's palette, which the colour-blind can tell apart. The same advice gives the same
bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from pointerchain.place import equations

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INK, _GRID = "#222222", "#dddddd"
COLOURS = {"device": "#0072B2", "both": "#56B4E9", "host": "#E69F00", "nowhere": "#eeeeee"}
_PINNED, _MANAGED = "#D55E00", "#009E73"
_INTENSITIES = [2.0 ** (step / 8) for step in range(-32, 97)]


@contextmanager
def _settings() -> Iterator[None]:
    import matplotlib

    ink = ("text.color", "axes.edgecolor", "axes.labelcolor", "axes.titlecolor", "xtick.color", "ytick.color")
    settings: dict[Any, Any] = {
        "svg.fonttype": "none",
        "svg.hashsalt": "pointerchain",
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans", "Arial"],
        "font.size": 9.5,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "grid.color": _GRID,
        "grid.linewidth": 0.6,
        **dict.fromkeys(ink, _INK),
    }
    with matplotlib.rc_context(settings):
        yield


def as_svg(figure: Figure, alt: str) -> str:
    """A figure as an element of a page."""
    from html import escape

    out = io.StringIO()
    with _settings():
        figure.savefig(out, format="svg", metadata={"Date": None})
    svg = out.getvalue()
    return svg[svg.index("<svg") :].replace("<svg ", f'<svg role="img" aria-label="{escape(alt)}" ', 1)


def as_png(figure: Figure) -> bytes:
    """A figure as a picture of 144 dots per inch."""
    out = io.BytesIO()
    with _settings():
        figure.savefig(out, format="png", dpi=144, metadata={"Software": None})
    return out.getvalue()


# --- the Roofline -------------------------------------------------------------------------------------------


def roofline(advice: Mapping[str, Any]) -> Figure | None:
    """The augmented Roofline (MemMap, PACT 2020, Fig. 3, corrected); None where numbers are missing.

    Below the canonical ceilings: data in host memory that are read in place once (Eq. 1), and data that are
    copied to the device first (Eq. 2), as wholes of which a share is used (Eq. 3), and demand paging that
    moves each page several times (Eq. 4). The objects' own shares and numbers of moves are drawn.
    """
    numbers = advice["attributes"]
    if any(numbers[name] is None for name in ("peak", "device_bandwidth", "link", "copy_to_device")):
        return None
    peak, bandwidth = numbers["peak"]["value"], numbers["device_bandwidth"]["value"]
    link, copy = numbers["link"]["value"], 1 / numbers["copy_to_device"]["value"]
    with _settings():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8.6, 5.2), layout="constrained")
        axes = figure.add_subplot()
        top = [min(alpha * bandwidth, peak) for alpha in _INTENSITIES]
        axes.plot(_INTENSITIES, top, color=_INK, linewidth=2)
        host = [equations.host_ceiling(a, link, p) for a, p in zip(_INTENSITIES, top, strict=True)]
        moved = [equations.device_ceiling(a, 1.0, p, copy) for a, p in zip(_INTENSITIES, top, strict=True)]
        axes.fill_between(
            _INTENSITIES,
            host,
            moved,
            where=[h > m for h, m in zip(host, moved, strict=True)],
            color=_PINNED,
            alpha=0.12,
            linewidth=0,
        )
        axes.plot(_INTENSITIES, moved, color=COLOURS["device"], linewidth=1.8)
        axes.plot(_INTENSITIES, host, color=_PINNED, linewidth=1.8, linestyle="--")
        lines = [host, moved]
        ends = [
            (top[-1], "device memory, nothing to copy", _INK),
            (host[-1], "host memory in place (Eq. 1)", _PINNED),
            (moved[-1], "device memory with the copy (Eq. 2)", COLOURS["device"]),
        ]
        for share in _few([o["sparsity"] for o in advice["objects"] if (o["sparsity"] or 1) < 0.95]):
            row = [
                equations.sparse_device_ceiling(a, 1.0, p, copy, share)
                for a, p in zip(_INTENSITIES, top, strict=True)
            ]
            axes.plot(_INTENSITIES, row, color=COLOURS["both"], linewidth=1.2)
            lines.append(row)
            ends.append((row[-1], f"with the copy, {share:.0%} used (Eq. 3)", COLOURS["both"]))
        for times in _few([o["remigration"] for o in advice["objects"] if (o["remigration"] or 1) > 1]):
            row = [
                equations.remigrated_host_ceiling(a, times, link, p)
                for a, p in zip(_INTENSITIES, top, strict=True)
            ]
            axes.plot(_INTENSITIES, row, color=_MANAGED, linewidth=1.2, linestyle=":")
            lines.append(row)
            ends.append((row[-1], f"pages moved {times:g} times (Eq. 4)", _MANAGED))
        _roofline_axes(axes, ends, top, lines)
    return figure


def _roofline_axes(
    axes: Axes,
    ends: Sequence[tuple[float, str, str]],
    top: Sequence[float],
    lines: Sequence[Sequence[float]],
) -> None:
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.set_xlim(_INTENSITIES[0], _INTENSITIES[-1])
    low, high = min(least for row in lines for least in row) / 1.6, max(top) * 2.2
    axes.set_ylim(low, high)
    axes.grid(True, which="major")
    axes.set_xlabel("operations per byte of the object")
    axes.set_ylabel("operations per second")
    # Labels stand at the right, apart from one another, from the top down.
    place, step = high, (high / low) ** (1 / 20)
    for value, text, colour in sorted(ends, key=lambda end: -end[0]):
        place = min(place / step, value)
        axes.annotate(
            text,
            (_INTENSITIES[-1], place),
            xytext=(6, 0),
            textcoords="offset points",
            color=colour,
            va="center",
            fontsize=9,
            annotation_clip=False,
        )


def _few(values: Sequence[float]) -> list[float]:
    """The least, the median and the largest of what differs by a tenth or more."""
    kept: list[float] = []
    for value in sorted(values):
        if not kept or value > kept[-1] * 1.1:
            kept.append(value)
    return kept if len(kept) <= 3 else [kept[0], kept[len(kept) // 2], kept[-1]]


# --- residency ----------------------------------------------------------------------------------------------

MOST = 24
"""Objects, and nodes of the timeline, that a figure shows at most: the largest, the first."""


def residency(advice: Mapping[str, Any]) -> Figure:
    """Where each object's valid contents are in each phase, and what is copied at its begin."""
    with _settings():
        from matplotlib.figure import Figure
        from matplotlib.patches import Patch

        objects = sorted(advice["objects"], key=lambda each: -each["bytes"])[:MOST]
        nodes = objects[0]["residency"][:MOST] if objects else []
        figure = Figure(
            figsize=(max(5.5, 2.6 + 0.62 * len(nodes)), 1.7 + 0.36 * len(objects)), layout="constrained"
        )
        axes = figure.add_subplot()
        for row, each in enumerate(objects):
            for column, cell in enumerate(each["residency"][:MOST]):
                axes.barh(
                    row,
                    0.96,
                    left=column + 0.02,
                    height=0.78,
                    color=COLOURS[cell["where"]],
                    hatch="///" if each["allocation"] == "managed" else None,
                    edgecolor="white",
                    linewidth=0,
                )
            for action in each["actions"]:
                arrow = _ARROWS.get(action["do"])
                column_of = _column(nodes, action)
                if arrow and column_of is not None:
                    axes.text(column_of + 0.08, row, arrow, va="center", ha="left", fontsize=10)
        sides = {phase["id"]: phase["side"] for phase in advice["phases"]}
        axes.set_yticks(range(len(objects)), [_object_label(each) for each in objects])
        axes.set_xticks(
            [column + 0.5 for column in range(len(nodes))],
            [
                f"{node['phase']}\n{'kernel' if sides[node['phase']] == 'device' else 'host'}\n"
                + ("" if node["executions"] == "each" else node["executions"])
                for node in nodes
            ],
            fontsize=8.5,
        )
        axes.set_xlim(0, max(len(nodes), 1))
        axes.set_ylim(len(objects) - 0.4, -0.6)
        axes.tick_params(length=0)
        for side in ("left", "bottom"):
            axes.spines[side].set_visible(False)
        figure.legend(
            handles=[
                Patch(color=COLOURS["host"], label="on the host"),
                Patch(color=COLOURS["device"], label="on the device"),
                Patch(color=COLOURS["both"], label="on both"),
                Patch(facecolor=COLOURS["nowhere"], label="not touched yet"),
                Patch(facecolor="white", edgecolor=_INK, hatch="///", label="managed", linewidth=0.4),
            ],
            loc="outside upper center",
            ncols=5,
            frameon=False,
            fontsize=8.5,
        )
    return figure


_ARROWS = {
    "copy-to-device": "▸",
    "copy-to-host": "◂",
    "copy-part-to-host": "◂",
    "copy-part-to-device": "▸",
    "prefetch-to-device": "▹",
    "prefetch-to-host": "◃",
}


def _column(nodes: Sequence[Mapping[str, Any]], action: Mapping[str, Any]) -> int | None:
    wanted = "later" if action["executions"] == "second" else action["executions"]
    return next(
        (
            column
            for column, node in enumerate(nodes)
            if node["phase"] == action["phase"] and node["executions"] == wanted
        ),
        None,
    )


def _object_label(each: Mapping[str, Any]) -> str:
    name = each["name"] or (
        f"{each['site']['file']}:{each['site']['line']}" if each["site"] else f"#{each['id']}"
    )
    return name if len(name) <= 26 else "…" + name[-25:]


# --- predicted times ----------------------------------------------------------------------------------------


def totals(advice: Mapping[str, Any]) -> Figure:
    """The predicted seconds of the choice beside those of one allocation for all."""
    rows = [
        ("chosen", advice["seconds"]["chosen"], _INK),
        ("all in device memory", advice["seconds"]["all_device"], COLOURS["device"]),
        ("all pinned on the host", advice["seconds"]["all_pinned"], _PINNED),
        ("all managed", advice["seconds"]["all_managed"], _MANAGED),
    ]
    with _settings():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8.6, 2.1), layout="constrained")
        axes = figure.add_subplot()
        known = [seconds for _, seconds, _ in rows if seconds is not None]
        most = max(known) or 1.0
        # Where one bar would dwarf the others, decades are drawn.
        apart = min(known) > 0 and most > 20 * min(known)
        for row, (_, seconds, colour) in enumerate(rows):
            if seconds is None:
                axes.text(
                    0.01,
                    row,
                    "not possible, or not known",
                    va="center",
                    color="#666666",
                    transform=axes.get_yaxis_transform(),
                )
                continue
            axes.barh(row, seconds * 1e3, height=0.62, color=colour)
            axes.annotate(
                f"{seconds * 1e3:.4g} ms",
                (seconds * 1e3, row),
                xytext=(5, 0),
                textcoords="offset points",
                va="center",
            )
        axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
        if apart:
            axes.set_xscale("log")
            axes.set_xlim(min(known) * 500, most * 3000)
        else:
            axes.set_xlim(0, most * 1e3 * 1.14)
        axes.set_ylim(len(rows) - 0.5, -0.5)  # also where the last has no bar
        axes.tick_params(axis="y", length=0)
        axes.grid(True, axis="x")
        axes.set_xlabel("predicted ms of what depends on placement")
    return figure
