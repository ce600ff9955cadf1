# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An object's allocation -> a proof that one copy of it does what the program's two copies do, or why not.

A program whose device has memory of its own keeps two copies of an object, and its directives say when one
is copied to the other. Where each read, on either side, reads a copy that is as new as the other one, the
program does the same with one copy in memory that both sides access, and with any copies in between that keep
them alike. :class:`Flow` follows the object through the function that allocates it and those to which it is
passed, with a :class:`State` at each place. It collects on the way what has to be edited.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pointerchain.place.apply.frames import DEPTH, Frame, Frames, key_of
from pointerchain.place.apply.known import NAMING, READ, VALUES, WRITE
from pointerchain.place.apply.maps import Item, Unclear, items, words_in
from pointerchain.place.apply.reading import Function, Unit
from pointerchain.place.apply.states import NotFollowed, State, joined
from pointerchain.place.apply.uses import Access, Copied, Passed, uses
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import LOOPS, Binary, Kind, kind_name
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.clauses import argument_of
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import closing


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
    lost: NotFollowed | None = None
    """Why the program cannot say everywhere what it accesses; it does not have to where memory is one."""
    data: Construct | None = None
    """A directive of the program's own that keeps the object on the device."""


class Flow:
    """Follows one object. ``call`` is its allocation, ``variable`` the place of the name it is given to."""

    def __init__(self, unit: Unit, function: Function, call: Node, variable: int) -> None:
        self._unit, self._home, self._call, self._variable = unit, function, call, variable
        self.found = Found()
        self._frames = Frames(unit, function, call, several=False)

    def run(self) -> Found:
        """Follow it from its allocation on; raises :class:`NotFollowed`."""
        frame = self._frames.of(self._home, {self._variable: True})
        try:
            self._body(frame, State())
        except _Several:
            # Allocations of one site that live together: nothing is known to be this one or that.
            self.found = Found()
            self._frames = Frames(self._unit, self._home, self._call, several=True)
            frame = self._frames.of(self._home, {self._variable: False})
            self._body(frame, State())
        self.found.frees = self._frames.freed
        if not self.found.kernels:
            raise NotFollowed(self._call.start, "no kernel of this source uses it")
        return self.found

    def _body(self, frame: Frame, state: State) -> State:
        start = frame.function.node.start
        if start in self._frames.active:
            raise NotFollowed(start, f"it is passed to '{frame.function.name}', which calls itself")
        if len(self._frames.active) > DEPTH:
            raise NotFollowed(start, f"it is passed through more than {DEPTH} functions")
        self._frames.active.append(start)
        end: State | None = self._statement(frame, frame.function.body, state)
        for each in frame.returns:
            end = joined(end, each, frame.function.body.end)
        frame.returns.clear()
        self._frames.active.pop()
        return end if end is not None else state

    # --- statements -----------------------------------------------------------------------------------------

    def _statement(self, frame: Frame, node: Node, state: State | None) -> State | None:
        """The state behind a statement; None where nothing gets there."""
        if state is None:
            return None
        return self._governed(frame, self._unit.governing(node), node, state)

    def _governed(
        self, frame: Frame, constructs: Sequence[Construct], node: Node, state: State | None
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
            return (
                self._kernel(frame, first, rest, node, state) if self._frames.matters(frame, first) else state
            )
        if row.enters and row.data:
            if not self._frames.matters(frame, first):
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
        if self._frames.has_kernels(frame, node.span):
            raise NotFollowed(where, f"its kernels stand in '{first.spelling}'")
        if self._frames.changes_life(frame, node.span):
            raise NotFollowed(where, f"it is allocated or freed in '{first.spelling}'")
        self._check_clauses(frame, first)
        return self._unit_of(frame, node, state, construct=first)

    def _check_clauses(self, frame: Frame, construct: Construct) -> None:
        """What a construct of the host's may say of the object's pointers: nothing that reads an element."""
        for clause in construct.clauses:
            if clause.name in NAMING or clause.argument is None:
                continue
            if frame.words & words_in(argument_of(construct, clause)):
                raise NotFollowed(
                    construct.pragma.span.start, f"the clause '{clause.name.decode()}' names it"
                )

    def _plain(self, frame: Frame, node: Node, state: State) -> State | None:
        kind = node.kind
        span = node.span
        if kind == Kind.COMPOUND:
            return self._block(frame, node, state)
        if kind == Kind.IF:
            return self._if(frame, node, state)
        if kind == Kind.SWITCH:
            if self._frames.has_kernels(frame, span) or self._frames.changes_life(frame, span):
                raise NotFollowed(node.start, "its kernel, or its allocation, stands in a 'switch'")
        if kind == Kind.SWITCH or kind in LOOPS:
            if kind != Kind.SWITCH and (
                self._frames.has_kernels(frame, span) or self._frames.changes_life(frame, span)
            ):
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
        if kind in VALUES or kind in (Kind.DECL_STMT, Kind.NULL, Kind.DELETE):
            return self._expression(frame, node, state)
        raise NotFollowed(node.start, f"a statement that Clang calls {kind_name(kind)} is not followed")

    def _block(self, frame: Frame, node: Node, state: State | None) -> State | None:
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

    def _if(self, frame: Frame, node: Node, state: State) -> State | None:
        head, branches = self._head(node)
        for each in head:
            state = self._expression(frame, each, state, whole=node)
        ends = [self._statement(frame, each, state) for each in branches]
        if len(branches) < 2:
            ends.append(state)
        out: State | None = None
        for end in ends:
            out = joined(out, end, node.end)
        return out

    def _head(self, node: Node) -> tuple[list[Node], list[Node]]:
        """What stands in the parentheses of a statement, and behind them."""
        code = self._unit.code
        start = code.find(b"(", node.start)
        close = closing(code, start) if start >= 0 else -1
        if close < 0 or (node.macro and node.opened):
            raise NotFollowed(node.start, "a macro makes the head of this statement")
        below = node.below
        return [each for each in below if each.start < close], [each for each in below if each.start > close]

    def _loop(self, frame: Frame, node: Node, state: State) -> State | None:
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
                end = joined(end, each_state, node.end)
            for each in step:
                end = self._expression(frame, each, end, head=True) if end is not None else None
            if node.kind == Kind.DO:
                for each in test:
                    end = self._expression(frame, each, end, head=True) if end is not None else None
                left = end
            for each_state in frame.breaks.pop():
                left = joined(left, each_state, node.end)
            again = joined(entry, end, node.start)
            if again == entry:
                return left
            entry = again
        raise NotFollowed(node.start, "its states in this loop do not settle")

    def _parts(self, node: Node, head: list[Node]) -> tuple[list[Node], list[Node], list[Node]]:
        if node.kind != Kind.FOR:
            return [], head, []
        code = self._unit.code
        at = code.find(b"(", node.start) + 1
        stops: list[int] = []
        depth = 0
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
        self, frame: Frame, node: Node, state: State, *, whole: Node | None = None, head: bool = False
    ) -> State:
        """An expression, declaration or return: its calls with kernels, or its accesses."""
        calls = [call for call in self._frames.calls(frame, node.span) if self._goes_in(frame, call)]
        if not calls:
            return self._unit_of(frame, node, state, whole=whole, head=head)
        if frame.function.node.start == self._home.node.start and (node.start <= self._call.start < node.end):
            raise NotFollowed(node.start, "it is allocated in the statement that calls its kernels")
        if len(calls) > 1:
            raise NotFollowed(node.start, "two calls with its kernels stand in one statement")
        call = calls[0]
        outside = [
            each
            for each in self._frames.mentions(frame, node.span)
            if not call.start <= each.start < call.end
        ]
        modes = [use for each in outside for use in uses(each) if not isinstance(use, Copied)]
        inside = [
            use
            for each in self._frames.mentions(frame, call.span)
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
        inner = self._frames.callee(frame, call)
        return self._body(inner, state)

    def _goes_in(self, frame: Frame, call: Node) -> bool:
        known = self._frames
        return known.has_kernels_below(frame, call) or known.changes_life_below(frame, call)

    def _unit_of(
        self,
        frame: Frame,
        node: Node,
        state: State,
        *,
        whole: Node | None = None,
        head: bool = False,
        construct: Construct | None = None,
    ) -> State:
        """A piece without kernels: its accesses of the host."""
        for inner in self._unit.constructs_in(node.span):
            self._check_clauses(frame, inner)
        modes = self._frames.accesses(frame, node.span)
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
            if state.alive and not self._frames.several:
                raise _Several
            state = State(True) if not state.alive else state
        for freed in self._frames.frees(frame, node.span):
            if state.level:
                raise NotFollowed(freed.start, "it is freed while directives keep it on the device")
            if frame.held.get(key_of(freed), False):
                state = state._replace(alive=False)
        return state

    def _touch(
        self,
        frame: Frame,
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
        named: dict[int, int] = {}
        for key, mode in modes.items():
            if not mode or span.start <= key < span.end or node.start <= key < node.end:
                continue
            if key in given and not self._frames.is_initialised(frame, key):
                self._lose(node, f"'{frame.names[key]}' may have no value yet where this statement begins")
            for each in self._begins(frame, key, node):
                named[each] = named.get(each, 0) | mode
        if not named and any(modes.values()):
            self._lose(node, "it is declared and accessed in one statement")
        place = (span.start if head else node.start, span.end if head else node.end, device)
        before = self.found.touches.get(place)
        merged = dict(before.modes) if before is not None else {}
        for key, mode in named.items():
            merged[frame.names[key]] = merged.get(frame.names[key], 0) | mode
        self.found.touches[place] = Touch(
            node,
            frame.function.node.start,
            tuple(sorted(merged.items())),
            device,
            head,
            construct or (before.construct if before is not None else None),
        )

    def _begins(self, frame: Frame, key: int, node: Node) -> list[int]:
        """The variables that point to the begin of what another one points to, where a node begins."""
        if key in frame.begins:
            return [key]
        found, origins = {key}, set()
        waiting = [key]
        while waiting:
            at = waiting.pop()
            sources = {source for source, target, _ in frame.copies if target == at and source != at}
            if at in frame.function.parameters or at == self._variable:
                origins.add(at)
            waiting += sources - found
            found |= sources
        blocks = self._unit.lexed.blocks
        here = blocks.block(node.start)
        for each in origins:
            scope = frame.function.parameters if each in frame.function.parameters else ()
            seen = bool(scope) or (each < node.start and blocks.contains(blocks.block(each), here))
            sure = each in frame.begins and frame.held[each] and each not in frame.nulled
            alone = sum(1 for row in frame.declared if row == frame.names[each]) == 1
            if not (seen and sure and alone):
                self._lose(node, f"'{frame.names[key]}' may point beside it")
        if not origins:
            self._lose(node, f"'{frame.names[key]}' may point beside it")
        return sorted(origins)

    def _lose(self, node: Node, why: str) -> None:
        """Note that the program cannot say at a node what it accesses, as an object that stays needs."""
        if self.found.lost is None:
            self.found.lost = NotFollowed(node.start, why)

    # --- directives -----------------------------------------------------------------------------------------

    def _items(self, frame: Frame, construct: Construct) -> tuple[Item, ...]:
        where = construct.pragma.span.start
        try:
            found = items(construct, frame.words)
        except Unclear as why:
            raise NotFollowed(where, str(why)) from None
        return found

    def _key_named(self, frame: Frame, name: bytes) -> int:
        return next(key for key, each in frame.names.items() if each.encode() == name)

    def _enter(self, frame: Frame, construct: Construct, item: Item, state: State) -> State:
        where = construct.pragma.span.start
        key = self._key_named(frame, item.name)
        exact = frame.held[key]
        compute = construct.directive is not None and construct.directive.compute
        if not exact:
            raise NotFollowed(where, f"'{item.name.decode()}' may be another object where it is mapped here")
        if item.needs and not state.level:
            raise NotFollowed(where, f"'{item.name.decode()}' has to be on the device already, and is not")
        if state.level:
            same = self._is_same(frame, item, state)
            if (
                not (same and self._frames.is_stable(frame, item.section))
                and not item.needs
                and not (compute and item.to and item.returns)
            ):
                raise NotFollowed(where, "another section of it is on the device already")
            return state._replace(level=state.level + 1)
        section = item.section if key in frame.begins else b"?"
        return state._replace(device=state.host, level=1, section=section, owner=frame.function.node.start)

    def _is_same(self, frame: Frame, item: Item, state: State) -> bool:
        """Whether a section is the one that is mapped: the same text behind a pointer to the begin."""
        begins = self._key_named(frame, item.name) in frame.begins
        return begins and item.section == state.section and frame.function.node.start == state.owner

    def _exit(self, frame: Frame, item: Item, state: State) -> State:
        if state.level > 1:
            return state._replace(level=state.level - 1)
        if item.returns:
            state = state._replace(host=state.device)
        return state._replace(level=0, section=b"", owner=-1)

    def _kernel(
        self, frame: Frame, construct: Construct, rest: Sequence[Construct], node: Node, state: State
    ) -> State:
        where = construct.pragma.span.start
        mapped = self._items(frame, construct)
        modes = self._frames.accesses(frame, node.span, device=True)
        mode = 0
        for each in modes.values():
            mode |= each
        for inner in (*rest, *self._unit.constructs_in(node.span)):
            try:
                items(inner, frame.words)
            except Unclear as why:
                if not str(why).startswith(("the clause 'firstprivate'", "the clause 'aligned'")):
                    raise NotFollowed(inner.pragma.span.start, str(why)) from None
        self._check_heads(frame, construct, rest, node)
        if not state.alive:
            return state
        before = state
        named = {self._key_named(frame, item.name): item for item in mapped}
        if all(frame.held[key] for key in (*modes, *named)):
            for item in mapped:
                state = self._enter(frame, construct, item, state)
            if mode and not state.level:
                raise NotFollowed(where, "its kernel uses it where it is not mapped")
            if mode & READ and not state.device:
                raise NotFollowed(
                    where, "its kernel reads what the host may have changed since it was copied"
                )
            if mode & WRITE:
                state = state._replace(host=False)
            for item in mapped:
                state = self._exit(frame, item, state)
        else:
            state = self._unsure(where, modes, named, state)
        if mapped and not before.level:
            at_home = frame.function.node.start == self._home.node.start
            loops = any(each.kind in LOOPS for each in node.ancestors())
            self.found.repeated |= loops or not at_home or bool(self.found.kernels - {where})
        if mode:
            self.found.kernels.add(where)
            self._touch(frame, node, node.span, modes, device=True, construct=construct)
        return state

    def _check_heads(self, frame: Frame, construct: Construct, rest: Sequence[Construct], node: Node) -> None:
        """The head of a loop that is distributed is computed on the host, too, before the kernel starts."""
        collapses = any(clause.name == b"collapse" for each in (construct, *rest) for clause in each.clauses)
        for each in (node, *node.inside):
            if each.kind != Kind.FOR or (
                each is not node and not collapses and not self._unit.governing(each)
            ):
                continue
            for part in self._head(each)[0]:
                for mention in self._frames.mentions(frame, part.span):
                    if any(isinstance(use, Access) for use in uses(mention)):
                        raise NotFollowed(mention.start, "the head of its kernel's loop reads it")

    def _unsure(self, where: int, modes: dict[int, int], named: dict[int, Item], state: State) -> State:
        """Behind a kernel that may use the object, or another one, by its own clauses alone."""
        if state.level:
            raise NotFollowed(where, "its kernel may use another object here")
        if any(item.needs for item in named.values()):
            raise NotFollowed(where, "its kernel wants it on the device already")
        for key, mode in modes.items():
            item = named.get(key)
            if item is None:
                raise NotFollowed(where, "its kernel uses it where it is not mapped")
            if mode & READ and not state.host:
                raise NotFollowed(where, "its kernel reads what the host may not have")
            if mode & WRITE and not item.returns:
                state = state._replace(host=False)
        return state

    def _standalone(self, frame: Frame, construct: Construct, state: State | None) -> State | None:
        row = construct.directive
        if row is None or state is None or not (row.enters or row.exits or row.updates or row.data):
            if state is not None and frame.words & self._unit.names_in(construct):
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
            elif not state.level:
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

    def _update(self, frame: Frame, item: Item, state: State) -> State:
        if not state.level:
            return state
        if self._is_same(frame, item, state) and self._frames.is_stable(frame, item.section):
            return state._replace(device=state.host) if item.to else state._replace(host=state.device)
        both = state.host and state.device
        return state._replace(device=both) if item.to else state._replace(host=both)


class _Several(Exception):
    """Two allocations of one site may live at the same time."""


def keys(rows: Iterable[Touch]) -> list[Touch]:
    """Touches in the order of their places."""
    return sorted(rows, key=lambda each: (each.node.start, -each.node.end))
