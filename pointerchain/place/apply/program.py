# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The sources of a program -> the function of theirs that a call calls for certain, or why none is known."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import cached_property

from pointerchain.analysis.escape import returns_new_memory
from pointerchain.analysis.library import LibraryFunction, library_function, replaced_library_functions
from pointerchain.place.apply.reading import Function, Unit
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import ignoring_parens_and_implicit_casts
from pointerchain.translator.clang.libclang import POINTER_TYPE, Kind
from pointerchain.translator.clang.parsed import Declaration, is_system
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node


class Program:
    """The sources that are rewritten together. Questions only."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = tuple(units)
        self._returning: dict[tuple[str, int], bool] = {}
        self._mains = sum(len(unit.functions.get("main", ())) for unit in units)

    @cached_property
    def texts(self) -> tuple[bytes, ...]:
        """All sources, and the program's own files that they include."""
        return tuple(text for unit in self.units for text in (unit.data, *(each for _, each in unit.headers)))

    @cached_property
    def replaced(self) -> frozenset[str]:
        """The functions of the library that these sources define anew, or whose names they change."""
        return replaced_library_functions(self.texts)

    @cached_property
    def other_devices(self) -> tuple[Unit, tuple[int, str] | None]:
        """The first source that may change which device kernels run on, and why; any where none does."""
        rows = [(unit, unit.other_devices) for unit in self.units]
        return next((row for row in rows if row[1] is not None), rows[0])

    def library(self, call: Node) -> LibraryFunction | None:
        """What the library's function does that a call calls for certain; None where nobody knows."""
        declared = called(call)
        if declared is None or not is_system(declared.file) or declared.name in self.replaced:
            return None
        return library_function(declared.name)

    def gives_nothing(self, node: Node) -> bool:
        """Whether a node is a call of the system's without a row in the table, which is given no pointer."""
        declared = called(node) if node.kind == Kind.CALL else None
        if declared is None or not is_system(declared.file) or declared.name in self.replaced:
            return False
        given = any(each.type_kind == POINTER_TYPE for each in node.below[1:])
        return not given and library_function(declared.name) is None

    def defined(self, unit: Unit, call: Node) -> Function | None:
        """The function of these sources that a call in one of them calls for certain."""
        declared = called(call)
        if declared is None or unit.callees.named(callee_of(call)) is None:
            return None
        if unit.functions.get(declared.name):
            function = self.own(unit, declared.name)
            if function is None:
                return None
            own = function.node.declared()
            return function if (own.file, own.offset) == (declared.file, declared.offset) else None
        return self.elsewhere(unit, declared, callee_of(call).type.canonical)

    def returns_new_memory(self, function: Function) -> bool:
        """Whether all that a function returns is memory to which nothing else leads then."""
        rows = map(library_function, self.replaced)
        if any(row is not None and row.allocates for row in rows):
            return False
        if function.key not in self._returning:
            callees = function.unit.callees
            key, cxx = callees.declared_at(function.node).key, function.unit.cxx
            self._returning[function.key] = returns_new_memory(key, Storage(cxx), callees, cxx)
        return self._returning[function.key]

    @cached_property
    def defining(self) -> dict[str, Unit]:
        """The sources that define functions for others, by Clang's names for these, where no two do."""
        found: dict[str, list[Function]] = {}
        for unit in self.units:
            for function in (each for rows in unit.functions.values() for each in rows):
                if function.node.is_external():
                    found.setdefault(unit.callees.declared_at(function.node).key, []).append(function)
        alone = {key: rows[0] for key, rows in found.items() if len(rows) == 1 and self._mains < 2}
        return {key: function.unit for key, function in alone.items() if self._is_the_one(function)}

    def own(self, unit: Unit, name: str) -> Function | None:
        """The one function of a name that a source defines, where no other one can take its place."""
        function = unit.definition(name)
        return function if function is not None and self._is_the_one(function) else None

    def elsewhere(self, unit: Unit, declared: Declaration, kind: str) -> Function | None:
        """The function of another source, of type ``kind``, that is declared in one."""
        found = self._elsewhere(unit, declared)
        if len(found) != 1 or self._apart(unit, declared):
            return None
        return found[0] if found[0].node.type.canonical == kind else None

    def why_unknown(self, unit: Unit, declared: Declaration) -> str:
        """Why :meth:`defined` does not know a function that ``unit`` declares."""
        if declared.name in self.replaced:
            return "which these sources define anew, or give another name"
        if unit.functions.get(declared.name):
            return "whose place another one may take"
        if len(self.units) == 1:
            return "which is not in this source"
        return self._apart(unit, declared) or (
            "which several of these sources define"
            if len(self._elsewhere(unit, declared)) > 1
            else "which is not in these sources"
        )

    def _elsewhere(self, unit: Unit, declared: Declaration) -> list[Function]:
        """The functions of other sources that a declaration may be of, by their name."""
        found = []
        for other in self.units:
            for each in other.functions.get(declared.name, ()):
                if other is not unit and each.node.is_external():
                    # In C++ another one of the name has other parameters, or is in a namespace.
                    if not other.cxx or _is_same(each, declared):
                        found.append(each)
        return found

    def _apart(self, unit: Unit, declared: Declaration) -> str:
        """Why a function of another source may not be the one that is declared; '' where it is."""
        found = self._elsewhere(unit, declared)
        if len(found) != 1:
            return ""
        function = found[0]
        shown = f"which '{function.unit.path}' defines"
        if self._mains > 1:
            return f"{shown}, and several of these sources define 'main'"
        if declared.main or is_system(declared.file) or not _is_same(function, declared):
            return f"{shown}, and no header declares it to both"
        if function.node.kind != Kind.FUNCTION or unit.cxx != function.unit.cxx:
            return f"{shown}, in another language or a class"
        return "" if self._is_the_one(function) else f"{shown}, and another one may take its place"

    def _is_the_one(self, function: Function) -> bool:
        """Whether no other function of the name can be the one that runs: by C, by ELF, by the linker."""
        wrapped = any(_WRAP + function.name in unit.functions for unit in self.units)
        if function.node.kind != Kind.FUNCTION or wrapped:
            return False
        head = function.unit.data[function.node.start : function.body.start]
        if re.search(rb"\bconst(?:expr|eval)\b", head):
            return False
        callees = function.unit.callees
        callee = callees.declared_at(function.node)
        if callee.knowledge is not Knowledge.SEEN:
            return False
        return function.unit.cxx or not callees.is_shared(callee.key)


_WRAP = "__wrap_"
"""A linker that is given ``--wrap=f`` calls ``__wrap_f`` where sources call ``f``."""


def called(call: Node) -> Declaration | None:
    """The function that a call names, None where it calls through a pointer or an object."""
    callee = callee_of(call)
    declared = callee.declaration() if callee.kind == Kind.DECL_REF else None
    # What a constructor is given may be a function, too, as that of a thread.
    if declared is None or declared.kind != Kind.FUNCTION or call.declaration() != declared:
        return None
    return declared


def callee_of(call: Node) -> Node:
    """What stands before a call's arguments, without its conversions; the call where nothing does."""
    return ignoring_parens_and_implicit_casts(call.below[0]) if call.below else call


def _is_same(function: Function, declared: Declaration) -> bool:
    """Whether what one source declares is what another one defines: one line of a header declares both."""
    own = function.node.declared()
    return own.offset == declared.offset and os.path.realpath(own.file) == os.path.realpath(declared.file)
