# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``translate --explain-regions``: what each region hoists, and what was left out, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pointerchain.source import Source, Span
from pointerchain.translator.result import HoistedChain, RegionReport, SkippedChain


def explained(path: str, data: bytes, regions: Sequence[RegionReport], form: str) -> bytes:
    """The regions of one source; in JSON one object on one line."""
    source = Source(path, data)
    if form == "json":
        listed = [_as_json(source, region) for region in regions]
        return (json.dumps({"file": path, "regions": listed}) + "\n").encode("utf-8", "surrogateescape")
    return "".join(_as_text(source, region) for region in regions).encode("utf-8", "surrogateescape")


def _as_json(source: Source, region: RegionReport) -> dict[str, object]:
    hoisted = [row._asdict() for row in region.hoisted]
    skipped = [
        {"chain": row.chain, **_place(source, row.span), "code": row.code, "why": row.why}
        for row in region.skipped
    ]
    return {**_place(source, region.span), "hoisted": hoisted, "skipped": skipped}


def _place(source: Source, span: Span) -> dict[str, int]:
    return dict(zip(("line", "column"), source.line_column(span.start), strict=True))


def _as_text(source: Source, region: RegionReport) -> str:
    line, column = source.line_column(region.span.start)
    out = [f"{source.name}:{line}:{column}: {_count(region)}"]
    columns = [(row.chain, row.type, row.local, _said(row)) for row in region.hoisted]
    widths = [max((len(row[k]) for row in columns), default=0) for k in range(3)]
    for row in columns:
        padded = "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=False))
        out.append(f"  hoists  {padded}  {row[3]}")
    out += [f"  leaves  {_left(source, row)}" for row in region.skipped]
    return "\n".join(out) + "\n"


def _count(region: RegionReport) -> str:
    hoisted, skipped = len(region.hoisted), len(region.skipped)
    text = f"the region hoists {hoisted} chain{'' if hoisted == 1 else 's'}"
    return f"{text} and leaves {skipped}" if skipped else text


def _said(row: HoistedChain) -> str:
    uses = f"{row.uses} use{'' if row.uses == 1 else 's'}"
    return f"{uses}, written back" if row.written else uses


def _left(source: Source, row: SkippedChain) -> str:
    line, _ = source.line_column(row.span.start)
    return f"{row.chain}, in line {line}: {row.why} [{row.code}]"
