# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Transferred: what an image, in a file or a message, cannot hold of a record that a copy to a device can.

A device belongs to the program that copies to it, and what means something to the host alone may lie there
unused. Who reads an image is another program: an address that is copied as it is would lead anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from pointerchain.deepcopy.containers import Container, is_handle, parts, template
from pointerchain.deepcopy.rows import Row, Rows, Step, path_of
from pointerchain.deepcopy.table import Table
from pointerchain.translator.clang.records import (
    ATOMIC,
    FUNCTION,
    OTHER,
    POINTER,
    RECORD,
    REFERENCE,
    Record,
    innermost,
)

_ADDRESSES = frozenset((POINTER, REFERENCE, FUNCTION, OTHER))
_NAMED = frozenset(("array", "pair"))
"""Templates of the library whose members have names and hold all that their objects do."""


def untransferable(table: Table, rows: Rows, *, one_block: bool) -> str:
    """Why no image can hold objects of a record, or be read into ``one_block``; nothing where one can."""
    record = rows.record
    if rows.tail is not None and rows.tail.pointers is not None:
        name = f"'{rows.tail.member.name}' of '{record.shown}'"
        return f"{name} is a flexible array of pointers, which no image holds"
    for row in rows.rows:
        if any(length.measured for length in row.lengths):
            return f"'{row.name}' of '{record.shown}' is a string under a condition, which no image holds"
        name = f"'{row.name}' of '{record.shown}'" if row.name else f"'{record.shown}'"
        if row.container is not None:
            if why := _unmade(table, row, row.container):
                return f"{name} {why}"
            if lost := table.unrestored(row.type.record):
                made = table.reader.record(row.type.record)
                return (
                    f"{name} is of the container class '{made.shown}', whose {_listed(lost)} "
                    "nothing restores: one that is read is made empty and given its elements by 'resize'. "
                    f"'policy({made.spelling}: skip({', '.join(lost)}))' says that they are right then"
                )
            for made in (record, *_pointed(table, row)):
                if _allocates(table, made):
                    return f"'{made.shown}' has an 'operator new' of its own, which an image cannot call"
            if one_block:
                return f"{name} is a container, which owns memory of its own: add 'separate'"
        elif row.words and row.type.kind == RECORD:
            if row.repeat != 1:
                return f"{name} leaves out an array of objects that are more than their bytes"
            if why := table.reader.nameless(row.type):
                return f"{name} leaves out an object that nobody could make: {why}"
            if one_block:
                return f"{name} is an object that has to be made: add 'separate'"
    for name in _within(table, rows):
        return name
    for name in _uncovered(table, rows, record, (), 0, in_union=record.union):
        what = f"{name} holds an address or a handle"
        return f"{what}, which means nothing to another program"
    return ""


def _within(table: Table, rows: Rows) -> Iterator[str]:
    """The members that lie in the padding behind what another object holds, which has to be made anew."""
    anew = [row for row in rows.rows if row.words and row.type.kind == RECORD]
    sizes = (table.reader.record(row.type.record).size for row in anew)
    made = [(row.offset, row.offset + size, row) for row, size in zip(anew, sizes, strict=True)]
    waiting = [(rows.record, 0)] if made else []
    while waiting:
        record, offset = waiting.pop()
        if any(row.offset == offset and row.type.record == record.key for _, _, row in made):
            continue
        waiting += [(base, offset + at) for base, at in table.reader.placed_bases(record)]
        for member in record.members:
            at = offset + member.offset // 8
            kind = innermost(member.type)
            if kind.kind == RECORD:
                waiting.append((table.reader.record(kind.record), at))
            for start, end, row in made:
                if start < at < end or (start == at and kind.kind != RECORD):
                    held = table.reader.record(row.type.record)
                    yield (
                        f"'{member.name}' of '{record.shown}' lies in the padding of a '{held.shown}', "
                        "which is made anew where it is read"
                    )


def _listed(names: list[str]) -> str:
    quoted = [f"'{name}'" for name in names]
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}" if len(quoted) > 1 else quoted[0]


def _pointed(table: Table, row: Row) -> Iterator[Record]:
    """The record that a smart pointer owns an object of."""
    if template(table.reader.record(row.type.record)).endswith("_ptr") and row.target.kind == RECORD:
        yield table.reader.record(row.target.record)


def _allocates(table: Table, record: Record) -> bool:
    """Whether a class or a base of it has its own way to allocate objects."""
    own = any(table.reader.declares(record, f"operator {name}") for name in ("new", "new[]", "delete"))
    bases = (table.reader.record(base) for base, _, _ in record.bases if base)
    return own or any(_allocates(table, base) for base in bases)


def _unmade(table: Table, row: Row, found: Container) -> str:
    """Why no new container can be given elements; nothing where one may be.

    What the class's functions cannot do is said at run time.
    """
    if found.life:
        return ""
    name = template(table.reader.record(row.type.record))
    if name == "unique_ptr":
        return "deletes what it owns in a way of its own, and an image cannot make that"
    return (
        "is a view of what something else owns, which an image cannot hold: a pointer with a shape can be one"
    )


def _uncovered(
    table: Table, rows: Rows, record: Record, steps: tuple[Step, ...], offset: int, *, in_union: bool
) -> Iterator[str]:
    """The members, as messages name them, with addresses of which no descriptor says what becomes of them.

    Of an array the first element stands for all; ``offset`` is in bits.
    """
    if any(row.words and row.type.record == record.key and row.offset == offset // 8 for row in rows.rows):
        return
    if is_handle(record):
        yield f"'{path_of(steps)}' of '{rows.record.shown}'"
    values = parts(table.reader, record)
    if values is not None and template(record) not in _NAMED:
        for held in values:
            if held.kind == RECORD:
                inner = table.reader.record(held.record)
                yield from _uncovered(table, rows, inner, steps, offset, in_union=in_union)
            elif innermost(held).kind in _ADDRESSES:
                yield f"'{path_of(steps)}' of '{rows.record.shown}'"
        return
    if values is not None:
        pass
    elif record.virtual or any(virtual for _, _, virtual in record.bases):
        what = "virtual functions" if record.virtual else "a virtual base"
        yield f"an object of '{record.shown}', with {what},"
    elif record.unseen:
        yield f"what '{record.shown}' hides in '{rows.record.shown}'"
    for base, _, virtual in record.bases if values is None else ():
        at = table.reader.base_offset(record, base) if not virtual else None
        inner = table.reader.record(base)
        if at is None:
            yield f"the base '{inner.shown}'"
        else:
            yield from _uncovered(table, rows, inner, steps, offset + 8 * at, in_union=in_union)
    for member in record.members:
        kind = innermost(member.type)
        extents = (1,) if kind is not member.type else ()
        path = (*steps, Step(member.name, extents)) if member.name else steps
        here = offset + member.offset
        if kind.kind == ATOMIC and kind.target is not None:
            kind = kind.target
        whole = kind.kind == RECORD
        if _covered(rows, path_of(path), here // 8, whole=whole, in_union=in_union):
            continue
        if whole:
            inner = table.reader.record(kind.record)
            yield from _uncovered(table, rows, inner, path, here, in_union=in_union or inner.union)
        elif kind.kind in _ADDRESSES:
            yield f"'{path_of(path)}' of '{rows.record.shown}'"


def _covered(rows: Rows, name: str, offset: int, *, whole: bool, in_union: bool) -> bool:
    """Whether a row is of the member: by its name, or by its place where no other member can have that.

    Of a record as a ``whole`` is only one that says what becomes of all of it.
    """
    for row in (*rows.rows, *rows.customs):
        if whole and not row.words and not row.functions:
            continue
        if (name and row.name == name) or (not in_union and _spans(row, offset)):
            return True
    return False


def _spans(row: Row, offset: int) -> bool:
    size = row.type.size if row.words or row.functions else 1
    return row.offset <= offset < row.offset + max(size, 1)
