# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An object's allocation -> a proof that one copy of it does what the program's two copies do, or why not.

A program whose device has memory of its own keeps two copies of an object, and its directives say when one
is copied to the other. Where each read, on either side, reads a copy that is as new as the other one, the
program does the same with one copy in memory that both sides access, and with any copies in between that keep
them alike. :class:`Flow` follows the object through the function that allocates it and those to which it is
passed, with a :class:`State` at each place. It collects on the way what has to be edited.

It goes by statements and not by the vertices of ``analysis.cfg``, since the calls that are written stand
before statements, and a loop without kernels is one of them. What parts a statement has, ``analysis`` tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pointerchain.analysis.cfg_builder import for_parts, if_parts
from pointerchain.place.apply.accesses import AccessPlace, AccessPlaces
from pointerchain.place.apply.environments import (
    begun,
    by_key,
    enter,
    is_all,
    is_held,
    leave,
    mapped,
    unsure,
    update,
)
from pointerchain.place.apply.frame import Frame, Stored
from pointerchain.place.apply.frames import Frames
from pointerchain.place.apply.known import READ, VALUES, WRITE
from pointerchain.place.apply.places import Place, place_of
from pointerchain.place.apply.reading import Unit
from pointerchain.place.apply.shared import Shared, World
from pointerchain.place.apply.sites import Site
from pointerchain.place.apply.states import NotFollowed, State, inside, joined
from pointerchain.place.apply.uses import Access, Copied, Kept, Passed, uses
from pointerchain.translator.clang.libclang import LOOPS, Binary, Kind, kind_name
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.directives import Construct


@dataclass(slots=True)
class Found:
    """What was found on the way."""

    touches: tuple[AccessPlace, ...] = ()
    frees: dict[tuple[str, int], tuple[Unit, Node]] = field(default_factory=dict)
    kernels: set[tuple[str, int]] = field(default_factory=set)
    repeated: bool = False
    """Whether a construct's own clauses copy the object more than once."""
    lost: NotFollowed | None = None
    """Why the program cannot say everywhere what it accesses; it does not have to where memory is one."""
    data: tuple[Unit, Construct] | None = None
    """A directive of the program's own that keeps the object on the device."""


class Flow:
    """Follows one object from its allocation on, or from 'main' where its address is kept in a place."""

    def __init__(self, world: World, site: Site) -> None:
        self._world, self._site = world, site
        self._home, self._call = site.function, site.call
        self._begin((), frozenset(), several=False)

    def _begin(self, places: Sequence[Place], moved: frozenset[Place], *, several: bool) -> None:
        self.found = Found()
        shared = Shared(self._world, self._home, self._call, places, moved)
        self._frames = Frames(shared, self._site, several=several or not shared.exact)
        self._touches = AccessPlaces(self._frames, self._site.variable)
        self._settled: set[Frame] = set()
        self._ends: dict[tuple[Frame, State], State] = {}

    def run(self) -> Found:
        """Follow it; raises :class:`NotFollowed`."""
        several = False
        places: tuple[Place, ...] = ()
        moved: frozenset[Place] = frozenset()
        stored: Stored | None = None
        if self._site.kept is not None:
            stored = Stored(self._call.start, self._site.why, place_of(self._site.kept))
            stored.path = self._home.unit.path
        while True:
            if stored is not None:
                if stored.place is None:
                    raise stored
                places += () if stored.place in places else (stored.place,)
                moved |= {stored.place} if stored.moved else set()
            try:
                self._begin(places, moved, several=several)
            except NotFollowed as why:
                assert stored is not None
                raise self._because(stored, why) from None
            try:
                return self._follow()
            except Stored as new:
                stored = new
            except _Several:
                # Allocations of one site that live together: nothing is known to be this one or that.
                several = True

    @property
    def places(self) -> tuple[Place, ...]:
        """Where its address is kept."""
        return self._frames.shared.places

    def _because(self, stored: Stored, why: NotFollowed) -> NotFollowed:
        """Why an object is left whose address is stored where it is not followed."""
        place = f"'{why.path}'"
        unit = next((unit for unit in self._world.program.units if unit.path == why.path), None)
        if unit is not None and why.where > 0:
            place = f"{why.path}:{unit.line_column(why.where)[0]}"
        return NotFollowed(stored.where, f"{stored.why}, and {why.why} ({place})", stored.path)

    def _follow(self) -> Found:
        """Follow it from where it begins."""
        root = self._home
        if self.places:
            root = next(each for unit in self._world.program.units for each in unit.functions.get("main", ()))
        with inside(root.unit.path):
            self._body(self._frames.of(root, {}), State())
        if not self.found.kernels:
            which = "this source" if len(self._world.program.units) == 1 else "these sources"
            raise NotFollowed(self._call.start, f"no kernel of {which} uses it", self._home.unit.path)
        self.found.frees = self._frames.freed
        self.found.touches = tuple(self._touches.rows.values())
        self.found.lost = self._touches.lost
        return self.found

    def _body(self, frame: Frame, state: State) -> State:
        state = begun(frame, state)
        known = self._ends.get((frame, state))
        if known is not None:
            return known
        with self._frames.within(frame, frame.unit, frame.function.node):
            end: State | None = self._statement(frame, frame.function.body, state)
            for each in frame.returns:
                end = joined(end, each, frame.function.body.end)
            frame.returns.clear()
        self._ends[frame, state] = end if end is not None else state
        return self._ends[frame, state]

    def _settle(self, frame: Frame, call: Node) -> None:
        """Note where a function without kernels accesses what it finds in a place, whoever calls it."""
        inner = self._frames.callee(frame, call)
        if inner not in self._settled:
            self._settled.add(inner)
            if self._world.may_run_on_device(inner.function):
                why = f"'{inner.function.name}', which finds it itself, may run on the device, too"
                self._touches.lose(inner, inner.function.node, why)
            self._body(inner, State(True))

    # --- statements -----------------------------------------------------------------------------------------

    def _statement(self, frame: Frame, node: Node, state: State | None) -> State | None:
        """The state behind a statement; None where nothing gets there."""
        if state is None:
            return None
        return self._governed(frame, frame.unit.governing(node), node, state)

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
            sections = mapped(self._frames, frame, first)
            if sections:
                self.found.data = self.found.data or (frame.unit, first)
            own = not state.copies.references
            for each in sections:
                state = enter(self._frames, frame, first, each, state)
            after = self._governed(frame, rest, node, state)
            if after is None:
                return None
            for each in sections:
                after = leave(each, after, whole=own)
            return after
        inside = any(self._frames.matters(frame, each) for each in rest)
        if inside or self._frames.has_kernels(frame, node.span):
            raise NotFollowed(where, f"its kernels stand in '{first.spelling}'")
        if self._frames.changes_life(frame, node.span):
            raise NotFollowed(where, f"it is allocated or freed in '{first.spelling}'")
        return self._unit_of(frame, node, state, around=constructs)

    def _combined(self, frame: Frame, constructs: Sequence[Construct]) -> dict[int, int]:
        """What constructs of the host's do themselves: nothing, or threads' results come into elements."""
        modes: dict[int, int] = {}
        for construct in constructs:
            for item in mapped(self._frames, frame, construct):
                if item.combined:
                    modes[item.key] = READ | WRITE
        return modes

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
        standing = [
            each
            for each in frame.unit.constructs_in(node.span)
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
        head, branches = self._if_head(node)
        for each in head:
            state = self._expression(frame, each, state, whole=node)
        ends = [self._statement(frame, each, state) for each in branches]
        if len(branches) < 2:
            ends.append(state)
        out: State | None = None
        for end in ends:
            out = joined(out, end, node.end)
        return out

    def _if_head(self, node: Node) -> tuple[list[Node], list[Node]]:
        """What stands in an ``if``'s parentheses, and its branches."""
        begun, test, branches = if_parts(node.tree, node.index)
        return self._nodes(node, [*begun, test]), self._nodes(node, branches)

    def _for_head(self, node: Node) -> tuple[list[list[Node]], Node]:
        """The three parts of a ``for``'s head, and its body."""
        heads, body = for_parts(node.tree, node.index)
        found = self._nodes(node, [body])[0]
        return [self._nodes(node, [each] if each >= 0 else []) for each in heads], found

    def _nodes(self, node: Node, indices: Sequence[int]) -> list[Node]:
        if min(indices, default=0) < 0 or (node.macro and node.opened):
            raise NotFollowed(node.start, "the head of this statement is not understood, or a macro makes it")
        return [node.tree.node(index) for index in indices]

    def _loop(self, frame: Frame, node: Node, state: State) -> State | None:
        """A loop that holds kernels: once and again, until nothing new is known."""
        first: list[Node] = []
        step: list[Node] = []
        if node.kind == Kind.DO:
            body, test = node.below[0], node.below[1:]
        elif node.kind == Kind.FOR:
            (first, test, step), body = self._for_head(node)
        elif node.kind == Kind.WHILE:
            *test, body = self._nodes(node, [each.index for each in node.below])
        else:
            raise NotFollowed(node.start, "kernels in a range-based 'for' are not followed")
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

    def _expression(
        self, frame: Frame, node: Node, state: State, *, whole: Node | None = None, head: bool = False
    ) -> State:
        """An expression, declaration or return: its calls with kernels, or its accesses."""
        calls = [call for call in self._frames.calls(frame, node.span) if self._goes_in(frame, call)]
        if not calls:
            return self._unit_of(frame, node, state, whole=whole, head=head)
        if frame.function.key == self._home.key and (node.start <= self._call.start < node.end):
            raise NotFollowed(node.start, "it is allocated in the statement that calls its kernels")
        if len(calls) > 1:
            raise NotFollowed(node.start, "two calls with its kernels stand in one statement")
        call = calls[0]
        outside = [each for each in frame.mentions(node.span) if not call.start <= each.start < call.end]
        modes = [use for each in outside for use in uses(each) if not isinstance(use, (Copied, Kept))]
        inside = [
            use
            for each in frame.mentions(call.span)
            for use in uses(each)
            if not (isinstance(use, Passed) and use.call is call)
        ]
        if modes or inside or any(each is not call for each in frame.finding(node.span)):
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
        around: Sequence[Construct] = (),
    ) -> State:
        """A piece without kernels: its accesses of the host; ``around`` are the constructs that govern it."""
        modes = self._frames.accesses(frame, node.span)
        for key, mode in self._combined(frame, (*around, *frame.unit.constructs_in(node.span))).items():
            modes[key] = modes.get(key, 0) | mode
        mode = 0
        for each in (*modes.values(), *self._frames.through(frame, node.span).values()):
            mode |= each
        if state.alive and mode & READ and not state.copies.host:
            raise NotFollowed(
                node.start, "the host reads here what the device may have changed without a copy back"
            )
        if mode & WRITE:
            state = state._replace(copies=state.copies.stored(on_device=False))
        for call in frame.finding(node.span):
            self._settle(frame, call)
        if any(modes.values()):
            self._touches.note(frame, whole or node, node, modes, device=False, head=head)
        own = frame.function.key == self._home.key
        if own and node.start <= self._call.start < node.end:
            if state.alive and not self._frames.several:
                raise _Several
            state = State(True) if not state.alive else state
        for freed in self._frames.frees(frame, node.span):
            if state.copies.references:
                raise NotFollowed(freed.start, "it is freed while directives keep it on the device")
            if frame.held.get(frame.key_of(freed), False):
                state = state._replace(alive=False)
        return state

    # --- directives -----------------------------------------------------------------------------------------

    def _kernel(
        self, frame: Frame, construct: Construct, rest: Sequence[Construct], node: Node, state: State
    ) -> State:
        where = construct.pragma.span.start
        sections = mapped(self._frames, frame, construct)
        modes = self._frames.accesses(frame, node.span, device=True)
        for key, through in self._frames.through(frame, node.span, device=True).items():
            modes[key] = modes.get(key, 0) | through
        mode = 0
        for each in modes.values():
            mode |= each
        for inner in (*rest, *frame.unit.constructs_in(node.span)):
            if any(item.combined for item in mapped(self._frames, frame, inner)):
                raise NotFollowed(inner.pragma.span.start, "a reduction in its kernel names it")
        self._check_heads(frame, construct, rest, node)
        if not state.alive:
            return state
        before = state
        named = by_key(sections)
        if all(is_held(self._frames, frame, key) for key in (*modes, *named)):
            for item in sections:
                state = enter(self._frames, frame, construct, item, state)
            if mode and not state.copies.references:
                raise NotFollowed(where, "its kernel uses it where it is not mapped")
            if mode & READ and not state.copies.device:
                raise NotFollowed(
                    where, "its kernel reads what the host may have changed since it was copied"
                )
            if mode & WRITE:
                state = state._replace(copies=state.copies.stored(on_device=True))
            for item in sections:
                state = leave(item, state, whole=True)
        else:
            state = unsure(where, modes, named, state)
        if sections and not before.copies.references:
            at_home = frame.function.key == self._home.key
            loops = any(each.kind in LOOPS for each in node.ancestors())
            self.found.repeated |= (
                loops or not at_home or bool(self.found.kernels - {(frame.unit.path, where)})
            )
        if mode:
            self.found.kernels.add((frame.unit.path, where))
            paths: dict[int, list[str]] = {}
            for item in sections:
                paths.setdefault(item.key, []).append((item.before + item.name).decode())
            self._touches.note(frame, node, node, modes, device=True, paths=paths)
        return state

    def _check_heads(self, frame: Frame, construct: Construct, rest: Sequence[Construct], node: Node) -> None:
        """The head of a loop that is distributed is computed on the host, too, before the kernel starts."""
        collapses = any(clause.name == b"collapse" for each in (construct, *rest) for clause in each.clauses)
        for each in (node, *node.inside):
            if each.kind != Kind.FOR or (
                each is not node and not collapses and not frame.unit.governing(each)
            ):
                continue
            for part in (part for parts in self._for_head(each)[0] for part in parts):
                for mention in frame.mentions(part.span):
                    if any(isinstance(use, Access) for use in uses(mention)):
                        raise NotFollowed(mention.start, "the head of its kernel's loop reads it")

    def _standalone(self, frame: Frame, construct: Construct, state: State | None) -> State | None:
        row = construct.directive
        if row is None or state is None or not (row.enters or row.exits or row.updates or row.data):
            if state is not None and frame.named(construct):
                raise NotFollowed(construct.pragma.span.start, f"'{construct.spelling}' names it")
            return state
        where = construct.pragma.span.start
        if not frame.named(construct):
            return state
        _stands_alone(frame, construct)
        sections = mapped(self._frames, frame, construct)
        if not state.alive:
            return state
        if sections:
            self.found.data = self.found.data or (frame.unit, construct)
        for item in sections:
            if not is_held(self._frames, frame, item.key):
                raise NotFollowed(where, f"'{item.name.decode()}' may be another object here")
            if row.updates:
                state = update(self._frames, frame, item, state)
            elif row.enters:
                state = enter(self._frames, frame, construct, item, state)
            elif not state.copies.references:
                raise NotFollowed(where, "it is taken from the device, and is not there")
            else:
                state = leave(item, state, is_all(self._frames, frame, item, state))
        return state


class _Several(Exception):
    """Two allocations of one site may live at the same time."""


def _stands_alone(frame: Frame, construct: Construct) -> None:
    """A directive without a statement is one only between two others."""
    code, at = frame.unit.code, construct.pragma.span.start - 1
    while at >= 0 and code[at : at + 1].isspace():
        at -= 1
    if code[at : at + 1] not in (b";", b"}", b"{"):
        raise NotFollowed(
            construct.pragma.span.start, f"'{construct.spelling}' does not stand between two statements"
        )
