# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An object's allocation -> a proof that one copy of it does what the program's two copies do, or why not.

A program whose device has memory of its own keeps two copies of an object, and its directives say when one is
copied to the other. Where each read, on either side, reads a copy that is as new as the other one, the program
does the same with one copy in memory that both sides access, and with any copies in between that keep them
alike. :class:`Flow` follows the object through the function that allocates it and those to which it is passed,
with a :class:`State` at each place. It collects on the way what has to be edited.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pointerchain.place.apply.maps import Item, Unclear, items
from pointerchain.place.apply.reading import Function, Unit
from pointerchain.place.apply.uses import READ, WRITE, Access, Copied, Lost, Passed, is_assigned, uses
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import LOOPS, POINTER_TYPE, STATEMENTS, Binary, Kind, Unary
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import closing, skip_space

_WORD = re.compile(rb"[A-Za-z_]\w*")
_MODES: dict[str, tuple[int, ...]] = {
    "memset": (WRITE,),
    "memcpy": (WRITE, READ),
    "memmove": (WRITE, READ),
    "memcmp": (READ, READ),
    "fread": (WRITE,),
    "fwrite": (READ,),
    "qsort": (READ | WRITE,),
}
"""What functions of C's library do to what their first arguments point to; they keep none of them."""
_PRINTS = frozenset(("printf", "fprintf", "snprintf", "puts", "fputs"))
_DEPTH = 16


class NotFollowed(Exception):
    """Why an object is left alone, and where."""

    def __init__(self, where: int, why: str) -> None:
        super().__init__(why)
        self.where, self.why = where, why


class State(NamedTuple):
    """What is known of the object at a place.

    ``host``, ``device``: that side's copy is what one copy alone would hold. ``count``: how many data
    environments it is in, of which ``section`` is mapped.
    """

    alive: bool = False
    host: bool = True
    device: bool = True
    count: int = 0
    section: bytes = b""
    owner: int = -1
    """The function whose directive mapped the section."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A place before which the program has to say that a side accesses the object.

    ``modes`` has the variables by which it does. ``head`` is set for an expression in a loop's head.
    """

    node: Node
    function: int
    modes: tuple[tuple[str, int], ...]
    device: bool
    head: bool = False
    construct: Construct | None = None


@dataclass(slots=True)
class Found:
    """What was found on the way."""

    touches: dict[tuple[int, int, bool], Touch] = field(default_factory=dict)
    frees: dict[int, Node] = field(default_factory=dict)
    kernels: set[int] = field(default_factory=set)
    repeated: bool = False
    """Whether a construct's own clauses copy the object more than once."""
    data: Construct | None = None
    """A directive of the program's own that keeps the object on the device."""


class _Frame:
    """A function in which variables may point to the object; ``held`` says of each whether it must."""

    def __init__(self, unit: Unit, function: Function, held: dict[int, bool]) -> None:
        self.unit, self.function, self.held = unit, function, held
        self.names: dict[int, str] = {}
        self.references: list[Node] = []
        self.copies: list[tuple[int, int, Node]] = []
        self.breaks: list[list[State]] = []
        self.continues: list[list[State]] = []
        self.returns: list[State] = []

    @property
    def words(self) -> frozenset[bytes]:
        return frozenset(name.encode() for name in self.names.values())


class Flow:
    """Follows one object. ``call`` is its allocation, ``variable`` the place of the name it is given to."""

    def __init__(self, unit: Unit, function: Function, call: Node, variable: int) -> None:
        self._unit, self._home, self._call, self._variable = unit, function, call, variable
        self._several = False
        self.found = Found()
        self._active: list[int] = []
        self._frames: dict[tuple[int, tuple[tuple[int, bool], ...], bool], _Frame] = {}

    def run(self) -> Found:
        """Follow it from its allocation on; raises :class:`NotFollowed`."""
        frame = self._frame(self._home, {self._variable: True})
        try:
            self._body(frame, State())
        except _Several:
            # Allocations of one site that live together: nothing is known to be this one or that.
            self._several = True
            self.found = Found()
            self._active.clear()
            frame = self._frame(self._home, {self._variable: False})
            self._body(frame, State())
        if not self.found.kernels:
            raise NotFollowed(self._call.start, "no kernel of this source uses it")
        return self.found

    # --- functions ----------------------------------------------------------------------------------------

    def _frame(self, function: Function, seeds: dict[int, bool]) -> _Frame:
        key = (function.node.start, tuple(sorted(seeds.items())), self._several)
        if key not in self._frames:
            self._frames[key] = self._read(function, seeds)
        return self._frames[key]

    def _read(self, function: Function, seeds: dict[int, bool]) -> _Frame:
        """The variables of a function that may point to the object, by what is passed to it."""
        frame = _Frame(self._unit, function, dict(seeds))
        references: dict[int, list[Node]] = {}
        assigned: dict[int, list[Node | None]] = {}
        for node in function.body.inside:
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
        while waiting:
            key = waiting.pop()
            for node in references.get(key, ()):
                for use in uses(node):
                    if isinstance(use, Copied):
                        frame.copies.append((key, use.target, node))
                        if use.target not in seen:
                            seen.add(use.target)
                            waiting.append(use.target)
        frame.held = {key: not self._several and seeds.get(key, True) for key in seen}
        changed = True
        while changed:
            changed = False
            for key in seen:
                if frame.held[key] and not all(
                    self._is_it(value, frame.held) for value in assigned.get(key, ())
                ):
                    frame.held[key], changed = False, True
        self._name(frame, function, references, seen)
        return frame

    def _is_it(self, value: Node | None, held: dict[int, bool]) -> bool:
        """Whether a value given to a pointer is the object's, or null."""
        if value is None:
            return True  # moved within it
        while value.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN, Kind.C_CAST, Kind.STATIC_CAST, Kind.REINTERPRET_CAST):
            below = [each for each in value.below if each.kind >= Kind.UNEXPOSED_EXPR]
            if not below:
                return False
            value = below[-1]
        if value.kind == Kind.CALL:
            return value.start == self._call.start and value.end == self._call.end
        if value.kind == Kind.INTEGER:
            return self._unit.data[value.start : value.end] in (b"0", b"NULL") or value.macro
        if value.kind == Kind.NULLPTR or (value.kind == Kind.UNEXPOSED_EXPR and value.macro):
            return True
        if value.kind == Kind.BINARY and value.binary_operator in (Binary.ADD, Binary.SUBTRACT):
            return any(self._is_it(each, held) for each in value.below if each.type_kind == POINTER_TYPE)
        if value.kind == Kind.DECL_REF:
            declared = value.declaration()
            return declared is not None and declared.main and held.get(declared.offset, False)
        return False

    def _name(
        self, frame: _Frame, function: Function, references: dict[int, list[Node]], seen: set[int]
    ) -> None:
        declared: dict[str, set[int]] = {}
        for node in function.node.inside:
            if node.kind in (Kind.VARIABLE, Kind.PARAMETER):
                declared.setdefault(node.name(), set()).add(node.location())
                if node.location() in seen:
                    frame.names[node.location()] = node.name()
                    if node.macro or node.foreign:
                        raise NotFollowed(node.start, f"a macro or another file declares '{node.name()}'")
            if node.kind in (Kind.GOTO, Kind.INDIRECT_GOTO, Kind.LABEL, Kind.ASM, Kind.TRY) and seen:
                raise NotFollowed(node.start, f"{_WHAT[node.kind]} in '{function.name}' is not followed")
        for key in seen:
            name = frame.names.get(key)
            if name is None:
                where = references[key][0].start if references.get(key) else function.node.start
                raise NotFollowed(where, f"it is kept in a variable that '{function.name}' does not declare")
            if len(declared[name]) > 1:
                raise NotFollowed(key, f"'{function.name}' has two variables '{name}'")
            left_out = self._unit.skipped_mention(name, function.node.span)
            if left_out >= 0:
                raise NotFollowed(
                    left_out, f"'{name}' is also named in code that the preprocessor leaves out here"
                )
        frame.references = sorted(
            (node for key in seen for node in references.get(key, ())), key=lambda node: node.index
        )
        for node in frame.references:
            if node.body or node.foreign:
                raise NotFollowed(node.start, f"'{node.name()}' is used in the body of a macro or another file")
            if any(each.kind == Kind.LAMBDA for each in node.ancestors()):
                raise NotFollowed(node.start, f"'{node.name()}' is used in a lambda")
        for construct in self._unit.constructs_in(function.body.span):
            where, row = construct.pragma.span.start, construct.directive
            if row is None and frame.words & self._unit.names_in(construct):
                raise NotFollowed(where, f"'{construct.spelling}' is not known")
            if row is not None and row.has_statement and self._end(construct) < 0:
                raise NotFollowed(where, f"the statement of '{construct.spelling}' is not found")

    def _body(self, frame: _Frame, state: State) -> State:
        start = frame.function.node.start
        if start in self._active:
            raise NotFollowed(start, f"it is passed to '{frame.function.name}', which calls itself")
        if len(self._active) > _DEPTH:
            raise NotFollowed(start, f"it is passed through more than {_DEPTH} functions")
        self._active.append(start)
        end: State | None = self._statement(frame, frame.function.body, state)
        for each in frame.returns:
            end = _joined(end, each, frame.function.body.end)
        frame.returns.clear()
        self._active.pop()
        return end if end is not None else state

    # --- what stands in a piece of text ---------------------------------------------------------------------

    def _in(self, frame: _Frame, span: Span) -> list[Node]:
        return [each for each in frame.references if span.start <= each.start < span.end]

    def _matters(self, frame: _Frame, construct: Construct) -> bool:
        """Whether a construct of the device's has to do with the object."""
        row = construct.directive
        if row is None or not (row.compute or row.data or row.enters or row.exits or row.updates):
            return False
        if frame.words & self._unit.names_in(construct):
            return True
        start = skip_space(self._unit.code, construct.pragma.span.end)
        end = self._end(construct)
        return row.has_statement and end > 0 and bool(self._in(frame, Span(start, end)))

    def _end(self, construct: Construct) -> int:
        start = skip_space(self._unit.code, construct.pragma.span.end)
        nodes = self._unit.starting_at(start)
        return max((node.end for node in nodes), default=-1)

    def _has_kernels(self, frame: _Frame, span: Span) -> bool:
        """Whether something in a piece of text has to do with the object's copy on the device."""
        if any(self._matters(frame, each) for each in self._unit.constructs_in(span)):
            return True
        return any(self._has_kernels_below(frame, call) for call in self._calls(frame, span))

    def _calls(self, frame: _Frame, span: Span) -> list[Node]:
        """The calls of functions of this source that get the object."""
        found: dict[int, Node] = {}
        for node in self._in(frame, span):
            for use in uses(node):
                if isinstance(use, Passed) and self._unit.definition(use.call.name()) is not None:
                    found[use.call.index] = use.call
        return list(found.values())

    def _has_kernels_below(self, frame: _Frame, call: Node) -> bool:
        inner = self._callee(frame, call)
        if inner.function.node.start in self._active:
            raise NotFollowed(call.start, f"it is passed to '{inner.function.name}', which calls itself")
        self._active.append(inner.function.node.start)
        if len(self._active) > _DEPTH:
            raise NotFollowed(call.start, f"it is passed through more than {_DEPTH} functions")
        result = self._has_kernels(inner, inner.function.body.span)
        self._active.pop()
        return result

    def _callee(self, frame: _Frame, call: Node) -> _Frame:
        function = self._unit.definition(call.name())
        assert function is not None
        seeds: dict[int, bool] = {}
        for node in self._in(frame, call.span):
            for use in uses(node):
                if isinstance(use, Passed) and use.call is call:
                    if use.index >= len(function.parameters):
                        raise NotFollowed(node.start, f"it is a variable argument of '{function.name}'")
                    key = _key(node)
                    exact = frame.held.get(key, False)
                    place = function.parameters[use.index]
                    seeds[place] = seeds.get(place, True) and exact
        return self._frame(function, seeds)

    # --- accesses -------------------------------------------------------------------------------------------

    def _accesses(self, frame: _Frame, span: Span, *, device: bool = False) -> dict[int, int]:
        """How each variable's object is accessed in a piece of text: READ and WRITE by variable."""
        modes: dict[int, int] = {}
        for node in self._in(frame, span):
            key = _key(node)
            for use in uses(node):
                if isinstance(use, Lost):
                    raise NotFollowed(node.start, f"'{frame.names[key]}' {use.why}")
                if isinstance(use, Access):
                    modes[key] = modes.get(key, 0) | use.mode
                elif isinstance(use, Passed):
                    modes[key] = modes.get(key, 0) | self._passed(frame, node, use, device=device)
        return modes

    def _passed(self, frame: _Frame, node: Node, use: Passed, *, device: bool) -> int:
        call, name = use.call, use.call.name()
        shown = frame.names[_key(node)]
        if self._unit.functions.get(name):
            function = self._unit.definition(name)
            if function is None:
                raise NotFollowed(node.start, f"'{shown}' is passed to '{name}', of which there are several")
            if function.node.kind != Kind.FUNCTION:
                raise NotFollowed(node.start, f"'{shown}' is passed to '{name}', which is a member or template")
            inner = self._callee(frame, call)
            if function.node.start in self._active:
                raise NotFollowed(node.start, f"'{shown}' is passed to '{name}', which calls itself")
            self._active.append(function.node.start)
            place = function.parameters[use.index]
            modes = self._accesses(inner, function.body.span, device=device)
            self._frees(inner, function.body.span)
            self._active.pop()
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
        declared = _called(call)
        if declared is None:
            raise NotFollowed(node.start, f"'{shown}' is passed to a function that is not known")
        if name == "free":
            if device:
                raise NotFollowed(node.start, f"'{shown}' is freed in a kernel")
            return 0
        if name == "realloc":
            raise NotFollowed(node.start, f"'{shown}' is moved by 'realloc'")
        if name in _PRINTS:
            return READ
        if name in _MODES and use.index < len(_MODES[name]):
            outer = call.parent
            while outer is not None and outer.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN):
                outer = outer.parent
            used = outer is None or not (
                outer.kind in STATEMENTS or (outer.kind == Kind.C_CAST and outer.type.canonical == "void")
            )
            if used and call.type_kind == POINTER_TYPE:
                raise NotFollowed(call.start, f"what '{name}' returns, '{shown}', is used")
            return _MODES[name][use.index]
        raise NotFollowed(node.start, f"'{shown}' is passed to '{name}', which is not in this source")

    def _frees(self, frame: _Frame, span: Span) -> list[Node]:
        """The calls of ``free`` in a piece of text, noted."""
        found = []
        for node in self._in(frame, span):
            for use in uses(node):
                if (
                    isinstance(use, Passed)
                    and use.call.name() == "free"
                    and not self._unit.functions.get("free")
                ):
                    if use.call.macro:
                        raise NotFollowed(use.call.start, "it is freed in a macro")
                    self.found.frees[use.call.start] = use.call
                    found.append(node)
        return found

    # --- statements -----------------------------------------------------------------------------------------

    def _statement(self, frame: _Frame, node: Node, state: State | None) -> State | None:
        """The state behind a statement; None where nothing gets there."""
        if state is None:
            return None
        return self._governed(frame, self._unit.governing(node), node, state)

    def _governed(
        self, frame: _Frame, constructs: Sequence[Construct], node: Node, state: State | None
    ) -> State | None:
        if state is None:
            return None
        if not constructs:
            return self._plain(frame, node, state)
        first, rest = constructs[0], constructs[1:]
        row = first.directive
        assert row is not None
        where = first.pragma.span.start
        if row.compute:
            return self._kernel(frame, first, rest, node, state) if self._matters(frame, first) else state
        if row.enters and row.data:
            if not self._matters(frame, first):
                return self._governed(frame, rest, node, state)
            mapped = self._items(frame, first)
            if mapped:
                self.found.data = self.found.data or first
            for each in mapped:
                state = self._enter(frame, first, each, state)
            after = self._governed(frame, rest, node, state)
            if after is None:
                return None
            for each in mapped:
                after = self._exit(frame, each, after)
            return after
        if self._has_kernels(frame, node.span):
            raise NotFollowed(where, f"its kernels stand in '{first.spelling}'")
        if row.task and self._in(frame, node.span):
            raise NotFollowed(where, f"it is used in '{first.spelling}', which may run later")
        for clause in first.clauses:
            if clause.name in (b"private", b"lastprivate", b"linear") and clause.argument is not None:
                base = first.pragma.body.start
                text = first.pragma.text[clause.argument.start - base : clause.argument.end - base]
                if frame.words & frozenset(_WORD.findall(text)):
                    raise NotFollowed(where, f"the clause '{clause.name.decode()}' names it")
        return self._unit_of(frame, node, state, construct=first)

    def _plain(self, frame: _Frame, node: Node, state: State) -> State | None:
        kind = node.kind
        span = node.span
        if kind == Kind.COMPOUND:
            return self._block(frame, node, state)
        if kind == Kind.IF:
            return self._if(frame, node, state)
        if kind == Kind.SWITCH:
            if self._has_kernels(frame, span) or self._changes_life(frame, span):
                raise NotFollowed(node.start, "its kernel, or its allocation, stands in a 'switch'")
        if kind == Kind.SWITCH or kind in LOOPS:
            if kind != Kind.SWITCH and (self._has_kernels(frame, span) or self._changes_life(frame, span)):
                return self._loop(frame, node, state)
            after = self._unit_of(frame, node, state)
            if any(each.kind == Kind.RETURN for each in node.inside):
                frame.returns.append(after)
            if any(each.kind == Kind.CONTINUE for each in node.inside) and frame.continues:
                frame.continues[-1].append(after)
            return after
        if kind == Kind.BREAK:
            frame.breaks[-1].append(state)
            return None
        if kind == Kind.CONTINUE:
            frame.continues[-1].append(state)
            return None
        if kind == Kind.RETURN:
            frame.returns.append(self._expression(frame, node, state))
            return None
        if kind in (Kind.LABEL, Kind.CASE, Kind.DEFAULT, Kind.GOTO, Kind.INDIRECT_GOTO, Kind.TRY, Kind.ASM):
            raise NotFollowed(node.start, "a label, 'goto', 'try' or assembly is not followed")
        return self._expression(frame, node, state)

    def _changes_life(self, frame: _Frame, span: Span) -> bool:
        """Whether the object is allocated or freed in a piece of text."""
        own = frame.function.node.start == self._home.node.start
        if own and span.start <= self._call.start < span.end:
            return True
        if self._frees(frame, span):
            return True
        for call in self._calls(frame, span):
            inner = self._callee(frame, call)
            if inner.function.node.start in self._active:
                raise NotFollowed(call.start, f"it is passed to '{inner.function.name}', which calls itself")
            self._active.append(inner.function.node.start)
            changes = self._changes_life(inner, inner.function.body.span)
            self._active.pop()
            if changes:
                return True
        return False

    def _block(self, frame: _Frame, node: Node, state: State | None) -> State | None:
        below = node.below
        inside = self._unit.constructs_in(node.span)
        standing = [
            each
            for each in inside
            if each.directive is not None
            and not each.directive.has_statement
            and not any(child.start <= each.pragma.span.start < child.end for child in below)
        ]
        at = 0
        for child in below:
            while at < len(standing) and standing[at].pragma.span.start < child.start:
                state = self._standalone(frame, standing[at], state)
                at += 1
            state = self._statement(frame, child, state)
        for each in standing[at:]:
            state = self._standalone(frame, each, state)
        return state

    def _if(self, frame: _Frame, node: Node, state: State) -> State | None:
        head, branches = self._head(node)
        for each in head:
            state = self._expression(frame, each, state, whole=node)
        ends = [self._statement(frame, each, state) for each in branches]
        if len(branches) < 2:
            ends.append(state)
        out: State | None = None
        for end in ends:
            out = _joined(out, end, node.end)
        return out

    def _head(self, node: Node) -> tuple[list[Node], list[Node]]:
        """What stands in the parentheses of a statement, and behind them."""
        code = self._unit.code
        start = code.find(b"(", node.start)
        close = closing(code, start) if start >= 0 else -1
        if close < 0 or node.macro and node.opened:
            raise NotFollowed(node.start, "a macro makes the head of this statement")
        below = node.below
        return [each for each in below if each.start < close], [each for each in below if each.start > close]

    def _loop(self, frame: _Frame, node: Node, state: State) -> State | None:
        """A loop that holds kernels: once and again, until nothing new is known."""
        if node.kind == Kind.DO:
            body, test = node.below[0], node.below[1:]
            first: list[Node] = []
            step: list[Node] = []
        else:
            if node.kind == Kind.FOR_RANGE:
                raise NotFollowed(node.start, "kernels in a range-based 'for' are not followed")
            head, bodies = self._head(node)
            body = bodies[0]
            first, test, step = self._parts(node, head)
        for each in first:
            state = self._expression(frame, each, state, whole=node)
        entry: State | None = state
        for _ in range(8):
            frame.breaks.append([])
            frame.continues.append([])
            now = entry
            assert now is not None
            left: State | None = None
            if node.kind != Kind.DO:
                for each in test:
                    now = self._expression(frame, each, now, head=True)
                left = now
            end = self._statement(frame, body, now)
            for each_state in frame.continues.pop():
                end = _joined(end, each_state, node.end)
            for each in step:
                end = self._expression(frame, each, end, head=True) if end is not None else None
            if node.kind == Kind.DO:
                for each in test:
                    end = self._expression(frame, each, end, head=True) if end is not None else None
                left = end
            for each_state in frame.breaks.pop():
                left = _joined(left, each_state, node.end)
            again = _joined(entry, end, node.start)
            if again == entry:
                return left
            entry = again
        raise NotFollowed(node.start, "its states in this loop do not settle")

    def _parts(self, node: Node, head: list[Node]) -> tuple[list[Node], list[Node], list[Node]]:
        if node.kind != Kind.FOR:
            return [], head, []
        code = self._unit.code
        at = code.find(b"(", node.start) + 1
        stops, depth = [], 0
        while len(stops) < 2 and at < node.end:
            sign = code[at : at + 1]
            depth += sign in (b"(", b"[", b"{")
            depth -= sign in (b")", b"]", b"}")
            if sign == b";" and depth == 0:
                stops.append(at)
            at += 1
        if len(stops) < 2:
            raise NotFollowed(node.start, "the head of this loop is not understood")
        return (
            [each for each in head if each.start < stops[0]],
            [each for each in head if stops[0] < each.start < stops[1]],
            [each for each in head if each.start > stops[1]],
        )

    def _expression(
        self, frame: _Frame, node: Node, state: State, *, whole: Node | None = None, head: bool = False
    ) -> State:
        """An expression, declaration or return: its calls with kernels, or its accesses."""
        calls = [call for call in self._calls(frame, node.span) if self._goes_in(frame, call)]
        if not calls:
            return self._unit_of(frame, node, state, whole=whole, head=head)
        if frame.function.node.start == self._home.node.start and (
            node.start <= self._call.start < node.end
        ):
            raise NotFollowed(node.start, "it is allocated in the statement that calls its kernels")
        if len(calls) > 1:
            raise NotFollowed(node.start, "two calls with its kernels stand in one statement")
        call = calls[0]
        outside = [
            each for each in self._in(frame, node.span) if not call.start <= each.start < call.end
        ]
        modes = [use for each in outside for use in uses(each) if not isinstance(use, Copied)]
        inside = [
            use
            for each in self._in(frame, call.span)
            for use in uses(each)
            if not (isinstance(use, Passed) and use.call is call)
        ]
        if modes or inside:
            raise NotFollowed(node.start, "it is also accessed in the statement that calls its kernels")
        if any(
            each.kind == Kind.CONDITIONAL
            or (each.kind == Kind.BINARY and each.binary_operator in (Binary.LOGICAL_AND, Binary.LOGICAL_OR))
            for each in call.ancestors()
            if each.start >= node.start and each.end <= node.end
        ):
            raise NotFollowed(call.start, "a call with its kernels stands in a condition")
        inner = self._callee(frame, call)
        return self._body(inner, state)

    def _goes_in(self, frame: _Frame, call: Node) -> bool:
        return self._has_kernels_below(frame, call) or self._frees_below(self._callee(frame, call))

    def _frees_below(self, inner: _Frame) -> bool:
        if inner.function.node.start in self._active:
            raise NotFollowed(inner.function.node.start, f"'{inner.function.name}' calls itself")
        self._active.append(inner.function.node.start)
        found = self._changes_life(inner, inner.function.body.span)
        self._active.pop()
        return found

    def _unit_of(
        self,
        frame: _Frame,
        node: Node,
        state: State,
        *,
        whole: Node | None = None,
        head: bool = False,
        construct: Construct | None = None,
    ) -> State:
        """A piece without kernels: its accesses of the host."""
        modes = self._accesses(frame, node.span)
        mode = 0
        for each in modes.values():
            mode |= each
        if state.alive and mode & READ and not state.host:
            raise NotFollowed(
                node.start, "the host reads here what the device may have changed without a copy back"
            )
        if mode & WRITE:
            state = state._replace(device=False)
        if mode:
            self._touch(frame, whole or node, node.span, modes, device=False, head=head, construct=construct)
        own = frame.function.node.start == self._home.node.start
        if own and node.start <= self._call.start < node.end:
            if state.alive and not self._several:
                raise _Several
            state = State(True) if not state.alive else state
        for freed in self._frees(frame, node.span):
            if state.count:
                raise NotFollowed(freed.start, "it is freed while directives keep it on the device")
            if frame.held.get(_key(freed), False):
                state = state._replace(alive=False)
        return state

    def _touch(
        self,
        frame: _Frame,
        node: Node,
        span: Span,
        modes: dict[int, int],
        *,
        device: bool,
        head: bool = False,
        construct: Construct | None = None,
    ) -> None:
        """Note that the object is accessed in ``span``, by which variables that are known before ``node``."""
        modes = dict(modes)
        inside = [row for row in frame.copies if span.start <= row[2].start < span.end]
        for _ in inside:
            for source, target, _node in inside:
                if modes.get(target, 0) & ~modes.get(source, 0):
                    modes[source] = modes.get(source, 0) | modes[target]
        given = {target for _, target, _node in inside}
        named = []
        for key, mode in modes.items():
            if not mode or span.start <= key < span.end or node.start <= key < node.end:
                continue
            if key in given and not self._is_initialised(frame, key):
                raise NotFollowed(
                    node.start, f"'{frame.names[key]}' may have no value yet where this statement begins"
                )
            named.append((frame.names[key], mode))
        if not named and any(modes.values()):
            raise NotFollowed(node.start, "it is declared and accessed in one statement")
        key_of = (span.start if head else node.start, span.end if head else node.end, device)
        before = self.found.touches.get(key_of)
        merged = dict(before.modes) if before is not None else {}
        for name, mode in named:
            merged[name] = merged.get(name, 0) | mode
        self.found.touches[key_of] = Touch(
            node,
            frame.function.node.start,
            tuple(sorted(merged.items())),
            device,
            head,
            construct or (before.construct if before is not None else None),
        )

    def _is_initialised(self, frame: _Frame, key: int) -> bool:
        for node in frame.function.node.inside:
            if node.kind == Kind.PARAMETER and node.location() == key:
                return True
            if node.kind == Kind.VARIABLE and node.location() == key:
                return any(each.kind >= Kind.UNEXPOSED_EXPR for each in node.below)
        return False

    # --- directives -----------------------------------------------------------------------------------------

    def _items(self, frame: _Frame, construct: Construct) -> tuple[Item, ...]:
        where = construct.pragma.span.start
        try:
            found = items(construct, frame.words)
        except Unclear as why:
            raise NotFollowed(where, str(why)) from None
        if found:
            for clause in construct.clauses:
                shown = clause.name.decode()
                if clause.name in (b"if", b"device", b"nowait", b"depend", b"async", b"if_present", b"finalize"):
                    raise NotFollowed(where, f"'{construct.spelling}' has the clause '{shown}'")
                if construct.dialect == "acc" and clause.name == b"self" and construct.directive is not None:
                    if construct.directive.compute:
                        raise NotFollowed(where, f"'{construct.spelling}' has the clause '{shown}'")
        return found

    def _key_named(self, frame: _Frame, name: bytes) -> int:
        return next(key for key, each in frame.names.items() if each.encode() == name)

    def _enter(self, frame: _Frame, construct: Construct, item: Item, state: State) -> State:
        where = construct.pragma.span.start
        exact = frame.held[self._key_named(frame, item.name)]
        compute = construct.directive is not None and construct.directive.compute
        if not exact:
            raise NotFollowed(where, f"'{item.name.decode()}' may be another object where it is mapped here")
        if item.needs and not state.count:
            raise NotFollowed(where, f"'{item.name.decode()}' has to be on the device already, and is not")
        if state.count:
            same = item.section == state.section and frame.function.node.start == state.owner
            if not (same and self._is_stable(frame, item.section)) and not item.needs and not (
                compute and item.to and item.back
            ):
                raise NotFollowed(where, "another section of it is on the device already")
            return state._replace(count=state.count + 1)
        return state._replace(
            device=state.host, count=1, section=item.section, owner=frame.function.node.start
        )

    def _exit(self, frame: _Frame, item: Item, state: State) -> State:
        if state.count > 1:
            return state._replace(count=state.count - 1)
        if item.back:
            state = state._replace(host=state.device)
        return state._replace(count=0, section=b"", owner=-1)

    def _is_stable(self, frame: _Frame, section: bytes) -> bool:
        """Whether a section's text means the same everywhere in a function."""
        words = {word.decode() for word in _WORD.findall(section)}
        for node in frame.function.body.inside:
            if node.kind == Kind.DECL_REF and node.name() in words:
                parent = node.parent
                taken = parent is not None and parent.kind == Kind.UNARY and (
                    parent.unary_operator == Unary.ADDRESS_OF
                )
                if is_assigned(node) or taken:
                    return False
        return True

    def _kernel(
        self, frame: _Frame, construct: Construct, rest: Sequence[Construct], node: Node, state: State
    ) -> State:
        where = construct.pragma.span.start
        mapped = self._items(frame, construct)
        modes = self._accesses(frame, node.span, device=True)
        mode = 0
        for each in modes.values():
            mode |= each
        for clause in construct.clauses:
            if mode and clause.name in (b"if", b"device", b"nowait", b"depend", b"async", b"in_reduction"):
                raise NotFollowed(where, f"its kernel has the clause '{clause.name.decode()}'")
        for inner in (*rest, *self._unit.constructs_in(node.span)):
            try:
                items(inner, frame.words)
            except Unclear as why:
                if not str(why).startswith(("the clause 'firstprivate'", "the clause 'aligned'")):
                    raise NotFollowed(inner.pragma.span.start, str(why)) from None
        if not state.alive:
            return state
        before = state
        named = {self._key_named(frame, item.name): item for item in mapped}
        if all(frame.held[key] for key in (*modes, *named)):
            for item in mapped:
                state = self._enter(frame, construct, item, state)
            if mode and not state.count:
                raise NotFollowed(where, "its kernel uses it where it is not mapped")
            if mode & READ and not state.device:
                raise NotFollowed(where, "its kernel reads what the host may have changed since it was copied")
            if mode & WRITE:
                state = state._replace(host=False)
            for item in mapped:
                state = self._exit(frame, item, state)
        else:
            state = self._unsure(where, modes, named, state)
        if mapped and not before.count:
            at_home = frame.function.node.start == self._home.node.start
            loops = any(each.kind in LOOPS for each in node.ancestors())
            self.found.repeated |= loops or not at_home or bool(self.found.kernels - {where})
        if mode:
            self.found.kernels.add(where)
            self._touch(frame, node, node.span, modes, device=True, construct=construct)
        return state

    def _unsure(self, where: int, modes: dict[int, int], named: dict[int, Item], state: State) -> State:
        """Behind a kernel that may use the object, or another one, by its own clauses alone."""
        if state.count:
            raise NotFollowed(where, "its kernel may use another object here")
        if any(item.needs for item in named.values()):
            raise NotFollowed(where, "its kernel wants it on the device already")
        for key, mode in modes.items():
            item = named.get(key)
            if item is None:
                raise NotFollowed(where, "its kernel uses it where it is not mapped")
            if mode & READ and not state.host:
                raise NotFollowed(where, "its kernel reads what the host may not have")
            if mode & WRITE and not item.back:
                state = state._replace(host=False)
        return state

    def _standalone(self, frame: _Frame, construct: Construct, state: State | None) -> State | None:
        row = construct.directive
        if row is None or state is None or not (row.enters or row.exits or row.updates or row.data):
            if row is not None and state is not None and frame.words & self._unit.names_in(construct):
                if row.association != "standalone":
                    raise NotFollowed(construct.pragma.span.start, f"'{construct.spelling}' names it")
            return state
        where = construct.pragma.span.start
        if not frame.words & self._unit.names_in(construct):
            return state
        self._stands_alone(construct)
        mapped = self._items(frame, construct)
        if not state.alive:
            return state
        if mapped:
            self.found.data = self.found.data or construct
        for item in mapped:
            if not frame.held[self._key_named(frame, item.name)]:
                raise NotFollowed(where, f"'{item.name.decode()}' may be another object here")
            if row.updates:
                state = self._update(frame, item, state)
            elif row.enters:
                state = self._enter(frame, construct, item, state)
            elif not state.count:
                raise NotFollowed(where, "it is taken from the device, and is not there")
            else:
                state = self._exit(frame, item, state)
        return state

    def _stands_alone(self, construct: Construct) -> None:
        """A directive without a statement is one only between two others."""
        code, at = self._unit.code, construct.pragma.span.start - 1
        while at >= 0 and code[at : at + 1].isspace():
            at -= 1
        if code[at : at + 1] not in (b";", b"}", b"{"):
            raise NotFollowed(
                construct.pragma.span.start, f"'{construct.spelling}' does not stand between two statements"
            )

    def _update(self, frame: _Frame, item: Item, state: State) -> State:
        if not state.count:
            return state
        same = item.section == state.section and frame.function.node.start == state.owner
        if same and self._is_stable(frame, item.section):
            return state._replace(device=state.host) if item.to else state._replace(host=state.device)
        both = state.host and state.device
        return state._replace(device=both) if item.to else state._replace(host=both)


class _Several(Exception):
    """Two allocations of one site may live at the same time."""


_WHAT = {
    Kind.GOTO: "a 'goto'",
    Kind.INDIRECT_GOTO: "a 'goto'",
    Kind.LABEL: "a label",
    Kind.ASM: "assembly",
    Kind.TRY: "a 'try'",
}


def _key(node: Node) -> int:
    declared = node.declaration()
    assert declared is not None
    return declared.offset


def _called(call: Node) -> str | None:
    """The function that a call names, None where it calls through a pointer or an object."""
    callee = call.below[0] if call.below else None
    while callee is not None and callee.kind in (Kind.UNEXPOSED_EXPR, Kind.PAREN) and callee.below:
        callee = callee.below[0]
    if callee is None or callee.kind != Kind.DECL_REF:
        return None
    declared = callee.declaration()
    return declared.name if declared is not None and declared.kind == Kind.FUNCTION else None


def _value_given(node: Node) -> Node | None:
    """What an assignment gives to a reference; None where it is moved within its object."""
    parent = node.parent
    while parent is not None and parent.kind == Kind.PAREN:
        parent = parent.parent
    return parent.below[1] if parent is not None and parent.kind == Kind.BINARY else None


def _joined(one: State | None, other: State | None, where: int) -> State | None:
    """What is known where two ways meet."""
    if one is None or other is None:
        return one if other is None else other
    if one.alive != other.alive:
        return one if one.alive else other
    if one.count != other.count:
        raise NotFollowed(where, "it is on the device on one of the ways that lead here, and not on the other")
    same = one.section == other.section and one.owner == other.owner
    return State(
        one.alive,
        one.host and other.host,
        one.device and other.device,
        one.count,
        one.section if same else b"?",
        one.owner if same else -1,
    )


def keys(rows: Iterable[Touch]) -> list[Touch]:
    """Touches in the order of their places."""
    return sorted(rows, key=lambda each: (each.node.start, -each.node.end))
