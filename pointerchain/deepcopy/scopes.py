# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Scopes: what a name means at one place, so that it means the same at another.

A length is written at its shape and computed where the descriptors stand, which may be another namespace
or another state of the macros. ``shape(Mesh: cells[n * K])`` in ``namespace a``  ->  ``n * ::a::K``
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from pointerchain.translator.facts import Unit
from pointerchain.translator.libclang import FUNCTIONS, RECORDS, Kind, location_of, printed

_NAMESPACE, _LINKAGE = 22, 23
_OFFSET = re.compile(r"@\d+(?=@)")
_NAMES_TYPE = frozenset((Kind.TYPE_REF, 45))
_QUALIFIER = re.compile(r"(?:\b\w+)?::")
_LONE = re.compile(r"\((\w+)\)")
_SELF, _ROW = "pc_self", "pc_row"


def _around(unit: Unit, file: str, offset: int) -> list[Any]:
    """The namespaces and linkage specifications around a place, macros' too, outermost first."""
    out: list[Any] = []
    inside = unit.tu.cursor
    while inside is not None:
        around, inside = inside, None
        for child in around.get_children():
            if child._kind_id not in (_NAMESPACE, _LINKAGE):
                continue
            extent = child.extent
            here = extent.start.file is not None and extent.start.file.name == file
            if here and extent.start.offset <= offset < extent.end.offset:
                inside = child
                out.append(child)
    return out


def namespaces(unit: Unit, file: str, offset: int) -> tuple[bytes, ...]:
    """The namespaces around a place of an included file, each as it is opened, outermost first."""
    found = [each for each in _around(unit, file, offset) if each._kind_id == _NAMESPACE]
    names = ("" if each.is_anonymous() else str(each.spelling) for each in found)
    return tuple(f"namespace {name} {{".encode() for name in names)


def is_outermost(unit: Unit, file: str, offset: int) -> bool:
    """Whether a place of the parsed text lies in no namespace, though macros open it."""
    return not _around(unit, file, offset)


def references(cursor: Any) -> list[Any]:
    """The mentions of names below a cursor but those of members and of the object that holds them."""
    out: list[Any] = []
    waiting = [cursor]
    while waiting:
        found = waiting.pop()
        if found._kind_id == Kind.DECL_REF or found._kind_id in _NAMES_TYPE:
            target = found.referenced
            if target is not None and target._kind_id != Kind.FIELD and found.spelling not in (_SELF, _ROW):
                out.append(found)
        waiting += found.get_children()
    return out


def qualified(target: Any) -> str:
    """How any place names a declaration of a namespace or class; nothing where it cannot, or need not."""
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
        unnamed = parent._kind_id == _NAMESPACE and parent.is_anonymous()
        if parent._kind_id != _LINKAGE and not unnamed:
            names.insert(0, str(parent.spelling))
        parent = parent.semantic_parent
    return "".join(f"::{name}" for name in names) if all(names) else ""


class Meaning(NamedTuple):
    """What an expression is without macros, and the declarations that it names."""

    text: str
    declared: tuple[str, ...]

    def shown(self) -> str:
        """The text as messages show it."""
        bare = self.text.replace("0LL + ", "").replace(f"{_SELF}->", "")
        return _LONE.sub(r"\1", bare).removeprefix("(").removesuffix(")")


def meaning(function: Any) -> Meaning:
    """What a function that only returns an expression returns."""
    returned = printed(function).rpartition(" return ")[2].partition(";")[0].removeprefix("(long long)")
    # a USR holds offsets in the parsed text only for what has no linkage
    declared = {
        f"{each.spelling} ({_OFFSET.sub('', each.referenced.get_usr())})"
        for statement in function.get_children()
        if statement._kind_id == Kind.COMPOUND
        for part in statement.get_children()
        if part._kind_id == Kind.RETURN
        for each in references(part)
    }
    return Meaning(_QUALIFIER.sub("", returned), tuple(sorted(declared)))


def functions_at(unit: Unit, places: Sequence[int]) -> dict[int, Any]:
    """The functions of the parsed text that hold the places."""
    tree = unit.tree(sorted(places), lambda node: False)
    functions = [node for node in tree.nodes if node.kind == Kind.FUNCTION]
    found = {}
    for at in places:
        found[at] = next(each.cursor for each in functions if each.start <= at < each.end)
    return found


def offset_of(unit: Unit, cursor: Any) -> int:
    """Where a cursor's name stands in the parsed text; outside of it for one that a macro's body gives."""
    return int(location_of(cursor).int_data) - int(unit.base)
