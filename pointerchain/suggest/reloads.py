# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reloads: a loop and what may change a chain in it -> the statements behind which its local is loaded again.

``if (full) grow(s);  s->a->x[i] = 1;``  ->  the call, behind which ``s->a->x`` is followed in any case.

A local that is loaded again behind every statement that may change the chain has the chain's value wherever
the chain is used, as long as no use stands in such a statement itself. The load must not be a new fault: the
chain's pointers are followed behind the statement on every way, or they are those that were followed before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pointerchain.analysis.effects import MemoryEffects
from pointerchain.analysis.links import Aliasing, Link, first_change
from pointerchain.lazy import NamedTuple
from pointerchain.suggest.anticipated import Anticipated, Object
from pointerchain.suggest.loops import ELSEWHERE, Loop, Use
from pointerchain.translator.clang.libclang import EXPRESSIONS, LOOPS, Kind
from pointerchain.translator.clang.references import References
from pointerchain.translator.clang.tree import Tree
from pointerchain.translator.text.lex import Lexed, skip_space

_BRANCHES = frozenset((Kind.IF, Kind.SWITCH))
_FUNCTIONS = frozenset((Kind.LAMBDA, Kind.STATEMENT_EXPR))
_NAMES = frozenset((Kind.DECL_REF, Kind.VARIABLE_REF, Kind.THIS))


class Wanted(NamedTuple):
    """A chain in a loop: what it reads, what has to be there where it is evaluated, and its uses."""

    links: tuple[Link, ...]
    pointers: tuple[Link, ...]
    """Those of the links that lead to the last object."""
    needed: tuple[Object, ...]
    root: str
    begun: object
    """The declaration of the variable that it begins at."""
    steady: bool
    """Whether every pattern of bits is a value of it."""
    uses: Sequence[Use]


class Reloads:
    """Answers for the loops of one tree."""

    def __init__(
        self,
        tree: Tree,
        loops: Sequence[Loop],
        references: References,
        lexed: Lexed,
        anticipated: Anticipated,
        aliasing: Aliasing,
    ) -> None:
        self.tree, self.loops, self.references, self.lexed = tree, loops, references, lexed
        self.anticipated, self.aliasing = anticipated, aliasing

    def of(
        self, number: int, wanted: Wanted, rows: Iterable[tuple[int, MemoryEffects]], whole: MemoryEffects
    ) -> tuple[int, ...] | None:
        """The statements, in order; None where the local cannot be loaded again, or that is worth nothing.

        ``rows`` says what each node of the loop does, with all that it calls; ``whole`` the loop.
        """
        loop, tree = self.loops[number], self.tree
        found: set[int] = set()
        for index, row in rows:
            change = first_change(wanted.links, row, self.aliasing, wanted.root)
            if change is None:
                continue
            if change[1] == "assigned" and tree.kinds[index] != Kind.CALL:
                return None  # by its own name, or one that is not hidden: the loop is about it
            at = self._statement(index, loop)
            if at < 0 or ((at != index or tree.kinds[at] != Kind.CALL) and self._names(at, wanted.begun)):
                return None
            found.add(at)
        if not found or not all(self._is_seldom(at, loop, wanted.uses) for at in found):
            return None
        lasting = wanted.steady and not whole.frees and not whole.unknown
        lasting = lasting and first_change(wanted.pointers, whole, self.aliasing, wanted.root) is None
        for at in found:
            if not lasting and not set(wanted.needed) <= self.anticipated.behind(at, loop, found).keys():
                return None
        return tuple(sorted(found))

    def place(self, statement: int) -> int:
        """Where the source goes on behind a statement; -1 where that is not seen."""
        code = self.lexed.code
        at = skip_space(code, self.tree.ends[statement])
        return at + 1 if code[at : at + 1] == b";" else -1

    def is_alone(self, statement: int) -> bool:
        """Whether a statement is a branch of an ``if`` by itself: two there need braces."""
        return self.tree.kinds[self.tree.parents[statement]] == Kind.IF

    def _statement(self, index: int, loop: Loop) -> int:
        """The statement of a block of the loop's body that a node stands in; -1 where that is no such one."""
        tree, at = self.tree, index
        while tree.kinds[tree.parents[at]] in EXPRESSIONS:
            at = tree.parents[at]
            if tree.kinds[at] in _FUNCTIONS:
                return -1
        block = tree.parents[at]
        if tree.kinds[block] == Kind.IF and at == next(iter(tree.children(block))):
            return -1  # the condition
        if tree.kinds[block] not in (Kind.COMPOUND, Kind.IF) or block < loop.body:
            return -1
        if tree.kinds[at] not in EXPRESSIONS or tree.flags[at] & ELSEWHERE:
            return -1
        while block > loop.place:
            if tree.kinds[block] in _FUNCTIONS:
                return -1
            block = tree.parents[block]
        return at if self.place(at) >= 0 else -1

    def _names(self, part: int, begun: object) -> bool:
        """Whether a statement names the variable that a chain begins at."""
        for index in range(part, self.tree.after[part]):
            if self.tree.kinds[index] in _NAMES:
                target = self.references.of(index)
                if target is None or target.key == begun:
                    return True
        return False

    def _is_seldom(self, at: int, loop: Loop, uses: Sequence[Use]) -> bool:
        """Whether a statement runs less often than some use: in a branch, or not in a loop around that."""
        tree, above = self.tree, self.tree.parents[at]
        around: list[int] = []
        branches: list[int] = []
        while above > loop.place:
            if tree.kinds[above] in _BRANCHES:
                branches.append(at)
            if tree.kinds[above] in LOOPS:
                around.append(above)
            at, above = above, tree.parents[above]
        for use in uses:
            inner = [self.loops[each].place for each in use.loops if self.loops[each].place > loop.place]
            apart = any(not each <= use.place < tree.after[each] for each in branches)
            if set(around) <= set(inner) and (apart or len(inner) > len(around)):
                return True
        return False
