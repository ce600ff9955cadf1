# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Listing: the directives and calls of a source -> what they do to the device's data environment, as rows.

``#pragma omp target enter data map(to: s->a[0:1])``  ->  it puts what ``s->a`` points to onto the device.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from pointerchain.analysis.access import AccessPath, Aside, Relation, Step, StepKind, compare
from pointerchain.analysis.alias import AliasResult
from pointerchain.analysis.callgraph import CallGraph, Function, Naming, Reader
from pointerchain.analysis.cfg import ControlFlow
from pointerchain.analysis.effects import NO_ACCESSES
from pointerchain.analysis.environment.call_summaries import CallSummaries
from pointerchain.analysis.environment.callers import Callers
from pointerchain.analysis.environment.containment import Containment, Declared, Deep, Listed
from pointerchain.analysis.environment.elsewhere import Found, Text, elsewhere, made_by_macros, needed
from pointerchain.analysis.environment.flow import Flow, Placed
from pointerchain.analysis.environment.listed import Item, items_of, own_items
from pointerchain.analysis.environment.memory import MemoryLocation, ends_of, is_plain, until_out
from pointerchain.analysis.environment.nearby import Nearby
from pointerchain.analysis.environment.order import Order
from pointerchain.analysis.environment.pointees import OBJECT
from pointerchain.analysis.environment.present import Environment, Row
from pointerchain.analysis.index import Index
from pointerchain.analysis.location import Location, Locations
from pointerchain.analysis.names import DEVICE_DATA
from pointerchain.dialects import Effect
from pointerchain.dialects.routines import BY_NAME, Routine
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.checks.trees import Trees
from pointerchain.translator.checks.waits import asynchronous, waits_for
from pointerchain.translator.clang import semantics, types
from pointerchain.translator.clang.alias_classes import ANY
from pointerchain.translator.clang.defined import variables
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node, Tree
from pointerchain.translator.facts.context import Context
from pointerchain.translator.facts.model import Facts
from pointerchain.translator.text.clauses import argument_of, variants
from pointerchain.translator.text.directives import Construct, read_directives
from pointerchain.translator.text.lex import lex
from pointerchain.translator.text.made import Made
from pointerchain.translator.text.regions import Region, is_compute, is_declarative, is_standalone

_DECLARES = lazy_pattern(rb"\b(?:omp\b[^\n]*\bdeclare[ \t_]+target|acc\b[^\n]*\bdeclare)\b")
_DESCRIPTOR = lazy_pattern(rb'pc_type pc_this = \{"([^"]+)"')
_ENTERS = lazy_pattern(rb"\bpc_deepcopy_(?:enter|begin)\b")
"""What begins a deep copy in a text whose directives are calls already."""
_FUNCTION = lazy_pattern(rb"\bpc_type_(\w+)\(void\) \{(.*?)return &pc_this; \}", re.S)
_TYPE = lazy_pattern(rb"\bpc_type_(\w+)\b")
_ROOTS = b"const pc_root "
_DECLARED = Effect(creates=True, storage=True)
_VALUES = (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST, Kind.STATIC_CAST)


class Listing:
    """The rows of one source."""

    def __init__(self, context: Context, facts: Facts, trees: Trees) -> None:
        self.context, self.facts, self.trees = context, facts, trees
        self.containment = Containment(context, trees.points_to, trees, lambda: self.others)
        self._storage = trees.points_to.storage
        self._undecided = False
        """Whether a type does not tell what a directive or function maps."""

    @cached_property
    def flow(self) -> Flow:
        """Where control goes in the source."""
        controls = [self._control(aside.tree) for aside in self.trees.all]
        return Flow(self.graph.functions, controls, self.graph)

    @cached_property
    def graph(self) -> CallGraph:
        """Who may call whom in the source."""
        context = self.context
        found = [Function(*row) for row in context.functions]
        for aside in self.trees.all:
            lambdas = aside.tree.of_kinds(frozenset((Kind.LAMBDA,)))
            found += (Function("operator()", context.source_span(node), True) for node in lambdas)
        return CallGraph(found, self._naming)

    def _naming(self) -> Naming:
        """Where the source names functions."""
        context = self.context
        return Reader(context.parsed, context.cxx).read(context.lexed, context.in_source, self.constructs)

    @cached_property
    def order(self) -> Order:
        """Where control may come from one function of the source to another."""
        controls = [self._control(aside.tree) for aside in self.trees.every]
        return Order(Flow(self.flow.functions, controls, self.graph), self.graph)

    def _control(self, tree: Tree) -> Placed:
        control = ControlFlow(tree, lambda call: not semantics.is_user_function(call))
        return Placed(control, self.context.in_probe, self.context.in_source)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """What directives and calls of the source do to the device's data environment."""
        found: list[Row] = []
        made = {row.span.start for row in self.made}
        for construct in self.constructs:
            if construct.pragma.span.start in made:
                continue  # of which no operand was made
            if is_declarative(construct) and not self.flow.function(construct.pragma.span.start):
                continue
            for item in (*items_of(construct), *own_items(construct)):
                row = self.row(construct, item) if item.span.start not in self.of_locals else None
                if row is not None:
                    found.append(row)
        moves = [row for row in found if row.alone and not row.effect.creates]
        found += (*self._summaries.rows(moves), *self._declared_rows(), *self.calls)
        found += self._counted_rows(found)
        return (*found, *self._other_rows(bool(found)))

    @cached_property
    def _summaries(self) -> CallSummaries:
        """What calls surely do, in the functions with regions or directives."""
        return CallSummaries(self.flow, self.containment, Callers(self.context, self.trees.all))

    @cached_property
    def calls_that_put(self) -> list[Row]:
        """The calls of what surely puts objects onto the device."""
        return self._summaries.rows([row for row in self.rows if row.alone and row.effect.creates])

    def _counted_rows(self, rows: Sequence[Row]) -> list[Row]:
        """The structs that parts of them are counted for, where the device may have the whole.

        A part of what is there is one more use of all of it (OpenMP 5.2, 5.8.3), so that another directive's
        end of it copies nothing back. For clang a section by ``s->x`` is one of ``*s``, too. It puts nothing
        there by itself that counts here.
        """
        found: list[Row] = []
        environment, nearby = (
            environment_of(rows, self.flow, self.containment),
            Nearby(rows, self.containment),
        )
        mapped = [row.what.part for row in rows if isinstance(row.what, Listed) and row.effect.creates]
        holders = Index(mapped, lambda part: part.holds)
        for row in rows:
            if not isinstance(row.what, Listed) or row.kernel:
                continue
            if not (row.effect.creates or row.effect.deletes):
                continue
            for whole in self._wholes(row.what, holders):
                having = nearby.having(whole.part.record)
                if environment.at(row.span.start, self._having(whole), among=having) is not None:
                    effect = row.effect._replace(to_device=False, from_device=False)
                    found.append(row._replace(what=whole, effect=effect))
        return found

    def _wholes(self, what: Listed, holders: Index[Location]) -> Iterator[Listed]:
        """The structs that what is listed may be a part of: as its path names them, or as its type allows.

        ``holders`` has what directives map by the records that it holds.
        """
        pointer = what.pointer
        path, records = (pointer.path, pointer.part.records) if pointer else (what.path, what.part.records)
        if path is not None and records:
            steps = until_out(path)
            path = AccessPath(path.root, steps, path.places[: len(steps) + 1], steps)
            yield self._whole(records[0], path, b"")
            return
        held = {what.part.record} if what.part.record > 0 else set()
        if not held and what.path is not None and holders:
            led = self.containment.points_to.of_keys(ends_of(what.path))
            keys = (target.key for target in led if target.kind == OBJECT)
            held = {self.context.references.holder(key) for key in keys if isinstance(key, int)}
        wholes = {part.record for part in holders.near(held)} - {what.part.record}
        yield from (self._whole(record, None, what.text) for record in sorted(wholes) if record > 0)

    def _whole(self, record: int, path: AccessPath | None, text: bytes) -> Listed:
        part = self._with_kin(Location((), (), record, frozenset((record,))))
        return Listed(path, part, text, counted=True)

    def _having(self, whole: Listed) -> Callable[[Row], AliasResult]:
        """How rows lie to a struct: those count that have all of it."""

        def lies(row: Row) -> AliasResult:
            what = row.what
            if not isinstance(what, Listed):
                return (
                    AliasResult.MAY
                    if isinstance(what, Declared) and whole.part.record in what.records
                    else AliasResult.NO
                )
            if whole.part.record not in what.part.holds:
                return AliasResult.NO
            if whole.path is None or what.path is None:
                return AliasResult.MAY
            found = compare(what.path, whole.path, self.context.aside.references)
            same = found.relation is Relation.SAME and found.certain
            return AliasResult.MUST if same else AliasResult.MAY

        return lies

    @cached_property
    def constructs(self) -> tuple[Construct, ...]:
        """The directives of the source, with what metadirectives may be, and with those that macros make."""
        found: list[Construct] = []
        for construct in self.context.layout.constructs:
            found += (construct, *variants(construct))
        found += (row.construct for row in self.made if row.construct is not None)
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
    def made(self) -> tuple[Made, ...]:
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
            known = self._kernels_with_copies()
            enters = sum(len(_ENTERS.findall(text)) for _, text in self.context.parsed.own_texts)
            if len(known) == enters:
                yield from known
            else:
                yield Row("deepcopy", Span(0, 0), -1, _DECLARED, Deep(deep), elsewhere=True)
        everything = self.others.data
        if everything != NO_ACCESSES and (lists or self.others.says):
            says = self.others.says or "a directive of another source"
            yield Row(says, Span(0, 0), -1, _DECLARED, everything, elsewhere=True)

    def _kernels_with_copies(self) -> list[Row]:
        """The deep copies that are made for one kernel each, ``pointerchain(deep)``, and end with it."""
        types = _described(self.context.lexed.data)
        text, rows = self.context.lexed.data, []
        for construct in self.constructs:
            start, span = construct.pragma.span.start, self.context.statement(construct)
            if span is None or construct.directive is None or not construct.directive.compute:
                continue
            before = text[text.rfind(b"\n", 0, start) + 1 : start]
            if len(_ENTERS.findall(before)) == 1:
                deep = Deep(_reached(types, _TYPE.findall(before, before.rfind(_ROOTS))))
                rows.append(Row("deepcopy", construct.pragma.span, span.end, _DECLARED, deep))
        return rows

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
            self.made,
        )
        found = elsewhere(text, known, True) if self._undecided or needed(text) else Found()
        data = known(DEVICE_DATA)
        return found if data is None else found._replace(data=found.data | data.ref)

    def row(self, construct: Construct, item: Item) -> Row | None:
        """What a directive does to what it lists."""
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
            self.what(construct, item),
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

    def what(self, construct: Construct, item: Item) -> Listed:
        """What an item is: Clang's path to it, or its text."""
        found = self.trees.item(construct, item)
        if found is None:
            return Listed(None, Location((), ()), item.base)
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
            listed = Listed(path if path.known else None, self._with_kin(part), item.base, alias=alias)
            return listed._replace(bytes=array and self._is_bytes(node))
        part = self._with_kin(parts.elements(node, path))
        kind = StepKind.ELEMENT if aside.references.is_array_behind(index) else StepKind.DEREFERENCE
        pointer = None
        if (
            kind is StepKind.DEREFERENCE
            and path.known
            and path.steps
            and path.steps[-1].kind is StepKind.MEMBER
        ):
            pointer = MemoryLocation(path, parts.of(node, path), ends_of(path), "")
        key = 0 if item.whole else ("?", index)
        step = Step(kind, key)
        path = path._replace(steps=(*path.steps, step), bare=(*path.bare, step), places=(*path.places, index))
        alias = self._storage.alias_of_elements(node) if is_plain(path) else ""
        listed = Listed(path if path.known else None, part, item.base, True, anywhere, alias)
        return listed._replace(pointer=pointer, bytes=self._is_bytes(node))

    def _is_bytes(self, pointer: Node) -> bool:
        """Whether a pointer, or an array, leads to characters."""
        return self._storage.alias_of_elements(pointer) == ANY and not types.records_behind(pointer)

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
                made = (row.construct for row in self.made if row.construct is not None)
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
                what = Declared(declared.name, declared.file, declared.offset, variable.records)
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
        what = Listed(path if path.known else None, part, b"", False, anywhere)
        span = self.context.source_span(call)
        return Row(call.name(), span, -1, routine.effect, what)


def environment_of(
    rows: Sequence[Row], flow: Flow, containment: Containment, calls: Sequence[Row] = ()
) -> Environment:
    """What rows make of the device's data environment; ``calls`` do again what some of them do."""
    return Environment(rows, flow, containment.same, containment.names, calls)


def _deep_types(texts: Iterable[bytes]) -> frozenset[str]:
    """The records that deep copies put on the device: those of which there are descriptors, of any shape."""
    found = (each[1] for text in texts if b"pc_deepcopy_" in text for each in _DESCRIPTOR.finditer(text))
    return frozenset(name.partition(b" as ")[0].decode("utf-8", "replace") for name in found)


def _described(text: bytes) -> dict[bytes, tuple[str, list[bytes]]]:
    """The descriptors of a text: the record of each, and the descriptors that it names."""
    found = {}
    for name, body in _FUNCTION.findall(text):
        record = _DESCRIPTOR.search(body)
        said = record[1].partition(b" as ")[0].decode("utf-8", "replace") if record is not None else ""
        found[name] = said, _TYPE.findall(body)
    return found


def _reached(types: dict[bytes, tuple[str, list[bytes]]], first: Sequence[bytes]) -> frozenset[str]:
    """The records that deep copies of some descriptors may come to."""
    waiting, seen = list(first), set(first)
    while waiting:
        more = [each for each in types.get(waiting.pop(), ("", []))[1] if each not in seen]
        seen.update(more)
        waiting += more
    return frozenset(types[each][0] for each in seen if each in types and types[each][0])


def device_of(construct: Construct) -> bytes:
    """What a directive of OpenMP says of the device that it means; nothing where that is the default one."""
    if construct.dialect != "omp":
        return b""
    found = (argument_of(construct, clause) for clause in construct.clauses if clause.name == b"device")
    return next((b"".join(text.split()) for text in found), b"")
