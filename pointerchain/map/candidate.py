# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Candidate: consecutive statements with constructs -> the objects that can stay on the device in them.

``for (k...) { kernel over t, tn; p = t; t = tn; tn = p; }``  ->  ``t[0:n]`` and ``tn[0:n]``. Each has one
section, which holds those of all constructs and whose memory is there for certain; nothing in the region
changes what leads to it, or its length, or ends it. Pointers that change places make one object of two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pointerchain.analysis.cfg import Cfg
from pointerchain.analysis.chains import Chain, Key, Refused
from pointerchain.analysis.counting import key_of
from pointerchain.analysis.points_to import PointsTo, swaps_in
from pointerchain.analysis.sections import ONE, ZERO, Polynomial, Range, is_never_negative
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.around import is_named_behind, span_of
from pointerchain.map.beginning import Beginning
from pointerchain.map.certain import Certain, Condition, certain_in, condition_of
from pointerchain.map.ending import Ending
from pointerchain.map.extents import extents_of
from pointerchain.map.flow import Flow, Place, cost_at
from pointerchain.map.freshness import Access, Accessed, Copies, copies_of
from pointerchain.map.host import Done, Host, Touch, chain_of, words_of
from pointerchain.map.kernels import Kernel
from pointerchain.map.objects import BOTH, FROM, TO, Mapped
from pointerchain.map.overlap import Overlap, last_word, may_be_set, thing_of
from pointerchain.map.resident import Region, Resident, Update
from pointerchain.map.source import Unit
from pointerchain.source import Span
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.extents import is_array
from pointerchain.translator.clang.libclang import DECLARATIONS, LOOPS, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.lex import statement_end

_SCOPES = frozenset((Kind.COMPOUND, Kind.IF, Kind.SWITCH, Kind.LAMBDA, Kind.CATCH, *LOOPS))
"""What a name that is declared in it ends with."""
_HOLDER = lazy_pattern(r"(?:[A-Za-z_]\w*(?:->|\.))*[A-Za-z_]\w*->")


class _Swap(NamedTuple):
    """Where two pointers, or more in a ring, change places, and these."""

    at: int
    """The node that does it for certain: an assignment, or the call of a function in which there is one."""
    nodes: frozenset[int]
    """The assignments, where they are the region's own."""
    pair: frozenset[Chain]


Row = tuple[Kernel, Mapped]
"""A construct, or a call of a function with some, and what that needs of an object."""


@dataclass
class _Planned:
    """A group of chains that are one object for what follows."""

    chains: tuple[Chain, ...]
    rows: tuple[Row, ...]
    chosen: Mapped
    conditions: tuple[Condition, ...] = ()
    loops: tuple[Node, ...] = ()
    copies: Copies | None = None
    host: dict[int, Access] = field(default_factory=dict)
    read_at: int = -1
    """Where the host reads it, first."""

    @property
    def has_one_element(self) -> bool:
        """Whether its section is the first element."""
        section = self.chosen.section
        return section is not None and (section.lower, section.upper) == (ZERO, ZERO)


class Candidate:
    """Consecutive statements of a function."""

    def __init__(
        self,
        unit: Unit,
        cfg: Cfg,
        host: Host,
        kernels: Mapping[int, Kernel],
        points_to: PointsTo,
        function: Node,
        statements: Sequence[Node],
    ) -> None:
        self.unit, self.cfg, self.host = unit, cfg, host
        self.function, self.statements, self.tree = function, statements, function.tree
        self.ending = Ending(unit, cfg, function, points_to)
        self.beginning = Beginning(unit, cfg, function)
        self.flow = Flow(unit, cfg, statements, {index: each.is_call for index, each in kernels.items()})
        self.kernels = [kernels[index] for index in self.flow.kernels]
        self.span = span_of(unit, statements)
        self.nodes = {chain: node for each in self.kernels for chain, node in each.nodes.items()}
        self.things = {chain: thing for each in self.kernels for chain, thing in each.things.items()}
        self.swaps = tuple(self._swapping())
        own = (each for each in function.below if each.kind == Kind.PARAMETER)
        parameters = {key_of(each.declared()) for each in own}
        parameters = parameters.union(*(each.parameters for each in self.kernels))
        self.by_vertex = self._done()
        arrays = frozenset(chain for chain, node in self.nodes.items() if is_array(node)) | host.arrays
        arrays = arrays.union(*(each.arrays for each in self.kernels))
        changing = {*self._sets(), *(last_word(chain) for swap in self.swaps for chain in swap.pair)}
        known = arrays, frozenset(parameters), frozenset(changing)
        self.overlap = Overlap(unit, points_to, *known, self.ending)

    def _swapping(self) -> Iterator[_Swap]:
        """Where two pointers change places that chains name."""
        for turn in swaps_in(self.tree):
            first = turn[0]
            if self._holds(first) and not self._is_in_kernel(first.index) and (turned := turned_by(turn)):
                yield _Swap(first.index, frozenset(each.index for each in turn), turned)
        for kernel in self.kernels:
            for pair, is_certain in kernel.swaps:
                yield _Swap(kernel.node.index if is_certain else -1, frozenset(), pair)

    def _holds(self, node: Node) -> bool:
        return any(each.holds(node.index) for each in self.statements)

    def _is_in_kernel(self, index: int) -> bool:
        return any(each.node.holds(index) for each in self.kernels)

    def _done(self) -> dict[int, Done]:
        """What the host does at each vertex; that two pointers of one group change places is left out."""
        left_out = {index for swap in self.swaps for index in swap.nodes}
        return {
            vertex: self.host.of(node for node in self.cfg.nodes[vertex] if node not in left_out)
            for vertex in self.flow.vertices
        }

    # --- the row of steps ---------------------------------------------------------------------------------

    def region(self, chains: Collection[Chain]) -> tuple[Region | None, dict[Chain, Refused]]:
        """The region, and why chains are not in it."""
        refusals: dict[Chain, Refused] = {}
        planned: list[_Planned] = []
        for group in self._groups(chains):
            try:
                plan = self._planned(group)
                self._check(plan)
                planned.append(plan)
            except Refused as refused:
                refusals |= dict.fromkeys(group, refused)
        entered = {loop.index: loop for plan in planned for loop in plan.loops} | self._counted_out()
        self.flow.enter_at_once(entered.values())
        places = tuple(self.flow.places())
        kept: list[_Planned] = []
        for plan in planned:
            try:
                self._place(plan, places)
                kept.append(plan)
            except Refused as refused:
                refusals |= dict.fromkeys(plan.chains, refused)
        conditions = sorted({each.text for plan in planned for each in plan.conditions})
        return (self._made(kept, " && ".join(conditions)) if kept else None), refusals

    def _counted_out(self) -> dict[int, Node]:
        """The loops that have an iteration, by numbers in the source."""
        nodes = (node for each in self.statements for node in (each, *each.inside) if node.kind == Kind.FOR)
        known = (node for node in nodes if not self._is_in_kernel(node.index))
        return {
            node.index: node
            for node in known
            if (condition := condition_of(node, 1)) is not None and not condition.text
        }

    def _groups(self, chains: Collection[Chain]) -> list[tuple[Chain, ...]]:
        """The chains; those whose pointers change places are together."""
        groups: list[set[Chain]] = [{chain} for chain in sorted(chains, key=lambda each: each.text)]
        for swap in self.swaps:
            meeting = [group for group in groups if group & swap.pair]
            if len(meeting) > 1:
                groups = [group for group in groups if group not in meeting]
                groups.append(set().union(*meeting))
        return [tuple(sorted(group, key=lambda each: each.text)) for group in groups]

    # --- one object ---------------------------------------------------------------------------------------

    def _planned(self, group: tuple[Chain, ...]) -> _Planned:
        rows = tuple(
            (kernel, each) for kernel in self.kernels for each in kernel.objects if each.chain in group
        )
        for kernel in self.kernels:
            if not kernel.listed.isdisjoint(group):
                raise Refused(kernel.where, f"a clause in line {self._line(kernel.where)} lists it already")
        chosen = self._chosen(rows)
        plan = _Planned(group, rows, chosen)
        if any(chain not in self.things for chain in group):
            raise Refused(chosen.where, "a pointer that changes places with it is used by no construct")
        self._witness(plan)
        return plan

    def _chosen(self, rows: Sequence[Row]) -> Mapped:
        """The section that holds all others."""
        for _, one in rows:
            if all(self._holds_section(one, other) for _, other in rows):
                return one
        texts = sorted({each.text for _, each in rows})
        raise Refused(rows[0][1].where, f"none of {' and '.join(texts)} is known to hold the others")

    def _holds_section(self, one: Mapped, other: Mapped) -> bool:
        """Whether a section holds another one, which lies in its own object."""
        if _same(one, other) or _contains(one.section, other.section):
            return True
        section = one.section
        ends = (section.lower, section.upper + ONE) if section is not None else None
        return any(
            one.bounds == f"0:{extent}" if isinstance(extent, str) else ends == (ZERO, extent)
            for extent in extents_of(self.unit, other.chain, self.nodes[other.chain], self.span.start)
        )

    def _witness(self, plan: _Planned) -> None:
        """Find out why all of the section is memory of the object where the region begins."""
        conditions: dict[str, Condition] = {}
        loops: dict[int, Node] = {}
        for chain in plan.chains:
            ways = list(self._ways(chain, plan))
            if not ways and not self._has_extent(chain, plan.chosen):
                why = f"nobody knows before it that '{plan.chosen.text}' is there: the kernel may not run"
                raise Refused(plan.chosen.where, why)
            way = min(ways, key=lambda each: sum(bool(condition.text) for condition, _ in each), default=[])
            for condition, loop in way:
                conditions.setdefault(condition.text, condition)
                loops[loop.index] = loop
        conditions.pop("", None)
        plan.conditions, plan.loops = tuple(conditions.values()), tuple(loops.values())

    def _has_extent(self, chain: Chain, chosen: Mapped) -> bool:
        """Whether an array's declaration, its allocation or a shape says that a section is there."""
        node = self.nodes[chain]
        if is_array(node) and not chain.members:
            return True
        for extent in extents_of(self.unit, chain, node, self.span.start):
            if isinstance(extent, str) and chosen.bounds == f"0:{extent}":
                return True
            if isinstance(extent, Polynomial) and _contains(Range(ZERO, extent - ONE, True), chosen.section):
                return True
        return False

    def _ways(self, chain: Chain, plan: _Planned) -> Iterator[list[tuple[Condition, Node]]]:
        """The conditions, each of a loop, under which a kernel accesses all of a chain's section."""
        swapping = {swap.at for swap in self.swaps if chain in swap.pair}
        certain = list(certain_in(self.statements, {*self.flow.kernels, *swapping}, self._may_end))
        for kernel, mapped in plan.rows:
            if not _same(mapped, plan.chosen) or mapped.chain not in kernel.certain:
                continue
            for run in certain:
                if run.node.index != kernel.node.index:
                    continue
                if mapped.chain == chain:
                    yield from self._conditions(run, 1)
                elif run.loops and any(swap.pair == set(plan.chains) for swap in self.swaps):
                    turns = (each for each in certain if each.node.index in swapping)
                    if any(each.loops == run.loops for each in turns):
                        yield from self._conditions(run, len(plan.chains))

    def _conditions(self, run: Certain, times: int) -> Iterator[list[tuple[Condition, Node]]]:
        out = []
        for number, loop in enumerate(run.loops):
            condition = condition_of(loop, times if number == len(run.loops) - 1 else 1)
            if condition is None:
                return
            out.append((condition, loop))
        yield out

    def _may_end(self, node: Node) -> bool:
        """Whether the program may end in a statement, outside of kernels."""
        body, summaries = self.host.body, self.host.summaries
        inside = range(node.index, self.tree.after[node.index])
        if any(each.ends and each.node.index in inside for each in self.kernels):
            return True
        return any(
            summaries.whole(body.at(index), body.known).leaves
            for index in inside
            if not self._is_in_kernel(index)
        )

    # --- what must stay -----------------------------------------------------------------------------------

    def _check(self, plan: _Planned) -> None:
        """Raise :class:`Refused` where something changes what leads to an object, ends it or lies over it."""
        names, keys = self._names(plan)
        self._check_names(plan, names, keys)
        self._check_stores(plan, names, keys)
        for done in self._all_done():
            for freed in done.frees:
                if any(self.overlap.may_touch(freed, self.things[chain]) for chain in plan.chains):
                    raise Refused(freed.where, f"its memory may end in line {self._line(freed.where)}")
        for chain in plan.chains:
            for other, thing in self.things.items():
                if other not in plan.chains and not self.overlap.are_apart(self.things[chain], thing):
                    raise Refused(
                        plan.chosen.where, f"'{chain.text}' and '{other.text}' may be the same memory"
                    )
        for kernel in self.kernels:
            self._check_kernel(plan, kernel)

    def _all_done(self) -> Iterator[Done]:
        """What the host does, also in called functions that have constructs."""
        yield from self.by_vertex.values()
        for kernel in self.kernels:
            yield from kernel.done

    def _names(self, plan: _Planned) -> tuple[frozenset[str], set[Key]]:
        """All names in the clauses of an object, and the variables that are named there."""
        text = " ".join([plan.chosen.bounds, *(each.text for each in plan.conditions)])
        names = words_of(" ".join([text, *(chain.text for chain in plan.chains)]))
        keys = {key for each in plan.conditions for key in each.variables}
        keys |= {chain.root for chain in plan.chains}
        for name in sorted(words_of(plan.chosen.bounds)):
            known = {kernel.roots.get(name) for kernel, _ in plan.rows if name in kernel.roots}
            known = known or self._declared(name)
            if not name.startswith("."):
                if len(known) != 1:
                    why = f"'{name}' in '{plan.chosen.text}' has several meanings in it"
                    raise Refused(plan.chosen.where, why)
                keys |= {key for key in known if key is not None}
        return names, keys

    def _declared(self, name: str) -> set[Key | None]:
        """The variables of a name that the function declares: an allocation of its own may name them."""
        own = (each for each in self.function.inside if each.kind in (Kind.VARIABLE, Kind.PARAMETER))
        return {key_of(each.declared()) for each in own if each.name() == name}

    def _check_names(self, plan: _Planned, names: frozenset[str], keys: set[Key]) -> None:
        for key in sorted(keys):
            if key.file == self.unit.real and self.span.start <= key.offset < self.statements[-1].end:
                raise Refused(plan.chosen.where, f"'{key.name}' is declared in it")
        last = {last_word(chain) for chain in plan.chains}
        pairs = [swap.pair for swap in self.swaps]
        swapped = {last_word(chain) for pair in pairs for chain in pair}
        whole = all(pair <= set(plan.chains) for pair in pairs if not last.isdisjoint(map(last_word, pair)))
        before = " ".join(
            Chain(chain.root, chain.members[:-1]).text for chain in plan.chains if chain.members
        )
        inner = (names - last) | words_of(f"{plan.chosen.bounds} {before}")
        arrays = {last_word(chain) for chain in plan.chains if self.things[chain].is_array}
        set_ = self._sets()
        for name in sorted(inner | (last - arrays)):  # an array is where it is: its elements are set
            turned = name in swapped and not (whole and name not in inner)
            if turned or name in set_:
                where = f" in line {self._line(set_[name])}" if name in set_ else ""
                why = f"'{name.removeprefix('.')}' changes in it{where}"
                raise Refused(set_.get(name, plan.chosen.where), why)

    def _sets(self) -> dict[str, int]:
        """The names of what is set in the region, and where."""
        out: dict[str, int] = {}
        for vertex, done in self.by_vertex.items():
            for name in done.sets:
                out.setdefault(name, self.tree.starts[self.cfg.nodes[vertex][0]])
        for kernel in self.kernels:
            for name in (name for done in kernel.done for name in done.sets):
                out.setdefault(name, kernel.where)
        return out

    def _check_stores(self, plan: _Planned, names: frozenset[str], keys: set[Key]) -> None:
        """What the host stores by pointers may be what leads to the object, or its length."""
        structures = {chain.root for chain in plan.chains if chain.members and not chain.members[0].arrow}
        known = keys | {key for kernel in self.kernels for key in kernel.keys if _is_named(key, names)}
        words = {word for key in known for word in (key.name, f".{key.name}")}
        for touch in (each for done in self._all_done() for each in done.touches):
            if not touch.writes or touch.named or touch.members:
                continue
            if not may_be_set(touch.classes, self.unit.strict):
                continue
            reachable = not names <= words or any(map(self.overlap.is_addressed, known - structures))
            if reachable or (ANY in touch.classes and self._may_hold(plan, touch, structures)):
                why = f"what leads to it, or its length, may change in line {self._line(touch.where)}"
                raise Refused(touch.where, why)

    def _may_hold(self, plan: _Planned, touch: Touch, structures: set[Key]) -> bool:
        """Whether bytes may be stored in a structure in which a pointer to the object, or its length, is."""
        holders = {
            Chain(chain.root, chain.members[:number])
            for chain in plan.chains
            for number, step in enumerate(chain.members)
            if step.arrow
        }
        known = {f"{each.text}->" for each in holders}
        if any(before not in known for before in _HOLDER.findall(plan.chosen.bounds)):
            return True
        if structures and (touch.pointer is None or not self.overlap.leads_to_allocations(touch.pointer)):
            return True
        return any(
            each not in self.nodes
            or self.overlap.may_touch(touch, thing_of(self.unit, each, self.nodes[each]))
            for each in holders
        )

    def _check_kernel(self, plan: _Planned, kernel: Kernel) -> None:
        """What a construct sets, or the host does in a called function, may be to an object."""
        for touch in (each for done in kernel.done for each in done.touches):
            if any(self.overlap.may_touch(touch, self.things[chain]) for chain in plan.chains):
                through = f" in '{touch.through}'" if touch.through else ""
                raise Refused(
                    touch.where, f"the host may access it{through} in line {self._line(kernel.where)}"
                )

    # --- copies -------------------------------------------------------------------------------------------

    def _place(self, plan: _Planned, places: Sequence[Place]) -> None:
        hidden = list(self._hiding(plan))
        places = [each for each in places if not any(span.start <= each.at < span.end for span in hidden)]
        accessed = Accessed(self._on_host(plan), self._on_device(plan))
        cost = cost_at(self.statements[0])
        over = all(self.ending.is_over(each, self.flow.begin, self.flow.end) for each in plan.chains)
        new = all(
            self.ending.is_alone(each)
            and not self.ending.is_named_elsewhere(each)
            and self.beginning.is_new(each, self.flow.begin)
            for each in plan.chains
        )
        copies = copies_of(self.flow, places, cost, accessed, over, new)
        if copies is None:
            line = self._line(plan.read_at) if plan.read_at >= 0 else ""
            where = f", which the host accesses in line {line}," if line else ""
            raise Refused(plan.chosen.where, f"no places for its copies{where} are seen")
        alone = sum(cost_at(kernel.node) * _ways_of(each) for kernel, each in plan.rows)
        if copies.cost * len(plan.chains) >= alone:
            raise Refused(plan.chosen.where, "a region would save no copies")
        plan.copies, plan.host = copies, dict(accessed.host)

    def _hiding(self, plan: _Planned) -> Iterator[Span]:
        """Where a declaration in the region gives a name of an object's clauses another meaning."""
        names = {name for chain in plan.chains for name in words_of(_text(chain, plan))}
        for statement in self.statements:
            for node in statement.inside:
                if node.kind in DECLARATIONS and node.name() in names:
                    scope = node.within(_SCOPES)
                    yield Span(node.start, scope.end if scope is not None else statement.end)

    def _on_host(self, plan: _Planned) -> dict[int, Access]:
        out: dict[int, Access] = {}
        for vertex, done in self.by_vertex.items():
            for touch in done.touches:
                self._note(plan, out, vertex, touch)
        for kernel in self.kernels:
            for touch in kernel.reads:
                self._note(plan, out, self.flow.before(kernel.node), touch)
        return out

    def _note(self, plan: _Planned, out: dict[int, Access], vertex: int, touch: Touch) -> None:
        if any(self.overlap.may_touch(touch, self.things[chain]) for chain in plan.chains):
            whole = touch.first and plan.chains == (touch.pointer,) and plan.has_one_element
            out[vertex] = out.get(vertex, Access(False, False)) | Access(not whole, touch.writes)
            if plan.read_at < 0:
                plan.read_at = touch.where

    def _on_device(self, plan: _Planned) -> dict[int, Access]:
        out: dict[int, Access] = {}
        for kernel, each in plan.rows:
            whole = each.direction == FROM and len(plan.chains) == 1 and _same(each, plan.chosen)
            vertex = self.flow.kernels[kernel.node.index]
            out[vertex] = out.get(vertex, Access(False, False)) | Access(not whole, each.direction != TO)
        return out

    # --- the result ---------------------------------------------------------------------------------------

    def _made(self, plans: Sequence[_Planned], condition: str) -> Region:
        residents = []
        for plan in plans:
            assert plan.copies is not None
            for chain in plan.chains:
                ways, where = (plan.copies.to, plan.copies.returns), plan.chosen.where
                why = self._why(plan)
                residents.append(Resident(chain, _text(chain, plan), *ways, why, where, plan.read_at))
        ends = self._begin(), self._end(), len(self.statements) > 1, self._is_structured(plans)
        updates, uses = _updates_of(plans), self._uses(plans)
        braces = {each.braces for plan in plans if plan.copies for each in plan.copies.inside}
        spans = tuple(sorted(each for each in braces if each is not None))
        return Region(self.kernels[0].dialect, *ends, condition, tuple(residents), updates, uses, spans)

    def _is_structured(self, plans: Sequence[_Planned]) -> bool:
        """Whether one directive can govern the region.

        Its chains are evaluated once, where it begins, and braces stand around it. Clang 19 fails where a
        condition is in its clauses.
        """
        moved = any(chain.members for swap in self.swaps for chain in swap.pair)
        open_ = moved or is_named_behind(self.function, self.statements)
        return not open_ and not any("?" in plan.chosen.bounds for plan in plans)

    def _uses(self, plans: Sequence[_Planned]) -> tuple[tuple[int, Chain], ...]:
        """The objects of constructs that stay in the region."""
        kept = {chain for plan in plans for chain in plan.chains}
        uses = (
            use
            for kernel in self.kernels
            for chain, rows in kernel.uses.items()
            if chain in kept
            for use in rows
        )
        return tuple(dict.fromkeys(uses))

    def _why(self, plan: _Planned) -> str:
        places = sorted({kernel.where for kernel, _ in plan.rows})
        lines = tuple(dict.fromkeys(map(self._line, places)))
        said = ", ".join(lines)
        out = f"the kernels in lines {said}" if len(lines) > 1 else f"the kernel in line {said}"
        return out + (f", and the host in line {self._line(plan.read_at)}" if plan.read_at >= 0 else "")

    def _begin(self) -> int:
        block = self.statements[0].parent
        assert block is not None
        before = self.flow.offset_before(block, self.statements[0]) if block.kind == Kind.COMPOUND else -1
        return before if before >= 0 else self.span.start  # behind a conditional

    def _end(self) -> int:
        return statement_end(self.unit.lexed.code, self.statements[-1].start)

    def _line(self, offset: int) -> str:
        return self.unit.line(offset)


def _text(chain: Chain, plan: _Planned) -> str:
    """How a clause lists an object."""
    return f"{chain.text}[{plan.chosen.bounds}]" if plan.chosen.bounds else chain.text


def _updates_of(plans: Sequence[_Planned]) -> tuple[Update, ...]:
    """The copies in a region, those of one place together."""
    rows: dict[tuple[int, int], tuple[list[str], list[str]]] = {}
    for plan in plans:
        assert plan.copies is not None
        texts = [_text(chain, plan) for chain in plan.chains]
        for places, side in ((plan.copies.updates_to, 0), (plan.copies.updates_from, 1)):
            for place in places:
                behind = place.braces.start if place.braces is not None and place.is_behind else -1
                rows.setdefault((place.at, behind), ([], []))[side].extend(texts)
    return tuple(
        Update(at, tuple(to), tuple(home), behind) for (at, behind), (to, home) in sorted(rows.items())
    )


def turned_by(turn: Sequence[Node]) -> frozenset[Chain] | None:
    """The pointers that change places by assignments, where chains name them."""
    chains = [chain_of(each.below[0]) for each in turn]
    named = frozenset(chain for chain in chains if chain is not None and chain.root.file)
    return named if len(named) == len(chains) else None


def _is_named(key: Key, names: frozenset[str]) -> bool:
    return key.name in names or f".{key.name}" in names


def _same(one: Mapped, other: Mapped) -> bool:
    """Whether two sections are the same elements."""
    return one.bounds == other.bounds or (one.section is not None and _is_equal(one.section, other.section))


def _is_equal(one: Range, other: Range | None) -> bool:
    return other is not None and (one.lower, one.upper) == (other.lower, other.upper)


def _contains(one: Range | None, other: Range | None) -> bool:
    """Whether a range holds another one, whatever the numbers in them are."""
    if one is None or other is None:
        return False
    below, above = other.lower - one.lower, one.upper - other.upper
    ends = (one.lower, one.upper, other.lower, other.upper)
    terms = (symbols for end in ends for symbols, _ in end.terms if len(symbols) > 1)
    sizes = [Polynomial.of(symbol) for symbols in terms for symbol in symbols]
    return all(_is_count(each, sizes) for each in (below, above))


def _is_count(value: Polynomial, sizes: Sequence[Polynomial]) -> bool:
    """Whether a number is not negative, where the sizes of rows are none."""
    return (value.constant is not None and value.constant >= 0) or is_never_negative(value, sizes)


def _ways_of(mapped: Mapped) -> int:
    """How many copies a construct's own clause makes."""
    return 2 if mapped.direction == BOTH else 1
