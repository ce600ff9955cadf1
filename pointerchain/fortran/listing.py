# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The types of a source's modules as a table: each component that leads to other memory, or why none can be
followed."""

from __future__ import annotations

from pointerchain.diagnostics import Diagnostic
from pointerchain.fortran.directives import Policy, read_directive
from pointerchain.fortran.fixed import BY_SUFFIX, Form
from pointerchain.fortran.modules import Modules, SourceFile
from pointerchain.fortran.pipeline import policies_of
from pointerchain.fortran.records import DYNAMIC, EMBEDDED, SKIPPED, Component, Record, Records, TypeKey
from pointerchain.fortran.roots import undefined_pointer
from pointerchain.fortran.unread import source_problems
from pointerchain.lazy import NamedTuple


class Listing(NamedTuple):
    """The table, what is to be said of it, and a type that was asked for and is not there."""

    text: str
    diagnostics: tuple[Diagnostic, ...]
    unknown: str


def listing(
    data: bytes,
    name: str,
    directories: tuple[str, ...],
    names: tuple[str, ...],
    form: Form = BY_SUFFIX,
) -> Listing:
    """The types of the source ``name``, or those of ``names``."""
    import os

    file = SourceFile(name, data, form, directories)
    found = source_problems(file, every_type=True)
    if found:
        return Listing("", tuple(found), "")
    modules = Modules(file, (os.path.dirname(name), *directories))
    read = [read_directive(name, each)[0] for each in file.text.directives]
    policies = policies_of(file, [each for each in read if isinstance(each, Policy)], found)
    records = Records(modules, policies)
    keys = [
        TypeKey(scope.name, each.name)
        for scope in file.modules.values()
        for each in scope.children
        if each.kind == "type"
    ]
    wanted = [each.lower() for each in names]
    unknown = next((each for each in wanted if each not in {key.name for key in keys}), "")
    out = []
    for key in keys:
        if wanted and key.name not in wanted:
            continue
        record = records.get(key)
        if record is not None:
            out.append(_table(record))
            found += [
                undefined_pointer(each.name, record, each.place)
                for each in record.components
                if each.undefined
            ]
    placed = tuple(each.moved(modules.own_place) for each in found)
    return Listing("\n".join(out), placed, unknown)


def _table(record: Record) -> str:
    parent = f", extends {record.parent.name}" if record.parent is not None else ""
    problem = f"  cannot be copied: {record.problem}\n" if record.problem else ""
    head = f"type {record.key.name} of module {record.key.module}{parent}\n{problem}"
    rows = [("component", "type", "kind", "elements")]
    rows += [_row(each) for each in record.components if each.form in (DYNAMIC, EMBEDDED) or each.problem]
    if len(rows) == 1:
        return head
    widths = [max(len(row[n]) for row in rows) for n in range(4)]
    lines = [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return head + "\n".join(lines) + "\n"


def _row(component: Component) -> tuple[str, str, str, str]:
    entity = component.entity
    spelled = entity.spelling.lower()
    shape = f"({','.join([':'] * entity.rank)})" if entity.rank else ""
    what = (
        " allocatable"
        if "allocatable" in entity.attributes
        else " pointer"
        if "pointer" in entity.attributes
        else ""
    )
    if component.problem:
        return component.name, spelled + what, "refused", component.problem
    kind = "embedded" if component.form == EMBEDDED and component.kind != SKIPPED else component.kind
    direction = f", {component.direction}" if component.direction != "tofrom" else ""
    elements = "len" if spelled.startswith("character") and component.form == DYNAMIC else "1"
    return component.name + shape, spelled + what, kind + direction, "size" if entity.rank else elements
