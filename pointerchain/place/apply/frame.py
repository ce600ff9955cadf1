# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A function, and what it is given -> :class:`Frame`: its variables that may point to the object, and how.

:class:`FrameReader` raises :class:`NotFollowed` where the object gets out of sight.
"""

from __future__ import annotations

from pointerchain.place.apply.checks import (
    check_directive,
    check_mentions,
    check_node,
)
from pointerchain.place.apply.maps import named_in
from pointerchain.place.apply.places import Place, place_declared, plain_type, unqualified
from pointerchain.place.apply.reading import Function, Unit
from pointerchain.place.apply.shared import Shared
from pointerchain.place.apply.sites import Site
from pointerchain.place.apply.states import NotFollowed, State, inside
from pointerchain.place.apply.uses import (
    Copied,
    Kept,
    Use,
    is_assigned,
    uses,
    value_given,
)
from pointerchain.source import Span
from pointerchain.translator.clang.conversions import ignoring_parens_and_casts
from pointerchain.translator.clang.libclang import (
    ATTRIBUTES,
    POINTER_TYPE,
    Binary,
    Kind,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import skip_space

DEPTH = 16
"""Through how many functions an object is followed."""


class Stored(NotFollowed):
    """The object's address is given to a place that is not followed yet.

    ``place`` is None where it cannot be followed. With ``moved`` it may lead elsewhere than to the begin.
    """

    def __init__(
        self, where: int, why: str, place: Place | None, lost: bool = False, *, moved: bool = False
    ) -> None:
        super().__init__(where, why)
        self.place, self.moved = (None if lost else place), moved


class Frame:
    """A function in which variables may point to the object; ``held`` says of each whether it must.

    ``begins`` are those that then point to its begin, and not behind or before it.
    """

    def __init__(self, function: Function, held: dict[int, bool], begins: set[int]) -> None:
        self.unit, self.function, self.held, self.begins = function.unit, function, held, begins
        self.nulled: set[int] = set()
        """The variables that an assignment sets to null, or to something else that is not the object."""
        self.names: dict[int, str] = {}
        self.keys: dict[int, int] = {}
        """What the references name, by their places in the tree."""
        self.roots: frozenset[bytes] = frozenset()
        self.members: frozenset[bytes] = frozenset()
        """The names of variables, and those of members."""
        self.calls: list[Node] = []
        """The calls of functions that find the object in a place that they name themselves."""
        self.declared: tuple[str, ...] = ()
        """The names of all variables that the function declares."""
        self.references: list[Node] = []
        self.copies: list[tuple[int, int, Node]] = []
        self.breaks: list[list[State]] = []
        self.continues: list[list[State]] = []
        self.returns: list[State] = []
        self.through: dict[bool, dict[int, int]] = {}
        """What is accessed in it by way of places, on the device or on the host."""

    def key_of(self, node: Node) -> int:
        """The variable or place that a reference names."""
        return self.keys[node.index]

    @property
    def words(self) -> frozenset[bytes]:
        """The names of the variables and members."""
        return self.roots | self.members

    def named(self, construct: Construct) -> bool:
        """Whether a directive names one of them."""
        return named_in(construct.pragma.text, self.roots, self.members)

    def mentions(self, span: Span) -> list[Node]:
        """The references to the variables in a piece of text."""
        return [each for each in self.references if span.start <= each.start < span.end]

    def end(self, construct: Construct) -> int:
        """Where the statement of a construct ends, -1 where it is not found."""
        start = skip_space(self.unit.code, construct.pragma.span.end)
        nodes = self.unit.starting_at(start)
        return max((node.end for node in nodes), default=-1)

    def finding(self, span: Span) -> list[Node]:
        """The calls of functions that find the object in a place."""
        return [each for each in self.calls if span.start <= each.start < span.end]

    def calls_in(self, construct: Construct) -> bool:
        """Whether a construct's statement calls a function that finds the object itself."""
        row = construct.directive
        if row is None or not row.has_statement:
            return False
        start, end = skip_space(self.unit.code, construct.pragma.span.end), self.end(construct)
        return any(start <= each.start < end for each in self.calls)


class FrameReader:
    """The functions of one object, by what they are given.

    ``call`` is its allocation, in the function ``home``. With ``several``, more than one object of that call
    may live at a time, so that no variable is known to point to this one.
    """

    def __init__(self, shared: Shared, site: Site, *, several: bool) -> None:
        self.program, self.shared = shared.world.program, shared
        self.home, self.call, self.several = site.function, site.call, several
        self._variable = site.variable
        self.active: list[tuple[str, int]] = []
        """The functions that are being followed, the outermost first."""
        self.element = ""
        """The type of the pointer that it is allocated for, in whose elements sections count."""
        self.freed: dict[tuple[str, int], tuple[Unit, Node]] = {}
        """The calls of 'free' and the 'delete[]' that were met."""
        self._frames: dict[tuple[tuple[str, int], tuple[tuple[int, bool], ...], frozenset[int]], Frame] = {}

    def of(self, function: Function, seeds: dict[int, bool], moved: frozenset[int] = frozenset()) -> Frame:
        """A function whose variables ``seeds`` point to the object, and whether each must.

        Those of ``moved`` do not point to its begin.

        Raises :class:`NotFollowed`.
        """
        if function.key == self.home.key and self._variable >= 0:
            seeds = {**seeds, self._variable: True}
        key = (function.key, tuple(sorted(seeds.items())), moved)
        if key not in self._frames:
            with inside(function.unit.path):
                if function.unit.strange is not None:
                    raise NotFollowed(*function.unit.strange)
                unit, other = self.program.other_devices
                if other is not None:
                    raise NotFollowed(*other, unit.path)
                self._frames[key] = self._read(function, seeds, moved)
        return self._frames[key]

    def _read(self, function: Function, seeds: dict[int, bool], moved: frozenset[int]) -> Frame:
        """The variables of a function that may point to the object, by what is passed to it."""
        frame = Frame(function, dict(seeds), set())
        references: dict[int, list[Node]] = {}
        assigned: dict[int, list[Node | None]] = {}
        for node in function.node.inside:
            if node.kind in (Kind.DECL_REF, Kind.MEMBER):
                shared = self.shared.key(node)
                declared = node.declaration() if node.kind == Kind.DECL_REF else None
                if shared is not None:
                    frame.keys[node.index] = shared
                    references.setdefault(shared, []).append(node)
                elif declared is not None and declared.main and not declared.lasting:
                    frame.keys[node.index] = declared.offset
                    references.setdefault(declared.offset, []).append(node)
            elif node.kind == Kind.CALL and self.shared.touching:
                callee = self.program.defined(frame.unit, node)
                if callee is not None and callee.key in self.shared.touching:
                    frame.calls.append(node)
            elif node.kind == Kind.VARIABLE and node.type_kind == POINTER_TYPE:
                value = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
                if value:
                    assigned.setdefault(node.location(), []).append(value[-1])
        for key, rows in references.items():
            for node in rows:
                if is_assigned(node):
                    assigned.setdefault(key, []).append(value_given(node))
        places = {*references, *self._named_in(function)}
        waiting = [*seeds, *(key for key in places if key < 0)]
        seen = set(waiting)
        elsewhere = {*moved, *(key for key in self.shared.moved if key in seen)}
        while waiting:
            key = waiting.pop()
            for node in references.get(key, ()):
                for use in uses(node):
                    target = self._target(frame, use)
                    if target is None or not isinstance(use, (Copied, Kept)):
                        continue
                    frame.copies.append((key, target, node))
                    if use.moved:
                        elsewhere.add(target)
                    if target not in seen:
                        seen.add(target)
                        waiting.append(target)
        frame.held = {key: not self.several and seeds.get(key, True) for key in seen}
        changed = True
        while changed:
            changed = False
            for key in seen:
                if (
                    key >= 0
                    and frame.held[key]
                    and not all(self._is_it(value, frame) for value in assigned.get(key, ()))
                ):
                    frame.held[key], changed = False, True
        for key in seen:
            values = [value_given(node) for node in references.get(key, ()) if is_assigned(node)]
            if any(value is None for value in values):
                elsewhere.add(key)
            if any(value is not None and not self._leads_to(value, frame) for value in values):
                frame.nulled.add(key)
        changed = True
        while changed:
            more = {target for source, target, _ in frame.copies if source in elsewhere} - elsewhere
            elsewhere |= more
            changed = bool(more)
        frame.begins = seen - elsewhere
        self._name(frame, function, references, seen)
        for key in sorted(elsewhere):
            if key < 0 and key not in self.shared.moved:
                why = f"'{frame.names[key]}' may get a pointer beside it"
                raise Stored(function.node.start, why, self.shared.place(key), moved=True)
        return frame

    def _leads_to(self, value: Node, frame: Frame) -> bool:
        """Whether a value is the object's address for certain, and not null."""
        value = ignoring_parens_and_casts(value)
        if value.kind in (Kind.CALL, Kind.NEW):
            return self._is_it(value, frame)
        return frame.held.get(frame.keys.get(value.index, 0), False)

    def _is_it(self, value: Node | None, frame: Frame) -> bool:
        """Whether a value given to a pointer is the object's, or null."""
        if value is None:
            return True  # moved within it
        value = ignoring_parens_and_casts(value)
        if value.kind in (Kind.CALL, Kind.NEW):
            return frame.function.key == self.home.key and value.span == self.call.span
        if value.kind == Kind.INTEGER:
            return frame.unit.data[value.start : value.end] in (b"0", b"NULL")
        if value.kind == Kind.NULLPTR or (value.kind == Kind.UNEXPOSED_EXPR and not value.below):
            return frame.unit.data[value.start : value.end] in (b"nullptr", b"NULL")
        if value.kind == Kind.BINARY and value.binary_operator in (Binary.ADD, Binary.SUBTRACT):
            return any(self._is_it(each, frame) for each in value.below if each.type_kind == POINTER_TYPE)
        return frame.held.get(frame.keys.get(value.index, 0), False)

    def _target(self, frame: Frame, use: Use) -> int | None:
        """What a use gives the pointer to, None where that is nothing, or no place that is followed."""
        if isinstance(use, Kept):
            return self.shared.key(use.target)
        return use.target if isinstance(use, Copied) else None

    def _named_in(self, function: Function) -> set[int]:
        """The places that directives of a function name."""
        found = set()
        for key in self.shared.keys:
            place = self.shared.place(key)
            if not place.record and place not in self.shared.meant(function, place.name):
                continue
            word = frozenset((place.name.encode(),))
            roots, members = (frozenset[bytes](), word) if place.record else (word, frozenset[bytes]())
            if any(
                named_in(each.pragma.text, roots, members)
                for each in function.unit.constructs_in(function.node.span)
            ):
                found.add(key)
        return found

    def _name_places(self, frame: Frame, seen: set[int], references: dict[int, list[Node]]) -> None:
        """Names of places; a variable's is the only one of its name in a function that uses it."""
        for key in seen:
            if key >= 0:
                continue
            place = self.shared.place(key)
            frame.names[key] = place.name
            others = [
                node
                for node in frame.function.node.inside
                if node.kind in (Kind.VARIABLE, Kind.PARAMETER)
                and node.name() == place.name
                and (node.kind == Kind.PARAMETER or place_declared(node) != place)
            ]
            if not place.record and (others or self.shared.meant(frame.function, place.name) != {place}):
                where = references[key][0].start if references.get(key) else frame.function.node.start
                raise NotFollowed(where, f"'{frame.function.name}' has another variable '{place.name}', too")
            for node in references.get(key, ()):
                kind = plain_type(node.type.canonical)
                self.element = self.element or kind
                if kind != self.element:
                    raise NotFollowed(
                        node.start, f"'{place.name}' is a '{kind}', and it is a '{self.element}'"
                    )

    def _name(
        self, frame: Frame, function: Function, references: dict[int, list[Node]], seen: set[int]
    ) -> None:
        declared: dict[str, set[int]] = {}
        named = {
            word
            for each in frame.unit.constructs_in(function.body.span)
            for word in frame.unit.names_in(each)
        }
        for node in function.node.inside:
            if node.kind in (Kind.VARIABLE, Kind.PARAMETER):
                declared.setdefault(node.name(), set()).add(node.location())
                if node.location() in seen:
                    if node.type_kind != POINTER_TYPE:
                        raise NotFollowed(node.start, f"'{node.name()}', in which it is kept, is no pointer")
                    kind = plain_type(node.type.canonical)
                    self.element = self.element or kind
                    if kind != self.element and node.name().encode() in named:
                        raise NotFollowed(
                            node.start,
                            f"directives name '{node.name()}', a '{unqualified(node.type.canonical)}', "
                            f"and it is a '{self.element.replace('*', ' *', 1)}'",
                        )
                    frame.names[node.location()] = node.name()
                    if any(each.kind in ATTRIBUTES for each in node.below):
                        raise NotFollowed(node.start, f"'{node.name()}' has an attribute, as 'cleanup' is")
                    if node.macro or node.foreign:
                        raise NotFollowed(node.start, f"a macro or another file declares '{node.name()}'")
            check_node(frame.unit, node, function)
        frame.declared = tuple(name for name, places in declared.items() for _ in places)
        self._name_places(frame, seen, references)
        frame.roots = frozenset(
            name.encode()
            for key, name in frame.names.items()
            if key >= 0 or not self.shared.place(key).record
        )
        frame.members = frozenset(name.encode() for name in frame.names.values()) - frame.roots
        for key in sorted(seen):
            name = frame.names.get(key)
            if name is None:
                where = references[key][0].start if references.get(key) else function.node.start
                raise NotFollowed(where, f"it is kept in a variable that '{function.name}' does not declare")
            if key < 0:
                continue
            if len(declared[name]) > 1 and any(
                name.encode() in frame.unit.names_in(each)
                for each in frame.unit.constructs_in(function.node.span)
            ):
                raise NotFollowed(
                    key, f"'{function.name}' has two variables '{name}', and directives name one"
                )
            left_out = frame.unit.skipped_mention(name, function.node.span)
            if left_out >= 0:
                raise NotFollowed(
                    left_out, f"'{name}' is also named in code that the preprocessor leaves out here"
                )
        frame.references = sorted(
            (node for key in seen for node in references.get(key, ())), key=lambda node: node.index
        )
        for node in frame.references:
            if node.start < function.body.start:
                raise NotFollowed(node.start, f"'{node.name()}' is used in the head of '{function.name}'")
            if node.body or node.foreign:
                raise NotFollowed(
                    node.start, f"'{node.name()}' is used in the body of a macro or another file"
                )
            if any(each.kind == Kind.LAMBDA for each in node.ancestors()):
                raise NotFollowed(node.start, f"'{node.name()}' is used in a lambda")
        check_mentions(frame.unit, function, frame.words)
        for construct in frame.unit.constructs_in(function.body.span):
            row = construct.directive
            used = False
            if row is not None and row.has_statement:
                start, end = (
                    skip_space(frame.unit.code, construct.pragma.span.end),
                    frame.end(construct),
                )
                if end < 0:
                    why = f"the statement of '{construct.spelling}' is not found"
                    raise NotFollowed(construct.pragma.span.start, why)
                used = bool(frame.mentions(Span(start, end)))
            check_directive(frame.unit, construct, frame.words, used=used or frame.calls_in(construct))
