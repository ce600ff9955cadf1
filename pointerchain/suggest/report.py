# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Report: the chains found in a source -> text for a terminal, rows for JSON, and a page with the source."""

from __future__ import annotations

import html
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from pointerchain.lazy import NamedTuple
from pointerchain.suggest.choose import Found
from pointerchain.suggest.remarks import again, counted, counts, kind_of

HOISTED, GUARDED, LEFT = "hoisted", "guarded", "left"
"""What becomes of a chain: evaluated before a loop, there behind the loop's own first test, or left."""


class Places:
    """Lines and columns of a source, both from 1; columns count bytes."""

    def __init__(self, source: bytes) -> None:
        self._starts = [0]
        at = source.find(b"\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = source.find(b"\n", at + 1)

    def of(self, offset: int) -> tuple[int, int]:
        """The line and the column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


class FileReport(NamedTuple):
    """What was found in one file; ``problem`` says why nothing could be, ``trace`` that it is a fault."""

    file: str
    source: bytes
    found: tuple[Found, ...]
    problem: str = ""
    trace: str = ""


def state_of(row: Found) -> str:
    """What becomes of a chain, in one word."""
    if row.chosen is None:
        return LEFT
    return HOISTED if row.chosen.guard is None else GUARDED


def gain(row: Found) -> tuple[int, int]:
    """What the chain costs now: loops around its deepest use, then pointers that an iteration follows."""
    return row.nest, row.links * len(row.uses)


def in_order(rows: Sequence[Found], by_gain: bool) -> list[Found]:
    """The chains by their loops' places, or what would be gained most first."""
    if by_gain:
        return sorted(rows, key=lambda row: (*(-each for each in gain(row)), row.loop.span.start, row.text))
    return sorted(rows, key=lambda row: (row.loop.span.start, row.chosen is None, row.text))


def text_of(report: FileReport, by_gain: bool) -> str:
    """The chains as lines: one a loop, or with its loop each where they are sorted by gain."""
    places, lines = Places(report.source), []
    if report.problem:
        return f"{report.file}: {report.problem}\n"
    before = -1
    for row in in_order(report.found, by_gain):
        line, column = places.of(row.loop.span.start)
        if by_gain or row.loop.span.start != before:
            lines.append(f"{report.file}:{line}:{column}: {kind_of(row)} in '{row.function}'")
        before = row.loop.span.start
        lines.append(f"  {row.text:28}  {counts(row):36}  {_verdict(row, places)}")
    return "".join(line.rstrip() + "\n" for line in lines)


def _verdict(row: Found, places: Places) -> str:
    state = state_of(row)
    if row.chosen is not None:
        entered = " where the loop is entered" if state == GUARDED else ""
        return f"can be hoisted{entered}{again(row)}"
    where = ""
    if row.where is not None:
        where = " ({}:{})".format(*places.of(row.where.start))
    return f"left: {row.why}{where} [{row.code}]"


def summary(reports: Sequence[FileReport]) -> str:
    """One line about all files."""
    rows = [row for report in reports for row in report.found]
    long = [row for row in rows if row.links > 1]
    hoisted = sum(row.chosen is not None for row in rows)
    text = f"{hoisted} of {counted(len(rows), 'chain')} can be hoisted"
    if long:
        text += (
            f"; of those with two or more links {sum(row.chosen is not None for row in long)} of {len(long)}"
        )
    return text + "\n"


def rows_of(report: FileReport) -> list[dict[str, Any]]:
    """The chains as objects for JSON; the keys are described in docs/suggest.md."""
    places, out = Places(report.source), []
    for row in in_order(report.found, False):
        line, column = places.of(row.loop.span.start)
        why: dict[str, Any] | None = None
        if row.chosen is None:
            why = {"code": row.code, "text": row.why}
            if row.where is not None:
                why["line"], why["column"] = places.of(row.where.start)
        out.append(
            {
                "file": report.file,
                "function": row.function,
                "chain": row.text,
                "state": state_of(row),
                "loop": {"line": line, "column": column, "depth": row.loop.depth},
                "links": row.links,
                "nest": row.nest,
                "reloads": [
                    dict(zip(("line", "column"), places.of(each.span.start), strict=True))
                    for each in (row.chosen.reloads if row.chosen is not None else ())
                ],
                "written": row.chosen is not None and row.chosen.written,
                "uses": [
                    dict(zip(("line", "column"), places.of(use.start), strict=True)) for use in row.uses
                ],
                "why": why,
            }
        )
    return out


_STYLE = """\
:root { color-scheme: light dark; --said: #57606a; --yes: #1a7f37; --perhaps: #9a6700; --no: #cf222e;
  --line: #d0d7de; }
@media (prefers-color-scheme: dark) {
  :root { --said: #8b949e; --yes: #3fb950; --perhaps: #d29922; --no: #f85149; --line: #30363d; } }
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 90rem; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
.source { overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; padding: .5rem 0; }
.source div { font: 12px/1.5 ui-monospace, monospace; white-space: pre; padding: 0 .75rem; }
.source .n { color: var(--said); display: inline-block; width: 4em; text-align: right; margin-right: 1em;
  user-select: none; }
.source .r { white-space: pre-wrap; padding-left: 6.5em; font-family: system-ui, sans-serif; }
.hoisted { color: var(--yes); } .guarded { color: var(--perhaps); } .left { color: var(--no); }
"""


def page_of(reports: Sequence[FileReport]) -> str:
    """A page that shows each file, with what is found of its chains below the loops' first lines."""
    parts = [
        "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width, initial-scale=1'>",
        f"<title>pointerchain suggest</title><style>{_STYLE}</style></head><body>",
        f"<h1>Pointer chains in loops</h1><p>{html.escape(summary(reports).strip())}.</p>",
    ]
    for report in reports:
        if not report.found and not report.problem:
            continue
        parts.append(f"<h2>{html.escape(report.file)}</h2>")
        if report.problem:
            parts.append(f"<p class='left'>{html.escape(report.problem)}</p>")
            continue
        parts.append("<div class='source'>" + "".join(_lines(report)) + "</div>")
    return "\n".join([*parts, "</body></html>\n"])


def _lines(report: FileReport) -> list[str]:
    places = Places(report.source)
    said: dict[int, list[Found]] = {}
    for row in in_order(report.found, False):
        said.setdefault(places.of(row.loop.span.start)[0], []).append(row)
    out = []
    for number, line in enumerate(report.source.decode("utf-8", "replace").split("\n"), 1):
        out.append(f"<div><span class='n'>{number}</span>{html.escape(line.rstrip())}</div>")
        for row in said.get(number, ()):
            words = f"{row.text}: {_verdict(row, places)}"
            out.append(f"<div class='r {state_of(row)}'>{html.escape(words)}</div>")
    return out
