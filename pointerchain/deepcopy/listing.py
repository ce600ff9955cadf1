# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Listing: the table of types as text, JSON and C.

::

    struct Node, 24 bytes, aligned to 8 (list.c:3)
      offset  member  type           kind   length
           8  next    struct Node *  owned  1
"""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.deepcopy.descriptors import VERSION, Writer
from pointerchain.deepcopy.rows import CUSTOM, FOLLOWED, HOST, UNKNOWN, Row, Rows
from pointerchain.deepcopy.table import Table
from pointerchain.locations import SourceFiles
from pointerchain.translator.clang.records import RECORD, TypeRef

_HEAD = ("offset", "member", "type", "kind", "length", "direction", "when")
_ALWAYS = 5
"""How many columns there are where no direction and no condition is said."""
_MISSING = "?"


def closure(table: Table, keys: Sequence[str]) -> list[Rows]:
    """The records of ``keys`` and those that their pointers lead to, each once by each of its shapes."""
    out: dict[tuple[str, str], Rows] = {}
    waiting = [(key, "") for key in keys]
    while waiting:
        key, name = waiting.pop(0)
        if (key, name) in out:
            continue
        out[key, name] = table.rows(key, name)
        waiting = [*((key, other) for other in sorted(table.names.get(key, ()))), *waiting]
        waiting += [
            (row.target.record, row.shape)
            for row in out[key, name].leading
            if row.target.kind == RECORD and row.kind in FOLLOWED | {UNKNOWN}
        ]
    return list(out.values())


def text(listed: Sequence[Rows], sources: SourceFiles) -> str:
    """The table for people."""
    return "\n".join(_block(rows, sources) for rows in listed)


def _block(rows: Rows, sources: SourceFiles) -> str:
    record = rows.record
    size = f"{record.size} byte{'s' if record.size != 1 else ''}"
    head = f"{rows.shown}, {size}, aligned to {record.align} ({_where(rows, sources)})\n"
    table: list[tuple[str, ...]] = [_HEAD, *(_cells(row) for row in _all(rows))]
    if rows.tail is not None:
        member = rows.tail.member
        length = rows.tail.length.text if rows.tail.length else _MISSING
        if rows.tail.pointers is not None and len(rows.tail.pointers.lengths) > 1:
            length += f" x {rows.tail.pointers.lengths[1].text}"
        cells = (str(member.offset // 8), f"{member.name}[]", member.type.spelling, "tail", length)
        table.append((*cells, "", ""))
    if len(table) == 1:
        table = []
    said = [any(line[column] for line in table[1:]) for column in range(len(_HEAD))]
    columns = [column for column in range(len(_HEAD)) if column < _ALWAYS or said[column]]
    table = [tuple(line[column] for column in columns) for line in table]
    widths = [max((len(line[column]) for line in table), default=0) for column in range(len(columns))]
    for line in table:
        shown = [line[0].rjust(widths[0]), *(c.ljust(w) for c, w in zip(line[1:], widths[1:], strict=True))]
        head += ("  " + "  ".join(shown)).rstrip() + "\n"
    if not table and not rows.problems:
        head += "  no pointers\n"
    for problem in rows.problems:
        field = f"'{problem.field}'" if problem.field else "the type"
        verb = "has no length" if problem.code == "missing-shape" else "cannot be deep-copied"
        head += f"  ! {field} {verb}: {problem.why}\n"
    return head


def _all(rows: Rows) -> list[Row]:
    """What a descriptor says of a record's members, in the order of their offsets."""
    return sorted((*rows.rows, *rows.customs), key=lambda row: row.offset)


def _cells(row: Row) -> tuple[str, ...]:
    if row.kind == CUSTOM:
        length = ", ".join(row.functions)
    elif row.kind == HOST:
        length = "stays"
    elif row.kind in FOLLOWED:
        length = " x ".join(_lengths(row)) + ", mutable" * any(row.resized)
    else:
        length = _MISSING if row.kind == UNKNOWN else "-"
    name = ".".join(step.name + (f"[{step.length}]" if step.extents else "") for step in row.steps)
    direction = row.direction if row.direction != "tofrom" else ""
    kind = row.kind + ", mutable" * row.mutable
    return str(row.offset), name, row.type.spelling, kind, length, direction, condition(row)


def condition(row: Row) -> str:
    """When a pointer is one, as its user wrote it; nothing where it always is."""
    own = [each.when.condition.text for term in row.terms if not term.negated for each in term.asked]
    return " and ".join(own) or "otherwise" * bool(row.terms)


def _lengths(row: Row) -> list[str]:
    """The lengths as their user wrote them, or what a container is asked for."""
    if row.container is not None:
        own = row.container.size.replace("pc_self->", "")
        return [*([own] if own else []), *(length.text for length in row.lengths)]
    return [length.text for length in row.lengths]


def _where(rows: Rows, sources: SourceFiles) -> str:
    place = rows.record.place
    source = sources.behind(place)
    return f"{place.file}:{source.line_column(place.span.start)[0]}" if source is not None else place.file


def as_json(file: str, listed: Sequence[Rows], sources: SourceFiles) -> dict[str, object]:
    """The table for programs; sizes and offsets in bytes, as Clang lays the records out."""
    return {"file": file, "types": [_json(rows, sources) for rows in listed]}


def _json(rows: Rows, sources: SourceFiles) -> dict[str, object]:
    record, place = rows.record, rows.record.place
    source = sources.behind(place)
    line, column = source.line_column(place.span.start) if source is not None else (0, 0)
    tail = None
    if rows.tail is not None:
        member = rows.tail.member
        length = rows.tail.length.text if rows.tail.length else None
        element = member.type.target.spelling if member.type.target is not None else ""
        tail = {"name": member.name, "offset": member.offset // 8, "element": element, "length": length}
    return {
        "name": record.shown,
        "shape": rows.name or None,
        "file": place.file,
        "line": line,
        "column": column,
        "size": record.size,
        "align": record.align,
        "pointers": [
            {
                "name": row.name,
                "offset": row.offset,
                "repeat": row.repeat,
                "type": row.type.spelling,
                "target": row.target.spelling,
                "kind": row.kind,
                "lengths": _lengths(row),
                "direction": row.direction,
                "when": condition(row) or None,
                "mutable": row.mutable,
            }
            for row in rows.rows
        ],
        "customs": [
            {"name": row.name, "offset": row.offset, "type": row.type.spelling, "functions": row.functions}
            for row in rows.customs
            if row.kind == CUSTOM
        ],
        "host": [
            {"name": row.name, "offset": row.offset, "type": row.type.spelling}
            for row in rows.customs
            if row.kind == HOST
        ],
        "tail": tail,
        "problems": [{"code": p.code, "member": p.field or None, "why": p.why} for p in rows.problems],
    }


def as_c(table: Table, keys: Sequence[str], cxx: bool) -> str:
    """Descriptors of the records, to be included after their definitions."""
    writer = Writer(table, set(), cxx)
    for key in keys:
        record = table.reader.record(key)
        for name in ("", *sorted(table.names.get(key, ()))):
            writer.type(TypeRef(RECORD, record.spelling, record=key), shape=name)
    version = VERSION.format(writer.fresh("pc_descriptor_version"))
    text = writer.write("\n")
    headers = ["transfer.h"] if "_life<" in text or "pc_find_" in text else []
    headers += ["deepcopy.h"] if "pc_string_length" in text else []
    includes = "\n".join(f"#include <pointerchain/{name}>" for name in headers or ["descriptor.h"])
    return f"{includes}\n\n{version}\n{text}\n"
