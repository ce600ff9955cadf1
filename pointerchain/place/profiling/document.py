# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the runtime counted -> the profile that ``schemas/profile.schema.json`` describes.

Only objects that a kernel touches or that are mapped are in it, with what the host does to them; accesses to
the others are of no interest to a placement, and are summed in ``accesses``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.place.profiling.command import Command
from pointerchain.place.profiling.places import Address, Place, Places
from pointerchain.place.profiling.structures import joined
from pointerchain.place.profiling.uncounted import Uncounted

SECTOR, PAGE, WARP = 32, 65536, 32
KINDS = ("load", "store", "atomic")
SIDES = ("host", "device")
WHOSE = ("heap", "static", "stack", "structure")
_HELD = lazy_pattern(
    r"([A-Za-z_]\w*(?:(?:->|\.|::)\w+|\[[^]]*\])*)\s*(?:=|\()\s*(?:\([^()]*\)\s*|\(\s*|\w+_cast\s*<[^>]*>\s*\(\s*)*\Z"
)
_DECLARED = lazy_pattern(r"\*\s*(?:const\s+|restrict\s+|__restrict\s+)*([A-Za-z_]\w*)\Z")
_ALLOCATES = lazy_pattern(r"\A\s*(?:std::)?(?:\w*alloc\w*|new|memalign)\b")


class Flat(NamedTuple):
    """The phases in a row, and the loops over them as (first, last, repeat)."""

    phases: tuple[dict[str, Any], ...]
    loops: tuple[tuple[int, int, int], ...]


def flat(nodes: Sequence[dict[str, Any]]) -> Flat:
    """Phases and loops of the runtime's nested list."""
    phases: list[dict[str, Any]] = []
    loops: list[tuple[int, int, int]] = []

    def walk(rows: Sequence[dict[str, Any]]) -> None:
        for row in rows:
            if "children" not in row:
                phases.append(row)
                continue
            first = len(phases)
            walk(row["children"])
            loops.append((first, len(phases) - 1, row["repeat"]))

    walk(nodes)
    return Flat(tuple(phases), tuple(loops))


def document(
    counted: dict[str, Any],
    program: Path,
    command: Command,
    arguments: Sequence[str],
    uncounted: Sequence[Uncounted],
    *,
    offloads: bool,
) -> dict[str, Any]:
    """The profile as JSON's types."""
    separate = counted["objects"]
    counted, parts = joined(counted)
    rows = flat(counted["nodes"])
    objects = counted["objects"]
    places = Places(program)
    places.ask(*_addresses(rows.phases, [*objects, *separate]))
    kept = _kept(rows.phases, objects)
    number = {object_: at for at, object_ in enumerate(kept)}
    first = _first(rows.phases)
    sites = _sites(separate, places)
    in_objects = sum(sum(cell["count"]) for row in rows.phases for cell in row["cells"])
    in_kept = sum(
        sum(cell["count"]) for row in rows.phases for cell in row["cells"] if cell["object"] in number
    )
    made: dict[str, Any] = {
        "format": "pointerchain-place-profile-1",
        "program": {
            "command": [_program_name(command), *arguments],
            "compile": list(command.shown),
            "host_threads": counted["host_threads"] or None,
            "device": ("x86_64" if offloads else "host") if counted["kernels"] else None,
        },
        "units": {"sector": SECTOR, "page": PAGE, "warp": WARP},
        "accesses": {
            "total": in_objects + counted["stack"] + counted["unknown"],
            "objects": in_kept,
            "others": in_objects - in_kept,
            "stack": counted["stack"],
            "unknown": counted["unknown"],
        },
        "objects": [
            {
                **_object(
                    at, objects[object_], sites[object_], places, first.get(object_), offloads=offloads
                ),
                **_parts([(separate[part], sites[part]) for part in parts.get(object_, ())], places),
            }
            for object_, at in number.items()
        ],
        "phases": [_phase(at, row, places) for at, row in enumerate(rows.phases)],
        "loops": [{"first": low, "last": high, "repeat": repeat} for low, high, repeat in rows.loops],
        "cells": [
            _cell(number[cell["object"]], at, cell, row)
            for at, row in enumerate(rows.phases)
            for cell in sorted(row["cells"], key=lambda cell: (cell["object"], cell["side"]))
            if cell["object"] in number
        ],
        "copies": [
            {"object": number[object_], "phase": at, "to_device": to_device, "to_host": to_host}
            for at, row in enumerate(rows.phases)
            for object_, to_device, to_host in row["copies"]
            if object_ in number
        ],
    }
    if uncounted:
        made["uncounted"] = [
            {
                "file": each.file,
                **({"line": each.line} if each.line else {}),
                **({"column": each.column} if each.column else {}),
                "access": each.what,
            }
            for each in uncounted
        ]
    return made


def _addresses(
    phases: Sequence[dict[str, Any]], objects: Sequence[dict[str, Any]]
) -> tuple[set[Address], set[Address]]:
    calls: set[Address] = set()
    data: set[Address] = set()
    for row in phases:
        calls |= _set(row["place"])
    for row in objects:
        calls |= _set(row["place"])
        for each in row["chain"]:
            calls |= _set(each)
        data |= _set(row["data"])
    return calls, data


def _set(address: list[Any] | None) -> set[Address]:
    return {(address[0], address[1])} if address else set()


def _address(address: list[Any] | None) -> Address | None:
    return (address[0], address[1]) if address else None


def _kept(phases: Sequence[dict[str, Any]], objects: Sequence[dict[str, Any]]) -> list[int]:
    """The objects that are mapped, copied or touched by a kernel, in the order of their allocation."""
    kept = {at for at, row in enumerate(objects) if row["mapped"]}
    for row in phases:
        kept |= {cell["object"] for cell in row["cells"] if cell["side"] == 1}
        kept |= {copy[0] for copy in row["copies"]}
    return sorted(each for each in kept if objects[each]["bytes"])


def _first(phases: Sequence[dict[str, Any]]) -> dict[int, dict[str, Any]]:
    """Who touches each object first."""
    first: dict[int, dict[str, Any]] = {}
    for at, row in enumerate(phases):
        own = row["side"]
        for cell in sorted(row["cells"], key=lambda cell: cell["side"] != own):
            if cell["object"] not in first:
                first[cell["object"]] = {
                    "side": SIDES[cell["side"]],
                    "phase": at,
                    "access": KINDS[cell["first"]],
                }
    return first


# --- objects --------------------------------------------------------------------------------------


def _sites(rows: Sequence[dict[str, Any]], places: Places) -> list[Place | None]:
    """Where each object is allocated: the innermost call by which it differs from the others.

    What ``xmalloc`` gives to several callers has its callers' sites.
    """
    chains = [[place for each in row["chain"] for place in places.frames(_address(each))] for row in rows]
    depths = [0] * len(rows)
    while True:
        groups: dict[Place, set[int]] = {}
        for at, chain in enumerate(chains):
            if chain:
                groups.setdefault(chain[depths[at]], set()).add(at)
        deeper = [
            at
            for members in groups.values()
            if len(members) > 1 and len({tuple(chains[at]) for at in members}) > 1
            for at in members
            if depths[at] + 1 < len(chains[at])
        ]
        if not deeper:
            break
        for at in deeper:
            depths[at] += 1
    return [chain[depth] if chain else None for chain, depth in zip(chains, depths, strict=True)]


def _object(
    at: int,
    row: dict[str, Any],
    site: Place | None,
    places: Places,
    first: dict[str, Any] | None,
    *,
    offloads: bool,
) -> dict[str, Any]:
    kind = WHOSE[row["kind"]]
    place = places.of_data(_address(row["data"])) or places.of_call(_address(row["place"])) or site
    name = row["name"]
    if not name and kind == "heap" and place is not None:
        name = _holder(place)
    if row["variable"]:
        # ';name[0:n];file;line;column;;', read from the back: a name may be any expression
        shown, file, line, column = row["variable"].strip(";").rsplit(";", 3)
        name = name or shown.partition("[")[0]
        # A runtime maps what holds a mapped member, too, of which it tells no line.
        if int(line) and (place is None or kind in ("stack", "structure")):
            place = Place(file, int(line), int(column), "")
    return {
        "id": at,
        "name": name,
        "site": place.record() if place is not None else None,
        "bytes": row["bytes"],
        "kind": kind,
        "allocations": row["allocations"],
        "first": first,
        "now": ("device" if row["mapped"] else "host" if kind != "static" else None) if offloads else None,
    }


def _parts(rows: Sequence[tuple[dict[str, Any], Place | None]], places: Places) -> dict[str, Any]:
    """The objects that make a structure."""
    names = ("name", "site", "bytes", "kind", "allocations")
    found = [_object(0, row, site, places, None, offloads=False) for row, site in rows]
    return {"parts": [{name: each[name] for name in names} for each in found]} if found else {}


def _holder(place: Place) -> str | None:
    """The variable to which the call at a place is assigned, as the source's text says it."""
    try:
        line = Path(place.file).read_bytes().split(b"\n")[place.line - 1]
    except (OSError, IndexError):
        return None
    if not place.column:
        found = re.findall(r"([A-Za-z_]\w*)\s*=\s*[^=;]*?\w*alloc\w*\s*\(", _text(line))
        return found[0] if len(found) == 1 else None
    match = _HELD.search(_text(line[: place.column - 1]))  # columns count bytes
    return match[1] if match is not None else None


def _text(line: bytes) -> str:
    return line.decode("utf-8", "replace")


# --- phases and cells -----------------------------------------------------------------------------


def _phase(at: int, row: dict[str, Any], places: Places) -> dict[str, Any]:
    place = places.of_call(_address(row["place"]))
    record = place.record() if place is not None else None
    if row["name"] is not None and row["name"].startswith(";"):
        file, function, line, column = row["name"].strip(";").rsplit(";", 3)
        record = Place(file, int(line), int(column), function).record()
    elif row["name"] is not None:
        file, line, column = row["name"].rsplit(":", 2)
        record = Place(file, int(line), int(column), "").record()
    made: dict[str, Any] = {"id": at, "side": SIDES[row["side"]], "place": record, "repeat": row["repeat"]}
    made["threads"] = row["lanes"] or None
    return made


def _cell(object_: int, phase: int, cell: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
    loads, stores, atomics = cell["count"]
    moved = sum(cell["bytes"])
    lanes = cell["side"] == 1 and cell["has_lanes"] and not row["lanes_lost"]
    return {
        "object": object_,
        "phase": phase,
        "side": SIDES[cell["side"]],
        "loads": loads,
        "stores": stores,
        "atomics": atomics,
        "load_bytes": cell["bytes"][0],
        "store_bytes": cell["bytes"][1],
        "atomic_bytes": cell["bytes"][2],
        "sectors": cell["sectors"],
        "stored_sectors": cell["stored_sectors"],
        "pages": cell["pages"],
        "page_visits": cell["page_visits"],
        "warp_sectors": cell["warp_sectors"] if lanes else None,
        "reuse": round(moved / (SECTOR * cell["sectors"]), 6) if cell["sectors"] else None,
        "strides": _strides(cell["strides"]),
        "lane_strides": _strides(cell["lane_strides"]) if lanes else None,
        "first": KINDS[cell["first"]],
    }


def _strides(row: list[Any]) -> list[dict[str, Any]]:
    """The four most frequent ones."""
    total, *rest = row
    rest = sorted(rest, key=lambda each: (-each[1], each[0]))[:4]
    return [{"bytes": each[0], "share": round(each[1] / total, 6)} for each in rest]


def _program_name(command: Command) -> str:
    words = list(command.shown)
    return words[words.index("-o") + 1] if "-o" in words[:-1] else "a.out"
