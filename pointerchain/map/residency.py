# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Residency: the constructs of a function -> regions in which their objects stay on the device.

``for (k...) { kernel over x; kernel over x; }``  ->  one ``target data map(tofrom: x[0:n])`` around the loop.
An object of which something is not certain stays with its constructs' own clauses, and the reason is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from pointerchain.analysis.chains import Chain, Refused
from pointerchain.analysis.points_to import PointsTo
from pointerchain.lazy import NamedTuple
from pointerchain.map.around import check_directives
from pointerchain.map.beginning import Beginning
from pointerchain.map.candidate import Candidate
from pointerchain.map.ending import Ending
from pointerchain.map.flow import Flow
from pointerchain.map.host import summaries_of
from pointerchain.map.kernels import Functions
from pointerchain.map.objects import BOTH, DIRECTIONS, FROM, TO, Decision, Mapped
from pointerchain.map.resident import Region
from pointerchain.map.source import Unit
from pointerchain.translator.clang.libclang import FUNCTIONS, LOOPS, Kind
from pointerchain.translator.clang.tree import Node

Use = tuple[int, Chain]
"""The node of a kernel, and one of its objects."""


class Stay(NamedTuple):
    """An object of a construct that stays with its own clause, though others use it, too, and why."""

    construct: int
    """Its number."""
    chain: Chain
    why: str
    where: int


class Residency(NamedTuple):
    """What becomes of the objects of a source's constructs."""

    decisions: list[Decision]
    """With directions that say what the host does before and behind a construct."""
    regions: tuple[Region, ...] = ()
    stays: tuple[Stay, ...] = ()


def residency(unit: Unit, decisions: Sequence[Decision], points_to: PointsTo) -> Residency:
    """The regions of a source, what stays by itself, and which way that travels."""
    if not any(each.is_elements for decision in decisions for each in decision.objects):
        return Residency(list(decisions))
    functions = Functions(unit, decisions, summaries_of(unit))
    regions: list[Region] = []
    stays: dict[tuple[int, Chain], Stay] = {}
    for key in functions.nodes:
        if functions.holds(key):
            made = _Function(functions, key, points_to)
            made.look()
            regions += made.regions
            for stay in made.stays():
                stays.setdefault((stay.construct, stay.chain), stay)
    kept = {use for region in regions for use in region.uses}
    rows = [stay for use, stay in stays.items() if use not in kept]
    ways = Ways(functions, points_to, kept)
    narrowed = [ways.narrowed(number, decision) for number, decision in enumerate(decisions)]
    return Residency(narrowed, tuple(regions), tuple(sorted(rows, key=lambda each: each.construct)))


class Ways:
    """Which copies of a construct's own clauses nobody needs, where memory is the function's own."""

    def __init__(self, functions: Functions, points_to: PointsTo, kept: Collection[Use]) -> None:
        self.functions, self.points_to, self.kept = functions, points_to, kept

    def narrowed(self, number: int, decision: Decision) -> Decision:
        """A decision without the copies of new memory to the device, and without what nobody reads behind."""
        function = decision.node.within(FUNCTIONS) if decision.node is not None else None
        if function is None or decision.remarks:
            return decision
        unit, cfg = self.functions.unit, self.functions.cfg(function)
        ending, beginning = Ending(unit, cfg, function, self.points_to), Beginning(unit, cfg, function)
        assert decision.node is not None
        begin, end = cfg.before[decision.node.index], cfg.behind[decision.node.index]
        objects = tuple(
            self._narrowed(each, ending, beginning, begin, end)
            if each.is_elements and not each.deep and (number, each.chain) not in self.kept
            else each
            for each in decision.objects
        )
        return decision._replace(objects=objects)

    def _narrowed(self, mapped: Mapped, ending: Ending, beginning: Beginning, begin: int, end: int) -> Mapped:
        goes, returns = mapped.direction in (TO, BOTH), mapped.direction in (FROM, BOTH)
        chain = mapped.chain
        if not returns or not ending.is_alone(chain) or ending.is_named_elsewhere(chain):
            return mapped
        why = mapped.why
        if goes and beginning.is_new(mapped.chain, begin):
            goes, why = False, f"{why}; nothing is there before"
        if ending.is_over(mapped.chain, begin, end):
            returns, why = False, f"{why}, which nobody reads"
        return mapped._replace(direction=DIRECTIONS[goes, returns], why=why)


class _Function:
    """The kernels of one function."""

    def __init__(self, functions: Functions, key: str, points_to: PointsTo) -> None:
        self.unit, self.function, self.points_to = functions.unit, functions.nodes[key], points_to
        self.tree = self.function.tree
        self.kernels = functions.kernels(key)
        self.host, self.cfg = functions.host(self.function), functions.cfg(self.function)
        self.regions: list[Region] = []
        self.done: set[Use] = set()
        self.why: dict[Use, Refused] = {}

    def look(self) -> None:
        """Look for regions, the outermost first."""
        for each in self.function.below:
            if each.kind == Kind.COMPOUND:
                self._block(each)

    def stays(self) -> Iterator[Stay]:
        """What stays by itself."""
        for (index, chain), refused in self.why.items():
            if (index, chain) not in self.done:
                for number, own in self.kernels[index].uses.get(chain, []):
                    yield Stay(number, own, refused.why, refused.where)
        for kernel in self.kernels.values():
            if any(each.kind in LOOPS for each in kernel.node.ancestors()):
                line = self.unit.line(kernel.where)
                why = kernel.refused.why if kernel.refused else f"the call in line {line} has no name for it"
                for number, own in kernel.lost:
                    yield Stay(number, own, why, kernel.where)

    # --- candidates ---------------------------------------------------------------------------------------

    def _block(self, block: Node) -> None:
        statements = [each for each in block.below if each.kind >= Kind.UNEXPOSED_EXPR]
        for run in self._runs(statements):
            self._look_at(run)
        for each in statements:
            self._look_at((each,))
            self._inside(each)

    def _inside(self, statement: Node) -> None:
        """Look into a statement's blocks."""
        if self._is_construct(statement) or not self._held((statement,)):
            return
        if statement.kind == Kind.COMPOUND:
            self._block(statement)
            return
        for each in statement.below:
            if each.kind in LOOPS:
                self._look_at((each,))
            self._inside(each)

    def _is_construct(self, statement: Node) -> bool:
        return statement.index in self.kernels and not self.kernels[statement.index].is_call

    @property
    def _calls(self) -> dict[int, bool]:
        """The kernels, and whether each is a call."""
        return {index: each.is_call for index, each in self.kernels.items()}

    def _held(self, statements: Iterable[Node]) -> list[int]:
        """The statements of the constructs in some statements."""
        return [index for index in sorted(self.kernels) if any(each.holds(index) for each in statements)]

    def _runs(self, statements: Sequence[Node]) -> Iterator[tuple[Node, ...]]:
        """Consecutive statements, from a construct to another, without what a region cannot hold."""
        holding = [number for number, each in enumerate(statements) if self._held((each,))]
        run: list[Node] = []
        for each in statements[holding[0] : holding[-1] + 1] if holding else ():
            try:
                self._check((each,))
            except Refused as refused:
                self._note(self._uses((each,)), refused)
                yield from self._trimmed(run, refused)
                run = []
            else:
                run.append(each)
        yield from self._trimmed(run, None)

    def _trimmed(self, run: list[Node], refused: Refused | None) -> Iterator[tuple[Node, ...]]:
        while run and not self._held(run[-1:]):
            run.pop()
        while run and not self._held(run[:1]):
            run.pop(0)
        if run:
            if refused is not None:
                self._note(self._uses(run), refused)
            yield tuple(run)

    def _check(self, statements: Sequence[Node]) -> None:
        """Raise :class:`Refused` where a region around some statements is not possible for any object."""
        held = self._held(statements)
        check_directives(self.unit, statements, [each for each in held if not self.kernels[each].is_call])
        for index in held:
            refused = self.kernels[index].refused
            if refused is not None:
                raise refused
        flow = Flow(self.unit, self.cfg, statements, self._calls)
        self.host.of(node for vertex in flow.vertices for node in self.cfg.nodes[vertex])

    def _uses(self, statements: Iterable[Node]) -> list[Use]:
        """The objects of the constructs in some statements."""
        uses = (
            (index, each.chain) for index in self._held(statements) for each in self.kernels[index].objects
        )
        return list(dict.fromkeys(uses))

    def _gains(self, use: Use, statements: Sequence[Node]) -> bool:
        """Whether an object is used more than once in some statements."""
        uses = [other for other in self._uses(statements) if other[1] == use[1]]
        inside = range(statements[0].index, self.tree.after[statements[-1].index])
        above = self.kernels[use[0]].node.ancestors()
        return len(uses) > 1 or any(each.kind in LOOPS and each.index in inside for each in above)

    def _note(self, uses: Collection[Use], refused: Refused) -> None:
        """Keep why objects that are used more than once in the function stay; the first reason is kept."""
        for use in uses:
            if use not in self.done and self._gains(use, (self.function,)):
                self.why.setdefault(use, refused)

    def _around(self, run: Sequence[Node], chains: Collection[Chain]) -> Sequence[Node]:
        """The statements of some from the first that uses one of the chains to the last."""
        used = [
            number for number, each in enumerate(run) if any(use[1] in chains for use in self._uses((each,)))
        ]
        return run[used[0] : used[-1] + 1]

    # --- one region ---------------------------------------------------------------------------------------

    def _look_at(self, run: Sequence[Node]) -> None:
        if len(run) == 1 and (run[0].kind not in LOOPS or self._is_construct(run[0])):
            return
        uses = [use for use in self._uses(run) if use not in self.done and self._gains(use, run)]
        if not uses:
            return
        try:
            self._check(run)
        except Refused as refused:
            self._note(uses, refused)
            return
        chains = frozenset(chain for _, chain in uses)
        known = self.unit, self.cfg, self.host, self.kernels, self.points_to
        region, refusals = Candidate(*known, self.function, run).region(chains)
        for chain, why in refusals.items():
            self._note([use for use in uses if use[1] == chain], why)
        if region is not None:
            smaller = self._around(run, {each.chain for each in region.residents})
            if len(smaller) < len(run):
                self._look_at(smaller)
                return
            self.regions.append(region)
            kept = {each.chain for each in region.residents}
            self.done.update(use for use in self._uses(run) if use[1] in kept)
