# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Before: the probe's tree -> what the translation must look like, and what the source does to its chains.

Everything here is asked of Clang before the output is parsed: which access is which chain's
(``s->n`` at node 40 is chain 2 of region 0), where the regions lie in the tree, and each write to a
link, root or subscript variable of a hoisted chain, which refuses the file.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from pointerchain.lazy import NamedTuple
from pointerchain.translator.clang.libclang import EXPRESSIONS, Binary, Kind, Unary
from pointerchain.translator.clang.snapshot import CASTS, Snapshot
from pointerchain.translator.clang.tree import FOREIGN, MACRO
from pointerchain.translator.emit.planned import Planned, PlannedChain
from pointerchain.translator.proof.bindings import places
from pointerchain.translator.proof.chains import Chain, Extent, Tables, harm, stale
from pointerchain.translator.proof.lifetimes import ends_early
from pointerchain.translator.proof.paths import (
    ADDRESS,
    CAST,
    FIELD,
    INDEX,
    THIS,
    Path,
    Paths,
    Relation,
    Roots,
    relation,
)
from pointerchain.translator.proof.uses import (
    Use,
    is_copied,
    is_unevaluated,
    reaches_elements,
    use_of,
    use_of_address,
)

EXITS = frozenset((Kind.BREAK, Kind.CONTINUE, Kind.RETURN, Kind.GOTO, Kind.INDIRECT_GOTO))
_TESTING = frozenset((Kind.IF, Kind.WHILE, Kind.DO, Kind.FOR))
"""Statements that ask of a value whether it is zero, or not at all."""


class Problem(NamedTuple):
    """What refuses a translation, and where in the tree before, or after."""

    what: str
    node: int
    after: bool = False
    chain: PlannedChain | None = None
    type: str = ""
    """Where the local's type is not the chain's: the local's, as it is spelled."""


class Access(NamedTuple):
    """An expression that is a hoisted chain."""

    chain: Chain
    shown: str
    """The type of what is made of it, conversions included."""
    bare: bool
    """Whether Clang converts it to nothing: braces with a template's value in them show no conversions."""
    any_type: bool
    """Whether the local may have another one: a template's argument decides, or a cast takes either."""
    use: Use
    unevaluated: bool
    operand: bool
    """Whether it stands in such an operand, where the length of an array may be evaluated all the same."""
    constant: bool
    """Whether it stands in what a static variable of C begins with, which is evaluated before all else."""
    in_lambda: bool
    """Whether the body of a lambda of the chain's region holds it."""
    detour: bool
    """Whether it is spelled with a sum, ``*(s + 0)``, which the translation may leave alone."""
    stringized: bool
    """Whether a macro makes a string of it, beside reading it."""
    beside: bool
    """Whether a container may be named beside the pointer to its elements, as by ``size()``."""


class Before:
    """The probe's tree, read."""

    def __init__(self, marked: Snapshot, planned: Planned, cxx: bool) -> None:
        self.marked, self.planned, self.cxx = marked, planned, cxx
        self.roots = Roots()
        self.paths = Paths(marked, self.roots)
        self.places = places(marked, self.paths)
        self.problems: list[Problem] = []
        self.extents: dict[int, Extent] = {}
        self.begins: dict[int, int] = {}
        """Regions by the node of the mark that begins them; ``ends`` alike."""
        self.ends: dict[int, int] = {}
        self.reloads: dict[int, tuple[tuple[int, str], ...]] = {}
        """By the node of a mark where locals are loaded again: their regions and names."""
        self.accesses: dict[int, Access] = {}
        self._known: dict[Path, Chain] = {}
        self.unevaluated: set[tuple[int, int]] = set()
        """The text of accesses that only their type is taken of; a macro's argument may be used again."""
        self.labels: dict[object, tuple[int, ...]] = {}
        """The regions around each label that lies in one, innermost first."""
        self.returned: dict[int, str] = {}
        """The type of what each ``return`` in a region returns, as it is returned."""
        self.dirty = bytearray(len(marked.kinds))
        """The nodes in which the tree after may differ."""
        self._inserted = [span.start for span in planned.replaced]
        self._asked = bytearray(len(marked.kinds))
        self._find_regions()
        self._find_accesses()
        for extent in self.extents.values():
            self._exits(extent)
            if extent.chains and not extent.planned.flat:
                early = ends_early(marked, self.paths, extent.begin, extent.end)
                if early is not None:
                    self.problems.append(Problem(*early))
        if self.labels:
            for node, kind in enumerate(marked.kinds):
                if kind == Kind.GOTO:
                    self._touch(node)
                elif kind == Kind.ADDR_LABEL and self.labels.get(marked.marks[node + 1]):
                    what = "a computed goto could be a way into the region past its beginning"
                    self.problems.append(Problem(what, node))

    # --- regions -----------------------------------------------------------------------------------

    def is_inserted(self, node: int) -> bool:
        """Whether a node's text begins in what only the probe has; included text has the place before it."""
        if self.marked.flags[node] & FOREIGN:
            return False
        at = self.marked.starts[node]
        index = bisect_right(self._inserted, at) - 1
        return index >= 0 and at < self.planned.replaced[index].end

    def _touch(self, node: int) -> None:
        dirty, parents = self.dirty, self.marked.parents
        while node > 0 and not dirty[node]:
            dirty[node] = 1
            node = parents[node]

    def _find_regions(self) -> None:
        marked = self.marked
        begins = {region.begin.start: region for region in self.planned.regions}
        ends = {region.end.start: region for region in self.planned.regions}
        chains = {
            chain.probe.start: (region.number, chain)
            for region in self.planned.regions
            for chain in region.chains
        }
        reloads = {reload.mark.start: reload.locals for reload in self.planned.reloads}
        found: dict[int, list[Chain]] = {}
        for node, kind in enumerate(marked.kinds):
            if kind != Kind.NULL or not self.is_inserted(node):
                continue
            start = marked.starts[node]
            self._touch(node)
            if start in begins:
                self.begins[node] = begins[start].number
            if start in ends:
                self.ends[node] = ends[start].number
            if start in reloads:
                self.reloads[node] = reloads[start]
            for question in self._questions(node):
                self._touch(question)
                self._asked[question : marked.after[question]] = b"\1" * (marked.after[question] - question)
                row = chains.get(marked.starts[question])
                if row is not None and marked.ends[question] <= row[1].probe.end:
                    chain = self._chain(row[0], row[1], question)
                    if chain is not None and not any(c.planned is row[1] for c in found.get(row[0], ())):
                        found.setdefault(row[0], []).append(chain)
        where_end = {number: node for node, number in self.ends.items()}
        for node, number in self.begins.items():
            region = begins[marked.starts[node]]
            rows = tuple(found.get(number, ()))
            self.extents[number] = Extent(region, node, where_end.get(number, node), rows)
            if number not in where_end or len(rows) != len(region.chains):
                self.problems.append(
                    Problem("the region, or a chain of it, is not found in Clang's tree", node)
                )
        if len(self.reloads) != len(reloads):
            self.problems.append(Problem("a place where locals are loaded again is not in Clang's tree", 0))
        if len(self.begins) != len(self.planned.regions):
            self.problems.append(Problem("a region is not found in Clang's tree", 0))

    def _questions(self, mark: int) -> list[int]:
        """The statements behind a mark that only the probe has."""
        marked = self.marked
        at = mark
        while marked.kinds[marked.parents[at]] in (Kind.LABEL, Kind.CASE, Kind.DEFAULT):
            at = marked.parents[at]
        end = marked.after[marked.parents[at]]
        out, at = [], marked.after[at]
        while at < end and self.is_inserted(at):
            if marked.kinds[at] != Kind.COMPOUND and marked.kinds[at] != Kind.NULL:
                out.append(at)
            at = marked.after[at]
        return out

    def _chain(self, region: int, planned: PlannedChain, node: int) -> Chain | None:
        marked = self.marked
        path = self.paths.of(node)
        if path is None:
            return None
        inside = range(node, marked.after[node])
        if any(marked.kinds[each] in EXPRESSIONS and marked.type(each).volatile for each in inside):
            self.problems.append(
                Problem(f"each read of a volatile link counts: chain '{planned.text}'", node)
            )
        known = self._known.get(path)
        if known is None:
            watched = [self._watched(term) for op in path.ops if op[0] == INDEX for term in op[1:]]
            of = marked.type(marked.peeled(node))
            known = self._known[path] = Chain(
                region,
                planned,
                path,
                path.uncast,
                of,
                tuple(each for row in watched for each in row),
                bool(path.ops) and path.ops[-1][0] == FIELD and marked.is_bit_field(path.ops[-1][1]),
                marked.element(of).text if of.array else "",
                not of.array and not planned.accessor and not planned.reference,
            )
        return known._replace(region=region, planned=planned)

    def _watched(self, term: object) -> list[Path]:
        """The paths in an index, and in their own indices."""
        if isinstance(term, Path):
            inner = [found for op in term.ops if op[0] == INDEX for found in self._watched(op[1])]
            return [term.uncast, *inner]
        return [found for each in term for found in self._watched(each)] if isinstance(term, tuple) else []

    def around(self, node: int) -> tuple[int, ...]:
        """The regions around a node that keep chains, innermost first."""
        rows = [e for e in self.extents.values() if e.chains and e.begin < node < e.end]
        return tuple(e.planned.number for e in sorted(rows, key=lambda e: -e.begin))

    # --- accesses ------------------------------------------------------------------------------------

    def _find_accesses(self) -> None:
        reached = 0
        waiting = sorted(self.extents.values(), key=lambda extent: extent.begin)
        for position, extent in enumerate(waiting):
            if extent.begin >= reached:
                reached = extent.end
                inside = bisect_left(waiting, reached, position, key=lambda each: each.begin)
                self._in_family(extent, waiting[position:inside])

    def _in_family(self, outermost: Extent, family: list[Extent]) -> None:
        marked = self.marked
        kinds, marks, asked = marked.kinds, marked.marks, self._asked
        roots: set[object] = set()
        for extent in family:
            for chain in extent.chains:
                roots.add(chain.path.root)
                roots.update(path.root for path in chain.watched)
        if not roots:
            return
        roots.update(self.places[root].root for root in tuple(roots) if root in self.places)
        roots.update(name for name, variable in self.paths.bound.items() if variable in roots)
        this = "this" in roots
        member, reference, own = Kind.MEMBER, Kind.DECL_REF, Kind.THIS
        tables = Tables(family, self.cxx)
        for node in range(outermost.begin, outermost.end):
            kind = kinds[node]
            if kind != reference and kind != member and kind != own:
                continue
            if kind != own and marks[node] not in roots and not (this and kind == member):
                continue
            if asked[node]:
                continue
            root = self.paths.root(node)
            if root is not None and root.root in roots:
                self._access(node, root, tables)

    def _access(self, leaf: int, root: Path, tables: Tables) -> None:
        marked = self.marked
        by_path, active, ends = tables.at(leaf)
        climbed = self.paths.climb(leaf, root, ends)
        longest: Chain | None = None
        for node, path in climbed:
            chain = by_path.get(path)
            if chain is not None and not (chain is longest and chain.planned.reference):
                longest, place = chain, node  # of an object: itself, and not what its '->' is called on
        # a cast or an address that nothing is read through is no access
        taken = -1
        while climbed[-1][1].ops and climbed[-1][1].ops[-1][0] in (CAST, ADDRESS):
            node, path = climbed.pop()
            taken = node if path.ops[-1][0] == ADDRESS else taken
        top, path = climbed[-1]
        use = use_of_address(marked, taken) if taken >= 0 else use_of(marked, top, self.cxx, self.accesses)
        if path.root == THIS and not path.ops:
            use = Use.READ
        followed = path
        if use is Use.PLACE:
            followed, use = path.then((INDEX, 0), True), Use.WRITE
        if longest is not None:
            outer = marked.unpeeled(place)
            of = marked.type(outer)
            unevaluated = is_unevaluated(marked, place)
            if unevaluated:
                self.unevaluated.add((marked.starts[place], marked.ends[place]))
            self.accesses[place] = Access(
                longest,
                of.text,
                outer == place,
                of.dependent
                or (longest.promotes and self._promotes(outer))
                or (longest.type.array and self._is_indexed(outer)),
                use if top == place else Use.READ,
                unevaluated,
                unevaluated or is_unevaluated(marked, place, strict=False),
                not self.cxx and longest.type.array and self._is_constant(place),
                longest.planned.written and self._in_lambda(place, longest.region),
                self._is_detour(climbed),
                bool(marked.flags[place] & MACRO) and self._is_stringized(place),
                self._is_beside(place, use if top == place else Use.READ, longest),
            )
            self._touch(place)
        if use in (Use.NONE, Use.READ, Use.RANGE):
            what = ""
            if use is Use.READ and tables.written:
                what = stale(active, path.uncast, is_copied(marked, top), self.paths.unions)
            if what and not is_unevaluated(marked, top):
                self.problems.append(Problem(what, top))
            return
        followed = followed.uncast
        for chain in active:
            if use is Use.WRITE and self._names_written(chain, followed):
                self.problems.append(Problem(f"a link is changed: chain '{chain.planned.text}'", top))
                return
            what = harm(chain, followed, use, longest, self.paths.unions)
            if what and not is_unevaluated(marked, top):
                self.problems.append(Problem(f"{what}: chain '{chain.planned.text}'", top))
                return

    def _names_written(self, chain: Chain, written: Path) -> bool:
        """Whether what a chain's root, or a variable in an index, is a name of is written."""
        roots = (chain.path.root, *(path.root for path in chain.watched))
        known = (self.places[root].uncast for root in roots if root in self.places)
        relations = (relation(written, place, self.paths.unions)[0] for place in known)
        return any(how in (Relation.SAME, Relation.PREFIX, Relation.UNION) for how in relations)

    def _is_beside(self, node: int, use: Use, chain: Chain) -> bool:
        """Whether an access to a container or smart pointer may stay as it is."""
        if chain.copied or chain.type.array:
            return False
        if reaches_elements(self.marked, node):
            return not chain.planned.restrict
        return use is Use.READ

    def _promotes(self, node: int) -> bool:
        """Whether a bit-field is converted there anyway, or is only tested, which no type of it changes.

        It is converted by a cast, or by what a template leaves open.
        """
        above = self.marked.parents[node]
        kind, mark = self.marked.kinds[above], self.marked.marks[above]
        if kind == Kind.BINARY:
            return mark in (Binary.LOGICAL_AND, Binary.LOGICAL_OR) or self.marked.type(above).dependent
        if kind == Kind.CONDITIONAL:
            return node == above + 1
        return kind in CASTS or kind in _TESTING or (kind == Kind.UNARY and mark == Unary.LOGICAL_NOT)

    def _is_indexed(self, node: int) -> bool:
        """Whether a subscript that a template leaves open follows, which shows no array become a pointer."""
        above = self.marked.parents[node]
        return self.marked.kinds[above] == Kind.SUBSCRIPT and self.marked.type(above).dependent

    def _is_constant(self, node: int) -> bool:
        kinds, parents = self.marked.kinds, self.marked.parents
        while kinds[node] in EXPRESSIONS:
            node = parents[node]
        return kinds[node] == Kind.VARIABLE and not self.marked.is_automatic(node)

    def _in_lambda(self, node: int, region: int) -> bool:
        kinds, parents, begin = self.marked.kinds, self.marked.parents, self.extents[region].begin
        while node > begin:
            above = parents[node]
            if kinds[above] == Kind.LAMBDA and kinds[node] == Kind.COMPOUND:
                return True
            node = above
        return False

    def _is_detour(self, climbed: list[tuple[int, Path]]) -> bool:
        marked = self.marked
        return any(
            marked.kinds[node] in (Kind.UNARY, Kind.MEMBER)
            and marked.after[node] > node + 1
            and marked.kinds[marked.peeled(node + 1)] == Kind.BINARY
            for node, _ in climbed
        )

    def _is_stringized(self, node: int) -> bool:
        marked = self.marked
        text = b"".join(marked.text(node).split())
        while marked.flags[marked.parents[node]] & MACRO:
            node = marked.parents[node]
        return any(
            marked.kinds[each] == Kind.STRING
            and isinstance(marked.marks[each], str)
            and text in b"".join(str(marked.marks[each]).encode("utf-8", "surrogateescape").split())
            for each in range(node, marked.after[node])
        )

    # --- ways in and out -------------------------------------------------------------------------------

    def _exits(self, extent: Extent) -> None:
        kinds = self.marked.kinds
        for node in range(extent.begin, extent.end):
            kind = kinds[node]
            if kind in EXITS or kind in (Kind.CASE, Kind.DEFAULT):
                self._touch(node)
                inside = self.marked.children(node)
                if kind == Kind.RETURN and inside:
                    self.returned[node] = self.marked.type(inside[0]).text
            elif kind == Kind.LABEL:
                self._touch(node)
                self.labels[self.marked.number_of(node)] = self.around(node)
