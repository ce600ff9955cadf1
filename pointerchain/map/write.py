# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Write: what constructs need -> the source with their clauses.

``#pragma omp target`` and two objects  ->  the same line, continued by lines of its own: ``map(to: a[0:n])
map(from: b[0:n])``, then ``pointerchain(...)``. What the user wrote stays.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence

from pointerchain.lazy import lazy_pattern
from pointerchain.map.inserted import COPIES, Insertion, indent_at, line_ending
from pointerchain.map.objects import BOTH, FROM, NEITHER, TO, Decision
from pointerchain.map.resident import Region, Resident, Update, way_of
from pointerchain.source import Span
from pointerchain.translator.text.directives import Construct

_WIDTH = 100
_OPENMP = {TO: "map(to: ", BOTH: "map(tofrom: ", FROM: "map(from: ", NEITHER: "map(alloc: "}
_OPENACC = {TO: "copyin(", BOTH: "copy(", FROM: "copyout(", NEITHER: "create("}
_CHAIN = lazy_pattern(r"[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)+(?![\w.>-]*\()")
"""What a clause hoists; what a vector is asked for its size is evaluated as it is."""
_OPENS, _BEGINS = (1, 0, 0), (3, 0, 0)


def _ends(start: int, what: int) -> tuple[int, int, int]:
    """The order of what stands at an end: what began last ends first; region, copy, brace."""
    return (0, -start, what)


def insertions(data: bytes, decision: Decision) -> tuple[Insertion, ...]:
    """What goes into a source for one construct."""
    construct = decision.construct
    clauses = list(_clauses(decision))
    if decision.is_deep and not decision.says_deep:
        clauses.append(["pointerchain(deep)"])
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


# --- regions ---------------------------------------------------------------------------------------------


def region_insertions(data: bytes, region: Region) -> tuple[Insertion, ...]:
    """What goes into a source for a region: its directive, perhaps braces, and the copies in it."""
    acc = region.dialect == "acc"
    updates = [_update(data, each, acc) for each in region.updates]
    copied = {each.at for each in region.updates if each.behind < 0}
    updates += [brace for span in region.braces for brace in _braces(data, span, copied)]
    if not region.is_structured:
        return (*_around(data, region, acc), *updates)
    head = "acc data" if acc else "omp target data"
    clauses = _data_clauses(region, lambda each: way_of(each, acc))
    brace = b"{" if region.is_block else b""
    rows = [Insertion(region.at, _line(data, region.at, head, clauses, brace), _BEGINS)]
    if region.is_block:
        rows.append(
            Insertion(region.end, line_ending(data) + indent_at(data, region.at) + b"}", _ends(region.at, 0))
        )
    return (*rows, *updates)


def _around(data: bytes, region: Region, acc: bool) -> Iterator[Insertion]:
    """A directive before a region, and one behind it."""
    first = _data_clauses(
        region, lambda each: ("copyin" if each.to else "create") if acc else TO if each.to else "alloc"
    )
    last = _data_clauses(
        region,
        lambda each: (
            ("copyout" if each.returns else "delete") if acc else FROM if each.returns else "release"
        ),
    )
    enter, leave = (
        ("acc enter data", "acc exit data") if acc else ("omp target enter data", "omp target exit data")
    )
    yield Insertion(region.at, _line(data, region.at, enter, first, b""), _BEGINS)
    text = _directive(data, region.at, leave, last)
    yield Insertion(region.end, line_ending(data) + indent_at(data, region.at) + text, _ends(region.at, 0))


def _data_clauses(region: Region, way: Callable[[Resident], str]) -> list[Sequence[str]]:
    """The clauses of a region's directive: what stays, how it is copied, and the chains in that."""
    acc = region.dialect == "acc"
    ways: dict[str, list[str]] = {}
    for each in sorted(region.residents, key=lambda each: (not each.to, each.returns)):
        ways.setdefault(way(each), []).append(each.text)
    clauses = [_wrapped(f"{word}(" if acc else f"map({word}: ", items) for word, items in ways.items()]
    if region.condition:
        clauses.append([f"if({region.condition})"])
    return _hoisted(clauses, [*(each.text for each in region.residents), region.condition])


def _update(data: bytes, update: Update, acc: bool) -> Insertion:
    clauses = []
    if update.to:
        clauses.append(_wrapped("device(" if acc else "to(", update.to))
    if update.returns:
        clauses.append(_wrapped("self(" if acc else "from(", update.returns))
    head = "acc update" if acc else "omp target update"
    hoisted = _hoisted(clauses, (*update.to, *update.returns))
    if update.behind >= 0:
        text = (
            line_ending(data)
            + indent_at(data, update.behind)
            + _directive(data, update.behind, head, hoisted)
        )
        return Insertion(update.at, text, _ends(update.behind, 1))
    return Insertion(update.at, _line(data, update.at, head, hoisted, b""), COPIES)


def _braces(data: bytes, span: Span, copied: Collection[int]) -> Iterator[Insertion]:
    """Braces around a statement, which may have a line of its own; ``copied``: where copies come before."""
    indent, ending = indent_at(data, span.start), line_ending(data)
    own = not data[data.rfind(b"\n", 0, span.start) + 1 : span.start].strip()
    text = b"{" + ending + indent if own else b"{" if span.start in copied else b"{ "
    yield Insertion(span.start, text, _OPENS)
    yield Insertion(span.end, ending + indent + b"}", _ends(span.start, 2))


def _hoisted(clauses: Sequence[Sequence[str]], texts: Sequence[str]) -> list[Sequence[str]]:
    """Clauses with one that names the chains in them."""
    names = list(dict.fromkeys(name for text in texts for name in _CHAIN.findall(text)))
    return [*clauses, *([_wrapped("pointerchain(", names)] if names else [])]


def _line(data: bytes, at: int, head: str, clauses: Sequence[Sequence[str]], then: bytes) -> bytes:
    """A directive on lines of its own before what stands at a place."""
    indent, ending = indent_at(data, at), line_ending(data)
    text = _directive(data, at, head, clauses) + ending + indent + (then + ending + indent if then else b"")
    start = data.rfind(b"\n", 0, at) + 1
    return text if not data[start:at].strip() else ending + indent + text


def _directive(data: bytes, at: int, head: str, clauses: Sequence[Sequence[str]]) -> bytes:
    """A directive, on several lines where it is long, indented as a place is."""
    lines = [line for clause in clauses for line in clause]
    text = f"#pragma {head} {' '.join(lines)}".encode()
    if len(text) <= _WIDTH:
        return text
    lead = b" \\" + line_ending(data) + indent_at(data, at) + b"    "
    return f"#pragma {head}".encode() + b"".join(lead + line.encode() for line in lines)


# --- clauses ---------------------------------------------------------------------------------------------


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
    ending = line_ending(data)
    lead = b" \\" + ending + indent + b"    "
    return b"".join(lead + line.encode() for clause in clauses for line in clause)


def _clauses(decision: Decision) -> Iterator[list[str]]:
    """The data clauses, each as lines."""
    words = _OPENACC if decision.construct.dialect == "acc" else _OPENMP
    for direction in words:
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


def construct_at(decisions: Sequence[Decision], offset: int) -> int:
    """The number of the construct that a place of the source is in, or -1."""
    starts = [each.construct.pragma.span.start for each in decisions]
    number = bisect_right(starts, offset) - 1
    if number >= 0 and offset <= max(decisions[number].span.end, decisions[number].construct.pragma.span.end):
        return number
    return -1
