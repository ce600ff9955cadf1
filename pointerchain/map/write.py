# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Write: what constructs need -> the source with their clauses.

``#pragma omp target`` and two objects  ->  the same line, continued by lines of its own: ``map(to: a[0:n])
map(from: b[0:n])``, then ``pointerchain(...)``. What the user wrote stays.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pointerchain.map.objects import BOTH, FROM, TO, Decision
from pointerchain.translator.text.directives import Construct

_WIDTH = 100
_OPENMP = {TO: "map(to: ", BOTH: "map(tofrom: ", FROM: "map(from: "}
_OPENACC = {TO: "copyin(", BOTH: "copy(", FROM: "copyout("}


class Insertion(NamedTuple):
    """Text that goes into a source at a place."""

    at: int
    text: bytes


def insertions(data: bytes, decision: Decision) -> tuple[Insertion, ...]:
    """What goes into a source for one construct."""
    construct = decision.construct
    clauses = list(_clauses(decision))
    rows: list[Insertion] = []
    names = [chain.text for chain in decision.hoisted]
    own = construct.clause
    if names and own is not None:
        close = data.rindex(b")", own.start, own.end)
        rows.append(Insertion(close, (", " + ", ".join(names)).encode()))
    elif names:
        clauses.append(_wrapped("pointerchain(", names))
    if clauses:
        rows.append(Insertion(_end(data, construct), _continued(data, construct, clauses)))
    return tuple(rows)


def _end(data: bytes, construct: Construct) -> int:
    """Where a directive's text ends, before a comment and white space."""
    end = construct.pragma.span.end
    while data[end - 1 : end].isspace():
        end -= 1
    return end


def _continued(data: bytes, construct: Construct, clauses: Sequence[Sequence[str]]) -> bytes:
    """Lines that continue a directive, indented under it."""
    start = construct.pragma.span.start
    before = data[data.rfind(b"\n", 0, start) + 1 : start]
    indent = before if not before.strip() else b""
    ending = b"\r\n" if data[: data.find(b"\n") + 1].endswith(b"\r\n") else b"\n"
    lead = b" \\" + ending + indent + b"    "
    return b"".join(lead + line.encode() for clause in clauses for line in clause)


def _clauses(decision: Decision) -> Iterator[list[str]]:
    """The data clauses, each as lines."""
    words = _OPENACC if decision.construct.dialect == "acc" else _OPENMP
    for direction in (TO, BOTH, FROM):
        items = [each.text for each in decision.objects if each.direction == direction]
        if items:
            yield _wrapped(words[direction], items)


def _wrapped(head: str, items: Sequence[str]) -> list[str]:
    """A clause as lines that are not too long."""
    lines, line = [], head
    for number, item in enumerate(items):
        word = item + (", " if number + 1 < len(items) else ")")
        if len(line) + len(word) > _WIDTH and line.strip() and line != head:
            lines.append(line.rstrip())
            line = " " * len(head)
        line += word
    lines.append(line)
    return lines


class Written(NamedTuple):
    """A source with insertions."""

    text: bytes
    rows: tuple[Insertion, ...]

    def in_source(self, offset: int) -> int:
        """A place of the new text in the source; what was inserted stands where it went in."""
        moved = 0
        for row in self.rows:
            begin = row.at + moved
            if offset < begin:
                break
            if offset < begin + len(row.text):
                return row.at
            moved += len(row.text)
        return offset - moved


def written(data: bytes, rows: Sequence[Insertion]) -> Written:
    """A source with what goes into it."""
    ordered = tuple(sorted(rows))
    out, at = [], 0
    for row in ordered:
        out += [data[at : row.at], row.text]
        at = row.at
    out.append(data[at:])
    return Written(b"".join(out), ordered)


def construct_at(decisions: Sequence[Decision], offset: int) -> int:
    """The number of the construct that a place of the source is in, or -1."""
    starts = [each.construct.pragma.span.start for each in decisions]
    number = bisect_right(starts, offset) - 1
    if number >= 0 and offset <= max(decisions[number].span.end, decisions[number].construct.pragma.span.end):
        return number
    return -1
