# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Constructs: the statement of a compute construct -> the objects that it reads and writes.

``s->f->tn[i] = s->f->t[i] + s->dt;`` over ``i``  ->  elements of ``s->f->tn`` are written, elements of
``s->f->t`` and the scalar ``s->dt`` are read. An object is a *chain*: a variable with the members that lead
on from it. The statement is evaluated over symbols, and so are functions that it calls; what is not
understood raises :class:`~pointerchain.analysis.chains.Refused` with the place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce

from pointerchain.analysis.chains import Among, Key, Pointer, Refused, Value, among_of
from pointerchain.analysis.counting import (
    SHORTEST,
    Counted,
    addressed_in,
    assigned_in,
    bounded,
    breaks,
    changed_in,
    counted,
    is_length,
    key_of,
    leading,
    leaves,
    lent_in,
    moved_in,
)
from pointerchain.analysis.evaluation import CONVERTING, Evaluation
from pointerchain.analysis.sections import Polynomial, Symbol
from pointerchain.analysis.uses import Accesses
from pointerchain.source import Span
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.callees import Callees
from pointerchain.translator.clang.conversions import ignoring_parens_and_implicit_casts
from pointerchain.translator.clang.extents import holds_pointers, is_pointer
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    ATTRIBUTES,
    EXPRESSIONS,
    INTEGER_TYPES,
    LABELS,
    LOOPS,
    POINTER_TYPE,
    RECORD_TYPE,
    Binary,
    Kind,
)
from pointerchain.translator.clang.tree import Node


def accesses_of(
    statement: Node,
    span: Span,
    callees: Callees,
    private: frozenset[str],
    copied: frozenset[str],
    shared_out: Mapping[int, int],
) -> Accesses:
    """What the statement of a compute construct accesses; raises :class:`Refused`.

    ``span`` is its text, ``private`` are the variables that clauses make new in it, ``copied`` those
    that get the old value, too; ``shared_out`` says where
    the loops begin that directives share out, and how many nested ones each.
    """
    walk = _Statement(span, callees, private, copied, shared_out)
    walk.changed.update(changed_in(statement))
    walk.addressed.update((*addressed_in(statement), *lent_in(statement)))
    walk.statement(statement)
    return walk.found


def _parts(values: Node) -> Iterator[Node]:
    """The expressions of a list in braces, and of those in it."""
    for each in values.below:
        if each.kind == Kind.INIT_LIST:
            yield from _parts(each)
        elif each.kind in EXPRESSIONS:
            yield each


_LEAVING = frozenset((Kind.CONTINUE, Kind.BREAK, Kind.RETURN))
_READING = frozenset((Kind.DECL_REF, Kind.MEMBER, Kind.SUBSCRIPT))
"""What names a pointer that is read."""


class _Statement(Evaluation):
    """One evaluation of a construct's statement."""

    def statement(self, node: Node) -> None:
        """Evaluate a statement."""
        kind = node.kind
        if node.hides_first:
            raise self.refuse(node, "a statement that begins with another")
        if kind == Kind.COMPOUND:
            self._block(node)
        elif kind == Kind.DECL_STMT:
            for each in node.below:
                self._declaration(each)
        elif kind == Kind.IF:
            self._if(node)
        elif kind == Kind.FOR and (counts := counted(node)) is not None:
            self._counts(node, counts)
        elif kind in LOOPS - {Kind.FOR_RANGE}:
            self._loop(node)
        elif kind == Kind.SWITCH:
            self._unsure(node, node.below)
        elif kind in LABELS - {Kind.LABEL}:
            self._unsure(node, node.below)
        elif kind == Kind.RETURN:
            value = self.value(node.below[0]) if node.below else None
            if not self.returned:
                raise self.refuse(node, "'return' in a kernel")
            self.returned[-1].append(value)
        elif kind in (Kind.CONTINUE, Kind.BREAK, Kind.NULL) or kind in ATTRIBUTES:
            pass
        elif Kind.UNEXPOSED_EXPR <= kind < Kind.UNEXPOSED_STMT:
            self.value(node)
        else:
            raise self.refuse(node, "this statement")

    def _block(self, node: Node) -> None:
        """Statements one after the other: what follows one that may leave is evaluated only sometimes."""
        before = self.said, self.certain
        for each in node.below:
            if each.kind == Kind.IF and self._skips(each):
                self._if(each)
                continue
            self.statement(each)
            if leaves(each):
                self.certain = False
        self.said, self.certain = before

    def _skips(self, node: Node) -> bool:
        """Whether nothing follows where a condition is true: ``if (i == 0) continue;``."""
        parts = [each for each in node.below if each.kind not in ATTRIBUTES]
        if len(parts) != 2:
            return False
        branch = parts[1]
        while branch.kind == Kind.COMPOUND and branch.below:
            branch = branch.below[-1]
        ways = sum(each.kind in _LEAVING for each in (parts[1], *parts[1].inside))
        return branch.kind in (Kind.CONTINUE, Kind.RETURN) and ways == 1

    def _declaration(self, node: Node) -> None:
        if (
            node.kind in (Kind.STRUCT, Kind.UNION, Kind.ENUM, Kind.TYPEDEF, Kind.TYPE_ALIAS)
            or node.kind in ATTRIBUTES
        ):
            return
        if node.kind != Kind.VARIABLE or node.declared().lasting or types.is_reference(node):
            raise self.refuse(node, f"the declaration of '{node.name()}'")
        if any(self.implicit.of(node)) or self.callees.runs_at_begin(node):
            raise self.refuse(node, f"the declaration of '{node.name()}', which runs code,")
        key = key_of(node.declared())
        self.own.add(key)
        given = (each for each in node.below if each.kind in EXPRESSIONS and not is_length(node, each))
        values = [self.value(each) for each in given]
        value = values[-1] if values else None
        if node.type_kind in ARRAY_TYPES or node.type_kind == RECORD_TYPE:
            self.values[key] = None if key in self.addressed else self._held(node, value)
            return
        short = node.type_kind not in INTEGER_TYPES or semantics.size(node) < SHORTEST
        if isinstance(value, frozenset) and short:
            value = None
        if isinstance(value, Pointer):
            value = value._replace(direct=False)
        self.values[key] = value if key not in self.addressed else None

    def _held(self, variable: Node, value: Value) -> Among | None:
        """What the pointers in an array, or a structure, lead to where that is declared."""
        given = [
            each for each in variable.below if each.kind in EXPRESSIONS and not is_length(variable, each)
        ]
        if not given:
            return Among()
        if given[-1].kind != Kind.INIT_LIST:
            return among_of(value)
        rows = [among_of(self.value(each)) for each in _parts(given[-1]) if holds_pointers(each)]
        known = [each for each in rows if each is not None]
        return reduce(Among.joined_with, known, Among()) if len(known) == len(rows) else None

    def _if(self, node: Node) -> None:
        parts = [each for each in node.below if each.kind not in ATTRIBUTES]
        if not 2 <= len(parts) <= 3 or parts[0].kind == Kind.DECL_STMT:
            raise self.refuse(node, "this 'if'")
        true, false = self._test(parts[0])
        start = dict(self.values)
        first = self.branch(true, lambda: self.statement(parts[1]))
        after, self.values = self.values, dict(start)
        if self._skips(node):
            self._assume(false)
            return  # what follows is evaluated where the condition is false
        if len(parts) == 3:
            self.note_both(first, self.branch(false, lambda: self.statement(parts[2])))
        self._join(after)

    def _unsure(self, node: Node, parts: Iterable[Node]) -> None:
        """Evaluate parts of a statement each of which may be left out, or run in any order."""
        before = self.said, self.certain
        self.certain = False
        self._forget(node)
        for each in parts:
            self.statement(each)
            self._forget(node)
        self.said, self.certain = before

    def _forget(self, node: Node) -> None:
        """Know of the variables that a statement changes only what pointers may lead to."""
        leads = self._led_to(node)
        for key in {*changed_in(node), *leads}:
            if key in self.values:
                self.values[key] = leads.get(key)

    def _led_to(self, node: Node) -> dict[Key, Among | None]:
        """What the statement's own pointers may lead to that a part of it sets, in any order, any often.

        None where nobody knows. Of an array, or a structure, it is what all of its pointers may lead to.
        """
        given: dict[Key, list[Node]] = {}
        for target, value in assigned_in(node):
            given.setdefault(target, []).append(value)
        moved = set(moved_in(node))
        led: dict[Key, Among | None] = {}
        for key in given:
            before = among_of(self.values.get(key))
            led[key] = Among() if before is None and key not in self.values else before
        for key in set(changed_in(node)) - set(given):
            led[key] = None
        changed = True
        while changed:
            changed = False
            for key, values in given.items():
                rows = [led[key], *(self._source(each, led) for each in values)]
                known = [each for each in rows if each is not None]
                joined = reduce(Among.joined_with, known) if len(known) == len(rows) else None
                joined = joined.moved if joined is not None and key in moved else joined
                changed = changed or joined != led[key]
                led[key] = joined
        return {key: None if key in self.addressed else rows for key, rows in led.items()}

    def _source(self, value: Node, led: Mapping[Key, Among | None]) -> Among | None:
        """What a pointer may lead to that a variable is set to, by what others may; None: nobody knows."""
        named = ignoring_parens_and_implicit_casts(value)
        if semantics.is_null_constant(named):
            return Among()
        if named.kind == Kind.CONDITIONAL:
            one, other = [self._source(each, led) for each in named.below if each.kind in EXPRESSIONS][1:]
            return one.joined_with(other) if one is not None and other is not None else None
        if named.kind == Kind.BINARY and named.binary_operator in (Binary.ADD, Binary.SUBTRACT):
            pointers = [each for each in named.below if each.type_kind == POINTER_TYPE]
            before = self._source(pointers[0], led) if len(pointers) == 1 else None
            return before.moved if before is not None else None
        if named.kind in CONVERTING and named.type_kind == POINTER_TYPE:
            inner = [each for each in named.below if each.kind in EXPRESSIONS][-1]
            return among_of(
                self.pointed(named, ignoring_parens_and_implicit_casts(inner), self._source(inner, led))
            )
        if named.kind not in _READING or not (is_pointer(named) or named.type_kind == RECORD_TYPE):
            return None
        first, follows = leading(named)
        if first is None or first not in led:
            return self._looked(value)
        among = led[first]
        return Among(linked=among.every) if among is not None and follows else among

    def _looked(self, value: Node) -> Among | None:
        """What an expression may lead to that reads nothing of what is set meanwhile."""
        before = self.found, dict(self.values)
        self.found = Accesses()
        try:
            found = self.value(value)
        except Refused:
            return None
        finally:
            self.found, self.values = before
        among = among_of(found)
        steady = isinstance(found, Pointer) and found.direct
        return among if among is None or steady else among.moved

    def _loop(self, node: Node) -> None:
        """A loop of which nobody knows how often it runs."""
        parts = list(node.below)
        before = self.said, self.certain
        if node.kind == Kind.FOR and parts and parts[0].kind == Kind.DECL_STMT:
            self.statement(parts.pop(0))
        self.certain = False
        self._forget(node)
        for each in parts:
            self.statement(each)
            self._forget(node)
        self.said, self.certain = before

    def _counts(self, node: Node, counts: Counted) -> None:
        """A loop that counts: its variable has a range."""
        body = node.below[3]
        shared = self.shared_out.count(node) > 0
        self.shared_out.enter(node, body)
        first = self.number(counts.first)
        own = counts.key in self.own or shared or node.below[0].kind == Kind.DECL_STMT
        own = own or counts.key in self.values or (counts.key.name in self.private and not self.calls)
        if not own:
            named = ignoring_parens_and_implicit_casts(node.below[0].below[0])
            self.store(self.place(named), named, None)
        before = self.loops, self.said, self.certain
        self._forget(node)
        bound = self.number(counts.bound)
        self.count += 1
        symbol = Symbol(counts.key.name, self.count)
        loop = None
        if first is not None and bound is not None and len(first) == len(bound) == 1:
            loop = bounded(symbol, next(iter(first)), next(iter(bound)), counts)
        if loop is not None:
            self.loops = (*self.loops, loop)
        else:
            self.certain = False
        if breaks(body):
            self.certain = False
        values = self.values if own else self.counting
        if own:
            self.own.add(counts.key)
        values[counts.key] = frozenset((Polynomial.of(symbol),)) if loop is not None else None
        self.statement(body)
        self.loops, self.said, self.certain = before
        self._forget(node)
        values[counts.key] = None
