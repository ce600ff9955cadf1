# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Presence: the memory that a chain is read from -> whether the device may have a copy of it.

``s->a->n`` is read from ``s``, from ``s->a`` and from itself: three locations. With ``omp target data
map(s->a[0:1])`` around a kernel  ->  the third is present there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pointerchain.analysis.alias import AliasResult
from pointerchain.analysis.environment.call_summaries import CallSummaries
from pointerchain.analysis.environment.callers import Callers
from pointerchain.analysis.environment.instances import Instances
from pointerchain.analysis.environment.lasting import Lasting
from pointerchain.analysis.environment.listed import Item, items_of, shares_memory
from pointerchain.analysis.environment.memory import MemoryLocation, until_out
from pointerchain.analysis.environment.nearby import Nearby
from pointerchain.analysis.environment.order import Order
from pointerchain.analysis.environment.present import Environment, Presence, Row
from pointerchain.analysis.escape import owning
from pointerchain.translator.checks.calls import Calls
from pointerchain.translator.checks.evaluated import Evaluated
from pointerchain.translator.checks.listing import Listing, device_of, environment_of
from pointerchain.translator.checks.trees import Trees
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.directives import Construct


class Presences:
    """Answers for one source."""

    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts, self.trees = context, facts, context.shared(Trees)
        self.evaluated = context.shared(Evaluated)
        self.listing = Listing(context, facts, self.trees)
        self.containment = self.listing.containment

    def is_kept(self, chain: Chain, construct: Construct) -> bool:
        """Whether the device certainly has a copy of a chain's memory, or of what its local leads to."""
        place = self.evaluated.place(chain, len(chain.access.steps))
        found = self.at(construct, place)
        if found is not None and any(
            self.containment.of(row, place) is AliasResult.MUST for row in found.rows
        ):
            return True
        at = construct.pragma.span.start
        for row in self.facts.standing:
            around = row.construct
            if around is None or row.chain != chain.number or around.directive is None:
                continue
            span = self.context.statement(around)
            end = span.end if span is not None else -1
            if around.directive.data and around.directive.enters and around.pragma.span.start < at:
                if end < 0 or at < end:
                    return True
        return False

    def holds(self, construct: Construct, memory: MemoryLocation) -> bool:
        """Whether the device may have some memory where a construct runs, or the construct puts it there."""
        place = construct.pragma.span.start
        listed = (self.listing.row(construct, item) for item in items_of(construct))
        own = any(
            row is not None and self.containment.attaches(row, memory) is not AliasResult.NO for row in listed
        )
        if own:
            return True
        rows = self.nearby.of(memory)
        found = self.environment.at(place, lambda row: self.containment.attaches(row, memory), among=rows)
        return found is not None

    def beside(self, construct: Construct, chain: Chain) -> Row | None:
        """The directive that has put elements onto the device which begin elsewhere than a chain leads to.

        A device finds what a pointer leads to by its value, unless the construct lists the section itself.
        """
        own = self.evaluated.own(chain)
        if own is None or chain.shape is not Shape.POINTER:
            return None
        if any(row.chain == chain.number and row.construct is construct for row in self.facts.standing):
            return None
        rows = (row for row in self.nearby.attaching(own) if row.alone and row.effect.creates)
        return next((row for row in rows if row.what.path.bare[-1].key != 0), None)

    def at(self, construct: Construct, memory: MemoryLocation, place: int = -1) -> Presence | None:
        """How memory may be present where a construct begins, or at another place."""
        if not self.listing.rows or self._is_shared:
            return None
        attached = self.is_attached(memory)

        def lies(row: Row) -> AliasResult:
            # an attached pointer is not changed by an update (OpenMP 5.2, 5.9; OpenACC 3.3, 2.14.4)
            updates = row.effect.finds and not row.effect.creates
            return AliasResult.NO if attached and updates else self.containment.of(row, memory)

        at = place if place >= 0 else construct.pragma.span.start
        return self.environment.at(at, lies, device_of(construct), self.nearby.of(memory))

    def listed_in(
        self, construct: Construct, memory: MemoryLocation, least: AliasResult = AliasResult.MUST
    ) -> Iterator[tuple[Row, Item]]:
        """What a directive of a region itself lists that holds some memory, for certain or perhaps."""
        made = any(row.construct is construct for row in self.listing.made)
        if made and not self.containment.meets(self.listing.others.data, memory):
            return  # which knows the types of what macros list
        for item in items_of(construct):
            row = (
                self.listing.row(construct, item)
                if made or item.span.start not in self.listing.of_locals
                else None
            )
            if row is not None and self.containment.of(row, memory) >= least:
                yield row, item

    def updates_local(self, construct: Construct, chain: Chain) -> bool:
        """Whether a directive always copies the chain's local, though the device has it already."""
        own = {row.span.start for row in self.facts.standing if row.chain == chain.number}
        moved = (item for item in items_of(construct) if item.span.start in own and not item.section)
        return any(b"always" in item.words and item.effect.storage for item in moved)

    def is_beside(self, construct: Construct, item: Item, memory: MemoryLocation) -> bool:
        """Whether a directive lists another member of the struct that some memory is in."""
        what = self.listing.what(construct, item)
        if what.path is None or not what.part.records or what.part.records[0] not in memory.part.records:
            return False
        return what.path.root == memory.path.root and until_out(what.path) == until_out(memory.path)

    def named_in(self, construct: Construct, chain: Chain) -> Iterator[Item]:
        """What a directive lists that may hold memory which a chain is read from."""
        for item in items_of(construct):
            what = self.listing.what(construct, item)
            if any(
                self.containment.listed(what, memory) is not AliasResult.NO
                for memory in self.evaluated.of(chain)
            ):
                yield item

    def is_attached(self, memory: MemoryLocation) -> bool:
        """Whether a directive of the source may make the device's copy of a pointer lead to the device."""
        return self.nearby.is_attached(memory)

    @cached_property
    def environment(self) -> Environment:
        """All that the source maps."""
        return environment_of(
            self.listing.rows, self.listing.flow, self.containment, self.listing.calls_that_put
        )

    @cached_property
    def nearby(self) -> Nearby:
        """The rows of that by what they may hold."""
        return Nearby(self.listing.rows, self.containment)

    @property
    def order(self) -> Order:
        """Where control may come from one function of the source to another."""
        return self.listing.order

    @cached_property
    def callers(self) -> Callers:
        """Who calls whom."""
        return Callers(self.context, self.trees.every)

    @cached_property
    def summaries(self) -> CallSummaries:
        """What calls surely do, in all functions of the source."""
        return CallSummaries(self.order.flow, self.containment, self.callers)

    @cached_property
    def instances(self) -> Instances:
        """Which objects called functions mean."""
        return Instances(self.order, self.callers, self.containment, lambda: self._owning)

    @cached_property
    def _owning(self) -> frozenset[str]:
        """The local pointers that lead to memory of their own alone, in all functions of the source."""
        summaries = self.context.shared(Calls).modref.summaries
        known = summaries.storage, summaries.callees, self.context.cxx
        return frozenset(name for aside in self.trees.every for name in owning(aside.tree, *known))

    @cached_property
    def lasting(self) -> Lasting:
        """How long what is put onto the device is there, from one function to another."""
        ends = [
            row for row in self.listing.rows if row.alone and row.effect.deletes and not row.effect.creates
        ]
        order = self.order
        ended = environment_of([*ends, *self.summaries.rows(ends)], order.flow, self.containment)
        puts = [row for row in self.listing.rows if row.alone and row.effect.creates]
        puts = [row for row in puts if not (row.declared or row.elsewhere)]
        return Lasting(ended, puts, self.summaries, self.instances)

    @cached_property
    def _is_shared(self) -> bool:
        """Whether host and device have one memory, so that there are no copies (OpenMP 5.2, 8.2.1)."""
        return shares_memory(text for _, text in self.context.parsed.own_texts)


def presences(context: Context, facts: Facts) -> Presences:
    """The answers for a source, which several checks ask."""
    return context.shared(_Shelf).of(facts)


class _Shelf:
    """Keeps them with the facts that they are of."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.made: Presences | None = None

    def of(self, facts: Facts) -> Presences:
        """Those of some facts."""
        if self.made is None or self.made.facts is not facts:
            self.made = Presences(self.context, facts)
        return self.made
