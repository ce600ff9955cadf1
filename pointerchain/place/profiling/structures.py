# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Objects that ``deepcopy`` directives copy together -> one object for each such structure.

The device's pointers of a structure lead to the device's copies of its other objects, so all of it lives in
one kind of memory: a placement is one of the whole. Its memory is that of its objects, so that their counts
add up, distinct sectors and pages included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pointerchain.lazy import NamedTuple


class Joined(NamedTuple):
    """What was counted, and of each of its objects the ones that were joined to it, by their old number."""

    counted: dict[str, Any]
    parts: dict[int, tuple[int, ...]]


def joined(counted: dict[str, Any]) -> Joined:
    """Put each structure's objects together, in the place of the first of them; their rows stay."""
    members: dict[int, list[int]] = {}
    for at, row in enumerate(counted["objects"]):
        if row["structure"] is not None:
            members.setdefault(row["structure"], []).append(at)
    whole = {at: group[0] for group in members.values() for at in group}
    objects = [
        {**row, "mapped": row["mapped"] if at not in whole else 0}
        for at, row in enumerate(counted["objects"])
    ]
    for number, group in members.items():
        objects[group[0]] = _object(counted["structures"][number], [objects[at] for at in group])
    nodes = [_node(node, whole) for node in counted["nodes"]]
    return Joined(
        {**counted, "objects": objects, "nodes": nodes},
        {group[0]: tuple(group) for group in members.values()},
    )


def _object(structure: dict[str, Any], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    shown = f";{structure['text']};{structure['file']};{structure['line']};1;;"
    return {
        **rows[0],
        "bytes": sum(row["bytes"] for row in rows),
        "allocations": sum(row["allocations"] for row in rows),
        "mapped": 1,
        "kind": STRUCTURE,
        "name": None,
        "variable": shown,
        "data": None,
        "place": None,
        "chain": [],
    }


STRUCTURE = 3
"""The kind of a structure, behind those of the runtime."""


def _node(node: dict[str, Any], whole: dict[int, int]) -> dict[str, Any]:
    if "children" in node:
        return {**node, "children": [_node(each, whole) for each in node["children"]]}
    cells: dict[tuple[int, int], dict[str, Any]] = {}
    for cell in sorted(node["cells"], key=lambda cell: (cell["object"], cell["side"])):
        key = whole.get(cell["object"], cell["object"]), cell["side"]
        cells[key] = _sum(cells[key], cell) if key in cells else {**cell, "object": key[0]}
    copies: dict[int, list[int]] = {}
    for object_, to_device, to_host in node["copies"]:
        row = copies.setdefault(whole.get(object_, object_), [0, 0])
        row[0] += to_device
        row[1] += to_host
    return {**node, "cells": list(cells.values()), "copies": [[at, *row] for at, row in copies.items()]}


def _sum(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    made = dict(one)
    for name in ("sectors", "stored_sectors", "pages", "page_visits", "warp_sectors"):
        made[name] = one[name] + other[name]
    for name in ("count", "bytes"):
        made[name] = [a + b for a, b in zip(one[name], other[name], strict=True)]
    for name in ("strides", "lane_strides"):
        made[name] = _strides(one[name], other[name])
    made["has_lanes"] = one["has_lanes"] and other["has_lanes"]
    return made


def _strides(one: list[Any], other: list[Any]) -> list[Any]:
    found: dict[int, int] = {}
    for stride, count in (*one[1:], *other[1:]):
        found[stride] = found.get(stride, 0) + count
    return [one[0] + other[0], *([stride, count] for stride, count in found.items())]
