# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Allocated: all sources of a program -> pointers that have as many elements as numbers say that last, too.

``f->n = n; f->t = malloc(n * sizeof *f->t);``, and ``n`` is set nowhere else  ->  ``t`` has ``n`` elements;
``size = atoi(argv[1]); setup();``, where ``setup`` makes ``grid = malloc(size * size * 8)``  ->  ``grid``, a
variable of the file, has ``size * size``.

The pointer, if it is not null, has to lead to that many whenever code looks at the two. So each place that
sets a number either runs before all allocations, or stands in a block with an allocation that the new number
says, or where the pointer is set to null, with nothing between that could look.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.chains import Key
from pointerchain.analysis.counting import changed_in, key_of
from pointerchain.analysis.points_to import PointsTo, prefix_of, swaps_in
from pointerchain.analysis.sections import Polynomial, Symbol
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.allocations import Numbers, in_elements
from pointerchain.map.changes import FLOATING, Changes, classes_of, members_of
from pointerchain.map.order import Order
from pointerchain.map.sizes import Sizes
from pointerchain.map.source import Unit
from pointerchain.map.stores import Store, Stores
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.callees import Knowledge
from pointerchain.translator.clang.conversions import (
    ignoring_parens_and_casts,
    ignoring_parens_and_implicit_casts,
)
from pointerchain.translator.clang.extents import is_unsigned, members_behind
from pointerchain.translator.clang.libclang import EXPRESSIONS, FUNCTIONS, Kind
from pointerchain.translator.clang.tree import Node

_NAME = lazy_pattern(r"[A-Za-z_]\w*")


class Lengths:
    """Answers for the sources of a program."""

    def __init__(self, units: Sequence[Unit], points_to: PointsTo, sizes: Sizes) -> None:
        self.units, self.facts, self.sizes = units, points_to.facts, sizes
        self.order = Order(units, points_to)
        self._known: dict[tuple[Key, int], Polynomial | None] = {}
        self._names: dict[int, frozenset[str]] = {}

    def of(self, pointer: Key, size: int) -> Polynomial | None:
        """How many elements of a size a member leads to, by the names of its structure's members.

        Or a variable of a file, by the names of such variables.
        """
        if (pointer, size) not in self._known:
            self._known[pointer, size] = None  # until it is known: another length may ask for it
            self._known[pointer, size] = self._look(pointer, size) if self.facts.closed else None
        return self._known[pointer, size]

    def of_variable(self, unit: Unit, named: Node, size: int, at: int) -> Polynomial | None:
        """The same of a variable of a file, by such variables, at a place where all have these names."""
        key = self.stores.key_of(unit, named)
        known = self.of(key, size) if key is not None and named.kind == Kind.DECL_REF else None
        if known is None or not all(self._means(unit, each.text, at) for each in known.symbols):
            return None
        return known

    def number(self, unit: Unit, named: Node, at: int) -> Polynomial | None:
        """A variable of a file as a number, where it has its name."""
        key = self.stores.key_of(unit, named) if named.kind == Kind.DECL_REF else None
        if key is None or key in self.stores.unknown or not self._means(unit, key.name, at):
            return None
        return Polynomial.of(Symbol(key.name, unsigned=is_unsigned(named)))

    def is_settled(self, unit: Unit, name: str, function: Node) -> bool:
        """Whether a name means a file's number in a function, and nothing sets that once it begins."""
        body = next((each for each in function.below if each.kind == Kind.COMPOUND), None)
        if body is None or not self.facts.closed or not self._means(unit, name, body.start):
            return False
        key = Key(name, self.stores.named[name][0], -1)
        return key not in self.stores.unknown and all(
            store.node.within(FUNCTIONS) is not None and self.order.comes_first(store.node, [body])
            for store in self.stores.of(key)
        )

    def _means(self, unit: Unit, name: str, at: int) -> bool:
        """Whether a name means the file's variable at a place of a source."""
        if len(self.stores.named.get(name, ())) != 1 or name not in self._declared(unit):
            return False
        around = unit.function_around(at)
        if around is None or around.kind != Kind.FUNCTION:
            return False
        others = (each for each in around.inside if each.kind in (Kind.VARIABLE, Kind.PARAMETER))
        return not any(each.name() == name for each in others)

    def _declared(self, unit: Unit) -> frozenset[str]:
        """The names of the variables of files that a source declares."""
        if id(unit) not in self._names:
            trees = (*unit.trees, *unit.included_trees)
            tops = (tree.node(index) for tree in trees for index in tree.children(0))
            self._names[id(unit)] = frozenset(each.name() for each in tops if each.kind == Kind.VARIABLE)
        return self._names[id(unit)]

    @cached_property
    def stores(self) -> Stores:
        """What sets members, and variables of files."""
        return Stores(self.units)

    def _look(self, pointer: Key, size: int) -> Polynomial | None:
        turning = self._turning(pointer)
        if any(each in self.stores.unknown or each in self.facts.unknown for each in turning):
            return None
        rows = [store for each in turning for store in self.stores.of(each)]
        made = [Made(store, self) for store in rows if not (store.is_zero or store.swapped)]
        length = made[0].length(size) if made else None
        if length is None or not length.terms or any(each.length(size) != length for each in made):
            return None
        if not all(any(each.pointer == key for each in made) for key in turning):
            return None  # what changes places with another one is null, if that is
        if len({_structure(store.target) for store in rows}) > 1:
            return None
        if any(each.is_stale for each in made):
            return None
        nulls = [Made(store, self) for store in rows if store.is_zero]
        for number in {read.number for each in made for read in each.reads}:
            if number in self.stores.unknown:
                return None
            for store in self.stores.of(number):
                if not self._is_kept(store, number, made, nulls, turning):
                    return None
        return length

    def _turning(self, pointer: Key) -> list[Key]:
        """A pointer, and what it changes places with."""
        found = [pointer]
        for each in found:
            for store in self.stores.of(each):
                if not store.swapped:
                    continue
                for turn in (turn for turn in swaps_in(store.node.tree) if store.node in turn):
                    for other in turn:
                        target = ignoring_parens_and_implicit_casts(other.below[0])
                        key = self.stores.key_of(store.unit, target)
                        if key is not None and key not in found:
                            found.append(key)
        return found

    def _is_kept(
        self,
        store: Store,
        number: Key,
        made: Sequence[Made],
        nulls: Sequence[Made],
        turning: Sequence[Key],
    ) -> bool:
        """Whether pointers have as many elements as a number says, also once that is set at a place."""
        is_far = any(each.is_far(number) for each in made)
        beside = [each for each in made if each.is_beside(store) and each.says(store, number)]
        beside += [each for each in nulls if each.is_null_beside(store, number, made)]
        if not is_far and all(any(each.pointer == key for each in beside) for key in turning):
            return True
        first = [each.node for each in made]
        first += [read.where for each in made for read in each.reads if read.store is None]
        return store.node.within(FUNCTIONS) is not None and self.order.comes_first(store.node, first)


class Read(NamedTuple):
    """A number that an allocation reads."""

    number: Key
    where: Node
    """Where: the member or variable itself, or what it was set to, if that is the same local variable."""
    store: Store | None
    """What sets it to that."""


class Made:
    """An allocation, or null, that a pointer gets."""

    def __init__(self, store: Store, lengths: Lengths) -> None:
        self.store, self.node, self.unit, self.lengths = store, store.node, store.unit, lengths
        pointer = lengths.stores.key_of(store.unit, store.target)
        assert pointer is not None
        self.pointer: Key = pointer
        self.reads: list[Read] = []
        self._bytes = self._look()

    def length(self, size: int) -> Polynomial | None:
        """How many elements of a size that are, by the names of members, or of a file's variables."""
        return in_elements(self._bytes, size) if self._bytes is not None else None

    def _look(self) -> Polynomial | None:
        function = self.node.within(FUNCTIONS)
        if function is None or self.store.value is None:
            return None
        numbers = _Lasting(self, function)
        made = numbers.allocated(self.unit, self.store.value)
        value = ignoring_parens_and_casts(self.store.value)
        rows = [made] if made is not None else self.lengths.sizes.of_call(self.unit, value, numbers)
        found = rows[0] if rows else None
        names = {symbol.text for symbol in found.symbols} if found is not None else set()
        self.reads = [each for each in numbers.reads if each.number.name in names]
        return found

    def beside(self) -> Iterator[tuple[Key, Store]]:
        """What is set in the same block, of the same object."""
        for key, rows in self.lengths.stores.by_key.items():
            for each in rows:
                if self.is_beside(each):
                    yield key, each

    def is_beside(self, store: Store) -> bool:
        """Whether a number, or pointer, is set in the same block, and is of the same object."""
        same = store.node.parent == self.node.parent and store.prefix == self.store.prefix
        return same and store.target.kind == self.store.target.kind

    @property
    def is_stale(self) -> bool:
        """Whether a number may have got another value since it got the one that is allocated."""
        rows = (read for read in self.reads if read.store is not None)
        return any(read.store and not self.is_quiet(read.store.node, read.number) for read in rows)

    def is_far(self, number: Key) -> bool:
        """Whether a number is read somewhere before, and may be another one by now."""
        rows = (read for read in self.reads if read.number == number and read.store is None)
        return any(
            not self.node.holds(read.where.index) and not self.is_quiet(_statement(read.where), number)
            for read in rows
        )

    def says(self, store: Store, number: Key) -> bool:
        """Whether the allocation has as many elements as a number says, which a store beside it sets."""
        rows = [read for read in self.reads if read.number == number]
        in_time = all(
            store.node.start <= read.store.node.start if read.store else store.node.start < read.where.start
            for read in rows
        )
        return bool(rows) and in_time and self.is_quiet(store.node, number)

    def is_null_beside(self, store: Store, number: Key, made: Sequence[Made]) -> bool:
        """Whether it is null that the pointer gets beside a store, and no other length after that."""
        if not self.is_beside(store) or not self.is_quiet(store.node, number):
            return False
        later = (each for each in made if each.pointer == self.pointer and each.is_beside(store))
        return all(each.says(store, number) for each in later if each.node.start > self.node.start)

    def is_quiet(self, other: Node, number: Key) -> bool:
        """Whether between a statement and the allocation nothing runs but the library.

        And nothing sets the number, or the pointer, of an object that may be another one.
        """
        block = self.node.parent
        if block is None or block.kind != Kind.COMPOUND or other.parent != block:
            return False
        first, last = sorted((self.node.start, other.start))
        names, wanted = set(_NAME.findall(self.store.prefix)), (number, self.pointer)
        for statement in (each for each in block.below if first <= each.start <= last):
            if any(key.name in names for key in changed_in(statement)):
                return False
            if any(self._may_look(each) for each in (statement, *statement.inside) if each.kind == Kind.CALL):
                return False
        for store in (each for key in wanted for each in self.lengths.stores.of(key)):
            between = store.unit is self.unit and first < store.node.start < last
            if between and not self.is_beside(store):
                return False
        spans = (each.pragma.span for each in self.unit.computes)
        return not any(first <= span.start <= last for span in spans)

    def _may_look(self, call: Node) -> bool:
        """Whether a called function may look at the two; one of the library only by its arguments."""
        unit = self.unit
        if unit.callees.of(call).knowledge is Knowledge.SYSTEM:
            return False
        effects = self.lengths.sizes.effects(unit, call)
        if effects is None or effects.unknown or not unit.strict:
            return True
        accesses = effects.mod | effects.ref
        if self.store.target.kind == Kind.DECL_REF:  # no pointer leads to such a variable
            return any(variable in self.lengths.stores.variables for variable, _ in accesses.variables)
        return bool(members_of(accesses)) or not classes_of(accesses) <= FLOATING


class _Lasting(Numbers):
    """What is allocated, by the names of members of the same object, or of a file's variables."""

    def __init__(self, made: Made, function: Node) -> None:
        self.made, self.function, self.unit = made, function, made.unit
        self.stores = made.lengths.stores
        changes = Changes(self.unit, function, lambda call: None)
        self._changed: Collection[Key] = {*changed_in(function), *changes.hidden}
        self.reads: list[Read] = []

    def named(self, node: Node) -> Polynomial | None:
        declared = node.declaration()
        if declared is None:
            return None
        value = semantics.integer_value(node) if node.kind == Kind.DECL_REF else None
        if value is not None:
            return Polynomial.of(value)
        number = self.stores.key_of(self.unit, node)
        if number is not None:
            target = self.made.store.target
            own = node.kind == target.kind and prefix_of(node) == self.made.store.prefix
            return self._read(number, node, node, None) if own else None
        if node.kind != Kind.DECL_REF or key_of(declared) in self._changed:
            return None
        for number, store in self.made.beside():
            given = ignoring_parens_and_implicit_casts(store.value) if store.value is not None else None
            if given is None or given.kind != Kind.DECL_REF or given.declaration() != declared:
                continue
            if not _is_cut(store.target, given):
                return self._read(number, store.target, given, store)
        first = self._first_value(key_of(declared))
        return self.number(first) if first is not None else None

    def _read(self, number: Key, node: Node, where: Node, store: Store | None) -> Polynomial:
        self.reads.append(Read(number, where, store))
        return Polynomial.of(Symbol(number.name, unsigned=is_unsigned(node)))

    def _first_value(self, variable: Key) -> Node | None:
        """What a variable of the function is declared with."""
        for each in self.function.inside:
            if each.kind == Kind.VARIABLE and key_of(each.declared()) == variable:
                return next((part for part in each.below if part.kind in EXPRESSIONS), None)
        return None


def _structure(target: Node) -> frozenset[Key]:
    """The members of the structure that a member is of; nothing for a variable."""
    below = [each for each in target.below if each.kind in EXPRESSIONS]
    return frozenset(key_of(each) for each in members_behind(below[0])) if below else frozenset()


def _statement(node: Node) -> Node:
    """The statement of a block that a node is in."""
    for each in (node, *node.ancestors()):
        if each.parent is not None and each.parent.kind == Kind.COMPOUND:
            return each
    return node


def _is_cut(target: Node, value: Node) -> bool:
    """Whether a member may hold less than the value that it gets."""
    return semantics.is_bit_field(target) or semantics.size(target) < semantics.size(value)
