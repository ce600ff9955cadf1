# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Changes: some memory -> the places of a source that may change it.

``s->n`` of a ``struct sim``  ->  ``t->n = 5;`` of any such struct, ``*p = 5`` where ``p`` was set to
``&s->n``, and a call of what nobody sees.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.access import AccessPath
from pointerchain.analysis.environment.memory import MemoryLocation
from pointerchain.analysis.environment.pointees import PointsTo, Target
from pointerchain.analysis.environment.source import Source
from pointerchain.analysis.index import Index, Places
from pointerchain.lazy import NamedTuple
from pointerchain.source import Span
from pointerchain.translator.clang.alias_classes import ANY, meets
from pointerchain.translator.clang.references import References

_ANY = ("any",)
"""The name of what may be any memory."""


class Change(NamedTuple):
    """A place that changes some members or variables, or any."""

    span: Span
    keys: frozenset[int]
    names: frozenset[str] | None = frozenset()
    """Those that a function changes, by their names in all sources; None for any."""
    path: AccessPath | None = None
    """What is stored, if nothing else is."""
    aliases: frozenset[str] = frozenset()
    """The alias classes of what is stored by plain pointers and in plain arrays."""
    given: bool = False
    """Whether it is a struct whose address others get, who may change it."""
    word: str = ""
    """The name of a member that a template's argument decides about."""
    called: str = ""
    """The function that is called there."""
    targets: frozenset[Target] = frozenset()
    """What is stored by what no path tells, or by functions of the library."""
    stored: str = ANY
    """The alias class of what is stored by pointers."""

    def names_it(self, memory: MemoryLocation, references: References, name: Callable[[int], str]) -> bool:
        """Whether it may change some memory, as far as names and types tell."""
        if self.names is None or ANY in self.names or self.keys & memory.keys:
            return True
        if self.word and any(references.fact(key).name == self.word for key in memory.named):
            return True
        if any(not self.keys.isdisjoint(references.over(other)) for other in memory.named):
            return True
        if memory.alias in self.aliases or (memory.vague and (self.keys or self.names)):
            return True
        return bool(self.names) and not self.names.isdisjoint(map(name, memory.named))


class Changes:
    """Answers for some changes of a source."""

    def __init__(
        self, changes: Iterable[Change], source: Source, points_to: PointsTo, name: Callable[[int], str]
    ) -> None:
        """``name`` gives the name in all sources of a member or variable."""
        self.changes = tuple(changes)
        self.source, self.points_to, self.name = source, points_to, name
        self.references = source.references

    def of(
        self, memory: MemoryLocation, texts: Sequence[Span] | None = None, around: Span | None = None
    ) -> Iterator[Change]:
        """The changes that may be one of some memory, in order, of some texts or of all.

        ``around``: what nobody sees is left out where it stands elsewhere.
        """
        numbers = self._near(memory, texts, around)
        for number in sorted(numbers):
            change = self.changes[number]
            if texts is None or any(text.start <= change.span.start < text.end for text in texts):
                if self.meets(change, memory):
                    yield change

    def storing(self, memory: MemoryLocation) -> Iterator[Change]:
        """Those that store what some memory is called, of whatever object."""
        numbers = self._index.numbers(("key", key) for key in memory.keys)
        return (self.changes[number] for number in sorted(numbers))

    def meets(self, change: Change, memory: MemoryLocation) -> bool:
        """Whether a change may be one of some memory."""
        if change.names_it(memory, self.references, self.name) or self._leads_to(change, memory):
            return True
        targets = self.points_to.of_memory(memory) if change.keys or change.aliases else frozenset()
        if not targets:
            return False
        if change.keys:
            return not targets.isdisjoint(self.points_to.of_keys(change.keys))
        return self._alias(memory) in change.aliases

    def _leads_to(self, change: Change, memory: MemoryLocation) -> bool:
        """Whether what is stored may be some memory by what pointers lead to, and by its type."""
        led = change.targets | self.points_to.stored(change.keys)
        return not led.isdisjoint(self.points_to.held(memory)) and meets(change.stored, {self._alias(memory)})

    def _alias(self, memory: MemoryLocation) -> str:
        return self.points_to.storage.alias_of(self.source.tree.node(memory.path.places[-1]))

    # --- the index -----------------------------------------------------------------------------------------

    def _near(self, memory: MemoryLocation, texts: Sequence[Span] | None, around: Span | None) -> set[int]:
        """The numbers of the changes that may meet some memory; all others do not."""
        if texts is None:
            texts = (around,) if around is not None else None
        if texts is None:
            unseen = set(self._unseen.rows)
        else:
            unseen = {number for text in texts for number in self._unseen.within(text)}
        if memory.vague:
            return unseen.union(range(len(self.changes)))
        numbers = unseen | self._index.numbers(self._names_of(memory))
        if self._stores:
            numbers |= self._by_targets.numbers(self.points_to.held(memory))
            numbers |= self._index.numbers((("alias", self._alias(memory)),))
        return numbers

    @cached_property
    def _unseen(self) -> Places[int]:
        """Those that may change anything."""
        rows = (number for number, change in enumerate(self.changes) if change.names is None)
        return Places(rows, lambda number: self.changes[number].span.start)

    @cached_property
    def _stores(self) -> bool:
        return any(change.keys or change.aliases or change.targets for change in self.changes)

    @cached_property
    def _calls(self) -> bool:
        return any(change.names for change in self.changes)

    @cached_property
    def _index(self) -> Index[Change]:
        return Index(self.changes, self._names)

    def _names(self, change: Change) -> Iterator[Hashable]:
        """What is known of what a change stores: by each of them it may be some memory."""
        for key in change.keys:
            yield "key", key
        for name in change.names or ():
            yield _ANY if name == ANY else ("name", name)
        yield from (("alias", alias) for alias in change.aliases)
        yield from (("word", change.word),) if change.word else ()

    def _names_of(self, memory: MemoryLocation) -> Iterator[Hashable]:
        """The names one of which a change of some memory must have, unless pointers lead there."""
        yield from (_ANY, ("alias", memory.alias))
        yield from (("key", key) for key in memory.keys)
        for key in memory.named:
            yield "word", self.references.fact(key).name
            if self._calls:
                yield "name", self.name(key)

    @cached_property
    def _by_targets(self) -> Index[Change]:
        """By what the source makes pointers lead to."""
        return Index(self.changes, self._targets)

    def _targets(self, change: Change) -> frozenset[Target]:
        stored = self.points_to.stored(change.keys) if change.keys else frozenset()
        return change.targets | stored | self.points_to.of_keys(change.keys)
