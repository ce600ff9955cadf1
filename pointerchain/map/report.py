# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Report: what became of sources -> text, and rows for JSON.

``heat.c:12:1: omp target teams distribute parallel for`` and below it a line for each object: its direction,
what a clause lists of it, and why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pointerchain.map.checks import Remark
from pointerchain.map.mapping import Result
from pointerchain.map.objects import BOTH, FROM, NEITHER, TO, Decision
from pointerchain.map.residency import Stay
from pointerchain.map.resident import Region, way_of
from pointerchain.source import Source

_ACC = {TO: "copyin", FROM: "copyout", BOTH: "copy", NEITHER: "create"}


def text_of(results: Sequence[Result]) -> str:
    """The report that people read."""
    out = []
    for result in results:
        source = result.source
        for number, decision in enumerate(result.decisions):
            stays = [each for each in result.stays if each.construct == number]
            out.append(_block(source, decision, stays))
        out += [_region(source, each) for each in result.regions]
        out += [_remark(source, remark) for remark in result.others]
    return "".join(out) + unproved_of(results) + summary(results)


def unproved_of(results: Sequence[Result]) -> str:
    """What nobody but those who wrote it has checked, and why."""
    return "".join(f"not proved: {why}\n" for why in dict.fromkeys(each.unproved for each in results) if why)


def _block(source: Source, decision: Decision, stays: Sequence[Stay]) -> str:
    construct = decision.construct
    lines = [f"{place_of(source, construct.pragma.span.start)}: {construct.spelling}\n"]
    rows = list(rows_of_objects(decision))
    width = max((len(text) for _, _, text, _ in rows), default=0)
    for word, _, what, why in rows:
        lines.append(f"  {word:<9} {what:<{width}}  {why}".rstrip() + "\n")
    lines += [f"  stays by itself: '{each.chain.text}': {each.why}\n" for each in stays]
    lines += [_remark(source, remark) for remark in decision.remarks]
    return "".join(lines)


def _region(source: Source, region: Region) -> str:
    head, rows = words_of_region(source, region)
    width = max((len(what) for _, what, why in rows if why), default=0)
    lines = [f"  {word:<9} {what:<{width}}  {why}".rstrip() + "\n" for word, what, why in rows]
    return "".join((f"{place_of(source, region.at)}: {head}\n", *lines))


def words_of_region(source: Source, region: Region) -> tuple[str, list[tuple[str, str, str]]]:
    """A region: what it is, and rows of what stays on the device in it and of the copies there."""
    last = source.line_column(region.end - 1)[0]
    acc = region.dialect == "acc"
    head = "acc data" if acc else "omp target data"
    if not region.is_structured:
        head = head.replace("data", "enter data") + " and 'exit data'"
    rows = [(way_of(each, acc), each.text, each.why) for each in region.residents]
    rows += [("if", region.condition, "")] if region.condition else []
    for update in region.updates:
        line = source.line_column(update.at)[0]
        for word, items in (("to", update.to), ("from", update.returns)):
            if items:
                side = "before" if update.behind < 0 else "behind"
                rows.append(("update", f"{word} {', '.join(items)} {side} line {line}", ""))
    return f"{head}, to line {last}", rows


def rows_of_objects(decision: Decision) -> Iterator[tuple[str, str, str, str]]:
    """For each object of a construct its direction, its chain, how a clause lists it, and why."""
    words = _ACC if decision.construct.dialect == "acc" else {}
    for each in decision.objects:
        yield words.get(each.direction, each.direction), each.chain.text, each.text, each.why
    for chain in decision.values:
        yield "by value", chain.text, chain.text, ""
    needed = {each.chain: each for each in decision.needed}
    for chain in decision.listed:
        why = "a clause of the construct lists it already"
        if (own := needed.get(chain)) is not None:
            why += f"; the kernel needs '{words.get(own.direction, own.direction)}: {own.text}'"
        yield "as listed", chain.text, chain.text, why


def remarks_of(result: Result) -> Iterator[str]:
    """What is asked, and what is left, with the places."""
    source = result.source
    for decision in result.decisions:
        yield from (_remark(source, remark) for remark in decision.remarks)
    yield from (_remark(source, remark) for remark in result.others)


def _remark(source: Source, remark: Remark) -> str:
    return f"{place_of(source, remark.where)}: {word_of(remark)}: {remark.text}\n"


def word_of(remark: Remark) -> str:
    """What a remark is."""
    return "question" if remark.kind == "question" else "left"


def place_of(source: Source, offset: int) -> str:
    """A place as messages name it."""
    path, line, column = source.place(offset)
    return f"{path}:{line}:{column}"


def summary(results: Sequence[Result]) -> str:
    """How many constructs were mapped, and how many were not."""
    decisions = [each for result in results for each in result.decisions]
    mapped = sum(not each.remarks for each in decisions)
    asked = sum(remark.kind == "question" for each in decisions for remark in each.remarks)
    left = len(decisions) - mapped
    parts = [f"{mapped} of {len(decisions)} constructs mapped"]
    regions = sum(len(result.regions) for result in results)
    if regions:
        parts.append(f"{regions} region{'s' if regions > 1 else ''}")
    if left:
        parts.append(f"{left} left")
    if asked:
        parts.append(f"{asked} question{'s' if asked > 1 else ''}")
    return ", ".join(parts) + "\n"


def rows_of(result: Result) -> list[dict[str, Any]]:
    """A source's constructs for tools."""
    source = result.source
    return [
        _as_row(source, decision, [each for each in result.stays if each.construct == number])
        for number, decision in enumerate(result.decisions)
    ]


def regions_of(result: Result) -> list[dict[str, Any]]:
    """A source's regions for tools."""
    source = result.source
    return [
        {
            "file": source.place(region.at)[0],
            "line": source.line_column(region.at)[0],
            "last_line": source.line_column(region.end - 1)[0],
            "if": region.condition,
            "objects": [
                {
                    "object": each.chain.text,
                    "direction": way_of(each, False),
                    "clause": each.text,
                    "why": each.why,
                }
                for each in region.residents
            ],
            "updates": [
                {"line": source.line_column(each.at)[0], "to": list(each.to), "from": list(each.returns)}
                for each in region.updates
            ],
        }
        for region in result.regions
    ]


def _as_row(source: Source, decision: Decision, stays: Sequence[Stay]) -> dict[str, Any]:
    path, line, column = source.place(decision.construct.pragma.span.start)
    return {
        "file": path,
        "line": line,
        "column": column,
        "construct": decision.construct.spelling,
        "objects": [
            {
                "object": each.chain.text,
                "direction": each.direction,
                "clause": each.text,
                "why": each.why,
                "line": source.line_column(each.where)[0],
            }
            for each in decision.objects
        ],
        "values": [chain.text for chain in decision.values],
        "listed": [chain.text for chain in decision.listed],
        "hoisted": [chain.text for chain in decision.hoisted],
        "stays": [
            {"object": each.chain.text, "why": each.why, "line": source.line_column(each.where)[0]}
            for each in stays
        ],
        "remarks": [
            {
                "kind": remark.kind,
                "line": source.line_column(remark.where)[0],
                "column": source.line_column(remark.where)[1],
                "text": remark.text,
            }
            for remark in decision.remarks
        ],
    }
