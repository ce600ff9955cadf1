# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Statements and the procedures that they call -> what they read and change.

What a procedure does is read from its text, with all that it calls, once. What is not understood is an event
of its own kind, never silence.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pointerchain.fortran import meanings as m
from pointerchain.fortran.events import ODD, READ, WRITE, Effects, Event
from pointerchain.fortran.implicit import is_of_unread
from pointerchain.fortran.lines import Directive, called
from pointerchain.fortran.meanings import Meaning
from pointerchain.fortran.modules import SourceFile
from pointerchain.fortran.names import Found, Where, defined_procedure
from pointerchain.fortran.records import Records
from pointerchain.fortran.statements import (
    DECLARES,
    endings,
    is_assignment,
    read_bounds,
    read_expression,
    read_statement,
)


class Reader:
    """Reads statements; what procedures do is read once."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.trusted: frozenset[str] = frozenset()
        """Procedures that the program promises to change nothing that a chain reads."""
        self.operators: Callable[[SourceFile], str] = lambda _: ""
        """An operator or assignment that a source sees for numbers."""
        self.clauses: Callable[[Reader, Where], list[Event]] = lambda *_: []
        """What the clauses of the directives in a procedure do."""
        self._places: dict[tuple[str, int], str] = {}
        self._bodies: dict[tuple[frozenset[str], str, int], tuple[Event, ...]] = {}

    def effects(self, where: Where, number: int, *, nested: bool = True) -> Effects:
        """What a statement does, as :func:`read_statement` has it."""
        return read_statement(self, where, number, nested=nested)

    def expression(
        self, where: Where, source: Directive, start: int, end: int, *, nested: bool = True
    ) -> Effects:
        """What a piece of a directive's text does."""
        return read_expression(self, where, source, start, end, nested=nested)

    def body(self, found: Found) -> tuple[Event, ...] | None:
        """What a procedure and all that it calls do; None where the text of one is not known."""
        out: list[Event] = []
        seen: set[tuple[str, int]] = set()
        waiting = [found]
        while waiting:
            one = waiting.pop()
            scope = defined_procedure(one)
            key = (one.where.file.name, scope.first)
            if key in seen:
                continue
            seen.add(key)
            if one.where.file.broken:
                return None  # the branches of an '#if', of which each begins a procedure, say
            if scope.parent is None or scope.parent.kind == "interface" or scope.last < 0:
                return None
            for event in self._direct(Where(one.where.file, scope), key):
                if (
                    event.meaning.kind == m.CALL
                    and event.kind == READ
                    and event.meaning.procedure is not None
                ):
                    waiting.append(event.meaning.procedure)
                else:
                    out.append(event)
        return tuple(out)

    def _place(self, file: SourceFile, number: int) -> str:
        """The file and line of a statement, or of the last one before the end of a file."""
        statements = file.text.statements
        line = statements[min(number, len(statements) - 1)].line
        if (file.name, line) not in self._places:
            name, shown = called(file.source, line, file.name)
            self._places[file.name, line] = f"{name}:{shown}"
        return self._places[file.name, line]

    def _direct(self, where: Where, known: tuple[str, int]) -> tuple[Event, ...]:
        key = (self.trusted, *known)
        if key not in self._bodies:
            out: list[Event] = []
            file, scope = where.file, where.scope
            statements = file.text.statements
            for pragma in file.text.pragmas:
                if pragma.conditional and scope.first < pragma.source.following <= scope.last:
                    out.append(Event(ODD, Meaning(m.UNKNOWN), -1, pragma.source.following, "a '!$' line"))
            if made := self.operators(file):
                out.append(Event(ODD, Meaning(m.UNKNOWN), -1, scope.first, f"'{made}' for what is no object"))
            if scope.includes or (scope.executable < 0 and scope.contains >= 0):
                out.append(Event(ODD, Meaning(m.UNKNOWN), -1, scope.first, "an 'include'"))
            elif file is not self.records.modules.own and any(
                each.searched for each in statements[scope.first : scope.last + 1]
            ):
                # another source may be compiled with other directories
                why = "an 'include' of a file that does not lie beside its source"
                out.append(Event(ODD, Meaning(m.UNKNOWN), -1, scope.first, why))
            out += [
                Event(ODD, Meaning(m.UNKNOWN), -1, scope.first, why) for why in endings(self.records, where)
            ]
            end = scope.contains if scope.contains >= 0 else scope.last
            for number in range(scope.first + 1, end):
                here = Where(file, file.scopes[number])
                if statements[number].resolved:
                    continue  # what it includes is there
                mine = here.scope is scope
                if number >= scope.executable >= 0 or (mine and is_assignment(self, here, number)):
                    done = self.effects(here, number, nested=False)
                    out += done.events
                    out += self._macros(here, number, done)
                elif mine and DECLARES.match(statements[number].code):
                    out += read_bounds(self, here, number, len(statements[number].code)).events
            for number in range(scope.first, end) if file.hidden.macros else ():
                words = set(re.findall(r"\w+", statements[number].text))
                for word in sorted(file.hidden.macros & words):
                    out.append(Event(ODD, Meaning(m.UNKNOWN), -1, number, f"macro '{word}'"))
            if prefix := re.search(r"\bfunction\b", statements[scope.first].code):
                out += read_bounds(self, where, scope.first, prefix.start()).events
            out += self.clauses(self, where)
            self._bodies[key] = tuple(each._replace(place=self._place(file, each.number)) for each in out)
        return self._bodies[key]

    def _macros(self, where: Where, number: int, made: Effects) -> list[Event]:
        """Names that nothing declares in a text for a preprocessor, and so may be macros of a command."""
        out: list[Event] = []
        if not where.file.hidden.unknown:
            return out
        written = {each.use for each in made.events if each.kind == WRITE}
        for index, (use, held) in enumerate(zip(made.uses, made.meanings, strict=True)):
            lost = held.kind == m.NOTHING and held.why.endswith("is not declared") and index not in written
            known = use.name in where.file.hidden.values or is_of_unread(where.scope, use.name)
            if lost and not known:
                why = f"'{use.name}', which nothing declares and may be a macro,"
                out.append(Event(ODD, Meaning(m.UNKNOWN), -1, number, why))
        return out
