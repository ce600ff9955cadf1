# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Implicit: what a program runs, or holds, where Clang's tree shows nothing of it.

``for (int i : rows)`` calls ``begin`` and ``end`` of the class of ``rows``; ``L l{};`` runs the initialisers
of its members.
"""

from __future__ import annotations

from typing import Any

from pointerchain.translator.clang.libclang import (
    ARRAYS,
    LIB,
    NOWHERE,
    Kind,
    TypeKind,
    Unary,
    children_of,
    referenced_by,
    specialized_template,
    unary_kind,
    without_arrays,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.clang.types import REFERENCES

RANGE, BINDING = "a loop over a range", "a structured binding"
"""What may run anything where the functions that these call stand beside the class, or nobody sees them."""


def ranges_as_const(node: Node) -> bool | None:
    """Of a class that a range-``for`` goes over: whether its ``begin`` and ``end`` leave it as it is.

    None where the program has no part in them: an array, a class of the library.
    """
    raw = node.clang_cursor.type.get_canonical()
    if raw.kind in ARRAYS or _is_library(raw):
        return None
    if raw.kind != TypeKind.RECORD:
        return False  # a template's argument decides
    found = [each for each in _shown(raw, node.parsed.tu) if each.spelling in ("begin", "end")]
    return bool(found) and all(each.is_const_method() or each.is_static_method() for each in found)


def _shown(record: Any, tu: Any) -> list[Any]:
    """What the definition of a class holds; for a template's instance that of the template."""
    declared = record.get_declaration()
    template = specialized_template(declared)
    if template._kind_id in NOWHERE:
        return children_of(declared, tu)
    template._tu = tu
    return children_of(template.get_definition() or template, tu)


def is_surrogate(call: Any, tu: Any) -> bool:
    """Whether a call is one of what a conversion function gives, of a class's object ([over.call.object]).

    libclang names the conversion function there, too.
    """
    target = referenced_by(call)
    below = children_of(call, tu)
    return bool(target._kind_id == Kind.CONVERSION and below and below[0]._kind_id != Kind.MEMBER)


def hides_initialiser(field: Any) -> bool:
    """Whether a bit-field begins with what libclang does not show: ``int n : 3 = first();``."""
    if not field.is_bitfield():
        return False
    words = [token.spelling for token in field.get_tokens()]
    return ":" not in words or "=" in words or "{" in words


def runs_get(binding: Node) -> bool:
    """Whether a structured binding may call functions of the program's ([dcl.struct.bind]).

    It does of a class for which ``std::tuple_size`` is specialized: ``get``, which nobody spells.
    """
    of = binding.clang_cursor.type.get_canonical()
    of = of.get_pointee().get_canonical() if of.kind in REFERENCES else of
    if of.kind in ARRAYS or of.kind in (TypeKind.COMPLEX, TypeKind.VECTOR):
        return False
    if of.kind != TypeKind.RECORD or any(b"tuple_size" in text for _, text in binding.parsed.own_texts):
        return True
    if _is_library(of):
        return not str(of.get_declaration().get_usr()).startswith("c:@N@std@")
    return any("tuple_element" in each.clang_cursor.type.spelling for each in binding.below)


def runs_defaults(init: Node) -> str:
    """The class, if any, for which an initialiser in braces runs code of the program's that it does not show.

    That are initialisers of members which the braces leave out, and constructors of such members. libclang
    shows the initialisers as elements, at their places in the class.
    """
    raw = init.clang_cursor.type.get_canonical()
    given = sum(e.foreign == init.foreign and init.start <= e.start <= init.end for e in init.below)
    while raw.kind in ARRAYS:
        raw, given = raw.element_type.get_canonical(), 0
    return str(raw.get_declaration().spelling) if _runs_defaults(raw, given, init.parsed.tu, 0) else ""


def _runs_defaults(record: Any, given: int, tu: Any, depth: int) -> bool:
    if record.kind != TypeKind.RECORD or _is_library(record) or depth > 8:
        return False
    parts = [each for each in _shown(record, tu) if each._kind_id in (Kind.FIELD, Kind.BASE)]
    for part in parts[given:]:
        part._tu = tu
        if _reaches_out(part, tu) or (part._kind_id == Kind.FIELD and hides_initialiser(part)):
            return True
        kind = without_arrays(part.type.get_canonical())
        if kind.kind == TypeKind.RECORD and not _is_library(kind):
            made = (each for each in _shown(kind, tu) if each._kind_id == Kind.CONSTRUCTOR)
            if any(not each.is_default_method() for each in made) or _runs_defaults(kind, 0, tu, depth + 1):
                return True
    return False


def converts_unseen(init: Node) -> str:
    """The class, if any, whose constructor makes an element in braces of what stands there, unseen.

    ``W w{i}`` with a member of a class that has a constructor from ``int``: Clang's tree shows ``i``.
    """
    raw, tu = init.clang_cursor.type.get_canonical(), init.parsed.tu
    given = [each for each in init.below if each.kind >= Kind.UNEXPOSED_EXPR]
    if raw.kind in ARRAYS:
        parts = [without_arrays(raw)] * len(given)
    elif raw.kind == TypeKind.RECORD and not _is_library(raw):
        own = [each for each in _shown(raw, tu) if each._kind_id in (Kind.FIELD, Kind.BASE)]
        parts = [without_arrays(each.type.get_canonical()) for each in own]
    else:
        return ""
    # Braces of members may be left out: then no element stands for a part.
    matched = len(given) <= len(parts)
    for at, part in enumerate(parts):
        shown = matched and (at >= len(given) or _shows_maker(given[at]))
        if part.kind == TypeKind.RECORD and not _is_library(part) and not shown and _has_makers(part, tu, 0):
            return str(part.get_declaration().spelling)
    return ""


def _shows_maker(element: Node) -> bool:
    """Whether an element is a call, or a list of its own type."""
    while element.kind == Kind.UNEXPOSED_EXPR and len(element.below) == 1:
        element = element.below[0]
    listed = (
        element.kind == Kind.INIT_LIST and element.clang_cursor.type.get_canonical().kind != TypeKind.VOID
    )
    return element.kind == Kind.CALL or listed


def _has_makers(record: Any, tu: Any, depth: int) -> bool:
    """Whether a class, or one of its parts, has a constructor that the program writes."""
    if record.kind != TypeKind.RECORD or _is_library(record) or depth > 8:
        return False
    shown = _shown(record, tu)
    if any(each._kind_id == Kind.CONSTRUCTOR and not each.is_default_method() for each in shown):
        return True
    parts = (each for each in shown if each._kind_id in (Kind.FIELD, Kind.BASE))
    return any(_has_makers(without_arrays(each.type.get_canonical()), tu, depth + 1) for each in parts)


def copies_captured(closure: Node) -> str:
    """The class, if any, of an object that a lambda captures and that may be copied by the program's code."""
    tu = closure.parsed.tu
    for each in closure.below:
        of = each.clang_cursor.type.get_canonical()
        if each.kind == Kind.VARIABLE_REF and of.kind == TypeKind.RECORD and _has_makers(of, tu, 0):
            return str(of.get_declaration().spelling)
    return ""


def _reaches_out(cursor: Any, tu: Any) -> bool:
    """Whether an initialiser calls something, names a variable or follows a pointer."""
    for child in children_of(cursor, tu):
        if child._kind_id in (Kind.CALL, Kind.SUBSCRIPT):
            return True
        if child._kind_id == Kind.UNARY and unary_kind(child) == Unary.DEREFERENCE:
            return True
        if child._kind_id == Kind.DECL_REF and referenced_by(child)._kind_id == Kind.VARIABLE:
            return True
        if child._kind_id == Kind.MEMBER and _is_followed(child, tu):
            return True
        if _reaches_out(child, tu):
            return True
    return False


def _is_followed(member: Any, tu: Any) -> bool:
    """Whether a member is reached by a pointer that is not ``this``."""
    base = [each for each in children_of(member, tu) if each._kind_id >= Kind.UNEXPOSED_EXPR]
    return bool(base) and base[0]._kind_id != Kind.THIS and base[0].type.kind == TypeKind.POINTER


def initialised_is_const(element: Node) -> bool:
    """Whether what an element in braces initialises is a pointer that leads to const.

    Clang's tree shows no conversion there.
    """
    above = element.parent
    assert above is not None
    raw = above.clang_cursor.type.get_canonical()
    fields = list(raw.get_fields()) if raw.kind == TypeKind.RECORD else []
    if element.ordinal >= len(fields):
        return False
    return bool(fields[element.ordinal].type.get_canonical().get_pointee().is_const_qualified())


def _is_library(kind: Any) -> bool:
    return bool(LIB.clang_Location_isInSystemHeader(kind.get_declaration().location))
