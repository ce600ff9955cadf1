# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Asked: a chain of a function -> what the rules for devices (:mod:`devices`) ask of Clang's tree.

They know directives by their text alone. What a text in a clause is made of, where a variable is named, and
whether a chain stays the same from a directive to a loop, is answered here.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import cached_property

from pointerchain.analysis.access import AccessPath
from pointerchain.analysis.effects import NOTHING, MemoryEffects
from pointerchain.analysis.environment.listed import NAME, Item
from pointerchain.analysis.escape import is_only_followed
from pointerchain.analysis.links import Aliasing, Linker, accessed, first_change
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.suggest.loops import ELSEWHERE, Loop, node_of, variables_of
from pointerchain.translator.clang.libclang import LOOPS, Kind
from pointerchain.translator.clang.references import Reference, References
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Tree
from pointerchain.translator.text.lex import skip_space

_STATEMENTS = LOOPS | {Kind.COMPOUND, Kind.IF, Kind.SWITCH}
_VARIABLES = frozenset((Kind.VARIABLE, Kind.PARAMETER))
_UNSEEN = frozenset((Kind.LAMBDA, Kind.VARIABLE_REF))


class Between(NamedTuple):
    """What runs from a directive to a loop, in the source, and how."""

    span: Span
    again: bool
    """Whether what is behind the loop may run before it, too."""


class Asked(NamedTuple):
    """A chain, and what the function's tree says of it."""

    text: bytes
    root: bytes
    """The name that it begins with."""
    addressed: bool
    """Whether its value is an address: it is a pointer, or an array."""
    lasting: bool
    """Whether a variable in it lasts as long as the program, so that a device may have one of its own."""
    member: str
    """The name of the member that the pointer is that it ends in; '' where it is none."""
    is_named: Callable[[Span], bool]
    """Whether the variable that it begins at is named in a part of the source."""
    is_beside: Callable[[Span, frozenset[bytes]], bool]
    """Whether that variable is named in a part of the source otherwise than in one of these texts."""
    holds_numbers: Callable[[Item], bool]
    """Whether what a clause lists is certainly made of numbers."""
    is_changed: Callable[[MemoryEffects], bool]
    """Whether statements of other functions may store what it reads."""
    is_tested: Callable[[Span], bool]
    """Whether a statement does more with the pointer that it ends in than to follow it."""
    is_followed: Callable[[Span], bool]
    """Whether a statement may read the pointer that it ends in by another name than its own."""
    stays: Callable[[int, Loop], Between | None]
    """What runs from a place in the source to a loop, where what the chain reads is the same all along."""


class Asker:
    """Answers for one tree."""

    def __init__(
        self,
        tree: Tree,
        references: References,
        storage: Storage,
        linker: Linker,
        aliasing: Aliasing,
        does: Callable[[int], MemoryEffects],
        accesses: Callable[[int], MemoryEffects],
        code: bytes,
    ) -> None:
        """``does`` says what a statement and all that it calls do; ``code`` is the source's.

        ``accesses`` says what a node, with all that it calls, may read or store.
        """
        self.tree, self.references, self.storage = tree, references, storage
        self.linker, self.aliasing, self.code = linker, aliasing, code
        self.does, self.accesses = does, accesses

    def of(self, text: bytes, path: AccessPath, size: int, own: frozenset[int]) -> Asked:
        """What is asked of a chain; ``own`` are the nodes that are spelled so."""
        end = node_of(self.tree, path, size)
        found = NAME.search(text)
        return Asked(
            text,
            found.group() if found is not None else b"",
            not self.storage.is_value(end) or self.storage.is_pointer(end),
            any(map(self.references.is_lasting, variables_of(path, size))),
            self._member(path, size),
            lambda span: next(self._names(path, span), None) is not None,
            lambda span, texts: any(not self._spells(at, texts) for at in self._names(path, span)),
            self._holds_numbers,
            lambda changes: self._is_changed(path, size, changes),
            lambda span: self.storage.is_pointer(end) and self._is_tested(own, span),
            lambda span: self.storage.is_pointer(end) and self._is_followed(path, size, own, span),
            lambda at, loop: self._stays(path, size, at, loop),
        )

    # --- names -------------------------------------------------------------------------------------------

    @cached_property
    def _named(self) -> dict[int, list[int]]:
        """By variable: the places where its name stands, in order; under -1 those of what may be any."""
        out: dict[int, list[int]] = {}
        for index in range(1, len(self.tree)):
            kind = self.tree.kinds[index]
            if kind == Kind.DECL_REF or kind in _UNSEEN:
                target = self.references.of(index) if kind == Kind.DECL_REF else None
                out.setdefault(target.key if target is not None else -1, []).append(self.tree.starts[index])
        return {key: sorted(places) for key, places in out.items()}

    def _names(self, path: AccessPath, span: Span) -> Iterator[int]:
        """Where a chain's root is, or may be, named in a part of the source; its end stands for anywhere."""
        if path.root[0] != "variable" or self.references.declares_reference(path.root[1]):
            yield span.end
            return
        for key in (path.root[1], -1):
            places = self._named.get(key, [])
            for at in places[bisect_left(places, span.start) :]:
                if at >= span.end:
                    break
                yield at

    def _spells(self, at: int, texts: frozenset[bytes]) -> bool:
        """Whether one of some texts stands at a place of the source, white space aside."""
        for text in texts:
            here = at
            for sign in text:
                here = skip_space(self.code, here)
                if self.code[here : here + 1] != bytes((sign,)):
                    break
                here += 1
            else:
                if not re.match(rb"\w", self.code[here : here + 1]):
                    return True
        return False

    def _is_changed(self, path: AccessPath, size: int, changes: MemoryEffects) -> bool:
        links, root = self.linker.links(path, size), self.linker.root(path)
        return first_change(links, changes, self.aliasing, root) is not None

    def _member(self, path: AccessPath, size: int) -> str:
        links = self.linker.links(path, size)
        return links[-1].member if links else ""

    def _is_tested(self, own: frozenset[int], span: Span) -> bool:
        inside = (index for index in own if span.start <= self.tree.starts[index] < span.end)
        return any(not is_only_followed(self.tree.node(index)) for index in inside)

    def _is_followed(self, path: AccessPath, size: int, own: frozenset[int], span: Span) -> bool:
        outermost = min(self.tree.starting_at(skip_space(self.code, span.start)), default=0)
        if not outermost:
            return True
        link, root = self.linker.links(path, size)[-1], self.linker.root(path)
        inside = range(outermost, self.tree.after[outermost])
        rows = (self.accesses(index) for index in inside if index not in own)
        return any(accessed(link, row, self.aliasing, root) for row in rows)

    # --- what a clause lists -----------------------------------------------------------------------------

    @cached_property
    def _spelled(self) -> dict[bytes, list[int]]:
        """By text without white space: the variables and members that are spelled so."""
        out: dict[bytes, list[int]] = {}
        for index in range(1, len(self.tree)):
            if (
                self.tree.kinds[index] in (Kind.DECL_REF, Kind.MEMBER)
                and not self.tree.flags[index] & ELSEWHERE
            ):
                text = self.code[self.tree.starts[index] : self.tree.ends[index]]
                out.setdefault(b"".join(text.split()), []).append(index)
        return out

    @cached_property
    def _meanings(self) -> dict[bytes, set[int]]:
        """By name: the variables that are declared, or meant, by it."""
        out: dict[bytes, set[int]] = {}
        for index in range(1, len(self.tree)):
            kind = self.tree.kinds[index]
            if kind in _VARIABLES or kind == Kind.DECL_REF:
                known = (
                    self.references.of(index) if kind == Kind.DECL_REF else self.references.declared(index)
                )
                key = known.key if known is not None else -index
                out.setdefault(self.tree.node(index).name().encode(), set()).add(key)
        return out

    def _holds_numbers(self, item: Item) -> bool:
        nodes = self._spelled.get(item.base, [])
        if not nodes or len(self._meanings.get(item.root, ())) != 1 or not self.aliasing.strict:
            return False
        return all(self.storage.is_of_numbers(self.tree.node(each), item.section) for each in nodes)

    # --- the way to a loop -------------------------------------------------------------------------------

    @cached_property
    def _is_jumped_to(self) -> bool:
        jumps = (Kind.LABEL, Kind.CASE, Kind.DEFAULT)
        return any(kind in jumps for kind in self.tree.kinds[1:])

    def _stays(self, path: AccessPath, size: int, at: int, loop: Loop) -> Between | None:
        tree = self.tree
        if self._is_jumped_to or path.root[0] != "variable" or not tree.starts[1] < at < tree.ends[1]:
            return None
        for key in variables_of(path, size):
            declared = self.references.variable_of(Reference(Kind.VARIABLE, key))
            if declared > 0 and tree.starts[declared] >= at:
                return None
        since, node, again = NOTHING, loop.place, False
        while True:
            above = tree.parents[node]
            if above <= 0 or tree.kinds[above] not in _STATEMENTS or tree.flags[above] & ELSEWHERE:
                return None
            if tree.kinds[above] == Kind.COMPOUND:
                inside = list(tree.children(above))
                before = inside[: inside.index(node)]
                here = tree.starts[above] < at
                if here and any(tree.starts[each] <= at < tree.ends[each] for each in before):
                    return None
                for each in before:
                    if not here or tree.starts[each] > at:
                        since |= self.does(each)
                if here:
                    links, root = self.linker.links(path, size), self.linker.root(path)
                    if (
                        since.frees
                        or since.unknown
                        or first_change(links, since, self.aliasing, root) is not None
                    ):
                        return None
                    return Between(Span(at, tree.ends[node]), again)
            else:
                again = again or tree.kinds[above] in LOOPS
                since |= self.does(above)
            node = above
