# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Roots: the chains of a directive -> what the runtime is told to begin at.

``head`` of type ``struct Node *``  ->  one ``struct Node`` at ``head``
``s->cells[2:n]``                   ->  ``n`` objects at ``s->cells + 2``
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from pointerchain.deepcopy.directives import Section
from pointerchain.deepcopy.reading import Chain, Reading, numbered
from pointerchain.deepcopy.records import (
    ARRAY,
    FUNCTION,
    OPAQUE,
    OTHER,
    POINTER,
    RECORD,
    SCALAR,
    VOID,
    TypeRef,
)
from pointerchain.deepcopy.table import FOLLOWED, Problem
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic


class Root(NamedTuple):
    """Element type, C for the first element's address and for the number of elements."""

    element: TypeRef
    base: str
    length: str
    section: Section


class Roots:
    """Judges the chains of one source's well-placed directives, and the types that they lead to."""

    def __init__(self, reading: Reading, placed: Container[int]) -> None:
        self.reading, self.placed = reading, placed
        self.roots: dict[int, Root] = {}
        self.diagnostics: list[Diagnostic] = []
        self._said: set[Problem] = set()

    def find(self) -> Roots:
        """Fill ``roots``, by the number of the section."""
        order = {id(directive): index for index, directive in enumerate(self.reading.directives)}
        for number, action, _ in numbered(self.reading.directives):
            if order[id(action)] not in self.placed:
                continue
            root = self._root(self.reading.chains[number])
            if root is not None:
                self.roots[number] = root
                self._reachable(root)
        return self

    def _refuse(self, section: Section, kind: str, why: str) -> None:
        self.diagnostics.append(
            diagnostic(
                "unsupported-root",
                self.reading.file,
                section.span,
                chain=section.chain.text,
                type=kind,
                why=why,
            )
        )

    def _root(self, chain: Chain) -> Root | None:
        section = chain.section
        text = section.chain.text
        if chain.error or chain.node is None:
            self.diagnostics.append(
                diagnostic(
                    "unresolved-chain",
                    self.reading.file,
                    section.chain.span,
                    chain=text,
                    why=chain.error or "Clang sees no expression there",
                )
            )
            return None
        raw = chain.node.cursor.type
        kind = self.reading.reader.type_ref(raw)
        if kind.kind == "reference" and kind.target is not None:
            kind = kind.target
        shown = str(raw.spelling)
        if kind.kind == OTHER:
            self._refuse(section, shown, "its type depends on a template's argument, or is none that C has")
            return None
        if kind.volatile:
            self._refuse(section, shown, "'volatile' data change while they are copied")
            return None
        first = f"({text})" if section.start is None else f"({text}) + ({section.start.text})"
        if kind.kind == RECORD and section.length is None:
            return self._checked(Root(kind, f"&({text})", "1", section), shown)
        if kind.kind == ARRAY:
            element, inner = _flat(kind)
            if section.length is None:
                return self._checked(Root(element, f"({text})", str(kind.length * inner), section), shown)
            return self._checked(Root(element, first, _times(section.length.text, inner), section), shown)
        if kind.kind != POINTER or kind.target is None:
            what = "it is neither a pointer, an array nor a record"
            self._refuse(
                section, shown, what if section.length is None else "it is neither a pointer nor an array"
            )
            return None
        target = kind.target
        element, inner = _flat(target) if target.kind == ARRAY else (target, 0)
        if target.kind == ARRAY:
            inner *= target.length
        if section.length is None:
            if element.kind == SCALAR:
                self._refuse(section, shown, f"say how many elements, as in '{text}[0:n]'")
                return None
            return self._checked(Root(element, first, str(inner or 1), section), shown)
        return self._checked(Root(element, first, _times(section.length.text, inner or 1), section), shown)

    def _checked(self, root: Root, shown: str) -> Root | None:
        element = root.element
        whys = {
            POINTER: "its elements are pointers: make it a member of a struct, with a shape",
            VOID: "what it points at has no type",
            FUNCTION: "it points at a function",
            OPAQUE: f"'{element.spelling}' is incomplete here",
            OTHER: "its type depends on a template's argument, or is none that C has",
        }
        why = whys.get(element.kind, "")
        if element.volatile:
            why = "'volatile' data change while they are copied"
        if element.kind == RECORD:
            record = self.reading.reader.record(element.record)
            if not record.spelling or record.local:
                why = "its type has no name at file scope, so that no descriptor can name it"
            rows = self.reading.table.rows(element.record)
            if rows.tail is not None and root.length != "1":
                why = f"objects of '{record.spelling}' end in a flexible array: name one at a time"
        if element.kind == SCALAR and ("(unnamed" in element.spelling or "(anonymous" in element.spelling):
            why = "its type has no name"
        if why:
            self._refuse(root.section, shown, why)
            return None
        return root

    def _reachable(self, root: Root) -> None:
        """Say once what cannot be copied of the types that a root leads to."""
        table = self.reading.table
        seen: set[str] = set()
        waiting: list[tuple[str, str]] = []
        if root.element.kind == RECORD:
            waiting.append((root.element.record, ""))
        while waiting:
            key, via = waiting.pop(0)
            if key in seen:
                continue
            seen.add(key)
            rows = table.rows(key)
            for problem in rows.problems:
                if problem not in self._said:
                    self._said.add(problem)
                    self.diagnostics.append(self._problem(problem, root.section, via))
            for row in rows.rows:
                if row.kind in FOLLOWED and row.target.kind == RECORD:
                    waiting.append((row.target.record, f"'{rows.record.shown}' member '{row.name}'"))

    def _problem(self, problem: Problem, section: Section, via: str) -> Diagnostic:
        return problem_diagnostic(
            problem,
            (
                Note(
                    f"'{section.text}' leads there{f' by {via}' if via else ''}",
                    Place(self.reading.file, section.span),
                ),
            ),
        )


def problem_diagnostic(problem: Problem, notes: tuple[Note, ...] = ()) -> Diagnostic:
    """The diagnostic of a problem of the table."""
    field = f"member '{problem.field}' of '{problem.type}'" if problem.field else f"'{problem.type}'"
    place = problem.place
    return diagnostic(problem.code, place.file, place.span, notes, field=field, why=problem.why)


def _flat(kind: TypeRef) -> tuple[TypeRef, int]:
    """An array's element and how many of them each of its first dimension holds."""
    count = 1
    element = kind.target
    assert element is not None
    while element.kind == ARRAY and element.target is not None:
        count, element = count * element.length, element.target
    return element, count


def _times(count: str, factor: int) -> str:
    return f"(long long)({count})" if factor == 1 else f"(long long)({count}) * {factor}LL"
