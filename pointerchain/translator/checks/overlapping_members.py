# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Overlapping members: a hoisted struct, and what lies in it, that another path reads or writes.

``s->o->x`` in a region that changes ``s->e``, a struct with an ``x``  ->  warning ``aliased-read``, if by its
type and members it could be the same.
"""

from __future__ import annotations

from pointerchain.analysis.access import AccessPath, StepKind
from pointerchain.analysis.alias import Alias, AliasResult
from pointerchain.analysis.library import ModRefInfo, library_function
from pointerchain.analysis.location import OUT, Location
from pointerchain.diagnostics import Note
from pointerchain.translator.checks.address_taken import AddressTaken
from pointerchain.translator.checks.findings import Finding, Findings
from pointerchain.translator.clang.libclang import (
    ARRAY_TYPES,
    EXPRESSIONS,
    POINTER_TYPE,
    RECORD_TYPE,
    Kind,
    Unary,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.facts.uses import CASTS, Use, outside_wrappers, subscripted, usage

_WRAPPERS = frozenset((Kind.PAREN, Kind.UNEXPOSED_EXPR))
_VALUES = _WRAPPERS | CASTS
_NAMES = frozenset((Kind.UNARY, Kind.SUBSCRIPT, Kind.MEMBER, Kind.DECL_REF))


def check(context: Context, facts: Facts) -> tuple[Finding, ...]:
    """Doubt what accesses a hoisted struct or a member of it, and what fills a struct of a chain."""
    judge = _Judge(context, facts)
    for index in context.indices_in_regions(_NAMES) if judge.inside else ():
        judge.name(index)
    for index in context.indices_in_regions(frozenset((Kind.CALL,))) if judge.chains else ():
        judge.call(context.tree.node(index))
    return judge.findings.all


class _Judge:
    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.findings = Findings(context)
        self.address_taken, self.alias = context.shared(AddressTaken), context.shared(Alias)
        self.standing = {row.node.index for row in facts.standing if row.node is not None}
        self.chains = [c for c in facts.chains.values() if not c.problems and c.access.known]
        self.structs = [chain for chain in self.chains if chain.shape is Shape.RECORD]
        own = (self._own(chain).holds for chain in self.structs)
        self.inside: frozenset[int] = frozenset().union(*own)

    def _own(self, chain: Chain) -> Location:
        return self.alias.locations.of_links(chain.access)[0]

    # --- accesses --------------------------------------------------------------------------------------

    def name(self, index: int) -> None:
        """An expression that names a struct, or a member of one that lies in a hoisted struct."""
        tree, references = self.context.tree, self.context.references
        kind = references.type_of(index)[0]
        whole = kind == RECORD_TYPE
        if not whole and (tree.kinds[index] != Kind.MEMBER or not self._is_inside(index)):
            return
        node = tree.node(index)
        if tree.kinds[index] == Kind.UNARY and node.unary_operator != Unary.DEREFERENCE:
            return
        path = self.context.paths.of(index)
        if kind in ARRAY_TYPES:
            node = subscripted(node)
        above = outside_wrappers(node)[0]
        part_of = above is not None and above.kind == Kind.MEMBER
        if part_of and references.type_of(node.index)[0] == RECORD_TYPE:
            return  # the member is judged
        self._doubt(node, path)

    def _is_inside(self, index: int) -> bool:
        """Whether an expression names a member of a struct that lies in a hoisted one."""
        target = self.context.references.of(index) if self.inside else None
        if target is None or target.kind != Kind.FIELD:
            return False
        return self.context.references.holder(target.key) in self.inside

    def _doubt(self, node: Node, path: AccessPath) -> None:
        span = self.context.source_span(node)
        if span.start >= span.end and not node.foreign:
            return  # the probe's own
        if self.facts.stands_at(span) or not self.standing.isdisjoint(path.places):
            return  # the user's promise excludes that two declared chains lead to one object
        location = self.alias.locations.of(node, path)
        meant = [chain for chain in self.structs if self.context.is_in(span.start, chain.region)]
        meant = [c for c in meant if (path.places[-1], c.number) not in self.facts.compared]
        meant = [c for c in meant if self.alias.of_locations(location, self._own(c)) is not AliasResult.NO]
        use = usage(node, self.context.cxx).use if meant else Use.OTHER
        if use not in (Use.READ, Use.WRITE) or self._is_apart(path, meant[0]):
            return
        for chain in meant:
            if use is Use.WRITE:
                self._say(node, chain, location, "aliased-write")
            elif chain.number in self.facts.written:
                self._say(node, chain, location, "aliased-read")

    def call(self, node: Node) -> None:
        """``memset(a, 0, sizeof *a)`` writes a whole struct, too."""
        given = [each for each in node.below if each.kind in EXPRESSIONS]
        row = library_function(node.name())
        if row is None or row.argument(0) is not ModRefInfo.BYTES or len(given) < 2:
            return
        argument = given[1]
        while argument.kind in _VALUES and argument.below:
            inner = argument.below[-1]
            if self.context.references.type_of(inner.index)[0] != POINTER_TYPE:
                break
            argument = inner
        path = self.context.paths.of(argument.index)
        location = self.alias.locations.behind(argument, path)
        address = bool(path.steps) and path.steps[-1].kind is StepKind.ADDRESS
        object_path = path._replace(steps=path.steps[:-1]) if address else path
        at = self.context.starts_at(argument)
        for chain in self.chains if location.holds else ():
            known = any((each, chain.number) in self.facts.compared for each in path.places)
            if (
                known
                or not self.context.is_in(at, chain.region)
                or not self.alias.may_be_read(location, chain.access)
            ):
                continue
            if not address or not self._is_apart(object_path, chain):
                self._say(argument, chain, location, "aliased-write")

    def _say(self, node: Node, chain: Chain, location: Location, code: str) -> None:
        span, notes = self.context.source_span(node), tuple[Note, ...]()
        text = self.context.spelling(span)
        if node.foreign:
            span, notes = self.context.included_place(node, span)
        rows = zip(chain.fields, map(self.context.references.holder, chain.members), strict=True)
        own = [declared for declared, record in rows if record in location.holds]
        member = own[0] if own else chain.fields[-1]
        self.findings.say(code, span, chain, notes, text=text, member=member.name)

    # --- variables that no pointer leads to ----------------------------------------------------------------

    def _is_apart(self, path: AccessPath, chain: Chain) -> bool:
        """Whether a path stays in a variable that is none of the chain's objects, or in a call's value."""
        if not path.known:
            return not any(step.kind in OUT for step in path.steps)
        region = self.context.regions[chain.region]
        return self.address_taken.is_hidden(path) or self.address_taken.is_inner(path, region)
