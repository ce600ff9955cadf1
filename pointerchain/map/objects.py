# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Objects: a compute construct -> what it needs on the device: which elements, which way, and why.

``s->f->tn[i] = s->f->t[i];`` for ``i`` up to ``n``  ->  ``s->f->t[0:n]`` goes to the device, and
``s->f->tn[0:n]`` comes from it, since each of its elements is written. What a clause of the user's lists is
left to that. What is not known is a question, what is not understood a reason to leave the construct; both
have a place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pointerchain.analysis.chains import Chain, Key, Refused
from pointerchain.analysis.constructs import accesses_of
from pointerchain.analysis.counting import addressed_in, changed_in
from pointerchain.analysis.environment.listed import Item, items_of
from pointerchain.analysis.points_to import PointsTo
from pointerchain.analysis.sections import ONE, ZERO, Access, Polynomial, Range, fills, range_of_all
from pointerchain.analysis.uses import Accesses, ElementUse, ScalarUse
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.map.checks import Around, Remark, shown
from pointerchain.map.extents import extents_of
from pointerchain.map.linked import Linked
from pointerchain.map.memory import Memory
from pointerchain.map.source import Unit
from pointerchain.source import Span
from pointerchain.translator.clang.extents import extents, inner_extents, is_array, is_pointer, record_names
from pointerchain.translator.clang.libclang import RECORD_TYPE, Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.clauses import loops_of
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import skip_space

TO, FROM, BOTH, NEITHER = "to", "from", "tofrom", "alloc"
_SIMPLE = lazy_pattern(rb"[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*")
_VARIABLE = lazy_pattern(rb"[A-Za-z_]\w*")
DIRECTIONS = {(True, False): TO, (False, True): FROM, (True, True): BOTH, (False, False): NEITHER}
"""By whether something goes to the device, and whether it comes back."""


class Mapped(NamedTuple):
    """An object that a construct needs on the device."""

    chain: Chain
    direction: str
    text: str
    """How a clause lists it."""
    why: str
    where: int
    section: Range | None = None
    """Its elements, as far as they are known as numbers of the source."""
    bounds: str = ""
    """How a clause says that: ``0:n``; empty for all of an array."""
    is_elements: bool = False
    """Whether it is an array, or what a pointer leads to."""
    deep: bool = False
    """Whether it is copied with all that its pointers lead to."""


class Decision(NamedTuple):
    """What becomes of one construct."""

    construct: Construct
    span: Span
    """Its statement."""
    objects: tuple[Mapped, ...] = ()
    values: tuple[Chain, ...] = ()
    """What it gets by value."""
    hoisted: tuple[Chain, ...] = ()
    """The chains that its ``pointerchain`` clause is to name, beside those that it names."""
    listed: tuple[Chain, ...] = ()
    """What clauses of the user's list."""
    needed: tuple[Mapped, ...] = ()
    """What the kernel needs of that, as far as it is known."""
    remarks: tuple[Remark, ...] = ()
    node: Node | None = None
    accesses: Accesses | None = None
    """What its statement accesses."""
    says_deep: bool = False
    """Whether it has the clause of a deep copy."""

    @property
    def is_deep(self) -> bool:
        """Whether something is copied with all that its pointers lead to."""
        return any(each.deep for each in self.objects)


def decide(unit: Unit, construct: Construct, points_to: PointsTo) -> Decision:
    """What a compute construct needs."""
    governed = unit.statement(construct)
    at = construct.pragma.span.start
    if governed is None:
        why = "its statement is not one that Clang sees there"
        return Decision(construct, Span(at, at), remarks=(Remark("left", at, why),))
    node, span = governed
    try:
        return _Construct(unit, construct, node, span, points_to).decided()
    except Refused as refused:
        return Decision(construct, span, remarks=(Remark("left", refused.where, refused.why),))


class _Construct:
    """One compute construct."""

    def __init__(self, unit: Unit, construct: Construct, node: Node, span: Span, points_to: PointsTo) -> None:
        self.unit, self.construct, self.node, self.span = unit, construct, node, span
        self.points_to = points_to
        self.at = construct.pragma.span.start
        self.acc = construct.dialect == "acc"
        self.around = Around(unit, construct, node, span)
        self.nested = self.around.nested
        self.remarks: list[Remark] = []
        self.items: tuple[Item, ...] = items_of(construct)
        self.inner_items = tuple(item for row in self.nested for item in items_of(row))

    def decided(self) -> Decision:
        """All of it; raises :class:`Refused`."""
        self.around.check()
        private, copied = self._private()
        callees = self.unit.callees
        accesses = accesses_of(self.node, self.span, callees, private, copied, self._shared_out())
        self.accesses = accesses
        for why, where in accesses.constants.items() if self.acc else ():
            raise Refused(where, why)
        self.linked = Linked(self.unit, self.at, accesses)
        self.linked.check()
        memory = Memory(self.unit, self.construct, accesses, self.points_to)
        self.remarks += self.around.ask_calls(accesses)
        self.all = memory.all()
        listed = tuple(chain for chain in self.all if self._is_listed(chain, copied))
        self._check_listed(listed)
        returning = {shown(item) for item in self._data_items() if item.effect.from_device}
        self.linked.check_listed((*listed, *self._listed_owners()), returning)
        self.around.check_elsewhere(chain for chain in self.all if chain not in listed)
        objects = [*self._elements(listed), *self._owners(), *self._scalars(listed)]
        objects += self._copied_out(objects)
        objects.sort(key=lambda each: ((TO, BOTH, FROM).index(each.direction), each.where))
        memory.check_overlap(frozenset(each.chain for each in objects))
        self.remarks += memory.ask_apart(listed, self.linked.chains)
        self._check_names(objects)
        known = {*listed, *(each.chain for each in objects)}
        values = tuple(
            chain for chain in accesses.scalars if chain not in known and not self.linked.covers(chain)
        )
        hoisted, remarks = self._hoisted(), tuple(self.remarks)
        needed = tuple(self._needed(listed))
        return Decision(
            *(self.construct, self.span, tuple(objects), values, hoisted, listed, needed, remarks),
            *(self.node, accesses, self.linked.says_deep),
        )

    # --- what directives say -------------------------------------------------------------------------------

    def _private(self) -> tuple[frozenset[str], frozenset[str]]:
        """The variables that clauses make new in the construct, and those of them that get the old value."""
        private, copied = set[str](), set[str]()
        for item in (*self.items, *self.inner_items):
            clause = item.clause.decode()
            if clause in ("private", "firstprivate", "lastprivate"):
                if not _VARIABLE.fullmatch(item.base):
                    raise Refused(item.span.start, f"'{shown(item)}' in '{clause}' is not understood")
                (copied if clause == "firstprivate" else private).add(shown(item))
        self._check_private_parts()
        return frozenset(private), frozenset(copied - private)

    def _check_private_parts(self) -> None:
        """What a directive in the kernel makes new is another variable outside of its statement."""
        clauses = (b"private", b"firstprivate", b"lastprivate")
        everywhere = {shown(item) for item in self.items if item.clause in clauses}
        parts: dict[str, list[Span]] = {}
        for row in self.nested:
            governed = self.unit.statement(row)
            for item in items_of(row):
                if governed is None or item.clause not in clauses or shown(item) in everywhere:
                    continue
                if item.clause != b"firstprivate" or not _keeps(governed[0], shown(item)):
                    parts.setdefault(shown(item), []).append(Span(row.pragma.span.start, governed[1].end))
        for node in self.node.inside if parts else ():
            spans = parts.get(node.name(), []) if node.kind == Kind.DECL_REF else []
            declared = node.declaration() if spans else None
            if declared is None or (declared.main and self.span.start <= declared.offset < self.span.end):
                continue
            if not any(span.start <= node.start < span.end for span in spans):
                raise Refused(node.start, f"'{node.name()}' is new in a part of the kernel only")

    def _shared_out(self) -> dict[int, int]:
        """Where the loops begin that directives share out, and how many nested ones each."""
        out: dict[int, int] = {}
        for row in (self.construct, *self.nested):
            if row.directive is not None and row.directive.association == "loop":
                start = skip_space(self.unit.lexed.code, row.pragma.span.end)
                out[start] = max(out.get(start, 0), loops_of(row, self.unit.parsed.macro_definitions))
        return out

    @property
    def is_parallel(self) -> bool:
        """Whether several threads may execute the statement."""
        rows = (self.construct, *self.nested)
        return any(
            row.directive is not None and row.directive.parallel and self._starts_threads(row) for row in rows
        )

    def _starts_threads(self, row: Construct) -> bool:
        if self.acc:
            return set(row.name) != {b"serial"}
        return bool({b"teams", b"parallel", b"simd", b"loop", b"distribute", b"for"} & set(row.name))

    # --- clauses of the user's ----------------------------------------------------------------------------

    def _data_items(self) -> list[Item]:
        """What the construct's own data clauses list."""
        return [item for item in self.items if item.effect.storage or item.effect.device_address]

    def _is_listed(self, chain: Chain, copied: frozenset[str]) -> bool:
        """Whether a clause of the user's has an object; ``copied`` are those that threads get copies of."""
        if not chain.members and chain.root.name in copied:
            if chain in self.accesses.elements and is_pointer(self.accesses.nodes[chain]):
                raise Refused(self.at, f"'{chain.text}' in 'firstprivate' leads to the host's memory")
            return True
        return any(shown(item) == chain.text for item in self._data_items())

    def _check_listed(self, listed: Sequence[Chain]) -> None:
        """What a clause lists otherwise than the kernel spells it may be the same object."""
        texts = {chain.text for chain in (*listed, *self._listed_owners())}
        for item in self._data_items():
            base = shown(item)
            if base in texts:
                continue
            if not _SIMPLE.fullmatch(item.base):
                raise Refused(
                    item.span.start, f"'{shown(item)}' may be what the kernel accesses by another name"
                )
            for chain in self.all:
                if chain.root.name == item.root.decode("utf-8", "replace") and chain.text.startswith(base):
                    raise Refused(
                        item.span.start, f"'{shown(item)}' copies a part of what leads to '{chain.text}'"
                    )

    # --- elements -----------------------------------------------------------------------------------------

    def _elements(self, listed: Sequence[Chain]) -> Iterator[Mapped]:
        for chain, uses in self.accesses.elements.items():
            if chain not in listed and not self.linked.covers(chain):
                mapped = self._of_elements(chain, uses)
                if mapped is not None:
                    yield mapped
                else:
                    self._ask_extent(chain, uses)

    def _needed(self, listed: Sequence[Chain]) -> Iterator[Mapped]:
        """What the kernel needs of the elements of what clauses list."""
        for chain in listed:
            uses = self.accesses.elements.get(chain)
            mapped = self._of_elements(chain, uses) if uses else None
            if mapped is not None:
                yield mapped

    def _of_elements(self, chain: Chain, uses: Sequence[ElementUse]) -> Mapped | None:
        """What the construct needs of an array; None where nobody knows how much."""
        node = self.accesses.nodes[chain]
        accesses = list(dict.fromkeys(use.access for use in uses))
        reads = any(not use.write for use in uses)
        writes = any(use.write for use in uses)
        extent = next(iter(extents_of(self.unit, chain, node, self.at)), None)
        first = next(use for use in uses if use.write == writes)
        array = is_array(node)
        section = None if array and not chain.members else range_of_all(accesses)
        begun = section is None and self.linked.begins(chain)
        if section is None and extent is None and not (array and not chain.members) and not begun:
            return None
        if section is None and isinstance(extent, Polynomial):
            section = Range(ZERO, extent - ONE, True)
        full = writes and not reads and section is not None and self._is_filled(uses, section, node)
        direction = DIRECTIONS[not full if writes else True, writes]
        if array and not chain.members:
            bounds = ""
        elif begun:
            bounds = f"0:({chain.text} ? 1 : 0)"
        else:
            bounds = f"0:{extent}" if section is None else self._bounds(section)
        text = f"{chain.text}[{bounds}]" if bounds else chain.text
        why = self._why(uses, full, section is None or array)
        if deep := chain in self.linked.chains:
            direction = BOTH if self.linked.is_stored(chain) else TO
            why += self.linked.why(chain)
        return Mapped(chain, direction, text, why, first.where, section, bounds, True, deep)

    def _listed_owners(self) -> list[Chain]:
        """Those of them that a deep clause of the user's lists."""
        owners = self.linked.owners if self.linked.says_deep else ()
        return [each for each in owners if self._is_listed(each, frozenset())]

    def _owners(self) -> Iterator[Mapped]:
        """The structures that are copied with all that they lead to: arrays of pointers are among that."""
        listed = self._listed_owners()
        for owner, chains in self.linked.owners.items():
            if owner in listed:
                continue
            bounds = self.linked.bounds_of(owner)
            text = f"{owner.text}[{bounds}]" if bounds else owner.text
            first = next(each for each in chains if each in self.accesses.elements)
            uses = self.accesses.elements[first]
            why = f"it leads to the pointers of '{first.text}', and {self._why(uses, False, False)}"
            direction = BOTH if any(map(self.linked.is_stored, chains)) else TO
            yield Mapped(owner, direction, text, why, uses[0].where, None, bounds, True, True)

    def _bounds(self, section: Range) -> str:
        wide, lower, length = self.accesses.wide, section.lower, section.length
        kinds = {symbol.unsigned for symbol in lower.symbols | length.symbols}
        if len(kinds) > 1 or (True in kinds and not lower.is_count):  # '-k', '2 * k - 1'
            lower, length, wide = lower.signed(), length.signed(), True
        said = length.text(wide)
        if not length.is_count and length.terms:
            more = Polynomial(tuple(row for row in length.terms if row[1] > 0))
            less = -Polynomial(tuple(row for row in length.terms if row[1] < 0))
            said = f"({more.text(wide)} > {less.text(wide)} ? {said} : 0)"
        return f"{lower.text(wide)}:{said}"

    def _is_filled(self, uses: Sequence[ElementUse], section: Range, node: Node) -> bool:
        """Whether one of the writes reaches each element for certain, all of it."""
        inner = extents(node)[1:] if is_array(node) else inner_extents(node)
        for use in uses:
            if not (use.write and use.whole) or len(use.inner) != len(inner):
                continue
            levels = [use.access, *use.inner]
            ranges = [section, *(_all_of(count) for count in inner)]
            if all(
                wanted is not None
                and fills(_without(level, [each for each in levels if each is not level]), wanted)
                for level, wanted in zip(levels, ranges, strict=True)
            ) and _share_no_loop(levels):
                return True
        return False

    def _ask_extent(self, chain: Chain, uses: Sequence[ElementUse]) -> None:
        where = uses[0].where
        if chain.members:
            kind = self._record(chain)
            hint = f"'#pragma pointerchain shape({kind}: {chain.name}[N])'"
        else:
            writes = any(use.write for use in uses)
            clause = ("copy(" if writes else "copyin(") if self.acc else f"map({BOTH if writes else TO}: "
            hint = f"'{clause}{chain.text}[0:N])' on the construct"
        self.remarks.append(
            Remark(
                "question", where, f"how many elements has '{chain.text}'? {hint} would say, N their number"
            )
        )

    def _record(self, chain: Chain) -> str:
        node = self.accesses.nodes[chain]
        below = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
        names = record_names(below[0]) if below else frozenset()
        return min(names, key=lambda name: (len(name), name)) if names else "T"

    def _why(self, uses: Sequence[ElementUse], full: bool, whole: bool) -> str:
        reads = [use for use in uses if not use.write]
        writes = [use for use in uses if use.write]
        out = []
        for word, rows in (("reads", reads), ("writes", writes)):
            if rows:
                line = self.unit.line(rows[0].where, self.at)
                through = f" (in '{rows[0].through}')" if rows[0].through else ""
                what = "each of these elements" if word == "writes" and full else "it"
                out.append(f"{word} {what} in line {line}{through}")
        if writes and not reads and not full:
            out.append("and maybe not each element: the others have to be there, too")
        return "the kernel " + ", ".join(out)

    # --- scalars ------------------------------------------------------------------------------------------

    def _scalars(self, listed: Sequence[Chain]) -> Iterator[Mapped]:
        for chain, uses in self.accesses.scalars.items():
            node = self.accesses.nodes[chain]
            writes = [use for use in uses if use.write]
            if chain in listed or self.linked.covers(chain):
                continue
            if writes:
                if self._is_reduced(chain) or self._is_settled(chain, uses, writes):
                    line = self.unit.line(writes[0].where, self.at)
                    why = f"the kernel writes it in line {line}, and the host may read it"
                    yield Mapped(chain, BOTH, chain.text, why, writes[0].where)
            elif not chain.members and node.type_kind == RECORD_TYPE:
                line = self.unit.line(uses[0].where, self.at)
                yield Mapped(chain, TO, chain.text, f"the kernel reads it in line {line}", uses[0].where)

    def _is_reduced(self, chain: Chain) -> bool:
        rows = (*self.items, *self.inner_items)
        return any(item.clause == b"reduction" and shown(item) == chain.text for item in rows)

    def _is_settled(self, chain: Chain, uses: Sequence[ScalarUse], writes: Sequence[ScalarUse]) -> bool:
        """Whether it is certain what a written scalar is afterwards; asks where it is not."""
        if not self.is_parallel:
            return True
        constants = {use.constant for use in writes}
        if len(constants) == 1 and None not in constants:
            return True
        if all(self._is_atomic(use.where) for use in uses):
            return True
        name = chain.text
        added = f"'reduction(+: {name})', an 'atomic' or " if any(not use.write for use in uses) else ""
        self.remarks.append(
            Remark(
                "question",
                writes[0].where,
                f"threads of the kernel store '{name}' at the same time: is it a result, or each one's own? "
                f"{added}'private({name})' would say",
            )
        )
        return False

    def _is_atomic(self, where: int) -> bool:
        for row in self.nested:
            if row.directive is not None and row.directive.atomic:
                governed = self.unit.statement(row)
                if governed is not None and governed[1].start <= where < governed[1].end:
                    return True
        return False

    def _copied_out(self, objects: Sequence[Mapped]) -> Iterator[Mapped]:
        """The variables of ``lastprivate``, which get a value of the kernel's."""
        known = {each.chain.text for each in objects} | {shown(item) for item in self._data_items()}
        for item in (*self.items, *self.inner_items):
            name = item.base.decode()
            if item.clause == b"lastprivate" and name not in known:
                known.add(name)
                key = Key(name, self.unit.path, -1)
                yield Mapped(Chain(key), BOTH, name, "the kernel's last iteration sets it", item.span.start)

    def _check_names(self, objects: Sequence[Mapped]) -> None:
        """In a directive a macro's name means what that says."""
        parsed = self.unit.parsed
        for each in (
            *objects,
            *(Mapped(chain, "", chain.text, "", self.at) for chain in self.accesses.chains),
        ):
            for name in re.findall(r"[A-Za-z_]\w*", each.text):
                if parsed.could_be_macro(name) and name not in ("long",):
                    raise Refused(each.where, f"'{name}' in '{each.text}' is a macro, too")

    def _hoisted(self) -> tuple[Chain, ...]:
        """The chains that the ``pointerchain`` clause has to name yet."""
        items = self.construct.items
        if any(item.every for item in items):
            return ()
        known = {b"".join(item.text.split()).decode("utf-8", "replace") for item in items}
        chains = dict.fromkeys(map(self.linked.named, self.accesses.chains))
        return tuple(chain for chain in chains if chain.members and chain.text not in known)


def _keeps(statement: Node, name: str) -> bool:
    """Whether nothing in a statement changes a variable, so that a copy of it has its value."""
    return all(key.name != name for key in (*changed_in(statement), *addressed_in(statement)))


def _all_of(count: int | None) -> Range | None:
    return Range(ZERO, Polynomial.of(count - 1), True) if count is not None else None


def _without(level: Access, others: Sequence[Access]) -> Access:
    """A subscript without the loops whose variables other subscripts of the same element have."""
    used = {symbol for each in others if each.subscript is not None for symbol in each.subscript.symbols}
    mine = level.subscript.symbols if level.subscript is not None else frozenset()
    return level._replace(
        loops=tuple(each for each in level.loops if each.symbol in mine or each.symbol not in used)
    )


def _share_no_loop(levels: Sequence[Access]) -> bool:
    """Whether each loop's variable is in one subscript of an element alone."""
    seen: set[object] = set()
    for level in levels:
        symbols = {each for each in level.subscript.symbols if each.loop >= 0} if level.subscript else set()
        if symbols & seen:
            return False
        seen |= symbols
    return True
