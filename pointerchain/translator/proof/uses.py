# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Uses: what is done to the object that an access expression names, by the nodes around it.

``s->n = 1`` writes it, ``f(&s->n)`` and ``int &r = s->n`` expose it, ``x = s->n`` reads it, ``sizeof(s->n)``
does nothing to it. Clang makes a conversion node of every read, so what stands bare where a value or a
reference could be meant is exposed: what is not understood counts as exposed, too.
"""

from __future__ import annotations

from collections.abc import Container
from enum import Enum

from pointerchain.translator.clang.libclang import (
    DECLARATIONS,
    EXPRESSIONS,
    FUNCTIONS,
    INCREMENTS,
    STATEMENTS,
    Binary,
    Kind,
    Unary,
)
from pointerchain.translator.clang.snapshot import CASTS, RECORD, VARIABLE_REF, Snapshot
from pointerchain.translator.clang.tree import BODY, FOREIGN, MACRO
from pointerchain.translator.proof.operators import is_passed, may_bind
from pointerchain.translator.proof.paths import WRAPPERS


class Use(Enum):
    """What happens to an object."""

    NONE = "none"
    READ = "read"
    DECAY = "decay"
    """It is an array, and a pointer to its first element goes on."""
    PLACE = "place"
    """It is a pointer, and where it points an object is made, assigned or destroyed as a whole."""
    RANGE = "range"
    """It is what a loop runs over."""
    ELEMENTS = "elements"
    """It is what a loop runs over, with a reference to each element."""
    HANDED = "handed"
    """It is a container of the library's that leads to elements and is not changed."""
    WRITE = "write"
    REFERENCE = "reference"
    OPEN = "open"
    """A template's argument decides whether a variable is bound to it, or to what it is converted to."""
    ADDRESS = "address"


_OPERATORS = frozenset((Kind.UNARY, Kind.BINARY, Kind.COMPOUND_ASSIGN, Kind.SUBSCRIPT, Kind.UNEXPOSED_EXPR))
_IN_NAMES = frozenset((Kind.DECL_REF, *range(40, 51)))
"""What holds the operands of a name's template arguments: ``is_same<decltype(s->n), int>``."""
_ASSIGNMENTS = frozenset(f"operator{sign}=" for sign in ("", *"+-*/%&|^", "<<", ">>"))
_HANDS = frozenset(
    ("data", "front", "back", "at", "begin", "end", "cbegin", "cend", "rbegin", "rend", "crbegin", "crend")
)
_ASKS = frozenset(("size", "empty", "capacity", "max_size", "size_bytes"))
_DEDUCED = ("auto", "const auto")
_COMMA, _ASSIGN = Binary.COMMA, Binary.ASSIGN
_MEMBER_POINTERS = (Binary.MEMBER_OF, Binary.MEMBER_AT)


def use_of(marked: Snapshot, node: int, cxx: bool, hoisted: Container[int] = ()) -> Use:
    """What the expression around an access does to what the access names.

    ``hoisted`` has the accesses that are chains, as far as they are known.
    """
    kinds, parents, marks = marked.kinds, marked.parents, marked.marks
    at, made = node, False  # whether a value of a template's type was made
    while True:
        above = parents[at]
        kind, mark = kinds[above], marks[above]
        if kind == Kind.PAREN:
            at = above
            continue
        if cxx and kind in _OPERATORS and may_bind(marked, at, above, hoisted):
            binds = not marked.type(at).const and not marked.is_bit_field(marked.marks[node])
            binds = binds and not (made and not is_passed(marked, above))
            return Use.REFERENCE if binds else Use.READ
        if kind == Kind.UNEXPOSED_EXPR:
            if at == above + 1 and marked.after[at] == marked.after[above] and marked.type(above).kind:
                if _reads(marked, at, above, cxx):
                    return _of_value(marked, at, above)
            at = above
            continue
        if kind == Kind.BINARY and mark == _COMMA:
            if marked.after[at] != marked.after[above]:
                return Use.NONE
            at = above
        elif (kind == Kind.BINARY and mark == _ASSIGN) or kind == Kind.COMPOUND_ASSIGN:
            return Use.WRITE if at == above + 1 else Use.READ
        elif kind == Kind.BINARY:
            return Use.REFERENCE if mark in _MEMBER_POINTERS else Use.READ
        elif kind == Kind.CONDITIONAL:
            if at == above + 1:
                return Use.READ
            at = above
        elif kind == Kind.UNARY:
            if isinstance(mark, int) and mark in (Unary.REAL, Unary.IMAG, Unary.EXTENSION):
                at = above
                continue
            if mark == Unary.ADDRESS_OF:
                return Use.ADDRESS
            return Use.WRITE if mark in INCREMENTS else Use.READ
        elif kind in CASTS:
            if marked.after[at] != marked.after[above] or marked.type(above).text == "void":
                return Use.NONE  # the operand of a 'typeof' in the cast's type
            if _casts_to_value(marked, above, at):
                return Use.READ
            at, made = above, True
        else:
            use = _by_place(marked, at, above)
            of = marked.type(at)
            return Use.READ if use is Use.REFERENCE and of.const and not of.array else use


def _casts_to_value(marked: Snapshot, cast: int, operand: int) -> bool:
    """Whether a cast, in a template, is to a number or pointer: one to a reference is the object itself."""
    of = marked.type(cast)
    if of.dependent or of.kind == RECORD or marked.flags[cast] & (BODY | FOREIGN):
        return False
    named = (marked.type(each) for each in marked.children(cast) if marked.kinds[each] == Kind.TYPE_REF)
    if any(each.reference or each.dependent for each in named):
        return False
    return b"&" not in marked.data[marked.starts[cast] : marked.starts[operand]]


def _of_value(marked: Snapshot, at: int, value: int) -> Use:
    """What is done with a value that is read."""
    if marked.type(at).array:
        return Use.DECAY
    return Use.PLACE if _is_placed(marked, value) else Use.READ


def _is_placed(marked: Snapshot, value: int) -> bool:
    """Whether ``new (value) T`` or ``->operator=()`` makes an object at an address, or ``delete`` ends it."""
    above = marked.parents[value]
    while marked.kinds[above] in WRAPPERS or marked.kinds[above] in CASTS:
        value, above = above, marked.parents[above]
    if marked.kinds[above] == Kind.DELETE or _remakes(marked, above):
        return True
    if marked.kinds[above] != Kind.NEW:
        return False
    between = marked.data[marked.starts[above] : marked.starts[value]]
    return bool(marked.flags[above] & MACRO) or between.rstrip(b"( \t\r\n").endswith(b"new")


def _remakes(marked: Snapshot, member: int) -> bool:
    """Whether a member is a function that assigns its object, or destroys it."""
    name = marked.called(member) if marked.kinds[member] == Kind.MEMBER else ""
    return name in _ASSIGNMENTS or name.startswith("~")


def _reads(marked: Snapshot, inner: int, outer: int, cxx: bool) -> bool:
    """Whether a conversion of Clang's reads a value, or makes it const; else the object itself goes on."""
    of = marked.type(inner)
    if not cxx and not of.array:
        return True
    to = marked.type(outer)
    if of.array:
        return not to.array  # it is the address of the first element that goes on
    if to.volatile and not of.volatile:
        return False
    if of.kind != RECORD:
        return True
    return (to.kind != RECORD or to.const) and not marked.has_mutable(of)


def _by_place(marked: Snapshot, at: int, above: int) -> Use:
    """What a statement, call or declaration does to an object that stands in it bare."""
    kind = marked.kinds[above]
    if kind == Kind.CALL:
        name = marked.name(above)
        if at == above + 1 and name in _ASSIGNMENTS:
            return Use.WRITE
        if not marked.cxx and at != above + 1 and marked.after[above + 1] != at:
            return Use.READ  # 'va_start(list, s)'; in C only its first argument could be written
        return Use.REFERENCE if marked.may_bind(above, at) else Use.READ
    if kind == Kind.ASM:
        return Use.WRITE
    if kind in _IN_NAMES:
        return Use.NONE
    if kind == Kind.FOR_RANGE:
        return Use.ELEMENTS if _binds_elements(marked, above) else Use.RANGE
    if _remakes(marked, above):
        return Use.WRITE
    if kind == Kind.MEMBER and marked.cxx and marked.called(above) in _ASKS and marked.is_container(at):
        return Use.READ  # of a template, which does not show that the function is const
    if kind == Kind.MEMBER and _hands(marked, at, above):
        return Use.HANDED
    if kind == Kind.INIT_LIST:
        return _in_list(marked, above)
    if kind in (Kind.SUBSCRIPT, Kind.SIZEOF, Kind.TYPEID, Kind.LAMBDA, VARIABLE_REF):
        return Use.READ
    if kind in DECLARATIONS:
        return _initialises(marked, at, above)
    if kind == Kind.RETURN:
        return Use.READ if _returns_value(marked, above) else Use.REFERENCE
    return Use.REFERENCE if kind in EXPRESSIONS else Use.NONE


def _hands(marked: Snapshot, object_: int, member: int) -> bool:
    """Whether a member is a function of a container that reaches its elements and leaves itself as it is."""
    return marked.cxx and marked.called(member) in _HANDS and marked.is_container(object_)


def reaches_elements(marked: Snapshot, node: int) -> bool:
    """Whether the elements of a container are reached through it: by a range's loop or ``data()``."""
    node = marked.unpeeled(node)
    above = marked.parents[node]
    if marked.kinds[above] == Kind.FOR_RANGE:
        return marked.is_container(node)
    return marked.kinds[above] == Kind.MEMBER and _hands(marked, node, above)


def _returns_value(marked: Snapshot, node: int) -> bool:
    """Whether the function or lambda of a ``return`` returns a copy for certain."""
    while node > 0 and marked.kinds[node] not in FUNCTIONS and marked.kinds[node] != Kind.LAMBDA:
        node = marked.parents[node]
    if marked.kinds[node] == Kind.LAMBDA:
        head = marked.data[marked.starts[node] : marked.starts[marked.children(node)[-1]]]
        return b"->" not in head and not marked.flags[node] & MACRO
    of = marked.result(node)
    return of.text == "auto" or bool(of.kind and not (of.reference or of.dependent or "decltype" in of.text))


def _binds_elements(marked: Snapshot, loop: int) -> bool:
    """Whether the variable of a loop over a range could change the range's elements."""
    variable = next((each for each in marked.children(loop) if marked.kinds[each] in DECLARATIONS), -1)
    if variable < 0:
        return True
    of = marked.type(variable)
    if of.dependent and not of.reference:
        return marked.declared_type(variable) not in _DEDUCED
    return of.reference and not marked.pointee(of).const


def is_copied(marked: Snapshot, node: int) -> bool:
    """Whether an object that is read is a struct or class, and all of it is copied."""
    if marked.type(node).kind != RECORD:
        return False
    above = marked.parents[node]
    while marked.kinds[above] in WRAPPERS:
        above = marked.parents[above]
    return not marked.cxx or marked.constructs(above) or marked.called(above) == "operator="


def use_of_address(marked: Snapshot, node: int) -> Use:
    """What is done with an address: ``new (&s->n) int`` writes there."""
    return Use.WRITE if _is_placed(marked, node) else Use.ADDRESS


def _in_list(marked: Snapshot, list_: int) -> Use:
    """What braces do to an object that stands bare in them: they copy it where nothing in them is bound."""
    above = marked.parents[list_]
    while marked.kinds[above] in (Kind.INIT_LIST, *WRAPPERS):
        above = marked.parents[above]
    kind = marked.kinds[above]
    if kind == Kind.FOR_RANGE:
        return Use.READ
    if kind == Kind.RETURN:
        while above > 0 and marked.kinds[above] not in FUNCTIONS and marked.kinds[above] != Kind.LAMBDA:
            above = marked.parents[above]
        of = marked.result(above)
    elif kind in DECLARATIONS or kind in CASTS or kind in (Kind.CALL, Kind.COMPOUND_LITERAL, Kind.NEW):
        of = marked.type(above)
        if kind == Kind.NEW:
            of = marked.pointee(of)
    else:
        return Use.REFERENCE
    while of.array:
        of = marked.element(of)
    bound = not of.kind or of.dependent or of.reference or marked.holds_reference(of)
    return Use.REFERENCE if bound else Use.READ


def _initialises(marked: Snapshot, at: int, above: int) -> Use:
    """What a declaration does to an object that stands bare in it: binds it, unless it copies."""
    if _is_in_type(marked, at, above):
        return Use.NONE
    of = marked.type(above)
    if of.kind == RECORD and not marked.type(at).kind:
        return Use.REFERENCE  # a list of a class in a template, whose constructor is open
    if not of.kind or of.reference or of.dependent:
        if marked.declared_type(above) in _DEDUCED:
            return Use.READ
        return Use.ADDRESS if of.reference else Use.OPEN
    return Use.READ


def _is_in_type(marked: Snapshot, at: int, variable: int) -> bool:
    """Whether an expression stands in the type of a declaration: ``__typeof__(s->n) x``."""
    if (marked.flags[at] | marked.flags[variable]) & (MACRO | FOREIGN):
        return marked.after[at] != marked.after[variable]  # a value is the last of what it holds
    return marked.starts[at] < marked.name_place(variable)


_SIZES = ("__builtin_object_size", "__builtin_dynamic_object_size")
"""Builtins that have their operands evaluated by no compiler."""


def is_unevaluated(marked: Snapshot, node: int, *, strict: bool = True) -> bool:
    """Whether an expression is one that only its type is taken of.

    In C the length of an array of variable length is evaluated in such an operand; with ``strict`` it counts.
    """
    at, above = node, marked.parents[node]
    while above > 0 and marked.kinds[above] not in STATEMENTS:
        kind = marked.kinds[above]
        if kind == Kind.SIZEOF and strict and not marked.cxx and marked.constant(above) is None:
            return False
        if kind in (Kind.SIZEOF, Kind.TYPEID) or kind in _IN_NAMES:
            return True
        if kind == Kind.GENERIC and at == above + 1:
            # a pointer's type says how the local is qualified
            return marked.kinds[at] != Kind.UNARY or marked.marks[at] != Unary.ADDRESS_OF
        if kind in CASTS and marked.after[at] != marked.after[above]:
            return True
        if kind == Kind.UNEXPOSED_EXPR and _is_argument_type(marked, at, above):
            return True
        if kind == Kind.PARAMETER and not marked.cxx:
            return True  # the length of an array in a prototype
        if kind == Kind.CALL and marked.name(above) in _SIZES:
            return True
        if kind in DECLARATIONS:
            return _is_in_type(marked, at, above)
        at, above = above, marked.parents[above]
    return False


def _is_argument_type(marked: Snapshot, at: int, above: int) -> bool:
    """Whether an expression stands in the type that ``va_arg(list, __typeof__(s->n))`` takes."""
    first = min(marked.starts[each] for each in marked.children(above))
    word = marked.data[marked.starts[above] :].lstrip(b"_")[:14]
    return marked.starts[at] > first and word.startswith((b"va_arg", b"builtin_va_arg"))
