# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Type directives: shapes and policies, with what Clang said of their types -> the table.

``shape(Mesh: cells[n])``  ->  ``table.shapes[Mesh, ("cells",)] = Given((n,), place)``
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pointerchain.deepcopy.directives import Policy, Shape, ShapeEntry
from pointerchain.deepcopy.lengths import Entry, Lengths
from pointerchain.deepcopy.table import Given, Table
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.records import (
    ARRAY,
    ATOMIC,
    OPAQUE,
    POINTER,
    RECORD,
    SCALAR,
    TAIL,
    Reader,
    Record,
)
from pointerchain.translator.clang.session import Session
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.text.mapped import MappedText


class TypeDirective(NamedTuple):
    """A shape or policy with the file it stands in.

    One of an included file is asked about at the end, in the namespaces that its place lies in (``scope``).
    """

    directive: Shape | Policy
    file: str
    included: bool
    scope: tuple[bytes, ...] = ()


class Asked(NamedTuple):
    """The text in which Clang was asked about types: its tree, and the errors of its parts."""

    composed: MappedText
    tree: Tree
    failed: dict[tuple[str, int], str]


class TableFiller:
    """Fills the table of one source; ``blanked`` is the source without its directives."""

    def __init__(
        self, file: str, session: Session, blanked: bytes, asked: Asked, reader: Reader, table: Table
    ) -> None:
        self.file, self.session, self.blanked = file, session, blanked
        self.composed, self.tree, self.failed = asked
        self.reader, self.table = reader, table
        self.diagnostics: list[Diagnostic] = []

    def _complain(
        self, code: str, file: str, span: Span, notes: tuple[Note, ...] = (), **fields: str
    ) -> None:
        self.diagnostics.append(diagnostic(code, file, span, notes, None, **fields))

    def fill(self, given: Sequence[TypeDirective]) -> None:
        """Enter what each of them says into the table; problems go to ``diagnostics``."""
        waiting: list[tuple[TypeDirective, ShapeEntry, Record]] = []
        for number, said in enumerate(given):
            record = self._record(number, said)
            if record is None:
                continue
            if isinstance(said.directive, Shape):
                waiting += [(said, entry, record) for entry in said.directive.entries]
            else:
                self._policies(said, said.directive, record)
        checked: list[tuple[TypeDirective, ShapeEntry, Record]] = []
        for said, entry, record in waiting:
            if entry.lengths and self._fits(said, entry, record):
                checked.append((said, entry, record))
            else:
                self.table.refused.add((record.key, entry.path))
        asker = Lengths(
            self.session,
            self.blanked,
            [
                Entry(
                    *(record, entry.lengths, said.file),
                    None if said.included else said.directive.pragma.span,
                    said.scope,
                )
                for said, entry, record in checked
            ],
            self.reader,
        )
        answers = asker.read()
        self.diagnostics += asker.diagnostics
        for (said, entry, record), lengths in zip(checked, answers, strict=True):
            if lengths is None:
                self.table.refused.add((record.key, entry.path))
                continue
            place = Place(said.file, entry.span)
            before = self.table.shapes.get((record.key, entry.path))
            if before is not None:
                name = ".".join(entry.path)
                notes = (Note("the first one is here", before.place),)
                what = f"a second shape of member '{name}' of '{record.shown}'"
                self._complain("bad-shape", said.file, entry.span, notes, what=what)
                continue
            self.table.shapes[record.key, entry.path] = Given(lengths, place)

    def _record(self, number: int, said: TypeDirective) -> Record | None:
        """The record that a directive is said."""
        shown = said.directive.type.decode("utf-8", "replace")
        why = f"'{shown}' is no struct or class"
        for part in ("declared", "tags", "tagu"):
            span = self.composed.spans.get((part, number))
            error = self.failed.get((part, number)) or (
                self.failed.get(("type", number)) if part == "declared" else None
            )
            if span is None or error is not None:
                if part == "declared" and error is not None:
                    why = f"type '{shown}': {error}"
                continue
            node = next((n for n in self._declared(span, part)), None)
            kind = self.reader.type_of(node) if node is not None else None
            target = kind.target if kind is not None and kind.kind == POINTER else None
            if target is None or target.kind != RECORD:
                if target is not None and target.kind == OPAQUE and part == "declared":
                    why = f"type '{shown}' is {self.reader.incomplete(target)}"
                continue
            record = self.reader.record(target.record)
            later = record.place.file == self.file and not said.included
            if later and record.place.span.start > said.directive.pragma.span.start:
                why = f"type '{shown}' is defined after the directive"
                continue
            return record
        word = "shape" if isinstance(said.directive, Shape) else "policy"
        self._complain("bad-shape", said.file, said.directive.type_span, what=f"'{word}': {why}")
        return None

    def _declared(self, span: Span, part: str) -> list[Node]:
        """The variable that a question declares; its text starts before the part or with it."""
        return [
            node
            for node in self.tree.nodes
            if node.kind == Kind.VARIABLE
            and (node.start <= span.start < node.end or (part != "declared" and node.start == span.start))
        ]

    def _policies(self, said: TypeDirective, policy: Policy, record: Record) -> None:
        for entry in policy.entries:
            kind = self._member(said, entry.path, entry.span, record) if entry.path != ("virtual",) else ""
            if kind is None:
                continue
            if kind == SCALAR:
                notes = (Note(f"'{record.shown}' is defined here", record.place),)
                what = f"member '{'.'.join(entry.path)}' of '{record.shown}' is no pointer and holds none"
                self._complain(
                    "bad-shape", said.file, entry.span, notes, what=f"{what}: a policy is about pointers"
                )
                continue
            before = self.table.policies.get((record.key, entry.path))
            place = Place(said.file, entry.span)
            if before is not None and before[0] != entry.kind:
                notes = (Note(f"'{before[0]}' is here", before[1]),)
                what = f"a second policy for member '{'.'.join(entry.path)}' of '{record.shown}'"
                self._complain("bad-shape", said.file, entry.span, notes, what=what)
                continue
            self.table.policies[record.key, entry.path] = (entry.kind, place)

    def _member(self, said: TypeDirective, path: tuple[str, ...], span: Span, record: Record) -> str | None:
        """Kind of the member that a path names; None, which is said, where there is none."""
        at: Record | None = record
        kind = None
        for index, name in enumerate(path):
            found = self.reader.find(at, name) if at is not None else None
            if found is None:
                shown = ".".join(path[: index + 1])
                notes = (Note(f"'{record.shown}' is defined here", record.place),)
                what = f"'{record.shown}' has no member '{shown}'"
                if kind is not None and kind.kind == POINTER and kind.target is not None:
                    before = ".".join(path[:index])
                    what = (
                        f"member '{before}' of '{record.shown}' is a pointer: what it points at is of type "
                    )
                    what += f"'{kind.target.spelling}', which has shapes and policies of its own"
                self._complain("bad-shape", said.file, span, notes, what=what)
                return None
            kind = found.type
            while kind.kind == ARRAY and kind.target is not None:
                kind = kind.target
            at = self.reader.record(kind.record) if kind.kind == RECORD else None
        assert kind is not None
        return kind.kind

    def _fits(self, said: TypeDirective, entry: ShapeEntry, record: Record) -> bool:
        found = self._member(said, entry.path, entry.span, record)
        if found is None:
            return False
        if found not in (POINTER, TAIL):
            name = ".".join(entry.path)
            notes = (Note(f"'{record.shown}' is defined here", record.place),)
            what = f"member '{name}' of '{record.shown}' is neither a pointer nor a flexible array"
            if found == ATOMIC:
                what = f"member '{name}' of '{record.shown}' is '_Atomic' and may change while it is copied"
                what += f": 'policy({record.spelling}: skip({name}))' leaves it out"
            self._complain("bad-shape", said.file, entry.span, notes, what=what)
            return False
        return True
