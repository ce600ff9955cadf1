# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Written: a chain whose value a loop stores -> why no local can stand for it in the loop, if none can.

``for (i = 0; i < n; i++) s->a->count += m[i];``  ->  a local that is loaded before the loop and stored on
each way out of it. The memory is then neither read nor stored in between, which makes no difference where
nothing else in the loop may access it (:mod:`~pointerchain.analysis.modref`), the loop ends by ways that can
be seen, and the source stores it, too, whatever comes once the loop runs: no store is new (C11 5.1.2.4;
LLVM's scalar promotion has the same rule).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pointerchain.analysis.access import AccessPath, Paths, StepKind
from pointerchain.analysis.effects import MemoryEffects
from pointerchain.analysis.links import Aliasing, Link, accessed, first_change
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.suggest.loops import Loop, Use
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import (
    EXPRESSIONS,
    INCREMENTS,
    INTEGER_TYPES,
    Binary,
    Kind,
    TypeKind,
)
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.text.directives import Construct

_FLOATING = frozenset((TypeKind.FLOAT.value, TypeKind.DOUBLE.value, TypeKind.LONGDOUBLE.value))
_AROUND = frozenset((Kind.PAREN, Kind.UNEXPOSED_EXPR))
_ENTRIES = frozenset((Kind.LABEL, Kind.INDIRECT_GOTO))
_BLOCKS = frozenset(
    (Kind.COMPOUND, Kind.IF, Kind.FOR, Kind.WHILE, Kind.DO, Kind.CASE, Kind.DEFAULT, Kind.SWITCH)
)
_INEXACT = lazy_pattern(
    rb"fast-math|Ofast|associative-math|unsafe-math|unsafe-fp-math|reciprocal-math|reassociate|fp-model"
    rb"|fp_contract|FP_CONTRACT|fpmath|-m32|-mno-sse|-mno-80387|no-sse|excess-precision|float_control"
    rb"|clang\s+fp\b"
)


class Obstacle(NamedTuple):
    """Why a chain stays in memory: in one word, as a sentence, and the place."""

    code: str
    why: str
    where: Span | None


def is_exact(args: Sequence[str], texts: Iterable[bytes]) -> bool:
    """Whether a floating-point value is the same in a local as in memory, however it is computed.

    ``texts`` are the source and what it includes: attributes and pragmas say as much as options.
    """
    return not any(_INEXACT.search(each.encode()) for each in args) and not any(map(_INEXACT.search, texts))


class Written:
    """Answers for the loops of one tree."""

    def __init__(
        self,
        tree: Tree,
        paths: Paths,
        storage: Storage,
        aliasing: Aliasing,
        does: Callable[[int], MemoryEffects],
        accesses: Callable[[int], MemoryEffects],
        stores: Callable[[int], MemoryEffects],
        beside: Callable[[Loop, int], Construct | None],
        exact: bool,
        cxx: bool,
    ) -> None:
        """``does`` says what a statement and its calls do; ``stores`` the same of one node of it.

        ``accesses`` says what a node may read or store, ``beside`` finds a directive whose threads may run
        beside a loop.
        """
        self.tree, self.paths, self.storage, self.accesses = tree, paths, storage, accesses
        self.aliasing, self.does, self.stores = aliasing, does, stores
        self.exact, self.cxx, self.beside = exact, cxx, beside

    def is_stored(self, uses: Sequence[Use], size: int) -> bool:
        """Whether one of the uses stores the value."""
        return any(len(use.path.steps) == size and self._store(use.path.places[size]) >= 0 for use in uses)

    def drops(self, place: int) -> bool:
        """Whether an expression is stored to, and no more is made of what that gives than its value."""
        store = self._store(place)
        return store >= 0 and self._is_dropped(store)

    def obstacle(
        self, loop: Loop, uses: Sequence[Use], size: int, chain: tuple[Link, ...], root: str
    ) -> Obstacle | None:
        """Why the value of a chain cannot be kept in a local while a loop runs; None where it can be."""
        tree, link = self.tree, chain[-1]
        end = tree.node(uses[0].path.places[size])
        name = f"'{end.name()}'"
        if any(each.kind == Kind.LAMBDA for each in tree.node(loop.place).ancestors()):
            why = "is stored in a lambda, which may run when the program is compiled"
            return Obstacle("written", f"{name} {why}", end.span)
        kind = self._kind(end, uses, size)
        if kind:
            return Obstacle("written", f"{name} is stored, and {kind}", end.span)
        if link.over or link.variable or not link.member:
            return Obstacle("written", f"{name} is stored, and lies in a union", end.span)
        construct = self.beside(loop, tree.starts[1])
        if construct is not None:
            said = f"{name} is stored, and '{construct.spelling}' may let other threads see it"
            return Obstacle("threads", said, construct.pragma.span)
        if loop.kind == Kind.FOR_RANGE:
            return Obstacle("written", f"{name} is stored in a loop over a range", end.span)
        whole = self.does(loop.place)
        if whole.unknown:
            return self._by_name(loop, name, lambda row: bool(row.unknown), "may read or change it")
        if whole.leaves:
            return self._by_name(loop, name, lambda row: row.leaves, "may end the program")
        if whole.frees:
            return self._by_name(loop, name, lambda row: row.frees, "may end its life")
        if first_change(chain[:-1], whole, self.aliasing, root) is not None:
            return Obstacle("written", f"{name} is stored, and what leads to it changes before the end", None)
        return self._others(loop, uses, size, link, root, name)

    def _by_name(self, loop: Loop, name: str, is_it: Callable[[MemoryEffects], bool], what: str) -> Obstacle:
        for index in range(loop.place, self.tree.after[loop.place]):
            if is_it(self.accesses(index)):
                called = self.tree.node(index).name()
                shown = f"a call of '{called}'" if called else "what is done here"
                return Obstacle(
                    "written", f"{name} is stored, and {shown} {what}", self.tree.node(index).span
                )
        return Obstacle("written", f"{name} is stored, and the loop {what}", None)

    # --- the value -----------------------------------------------------------------------------------------

    def _kind(self, end: Node, uses: Sequence[Use], size: int) -> str:
        """Why a local would not behave as the member does; '' where it does."""
        if semantics.is_bit_field(end):
            return "is a bit-field"
        if end.type_kind not in INTEGER_TYPES and end.type_kind not in _FLOATING:
            return "is no number"
        if end.type_kind == TypeKind.BOOL.value or end.type.volatile:
            return "is a truth value, volatile or atomic"
        for use in uses:
            place = use.path.places[size]
            if len(use.path.steps) != size:
                return "is used for more than its value"
            store = self._store(place)
            if store < 0 and not self._is_read(place):
                return "is used for more than its value"
            if store >= 0 and self.cxx and not self._is_dropped(store):
                return "what an assignment of it gives is kept"
            if store >= 0 and end.type_kind in _FLOATING and not self._is_rounded(store):
                return "might be rounded otherwise in a local"
        return ""

    def _store(self, place: int) -> int:
        """The assignment or increment whose target an expression is; -1 where it is none's."""
        tree = self.tree
        at, above = place, tree.parents[place]
        while tree.kinds[above] == Kind.PAREN:
            at, above = above, tree.parents[above]
        node = tree.node(above)
        if node.kind == Kind.UNARY:
            return above if node.unary_operator in INCREMENTS else -1
        assigns = node.kind == Kind.COMPOUND_ASSIGN or (
            node.kind == Kind.BINARY and node.binary_operator == Binary.ASSIGN
        )
        return above if assigns and next(tree.children(above)) == at else -1

    def _is_read(self, place: int) -> bool:
        above = self.tree.parents[place]
        while self.tree.kinds[above] == Kind.PAREN:
            above = self.tree.parents[above]
        node = self.tree.node(above)
        return node.kind == Kind.UNEXPOSED_EXPR and not node.type.const and self._is_value(node)

    def _is_value(self, node: Node) -> bool:
        return self.storage.is_value(node)

    def _is_dropped(self, store: int) -> bool:
        """Whether nothing is bound to the object that an assignment of C++ gives."""
        tree, at = self.tree, store
        above = tree.parents[at]
        while tree.kinds[above] == Kind.PAREN:
            at, above = above, tree.parents[above]
        if tree.kinds[above] in _BLOCKS:
            return True
        return tree.kinds[above] in EXPRESSIONS and self._is_read(store)

    def _is_rounded(self, store: int) -> bool:
        """Whether a stored value is no product that a compiler may add to without rounding it first."""
        node = self.tree.node(store)
        if not self.exact:
            return False
        if node.kind == Kind.UNARY:
            return True
        if node.kind == Kind.COMPOUND_ASSIGN:
            return node.binary_operator != Binary.MULTIPLY_ASSIGN
        value = node.below[-1]
        while value.kind in _AROUND and len(value.below) == 1:
            value = value.below[0]
        if value.kind == Kind.BINARY:
            return value.binary_operator in (Binary.ADD, Binary.SUBTRACT, Binary.DIVIDE)
        return value.kind in (Kind.INTEGER, Kind.FLOATING)

    # --- other names ---------------------------------------------------------------------------------------

    def _others(
        self, loop: Loop, uses: Sequence[Use], size: int, link: Link, root: str, name: str
    ) -> Obstacle | None:
        """What else in a loop may read or store the value, by another name."""
        tree = self.tree
        own = {use.path.places[size] for use in uses}
        own |= {store for use in uses if (store := self._store(use.path.places[size])) >= 0}
        for index in range(loop.place, tree.after[loop.place]):
            if tree.kinds[index] in _ENTRIES:
                return Obstacle(
                    "written", f"{name} is stored, and a jump may lead here", tree.node(index).span
                )
            if index in own:
                continue
            row = self.accesses(index)
            if accessed(link, row, self.aliasing, root):
                node = tree.node(index)
                unseen = row.unknown | row.reads
                what = f"{min(unseen)} may" if unseen else "this may"
                return Obstacle("written", f"{name} is stored, and {what} read or change it", node.span)
            if self._may_reuse(index, uses[0].path, size, root):
                what = "this may begin another object in its memory"
                return Obstacle("written", f"{name} is stored, and {what}", tree.node(index).span)
        return None

    def _may_reuse(self, index: int, path: AccessPath, size: int, root: str) -> bool:
        """Whether a store may begin another object in the value's memory.

        Allocated memory is of the type by which it was stored last (C11 6.5 paragraph 6): a store of the
        value must not come behind it (gcc's PR57359). A variable does not lie there, nor does another member
        of the value's own struct; and what a store reads first held no value of another type.
        """
        tree, stored = self.tree, self.stores(index).mod
        if not (stored.members or stored.by_pointers(root) or stored.aliases):
            return False
        node = tree.node(index)
        if node.kind == Kind.COMPOUND_ASSIGN or node.kind == Kind.UNARY:
            return False
        if node.kind != Kind.BINARY:
            return True
        target = next(tree.children(index))
        if self.storage.place(tree.node(target)).variable:
            return False
        other = self.paths.of(target)
        inside = [step.kind in (StepKind.MEMBER, StepKind.ELEMENT) for step in other.steps[size - 1 :]]
        shared = other.root == path.root and other.steps[: size - 1] == path.steps[: size - 1]
        return not (shared and inside and all(inside))
