# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Places in which an object's pointer is kept -> which functions find it there, and what those places hold.

:class:`World` has what is asked of all sources together, :class:`Shared` the places of one object. A place
is understood where all its mentions are, in all sources, none of them takes its address, its record is
accessed as nothing else (``punned.py``), and no other code runs (``closed.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.checks import check_mentions
from pointerchain.place.apply.closed import check_closed
from pointerchain.place.apply.maps import named_in, words_in
from pointerchain.place.apply.places import (
    Mention,
    Place,
    function_at,
    mentions_in,
    place_declared,
    place_of,
    plain_type,
)
from pointerchain.place.apply.program import Program, callee_of
from pointerchain.place.apply.punned import Records
from pointerchain.place.apply.reading import Function, Unit
from pointerchain.place.apply.states import NotFollowed
from pointerchain.place.apply.stored import Stores
from pointerchain.place.apply.uses import is_assigned, value_given
from pointerchain.source import Span
from pointerchain.translator.clang.conversions import ignoring_parens_and_casts
from pointerchain.translator.clang.libclang import ATTRIBUTES, Kind
from pointerchain.translator.clang.parsed import is_system
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.clauses import text_of
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import skip_space

_OF_A_THREAD = lazy_pattern(rb"\b(?:_Thread_local|__thread|thread_local)\b")
_OPERATOR = b"_Pragma"
_CALLED = lazy_pattern(rb"([A-Za-z_]\w*)\s*\(")
Key = tuple[str, int]


class World:
    """All sources of a program, as places are looked for in them."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.told = False
        """Whether it was said that these sources have to be the whole program."""

    @cached_property
    def open(self) -> NotFollowed | None:
        """Why code of other sources may run; None where none does."""
        try:
            check_closed(self.program)
        except NotFollowed as why:
            return why
        return None

    @cached_property
    def mentions(self) -> dict[Place, list[Mention]]:
        """The mentions of each place."""
        found: dict[Place, list[Mention]] = {}
        for unit in self.program.units:
            for place, mention in mentions_in(unit):
                found.setdefault(place, []).append(mention)
        return found

    @cached_property
    def records(self) -> Records:
        """The records of the program."""
        return Records(self.program)

    @cached_property
    def stores(self) -> Stores:
        """What statements store."""
        return Stores(self.program)

    def may_call_in_clauses(self, unit: Unit, node: Node) -> bool:
        """Whether a directive in a statement, or one that governs it, may call functions of the program."""
        constructs = (*unit.governing(node), *unit.constructs_in(node.span))
        return any(_called_in(unit, construct) for construct in constructs)

    def may_change(self, unit: Unit, node: Node, mention: Node) -> bool:
        """Whether a statement may change a pointer that leads to what a mention in it names."""
        inside = [node, *node.inside]
        return self.may_call_in_clauses(unit, node) or self.may_be_changed(unit, inside, mention)

    def may_be_changed(self, unit: Unit, nodes: Sequence[Node], mention: Node) -> bool:
        """Whether some nodes may change a pointer that leads to what a mention names."""
        strict = self.stores.are_strict or self._are_accessed_as_such(unit, mention)
        return self.stores.may_change(unit, nodes, mention, strict)

    def _are_accessed_as_such(self, unit: Unit, mention: Node) -> bool:
        """Whether the records on the way to what a mention names are accessed as nothing else."""
        for node in (mention, *mention.inside):
            declared = node.declaration() if node.kind == Kind.MEMBER else None
            if declared is not None:
                record = node.record() if declared.kind == Kind.FIELD else ""
                try:
                    self.records.check(record, node, unit)
                except NotFollowed:
                    return False
        return True

    def variables(self, unit: Unit) -> dict[str, list[Node]]:
        """The declarations of variables in a source and its headers, by name."""
        return self._declared[unit.path][0]

    def members(self, unit: Unit) -> dict[str, list[Node]]:
        """Those of members of records."""
        return self._declared[unit.path][1]

    @cached_property
    def _declared(self) -> dict[str, tuple[dict[str, list[Node]], dict[str, list[Node]]]]:
        found: dict[str, tuple[dict[str, list[Node]], dict[str, list[Node]]]] = {}
        for unit in self.program.units:
            rows = found[unit.path] = ({}, {})
            for node in unit.all_nodes():
                if node.kind in (Kind.VARIABLE, Kind.FIELD):
                    rows[node.kind == Kind.FIELD].setdefault(node.name(), []).append(node)
        return found

    def may_run_on_device(self, function: Function) -> bool:
        """Whether the device's compiler may see a function: kernels call it, or a directive says so."""
        unit = function.unit
        constructs = (*unit.constructs, *(each for _, each in unit.header_constructs))
        declared = any(_has_variables(each) or each.name == (b"routine",) for each in constructs)
        hidden = any(_OPERATOR in text for text in (unit.data, *(text for _, text in unit.headers)))
        return function.key in self._of_kernels or declared or hidden

    @cached_property
    def _of_kernels(self) -> frozenset[Key]:
        """The functions that kernels call, and those that these do."""
        found: set[Key] = set()
        for unit in self.program.units:
            for construct in unit.constructs:
                row = construct.directive
                if row is None or not (row.compute and row.has_statement):
                    continue
                for node in unit.starting_at(skip_space(unit.code, construct.pragma.span.end)):
                    for each in (node, *node.inside):
                        target = self.program.defined(unit, each) if each.kind == Kind.CALL else None
                        if target is not None:
                            found.add(target.key)
        waiting = list(found)
        while waiting:
            more = set(self.calls.get(waiting.pop(), ())) - found
            found |= more
            waiting += more
        return frozenset(found)

    @cached_property
    def functions(self) -> dict[Key, Function]:
        """All functions, by their sources and places."""
        return {
            each.key: each for unit in self.program.units for rows in unit.functions.values() for each in rows
        }

    @cached_property
    def calls(self) -> dict[Key, dict[Key, Node]]:
        """By function the functions that it calls, with one of the calls."""
        found: dict[Key, dict[Key, Node]] = {}
        for key, function in self.functions.items():
            found[key] = {}
            for node in function.node.inside:
                if node.kind == Kind.CALL:
                    target = self.program.defined(function.unit, node)
                    if target is not None:
                        found[key][target.key] = node
        return found

    @cached_property
    def led_to(self) -> dict[str, tuple[Unit, int]]:
        """The names of functions that are mentioned otherwise than to be called, and where."""
        found: dict[str, tuple[Unit, int]] = {}
        for unit in self.program.units:
            plain = set()
            for node in unit.nodes():
                if node.kind == Kind.CALL and self.program.defined(unit, node) is not None:
                    plain.add((node.tree, callee_of(node).index))
                elif node.kind == Kind.DECL_REF and (node.tree, node.index) not in plain:
                    declared = node.declaration()
                    if declared is not None and declared.kind == Kind.FUNCTION:
                        found.setdefault(declared.name, (unit, node.start))
            for node in unit.included_nodes():
                declared = node.declaration() if node.kind == Kind.DECL_REF else None
                if declared is not None and declared.kind == Kind.FUNCTION:
                    found.setdefault(declared.name, (unit, 0))
            places = [(each, each.pragma.span.start) for each in unit.constructs]
            places += [(each, 0) for _, each in unit.header_constructs]
            for construct, where in places:
                for word in _called_in(unit, construct):
                    found.setdefault(word, (unit, where))
        return found


class Shared:
    """The places that may hold one object's address. Keys below 0 stand for them."""

    def __init__(
        self,
        world: World,
        home: Function,
        call: Node,
        places: Sequence[Place] = (),
        moved: frozenset[Place] = frozenset(),
    ) -> None:
        """Raises :class:`NotFollowed` where a place is not understood; ``call`` allocates the object."""
        self.world, self.places = world, tuple(places)
        self._home, self._call = home, call
        self._keys = {place: -1 - at for at, place in enumerate(self.places)}
        self.moved = frozenset(self._keys[place] for place in moved)
        self.touching: frozenset[Key] = frozenset()
        self.exact = True
        if not self.places:
            return
        if world.open is not None:
            raise world.open
        for place in self.places:
            self._check(place)
        self.exact = all(self._is_exact(place) for place in self.places)
        self.touching = self._functions()

    @property
    def keys(self) -> tuple[int, ...]:
        """The keys of all places."""
        return tuple(self._keys.values())

    def meant(self, function: Function, name: str) -> set[Place]:
        """The variables that outlive their functions and that a name may mean in one."""
        unit = function.unit
        found = {
            place_declared(node)
            for node in self.world.variables(unit).get(name, ())
            if node.foreign or function_at(unit, node) in (None, function)
        }
        return {place for place in found if place is not None}

    def key(self, node: Node) -> int | None:
        """The key of the place that a reference names, None where it is none of these."""
        if not self._keys or node.kind not in (Kind.DECL_REF, Kind.MEMBER):
            return None
        place = place_of(node)
        return self._keys.get(place) if place is not None else None

    def named_so(self, unit: Unit, name: str) -> set[int | None]:
        """What a member's name may mean in a source: the keys of these places, None for other members."""
        places = {place_declared(node) for node in self.world.members(unit).get(name, ())}
        return {self._keys.get(place) if place is not None else None for place in places}

    def place(self, key: int) -> Place:
        """The place that a key stands for."""
        return self.places[-1 - key]

    # --- what has to hold of a place ------------------------------------------------------------------------

    def _check(self, place: Place) -> None:
        mentions = self.world.mentions.get(place, [])
        where, unit = mentions[0].node, mentions[0].unit
        for each in mentions:
            if each.function is None:
                which = "a header" if each.included else "no function"
                raise NotFollowed(
                    0 if each.included else each.node.start,
                    f"'{place.name}' is used in {which} of '{each.unit.path}'",
                    each.unit.path,
                )
        if place.record:
            if is_system(place.file):
                raise NotFollowed(where.start, f"'{place.record}' is not the program's", unit.path)
            self.world.records.check(place.record, where, unit)
        else:
            self._check_variable(place)
        word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(place.name.encode()))
        for each_unit in self.world.program.units:
            left_out = each_unit.skipped_mention(place.name, Span(0, len(each_unit.data)))
            if left_out >= 0:
                why = f"'{place.name}' is also named in code that the preprocessor leaves out here"
                raise NotFollowed(left_out, why, each_unit.path)
            for function in self._functions_of(each_unit):
                if word.search(each_unit.code, function.node.start, function.node.end):
                    self._check_text(each_unit, function, place)

    def _check_text(self, unit: Unit, function: Function, place: Place) -> None:
        try:
            check_mentions(unit, function, frozenset((place.name.encode(),)))
        except NotFollowed as why:
            why.path = why.path or unit.path
            raise

    def _check_variable(self, place: Place) -> None:
        kinds, defined = set(), False
        for unit in self.world.program.units:
            headers = {name: text for name, text in unit.headers if place.name.encode() in text}
            constructs = (
                *unit.constructs,
                *(each for name, each in unit.header_constructs if name in headers),
            )
            of_device = any(map(_has_variables, constructs))
            of_device |= any(_OPERATOR in text for text in (unit.data, *headers.values()))
            for node in self.world.variables(unit).get(place.name, ()):
                if place_declared(node) != place:
                    continue
                kinds.add(plain_type(node.type.canonical))
                where = 0 if node.foreign else node.start
                text = b"" if node.foreign else unit.data[node.start : node.end]
                if any(each.kind in ATTRIBUTES for each in node.below) or node.macro:
                    why = f"'{place.name}' has an attribute, or a macro declares it"
                    raise NotFollowed(where, why, unit.path)
                if _OF_A_THREAD.search(text):
                    raise NotFollowed(where, f"'{place.name}' is a variable of each thread", unit.path)
                if node.foreign and place.file:
                    why = f"each source has a '{place.name}' of its own, by a header"
                    raise NotFollowed(where, why, unit.path)
                if not node.foreign:
                    defined |= not text.lstrip().startswith(b"extern")
                if of_device:
                    why = f"'{place.name}' may be a variable of the device, by 'declare target'"
                    raise NotFollowed(where, why, unit.path)
        if len(kinds) != 1 or not defined:
            first = self.world.mentions[place][0]
            why = f"'{place.name}' is not defined in these sources, or with several types"
            raise NotFollowed(first.node.start, why, first.unit.path)

    def _functions_of(self, unit: Unit) -> list[Function]:
        return [each for rows in unit.functions.values() for each in rows]

    # --- what places hold -----------------------------------------------------------------------------------

    def _is_exact(self, place: Place) -> bool:
        """Whether a variable is null or holds the address that the allocation gave last.

        A member is in as many objects as there are records.
        """
        if place.record:
            return False
        for each in self.world.mentions[place]:
            if is_assigned(each.node):
                value = value_given(each.node)
                if value is None or not self._is_it(each.unit, value):
                    return False
        for unit in self.world.program.units:
            for node in self.world.variables(unit).get(place.name, ()):
                given = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
                if given and not _is_null(unit, given[-1]):
                    return False
        return True

    def _is_it(self, unit: Unit, value: Node) -> bool:
        value = ignoring_parens_and_casts(value)
        if value.kind == Kind.CALL:
            return unit is self._home.unit and value.span == self._call.span
        return _is_null(unit, value)

    # --- functions ------------------------------------------------------------------------------------------

    def _functions(self) -> frozenset[Key]:
        """The functions that find the object in a place, or call one that does."""
        world = self.world
        found = {self._home.key}
        for place in self.places:
            found |= {each.function.key for each in world.mentions[place] if each.function is not None}
        roots, members = self.words()
        for unit in world.program.units:
            for construct in unit.constructs:
                text, *behind = spelled(unit, [construct.pragma.text])
                if any(named_in(each, roots, members) for each in behind):
                    why = f"a macro in '{construct.spelling}' names what it is kept in"
                    raise NotFollowed(construct.pragma.span.start, why, unit.path)
                if not named_in(text, roots, members):
                    continue
                around = [
                    each
                    for each in self._functions_of(unit)
                    if each.node.start <= construct.pragma.span.start < each.node.end
                ]
                if not around:
                    why = f"'{construct.spelling}' names what it is kept in"
                    raise NotFollowed(construct.pragma.span.start, why, unit.path)
                found |= {each.key for each in around}
        waiting = list(found)
        while waiting:
            target = waiting.pop()
            more = {key for key, targets in world.calls.items() if target in targets} - found
            found |= more
            waiting += more
        for key in sorted(found):
            name = world.functions[key].name
            if name in world.led_to:
                unit, where = world.led_to[name]
                why = f"'{name}' uses it, and may be called by what is not followed"
                raise NotFollowed(where, why, unit.path)
        return frozenset(found)

    def words(self) -> tuple[frozenset[bytes], frozenset[bytes]]:
        """The names of the variables, and those of the members."""
        roots = frozenset(each.name.encode() for each in self.places if not each.record)
        return roots, frozenset(each.name.encode() for each in self.places if each.record)


def _called_in(unit: Unit, construct: Construct) -> set[str]:
    """The functions that the clauses of a directive may call, those that its macros name included."""
    spans = [each.argument for each in construct.clauses] + [construct.argument]
    texts = [text_of(construct, span) for span in spans if span is not None]
    return {each[1].decode() for text in spelled(unit, texts) for each in _CALLED.finditer(text)}


def spelled(unit: Unit, texts: Sequence[bytes]) -> Iterator[bytes]:
    """Texts of a directive, and behind them those of the macros that they name."""
    waiting, seen = list(texts), set[str]()
    while waiting:
        text = waiting.pop(0)
        yield text
        for word in sorted({each.decode() for each in words_in(text)} - seen):
            seen.add(word)
            if unit.parsed.could_be_macro(word):
                waiting += [each[len(word) :] for each in unit.parsed.macro_definitions(word)]


def _has_variables(construct: Construct) -> bool:
    """Whether a directive may put variables onto the device for as long as the program runs."""
    row = construct.directive
    return row is not None and row.declarative and row.data


def _is_null(unit: Unit, value: Node) -> bool:
    """Whether a value is written as null."""
    value = ignoring_parens_and_casts(value)
    return value.kind == Kind.INTEGER and unit.data[value.start : value.end] in (b"0", b"NULL")
