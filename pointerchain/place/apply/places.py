# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A mention of a variable that outlives its function, or of a member -> the place that it names.

``s->atoms->x`` -> the member ``x`` of its record, whichever record ``s->atoms`` leads to: all objects whose
pointers are kept in a member are in one place, as in a field-based points-to analysis (Heintze and Tardieu,
PLDI 2001). What is known of a place is known of it in all sources of the program.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.place.apply.reading import Function, Unit
from pointerchain.translator.clang.libclang import FUNCTIONS, POINTER_TYPE, Kind
from pointerchain.translator.clang.parsed import Declaration
from pointerchain.translator.clang.tree import Node

_PATH = lazy_pattern(rb"[A-Za-z_$][\w$]*(?:(?:->|\.)[A-Za-z_$][\w$]*)*")
_QUALIFIER = lazy_pattern(r"\b(?:const|volatile|(?:__)?restrict)\b ?")


class Place(NamedTuple):
    """Where pointers are kept: a variable, or a member of ``record``.

    What all sources name by its name alone has no ``file``.
    """

    name: str
    file: str
    offset: int
    record: str = ""


class Mention(NamedTuple):
    """A place's name in a source; ``function`` is None at file scope and in a header."""

    unit: Unit
    node: Node
    function: Function | None
    included: bool


def place_of(node: Node) -> Place | None:
    """The place that a reference names, None where it names something else."""
    declared = node.declaration() if node.kind in (Kind.DECL_REF, Kind.MEMBER, Kind.MEMBER_REF) else None
    return _place(declared, node) if declared is not None else None


def place_declared(node: Node) -> Place | None:
    """The place that a declaration of a variable or member declares."""
    return _place(node.declared(), node)


def _place(declared: Declaration, node: Node) -> Place | None:
    if declared.kind == Kind.FIELD:
        return Place(declared.name, _real(declared.file), declared.offset, node.record())
    if declared.kind != Kind.VARIABLE or not declared.lasting:
        return None
    if node.is_external():
        return Place(declared.name, "", -1)
    return Place(declared.name, _real(declared.file), declared.offset)


def _real(file: str) -> str:
    return _real_in(Path.cwd(), file)


@cache
def _real_in(folder: Path, file: str) -> str:
    return os.path.realpath(folder / file)


def mentions_in(unit: Unit) -> Iterator[tuple[Place, Mention]]:
    """All mentions of places in a source and its own headers that pointers may be kept in."""
    for included, nodes in ((False, unit.nodes()), (True, unit.included_nodes())):
        for node in nodes:
            if node.kind not in (Kind.DECL_REF, Kind.MEMBER, Kind.MEMBER_REF):
                continue
            if node.type_kind != POINTER_TYPE:
                continue
            place = place_of(node)
            if place is not None:
                around = None if included else function_at(unit, node)
                yield place, Mention(unit, node, around, included)


def function_at(unit: Unit, node: Node) -> Function | None:
    """The function that a node of a C source stands in."""
    top = node
    for each in node.ancestors():
        if each.kind in FUNCTIONS:
            top = each
    return next((each for each in unit.functions.get(top.name(), ()) if each.node is top), None)


def path_of(unit: Unit, node: Node) -> bytes | None:
    """``s->atoms->x`` without blanks, where a mention is written as names alone; else None."""
    if node.macro or node.foreign:
        return None
    text = b"".join(unit.code[node.start : node.end].split())
    return text if _PATH.fullmatch(text) else None


def root_of(node: Node) -> Node | None:
    """The reference that a mention of a member begins with."""
    while node.kind != Kind.DECL_REF:
        below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if node.kind not in (Kind.MEMBER, Kind.UNEXPOSED_EXPR, Kind.PAREN) or len(below) != 1:
            return None
        node = below[0]
    return node


def unqualified(canonical: str) -> str:
    """A type without its qualifiers."""
    return _QUALIFIER.sub("", canonical)


def plain_type(canonical: str) -> str:
    """A type without qualifiers, with arrays as the pointers that they become."""
    return re.sub(r"\[\d*\]", "*", unqualified(canonical)).replace(" *", "*").replace("(*)", "").strip()
