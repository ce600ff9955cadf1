# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Presence: the memory that a chain is read from -> whether the device may have a copy of it.

``s->a->n`` is read from ``s``, from ``s->a`` and from itself: three cells. ``omp target data map(s->a[0:1])``
around a kernel  ->  the third is present there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from pointerchain.analysis.access import AccessPath, Relation, Step, StepKind, compare, lie_apart
from pointerchain.analysis.alias import may_alias
from pointerchain.analysis.callgraph import CallGraph, Function, Naming, Reader
from pointerchain.analysis.cfg import ControlFlow
from pointerchain.analysis.effects import NO_ACCESSES, Accesses
from pointerchain.analysis.environment.elsewhere import Found, Text, elsewhere, made_by_macros, needed
from pointerchain.analysis.environment.flow import Flow, Placed
from pointerchain.analysis.environment.listed import Item, items_of, own_items, shares_memory
from pointerchain.analysis.environment.order import CallPlace, Order
from pointerchain.analysis.environment.present import Environment, Lies, Presence, Row
from pointerchain.analysis.location import OUT, Location, Locations
from pointerchain.analysis.names import DEVICE_DATA
from pointerchain.dialects import Effect
from pointerchain.dialects.routines import BY_NAME, Routine
from pointerchain.source import Span
from pointerchain.translator.checks.trees import Trees
from pointerchain.translator.checks.waits import asynchronous, waits_for
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.defined import UNDECIDED, variables
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.facts.chains import Chain, Shape
from pointerchain.translator.facts.context import Aside, Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.clauses import argument_of, variants
from pointerchain.translator.text.directives import Construct, read_directives
from pointerchain.translator.text.lex import lex
from pointerchain.translator.text.made import Made
from pointerchain.translator.text.regions import Region, is_compute, is_declarative, is_standalone

_DECLARES = re.compile(rb"\b(?:omp\b[^\n]*\bdeclare[ \t_]+target|acc\b[^\n]*\bdeclare)\b")
_DESCRIPTOR = re.compile(rb'pc_type pc_this = \{"([^"]+)"')
_DECLARED = Effect(creates=True, storage=True)
_VALUES = (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST, Kind.STATIC_CAST)
ELEMENTS = (StepKind.DEREFERENCE, StepKind.ELEMENT)
_PLACES = (Shape.ARRAY, Shape.OBJECT)
"""What is not read where the chain is evaluated: its local says where it lies."""


class Cell(NamedTuple):
    """Memory that is read where a chain is evaluated."""

    path: AccessPath
    part: Location
    keys: frozenset[int]
    """The member, or the variable, that it is (:func:`ends_of`)."""
    shown: str
    alias: str = ""
    """The alias class of an element, which plain pointers and arrays may lead to as well."""

    @property
    def named(self) -> tuple[int, ...]:
        """Those of them that are declared."""
        return tuple(key for key in self.keys if key >= 0)

    @property
    def vague(self) -> bool:
        """Whether a template's argument decides which member it is."""
        return any(step.kind is StepKind.MEMBER and step.key[0] != "member" for step in self.path.steps)


class _Listed(NamedTuple):
    """What a directive lists, as Clang understands it; without a path it may be anything."""

    path: AccessPath | None
    part: Location
    text: bytes
    section: bool = False
    """Whether its last step stands for all elements from one on."""
    anywhere: bool = False
    """Whether its type does not tell what it is."""
    alias: str = ""
    """The alias class of the elements of a plain pointer or array."""
    pointer: Cell | None = None
    """Of a section that a member leads to: the memory of that pointer."""
    counted: bool = False
    """Whether it is a struct of which a section of a member's counts as a use (clang does that)."""


class _Declared(NamedTuple):
    """A variable that is on the device as long as the program runs."""

    name: str
    file: str
    offset: int
    records: frozenset[int]


class _Deep(NamedTuple):
    """The records that deep copies put on the device, by the names in their descriptors."""

    names: frozenset[str]


class Presences:
    """Answers for one source."""

    def __init__(self, context: Context, facts: Facts) -> None:
        self.context, self.facts = context, facts
        self.parts, self.trees = context.shared(Locations), context.shared(Trees)
        self._cells: dict[int, tuple[Cell, ...]] = {}
        self._storage = Storage(context.cxx)
        self._undecided = False
        """Whether a type does not tell what a directive or function maps."""

    # --- cells -------------------------------------------------------------------------------------------

    def cells(self, chain: Chain) -> tuple[Cell, ...]:
        """The memory that a chain is read from: its root, its links, then its own."""
        if chain.number not in self._cells:
            steps = chain.access.steps
            sizes = [at for at, step in enumerate(steps) if step.kind in OUT]
            subscripts = [cell for path in chain.watched for cell in self._subscript(path)]
            own = [self._cell(chain, size) for size in sizes]
            own += [self._cell(chain, len(steps))] if chain.shape not in _PLACES else []
            self._cells[chain.number] = (*subscripts, *own)
        return self._cells[chain.number]

    def _subscript(self, path: AccessPath) -> Iterator[Cell]:
        """The memory that a subscript of a chain is read from."""
        sizes = [at for at, step in enumerate(path.steps) if step.kind in OUT]
        return (self._of_path(path, size, "") for size in (*sizes, len(path.steps)))

    def own(self, chain: Chain) -> Cell | None:
        """A chain's own memory, None where its local only says where that lies."""
        return None if chain.shape in _PLACES else self.cells(chain)[-1]

    def is_kept(self, chain: Chain, construct: Construct) -> bool:
        """Whether the device certainly has a copy of a chain's memory, or of what its local leads to."""
        place = self._cell(chain, len(chain.access.steps))
        found = self.at(construct, place)
        if found is not None and any(self.lies(row, place) is Lies.HOLDS for row in found.rows):
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

    def followed(self, access: AccessPath) -> Cell | None:
        """The memory that an access ends in; None where it leads through ``this`` alone.

        A construct maps ``*this`` by itself (OpenMP 5.2, 5.8.1; OpenACC 3.3, 2.6.2).
        """
        pointers = sum(step.kind in OUT for step in access.steps)
        return (
            None
            if access.root[0] == "this" and pointers < 2
            else self._of_path(access, len(access.steps), "")
        )

    def holds(self, construct: Construct, cell: Cell) -> bool:
        """Whether the device may have some memory where a construct runs, or the construct puts it there."""
        place = construct.pragma.span.start
        listed = (self._row(construct, item) for item in items_of(construct))
        own = any(row is not None and self._attaches(row, cell) is not Lies.APART for row in listed)
        return own or self.environment.at(place, lambda row: self._attaches(row, cell)) is not None

    def beside(self, construct: Construct, chain: Chain) -> Row | None:
        """The directive that has put elements onto the device which begin elsewhere than a chain leads to.

        A device finds what a pointer leads to by its value, unless the construct lists the section itself.
        """
        own = self.own(chain)
        if own is None or chain.shape is not Shape.POINTER:
            return None
        if any(row.chain == chain.number and row.construct is construct for row in self.facts.standing):
            return None
        rows = (row for row in self.rows if row.alone and row.effect.creates and self.is_attached(row, own))
        return next((row for row in rows if row.what.path.bare[-1].key != 0), None)

    def _attaches(self, row: Row, cell: Cell) -> Lies:
        """How what is listed lies to some memory; a section of what a pointer leads to brings the pointer."""
        what = row.what
        if isinstance(what, _Listed) and what.path is not None:
            found = compare(what.path, cell.path, self.context.aside.references)
            rest = what.path.bare[found.size :]
            if found.relation is Relation.EXTENSION and rest[0].kind in OUT:
                return Lies.HOLDS if found.certain else Lies.MAY
        return self.lies(row, cell)

    def _cell(self, chain: Chain, size: int) -> Cell:
        cell = self._of_path(chain.access, size, chain.text)
        if chain.shape is Shape.RECORD and size == len(chain.access.steps):
            node = self.context.tree.node(cell.path.places[-1])
            return cell._replace(keys=cell.keys | self.context.references.members_of(node))
        return cell

    def _of_path(self, access: AccessPath, size: int, shown: str) -> Cell:
        steps = access.steps[:size]
        bare = tuple(step for step in steps if step.kind is not StepKind.CAST)
        path = AccessPath(access.root, steps, access.places[: size + 1], bare)
        node = self.context.tree.node(path.places[-1])
        part = self.parts.of(node, path) if steps else Location((), ())
        element = (
            bool(bare)
            and bare[-1].kind in (*ELEMENTS, StepKind.OPERATOR)
            and not self.context.references.is_record(node.index)
        )
        return Cell(path, part, ends_of(path), shown, self._storage.alias_of(node) if element else "")

    # --- questions ---------------------------------------------------------------------------------------

    def at(self, construct: Construct, cell: Cell, place: int = -1) -> Presence | None:
        """How memory may be present where a construct begins, or at another place."""
        if not self.rows or self._is_shared:
            return None
        attached = any(self.is_attached(row, cell) for row in self.rows)

        def lies(row: Row) -> Lies:
            # an attached pointer is not changed by an update (OpenMP 5.2, 5.9; OpenACC 3.3, 2.14.4)
            updates = row.effect.finds and not row.effect.creates
            return Lies.APART if attached and updates else self.lies(row, cell)

        at = place if place >= 0 else construct.pragma.span.start
        return self.environment.at(at, lies, device_of(construct))

    def is_a_part(self, path: AccessPath, row: Row, text: Span) -> bool:
        """Whether what a path ends in before some text is certainly a part of what is listed behind it."""
        what = row.what
        if not isinstance(what, _Listed) or what.path is None:
            return False
        found = compare(what.path, path, self.context.aside.references)
        inside = path.bare[found.size :]
        apart = found.relation not in (Relation.SAME, Relation.PREFIX) or not found.certain
        apart = apart or any(step.kind in OUT for step in inside)
        return not apart and not self._is_moved(path, text)

    def is_attached(self, row: Row, cell: Cell) -> bool:
        """Whether a directive may make the device's copy of a pointer lead to the device."""
        what = row.what
        if not isinstance(what, _Listed) or not what.section or what.path is None or not cell.path.steps:
            return False
        pointer = what.path._replace(steps=what.path.steps[:-1], bare=what.path.bare[:-1])
        return not ends_of(pointer).isdisjoint(cell.keys)

    def listed_in(
        self, construct: Construct, cell: Cell, least: Lies = Lies.HOLDS
    ) -> Iterator[tuple[Row, Item]]:
        """What a directive of a region itself lists that holds some memory, for certain or perhaps."""
        made = any(row.construct is construct for row in self._made)
        if made and not self.meets(self.others.data, cell):
            return  # which knows the types of what macros list
        for item in items_of(construct):
            row = self._row(construct, item) if made or item.span.start not in self.of_locals else None
            if row is not None and self.lies(row, cell) >= least:
                yield row, item

    def updates_local(self, construct: Construct, chain: Chain) -> bool:
        """Whether a directive always copies the chain's local, though the device has it already."""
        own = {row.span.start for row in self.facts.standing if row.chain == chain.number}
        moved = (item for item in items_of(construct) if item.span.start in own and not item.section)
        return any(b"always" in item.words and item.effect.storage for item in moved)

    def is_beside(self, construct: Construct, item: Item, cell: Cell) -> bool:
        """Whether a directive lists another member of the struct that some memory is in."""
        what = self._what(construct, item)
        if what.path is None or not what.part.records or what.part.records[0] not in cell.part.records:
            return False
        return what.path.root == cell.path.root and _until_out(what.path) == _until_out(cell.path)

    def named_in(self, construct: Construct, chain: Chain) -> Iterator[Item]:
        """What a directive lists that may hold memory which a chain is read from."""
        for item in items_of(construct):
            what = self._what(construct, item)
            if any(self._lies_listed(what, cell) is not Lies.APART for cell in self.cells(chain)):
                yield item

    # --- rows --------------------------------------------------------------------------------------------

    @cached_property
    def environment(self) -> Environment:
        """All that the source maps."""
        return Environment(self.rows, self.flow, self._same)

    @cached_property
    def flow(self) -> Flow:
        """Where control goes in the source."""
        context = self.context
        found = [Function(*row) for row in context.functions]
        for aside in self.trees.all:
            lambdas = aside.tree.of_kinds(frozenset((Kind.LAMBDA,)))
            found += (Function("operator()", context.source_span(node), True) for node in lambdas)
        controls = [self._control(aside.tree) for aside in self.trees.all]
        return Flow(found, controls, CallGraph(found, self._naming))

    def _naming(self) -> Naming:
        """Where the source names functions."""
        context = self.context
        directives = (each.pragma.span for each in self.constructs)
        return Reader(context.parsed, context.cxx).read(context.lexed, context.in_source, directives)

    @cached_property
    def order(self) -> Order:
        """Where control may come from one function of the source to another."""
        calls = [
            CallPlace(node.name(), self.context.source_span(node))
            for aside in self.trees.every
            for node in aside.tree.of_kinds(frozenset((Kind.CALL,)))
        ]
        controls = [self._control(aside.tree) for aside in self.trees.every]
        return Order(Flow(self.flow.functions, controls, self.flow.calls), calls)

    def _control(self, tree: Tree) -> Placed:
        control = ControlFlow(tree, lambda call: not semantics.is_user_function(call))
        return Placed(control, self.context.in_probe, self.context.in_source)

    @cached_property
    def _is_shared(self) -> bool:
        """Whether host and device have one memory, so that there are no copies (OpenMP 5.2, 8.2.1)."""
        return shares_memory(text for _, text in self.context.parsed.own_texts)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """What directives and calls of the source do to the device's data environment."""
        found: list[Row] = []
        made = {row.span.start for row in self._made}
        for construct in self.constructs:
            if construct.pragma.span.start in made:
                continue  # of which no operand was made
            if is_declarative(construct) and not self.flow.function(construct.pragma.span.start):
                continue
            for item in (*items_of(construct), *own_items(construct)):
                row = self._row(construct, item) if item.span.start not in self.of_locals else None
                if row is not None:
                    found.append(row)
        found += (*self._given_rows(found), *self._declared_rows(), *self.calls)
        found += self._counted_rows(found)
        return (*found, *self._other_rows(bool(found)))

    def _counted_rows(self, rows: Sequence[Row]) -> list[Row]:
        """The structs that sections of their members are counted for, where the device may have them.

        For clang a section by ``s->x`` is one more use of ``*s``, which keeps that on the device, so that
        another directive's end of it copies nothing back. It puts nothing there by itself that counts here.
        """
        found: list[Row] = []
        environment = Environment(rows, self.flow, self._same)
        for row in rows:
            pointer = row.what.pointer if isinstance(row.what, _Listed) and not row.kernel else None
            if pointer is None or not (row.effect.creates or row.effect.deletes) or not pointer.part.records:
                continue
            if environment.at(row.span.start, self._asked(pointer)) is not None:
                steps = _until_out(pointer.path)
                path = AccessPath(pointer.path.root, steps, pointer.path.places[: len(steps) + 1], steps)
                record = pointer.part.records[0]
                part = self._with_kin(Location((), (), record, frozenset((record,))))
                what = _Listed(path, part, b"", counted=True)
                effect = row.effect._replace(to_device=False, from_device=False)
                found.append(row._replace(what=what, effect=effect))
        return found

    def _asked(self, cell: Cell) -> Callable[[Row], Lies]:
        return lambda row: self.lies(row, cell)

    def _given_rows(self, rows: Sequence[Row]) -> list[Row]:
        """What called functions surely move, or take off the device, of what they are given."""
        found: list[Row] = []
        moving: dict[str, list[tuple[Row, int]]] = {}
        for row in rows:
            function = self.flow.function(row.span.start) if row.alone and not row.effect.creates else None
            number = self._number(row, function) if function is not None else -1
            if function is not None and number >= 0:
                moving.setdefault(function.name, []).append((row, number))
        for aside in self.trees.all if moving else ():
            for call in aside.tree.of_kinds(frozenset((Kind.CALL,))):
                for row, number in moving.get(call.name(), ()):
                    given = aside.paths.expressions(call.index)[1:]
                    path = aside.paths.of(given[number]) if number < len(given) else None
                    if path is not None and path.known:
                        what = row.what._replace(path=_joined(path, row.what.path))
                        found.append(row._replace(span=self.context.source_span(call), what=what))
        return found

    def _number(self, row: Row, function: Function) -> int:
        """The parameter by which a directive names what it surely moves; -1 where it is none."""
        path, at = row.what.path, row.span.start
        if path is None or path.root[0] != "variable" or row.unsure or row.waited:
            return -1
        if sum(each.name == function.name for each in self.flow.functions) > 1:
            return -1
        keys = self.trees.parameters(function.span.start)
        if path.root[1] not in keys or self._is_moved(path, Span(function.span.start, at)):
            return -1
        blocks = self.context.lexed.blocks
        begin = blocks.starts[blocks.top(at)] + 1
        return keys.index(path.root[1]) if self.flow.comes_to(begin, at) else -1

    @cached_property
    def constructs(self) -> tuple[Construct, ...]:
        """The directives of the source, with what metadirectives may be, and with those that macros make."""
        found: list[Construct] = []
        for construct in self.context.layout.constructs:
            found += (construct, *variants(construct))
        found += (row.construct for row in self._made if row.construct is not None)
        return tuple(sorted(found, key=lambda each: each.pragma.span.start))

    def constructs_in(self, region: Region) -> Iterator[Construct]:
        """Those of them that stand in a region."""
        start, end = region.span
        return (each for each in self.constructs if start <= each.pragma.span.start < end)

    @cached_property
    def _variants(self) -> tuple[Construct, ...]:
        """What metadirectives may be, each perhaps."""
        return tuple(inner for each in self.context.layout.constructs for inner in variants(each))

    @cached_property
    def _made(self) -> tuple[Made, ...]:
        """The directives that macros of the source make."""
        context = self.context
        every = (
            context.expansions_in(Span(0, len(context.lexed.data))) if context.parsed.pragma_macros else ()
        )
        return made_by_macros(context.parsed, every, context.cxx, context.expansion_span)

    def _other_rows(self, lists: bool) -> Iterator[Row]:
        """What functions map that nobody follows from here: of headers, of other sources, by macros."""
        deep = _deep_types(text for _, text in self.context.parsed.own_texts)
        if deep:
            yield Row("deepcopy", Span(0, 0), -1, _DECLARED, _Deep(deep), elsewhere=True)
        everything = self.others.data
        if everything != NO_ACCESSES and (lists or self.others.says):
            says = self.others.says or "a directive of another source"
            yield Row(says, Span(0, 0), -1, _DECLARED, everything, elsewhere=True)

    @cached_property
    def others(self) -> Found:
        """What functions that nobody follows from here leave on the device."""
        context = self.context
        known = context.elsewhere or (lambda _: None)
        text = Text(
            context.parsed.filename,
            context.parsed.args,
            context.lexed.data,
            context.cxx,
            context.parsed,
            self._made,
        )
        found = elsewhere(text, known, True) if self._undecided or needed(text) else Found()
        data = known(DEVICE_DATA)
        return found if data is None else found._replace(data=found.data | data.ref)

    def _row(self, construct: Construct, item: Item) -> Row | None:
        effect = item.effect
        if not (effect.creates or effect.deletes or effect.finds):
            return None
        span = self.context.statement(construct)
        own = [clause.name for clause in construct.clauses]
        around = self.flow.function(construct.pragma.span.start)
        waited: tuple[int, ...] = ()
        if asynchronous(construct) is not None and around is not None:
            waited = tuple(waits_for(self.context, construct, around.span))
        unsure = b"if" in own or b"iterator" in item.words
        unsure = unsure or (asynchronous(construct) is not None and not waited)
        unsure = unsure or any(each.pragma.span == construct.pragma.span for each in self._variants)
        until = span.end if span is not None and not is_standalone(construct) else -1
        if is_declarative(construct):  # a function's variables, until it ends
            until = around.span.end if around is not None else -1
        return Row(
            construct.spelling,
            construct.pragma.span,
            until,
            effect,
            self._what(construct, item),
            is_compute(construct),
            b"always" in item.words,
            unsure,
            b"delete" in item.words or b"finalize" in own,
            empty=b"" if item.filled else b"".join(self.context.lexed.data[slice(*item.span)].split()),
            device=device_of(construct),
            waited=waited,
        )

    @cached_property
    def of_locals(self) -> frozenset[int]:
        """Where directives list what a chain's local stands for: that is no memory of the chain's."""
        return frozenset(row.span.start for row in self.facts.standing if row.construct is not None)

    def _what(self, construct: Construct, item: Item) -> _Listed:
        """What an item is: Clang's path to it, or its text."""
        found = self.trees.item(construct, item)
        if found is None:
            return _Listed(None, Location((), ()), item.base)
        aside, index, rest = found
        named = aside.tree.node(index)
        anywhere = self._storage.leads_anywhere(named) if rest else self._storage.is_undecided(named)
        self._undecided |= anywhere
        parts = Locations(aside)
        path, node = aside.paths.of(index), aside.tree.node(index)
        if not rest:
            array = aside.references.is_array_behind(index) or types.is_variable_array(node)
            part = parts.elements(node, path) if array else parts.of(node, path)
            alias = self._storage.alias_of(node) if array and is_plain(path) else ""
            return _Listed(path if path.known else None, self._with_kin(part), item.base, alias=alias)
        part = self._with_kin(parts.elements(node, path))
        kind = StepKind.ELEMENT if aside.references.is_array_behind(index) else StepKind.DEREFERENCE
        pointer = None
        if (
            kind is StepKind.DEREFERENCE
            and path.known
            and path.steps
            and path.steps[-1].kind is StepKind.MEMBER
        ):
            pointer = Cell(path, parts.of(node, path), ends_of(path), "")
        key = 0 if item.whole else ("?", index)
        step = Step(kind, key)
        path = path._replace(steps=(*path.steps, step), bare=(*path.bare, step), places=(*path.places, index))
        alias = self._storage.alias_of_elements(node) if is_plain(path) else ""
        listed = _Listed(path if path.known else None, part, item.base, True, anywhere, alias)
        return listed._replace(pointer=pointer)

    def _with_kin(self, part: Location) -> Location:
        """An object that casts of the source make one of other types."""
        kin = self.trees.kin
        more = frozenset(other for each in part.holds for other in kin.get(each, ()))
        return part._replace(holds=part.holds | more) if more else part

    def _declared_rows(self) -> Iterator[Row]:
        """The variables of ``declare target`` and ``acc declare`` at file scope, of headers too."""
        for name, text in self.context.parsed.own_texts:
            if name == self.context.parsed.filename:
                constructs = self.context.layout.constructs
                made = (row.construct for row in self._made if row.construct is not None)
                top = [c for c in (*constructs, *made) if not self.flow.function(c.pragma.span.start)]
                top.sort(key=lambda each: each.pragma.span.start)
            elif b"declare" in text and _DECLARES.search(text):
                found = read_directives(lex(text, self.context.cxx), name, self.context.cxx)[0]
                top = [each for each in found if isinstance(each, Construct)]
            else:
                continue
            yield from self._declared_in(name, top)

    def _declared_in(self, file: str, constructs: list[Construct]) -> Iterator[Row]:
        opened: Construct | None = None
        names: dict[str, tuple[Construct, Item]] = {}
        ranges: list[tuple[int, int, Construct]] = []
        for construct in constructs:
            if not is_declarative(construct):
                continue
            delimits = b"target" in construct.name
            if construct.name[:1] == (b"end",):
                if opened is not None and delimits:
                    ranges.append((opened.pragma.span.end, construct.pragma.span.start, opened))
                opened = None
                continue
            items = [*items_of(construct), *own_items(construct)]
            for item in items:
                if item.effect.creates or item.clause == b"link":
                    names[item.base.rpartition(b"::")[2].decode("utf-8", "replace")] = construct, item
            if delimits and not items:
                opened = construct
        if not names and not ranges:
            return
        main = file == self.context.parsed.filename
        for variable in variables(self.context.parsed):
            declared = variable.declaration
            at = self.context.named_at(declared) if declared.main else declared.offset
            inside = [c for start, end, c in ranges if declared.file == file and start <= at < end]
            found = inside[0] if inside else names[declared.name][0] if declared.name in names else None
            if found is not None:
                what = _Declared(declared.name, declared.file, declared.offset, variable.records)
                span = found.pragma.span if main else Span(0, 0)
                yield Row(found.spelling, span, -1, _DECLARED, what, declared=True)

    @cached_property
    def calls(self) -> tuple[Row, ...]:
        """What functions of the runtimes are given."""
        return tuple(self._call_rows())

    def _call_rows(self) -> Iterator[Row]:
        for aside in self.trees.all if self.trees.calls_runtime else ():
            for node in aside.tree.of_kinds(frozenset((Kind.CALL,))):
                routine = BY_NAME.get(node.name().encode())
                if routine is None or routine.argument < 0:
                    continue
                row = self._call(routine, node, aside)
                if row is not None:
                    yield row

    def _call(self, routine: Routine, call: Node, aside: Aside) -> Row | None:
        given = aside.paths.expressions(call.index)[1:]
        if len(given) <= routine.argument:
            return None
        index = given[routine.argument]
        while aside.tree.kinds[index] in _VALUES:
            inside = aside.paths.expressions(index)
            if not inside or not aside.references.is_address(inside[-1]):
                break
            index = inside[-1]
        node, path = aside.tree.node(index), aside.paths.of(index)
        anywhere = self._storage.leads_anywhere(node)
        self._undecided |= anywhere
        part = self._with_kin(Locations(aside).elements(node, path))
        address = bool(path.steps) and path.steps[-1].kind is StepKind.ADDRESS
        if address:
            path = path._replace(steps=path.steps[:-1], bare=path.bare[:-1], places=path.places[:-1])
        else:
            step = Step(StepKind.DEREFERENCE, 0)
            path = path._replace(
                steps=(*path.steps, step), bare=(*path.bare, step), places=(*path.places, index)
            )
        what = _Listed(path if path.known else None, part, b"", False, anywhere)
        span = self.context.source_span(call)
        return Row(call.name(), span, -1, routine.effect, what)

    # --- how they lie --------------------------------------------------------------------------------------

    def lies(self, row: Row, cell: Cell) -> Lies:
        """How what a directive or call maps lies to some memory."""
        what = row.what
        if isinstance(what, _Declared):
            return self._lies_declared(what, cell)
        if isinstance(what, _Deep):
            return Lies.MAY if self._is_deep(what.names, cell) else Lies.APART
        if isinstance(what, Accesses):
            return Lies.MAY if self.meets(what, cell) else Lies.APART
        if what.counted:
            return min(Lies.MAY, self._lies_listed(what, cell))
        if what.anywhere and not row.effect.creates and self.meets(self.others.data, cell):
            return max(Lies.MAY, self._lies_listed(what, cell))
        return self._lies_listed(what, cell)

    def meets(self, accesses: Accesses, cell: Cell) -> bool:
        """Whether some memory may be among objects that are known by the names that all sources share."""
        if not cell.path.steps:
            return False  # a variable that is not named
        if ANY in accesses.through or (cell.vague and accesses != NO_ACCESSES):
            return True
        names = accesses.members | {each for row in accesses.variables for each in row if each}
        return any(self._named(key) in names for key in cell.keys)

    def _named(self, key: int) -> str:
        if key < 0:
            return ""  # what a pointer leads to
        references = self.context.references
        field = references.fact(key).kind == Kind.FIELD
        return self._storage.member(references, key) if field else references.usr(key)

    def _lies_declared(self, what: _Declared, cell: Cell) -> Lies:
        inner = not any(step.kind in OUT for step in cell.path.steps)
        named = cell.path.root[0] == "variable"
        if inner and named and not self.context.references.declares_reference(cell.path.root[1]):
            fact = self.context.references.fact(cell.path.root[1])
            same = (fact.name, fact.file, fact.offset) == (what.name, what.file, what.offset)
            return Lies.HOLDS if same else Lies.APART
        if UNDECIDED in what.records and cell.path.steps:
            return Lies.MAY
        return Lies.MAY if what.records & {*cell.part.records} else Lies.APART

    def _is_deep(self, names: frozenset[str], cell: Cell) -> bool:
        """Whether some memory may be of a record of these names, or of one that casts make of others."""
        if cell.vague or not self.trees.kin.keys().isdisjoint(cell.part.records):
            return True
        return any(self.context.references.holder_name(key) in names for key in cell.part.keys)

    def _lies_listed(self, what: _Listed, cell: Cell) -> Lies:
        references = self.context.aside.references
        if what.path is None:
            if not cell.path.steps:
                return Lies.APART
            known = any((what.part.records, what.part.holds, what.part.record))
            return Lies.MAY if not known or may_alias(what.part, cell.part, references) else Lies.APART
        found = compare(what.path, cell.path, references)
        mine, theirs = what.path.bare[found.size :], cell.path.bare[found.size :]
        inner = not any(step.kind in OUT for step in (*mine, *theirs))
        if found.relation in (Relation.SAME, Relation.PREFIX, Relation.EXTENSION):
            if inner:
                return Lies.HOLDS if found.certain else Lies.MAY
        elif found.relation is Relation.SHARED and inner:
            return Lies.MAY
        elif found.relation is Relation.APART and what.section and len(mine) == 1:
            return Lies.MAY  # other elements, to which it may go on
        elif found.relation is Relation.APART and inner:
            return Lies.APART
        elif lie_apart(what.path, cell.path, references):
            return Lies.APART
        if not cell.path.steps:
            return Lies.APART  # a variable that is not named
        if what.section and what.path.steps and ends_of(what.path) & cell.keys:
            return Lies.MAY  # elements by the same member of another struct
        if what.alias and what.alias == cell.alias:
            return Lies.MAY
        if cell.vague and (what.part.records or what.part.holds):
            return Lies.MAY
        return Lies.MAY if may_alias(what.part, cell.part, references) else Lies.APART

    def _same(self, one: Row, other: Row) -> bool:
        mine, theirs = one.what, other.what
        if not isinstance(mine, _Listed) or not isinstance(theirs, _Listed):
            return False
        if mine.path is None or theirs.path is None:
            return bool(mine.text) and mine.text == theirs.text
        if mine.counted != theirs.counted:
            return False
        found = compare(mine.path, theirs.path, self.context.aside.references)
        text = Span(one.span.end, other.span.start)
        return found.relation is Relation.SAME and found.certain and not self._is_moved(mine.path, text)

    def _is_moved(self, path: AccessPath, text: Span) -> bool:
        """Whether a pointer that leads to an object is assigned in some text."""
        last = max((at for at, step in enumerate(path.steps) if step.kind in OUT), default=-1)
        keys = {
            step.key[1] for step in path.steps[:last] if step.kind is StepKind.MEMBER and len(step.key) > 1
        }
        keys |= {path.root[1]} if last >= 0 and path.root[0] == "variable" else set()
        return any(text.start <= at < text.end and key in keys for at, key in self.trees.assigned)


def is_plain(path: AccessPath) -> bool:
    """Whether a path leads from a variable on by no member's name."""
    return path.root[0] == "variable" and all(step.kind is not StepKind.MEMBER for step in path.steps)


def ends_of(path: AccessPath) -> frozenset[int]:
    """The member or variable that a path ends in, elements of arrays included.

    What a pointer leads to that is one is ``~key``, so that ``s->x`` is another than ``s->x[1]``.
    """
    last = next(
        (at for at in range(len(path.steps) - 1, -1, -1) if path.steps[at].kind is StepKind.MEMBER), -1
    )
    if last >= 0:
        key = path.steps[last].key[1] if path.steps[last].key[0] == "member" else None
    else:
        key = path.root[1] if path.root[0] == "variable" else None
    if key is None:
        return frozenset()
    return frozenset((~key if any(step.kind in OUT for step in path.steps[last + 1 :]) else key,))


def _deep_types(texts: Iterable[bytes]) -> frozenset[str]:
    """The records that deep copies put on the device: those of which there are descriptors, of any shape."""
    found = (each[1] for text in texts if b"pc_deepcopy_" in text for each in _DESCRIPTOR.finditer(text))
    return frozenset(name.partition(b" as ")[0].decode("utf-8", "replace") for name in found)


def device_of(construct: Construct) -> bytes:
    """What a directive of OpenMP says of the device that it means; nothing where that is the default one."""
    if construct.dialect != "omp":
        return b""
    found = (argument_of(construct, clause) for clause in construct.clauses if clause.name == b"device")
    return next((b"".join(text.split()) for text in found), b"")


def _joined(given: AccessPath, path: AccessPath) -> AccessPath:
    """A path from a parameter, as one from what the parameter is given."""
    steps, bare = path.steps, path.bare
    if given.steps and given.steps[-1].kind is StepKind.ADDRESS and bare[:1] and bare[0].key == 0:
        given = AccessPath(given.root, given.steps[:-1], given.places[:-1], given.bare[:-1])
        steps, bare = steps[1:], bare[1:]
    places = (*given.places, *path.places[1:])
    return AccessPath(given.root, (*given.steps, *steps), places, (*given.bare, *bare))


def _until_out(path: AccessPath) -> tuple[Step, ...]:
    """The steps to the object that a path's last pointer leads to."""
    last = max((at + 1 for at, step in enumerate(path.bare) if step.kind in OUT), default=0)
    return path.bare[:last]


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
