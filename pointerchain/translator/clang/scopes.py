# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Scopes: the namespaces around a place, and what the names in an expression mean, wherever it is read.

``n * K`` in ``namespace a``  ->  ``Named(4, "K", "::a::K", "c:@N@a@K")``, and the same for ``n``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.libclang import (
    FUNCTIONS,
    RECORDS,
    Kind,
    children_of,
    location_of,
    printed,
)
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.tree import Node, pruned

_NAMING = frozenset((Kind.DECL_REF, Kind.TYPE_REF, Kind.TEMPLATE_REF))


class Named(NamedTuple):
    """A mention of a name, but for members' names: where it stands in the parsed text, and what it means."""

    offset: int
    """Outside of the text for one that a macro's body gives."""
    spelling: str
    name: str
    """The name of what is meant, which may be longer than the spelling."""
    qualified: str
    """How any place names it, where it is of a namespace or class; nothing where it cannot, or need not."""
    identity: str
    """Clang's USR of what is meant."""


class Returned(NamedTuple):
    """What a function that only returns an expression returns, macros expanded, and the names in it."""

    text: str
    names: tuple[Named, ...]


def namespaces(parsed: Parsed, file: str, offset: int) -> tuple[str, ...]:
    """The namespaces around a place of an included file, outermost first; '' for one without a name."""
    found = [each for each in _around(parsed, file, offset) if each._kind_id == Kind.NAMESPACE]
    return tuple("" if each.is_anonymous() else str(each.spelling) for each in found)


def class_template(parsed: Parsed, around: Sequence[str], name: str) -> str:
    """The full name of the class template that a name means in some namespaces; nothing where it is none."""
    path = tuple(name.removeprefix("::").split("::"))
    for depth in range(0 if name.startswith("::") else len(around), -1, -1):
        full = (*(each for each in around[:depth] if each), *path)
        inside = [parsed.root]
        for part in full[:-1]:
            inside = [
                child
                for each in inside
                for child in children_of(each, parsed.tu)
                if child._kind_id == Kind.NAMESPACE and child.spelling == part
            ]
        below = (child for each in inside for child in children_of(each, parsed.tu))
        if any(each._kind_id == Kind.CLASS_TEMPLATE and each.spelling == full[-1] for each in below):
            return "::".join(full)
    return ""


def enumerator(parsed: Parsed, name: str) -> int | None:
    """The value of an enumeration's constant at the outermost level; None where there is none of the name."""
    for each in children_of(parsed.root, parsed.tu):
        if each._kind_id == Kind.ENUM:
            for constant in children_of(each, parsed.tu):
                if constant.spelling == name:
                    return int(constant.enum_value)
    return None


def is_outermost(parsed: Parsed, file: str, offset: int) -> bool:
    """Whether a place of a file lies in no namespace, though macros open it."""
    return not _around(parsed, file, offset)


def _around(parsed: Parsed, file: str, offset: int) -> list[Any]:
    """The namespaces and linkage specifications around a place, macros' too, outermost first."""
    out: list[Any] = []
    inside = parsed.root
    while inside is not None:
        around, inside = inside, None
        for child in children_of(around, parsed.tu):
            if child._kind_id not in (Kind.NAMESPACE, Kind.LINKAGE):
                continue
            extent = child.extent
            here = extent.start.file is not None and extent.start.file.name == file
            if here and extent.start.offset <= offset < extent.end.offset:
                inside = child
                out.append(child)
    return out


def names_in(node: Node) -> tuple[Named, ...]:
    """The mentions of names in an expression."""
    return _names(node.clang_cursor, node.parsed)


def returned(function: Node) -> Returned:
    """What a function that only returns an expression returns."""
    parsed = function.parsed
    names: list[Named] = []
    for statement in function.child_cursors():
        if statement._kind_id == Kind.COMPOUND:
            for part in children_of(statement, parsed.tu):
                if part._kind_id == Kind.RETURN:
                    names += _names(part, parsed)
    text = printed(function.clang_cursor).rpartition(" return ")[2].partition(";")[0]
    return Returned(text, tuple(names))


def functions_at(parsed: Parsed, places: Sequence[int]) -> dict[int, Node]:
    """The functions of the parsed text that hold the places."""
    tree = pruned(parsed, sorted(places))
    functions = [node for node in tree.nodes if node.kind == Kind.FUNCTION]
    return {at: next(each for each in functions if each.start <= at < each.end) for at in places}


def _names(cursor: Any, parsed: Parsed) -> tuple[Named, ...]:
    out: list[Named] = []
    waiting = [cursor]
    while waiting:
        found = waiting.pop()
        if found._kind_id in _NAMING:
            target = found.referenced
            if target is not None and target._kind_id != Kind.FIELD:
                offset = int(location_of(found).int_data) - parsed.base
                name, identity = str(target.spelling), str(target.get_usr())
                out.append(Named(offset, str(found.spelling), name, _qualified(target), identity))
        waiting += children_of(found, parsed.tu)
    return tuple(out)


def _qualified(target: Any) -> str:
    names = [str(target.spelling)]
    parent = target.semantic_parent
    if target._kind_id == Kind.ENUMERATOR:
        if parent.is_scoped_enum():
            names.insert(0, str(parent.spelling))
        parent = parent.semantic_parent
    while parent is not None and parent._kind_id != Kind.TRANSLATION_UNIT:
        if parent._kind_id in FUNCTIONS or not names[0]:
            return ""
        if parent._kind_id in RECORDS and parent.type.get_num_template_arguments() > 0:
            return ""
        unnamed = parent._kind_id == Kind.NAMESPACE and parent.is_anonymous()
        if parent._kind_id != Kind.LINKAGE and not unnamed:
            names.insert(0, str(parent.spelling))
        parent = parent.semantic_parent
    return "".join(f"::{name}" for name in names) if all(names) else ""
