# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Plain names: the names of a source -> whether a text of them runs code that it does not spell as a call.

``num_threads(k)`` with ``int k``  ->  it runs none; with a class that has ``operator int`` it runs that, and
``firstprivate(k)`` its constructor. Clang does not read the texts of directives here, so that a name stands
for all that is declared by it in the source and in the program's headers.
"""

from __future__ import annotations

from enum import Flag, auto
from typing import Any

from clang.cindex import TLSKind

from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.alias_classes import AliasClasses
from pointerchain.translator.clang.implicit import hides_initialiser
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    DECLARATIONS,
    FUNCTIONS,
    INTEGER_TYPES,
    LIB,
    NOWHERE,
    POINTER_TYPE,
    RECORD_TYPE,
    RECORDS,
    RECURSE,
    REFERENCE_TYPES,
    VISITOR,
    Kind,
    children_of,
    expressions_of,
    visit_children,
    without_arrays,
)
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.templates import is_instance
from pointerchain.translator.clang.types import standard_name

_VALUES = frozenset((Kind.VARIABLE, Kind.PARAMETER, Kind.FIELD, Kind.VALUE_PARAMETER))
_SCOPES = frozenset((*RECORDS, Kind.NAMESPACE, Kind.NAMESPACE_ALIAS))
_NUMBERS = frozenset((*INTEGER_TYPES, 21, 22, 23, 30, 32))
"""CXTypeKind: those of integers, ``float`` to ``long double``, ``__float128``, ``_Float16``."""
_ENUMERATION = 106
_BYTES = frozenset((4, 5, 13, 14))
"""CXTypeKind: those of ``char``, which may hold anything."""
_PARTS = frozenset((Kind.FIELD, Kind.BASE))
_IN_CLASSES = frozenset((*RECORDS, Kind.METHOD, Kind.CONSTRUCTOR, Kind.DESTRUCTOR, Kind.CONVERSION))
_ELSEWHERE = Span(-1, -1)
"""Where declarations of included files are."""
_CONTAINERS = frozenset(
    "vector array span basic_string basic_string_view unique_ptr shared_ptr deque list map set".split()
)
_SPECIAL = frozenset((Kind.CONSTRUCTOR, Kind.DESTRUCTOR))


class Runs(Flag):
    """When code runs for a value."""

    NEVER = 0
    WHEN_COPIED = auto()
    """A constructor, a destructor or an assignment where a variable gets a copy."""
    WHEN_USED = auto()
    """An operator or a conversion in an expression."""


_ALWAYS = Runs.WHEN_COPIED | Runs.WHEN_USED


class Value(NamedTuple):
    """What a name names."""

    runs: Runs
    """When code runs for what its pointers and arrays lead to in the end."""
    levels: int
    """How many pointers and arrays that are."""
    own: bool
    """Whether none of them is a pointer, so that it is copied with a variable."""


_BEGUN = Value(_ALWAYS, -1, True)


class _Declared(NamedTuple):
    type: Any
    member: bool
    begins: bool
    """Whether it is a thread's own variable, which may begin where a thread first names it."""
    within: Span | None
    """The function or class of the source that it is declared in; None of what is seen everywhere."""


class PlainNames:
    """Answers for one source."""

    def __init__(self, parsed: Parsed, cxx: bool) -> None:
        self.parsed = parsed
        self.scopes: set[str] = set()
        """The names of classes and namespaces."""
        self._declared: dict[str, list[_Declared]] = {}
        """Variables, parameters, members and enumerators by name."""
        self._of_classes: list[Span] = []
        """The classes of the source, and their functions: there members are named without an object."""
        self._classes: dict[str, Runs] = {}
        self._classes_of = AliasClasses(cxx)
        self._operators = False
        for start, end, cursor in parsed.declarations:
            self._outermost(cursor, Span(start, end))
        for cursor in parsed.included_declarations(DECLARATIONS):
            self._outermost(cursor, _ELSEWHERE)

    def _outermost(self, cursor: Any, span: Span) -> None:
        """Take what a declaration of a file or namespace declares."""
        kind = cursor._kind_id
        if kind in (Kind.NAMESPACE, Kind.LINKAGE):
            self.scopes.add(cursor.spelling)
            for child in children_of(cursor, self.parsed.tu):
                reach = child.extent
                inside = Span(reach.start.offset, reach.end.offset) if span != _ELSEWHERE else span
                self._outermost(child, inside)
            return
        within = span if kind in FUNCTIONS or kind in RECORDS else None
        if kind in _IN_CLASSES or (
            kind == Kind.FUNCTION_TEMPLATE and cursor.semantic_parent._kind_id in RECORDS
        ):
            self._of_classes.append(span)
        self._take(cursor, within)

        def keep(inner: Any, parent: Any, data: Any) -> int:
            inner._tu = self.parsed.tu
            self._take(inner, within)
            return RECURSE

        visit_children(cursor, VISITOR(keep), None)

    def _take(self, cursor: Any, within: Span | None) -> None:
        kind = cursor._kind_id
        if kind in _VALUES or kind == Kind.ENUMERATOR:
            member = kind == Kind.FIELD or (
                kind == Kind.VARIABLE and cursor.semantic_parent._kind_id in RECORDS
            )
            begins = kind == Kind.VARIABLE and cursor.tls_kind != TLSKind.NONE
            seen = None if member or kind == Kind.ENUMERATOR else within
            self._declared.setdefault(cursor.spelling, []).append(
                _Declared(cursor.type, member, begins, seen)
            )
        elif kind in _SCOPES:
            self.scopes.add(cursor.spelling)
        elif kind in (Kind.FUNCTION, Kind.FUNCTION_TEMPLATE) and cursor.spelling.startswith("operator"):
            self._operators = True

    def named(self, name: str, member: bool, at: int | None) -> list[Value]:
        """What a name may name; nothing of one that is declared nowhere.

        ``member``: it stands behind ``.``, ``->`` or ``::``. ``at`` is the place in the source, None of one
        in another file.
        """
        return [_BEGUN if row.begins else self._value(row.type) for row in self._rows(name, member, at)]

    def is_container(self, name: str, member: bool, at: int | None, levels: int) -> bool:
        """Whether a name surely names a container of the standard library, over so many pointers."""
        rows = self._rows(name, member, at)
        return bool(rows) and not any(row.begins or not _is_container(row.type, levels) for row in rows)

    def _rows(self, name: str, member: bool, at: int | None) -> list[_Declared]:
        rows = self._declared.get(name, [])
        if member:
            rows = [row for row in rows if row.member or row.within is None]
        elif at is not None:
            inside = any(span.start <= at < span.end for span in self._of_classes)
            rows = [
                row
                for row in rows
                if (row.within is None or row.within.start <= at < row.within.end)
                and (inside or not row.member)
            ]
        return rows

    def may_hold(self, name: str, member: str) -> bool:
        """Whether a member of a struct may be among what a name names, or its pointers lead to.

        ``member`` is as :meth:`AliasClasses.member` names it, '' of one that is not known.
        """
        rows = self._declared.get(name, ())
        return not member or not rows or any(self._holds(member, row.type) for row in rows)

    def _holds(self, member: str, declared: Any) -> bool:
        raw, *_ = _innermost(declared)
        if raw._kind_id in _NUMBERS and raw._kind_id not in _BYTES:
            return False
        definition = raw.get_declaration().get_definition() if raw._kind_id == RECORD_TYPE else None
        if definition is None or is_instance(definition):
            return True
        for part in children_of(definition, self.parsed.tu):
            if part._kind_id == Kind.FIELD and self._classes_of.member(part) == member:
                return True
            inside = part._kind_id in _PARTS or (part._kind_id in RECORDS and part.is_anonymous())
            if inside and not _leads(part.type) and self._holds(member, part.type):
                return True
        return False

    def _value(self, declared: Any) -> Value:
        raw, levels, own = _innermost(declared)
        if raw._kind_id in _NUMBERS:
            runs = Runs.WHEN_USED if raw._kind_id == _ENUMERATION and self._operators else Runs.NEVER
        else:
            runs = self._class(raw) if raw._kind_id == RECORD_TYPE else _ALWAYS
        return Value(runs, levels, own)

    def _class(self, raw: Any) -> Runs:
        cursor = raw.get_declaration()
        key = cursor.get_usr() or f"{cursor.location.file}:{cursor.location.offset}"
        if key in self._classes:
            return self._classes[key]
        self._classes[key] = Runs.NEVER  # of one that holds a pointer to itself
        definition = cursor.get_definition()
        if (
            self._operators
            or definition is None
            or LIB.clang_Location_isInSystemHeader(definition.location)
            or is_instance(definition)
        ):
            runs = _ALWAYS
        else:
            runs = Runs.NEVER
            for child in children_of(definition, self.parsed.tu):
                runs |= self._part(child)
        self._classes[key] = runs
        return runs

    def _copied(self, declared: Any) -> Runs:
        value = self._value(declared)
        return value.runs & Runs.WHEN_COPIED if value.own else Runs.NEVER

    def _part(self, child: Any) -> Runs:
        kind = child._kind_id
        if kind == Kind.BASE:
            return self._value(child.type).runs
        if kind == Kind.FIELD:
            given = len(expressions_of(child, self.parsed.tu))
            given -= child.type.get_canonical()._kind_id in ARRAY_TYPES or child.is_bitfield()
            made = Runs.WHEN_COPIED if given > 0 or hides_initialiser(child) else Runs.NEVER
            return made | self._copied(child.type)
        if kind in _SPECIAL:
            return Runs.WHEN_COPIED
        if kind == Kind.CONVERSION:
            return Runs.WHEN_USED
        if kind in (Kind.METHOD, Kind.FUNCTION_TEMPLATE) or kind not in _KNOWN_PARTS:
            named = str(child.spelling)
            if kind == Kind.METHOD and not named.startswith("operator"):
                return Runs.NEVER
            return Runs.WHEN_COPIED if named == "operator=" else _ALWAYS
        return Runs.NEVER


def _innermost(declared: Any) -> tuple[Any, int, bool]:
    """What a type leads to in the end, over how many pointers and arrays, and whether over no pointer."""
    raw, levels, own = declared.get_canonical(), 0, True
    while True:
        kind = raw._kind_id
        if kind in REFERENCE_TYPES:
            raw = raw.get_pointee().get_canonical()
        elif kind == POINTER_TYPE or kind in ARRAY_TYPES:
            pointer = kind == POINTER_TYPE
            levels, own = levels + 1, own and not pointer
            raw = (raw.get_pointee() if pointer else raw.element_type).get_canonical()
        else:
            return raw, levels, own


def _is_container(declared: Any, levels: int) -> bool:
    """Whether a type is that of such a container, whose allocator and the like are the library's too."""
    raw, found, _ = _innermost(declared)
    if found != levels or standard_name(raw.get_declaration()) not in _CONTAINERS:
        return False
    given = (raw.get_template_argument_type(i) for i in range(1, raw.get_num_template_arguments()))
    classes = (each.get_declaration() for each in given)
    return all(each._kind_id in NOWHERE or standard_name(each) for each in classes)


def _leads(declared: Any) -> bool:
    """Whether a member is a pointer or reference, or an array of such, so that it holds no object itself."""
    raw = without_arrays(declared.get_canonical())
    return raw._kind_id == POINTER_TYPE or raw._kind_id in REFERENCE_TYPES


_KNOWN_PARTS = frozenset((*RECORDS, Kind.ENUM, Kind.VARIABLE, Kind.TYPEDEF, Kind.TYPE_ALIAS, Kind.METHOD, 39))
"""Members of a class by which no value runs anything; 39 is CXCursor_CXXAccessSpecifier."""
