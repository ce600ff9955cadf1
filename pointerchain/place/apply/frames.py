# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""An object's allocation -> in each function, the variables that may point to it, and what is done by them.

:class:`Frames` raises :class:`NotFollowed` where the object gets out of sight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from pointerchain.analysis.escape import is_tested
from pointerchain.lazy import lazy_pattern
from pointerchain.place.apply.checks import (
    is_plain,
    library,
)
from pointerchain.place.apply.frame import Frame, FrameReader, Stored
from pointerchain.place.apply.known import UNUSED
from pointerchain.place.apply.places import place_of
from pointerchain.place.apply.program import called
from pointerchain.place.apply.reading import Unit
from pointerchain.place.apply.states import NotFollowed, inside
from pointerchain.place.apply.uses import (
    Access,
    Kept,
    Lost,
    Passed,
    is_assigned,
    uses,
)
from pointerchain.source import Span
from pointerchain.translator.clang.libclang import (
    POINTER_TYPE,
    Kind,
)
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import skip_space

_SECTION = lazy_pattern(rb"[\[\]\w\s:+*/%()-]*")
DEPTH = 16
"""Through how many functions an object is followed."""


class Frames(FrameReader):
    """What the functions of one object do to it, by their text."""

    def matters(self, frame: Frame, construct: Construct) -> bool:
        """Whether a construct of the device's has to do with the object."""
        row = construct.directive
        if row is None or not (row.compute or row.data or row.enters or row.exits or row.updates):
            return False
        if frame.named(construct):
            return True
        start = skip_space(frame.unit.code, construct.pragma.span.end)
        end = frame.end(construct)
        if not row.has_statement or end <= 0:
            return False
        return bool(frame.mentions(Span(start, end))) or frame.calls_in(construct)

    def has_kernels(self, frame: Frame, span: Span) -> bool:
        """Whether something in a piece of text has to do with the object's copy on the device."""
        if any(self.matters(frame, each) for each in frame.unit.constructs_in(span)):
            return True
        return any(self.has_kernels_below(frame, call) for call in self.calls(frame, span))

    def calls(self, frame: Frame, span: Span) -> list[Node]:
        """The calls of functions of these sources that get the object."""
        found: dict[int, Node] = {}
        for node in frame.mentions(span):
            for use in uses(node):
                if isinstance(use, Passed) and self.program.defined(frame.unit, use.call) is not None:
                    found[use.call.index] = use.call
        found.update((each.index, each) for each in frame.finding(span))
        return list(found.values())

    def has_kernels_below(self, frame: Frame, call: Node) -> bool:
        """Whether a function that gets the object has to do with its copy on the device."""
        inner = self.callee(frame, call)
        with self.within(inner, frame.unit, call):
            return self.has_kernels(inner, inner.function.body.span)

    @contextmanager
    def within(self, inner: Frame, unit: Unit, call: Node) -> Iterator[None]:
        """Look into a function that a call in ``unit`` leads to."""
        key = inner.function.key
        if key in self.active:
            why = f"it is passed to '{inner.function.name}', which calls itself"
            raise NotFollowed(call.start, why, unit.path)
        if len(self.active) >= DEPTH:
            raise NotFollowed(call.start, f"it is passed through more than {DEPTH} functions", unit.path)
        self.active.append(key)
        try:
            with inside(inner.unit.path):
                yield
        finally:
            self.active.pop()

    def callee(self, frame: Frame, call: Node) -> Frame:
        """The function that a call gives the object to; :meth:`defined` knows it."""
        function = self.program.defined(frame.unit, call)
        assert function is not None
        seeds: dict[int, bool] = {}
        moved = set()
        for node in frame.mentions(call.span):
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
                    key = frame.key_of(node)
                    exact = frame.held.get(key, False)
                    place = function.parameters[use.index]
                    seeds[place] = seeds.get(place, True) and exact
                    if use.moved or key not in frame.begins:
                        moved.add(place)
        return self.of(function, seeds, frozenset(moved))

    def accesses(self, frame: Frame, span: Span, *, device: bool = False) -> dict[int, int]:
        """How each variable's object is accessed in a piece of text: READ and WRITE by variable."""
        modes: dict[int, int] = {}
        for node in frame.mentions(span):
            key = frame.key_of(node)
            for use in uses(node):
                if isinstance(use, Lost):
                    raise NotFollowed(node.start, f"'{frame.names[key]}' {use.why}")
                if isinstance(use, Kept) and (device or self.shared.key(use.target) is None):
                    raise Stored(node.start, f"'{frame.names[key]}' {use.why}", place_of(use.target), device)
                if isinstance(use, Kept) and use.moved and self._target(frame, use) not in self.shared.moved:
                    raise Stored(
                        node.start, f"'{frame.names[key]}' {use.why}", place_of(use.target), moved=True
                    )
                if isinstance(use, Access):
                    modes[key] = modes.get(key, 0) | use.mode
                elif isinstance(use, Passed):
                    modes[key] = modes.get(key, 0) | self._passed(frame, node, use, device=device)
            if device and key < 0 and is_assigned(node):
                raise NotFollowed(node.start, f"'{frame.names[key]}' is assigned in a kernel")
        return modes

    def through(self, frame: Frame, span: Span, *, device: bool = False) -> dict[int, int]:
        """How functions that are called in a piece of text access what they find in places themselves."""
        found: dict[int, int] = {}
        for call in frame.finding(span):
            inner = self.callee(frame, call)
            known = inner.through.get(device)
            if known is None:
                body = inner.function.body.span
                with self.within(inner, frame.unit, call):
                    known = self.through(inner, body, device=device)
                    for key, mode in self.accesses(inner, body, device=device).items():
                        known[key] = known.get(key, 0) | mode
                    self.frees(inner, body)
                # A variable of its own may have its address from a place.
                for _ in inner.copies:
                    for source, target, _node in inner.copies:
                        known[source] = known.get(source, 0) | known.get(target, 0)
                inner.through[device] = known = {key: mode for key, mode in known.items() if key < 0}
            for key, mode in known.items():
                found[key] = found.get(key, 0) | mode
        return found

    def _passed(self, frame: Frame, node: Node, use: Passed, *, device: bool) -> int:
        call, name = use.call, use.call.name()
        shown = frame.names[frame.key_of(node)]
        function = self.program.defined(frame.unit, call)
        if function is None and frame.unit.functions.get(name):
            why = "overloaded, inline, a member or a template, or another one may take its place"
            raise NotFollowed(node.start, f"'{shown}' is passed to '{name}', which is {why}")
        if function is not None:
            inner = self.callee(frame, call)
            place = function.parameters[use.index]
            with self.within(inner, frame.unit, call):
                modes = self.accesses(inner, function.body.span, device=device)
                self.frees(inner, function.body.span)
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
        if self.is_free(frame, call):
            if device:
                raise NotFollowed(node.start, f"'{shown}' is freed in a kernel")
            return 0
        declared = called(call)
        if declared is None:
            raise NotFollowed(node.start, f"'{shown}' is passed to a function that is not known")
        if name == "realloc":
            raise NotFollowed(node.start, f"'{shown}' is moved by 'realloc'")
        row = self.program.library(call)
        mode = library(frame.unit, call, row, use.index) if row is not None else 0
        if not mode:
            why = self.program.why_unknown(frame.unit, declared)
            raise NotFollowed(node.start, f"'{shown}' is passed to '{name}', {why}")
        if call.type_kind == POINTER_TYPE and not is_tested(call):
            raise NotFollowed(call.start, f"what '{name}' returns, '{shown}', is used")
        return mode

    def is_free(self, frame: Frame, call: Node) -> bool:
        """Whether a call is one of the C library's ``free``, or a ``delete[]``."""
        if call.kind == Kind.DELETE:
            return True
        if call.name() != "free" or frame.unit.functions.get("free") or "free" in self.program.replaced:
            return False
        return called(call) is not None

    def frees(self, frame: Frame, span: Span) -> list[Node]:
        """The calls of ``free`` and the ``delete[]`` in a piece of text, noted."""
        found = []
        for node in frame.mentions(span):
            for use in uses(node):
                if isinstance(use, Passed) and self.is_free(frame, use.call):
                    if use.call.macro:
                        raise NotFollowed(use.call.start, "it is freed in a macro")
                    if (use.call.kind == Kind.DELETE) != (self.call.kind == Kind.NEW):
                        raise NotFollowed(use.call.start, "it is freed by what does not free it")
                    written = frame.unit.code[use.call.start : use.call.end]
                    if re.match(rb"(?:(?:(?:::)?\s*std\s*::\s*)?free\s*\(|delete)", written) is None:
                        raise NotFollowed(use.call.start, "the call of 'free' is not written so")
                    around = next((each for each in use.call.ancestors() if not is_plain(each)), None)
                    if around is None or around.kind not in UNUSED | {Kind.FUNCTION}:
                        raise NotFollowed(use.call.start, "it is freed in an expression that may be left out")
                    self.freed[frame.unit.path, use.call.start] = frame.unit, use.call
                    found.append(node)
        return found

    def changes_life(self, frame: Frame, span: Span) -> bool:
        """Whether the object is allocated or freed in a piece of text."""
        own = frame.function.key == self.home.key
        if own and span.start <= self.call.start < span.end:
            return True
        if self.frees(frame, span):
            return True
        return any(self.changes_life_below(frame, call) for call in self.calls(frame, span))

    def changes_life_below(self, frame: Frame, call: Node) -> bool:
        """Whether a function that gets the object frees it."""
        inner = self.callee(frame, call)
        with self.within(inner, frame.unit, call):
            return self.changes_life(inner, inner.function.body.span)
