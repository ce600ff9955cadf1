# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Deep: constructs whose kernels follow pointers of elements -> what a deep copy of these needs to know.

``c[i].data[j]`` for ``i`` up to ``n``  ->  ``map(to: c[0:n]) pointerchain(deep)``, if shapes say what each
pointer leads to that the copy meets; else what :mod:`~pointerchain.deepcopy.suggested` guesses is a question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from pointerchain.deepcopy.listing import closure
from pointerchain.deepcopy.reading import Reading, again, numbered, read
from pointerchain.deepcopy.rows import FOLLOWED, HOST, INTERIOR, OBSERVER, Row, Rows
from pointerchain.deepcopy.suggested import suggested
from pointerchain.lazy import lazy_pattern
from pointerchain.map.checks import Remark
from pointerchain.map.objects import Decision
from pointerchain.map.source import Unit
from pointerchain.translator.clang.arguments import clang_arguments
from pointerchain.translator.clang.conversions import ignoring_parens_and_casts
from pointerchain.translator.clang.extents import element_size, is_pointer
from pointerchain.translator.clang.libclang import EXPRESSIONS, Kind
from pointerchain.translator.clang.records import ARRAY, POINTER, RECORD, TAIL, innermost, pointed_at
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.mapped import Change, MappedText, Piece

_MAYBE = frozenset((OBSERVER, INTERIOR))
"""The kinds of pointers that lead to a copy if something else has one made."""
_WORD = lazy_pattern(r"[A-Za-z_]\w*")


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
        yield from _otherwise(listed, decision)
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
        if not own or any(row.kind not in FOLLOWED | _MAYBE for row in own):
            said = f"the kernel follows '{text}', of which a deep copy has nothing on the device"
            yield Remark("left", where, said)
        elif any(row.kind in _MAYBE for row in own):
            said = f"the kernel follows '{text}', and its policy leaves it to others to copy what it leads to"
            yield Remark("left", where, f"{said}: 'shared({key.name})' would copy that with it")


def _otherwise(listed: Sequence[Rows], decision: Decision) -> Iterator[Remark]:
    """What the kernel does of which policies and shapes say that no kernel does it."""
    assert decision.accesses is not None
    at, accesses = decision.construct.pragma.span.start, decision.accesses
    written = {_last_pointer(use.node) for rows in accesses.linked.values() for use in rows if use.write}
    stored = {key.name for key in accesses.stored} | {
        chain.name for chain, uses in accesses.scalars.items() if any(use.write for use in uses)
    }
    links = {key.name: row for key, row in accesses.links.items()}
    for row in (row for rows in listed for row in rows.leading if row.steps):
        name = row.steps[-1].name
        text, where = links.get(name, ("", at))
        if text and row.direction in ("from", "alloc"):
            said = f"the kernel follows '{text}', and by '{row.direction}({name})' nothing goes there"
            yield Remark("left", where, f"{said} when it begins")
        elif text and row.direction == "to" and written & {name, ""}:
            yield Remark(
                "left", where, f"the kernel writes behind '{text}', and by 'to({name})' nothing returns"
            )
        for number in sorted(_numbers_of(row) & stored):
            said = f"the kernel stores '{number}', by which shapes tell what '{row.name}' leads to"
            hint = f": 'mutable({number})' would let it, in the memory that is there" if row.lengths else ""
            yield Remark("left", at, said + hint)
    for node, text, where in accesses.tested:
        if any(_may_be_null(row, node) for rows in listed for row in rows.leading if row.steps):
            said = f"the kernel asks whether '{text}' is null, and on the device it is where there is nothing"
            yield Remark("left", where, f"{said} to copy: ask for the number of elements")
    for row in (row for rows in listed for row in rows.customs):
        if row.kind != HOST:
            yield Remark("left", at, f"the device has '{row.name}' in another form, which its policy makes")
        elif row.steps[-1].name in stored:
            yield Remark("left", at, f"the kernel stores '{row.name}', which by its policy never returns")


def _may_be_null(row: Row, node: Node) -> bool:
    """Whether a pointer that an expression may be is null on the device, and not on the host."""
    if row.kind in FOLLOWED and row.lengths and all(each.one for each in row.lengths) and not row.terms:
        return False
    node = ignoring_parens_and_casts(node)
    if node.kind == Kind.MEMBER:
        return node.name() == row.steps[-1].name
    return element_size(node) in (row.target.size, innermost(row.type).size * (row.levels > 1))


def _last_pointer(node: Node) -> str:
    """The member that is the last pointer on the way to what an expression names; '' if that is no member."""
    while True:
        node = ignoring_parens_and_casts(node)
        below = [each for each in node.below if each.kind in EXPRESSIONS]
        if node.kind not in (Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY) or not below:
            return ""
        if is_pointer(below[0]):
            pointer = ignoring_parens_and_casts(below[0])
            return pointer.name() if pointer.kind == Kind.MEMBER else ""
        node = below[0]


def _numbers_of(row: Row) -> set[str]:
    """The names in the lengths and conditions of a pointer, but for lengths that kernels may change."""
    kept = zip_longest(row.lengths, row.resized[: len(row.lengths)], fillvalue=None)
    fixed = [length for length, resized in kept if length is not None and not resized]
    rows = [*fixed, *(each.when.condition for term in row.terms for each in term.asked)]
    return {word for each in rows for word in _WORD.findall(each.meaning.text if each.meaning else each.text)}


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
