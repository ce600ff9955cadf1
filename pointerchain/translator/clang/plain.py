# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Plain names: the names of a source -> whether a text of them runs code that it does not spell as a call.

``num_threads(k)`` with ``int k``  ->  it runs none; with a class that has ``operator int`` it runs that, and
``firstprivate(k)`` its constructor. Clang does not read the texts of directives here, so that a name stands
for all that is declared by it in the source and in the program's headers.
"""

from __future__ import annotations

from enum import Flag, auto
from functools import partial
from typing import Any

from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    CONTINUE,
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
    specialized_template,
    visit_children,
    without_arrays,
)
from pointerchain.translator.clang.parsed import Parsed

_VALUES = frozenset((Kind.VARIABLE, Kind.PARAMETER, Kind.FIELD, Kind.VALUE_PARAMETER))
_SCOPES = frozenset((*RECORDS, Kind.NAMESPACE, Kind.NAMESPACE_ALIAS))
_NUMBERS = frozenset((*INTEGER_TYPES, 21, 22, 23, 30, 32))
"""CXTypeKind: those of integers, ``float`` to ``long double``, ``__float128``, ``_Float16``."""
_ENUMERATION = 106
_BYTES = frozenset((4, 5, 13, 14))
"""CXTypeKind: those of ``char``, which may hold anything."""
_PARTS = frozenset((Kind.FIELD, Kind.BASE))
_SPECIAL = frozenset((Kind.CONSTRUCTOR, Kind.DESTRUCTOR))


class Runs(Flag):
    """When code runs for a value."""

    NEVER = 0
    WHEN_COPIED = auto()
    """A constructor, a destructor or an assignment where a variable gets a copy."""
    WHEN_USED = auto()
    """An operator or a conversion in an expression."""


_ALWAYS = Runs.WHEN_COPIED | Runs.WHEN_USED


class PlainNames:
    """Answers for one source."""

    def __init__(self, parsed: Parsed) -> None:
        self.parsed = parsed
        self.scopes: set[str] = set()
        """The names of classes and namespaces."""
        self._types: dict[str, list[Any]] = {}
        """By name of a variable, parameter, member or enumerator: the types that it is declared with."""
        self._runs: dict[str, Runs] = {}
        self._classes: dict[str, Runs] = {}
        self._operators = False

        def keep(cursor: Any, parent: Any, data: Any) -> int:
            kind = cursor._kind_id
            if parent._kind_id == Kind.TRANSLATION_UNIT and LIB.clang_Location_isInSystemHeader(
                cursor.location
            ):
                return CONTINUE
            if kind in _VALUES or kind == Kind.ENUMERATOR:
                cursor._tu = parsed.tu
                self._types.setdefault(cursor.spelling, []).append(cursor.type)
            elif kind in _SCOPES:
                self.scopes.add(cursor.spelling)
            elif kind in (Kind.FUNCTION, Kind.FUNCTION_TEMPLATE) and cursor.spelling.startswith("operator"):
                self._operators = True
            return RECURSE

        visit_children(parsed.tu.cursor, VISITOR(keep), None)

    def runs(self, name: str) -> Runs | None:
        """When code runs for what a name names; None of a name that is declared nowhere."""
        if name not in self._types:
            return None
        if name not in self._runs:
            found = Runs.NEVER
            for each in self._types[name]:
                found |= self._of(each)
            self._runs[name] = found
        return self._runs[name]

    def may_hold(self, name: str, record: str) -> bool:
        """Whether objects of a record may be among what a name names, or its pointers lead to.

        ``record`` is a USR, '' of one that is not known.
        """
        return not record or any(map(partial(self._holds, record), self._types.get(name, [None])))

    def _holds(self, record: str, declared: Any) -> bool:
        if declared is None:
            return True
        raw, _ = _innermost(declared)
        if raw._kind_id in _NUMBERS and raw._kind_id not in _BYTES:
            return False
        definition = raw.get_declaration().get_definition() if raw._kind_id == RECORD_TYPE else None
        if definition is None or definition.get_usr() == record:
            return True
        parts = (each for each in children_of(definition, self.parsed.tu) if each._kind_id in _PARTS)
        return any(not _leads(each.type) and self._holds(record, each.type) for each in parts)

    def _of(self, declared: Any) -> Runs:
        """What runs for a variable of a type, and for what it leads to where an expression follows it."""
        raw, own = _innermost(declared)
        if raw._kind_id in _NUMBERS:
            return Runs.WHEN_USED if raw._kind_id == _ENUMERATION and self._operators else Runs.NEVER
        runs = self._class(raw) if raw._kind_id == RECORD_TYPE else _ALWAYS
        return runs if own else runs & Runs.WHEN_USED

    def _class(self, raw: Any) -> Runs:
        cursor = raw.get_declaration()
        key = cursor.get_usr() or f"{cursor.location.file}:{cursor.location.offset}"
        if key in self._classes:
            return self._classes[key]
        self._classes[key] = Runs.NEVER  # of one that holds a pointer to itself
        definition = cursor.get_definition()
        if self._operators or definition is None or LIB.clang_Location_isInSystemHeader(definition.location):
            runs = _ALWAYS
        elif specialized_template(definition)._kind_id not in NOWHERE:
            runs = _ALWAYS
        else:
            runs = Runs.NEVER
            for child in children_of(definition, self.parsed.tu):
                runs |= self._part(child)
        self._classes[key] = runs
        return runs

    def _part(self, child: Any) -> Runs:
        kind = child._kind_id
        if kind == Kind.BASE:
            return self._of(child.type)
        if kind == Kind.FIELD:
            given = len(expressions_of(child, self.parsed.tu))
            given -= child.type.get_canonical()._kind_id in ARRAY_TYPES or child.is_bitfield()
            made = Runs.WHEN_COPIED if given > 0 else Runs.NEVER  # by an initialiser
            return made | (self._of(child.type) & Runs.WHEN_COPIED)
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


def _innermost(declared: Any) -> tuple[Any, bool]:
    """What a type's references, arrays and pointers lead to in the end, and whether without a pointer."""
    raw, own = declared.get_canonical(), True
    while True:
        kind = raw._kind_id
        if kind in REFERENCE_TYPES or kind == POINTER_TYPE:
            own = own and kind != POINTER_TYPE
            raw = raw.get_pointee().get_canonical()
        elif kind in ARRAY_TYPES:
            raw = raw.element_type.get_canonical()
        else:
            return raw, own


def _leads(declared: Any) -> bool:
    """Whether a member is a pointer or reference, or an array of such, so that it holds no object itself."""
    raw = without_arrays(declared.get_canonical())
    return raw._kind_id == POINTER_TYPE or raw._kind_id in REFERENCE_TYPES


_KNOWN_PARTS = frozenset((*RECORDS, Kind.ENUM, Kind.VARIABLE, Kind.TYPEDEF, Kind.TYPE_ALIAS, Kind.METHOD, 39))
"""Members of a class by which no value runs anything; 39 is CXCursor_CXXAccessSpecifier."""
