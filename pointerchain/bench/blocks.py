# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What a report is made of: sections of paragraphs, tables and figures, and their Markdown and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pointerchain.bench.results import Results

if TYPE_CHECKING:
    from pointerchain.bench.deepcopy_results import DeepCopy
    from pointerchain.bench.kit.returned import Returned
    from pointerchain.ptx.suite import DeviceCode


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; ``kind`` is empty, or 'warning' for what a reader must not miss."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: headings, rows of text, and the file name of its CSV (without suffix).

    ``folded`` tables are long ones: closed in the page, and in Markdown only named.
    """

    name: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    folded: bool = False

    @property
    def csv(self) -> str:
        """The table as CSV."""
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows([self.head, *self.rows])
        return out.getvalue()

    @property
    def numeric(self) -> tuple[bool, ...]:
        """Which columns hold numbers, to be set flush right."""
        return tuple(
            bool(self.rows) and all(_is_number(row[i]) for row in self.rows) for i in range(len(self.head))
        )


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure: SVG text, and the file name of its own file in the Markdown report (without suffix)."""

    name: str
    caption: str
    svg: str


Block = Paragraph | Table | Drawing


@dataclass(frozen=True, slots=True)
class Input:
    """What a section is made from: the results, those they are compared with, device code, deep copies.

    ``results`` without rows: a report of the rest alone. ``compare_all`` compares with ``other`` what was
    measured differently, too. ``kit`` is what came back from a node.
    """

    results: Results
    other: Results | None = None
    code: tuple[DeviceCode, ...] = ()
    deepcopy: DeepCopy | None = None
    compare_all: bool = False
    kit: Returned | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report. ``make`` gives its blocks; a section without any is left out.

    ``alone`` sections can be made where there are no results.
    """

    title: str
    make: Callable[[Input], list[Block]]
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    """A section with its blocks."""

    title: str
    anchor: str
    blocks: tuple[Block, ...] = field(default=())


def _is_number(text: str) -> bool:
    cleaned = text.strip().replace(",", "").removesuffix(" KB").removesuffix(" MB").removesuffix(" GB")
    if cleaned in ("", "-"):
        return True
    try:
        float(cleaned)
    except ValueError:
        return False
    return True


def markdown(title: str, sections: tuple[Made, ...]) -> str:
    """The report as Markdown; figures are files beside it."""
    parts = [f"# {title}"]
    for section in sections:
        parts.append(f"## {section.title}")
        for block in section.blocks:
            if isinstance(block, Paragraph):
                parts.append(f"**{block.text}**" if block.kind else block.text)
            elif isinstance(block, Drawing):
                parts.append(f"![{block.caption}]({block.name}.svg)\n\n{block.caption}")
            elif block.folded:
                parts.append(f"{block.caption}: [{block.name}.csv]({block.name}.csv)")
            else:
                parts.append(f"{block.caption}\n\n{_markdown_table(block)}")
    return "\n\n".join(parts) + "\n"


def _markdown_table(table: Table) -> str:
    rule = ["---:" if number else "---" for number in table.numeric]
    lines = [table.head, tuple(rule), *table.rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines)
