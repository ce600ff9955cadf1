# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Figures of a paper that were measured here, as a page: curves, with each one's numbers as a table."""

from __future__ import annotations

import argparse
import os
import platform
import time
from pathlib import Path
from typing import NamedTuple

from pointerchain.bench.blocks import Block, Drawing, Made, Paragraph, Table
from pointerchain.bench.figures import FigureError, Line, Panel, Point, grid
from pointerchain.bench.generate import GenerateError
from pointerchain.bench.report import anchor, write_page


class Curves(NamedTuple):
    """A figure: its title, what its axes are, and for each line its values over x."""

    name: str
    title: str
    x: str
    y: str
    lines: dict[str, dict[float, float]]

    def add(self, line: str, x: float, value: float) -> None:
        """One more value of a line."""
        self.lines.setdefault(line, {})[x] = value


def add_option(parser: argparse.ArgumentParser) -> None:
    """The option that asks for a page."""
    parser.add_argument("-o", "--output", type=Path, metavar="DIR", help="also write a page with the curves")


def blocks(curves: Curves) -> list[Block]:
    """A figure's drawing and table; without an x, a table of a value a line."""
    if not curves.x:
        values = tuple(
            (label, f"{value:.4g}") for label, line in curves.lines.items() for value in line.values()
        )
        return [Table(curves.name, curves.title, ("", curves.y), values)]
    at = sorted({x for line in curves.lines.values() for x in line})
    head = (curves.x, *curves.lines)
    rows = tuple(
        (f"{x:g}", *(f"{line[x]:.4g}" if x in line else "-" for line in curves.lines.values())) for x in at
    )
    made: list[Block] = [Table(curves.name, f"{curves.title}, {curves.y}", head, rows)]
    if len(at) > 1:
        lines = tuple(
            Line(
                label, str(number), tuple(Point(x, value, value, value) for x, value in sorted(line.items()))
            )
            for number, (label, line) in enumerate(curves.lines.items())
        )
        alt = f"{curves.title}: {curves.y} over {curves.x} of {', '.join(curves.lines)}"
        svg = grid([("", [Panel(curves.title, lines)])], curves.x, curves.y, log_x=True, alt=alt)
        made.insert(0, Drawing(curves.name, alt, svg))
    return made


def write(title: str, told: str, source: str, figures: list[Curves], folder: Path) -> None:
    """Write the page, which says whose figures they are; raises ``SystemExit`` where that is not possible."""
    where = (
        f"{time.strftime('%Y-%m-%d')}, {platform.platform(terse=True)}, {os.cpu_count()} processors, load "
        f"{os.getloadavg()[0]:.1f} when all was measured. {told}"
    )
    try:
        sections = [
            Made(each.title, anchor(each.title), tuple(blocks(each))) for each in figures if each.lines
        ]
        about = Made("What was measured", "what-was-measured", (Paragraph(where),))
        written = write_page(title, source, (about, *sections), folder)
    except (FigureError, GenerateError, OSError) as error:
        raise SystemExit(f"the page cannot be written: {error}") from None
    print(f"written: {written[0]}")
