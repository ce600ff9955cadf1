# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Roots: the chains of a directive -> what the runtime is told to begin at.

``head`` of type ``struct Node *``  ->  one ``struct Node`` at ``head``
``s->cells[2:n]``                   ->  ``n`` objects at ``s->cells + 2``
``rows[0:n][0:m]``                  ->  ``n`` pointers at ``rows``, each to ``m`` elements
"""

from __future__ import annotations

import difflib
from collections.abc import Container

from pointerchain.deepcopy.directives import ARRIVING, TRANSFERS, Action
from pointerchain.deepcopy.expressions import Section, show
from pointerchain.deepcopy.lengths import ROW
from pointerchain.deepcopy.reading import Chain, Reading, numbered
from pointerchain.deepcopy.rows import FOLLOWED, Problem
from pointerchain.deepcopy.transferred import untransferable
from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.records import (
    ARRAY,
    ATOMIC,
    FUNCTION,
    OPAQUE,
    OTHER,
    POINTER,
    RECORD,
    SCALAR,
    TAIL,
    VOID,
    TypeRef,
    pointed_at,
)
from pointerchain.translator.clang.semantics import changing_call
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.lex import Token


class Level(NamedTuple):
    """Pointers that a root leads to by pointers: what one points at, and C for how many of that."""

    target: TypeRef
    length: str
    """Empty for a single object."""


class Root(NamedTuple):
    """Element type, C for the first element's address and for the number of elements."""

    element: TypeRef
    base: str
    length: str
    section: Section
    levels: tuple[Level, ...] = ()
    """Where the elements are pointers: those, and the ones they point at."""

    @property
    def final(self) -> TypeRef:
        """The type at the end of all pointers to pointers."""
        return self.levels[-1].target if self.levels else self.element

    @property
    def shape(self) -> str:
        """The name of the shape by which it is copied."""
        return show(self.section.shape) if self.section.shape is not None else ""


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
            chain = self.reading.chains[number]
            if action.verb in ARRIVING and not self._arrives(chain, action.verb):
                continue
            root = self._root(chain)
            if root is not None:
                self.roots[number] = root
                self._reachable(
                    root,
                    leaves=action.verb in TRANSFERS,
                    one_block=action.verb in ARRIVING and not action.separate,
                )
                later = action.request is not None and action.verb in ARRIVING
                if later or (action.background and action.verb != "exit"):
                    self._asked_later(root)
        for index, directive in enumerate(self.reading.directives):
            for name, expression in directive.asked if isinstance(directive, Action) else ():
                why = self.reading.clauses[name, index]
                if index in self.placed and why:
                    place, shown = expression.span, f"{name}({expression.text})"
                    found = diagnostic(
                        *("unresolved-chain", self.reading.file, place, (), None, "clause"),
                        chain=shown,
                        why=why,
                    )
                    self.diagnostics.append(found)
        return self

    def _asked_later(self, root: Root) -> None:
        """Refuse lengths that the directive computes where it returns before they are asked for."""
        if any(level.length for level in root.levels):
            why = "an asynchronous copy asks for the lengths behind its pointers when the directive has ended"
            shown = root.element.spelling
            self._refuse(root.section, shown, f"{why}: a struct with a shape can hold them")

    def _arrives(self, chain: Chain, verb: str) -> bool:
        """Whether a section is a pointer that new objects can be given to; else that is said."""
        section, why = chain.section, ""
        if chain.node is None:
            return True  # which is said of every section
        if not self._may_lead(chain.node):
            why = f"'{verb}' makes new objects: name a pointer that is to lead to them"
        elif section.start is not None and section.start.text != "0":
            why = f"'{verb}' makes new objects, and the pointer leads to the first of them"
        if why:
            self._refuse(section, chain.node.type.spelling, why)
        return not why

    def _may_lead(self, node: Node) -> bool:
        kind = self.reading.reader.type_of(node)
        if kind.kind == "reference" and kind.target is not None:
            kind = kind.target
        return kind.kind == POINTER

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
        if any(token.text == ROW for row in section.rows for token in row.toks):
            why = f"rows of a section have one length: in a struct's shape '{text}' can have one for each"
            self._refuse(section, chain.node.type.spelling if chain.node else "", why)
            return None
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
        if called := changing_call(chain.node):
            found = diagnostic(
                "call-in-chain",
                self.reading.file,
                section.chain.span,
                (),
                None,
                "changes",
                chain=text,
                name=called,
            )
            self.diagnostics.append(found)
            return None
        kind = self.reading.reader.type_of(chain.node)
        if kind.kind == "reference" and kind.target is not None:
            kind = kind.target
        shown = chain.node.type.spelling
        if kind.kind == OPAQUE:
            self._refuse(section, shown, f"it is {self.reading.reader.incomplete(kind)}")
            return None
        if kind.kind == OTHER:
            self._refuse(section, shown, "its type depends on a template's argument, or is none that C has")
            return None
        if kind.volatile:
            self._refuse(section, shown, "'volatile' data change while they are copied")
            return None
        first = f"({text})" if section.start is None else f"({text}) + ({section.start.text})"
        if kind.kind == RECORD and section.length is None:
            own = self.reading.reader.record(kind.record).takes_address
            address = f"__builtin_addressof({text})" if own else f"&({text})"
            return self._checked(Root(kind, address, "1", section), shown)
        if kind.kind == TAIL and kind.target is not None and section.length is None:
            self._refuse(section, shown, f"say how many elements, as in '{text}[0:n]'")
            return None
        if kind.kind not in (ARRAY, POINTER, TAIL) or kind.target is None:
            what = "it is neither a pointer, an array nor a record"
            self._refuse(
                section, shown, what if section.length is None else "it is neither a pointer nor an array"
            )
            return None
        element, inner = pointed_at(kind)
        if section.length is None:
            count = str(kind.length * inner if kind.kind == ARRAY else inner)
            if kind.kind == POINTER and kind.target.kind in (SCALAR, POINTER):
                what = "elements" if kind.target.kind == SCALAR else "pointers"
                more = "" if kind.target.kind == SCALAR else _example(kind.target)
                self._refuse(section, shown, f"say how many {what}, as in '{text}[0:n]{more}'")
                return None
            return self._checked(Root(element, first, count, section), shown)
        length = _times(section.length.text, inner)
        if element.kind == TAIL:  # of arrays of variable length the compiler knows the size
            length = _times(section.length.text, 1)
            while element.kind in (ARRAY, TAIL) and element.target is not None:
                element = element.target
            length += f" * (long long)(sizeof(({text})[0]) / (sizeof({element.spelling})))"
        return self._checked(Root(element, first, length, section), shown)

    def _checked(self, root: Root, shown: str) -> Root | None:
        levels, why = _levels(root)
        root = root._replace(levels=levels)
        element = root.final
        whys = {
            VOID: "what it points at has no type",
            FUNCTION: "it points at a function",
            OTHER: "its type depends on a template's argument, or is none that C has",
            TAIL: "what it points at has no constant size"
            + ("" if root.section.length else f": say how many, as in '{root.section.chain.text}[0:n]'"),
        }
        why = why or whys.get(element.kind, "")
        if not why and element.kind == OPAQUE:
            why = f"'{element.spelling}' is {self.reading.reader.incomplete(element)}"
        if element.volatile or root.element.volatile:
            why = "'volatile' data change while they are copied"
        if element.kind == ATOMIC and self.reading.table.has_pointers(element):
            why = "what is '_Atomic' may change while it is copied"
        if element.kind == RECORD:
            record = self.reading.reader.record(element.record)
            if record.spelling.startswith("std::") and self.reading.table.rows(element.record).problems:
                why = (
                    "name what it holds: a pointer in a variable of its own, with '[0:n]' if it is to several"
                )
            elif not record.spelling or record.local:
                why = "its type has no name at file scope, so that no descriptor can name it"
            single = levels[-1].length in ("", "1") if levels else root.length == "1"
            if self.reading.table.rows(element.record).tail is not None and not single:
                why = f"objects of '{record.spelling}' end in a flexible array: name one at a time"
                why += ", without a count"
        why = why or self.reading.reader.nameless(element)
        if why:
            self._refuse(root.section, shown, why)
            return None
        return root

    def _reachable(self, root: Root, *, leaves: bool, one_block: bool) -> None:
        """Say once what cannot be copied of the types that a root leads to.

        ``leaves``: the program; ``one_block``: into one block of memory.
        """
        table = self.reading.table
        seen: set[tuple[str, str]] = set()
        waiting: list[tuple[str, str, str]] = []
        if root.final.kind == RECORD:
            waiting.append((root.final.record, root.shape, ""))
        while waiting:
            key, name, via = waiting.pop(0)
            if (key, name) in seen:
                continue
            seen.add((key, name))
            rows = table.rows(key, name)
            for problem in rows.problems:
                known = self.reading.unread and problem.code == "missing-shape"
                if problem not in self._said and not known:
                    self._said.add(problem)
                    self.diagnostics.append(self._problem(problem, root.section, via))
            if leaves and not rows.problems and (why := untransferable(table, rows, one_block=one_block)):
                self._refuse(root.section, f"{rows.record.shown}", why)
                return
            for kind in table.kinds.get(key, ()):
                waiting.append((kind.type.record, "", f"'{rows.record.shown}', from which it derives,"))
            for row in rows.leading:
                if row.kind in FOLLOWED and row.target.kind == RECORD:
                    via = f"'{rows.record.shown}'" + (f" member '{row.name}'" if row.name else "")
                    waiting.append((row.target.record, row.shape, via))
        if root.section.shape is not None:
            self._named(root, root.section.shape, {key for key, _ in seen})

    def _named(self, root: Root, name: Token, keys: Container[str]) -> None:
        """Refuse the name of a shape that nothing on the way has."""
        table, wanted = self.reading.table, root.shape
        about = [names for key, names in table.names.items() if key in keys]
        if any(wanted in names for names in about):
            return
        near = difflib.get_close_matches(wanted, sorted(set().union(*about)), 1)
        place = Span(name.start, name.end)
        given = {"text": root.section.text, "name": wanted, **({"near": near[0]} if near else {})}
        form = "unknown_shape_near" if near else "unknown_shape"
        self.diagnostics.append(diagnostic("bad-entry", self.reading.file, place, (), None, form, **given))

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


def _levels(root: Root) -> tuple[tuple[Level, ...], str]:
    """The pointers that a root's elements are, level by level; or what is wrong with its section."""
    text = root.section.chain.text
    rows = list(root.section.rows)
    kind, out = root.element, []
    while kind.kind == POINTER and kind.target is not None:
        target, factor = pointed_at(kind)
        if rows:
            out.append(Level(target, _times(rows.pop(0).text, factor)))
        elif target.kind in (RECORD, VOID, FUNCTION, OPAQUE, OTHER):
            out.append(Level(target, "" if factor == 1 else str(factor)))
        else:
            return (
                (),
                f"say how much each of its pointers points at, as in '{text}[0:n]{_example(root.element)}'",
            )
        if target.volatile:
            return (), "'volatile' data change while they are copied"
        kind = target
    if rows:
        return (), f"'[0:{rows[0].text}]' is too much: only pointers have rows of their own"
    return tuple(out), ""


def _example(kind: TypeRef) -> str:
    """``[0:m][0:k]``: a bracket for each pointer that leads to an array."""
    letters = iter("mkl")
    out = ""
    while kind.kind == POINTER and kind.target is not None:
        kind = pointed_at(kind)[0]
        if kind.kind != RECORD:
            out += f"[0:{next(letters, 'x')}]"
    return out


def _times(count: str, factor: int) -> str:
    return f"(long long)({count})" if factor == 1 else f"(long long)({count}) * {factor}LL"
