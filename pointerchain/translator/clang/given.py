# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Given: a call of a function of the library -> what its parameters' types let it do with each argument.

``frexp(x, &s->e)``  ->  ``&s->e``: the object that it leads to may be stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from typing import Any

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    EXPRESSIONS,
    PROTOTYPES,
    Kind,
    TypeKind,
    callee_of,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import REFERENCES, is_library_class


class Given(Enum):
    """What may be done with an argument."""

    NOTHING = "nothing"
    READ = "read"
    """The object that it is, or leads to, is read."""
    STORED = "stored"
    UNKNOWN = "unknown"
    """Code of the program's may run."""


class Passed(NamedTuple):
    """An argument, before the conversions that its parameter causes."""

    argument: Node
    given: Given
    refers: bool
    """Whether it is the object itself, to which a reference is bound."""


def object_changed(call: Node) -> Node | None:
    """The object of a member function that may change it, of an operator too; None of another function."""
    target = callee_of(call.clang_cursor, call.parsed.tu)
    if target is None or target._kind_id != Kind.METHOD or target.is_static_method():
        return None
    inside = [each for each in call.below if each.kind in EXPRESSIONS]
    if not inside or target.is_const_method():
        return None
    if inside[0].kind != Kind.MEMBER:
        return inside[0]
    base = [each for each in inside[0].below if each.kind in EXPRESSIONS]
    return base[0] if base and base[0].type.kind != TypeKind.POINTER else None


def library_arguments(call: Node, stores: Callable[[int], bool | None]) -> Iterator[Passed]:
    """The arguments of a call; ``stores`` says what is known of one by its number, None where nothing is."""
    tu = call.parsed.tu
    target = callee_of(call.clang_cursor, tu)
    parameters = [each.type.get_canonical() for each in target.get_arguments()] if target is not None else []
    arguments = list(call.clang_cursor.get_arguments())
    method = target is not None and target._kind_id == Kind.METHOD and not target.is_static_method()
    if method and len(arguments) == len(parameters) + 1:
        arguments = arguments[1:]  # an operator's object
    nodes = {each.tree.raws[each.index].b: each for each in call.below}
    for number, argument in enumerate(arguments):
        node = nodes.get(_statement(argument))
        taken = parameters[number] if number < len(parameters) else None
        if node is not None:
            yield _passed(node, taken, stores(number))


def _passed(node: Node, taken: Any, stores: bool | None) -> Passed:
    bare = node
    while bare.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST):
        inside = [each for each in bare.below if each.kind in EXPRESSIONS]
        kind = inside[0].clang_cursor.type.get_canonical().kind if len(inside) == 1 else TypeKind.INVALID
        if kind not in (TypeKind.POINTER, TypeKind.RECORD) and kind not in ARRAYS:
            break
        bare = inside[0]
    given = bare.clang_cursor.type.get_canonical()
    refers = taken is not None and taken.kind in REFERENCES
    does = _does(given, taken, refers, stores)
    return Passed(node if refers else bare, does, refers)


def _does(given: Any, taken: Any, refers: bool, stores: bool | None) -> Given:
    if given.kind == TypeKind.RECORD and "(lambda" in str(given.spelling):
        return Given.NOTHING  # its body stands here
    if given.kind in (TypeKind.DEPENDENT, TypeKind.UNEXPOSED):
        return Given.UNKNOWN
    to = given if refers else given.get_pointee().get_canonical()
    if not refers and given.kind in ARRAYS:
        to = given.element_type.get_canonical()
    elif not refers and given.kind != TypeKind.POINTER:
        harmless = given.kind != TypeKind.RECORD or given.is_pod() or is_library_class(given)
        return Given.NOTHING if harmless else Given.UNKNOWN
    if to.kind in PROTOTYPES or (to.kind == TypeKind.RECORD and not to.is_pod() and not is_library_class(to)):
        return Given.UNKNOWN  # it may run what the class says
    if stores is None:
        stores = taken is None or not taken.get_pointee().is_const_qualified()
    return Given.STORED if stores else Given.READ


def _statement(cursor: Any) -> int:
    return int(cursor.data[1] or 0)
