# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Targets: a source in C -> the functions that its pointers may lead to, and what lets others come in.

``static double (*law)(double) = cubic;``  ->  calls of ``law`` call ``cubic``, where nothing else is ever
stored there; a call through any pointer of that type calls a function of such a type whose address a source
of the program takes, where no pointer of that type comes from anywhere else.

A type is known by its *form*: one letter for the result and for each parameter. Compatible types (C11 6.2.7,
6.7.6.3 paragraph 15) have one form; so do some others, which makes the answer larger and no less true.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import clang.cindex as cx

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.callees import Callee, Callees
from pointerchain.translator.clang.conversions import BUILTIN, CASTS
from pointerchain.translator.clang.conversions import is_system as is_of_system_header
from pointerchain.translator.clang.libclang import (
    ARRAYS,
    EXPRESSIONS,
    NOWHERE,
    POINTER_TYPE,
    PROTOTYPES,
    Binary,
    Kind,
    TypeKind,
    Unary,
    callee_of,
    declaration_key,
    raw_canonical_type,
    raw_referenced,
    raw_type,
    referenced_by,
    usr_of,
    without_arrays,
)
from pointerchain.translator.clang.parsed import Parsed, is_system
from pointerchain.translator.clang.semantics import integer_value, is_null_constant
from pointerchain.translator.clang.tree import Node, Walk

ANY_FORM = "?"
"""The form of a function that is declared without parameters' types: it may be any."""
_EXTERNAL = (3, 4)
"""CXLinkage_UniqueExternal, External."""
_LETTERS = {
    **dict.fromkeys((TypeKind.POINTER, TypeKind.NULLPTR), "p"),
    **dict.fromkeys((TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.LONGDOUBLE, TypeKind.COMPLEX), "f"),
    TypeKind.VOID: "v",
    TypeKind.RECORD: "r",
}
_FINDS = tuple("dlsym dlvsym dlfunc dlopen ProcAddr FunctionAddress LoadFunction module_symbol".split())
"""In the names of functions that give addresses of functions as plain pointers, or load code."""
_UNDERSTOOD = frozenset(
    (
        *(Kind.PAREN, Kind.SUBSCRIPT, Kind.UNARY, Kind.BINARY, Kind.CONDITIONAL, Kind.COMPOUND_LITERAL),
        *(Kind.INIT_LIST, Kind.STATEMENT_EXPR, Kind.GENERIC, Kind.MEMBER, Kind.DECL_REF, Kind.CALL),
        *(Kind.UNEXPOSED_EXPR, *CASTS),
    )
)
"""Expressions whose value is that of one in it, or is looked at by itself."""


class Taken(NamedTuple):
    """What one source says of pointers to functions."""

    functions: dict[str, frozenset[Callee]]
    """By form: those whose address is taken."""
    doubts: dict[str, frozenset[str]]
    """By form, ANY_FORM for all: from where else a pointer may come, in words for a message."""
    needs: frozenset[str]
    """What is named and not defined here, nor the system's: functions and variables, by USR."""
    has: frozenset[str]
    """The variables that are defined here for others."""


class Targets:
    """Answers for one parse of C, in which no body is left out."""

    def __init__(self, parsed: Parsed, callees: Callees) -> None:
        self.parsed, self.callees = parsed, callees
        self._forms: dict[int, str] = {}
        self.followed: set[str] = set()
        """The names of the variables and members through which the calls go that were asked about."""

    # --- what one call calls ----------------------------------------------------------------------------

    def form(self, call: Node) -> str:
        """The form of the functions that a call through a pointer may call; '' where it is no such call."""
        first = next((each for each in call.below if each.kind in EXPRESSIONS), None)
        target = callee_of(call.clang_cursor, self.parsed.tu)
        if first is None or (target is not None and target._kind_id == Kind.FUNCTION):
            return ""
        form = self._form_of(first.clang_cursor.type)
        if form:
            self.followed.add(call.name())
        return form

    def of(self, call: Node) -> tuple[Callee, ...] | None:
        """The functions that a call of a variable, or of an element of one, may call; None if not known.

        The variable is a static one or a block's own, and nothing but names of functions is stored there.
        """
        at = next((each for each in call.below if each.kind in EXPRESSIONS), None)
        return None if at is None else self.behind(at)

    def behind(self, value: Node) -> tuple[Callee, ...] | None:
        """The functions that a pointer may lead to; None if not known."""
        return self._behind(value, set())

    def form_behind(self, value: Node) -> str:
        """The form of the functions that an expression is, or leads to; '' where it is no pointer to some."""
        of = value.clang_cursor.type.get_canonical()
        return form_of(of) if of.kind in PROTOTYPES else self._form_of(of)

    def _behind(self, value: Node, seen: set[int]) -> tuple[Callee, ...] | None:
        """The functions that the value of an expression may lead to."""
        while value.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR, Kind.C_CAST) or (
            value.kind == Kind.UNARY and value.unary_operator in (Unary.DEREFERENCE, Unary.ADDRESS_OF)
        ):
            inside = [each for each in value.below if each.kind in EXPRESSIONS]
            if integer_value(value) == 0 or (len(inside) == 1 and is_null_constant(inside[0])):
                return ()
            if len(inside) != 1:
                return None
            if value.kind == Kind.UNARY and not self._is_of_function(value, inside[0]):
                return None
            value = inside[0]
        if value.kind == Kind.CONDITIONAL and len(value.below) == 3:
            rows = [self._behind(each, seen) for each in value.below[1:]]
            return None if None in rows else tuple(each for row in rows for each in row or ())
        if value.kind == Kind.INTEGER and integer_value(value) == 0:
            return ()
        if value.kind == Kind.SUBSCRIPT:
            value = _array_of(value)
        if value.kind != Kind.DECL_REF:
            return None
        target = named(value)
        if target._kind_id == Kind.FUNCTION:
            return (self.callees.declared(target),)
        if target._kind_id != Kind.VARIABLE:
            return None
        return self._stored(declaration_key(target), seen)

    def _is_of_function(self, outer: Node, inner: Node) -> bool:
        """Whether a '*' or '&' makes a function a pointer to it, or the other way round."""
        function = outer if outer.unary_operator == Unary.DEREFERENCE else inner
        return function.clang_cursor.type.get_canonical().kind in PROTOTYPES

    def _stored(self, key: int, seen: set[int]) -> tuple[Callee, ...] | None:
        """The functions whose addresses a variable may hold."""
        if key in seen:
            return ()
        seen.add(key)
        values = self._variables.get(key)
        if values is None:
            return None
        rows = [self._behind(each, seen) for each in values]
        return None if None in rows else tuple(each for row in rows for each in row or ())

    @cached_property
    def _variables(self) -> dict[int, list[Node] | None]:
        """What is stored in variables that hold pointers to functions; None where something else may be."""
        found: dict[int, list[Node] | None] = {}
        tree = self._tree
        for index in range(1, len(tree)):
            kind = tree.kinds[index]
            if kind == Kind.VARIABLE:
                node = tree.node(index)
                if self._holds(node.clang_cursor.type):
                    self._declared(node, found)
            elif kind in (Kind.DECL_REF, Kind.VARIABLE_REF):
                raw = raw_referenced(tree.raws[index])
                if raw.kind == Kind.VARIABLE:
                    node = tree.node(index)
                    target = named(node)
                    if self._holds(target.type):
                        _note(
                            found, declaration_key(target), self._put(node) if kind == Kind.DECL_REF else None
                        )
        return found

    def _holds(self, kind: Any) -> bool:
        kind = without_arrays(kind.get_canonical())
        return bool(self._form_of(kind))

    def _declared(self, node: Node, found: dict[int, list[Node] | None]) -> None:
        cursor = node.clang_cursor
        plain = cursor.linkage.value not in _EXTERNAL and not self.parsed.has_second_names
        inside = node.below
        if not plain or node.type.volatile or any(400 <= each.kind < 500 for each in inside):
            _note(found, declaration_key(cursor), None)
            return
        values = [each for each in inside if each.kind in EXPRESSIONS][-1:]
        if cursor.type.get_canonical().kind in ARRAYS:  # its length is shown, too
            values = list(_leaves([each for each in values if not _is_number(each)]))
        _note(found, declaration_key(cursor), values)

    def _put(self, name: Node) -> list[Node] | None:
        """What is stored where a variable's name stands: nothing where it is read, None if nobody knows."""
        at, above = name, name.parent
        while above is not None and above.kind == Kind.PAREN:
            at, above = above, above.parent
        if at.clang_cursor.type.get_canonical().kind in ARRAYS:
            if above is None or above.kind != Kind.UNEXPOSED_EXPR:
                return [] if above is not None and above.kind == Kind.SIZEOF else None
            at, above = above, above.parent
            while above is not None and above.kind == Kind.PAREN:
                at, above = above, above.parent
            if above is None or above.kind != Kind.SUBSCRIPT or _array_of(above).index != name.index:
                return None
            at, above = above, above.parent
            while above is not None and above.kind == Kind.PAREN:
                at, above = above, above.parent
        if above is None:
            return None
        if above.kind == Kind.UNEXPOSED_EXPR:
            return [] if above.type_kind == POINTER_TYPE and self._form_of(above.clang_cursor.type) else None
        if above.kind == Kind.BINARY and above.binary_operator == Binary.ASSIGN and at.ordinal == 0:
            return above.below[1:]
        return [] if above.kind == Kind.SIZEOF else None

    # --- what a source takes ----------------------------------------------------------------------------

    @cached_property
    def functions(self) -> dict[str, frozenset[Callee]]:
        """By form: the functions whose addresses the source takes."""
        found: dict[str, set[Callee]] = {}
        for form, function in self._taken():
            found.setdefault(form, set()).add(self.callees.declared(function))
        return {form: frozenset(each) for form, each in found.items()}

    def _taken(self) -> Iterator[tuple[str, Any]]:
        tree = self._tree
        for index in range(1, len(tree)):
            if tree.kinds[index] == Kind.DECL_REF and raw_referenced(tree.raws[index]).kind == Kind.FUNCTION:
                node = tree.node(index)
                if not is_called(node):
                    target = named(node)
                    yield form_of(target.type.get_canonical()), target

    @cached_property
    def taken(self) -> Taken:
        """What the source says to the whole program."""
        doubts: dict[str, set[str]] = {}
        needs: set[str] = set()
        known: set[int] = set()
        tree = self._tree
        for index in range(1, len(tree)):
            kind = tree.kinds[index]
            if kind == Kind.ASM:
                doubts.setdefault(ANY_FORM, set()).add("inline assembly")
            if kind not in EXPRESSIONS:
                continue
            raw = tree.raws[index]
            if kind == Kind.DECL_REF:
                target = raw_referenced(raw)
                if target.kind == Kind.FUNCTION and not is_called(tree.node(index)):
                    self._take(tree.node(index), doubts)
                if target.kind in (Kind.FUNCTION, Kind.VARIABLE) and target.a not in known:
                    known.add(target.a)
                    self._ask(tree.node(index), needs, doubts)
            if raw_canonical_type(raw_type(raw)).kind == POINTER_TYPE:
                form, where = self._comes_from(tree.node(index))
                if where:
                    doubts.setdefault(form, set()).add(where)
        return Taken(
            self.functions,
            {form: frozenset(each) for form, each in doubts.items()},
            frozenset(needs),
            frozenset(self._defined()),
        )

    def _take(self, node: Node, doubts: dict[str, set[str]]) -> None:
        """Note from where functions may have pointers that are called by their addresses."""
        target = named(node)
        of = target.type.get_canonical()
        if of.kind == TypeKind.FUNCTIONPROTO:
            for each in of.argument_types():
                form = self._form_of(each)
                if form:  # who calls it may have the pointer from elsewhere
                    doubts.setdefault(form, set()).add(f"a call of '{target.spelling}'")

    def _ask(self, node: Node, needs: set[str], doubts: dict[str, set[str]]) -> None:
        """Note a function or variable that another source, or nobody here, defines."""
        target = named(node)
        name = str(target.spelling)
        if target._kind_id == Kind.FUNCTION:
            if any(word in name for word in _FINDS):
                doubts.setdefault(ANY_FORM, set()).add(f"'{name}'")
            if name.startswith(BUILTIN) or self._is_system(target) or target.get_definition() is not None:
                return
            needs.add(usr_of(target))
            return
        if target.linkage.value not in _EXTERNAL:
            return
        if self._is_system(target):
            if self._holds(target.type):
                doubts.setdefault(ANY_FORM, set()).add(f"'{name}'")
            return
        needs.add(usr_of(target))

    def _comes_from(self, node: Node) -> tuple[str, str]:
        """A form, and from where else pointers of it may come by an expression; '' if from nowhere."""
        form = self._form_of(node.clang_cursor.type)
        if form:
            return form, self._enters(node, form)
        if node.kind in (Kind.UNEXPOSED_EXPR, *CASTS) and not self._pointed(node):
            inside = [each for each in node.below if each.kind in EXPRESSIONS]
            form = self._pointed(inside[-1]) if inside else ""
        return form, "a pointer to another type" if form else ""

    def _enters(self, node: Node, form: str) -> str:
        """From where a pointer to a function comes; '' where it is a function's name, or another one's."""
        kind = node.kind
        if kind not in _UNDERSTOOD:
            return "what is not understood"
        if kind == Kind.MEMBER:
            field = named(node)
            if field._kind_id in NOWHERE or self._is_system(field):
                return f"'{node.name()}'"
            return "a union" if _is_in_union(field) else ""
        if kind == Kind.CALL:
            target = callee_of(node.clang_cursor, self.parsed.tu)
            own = target is not None and target._kind_id == Kind.FUNCTION and not self._is_system(target)
            return "" if own else f"'{node.name()}'" if node.name() else "what a call gives"
        if kind not in (Kind.UNEXPOSED_EXPR, *CASTS):
            return ""
        inside = [each for each in node.below if each.kind in EXPRESSIONS]
        if len(inside) != 1:
            return "what is not understood"
        of = inside[0].clang_cursor.type.get_canonical()
        if of.kind in PROTOTYPES or self._form_of(of) == form or is_null_constant(inside[0]):
            return ""
        return "a conversion"

    def _pointed(self, node: Node) -> str:
        """The form of the pointers that a pointer to some leads to."""
        of = node.clang_cursor.type.get_canonical()
        if of.kind != TypeKind.POINTER and of.kind not in ARRAYS:
            return ""
        of = without_arrays(
            (of.get_pointee() if of.kind == TypeKind.POINTER else of.element_type).get_canonical()
        )
        return self._form_of(of)

    def _defined(self) -> Iterator[str]:
        for cursor in self._own:
            if cursor._kind_id == Kind.VARIABLE and cursor.linkage.value in _EXTERNAL:
                if cursor.storage_class != cx.StorageClass.EXTERN or cursor.is_definition():
                    yield usr_of(cursor)

    def _is_system(self, cursor: Any) -> bool:
        cursor._tu = self.parsed.tu
        file = cursor.location.file
        return is_of_system_header(cursor) or (file is not None and is_system(str(file.name)))

    def _form_of(self, kind: Any) -> str:
        """The form of what a pointer to a function leads to; '' of any other type."""
        kind = kind.get_canonical()
        if kind.kind != TypeKind.POINTER:
            return ""
        key = int(kind.data[0] or 0)
        if key not in self._forms:
            self._forms[key] = form_of(kind.get_pointee().get_canonical())
        return self._forms[key]

    @cached_property
    def _own(self) -> list[Any]:
        """What stands outermost in the source and its own headers."""
        cursors = list(self.parsed.tu.cursor.get_children())
        return [each for each in cursors if not self._is_system(each)]

    @cached_property
    def _tree(self) -> Any:
        walk = Walk(self.parsed)
        for cursor in self._own:
            walk.into(cursor)
        return walk.tree


def named(node: Node) -> Any:
    """What a node refers to, with the parse that it is of."""
    found = referenced_by(node.clang_cursor)
    found._tu = node.parsed.tu
    return found


def form_of(function: Any) -> str:
    """``double f(int, void *)``  ->  ``np>f``; '' of what is no function."""
    if function.kind == TypeKind.FUNCTIONNOPROTO:
        return ANY_FORM
    if function.kind != TypeKind.FUNCTIONPROTO:
        return ""
    given = "".join(map(_letter, function.argument_types()))
    dots = "..." if function.is_function_variadic() else ""
    return f"{given}{dots}>{_letter(function.get_result())}"


def _letter(kind: Any) -> str:
    return _LETTERS.get(kind.get_canonical().kind, "n")


def _note(found: dict[int, list[Node] | None], key: int, values: list[Node] | None) -> None:
    before = found.get(key, [])
    found[key] = None if before is None or values is None else before + values


def _is_number(node: Node) -> bool:
    return _letter(node.clang_cursor.type) == "n" and node.clang_cursor.type.kind not in ARRAYS


def _leaves(values: list[Node]) -> Iterator[Node]:
    """The values of an initialisation, those of lists one by one."""
    for each in values:
        if each.kind == Kind.INIT_LIST:
            yield from _leaves([inner for inner in each.below if inner.kind in EXPRESSIONS])
        elif each.kind == Kind.UNEXPOSED_EXPR and any(inner.kind == Kind.MEMBER_REF for inner in each.below):
            yield from _leaves(each.below[-1:])
        else:
            yield each


def _array_of(subscript: Node) -> Node:
    """The array that a subscript is of, as far as one stands there by its name; subscripts of rows too."""
    at = subscript
    while at.kind in (Kind.SUBSCRIPT, Kind.PAREN, Kind.UNEXPOSED_EXPR):
        if at.kind == Kind.SUBSCRIPT:
            inside = [each for each in at.below if each.kind in EXPRESSIONS]
            base = inside[0] if inside else at
            while base.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR) and len(base.below) == 1:
                base = base.below[0]
            if base is at or base.clang_cursor.type.get_canonical().kind not in ARRAYS:
                return subscript
            at = base
        elif len(at.below) == 1:
            at = at.below[0]
        else:
            return subscript
    return at


def is_called(name: Node) -> bool:
    """Whether a function's name is what a call calls."""
    at, above = name, name.parent
    while above is not None and above.kind in (Kind.PAREN, Kind.UNEXPOSED_EXPR):
        at, above = above, above.parent
    return above is not None and above.kind == Kind.CALL and at.ordinal == 0


def _is_in_union(field: Any) -> bool:
    holder = field.semantic_parent
    while holder is not None and holder._kind_id in (Kind.UNION, Kind.STRUCT, Kind.CLASS):
        if holder._kind_id == Kind.UNION:
            return True
        holder = holder.semantic_parent
    return False
