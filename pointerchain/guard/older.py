# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reads of older copies: the lines that ``stale/`` left -> places in the sources."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pointerchain.guard.report import place_of


@dataclass(frozen=True, slots=True)
class OlderRead:
    """A place that reads a copy of which the other one is newer.

    ``on_device`` is where it reads; ``place`` reads (that of the construct, where the kernel's is not known),
    and ``stored`` is the store that it does not see, empty where code without instrumentation stored.
    ``variable`` is what the directive at ``mapped`` maps: it has ``bytes``, and the first byte that is older
    is ``offset``; a copy of such memory has none of them. ``copied`` is the construct that copied it last to
    that side, ``put_over`` one that copied the older value over the newer one, and ``freed`` one that freed
    the device's memory with the newer one; empty where none did. ``reads`` of that place were seen, None
    where the program did not end. ``side`` stored the newer value: 'host', 'device', or empty where that is
    unknown.
    """

    on_device: bool
    place: str
    stored: str
    variable: str
    mapped: str
    copied: str
    put_over: str
    freed: str
    offset: int
    bytes: int
    reads: int | None
    side: str


@dataclass(frozen=True, slots=True)
class OlderReads:
    """``is_watched`` is false where the program was not built for it; ``images`` are files that are left."""

    is_watched: bool
    ends: bool
    rows: tuple[OlderRead, ...]
    images: tuple[str, ...]


def read_older(text: str) -> OlderReads:
    """The report of the lines that the library wrote."""
    rows: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines() if line]
    counts = {row["place"]: row["reads"] for row in rows if "place" in row}
    reads = tuple(_read(row, counts.get(row["number"])) for row in rows if "number" in row)
    images = tuple(row["image"] for row in rows if row.get("image", "").startswith("/tmp/tmpfile_"))
    return OlderReads(any("begins" in row for row in rows), any("ends" in row for row in rows), reads, images)


def _read(row: dict[str, Any], reads: int | None) -> OlderRead:
    name = row.get("variable", "").split(";")
    place = _place(row["read_by"])
    if row["kernel"] and (not place or place.startswith("/tmp/tmpfile_")):
        place = _place(row["kernel"])
    return OlderRead(
        on_device=bool(row["device"]),
        place=place,
        stored=_place(row["stored_by"]),
        variable=name[1] if len(name) > 1 and name[1] != "unknown" else name[0],
        mapped=_place(row.get("mapped_by")),
        copied=_place(row.get("copied_by")),
        put_over=_place(row.get("put_over_by")),
        freed=_place(row.get("freed_by")),
        offset=row.get("offset", 0),
        bytes=row.get("bytes", 0),
        reads=reads,
        side="" if row["lost"] else "host" if row["device"] else "device",
    )


def _place(where: list[Any] | str | None) -> str:
    """Before that of a return lies the call; of a construct it is ';file;function;line;column;;'."""
    if isinstance(where, str):
        _, file, _, line, *_ = where.split(";")
        return f"{file}:{line}"
    return _shown(place_of(where[0], where[1] - 1)) if where else ""


def _shown(place: str) -> str:
    """A path below the working directory as it is from there, as compilers have it."""
    here = f"{Path.cwd()}{os.sep}"
    return place.removeprefix(here)
