# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Contained: what containers lead to, and what classes keep to themselves -> why it cannot be copied.

``std::vector<void *>``  ->  ``its elements lead to 'void'``
"""

from __future__ import annotations

from pointerchain.deepcopy.containers import is_handle, template
from pointerchain.deepcopy.policies import Policies
from pointerchain.deepcopy.policy_lookup import PolicyLookup
from pointerchain.deepcopy.rows import At, Length, Step
from pointerchain.translator.clang.records import (
    ATOMIC,
    OPAQUE,
    OTHER,
    POINTER,
    RECORD,
    REFERENCE,
    SCALAR,
    Record,
    TypeRef,
    innermost,
    pointed_at,
)

_OF_NODES = frozenset(
    f"{multi}{name}" for name in ("map", "set", "unordered_map", "unordered_set") for multi in ("", "multi")
) | {"list", "forward_list", "deque", "unordered_multimap", "unordered_multiset"}
"""The library's containers that kernels cannot use by their member functions."""
UNSEEN = "the bases or virtual functions of the template's instance are not known"
REMEDY = " (those of a class that is no template are, and so is a member in the place of a base)"
VOLATILE = "'volatile' data change while they are copied"


def is_of_library(record: Record) -> bool:
    """Whether a class is one of the C++ library."""
    return record.spelling.startswith("std::")


def only_containers(table: Policies, key: str) -> bool:
    """Whether all pointers of a record are those of containers, which need no name."""
    if table.is_container(key):
        return True
    record = table.reader.record(key)
    if record.union or record.unseen:
        return False
    for member in record.members:
        kind = innermost(member.type)
        if table.has_pointers(kind) and not (kind.kind == RECORD and only_containers(table, kind.record)):
            return False
    return all(bool(base) and only_containers(table, base) for base, _, _ in record.bases)


def hides(table: Policies, record: Record) -> bool:
    """Whether a record has pointers of its own that a descriptor cannot name."""
    hidden = (not each.public and table.has_pointers(each.type) for each in record.members)
    if table.unseen(record) or is_handle(record) or any(hidden):
        return True
    return any(base and hides(table, table.reader.record(base)) for base, _, _ in record.bases)


def blocked(lookup: PolicyLookup, record: Record, at: At) -> str:
    """Why a descriptor cannot name the pointers of an embedded record; nothing where it can."""
    if template(record) in _OF_NODES:
        name = f"std::{template(record)}"
        return f"'{name}' is not supported in kernels: its elements lie in nodes of the library's own"
    if lookup.table.is_container(record.key):
        return ""
    if is_handle(record):
        return f"a '{record.shown}' means something to its own process alone"
    if lookup.table.unseen(record):
        return f"in '{record.shown}' {UNSEEN}" + REMEDY * (not is_of_library(record))
    for member in record.members:
        kind = innermost(member.type)
        if not lookup.table.has_pointers(kind) or lookup.skips(member, at):
            continue
        if kind.kind == RECORD and lookup.table.is_container(kind.record):
            continue
        if kind.kind == RECORD and template(lookup.table.reader.record(kind.record)) == "optional":
            continue
        if not member.public and is_of_library(record):
            return f"member '{member.name}' of '{record.shown}' is not public"
        if kind.kind == RECORD:
            here = at._replace(steps=(*at.steps, Step(member.name))) if member.name else at
            if inner := blocked(lookup, lookup.table.reader.record(kind.record), here.within(kind.record)):
                return inner
    for base, _, _ in record.bases:
        if base and (inner := blocked(lookup, lookup.table.reader.record(base), at.within(base))):
            return inner
    return ""


def not_copied(table: Policies, element: TypeRef) -> str:
    """Why the elements of a container cannot be copied; nothing where they can."""
    reader = table.reader
    if element.kind == POINTER:
        return f"its elements are pointers, '{element.spelling}': what they lead to is not known"
    if element.kind in (OPAQUE, OTHER, REFERENCE):
        what = reader.incomplete(element) if element.kind == OPAQUE else "no type that can be copied"
        return f"its elements are of type '{element.spelling}', which is {what}"
    if element.volatile or (element.kind == ATOMIC and table.has_pointers(element)):
        return f"its elements are of type '{element.spelling}', which may change while it is copied"
    if element.kind == RECORD and table.is_container(element.record):
        found, why = table.container(element.record)
        if found is not None and not found.size:
            return f"of its elements '{element.spelling}' nobody knows how many elements they lead to"
        why = not_copied(table, found.element) if found is not None else why
        return f"of its elements '{element.spelling}' {why}" if why else ""
    return reader.nameless(element)


def not_led_to(
    table: Policies, element: TypeRef, flat: TypeRef, levels: int, lengths: tuple[Length, ...]
) -> str:
    """Why a container's elements that are pointers cannot be copied; nothing where they can."""
    if len(lengths) != levels:
        return f"its elements take {many(levels)}, not {len(lengths)}: its own it knows"
    if any(length.reads or length.by_row or length.string for length in lengths):
        return "what the elements of a container lead to has a length that reads no member, such as 1"
    while element.kind == POINTER:
        if element.volatile:
            return VOLATILE
        element, count = pointed_at(element)
        if count != 1:
            return f"its elements lead to arrays of '{flat.spelling}'"
    if flat.volatile:
        return VOLATILE
    if flat.kind not in (SCALAR, RECORD):
        return f"its elements lead to '{flat.spelling}'"
    return not_copied(table, flat) if flat.kind == RECORD else ""


def many(lengths: int) -> str:
    """A number of lengths as messages say it."""
    return f"{lengths} lengths" if lengths > 1 else "one length"
