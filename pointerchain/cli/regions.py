# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``translate --explain-regions``: what each region hoists, and what was left out, as text or JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pointerchain.translator.result import HoistedChain, RegionReport, SkippedChain


def explained(path: str, data: bytes, regions: Sequence[RegionReport], form: str) -> bytes:
    """The regions of one source; in JSON one object on one line."""
    if form == "json":
        listed = [_as_json(data, region) for region in regions]
        return (json.dumps({"file": path, "regions": listed}) + "\n").encode("utf-8", "surrogateescape")
    return "".join(_as_text(path, data, region) for region in regions).encode("utf-8", "surrogateescape")


def _as_json(data: bytes, region: RegionReport) -> dict[str, object]:
    names = ("chain", *HoistedChain._fields[1:])
    hoisted = [dict(zip(names, row, strict=True)) for row in region.hoisted]
    skipped = [
        {"chain": e.text, **_place(data, e.span.start), "code": e.code, "why": e.why} for e in region.skipped
    ]
    return {**_place(data, region.span.start), "hoisted": hoisted, "skipped": skipped}


def _as_text(path: str, data: bytes, region: RegionReport) -> str:
    place = _place(data, region.span.start)
    out = [f"{path}:{place['line']}:{place['column']}: {_count(region)}"]
    columns = [(row.text, row.type, row.local, _said(row)) for row in region.hoisted]
    widths = [max((len(row[k]) for row in columns), default=0) for k in range(3)]
    for row in columns:
        padded = "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=False))
        out.append(f"  hoists  {padded}  {row[3]}")
    out += [f"  leaves  {_left(data, row)}" for row in region.skipped]
    return "\n".join(out) + "\n"


def _count(region: RegionReport) -> str:
    hoisted, skipped = len(region.hoisted), len(region.skipped)
    text = f"the region hoists {hoisted} chain{'' if hoisted == 1 else 's'}"
    return f"{text} and leaves {skipped}" if skipped else text


def _said(row: HoistedChain) -> str:
    uses = f"{row.uses} use{'' if row.uses == 1 else 's'}"
    return f"{uses}, written back" if row.written else uses


def _left(data: bytes, row: SkippedChain) -> str:
    return f"{row.text}, in line {_place(data, row.span.start)['line']}: {row.why} [{row.code}]"


def _place(data: bytes, at: int) -> dict[str, int]:
    """Line and column of an offset, both from 1; columns count bytes."""
    return {"line": data.count(b"\n", 0, at) + 1, "column": at - data.rfind(b"\n", 0, at)}
