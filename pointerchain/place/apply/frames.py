# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An object's allocation -> in each function, the variables that may point to it, and what is done by them.

:class:`Frames` raises :class:`NotFollowed` where the object gets out of sight.
"""

from __future__ import annotations

import re

from pointerchain.place.apply.checks import (
    check_directive,
    check_mentions,
    check_node,
    is_plain,
    is_unused,
    library,
)
from pointerchain.place.apply.known import UNUSED
from pointerchain.place.apply.maps import words_in
from pointerchain.place.apply.reading import Function, Unit
from pointerchain.place.apply.states import NotFollowed, State
from pointerchain.place.apply.uses import (
    SEEN_THROUGH,
    Access,
    Copied,
    Lost,
    Passed,
    is_assigned,
    is_read,
    uses,
)
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import (
    ATTRIBUTES,
    POINTER_TYPE,
    Binary,
    Kind,
)
from pointerchain.translator.clang.parsed import Declaration, is_system
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import skip_space

_QUALIFIER = re.compile(r"\b(?:const|volatile|(?:__)?restrict)\b ?")
_SECTION = re.compile(rb"[\[\]\w\s:+*/%()-]*")
DEPTH = 16
"""Through how many functions an object is followed."""


class Frame:
    """A function in which variables may point to the object; ``held`` says of each whether it must.

    ``begins`` are those that then point to its begin, and not behind or before it.
    """

    def __init__(self, unit: Unit, function: Function, held: dict[int, bool], begins: set[int]) -> None:
        self.unit, self.function, self.held, self.begins = unit, function, held, begins
        self.nulled: set[int] = set()
        """The variables that an assignment sets to null, or to something else that is not the object."""
        self.names: dict[int, str] = {}
        self.declared: tuple[str, ...] = ()
        """The names of all variables that the function declares."""
        self.references: list[Node] = []
        self.copies: list[tuple[int, int, Node]] = []
        self.breaks: list[list[State]] = []
        self.continues: list[list[State]] = []
        self.returns: list[State] = []

    @property
    def words(self) -> frozenset[bytes]:
        """The names of the variables."""
        return frozenset(name.encode() for name in self.names.values())


class Frames:
    """The functions of one object, by what they are given.

    ``call`` is its allocation, in the function ``home``. With ``several``, more than one object of that call
    may live at a time, so that no variable is known to point to this one.
    """

    def __init__(self, unit: Unit, home: Function, call: Node, *, several: bool) -> None:
        self.unit, self.home, self.call, self.several = unit, home, call, several
        self.active: list[int] = []
        """The functions that are being followed, the outermost first."""
        self.element = ""
        """The type of the pointer that it is allocated for, in whose elements sections count."""
        self.freed: dict[int, Node] = {}
        """The calls of 'free' and the 'delete[]' that were met."""
        self._frames: dict[tuple[int, tuple[tuple[int, bool], ...], frozenset[int]], Frame] = {}

    def of(self, function: Function, seeds: dict[int, bool], moved: frozenset[int] = frozenset()) -> Frame:
        """A function whose variables ``seeds`` point to the object, and whether each must.

        Those of ``moved`` do not point to its begin.

        Raises :class:`NotFollowed`.
        """
        key = (function.node.start, tuple(sorted(seeds.items())), moved)
        if key not in self._frames:
            self._frames[key] = self._read(function, seeds, moved)
        return self._frames[key]

    def _read(self, function: Function, seeds: dict[int, bool], moved: frozenset[int]) -> Frame:
        """The variables of a function that may point to the object, by what is passed to it."""
        frame = Frame(self.unit, function, dict(seeds), set())
        references: dict[int, list[Node]] = {}
        assigned: dict[int, list[Node | None]] = {}
        for node in function.node.inside:
            if node.kind == Kind.DECL_REF:
                declared = node.declaration()
                if declared is not None and declared.main:
                    references.setdefault(declared.offset, []).append(node)
            elif node.kind == Kind.VARIABLE and node.type_kind == POINTER_TYPE:
                value = [each for each in node.below if each.kind >= Kind.UNEXPOSED_EXPR]
                if value:
                    assigned.setdefault(node.location(), []).append(value[-1])
        for key, rows in references.items():
            for node in rows:
                if is_assigned(node):
                    assigned.setdefault(key, []).append(_value_given(node))
        waiting, seen = list(seeds), set(seeds)
        elsewhere = set(moved)
        while waiting:
            key = waiting.pop()
            for node in references.get(key, ()):
                for use in uses(node):
                    if isinstance(use, Copied):
                        frame.copies.append((key, use.target, node))
                        if use.moved:
                            elsewhere.add(use.target)
                        if use.target not in seen:
                            seen.add(use.target)
                            waiting.append(use.target)
        frame.held = {key: not self.several and seeds.get(key, True) for key in seen}
        changed = True
        while changed:
            changed = False
            for key in seen:
                if frame.held[key] and not all(
                    self._is_it(value, frame.held) for value in assigned.get(key, ())
                ):
                    frame.held[key], changed = False, True
        for key in seen:
            values = [_value_given(node) for node in references.get(key, ()) if is_assigned(node)]
            if any(value is None for value in values):
                elsewhere.add(key)
            if any(value is not None and not self._leads_to(value, frame.held) for value in values):
                frame.nulled.add(key)
        changed = True
        while changed:
            more = {target for source, target, _ in frame.copies if source in elsewhere} - elsewhere
            elsewhere |= more
            changed = bool(more)
        frame.begins = seen - elsewhere
        self._name(frame, function, references, seen)
        return frame

    def _leads_to(self, value: Node, held: dict[int, bool]) -> bool:
        """Whether a value is the object's address for certain, and not null."""
        value = _bare(value)
        if value.kind in (Kind.CALL, Kind.NEW):
            return self._is_it(value, held)
        if value.kind != Kind.DECL_REF:
            return False
        declared = value.declaration()
        return declared is not None and declared.main and held.get(declared.offset, False)

    def _is_it(self, value: Node | None, held: dict[int, bool]) -> bool:
        """Whether a value given to a pointer is the object's, or null."""
        if value is None:
            return True  # moved within it
        value = _bare(value)
        if value.kind in (Kind.CALL, Kind.NEW):
            return value.start == self.call.start and value.end == self.call.end
        if value.kind == Kind.INTEGER:
            return self.unit.data[value.start : value.end] in (b"0", b"NULL")
        if value.kind == Kind.NULLPTR or (value.kind == Kind.UNEXPOSED_EXPR and not value.below):
            return self.unit.data[value.start : value.end] in (b"nullptr", b"NULL")
        if value.kind == Kind.BINARY and value.binary_operator in (Binary.ADD, Binary.SUBTRACT):
            return any(self._is_it(each, held) for each in value.below if each.type_kind == POINTER_TYPE)
        if value.kind == Kind.DECL_REF:
            declared = value.declaration()
            return declared is not None and declared.main and held.get(declared.offset, False)
        return False

    def _name(
        self, frame: Frame, function: Function, references: dict[int, list[Node]], seen: set[int]
    ) -> None:
        declared: dict[str, set[int]] = {}
        named = {
            word for each in self.unit.constructs_in(function.body.span) for word in self.unit.names_in(each)
        }
        for node in function.node.inside:
            if node.kind in (Kind.VARIABLE, Kind.PARAMETER):
                declared.setdefault(node.name(), set()).add(node.location())
                if node.location() in seen:
                    if node.type_kind != POINTER_TYPE:
                        raise NotFollowed(node.start, f"'{node.name()}', in which it is kept, is no pointer")
                    kind = _QUALIFIER.sub("", node.type.canonical)
                    self.element = self.element or kind
                    if kind != self.element and node.name().encode() in named:
                        raise NotFollowed(
                            node.start,
                            f"directives name '{node.name()}', a '{kind}', and it is a '{self.element}'",
                        )
                    frame.names[node.location()] = node.name()
                    if any(each.kind in ATTRIBUTES for each in node.below):
                        raise NotFollowed(node.start, f"'{node.name()}' has an attribute, as 'cleanup' is")
                    if node.macro or node.foreign:
                        raise NotFollowed(node.start, f"a macro or another file declares '{node.name()}'")
            check_node(self.unit, node, function)
        frame.declared = tuple(name for name, places in declared.items() for _ in places)
        for key in seen:
            name = frame.names.get(key)
            if name is None:
                where = references[key][0].start if references.get(key) else function.node.start
                raise NotFollowed(where, f"it is kept in a variable that '{function.name}' does not declare")
            if len(declared[name]) > 1 and any(
                name.encode() in self.unit.names_in(each)
                for each in self.unit.constructs_in(function.node.span)
            ):
                raise NotFollowed(
                    key, f"'{function.name}' has two variables '{name}', and directives name one"
                )
            left_out = self.unit.skipped_mention(name, function.node.span)
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
        check_mentions(self.unit, function, frame.words)
        for construct in self.unit.constructs_in(function.body.span):
            row = construct.directive
            used = False
            if row is not None and row.has_statement:
                start, end = skip_space(self.unit.code, construct.pragma.span.end), self.end(construct)
                if end < 0:
                    why = f"the statement of '{construct.spelling}' is not found"
                    raise NotFollowed(construct.pragma.span.start, why)
                used = bool(self.mentions(frame, Span(start, end)))
            check_directive(self.unit, construct, frame.words, used=used)

    def mentions(self, frame: Frame, span: Span) -> list[Node]:
        """The references to the variables in a piece of text."""
        return [each for each in frame.references if span.start <= each.start < span.end]

    def matters(self, frame: Frame, construct: Construct) -> bool:
        """Whether a construct of the device's has to do with the object."""
        row = construct.directive
        if row is None or not (row.compute or row.data or row.enters or row.exits or row.updates):
            return False
        if frame.words & self.unit.names_in(construct):
            return True
        start = skip_space(self.unit.code, construct.pragma.span.end)
        end = self.end(construct)
        return row.has_statement and end > 0 and bool(self.mentions(frame, Span(start, end)))

    def end(self, construct: Construct) -> int:
        """Where the statement of a construct ends, -1 where it is not found."""
        start = skip_space(self.unit.code, construct.pragma.span.end)
        nodes = self.unit.starting_at(start)
        return max((node.end for node in nodes), default=-1)

    def has_kernels(self, frame: Frame, span: Span) -> bool:
        """Whether something in a piece of text has to do with the object's copy on the device."""
        if any(self.matters(frame, each) for each in self.unit.constructs_in(span)):
            return True
        return any(self.has_kernels_below(frame, call) for call in self.calls(frame, span))

    def calls(self, frame: Frame, span: Span) -> list[Node]:
        """The calls of functions of this source that get the object."""
        found: dict[int, Node] = {}
        for node in self.mentions(frame, span):
            for use in uses(node):
                if isinstance(use, Passed) and self.defined(use.call) is not None:
                    found[use.call.index] = use.call
        return list(found.values())

    def defined(self, call: Node) -> Function | None:
        """The function of this source that a call calls for certain."""
        declared = _called(call)
        function = self.unit.definition(declared.name) if declared is not None else None
        if function is None or function.node.kind != Kind.FUNCTION:
            return None
        if not self._is_the_one(function):
            return None
        own = function.node.declared()
        return (
            function
            if declared is not None and (own.file, own.offset) == (declared.file, declared.offset)
            else None
        )

    def _is_the_one(self, function: Function) -> bool:
        """Whether no other function of the name can be the one that runs."""
        head = self.unit.data[function.node.start : function.body.start]
        if re.search(rb"\bconst(?:expr|eval)\b", head):
            return False
        if re.search(rb"\bstatic\b", head):
            return True
        if any(each.kind in ATTRIBUTES for each in function.node.below):
            return False
        return self.unit.cxx or not re.search(rb"\b(?:__)?inline(?:__)?\b", head)

    def has_kernels_below(self, frame: Frame, call: Node) -> bool:
        """Whether a function that gets the object has to do with its copy on the device."""
        inner = self.callee(frame, call)
        if inner.function.node.start in self.active:
            raise NotFollowed(call.start, f"it is passed to '{inner.function.name}', which calls itself")
        self.active.append(inner.function.node.start)
        if len(self.active) > DEPTH:
            raise NotFollowed(call.start, f"it is passed through more than {DEPTH} functions")
        result = self.has_kernels(inner, inner.function.body.span)
        self.active.pop()
        return result

    def callee(self, frame: Frame, call: Node) -> Frame:
        """The function that a call gives the object to; :meth:`defined` knows it."""
        function = self.defined(call)
        assert function is not None
        seeds: dict[int, bool] = {}
        moved = set()
        for node in self.mentions(frame, call.span):
            for use in uses(node):
                if isinstance(use, Passed) and use.call is call:
                    if use.index >= len(function.parameters):
                        raise NotFollowed(node.start, f"it is a variable argument of '{function.name}'")
                    parameter = [each for each in function.node.below if each.kind == Kind.PARAMETER][
                        use.index
                    ]
                    if parameter.type_kind != POINTER_TYPE:
                        raise NotFollowed(
                            node.start,
                            f"'{parameter.name()}', a parameter of '{function.name}', is no pointer",
                        )
                    key = key_of(node)
                    exact = frame.held.get(key, False)
                    place = function.parameters[use.index]
                    seeds[place] = seeds.get(place, True) and exact
                    if use.moved or key not in frame.begins:
                        moved.add(place)
        return self.of(function, seeds, frozenset(moved))

    def accesses(self, frame: Frame, span: Span, *, device: bool = False) -> dict[int, int]:
        """How each variable's object is accessed in a piece of text: READ and WRITE by variable."""
        modes: dict[int, int] = {}
        for node in self.mentions(frame, span):
            key = key_of(node)
            for use in uses(node):
                if isinstance(use, Lost):
                    raise NotFollowed(node.start, f"'{frame.names[key]}' {use.why}")
                if isinstance(use, Access):
                    modes[key] = modes.get(key, 0) | use.mode
                elif isinstance(use, Passed):
                    modes[key] = modes.get(key, 0) | self._passed(frame, node, use, device=device)
        return modes

    def _passed(self, frame: Frame, node: Node, use: Passed, *, device: bool) -> int:
        call, name = use.call, use.call.name()
        shown = frame.names[key_of(node)]
        function = self.defined(call)
        if function is None and self.unit.functions.get(name):
            raise NotFollowed(
                node.start,
                f"'{shown}' is passed to '{name}', which is overloaded, inline, a member or a template",
            )
        if function is not None:
            inner = self.callee(frame, call)
            if function.node.start in self.active:
                raise NotFollowed(node.start, f"'{shown}' is passed to '{name}', which calls itself")
            self.active.append(function.node.start)
            place = function.parameters[use.index]
            modes = self.accesses(inner, function.body.span, device=device)
            self.frees(inner, function.body.span)
            self.active.pop()
            reached, more = {place}, True
            while more:
                more = False
                for source, target, _ in inner.copies:
                    if source in reached and target not in reached:
                        reached.add(target)
                        more = True
            mode = 0
            for key in reached:
                mode |= modes.get(key, 0)
            return mode
        if _frees(self.unit, call):
            if device:
                raise NotFollowed(node.start, f"'{shown}' is freed in a kernel")
            return 0
        declared = _called(call)
        if declared is None:
            raise NotFollowed(node.start, f"'{shown}' is passed to a function that is not known")
        if name == "realloc":
            raise NotFollowed(node.start, f"'{shown}' is moved by 'realloc'")
        mode = library(self.unit, call, name, use.index) if is_system(declared.file) else 0
        if not mode:
            raise NotFollowed(node.start, f"'{shown}' is passed to '{name}', which is not in this source")
        if call.type_kind == POINTER_TYPE and not is_unused(call):
            raise NotFollowed(call.start, f"what '{name}' returns, '{shown}', is used")
        return mode

    def frees(self, frame: Frame, span: Span) -> list[Node]:
        """The calls of ``free`` and the ``delete[]`` in a piece of text, noted."""
        found = []
        for node in self.mentions(frame, span):
            for use in uses(node):
                if isinstance(use, Passed) and _frees(self.unit, use.call):
                    if use.call.macro:
                        raise NotFollowed(use.call.start, "it is freed in a macro")
                    if (use.call.kind == Kind.DELETE) != (self.call.kind == Kind.NEW):
                        raise NotFollowed(use.call.start, "it is freed by what does not free it")
                    written = self.unit.code[use.call.start : use.call.end]
                    if re.match(rb"(?:(?:(?:::)?\s*std\s*::\s*)?free\s*\(|delete)", written) is None:
                        raise NotFollowed(use.call.start, "the call of 'free' is not written so")
                    around = next((each for each in use.call.ancestors() if not is_plain(each)), None)
                    if around is None or around.kind not in UNUSED | {Kind.FUNCTION}:
                        raise NotFollowed(use.call.start, "it is freed in an expression that may be left out")
                    self.freed[use.call.start] = use.call
                    found.append(node)
        return found

    def changes_life(self, frame: Frame, span: Span) -> bool:
        """Whether the object is allocated or freed in a piece of text."""
        own = frame.function.node.start == self.home.node.start
        if own and span.start <= self.call.start < span.end:
            return True
        if self.frees(frame, span):
            return True
        return any(self.changes_life_below(frame, call) for call in self.calls(frame, span))

    def changes_life_below(self, frame: Frame, call: Node) -> bool:
        """Whether a function that gets the object frees it."""
        inner = self.callee(frame, call)
        if inner.function.node.start in self.active:
            raise NotFollowed(inner.function.node.start, f"'{inner.function.name}' calls itself")
        self.active.append(inner.function.node.start)
        found = self.changes_life(inner, inner.function.body.span)
        self.active.pop()
        return found

    def is_initialised(self, frame: Frame, key: int) -> bool:
        """Whether a variable has a value from its declaration on."""
        for node in frame.function.node.inside:
            if node.kind == Kind.PARAMETER and node.location() == key:
                return True
            if node.kind == Kind.VARIABLE and node.location() == key:
                return any(each.kind >= Kind.UNEXPOSED_EXPR for each in node.below)
        return False

    def is_stable(self, frame: Frame, section: bytes) -> bool:
        """Whether a section's text means the same everywhere in a function: numbers and variables of its own.

        The variables are read and no more; macros have one definition, of such things.
        """
        if not _SECTION.fullmatch(section) or re.search(rb"\w\s*\(", section):
            return False
        waiting, seen = set(words_in(section)), set()
        while waiting:
            word = waiting.pop()
            seen.add(word)
            name = word.decode()
            if not self.unit.parsed.could_be_macro(name):
                if not self._is_only_read(frame, name):
                    return False
                continue
            bodies = self.unit.parsed.macro_definitions(name)
            if len(bodies) != 1 or not _SECTION.fullmatch(bodies[0][len(name) :]):
                return False
            waiting |= words_in(bodies[0][len(name) :]) - seen
        return True

    def _is_only_read(self, frame: Frame, name: str) -> bool:
        """Whether a name is a variable of a function that has one value: its text holds nothing but reads."""
        function, code = frame.function.node, self.unit.code
        places, reads = set(), set()
        for node in function.inside:
            if node.kind in (Kind.VARIABLE, Kind.PARAMETER) and node.name() == name:
                places.add(node.location())
            elif node.kind == Kind.DECL_REF and node.name() == name and is_read(node):
                reads.add(node.start)
        word = re.compile(rb"(?<![\w$])%s(?![\w$])" % re.escape(name.encode()))
        found = {each.start() for each in word.finditer(code, function.start, function.end)}
        macros = (words_in(each.body or b"") for each in self.unit.parsed.expansions(function.span))
        return (
            len(places) == 1 and found <= reads | places and not any(name.encode() in each for each in macros)
        )


def key_of(node: Node) -> int:
    """The variable that a reference names, as the place of its name."""
    declared = node.declaration()
    assert declared is not None
    return declared.offset


def _bare(value: Node) -> Node:
    """An expression without its parentheses and casts."""
    while value.kind in SEEN_THROUGH:
        below = [each for each in value.below if each.kind >= Kind.UNEXPOSED_EXPR]
        if not below:
            break
        value = below[-1]
    return value


def _frees(unit: Unit, call: Node) -> bool:
    """Whether a call is one of the C library's ``free``, or a ``delete[]``."""
    if call.kind == Kind.DELETE:
        return True
    return call.name() == "free" and not unit.functions.get("free") and _called(call) is not None


def _called(call: Node) -> Declaration | None:
    """The function that a call names, None where it calls through a pointer or an object."""
    callee = call.below[0] if call.below else None
    while callee is not None and callee.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN) and callee.below:
        callee = callee.below[0]
    if callee is None or callee.kind != Kind.DECL_REF:
        return None
    declared = callee.declaration()
    # What a constructor is given may be a function, too, as that of a thread.
    if declared is None or declared.kind != Kind.FUNCTION or call.declaration() != declared:
        return None
    return declared


def _value_given(node: Node) -> Node | None:
    """What an assignment gives to a reference; None where it is moved within its object."""
    parent = node.parent
    while parent is not None and parent.kind == Kind.PAREN:
        parent = parent.parent
    return parent.below[1] if parent is not None and parent.kind == Kind.BINARY else None
