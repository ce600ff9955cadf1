# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reach: where the program certainly follows a pointer, so that following it there once more is no new fault.

``for (int i = 0; i < s->a->n; i++)``  ->  ``s`` and ``s->a`` are followed before the first iteration,
whatever comes; what stands in the body is evaluated only where the loop is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pointerchain.analysis.effects import NOTHING, MemoryEffects
from pointerchain.analysis.library import library_function
from pointerchain.source import Span
from pointerchain.suggest.loops import Loop
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import EXPRESSIONS, INCREMENTS, LOOPS, Binary, Kind, Unary
from pointerchain.translator.clang.ranges import reads_range
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Tree
from pointerchain.translator.facts.access import CAST_KINDS, AccessPath, Paths, StepKind
from pointerchain.translator.facts.links import Aliasing, Linker, first_change

Object = tuple[Any, ...]
"""What a pointer leads to: the root and the steps, the one that follows the pointer the last."""
_JUMPS = frozenset((Kind.BREAK, Kind.CONTINUE, Kind.RETURN, Kind.GOTO, Kind.INDIRECT_GOTO, Kind.THROW))
_SKIPPED = frozenset((Kind.SIZEOF, Kind.GENERIC, Kind.LAMBDA, Kind.TYPEID))


_FOLLOWED = CAST_KINDS | frozenset(
    (
        *(Kind.DECL_REF, Kind.MEMBER, Kind.CALL, Kind.PAREN, Kind.UNARY, Kind.SUBSCRIPT, Kind.BINARY),
        *(Kind.COMPOUND_ASSIGN, Kind.COMPOUND_LITERAL, Kind.INIT_LIST, Kind.INTEGER, Kind.FLOATING),
        *(Kind.IMAGINARY, Kind.STRING, Kind.CHARACTER, Kind.BOOLEAN, Kind.NULLPTR, Kind.STATEMENT_EXPR),
        *(Kind.THIS, Kind.UNEXPOSED_EXPR, Kind.COMPOUND, Kind.LABEL, Kind.NULL),
    )
)
"""What evaluates all that is in it, one after the other."""
_UNEVALUATED = (
    b"noexcept",
    b"decltype",
    b"alignof",
    b"_Alignof",
    b"__alignof",
    b"typeof",
    b"__typeof",
    b"__builtin",
)


def objects_of(path: AccessPath, size: int) -> tuple[Object, ...]:
    """The objects that the first steps of a path lead to by pointers, in order."""
    return tuple(
        (path.root, path.steps[: at + 1])
        for at, step in enumerate(path.steps[:size])
        if step.kind is StepKind.DEREFERENCE
    )


def value_of(path: AccessPath, size: int) -> Object:
    """What stands for the value that the first steps of a path lead to: that it is read, or stored."""
    return ("value", path.root, path.steps[:size])


def stored_of(path: AccessPath, size: int) -> Object:
    """What stands for that the value is stored."""
    return ("stored", path.root, path.steps[:size])


class Reach:
    """Answers for the statements of one function."""

    def __init__(
        self,
        tree: Tree,
        paths: Paths,
        storage: Storage,
        loops: tuple[Loop, ...],
        does: Callable[[int], MemoryEffects],
        apart: Sequence[Span] = (),
        meetings: Sequence[int] = (),
    ) -> None:
        """``does`` says what a statement, with all it calls, does.

        ``apart`` are statements that not every thread runs, or not where they stand; at ``meetings`` threads
        may see what others did.
        """
        self.apart, self.meetings = apart, meetings
        self.tree, self.paths, self.storage, self.does = tree, paths, storage, does
        self.loops = {loop.place: loop for loop in loops}
        self.jumped_to = _is_jumped_to(tree)

    # --- what a loop itself certainly does -----------------------------------------------------------------

    def before(self, loop: Loop, stops: frozenset[int] = frozenset()) -> dict[Object, AccessPath]:
        """The objects that a loop certainly uses, whether it is entered or not, before one of ``stops``."""
        walk = _Walk(self, stops=stops)
        if loop.kind == Kind.DO or loop.is_block:
            walk.into(loop.body)
        else:
            for part in (loop.begun, loop.test):
                if part >= 0 and not walk.into(part):
                    break
            else:
                if loop.kind == Kind.FOR_RANGE and loop.begun >= 0:
                    walk.over(loop.begun)
        return walk.found

    def entered(self, loop: Loop, stops: frozenset[int] = frozenset()) -> dict[Object, AccessPath]:
        """The objects that it certainly uses where it is entered, before it comes to one of ``stops``."""
        walk = _Walk(self, stops=stops)
        for part in (loop.begun, loop.test, loop.body):
            if part >= 0 and not walk.into(part):
                break
        return walk.found

    def along(self, parts: Sequence[int], stops: frozenset[int]) -> dict[Object, AccessPath]:
        """The objects that statements one behind the other certainly use, before one of ``stops``."""
        walk = _Walk(self, stops=stops)
        for part in parts:
            if not walk.into(part):
                break
        return walk.found

    # --- what came before it -------------------------------------------------------------------------------

    def known_at(self, loop: Loop, linker: Linker, aliasing: Aliasing) -> dict[Object, AccessPath]:
        """The objects that were certainly used before a loop, and that their pointers still lead to."""
        found: dict[Object, AccessPath] = {}
        if self.jumped_to:
            return found
        tree, at = self.tree, loop.place
        since = NOTHING
        met = max((place for place in self.meetings if place <= loop.span.start), default=0)
        while True:
            above = tree.parents[at]
            if above <= 0:
                return found
            kind = tree.kinds[above]
            inside = list(tree.children(above))
            place = inside.index(at)
            if kind == Kind.COMPOUND:
                if tree.kinds[tree.parents[above]] == Kind.SWITCH:
                    return found
                for each in reversed(inside[:place]):
                    if tree.starts[each] < met:
                        return found
                    since = self._back(each, since, found, linker, aliasing)
                    if since.frees or since.unknown:
                        return found
            elif kind == Kind.IF and place > 0 and tree.starts[above] < met:
                return found
            elif kind == Kind.IF and place > 0:
                since = self._back(inside[0], since, found, linker, aliasing)
            elif kind in LOOPS:
                loop = self.loops[above]
                if not loop.written or kind == Kind.DO or at != loop.body:
                    return found
                if loop.test >= 0 and tree.starts[above] >= met:
                    self._test(loop.test, since, found, linker, aliasing)
                if any(tree.starts[above] <= place <= tree.ends[above] for place in self.meetings):
                    return found
                since |= self.does(above)
            elif kind != Kind.IF:
                return found
            if since.frees or since.unknown or any(each.start == tree.starts[above] for each in self.apart):
                return found
            at = above

    def _back(
        self,
        statement: int,
        since: MemoryEffects,
        found: dict[Object, AccessPath],
        linker: Linker,
        aliasing: Aliasing,
    ) -> MemoryEffects:
        since |= self.does(statement)
        first, last = self.tree.starts[statement], self.tree.ends[statement]
        if not since.frees and not any(first <= each.start < last for each in self.apart):
            walk = _Walk(self, arrived=True)
            walk.into(statement)
            self._keep(walk.found, since, found, linker, aliasing)
        return since

    def _test(
        self,
        part: int,
        since: MemoryEffects,
        found: dict[Object, AccessPath],
        linker: Linker,
        aliasing: Aliasing,
    ) -> None:
        """A part of the head of a loop around: its condition, which was true before this iteration's body."""
        if self.tree.kinds[part] == Kind.DECL_STMT or self.does(part) != NOTHING:
            return
        walk = _Walk(self, arrived=True)
        walk.into(part)
        self._keep(walk.found, since, found, linker, aliasing)

    def _keep(
        self,
        objects: dict[Object, AccessPath],
        since: MemoryEffects,
        found: dict[Object, AccessPath],
        linker: Linker,
        aliasing: Aliasing,
    ) -> None:
        for key, path in objects.items():
            if key in found or key[0] == "stored":
                continue
            size = len(key[-1])
            links = linker.links(path, size) if key[0] == "value" else linker.pointers(path, size)
            root = linker.root(path)
            if first_change(links, since, aliasing, root) is None:
                found[key] = path


def _is_jumped_to(tree: Tree) -> bool:
    """Whether control may come to a statement otherwise than from the one before it."""
    for index in range(1, len(tree)):
        kind = tree.kinds[index]
        if kind == Kind.LABEL:
            return True
        if kind in (Kind.CASE, Kind.DEFAULT):
            above = tree.parents[index]
            while tree.kinds[above] in (Kind.CASE, Kind.DEFAULT):
                above = tree.parents[above]
            if tree.kinds[above] != Kind.COMPOUND or tree.kinds[tree.parents[above]] != Kind.SWITCH:
                return True
    return False


class _Walk:
    """A walk along what is certainly evaluated; it collects the objects that are certainly used."""

    def __init__(self, reach: Reach, arrived: bool = False, stops: frozenset[int] = frozenset()) -> None:
        """``arrived``: control did come behind it, so that no call has ended the program.

        ``stops`` are statements behind which nothing counts, wherever they stand.
        """
        self.reach, self.arrived, self.stops = reach, arrived, stops
        self.tree, self.paths = reach.tree, reach.paths
        self.found: dict[Object, AccessPath] = {}

    def into(self, index: int) -> bool:
        """Walk into a node; whether what comes behind it is certainly evaluated as well."""
        tree = self.tree
        kind = tree.kinds[index]
        if index in self.stops:
            return False
        if kind in _SKIPPED:
            return True
        node = tree.node(index)
        inside = [each for each in tree.children(index) if tree.kinds[each] >= Kind.UNEXPOSED_EXPR]
        if kind == Kind.DECL_STMT:
            static = any(semantics.is_static(tree.node(each)) for each in tree.children(index))
            return static or self._each(self._initialisers(index))
        if kind in _JUMPS:
            self._each(inside)
            return False
        if kind == Kind.BINARY and node.binary_operator in (Binary.LOGICAL_AND, Binary.LOGICAL_OR):
            return self.into(inside[0]) and self._perhaps(inside[1:])
        if kind in (Kind.CONDITIONAL, Kind.IF):
            return self.into(inside[0]) and self._perhaps(inside[1:])
        if kind == Kind.SWITCH:
            self.into(inside[0])
            return False
        if kind in LOOPS:
            return self._loop(index, kind)
        if kind not in _FOLLOWED:
            return False
        if kind == Kind.UNEXPOSED_EXPR and (len(inside) != 1 or self._is_unevaluated(index)):
            return False
        if kind == Kind.CALL:
            row = library_function(node.name())
            if row is not None and row.unevaluated:
                return True
            return self._each(inside) and (self.arrived or not self.reach.does(index).leaves)
        self._use(index)
        if kind in CAST_KINDS or kind == Kind.COMPOUND_LITERAL:
            inside = inside[-1:]  # what stands before is of the type: '(__typeof__(s->n))x'
        elif kind == Kind.DECL_REF:
            inside = []
        elif kind == Kind.MEMBER:
            inside = inside[:1]
        return self._each(inside)

    def _initialisers(self, index: int) -> list[int]:
        """What the variables of a declaration begin with; the type of one may hold expressions, too."""
        tree = self.tree
        found = []
        for each in tree.children(index):
            if tree.kinds[each] == Kind.VARIABLE:
                name = tree.node(each).location()
                found += [
                    value
                    for value in tree.children(each)
                    if tree.kinds[value] in EXPRESSIONS and tree.starts[value] >= name
                ]
        return found

    def _is_unevaluated(self, index: int) -> bool:
        """Whether an operator whose kind libclang does not tell leaves its operand alone."""
        data = self.reach.paths.references.parsed.data
        return data.startswith(_UNEVALUATED, self.tree.starts[index])

    def _each(self, inside: list[int]) -> bool:
        return all(self.into(each) for each in inside)

    def _perhaps(self, inside: list[int]) -> bool:
        """What may be evaluated: whether control certainly comes behind it."""
        tree = self.tree
        for each in inside:
            if any(each <= stop < tree.after[each] for stop in self.stops):
                return False
            kinds = tree.kinds[each : tree.after[each]]
            if not _JUMPS.isdisjoint(kinds):
                return False
            if not self.arrived and self.reach.does(each).leaves:
                return False
        return True

    def _loop(self, index: int, kind: int) -> bool:
        tree = self.tree
        inside = list(tree.children(index))
        if kind == Kind.FOR and len(inside) == 4:
            if self.into(inside[0]):
                self.into(inside[1])
        elif kind == Kind.WHILE and len(inside) == 2 and tree.kinds[inside[0]] != Kind.VARIABLE:
            self.into(inside[0])
        elif kind == Kind.DO:
            self.into(inside[0])
        return self._ends(index)

    def _ends(self, index: int) -> bool:
        """Whether control certainly comes behind a loop."""
        tree = self.tree
        kinds = tree.kinds[index : tree.after[index]]
        if any(index <= stop < tree.after[index] for stop in self.stops):
            return False
        if any(kind in (Kind.RETURN, Kind.GOTO, Kind.INDIRECT_GOTO, Kind.THROW) for kind in kinds):
            return False
        if self.arrived:
            return True
        inside = list(tree.children(index))
        heads = inside[:-1] if tree.kinds[index] != Kind.DO else inside[1:]
        if len(heads) < (3 if tree.kinds[index] == Kind.FOR else 1):
            return False
        if any(semantics.integer_value(tree.node(each)) not in (None, 0) for each in heads):
            return False
        return not self.reach.does(index).leaves

    def over(self, index: int) -> None:
        """Note the object that a loop goes over, where it asks that for its bounds."""
        if reads_range(self.tree.node(index)):
            path = self.paths.of(self._bare(index))
            for key in objects_of(path, len(path.steps)) if path.known else ():
                self.found.setdefault(key, path)

    def _bare(self, index: int) -> int:
        while self.tree.kinds[index] == Kind.PAREN:
            index += 1
        return index

    def _use(self, index: int) -> None:
        """Note the objects to which an access leads, where it reads or stores a scalar in them."""
        tree = self.tree
        kind = tree.kinds[index]
        if kind not in (Kind.MEMBER, Kind.SUBSCRIPT, Kind.UNARY):
            return
        node = tree.node(index)
        if kind == Kind.UNARY and node.unary_operator != Unary.DEREFERENCE:
            return
        if not self.reach.storage.is_value(node) or not self._is_touched(index):
            return
        path = self.paths.of(index)
        if not path.known or path.places[-1] != index:
            return
        size = len(path.steps)
        for key in (*objects_of(path, size), value_of(path, size)):
            self.found.setdefault(key, path)
        if self._is_target(index):
            self.found.setdefault(stored_of(path, size), path)

    def _is_touched(self, index: int) -> bool:
        """Whether the value of an expression is read, or stored."""
        _, above = self._within(index)
        if self.tree.kinds[above] == Kind.UNEXPOSED_EXPR:
            return not self.tree.node(above).type.const  # a conversion to const binds a reference
        return self._is_target(index)

    def _is_target(self, index: int) -> bool:
        """Whether an assignment stores to what an expression names."""
        at, above = self._within(index)
        kind, node = self.tree.kinds[above], self.tree.node(above)
        if kind == Kind.UNARY:
            return node.unary_operator in INCREMENTS
        if next(self.tree.children(above)) != at:
            return False
        return kind == Kind.COMPOUND_ASSIGN or (kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN)

    def _within(self, index: int) -> tuple[int, int]:
        """An expression with the parentheses around it, and what it is an operand of."""
        above = self.tree.parents[index]
        while self.tree.kinds[above] == Kind.PAREN:
            index, above = above, self.tree.parents[above]
        return index, above
