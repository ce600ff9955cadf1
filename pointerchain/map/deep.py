# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep: constructs whose kernels follow pointers of elements -> what a deep copy of these needs to know.

``c[i].data[j]`` for ``i`` up to ``n``  ->  ``map(to: c[0:n]) pointerchain(deep)``, if shapes say what each
pointer leads to that the copy meets; else what :mod:`~pointerchain.deepcopy.suggested` guesses is a question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pointerchain.deepcopy.listing import closure
from pointerchain.deepcopy.reading import Reading, again, numbered, read
from pointerchain.deepcopy.rows import FOLLOWED, INTERIOR, OBSERVER, Rows
from pointerchain.deepcopy.suggested import suggested
from pointerchain.map.checks import Remark
from pointerchain.map.objects import Decision
from pointerchain.map.source import Unit
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.records import ARRAY, POINTER, RECORD, TAIL, innermost, pointed_at
from pointerchain.translator.text.mapped import Change, MappedText, Piece

_LEADING = FOLLOWED | {OBSERVER, INTERIOR}
"""The kinds of pointers that lead to a copy on the device."""


def described(unit: Unit, decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions, each that goes deep with what its types leave open."""
    asked = [each for each in decisions if each.is_deep and not each.remarks]
    if not asked:
        return list(decisions)
    reading = _read(unit, asked)
    groups: dict[int, list[str]] = {}
    for number, action, _ in numbered(reading.directives):
        groups.setdefault(action.pragma.span.start, []).append(_record(reading, number))
    in_order = sorted(each.construct.pragma.span.start for each in asked)
    is_complete = len(groups) == len(in_order)
    keys = dict(zip(in_order, (groups[at] for at in sorted(groups)), strict=True)) if is_complete else {}
    said: set[str] = set()
    out = []
    for each in decisions:
        at = each.construct.pragma.span.start
        remarks = tuple(_remarks(unit, reading, each, keys.get(at, []), said)) if each in asked else ()
        out.append(each._replace(remarks=remarks) if remarks else each)
    return out


def _read(unit: Unit, asked: Sequence[Decision]) -> Reading:
    """The source with an 'enter' of their sections in the place of each construct."""
    changes = []
    for each in asked:
        sections = ", ".join(row.text for row in each.objects if row.deep)
        text = f'_Pragma("pointerchain deepcopy enter({sections})")'
        changes.append(Change(each.construct.pragma.span, [Piece(text.encode())]))
    composed = MappedText(unit.data, changes)
    reading = read(composed.text, unit.path, clang_arguments(unit.path, unit.args, unit.language))
    return again(reading) or reading


def _record(reading: Reading, number: int) -> str:
    """The record that a section leads to; nothing where it leads to none."""
    chain = reading.chains.get(number)
    if chain is None or chain.node is None or chain.error:
        return ""
    kind = reading.reader.type_of(chain.node)
    kind = kind.target if kind.kind == TAIL and kind.target is not None else innermost(kind)
    kind = innermost(pointed_at(kind)[0]) if kind.kind in (POINTER, ARRAY) else kind
    return kind.record if kind.kind == RECORD else ""


def _remarks(
    unit: Unit, reading: Reading, decision: Decision, keys: Sequence[str], said: set[str]
) -> Iterator[Remark]:
    """What is open; ``said`` are the questions about types that were asked before."""
    at = decision.construct.pragma.span.start
    assert decision.accesses is not None
    if reading.unit is None or "" in keys or not keys:
        why = reading.diagnostics[0].message if reading.diagnostics else "Clang sees no structure there"
        yield Remark("left", at, f"what a deep copy of it would hold is not known: {why}")
        return
    listed = closure(reading.table, keys)
    links = decision.accesses.links
    open_ = [rows for rows in listed if rows.problems]
    for rows in open_:
        names = {problem.field.split(".")[-1].replace("[]", "") for problem in rows.problems}
        where = min((place for key, (_, place) in links.items() if key.name in names), default=at)
        yield Remark("question", where, _question(reading, rows, said))
    if not open_:
        yield from _not_led(listed, decision)
        yield from _stored(unit, reading, listed, decision)


def _question(reading: Reading, rows: Rows, said: set[str]) -> str:
    """What nobody says of a structure's pointers, and what would say it."""
    name = rows.record.shown
    if name in said:
        return f"what do the pointers of '{name}' lead to? That is asked above"
    said.add(name)
    lines = suggested(reading.table, [rows]).splitlines()
    hints = " and ".join(f"'{line}'" for line in lines if line.startswith("#"))
    words = [line.removeprefix("/* ").removesuffix(" */") for line in lines if not line.startswith("#")]
    fields = ", ".join(dict.fromkeys(f"'{each.field}'" for each in rows.problems if each.field))
    out = f"what do the pointers of '{name}' lead to ({fields})?" if fields else f"what is in '{name}'?"
    out += f" {hints} would say, by a guess from the names" if hints else ""
    return "; ".join((out, *words))


def _not_led(listed: Sequence[Rows], decision: Decision) -> Iterator[Remark]:
    """Pointers that the kernel follows, and that lead to nothing on the device."""
    assert decision.accesses is not None
    rows = [row for each in listed for row in each.leading if row.steps]
    for key, (text, where) in decision.accesses.links.items():
        own = [row for row in rows if row.steps[-1].name == key.name]
        if not own or any(row.kind not in _LEADING for row in own):
            said = f"the kernel follows '{text}', of which a deep copy has nothing on the device"
            yield Remark("left", where, said)


def _stored(unit: Unit, reading: Reading, listed: Sequence[Rows], decision: Decision) -> Iterator[Remark]:
    """Numbers that the kernel stores by a chain, in a structure that the copy brings back as well."""
    names = set(_names(reading, listed))
    for each in decision.objects:
        if each.deep or each.is_elements or not each.chain.members:
            continue
        own = each.chain.members[-1].key.name
        if any(own in members for members in names):
            said = f"the kernel stores '{each.text}', which a deep copy may bring back, too"
            yield Remark("left", each.where, said)


def _names(reading: Reading, listed: Sequence[Rows]) -> Iterator[frozenset[str]]:
    """The members of all records that are copied, and of those in them."""
    waiting, seen = [rows.record for rows in listed], set[str]()
    while waiting:
        record = waiting.pop()
        if record.key in seen:
            continue
        seen.add(record.key)
        yield frozenset(member.name for member in record.members)
        kinds = (innermost(member.type) for member in record.members)
        waiting += [reading.reader.record(kind.record) for kind in kinds if kind.kind == RECORD]
        waiting += [reading.reader.record(key) for key, _, _ in record.bases]
