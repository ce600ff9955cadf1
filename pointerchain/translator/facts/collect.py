# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Collect: a context and its questions -> the facts of every region, from one pass over Clang's tree.

Every node of a region is looked at. What begins at the root of a chain, at ``this`` or at a variable that a
subscript reads is an access, wherever its text stands: in the region, in a macro's body, in an included
file. It is compared with every chain of the region and of the regions around it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pointerchain.analysis.access import (
    ACCESS_KINDS,
    AccessPath,
    Relation,
    Step,
    StepKind,
    compare,
)
from pointerchain.source import Span
from pointerchain.translator.clang import semantics
from pointerchain.translator.clang.libclang import Binary, Kind, Unary
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.facts.accessors import use_of_macro
from pointerchain.translator.facts.chains import Chain, Resolver, Shape
from pointerchain.translator.facts.clauses import ClauseReader, changes_by_clause
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.exits import ways
from pointerchain.translator.facts.frames import frames
from pointerchain.translator.facts.model import Access, Facts, Meeting, Member, Occurrence, RegionFacts
from pointerchain.translator.facts.probe import Question
from pointerchain.translator.facts.standing import settle
from pointerchain.translator.facts.uses import ARROW, Usage, Use, passes_on, usage
from pointerchain.translator.text.directives import Item
from pointerchain.translator.text.regions import Region, is_compute

_OUT = frozenset((StepKind.DEREFERENCE, StepKind.ELEMENT, StepKind.OPERATOR))
_LEAVES = frozenset((Kind.DECL_REF, Kind.THIS, Kind.MEMBER))


def collect(context: Context, asked: Sequence[Question], failed: Mapping[int, str]) -> Facts:
    """Resolve the chains and find everything that the regions do with them."""
    return _Collector(context, asked, failed).collect()


def leaves(context: Context, region: Region) -> Iterator[int]:
    """The nodes of an outermost region that a path can begin at, or that name a member; no probe's own."""
    begin, end = (context.markers[word, region.number] for word in ("begin", "end"))
    if begin is None or end is None:
        return
    kinds, starts, probe = context.tree.kinds, context.tree.starts, context.probe
    inserted = [
        (probe.spans["begin", r.number].start, probe.forward(r.begin.end))
        for r in context.families[region.number]
    ]
    for index in range(begin.index + 1, end.index):
        if kinds[index] in _LEAVES:
            start = starts[index]
            if not any(first <= start < last for first, last in inserted):
                yield index


_MEMBER_POINTERS = (Binary.MEMBER_OF, Binary.MEMBER_AT)


class _Family:
    """An outermost region with those in it: its chains, and what is looked for in its text."""

    def __init__(self, context: Context, chains: Sequence[Chain]) -> None:
        self.chains = chains
        known = [chain for chain in chains if chain.access.known]
        paths = [chain.access for chain in known] + [path for chain in known for path in chain.watched]
        self.roots = frozenset(path.root[1] for path in paths if path.root[0] == "variable")
        self.of_this = any(path.root[0] == "this" for path in paths)
        steps = {step for chain in known for step in chain.access.steps if step.kind is StepKind.MEMBER}
        members = {step.key[1] for step in steps if step.key[0] == "member"}
        members |= {chain.through for chain in known if chain.through >= 0}
        references = context.references
        self.members = members.union(*map(references.over, members))
        """Those that chains go through, and what lies over them in unions."""
        self.names = {step.key[1] for step in steps if step.key[0] == "name"}
        """Those of which a template's argument decides."""
        self.spelled = self.names | {references.fact(key).name for key in members if context.cxx}


class _Collector:
    def __init__(self, context: Context, asked: Sequence[Question], failed: Mapping[int, str]) -> None:
        self.context = context
        self.tree, self.paths, self.references = context.tree, context.paths, context.references
        keywords = {region.number: region.keyword for region in context.layout.regions}
        regions = context.layout.regions
        kernels = {each.number for each in regions if any(map(is_compute, context.constructs_in(each)))}
        resolver = Resolver(
            context.file, context.cxx, context.probe, context.tree, context.paths, failed, keywords, kernels
        )
        self.all = [resolver.resolve(question) for question in asked]
        self.of_region: dict[int, list[Chain]] = {}
        self.doubles: dict[int, list[Chain]] = {}
        """By chain: those of the same path that it stands for."""
        self._merge()
        self.subscripts: set[int] = set()
        """Those that the locals' pointers are followed by, or that are parts of the chains."""
        self.accesses: dict[int, list[Access]] = {region.number: [] for region in context.layout.regions}
        self.members: dict[int, list[Member]] = {region.number: [] for region in context.layout.regions}
        self.active: dict[int, list[Chain]] = {}
        for region in context.layout.regions:
            rows = [
                c for around in context.lineage(region.number) for c in self.of_region.get(around.number, ())
            ]
            self.active[region.number] = rows

    def _merge(self) -> None:
        """One path is one chain: that of the outermost region, there of the last declare."""
        asked: dict[int, list[Chain]] = {}
        for chain in self.all:
            asked.setdefault(chain.region, []).append(chain)
        for region in self.context.layout.regions:
            around = [
                each
                for outer in self.context.lineage(region.parent)
                for each in self.of_region.get(outer.number, ())
            ]
            kept: list[Chain] = []
            for chain in reversed(asked.get(region.number, ())):
                double = next((each for each in (*around, *kept) if _is_same(each, chain)), None)
                if double is None:
                    kept.append(chain)
                else:
                    self.doubles.setdefault(double.number, []).append(chain)
            self.of_region[region.number] = kept[::-1]

    def collect(self) -> Facts:
        context = self.context
        for region in context.outermost:
            family = context.families[region.number]
            chains = [chain for each in family for chain in self.of_region[each.number]]
            self._region(region, _Family(context, chains))
        reader = ClauseReader(context, self.active)
        occurrences = [a.occurrence for rows in self.accesses.values() for a in rows if a.occurrence]
        occurrences = settle(context, {c.number: c for c in self.all}, occurrences) + reader.found
        occurrences.sort(key=lambda row: (row.construct is not None, row.span))
        known = {chain.number: chain for rows in self.of_region.values() for chain in rows}
        used = self._used(known, occurrences) | reader.mentioned()
        written: dict[int, list[Span]] = {}
        for row in occurrences:
            chain = known[row.chain]
            if not chain.problems and _changes(row, chain):
                written.setdefault(row.chain, []).append(row.span)
        idle = [chain for chain in self.all if chain.number not in used]
        regions = {
            region.number: RegionFacts(
                region,
                tuple(chain for chain in self.of_region[region.number] if chain.number in used),
                tuple(self.accesses[region.number]),
                tuple(self.members[region.number]),
                context.constructs_in(region),
            )
            for region in context.layout.regions
        }
        return Facts(
            regions,
            {number: chain for number, chain in known.items() if number in used},
            tuple(idle),
            tuple(occurrences),
            tuple(reader.others),
            {number: tuple(spans) for number, spans in written.items()},
            {number: tuple(c for c in rows if c.number in used) for number, rows in self.active.items()},
            *frames(context),
            ways(context),
            self._unused(used, known),
            frozenset(self.subscripts),
            tuple(reader.calls),
            {at: tuple(rows) for at, rows in reader.listed.items()},
        )

    def _unused(self, used: set[int], chains: Mapping[int, Chain]) -> tuple[Item, ...]:
        """The declared items that no region uses; an inner region's is used where the outer one's is."""
        known = {id(chains[number].item) for number in used}
        for number in used:
            doubles = self.doubles.get(number, ())
            known |= {id(each.item) for each in doubles if each.region != chains[number].region}
        layout = self.context.layout
        items = [item for declare in layout.declares for item in declare.items]
        for region in layout.regions:
            items += [row.item for row in region.chains[len(region.chains) - region.own :]]
        return tuple(item for item in items if id(item) not in known)

    def _used(self, chains: Mapping[int, Chain], occurrences: Sequence[Occurrence]) -> set[int]:
        """The chains that the regions use; one of an inner region uses those it goes out from."""
        used = {row.chain for row in occurrences}
        for number in sorted(used, reverse=True):
            inner = chains[number]
            for around in self.context.lineage(self.context.regions[inner.region].parent):
                for outer in self.of_region[around.number]:
                    found = compare(outer.access, inner.access, self.references)
                    if found.relation is Relation.PREFIX and found.certain and found.alike:
                        used.add(outer.number)
        return used

    # --- accesses --------------------------------------------------------------------------------------

    def _region(self, region: Region, family: _Family) -> None:
        if not family.roots and not family.of_this and not family.members:
            return
        seen: set[int] = set()
        kinds, references = self.tree.kinds, self.references
        for index in leaves(self.context, region):
            kind = kinds[index]
            if kind == Kind.DECL_REF:
                target = references.of(index)
                if target is not None and self.paths.variable(target) in family.roots:
                    self._access(index, family, seen)
            elif kind == Kind.THIS:
                if family.of_this:
                    self._access(index, family, seen)
            elif kind == Kind.MEMBER:
                self._member(index, family, seen)

    def _member(self, index: int, family: _Family, seen: set[int]) -> None:
        target = self.references.of(index)
        if target is not None and target.kind == Kind.VARIABLE:  # a static member
            if target.key in family.roots:
                self._access(index, family, seen)
            return
        if self.paths.base_of(index) < 0 and family.of_this:
            self._access(index, family, seen)
        if target is None:
            concerns = bool(family.spelled) and self.references.spelled_member(index) in family.spelled
        else:
            concerns = target.key in family.members
            if family.names and not concerns:
                concerns = self.references.fact(target.key).name in family.names
        if concerns:
            node = self.tree.node(index)
            span = self.context.source_span(node)
            region = self.context.region_at(span.start)
            if region is not None:
                number = target.key if target is not None else 0
                self.members[region.number].append(
                    Member(node, span, region.number, number, self._method(index))
                )

    def _whole(self, index: int) -> int:
        """The outermost access that an expression is the base of."""
        tree, whole, at = self.tree, index, index
        while True:
            above = tree.parents[at]
            if above <= 0 or self.paths.base_of(above) != at:
                return whole
            kind = tree.kinds[above]
            if kind in ACCESS_KINDS:
                if kind == Kind.MEMBER and self._names_method(above):
                    return whole
                if kind == Kind.BINARY and self.references.binary(above) > Binary.MEMBER_AT:
                    at = above
                    continue  # pointer arithmetic
                if kind != Kind.UNARY or self.references.unary(above) != Unary.ADDRESS_OF:
                    whole = above
            at = above

    def _names_method(self, index: int) -> bool:
        target = self.references.of(index)
        if target is None:  # a template's argument decides: what is called is a member function
            above = self.tree.parents[index]
            return (
                self.tree.kinds[above] == Kind.CALL
                and above + 1 == index
                and self.tree.starts[above] == self.tree.starts[index]
            )
        return target.kind not in (Kind.FIELD, Kind.VARIABLE, Kind.UNEXPOSED_DECL)

    def _access(self, leaf: int, family: _Family, seen: set[int]) -> None:
        index = self._whole(leaf)
        if index in seen:
            return
        seen.add(index)
        path = self.paths.of(index)
        if not path.known:
            return
        node = self.tree.node(index)
        span = self.context.source_span(node)
        region = self.context.region_at(span.start)
        if region is None:
            return
        best: tuple[int, Chain] | None = None
        meets: list[Meeting] = []
        watched: list[Meeting] = []
        for chain in self.active[region.number]:
            for at, read in enumerate(chain.watched):
                seen_as = compare(path, read, self.references)
                if seen_as.relation is not Relation.DIFFERENT or not seen_as.alike:
                    watched.append(Meeting(chain.number, seen_as, at))
            if chain.access.root != path.root:
                continue
            found = compare(path, chain.access, self.references)
            if found.relation is not Relation.DIFFERENT or not found.alike:
                if found.relation is Relation.APART:
                    meets.append(Meeting(chain.number, found))
                    continue
                exact = (
                    found.relation in (Relation.SAME, Relation.EXTENSION) and found.certain and found.alike
                )
                if exact and (best is None or found.size > best[0]):
                    best = found.size, chain
                meets.append(Meeting(chain.number, found))
        occurrence = self._occurrence(path, best[1], best[0], region) if best is not None else None
        if occurrence is not None:
            meets = [row for row in meets if row.chain != occurrence.chain]
        self.accesses[region.number].append(
            Access(
                node, path, span, region.number, occurrence, tuple(meets), tuple(watched), self._method(index)
            )
        )

    def _method(self, index: int) -> Node | None:
        """The member function that is called on an access, or on what it points to."""
        at = self.tree.node(index)
        while True:
            above = at.parent
            if above is None:
                return None
            if above.kind == Kind.MEMBER and self._names_method(above.index):
                return above
            if above.kind == Kind.BINARY and above.binary_operator in _MEMBER_POINTERS and at.ordinal == 0:
                return above
            if not passes_on(above, at):
                return None
            at = above

    def _occurrence(self, path: AccessPath, chain: Chain, size: int, region: Region) -> Occurrence | None:
        """The part of an access that a chain's local stands for."""
        at = count = 0
        while count < size:
            count += path.steps[at].kind is not StepKind.CAST
            at += 1
        place = path.places[at]
        after = path.steps[at] if at < len(path.steps) else None
        if after is not None and path.places[at + 1] == place:
            place = -1  # the chain ends in what an arrow does: it has no text of its own
        node = self.tree.node(place if place >= 0 else path.places[at])
        followed = after is not None and after.kind in _OUT
        if followed and chain.shape is not Shape.RECORD and place >= 0:
            use = Usage(Use.READ, node)
        elif place < 0:
            use = Usage(Use.OTHER, node, ARROW)
        else:
            use = usage(node, self.context.cxx, self.subscripts)
        if self.context.cxx:
            self.subscripts.update(path.places[: at + 2])
        span = use_of_macro(self.context, node) or self.context.source_span(node)
        return Occurrence(chain.number, span, region.number, node, use, followed)


def _is_same(one: Chain, other: Chain) -> bool:
    """Whether two chains are one: by their paths, or where Clang knows none by their text."""
    if one.access.known and other.access.known:
        if one.access.root != other.access.root or one.access.steps != other.access.steps:
            return False
        return not _holds_unique(one.access.steps)
    return not one.access.known and not other.access.known and one.item.text == other.item.text


def _holds_unique(steps: tuple[Step, ...]) -> bool:
    return "'?'" in repr([step.key for step in steps if step.kind is not StepKind.MEMBER])


def _changes(row: Occurrence, chain: Chain) -> bool:
    """Whether an occurrence changes what its local holds."""
    if row.construct is not None:
        return changes_by_clause(row, chain)
    use = row.use
    if use is None or row.followed or row.left:
        return False
    if use.use is Use.METHOD:
        return chain.shape is Shape.RECORD and (chain.mutable or not semantics.is_const_method(use.node))
    if use.use is Use.READ and chain.mutable and use.node.kind == Kind.CALL:
        return True  # a reference to const is enough
    if use.use is Use.WRITE:
        if chain.shape is Shape.DEPENDENT and chain.const:
            return False  # a dependent call looks like a write, but through const nothing is written
        return chain.shape not in (Shape.ARRAY, Shape.OBJECT, Shape.CONTAINER, Shape.HANDLE)
    return False
