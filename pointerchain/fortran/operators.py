# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The operators and assignments that a source sees -> whether a statement without objects may call one.

``interface operator(+)`` with a procedure of an integer and a logical makes a call of ``2 + .true.``. One of
which each procedure takes an object is none that a statement without objects could call.
"""

from __future__ import annotations

import re

from pointerchain.fortran.declarations import CLASS, TYPE
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.names import INTRINSIC_MODULES, Doubt, Where, defined_procedure, procedure_of_name
from pointerchain.fortran.records import Records
from pointerchain.fortran.statements import dummies_of
from pointerchain.fortran.units import Scope
from pointerchain.lazy import lazy_pattern

# one of a name of its own, '.plus.', is seen where it is used
_INTERFACE = lazy_pattern(
    r"interface\s*(assignment\s*\(.*\)|operator\s*\(\s*(?:[^.\w]+|\.(?:and|or|not|eqv|neqv|[engl][eqt])\.)\s*\))$"
)
_PROCEDURES = lazy_pattern(r"(?:module\s+)?procedure\b\s*(?:::)?\s*(\w.*)$")


class Operators:
    """Asks sources, each once."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self._known: dict[str, str] = {}

    def of_numbers(self, file: SourceFile) -> str:
        """An operator or assignment that a source or a module behind it defines for what is no object, as it
        is written; empty where there is none. Modules whose sources are not found count as having none."""
        seen: set[str] = set()
        waiting = [file]
        while waiting:
            one = waiting.pop()
            if one.name in seen:
                continue
            seen.add(one.name)
            if one.name not in self._known:
                self._known[one.name] = self._own(one)
            if self._known[one.name]:
                return self._known[one.name]
            names = {use.module for scope in all_scopes(one.root) for use in scope.uses if not use.intrinsic}
            for name in names - INTRINSIC_MODULES:
                found = self.records.modules.find(name)
                if found is not None:
                    waiting.append(found[0])
        return ""

    def _own(self, file: SourceFile) -> str:
        for scope in all_scopes(file.root):
            if scope.kind != "interface":
                continue
            head = _INTERFACE.match(file.text.statements[scope.first].code)
            if head is None:
                continue
            outside = scope.parent or scope
            for body in scope.children:
                if body.kind == "procedure" and not _takes_object(file, body):
                    return head[1]
            for number in range(scope.first + 1, scope.last):
                listed = _PROCEDURES.match(file.text.statements[number].code)
                for name in re.findall(r"\w+", listed[1]) if listed else ():
                    found = procedure_of_name(self.records.modules, Where(file, outside), name)
                    if isinstance(found, Doubt):
                        return head[1]
                    if not _takes_object(found.where.file, defined_procedure(found)):
                        return head[1]
        return ""


def _takes_object(file: SourceFile, procedure: Scope) -> bool:
    dummies = dummies_of(procedure, file.text.statements[procedure.first].code)
    return any(each is not None and each.base in (TYPE, CLASS) for each in dummies.values())


def all_scopes(scope: Scope) -> list[Scope]:
    """A scope and all that stand in it."""
    return [scope, *(each for child in scope.children for each in all_scopes(child))]
