# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Transferred: what an image, in a file or a message, cannot hold of a record that a copy to a device can.

A device belongs to the program that copies to it, and what means something to the host alone may lie there
unused. Who reads an image is another program: an address that is copied as it is would lead anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator

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


def untransferable(table: Table, rows: Rows) -> str:
    """Why no image can hold objects of a record; nothing where one can."""
    record = rows.record
    for row in rows.customs:
        return f"'{row.name}' of '{record.shown}' has functions of its own, which an image cannot have yet"
    for row in rows.rows:
        if row.container is not None:
            name = row.name or record.shown
            return f"'{name}' of '{record.shown}' is a container, which an image cannot hold yet"
    for name in _uncovered(table, rows, record, (), 0, in_union=record.union):
        return f"'{name}' of '{record.shown}' holds an address, which means nothing to another program"
    return ""


def _uncovered(
    table: Table, rows: Rows, record: Record, steps: tuple[Step, ...], offset: int, *, in_union: bool
) -> Iterator[str]:
    """The members, by name, that hold addresses of which the descriptor does not say what becomes of them.

    Of an array the first element stands for all; ``offset`` is in bits.
    """
    if record.virtual or record.unseen or any(virtual for _, _, virtual in record.bases):
        yield f"virtual functions of {record.shown}"
    for base, _, virtual in record.bases:
        at = table.reader.base_offset(record, base) if not virtual else None
        inner = table.reader.record(base)
        if at is None:
            yield f"the base {inner.shown}"
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
            yield path_of(path)


def _covered(rows: Rows, name: str, offset: int, *, whole: bool, in_union: bool) -> bool:
    """Whether a row is of the member: by its name, or by its place where no other member can have that.

    Of a record as a ``whole`` is only one that says what becomes of all of it.
    """
    for row in rows.rows:
        if whole and not row.words and not row.functions:
            continue
        if (name and row.name == name) or (not in_union and _spans(row, offset)):
            return True
    return False


def _spans(row: Row, offset: int) -> bool:
    size = row.type.size if row.words or row.functions else 1
    return row.offset <= offset < row.offset + max(size, 1)
