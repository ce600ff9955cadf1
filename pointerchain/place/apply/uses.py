# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A mention of a pointer in Clang's tree -> what it does with the object that the pointer leads to.

``a[i] += 1`` -> ``Access(READ | WRITE)``; ``b = a + 1`` -> ``Copied(b, moved=True)``; ``f(a)`` ->
``Passed(call, 0)``; ``s->p = a`` -> ``Lost("is stored in ...")``. What is not understood is lost.

``analysis`` says of statements which objects they may access, by all pointers alike. Here one pointer is
followed from its allocation on, with whether it still leads to the object's begin: only who replaces an
allocation asks that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pointerchain.analysis.escape import arguments_of
from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.known import AROUND, READ, UNUSED, VALUES, WRITE
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.conversions import SURE_CASTS, ignoring_parens_and_casts
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    INCREMENTS,
    INTEGER_TYPES,
    LENGTH_TYPES,
    POINTER_TYPE,
    POSTFIX,
    REFERENCE_TYPES,
    Binary,
    Kind,
    Unary,
    kind_name,
)
from pointerchain.translator.clang.tree import Node

_SILENT = SURE_CASTS | {Kind.UNEXPOSED_EXPR, Kind.PAREN}
_COMPARISONS = frozenset(
    (
        *(Binary.LESS, Binary.GREATER, Binary.LESS_EQUAL, Binary.GREATER_EQUAL, Binary.EQUAL, Binary.UNEQUAL),
        *(Binary.LOGICAL_AND, Binary.LOGICAL_OR),
    )
)


@dataclass(frozen=True, slots=True)
class Access:
    """Elements are read or written."""

    mode: int


@dataclass(frozen=True, slots=True)
class Copied:
    """The pointer is given to another variable, whose name stands at ``target``.

    ``moved`` is whether it may point elsewhere than to the object's begin, or beside the object.
    """

    target: int
    moved: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """The pointer is given to a variable that outlives its function, or to a member: ``target``.

    ``why`` is what is said where such places are not followed.
    """

    target: Node
    moved: bool
    why: str


@dataclass(frozen=True, slots=True)
class Passed:
    """The pointer is an argument of a call, moved or not; ``delete[]`` is one with its operand."""

    call: Node
    index: int
    moved: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """What happens to it cannot be followed."""

    why: str


_CHOSEN = Lost("is assigned by a cast, a condition or a comma")


Use = Access | Copied | Kept | Passed | Lost


def uses(reference: Node) -> tuple[Use, ...]:
    """What a reference to a pointer variable does; nothing where it is only compared or assigned to."""
    for each in reference.ancestors():
        if each.kind == Kind.SIZEOF:
            return () if _is_operand(reference, each) else (Lost("is used in the length of a type"),)
        if each.kind == Kind.DELETE:
            if not is_array_delete(each):
                return (Lost("is freed by 'delete'"),)
        elif each.kind not in AROUND or (each.kind == Kind.UNEXPOSED_EXPR and not is_conversion(each)):
            return (Lost(f"is used in what is not followed, {_shown(each)}"),)
        if each.kind == Kind.STATEMENT_EXPR and _is_value(reference, each):
            return (Lost("is the value of a statement expression"),)
        if each.kind == Kind.FUNCTION:
            break
    return tuple(_pointer(reference, [], moved=False))


def value_uses(call: Node) -> tuple[Use, ...]:
    """What becomes of the pointer that a call or a ``new`` gives, in the expression that it stands in."""
    return tuple(_pointer(call, [], moved=False))


_BLANK = rb"(?:\s|/\*.*?\*/|//[^\n]*\n)*"
_DELETE = lazy_pattern(rb"delete%s\[%s\]" % (_BLANK, _BLANK), re.S)


def is_array_delete(node: Node) -> bool:
    """Whether a node is a ``delete[]`` that is written so, without ``::``."""
    return node.kind == Kind.DELETE and _DELETE.match(node.parsed.data, node.start, node.end) is not None


def is_conversion(node: Node) -> bool:
    """Whether an expression that libclang does not name is an implicit conversion, which has no text."""
    below = node.below
    return len(below) == 1 and (below[0].start, below[0].end) == (node.start, node.end)


def _is_operand(reference: Node, size: Node) -> bool:
    """Whether ``sizeof`` has an expression as its operand, which is not computed, around a reference."""
    below = size.below
    if len(below) != 1 or below[0].kind not in VALUES or below[0].type_kind in LENGTH_TYPES:
        return False
    return size.parsed.data[size.start : below[0].start].strip() == b"sizeof" or below[0].kind == Kind.PAREN


def _is_value(reference: Node, around: Node) -> bool:
    """Whether a reference stands in the expression whose value ``({ ... })`` has."""
    below = around.below[-1].below if around.below else []
    last = below[-1] if below else around
    return last.start <= reference.start and last.kind in VALUES


def _shown(node: Node) -> str:
    text = " ".join(node.parsed.data[node.start : node.end].decode("utf-8", "replace").split())
    return f"'{text if len(text) < 60 else text[:60] + '...'}' ({kind_name(node.kind)})"


def is_assigned(reference: Node) -> bool:
    """Whether a reference is what an assignment, ``++`` or ``+=`` changes."""
    node, parent = reference, reference.parent
    while parent is not None and parent.kind == Kind.PAREN:
        node, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.kind == Kind.BINARY:
        return parent.binary_operator == Binary.ASSIGN and node.ordinal == 0
    if parent.kind == Kind.UNARY:
        return parent.unary_operator in INCREMENTS
    return parent.kind == Kind.COMPOUND_ASSIGN and node.ordinal == 0


def value_given(node: Node) -> Node | None:
    """What an assignment gives to a reference; None where it is moved within its object."""
    parent = node.parent
    while parent is not None and parent.kind == Kind.PAREN:
        parent = parent.parent
    return parent.below[1] if parent is not None and parent.kind == Kind.BINARY else None


def _pointer(node: Node, found: list[Use], *, moved: bool) -> list[Use]:
    """Follow an expression whose value points into the object."""
    parent = node.parent
    if parent is None:
        return [Lost("is used in a way that is not followed")]
    kind = parent.kind
    if kind in _SILENT:
        if parent.type_kind == POINTER_TYPE or (kind == Kind.PAREN and parent.type_kind in ARRAY_TYPES):
            return _pointer(parent, found, moved=moved)
        if parent.type_kind in INTEGER_TYPES:
            if parent.type.canonical not in ("bool", "_Bool"):
                return [*found, Lost("becomes a number")]
            return found
        return found if parent.type.canonical == "void" else [*found, Lost("is converted to another type")]
    if kind == Kind.SUBSCRIPT or kind == Kind.MEMBER:
        return _element(parent, found)
    if kind == Kind.UNARY:
        operator = parent.unary_operator
        if operator == Unary.DEREFERENCE:
            return _element(parent, found)
        if operator == Unary.LOGICAL_NOT:
            return found
        if operator in INCREMENTS:
            return _moved(node, parent, found)
        return [*found, Lost("has its address taken" if operator == Unary.ADDRESS_OF else "is not followed")]
    if kind == Kind.BINARY:
        return _binary(node, parent, found, moved=moved)
    if kind == Kind.COMPOUND_ASSIGN:
        return _moved(node, parent, found) if node.ordinal == 0 else [*found, Lost("is not followed")]
    if kind == Kind.CONDITIONAL:
        return found if node.ordinal == 0 else _pointer(parent, found, moved=moved)
    if kind == Kind.VARIABLE:
        if parent.type_kind in REFERENCE_TYPES:
            return [*found, Lost(f"is bound to the reference '{parent.name()}'")]
        if parent.type_kind != POINTER_TYPE:
            return [*found, Lost(f"is converted, to '{parent.name()}'")]
        if parent.declared().lasting:
            return [*found, Lost(f"is kept in the static variable '{parent.name()}'")]
        return [*found, Copied(parent.location(), moved)]
    if kind == Kind.CALL:
        return [*found, _passed(node, parent, moved=moved)]
    if kind == Kind.RETURN:
        return [*found, Lost("is returned")]
    if kind == Kind.DELETE:
        return [*found, Passed(parent, 0, moved)]
    if kind in UNUSED:
        return found
    return [*found, Lost("is used in a way that is not followed")]


def _binary(node: Node, parent: Node, found: list[Use], *, moved: bool) -> list[Use]:
    operator = parent.binary_operator
    if operator in _COMPARISONS:
        return found
    if operator in (Binary.ADD, Binary.SUBTRACT):
        return _pointer(parent, found, moved=True) if parent.type_kind == POINTER_TYPE else found
    if operator == Binary.COMMA:
        return found if node.ordinal == 0 else _pointer(parent, found, moved=moved)
    if operator != Binary.ASSIGN:
        return [*found, Lost("is not followed")]
    if node.ordinal == 0:
        # Its old value is gone; the value of the assignment is that of the right side.
        return _changed(parent, found) if _is_named(node) else [*found, _CHOSEN]
    target = parent.below[0]
    while target.kind == Kind.PAREN:
        target = target.below[0]
    declared = target.declaration() if target.kind == Kind.DECL_REF else None
    if declared is None or declared.kind not in (Kind.VARIABLE, Kind.PARAMETER):
        shown = parent.parsed.data[target.start : target.end].decode("utf-8", "replace")
        why = f"is stored in '{' '.join(shown.split())}'"
        if target.kind != Kind.MEMBER or target.type_kind != POINTER_TYPE:
            return [*found, Lost(why)]
        return _pointer(parent, [*found, Kept(target, moved, why)], moved=moved)
    if declared.lasting or not declared.main:
        why = f"is kept in '{declared.name}', which is no local variable"
        if target.type_kind != POINTER_TYPE:
            return [*found, Lost(why)]
        return _pointer(parent, [*found, Kept(target, moved, why)], moved=moved)
    if target.type_kind != POINTER_TYPE:
        return [*found, Lost(f"is kept in '{declared.name}', which is no pointer")]
    return _pointer(parent, [*found, Copied(declared.offset, moved)], moved=moved)


def _moved(node: Node, parent: Node, found: list[Use]) -> list[Use]:
    """Follow a pointer that ``++`` or ``+=`` changes."""
    return _pointer(parent, found, moved=True) if _is_named(node) else [*found, _CHOSEN]


def _is_named(target: Node) -> bool:
    """Whether what is assigned is a name, or was assigned before: no cast, choice or comma of C++."""
    while target.kind == Kind.PAREN:
        target = target.below[0]
    if target.kind == Kind.BINARY:
        return target.binary_operator == Binary.ASSIGN
    return target.kind in (Kind.DECL_REF, Kind.MEMBER, Kind.UNARY, Kind.COMPOUND_ASSIGN)


def _element(node: Node, found: list[Use]) -> list[Use]:
    """Follow an expression that is a part of the object."""
    parent = node.parent
    if parent is None:
        return [Lost("is used in a way that is not followed")]
    kind = parent.kind
    if node.type_kind in ARRAY_TYPES:
        if kind in _SILENT and parent.type_kind == POINTER_TYPE:
            return _pointer(parent, found, moved=True)
        if kind in (Kind.PAREN, Kind.SUBSCRIPT):
            return _element(parent, found)
    if kind == Kind.UNEXPOSED_EXPR:
        outer = parent.parent
        if outer is not None and outer.kind == Kind.CALL:
            # By value or by reference: libclang shows both so.
            return [*found, Access(READ)] if not _by_reference(parent, outer) else [*found, _bound()]
        return [*found, Access(READ) if not parent.type.const else _bound()]
    if kind == Kind.PAREN or kind == Kind.MEMBER:
        return _element(parent, found)
    if kind == Kind.UNARY:
        operator = parent.unary_operator
        if operator == Unary.ADDRESS_OF:
            return _pointer(parent, found, moved=True)
        if operator in INCREMENTS:
            return _changed(parent, [*found, Access(READ | WRITE)])
        if operator in (Unary.REAL, Unary.IMAG, Unary.EXTENSION):
            return _element(parent, found)
    if kind == Kind.BINARY:
        operator = parent.binary_operator
        if operator == Binary.ASSIGN and node.ordinal == 0:
            return _changed(parent, [*found, Access(WRITE)])
        if operator == Binary.COMMA and node.ordinal == 0:
            return [*found, Access(READ)]
    if kind == Kind.COMPOUND_ASSIGN and node.ordinal == 0:
        return _changed(parent, [*found, Access(READ | WRITE)])
    if kind in UNUSED:
        return [*found, Access(READ)]
    return [*found, _bound()]


def _changed(node: Node, found: list[Use]) -> list[Use]:
    """What follows of an assignment: in C its value, in C++ what was assigned to, which may be bound."""
    if "c++" not in node.parsed.args:
        return found
    parent = node.parent
    while parent is not None and parent.kind == Kind.PAREN:
        node, parent = parent, parent.parent
    if parent is not None:
        if parent.kind in UNUSED or (parent.kind == Kind.BINARY and parent.binary_operator == Binary.COMMA):
            return found if parent.kind in UNUSED or node.ordinal == 0 else _changed(parent, found)
        if parent.kind == Kind.UNEXPOSED_EXPR and is_conversion(parent) and not parent.type.const:
            outer = parent.parent
            if outer is None or outer.kind != Kind.CALL or not _by_reference(parent, outer):
                return found
        if node.kind == Kind.UNARY and node.unary_operator in POSTFIX:
            return found
        if parent.kind in SURE_CASTS and parent.type.canonical == "void":
            return found
    return [*found, _bound()]


def _bound() -> Lost:
    return Lost("has an element that a reference, a class or a return leads out of sight")


def _by_reference(argument: Node, call: Node) -> bool:
    """Whether a call may take an argument by reference, as constructors and functions with a '&' do."""
    if semantics.is_constructor(call) or all(each.index != argument.index for each in arguments_of(call)):
        return True  # of a class, or an operator's
    callee = ignoring_parens_and_casts(call.below[0])
    return callee.kind != Kind.DECL_REF or "&" in callee.type.canonical


def _passed(node: Node, call: Node, *, moved: bool) -> Use:
    if node.ordinal == 0:
        return Lost("is given to a constructor or a class")
    return Passed(call, node.ordinal - 1, moved)
