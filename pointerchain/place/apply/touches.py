# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The accesses at a place of the program -> where it has to say so, and by which variables it can.

A variable is named where it points to the object's begin for certain when the statement begins.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pointerchain.place.apply.frames import Frame, Frames
from pointerchain.place.apply.reading import Unit
from pointerchain.place.apply.states import NotFollowed
from pointerchain.source import Span
from pointerchain.translator.clang.tree import Node


@dataclass(frozen=True, slots=True)
class Touch:
    """A place before which the program has to say that a side accesses the object.

    ``modes`` has the variables by which it does. ``head`` is set for an expression in a loop's head.
    """

    unit: Unit
    node: Node
    modes: tuple[tuple[str, int], ...]
    device: bool
    head: bool = False

    @property
    def place(self) -> tuple[str, int, int, bool]:
        """What tells it from others: its source, its text and the side."""
        return self.unit.path, self.node.start, self.node.end, self.device

    def merged(self, other: Touch | None) -> Touch:
        """It, and what another one at the same place says."""
        modes = dict(self.modes)
        for name, mode in other.modes if other is not None else ():
            modes[name] = modes.get(name, 0) | mode
        return Touch(self.unit, self.node, tuple(sorted(modes.items())), self.device, self.head)


@dataclass(slots=True)
class Touches:
    """The touches of one object. ``variable`` is what it is given to where it is allocated."""

    frames: Frames
    variable: int
    rows: dict[tuple[str, int, int, bool], Touch] = field(default_factory=dict)
    lost: NotFollowed | None = None
    """Why the program cannot say everywhere what it accesses; it does not have to where memory is one."""

    def note(
        self,
        frame: Frame,
        node: Node,
        span: Span,
        modes: dict[int, int],
        *,
        device: bool,
        head: bool = False,
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
            if key in given and not self.frames.is_initialised(frame, key):
                self._lose(
                    frame, node, f"'{frame.names[key]}' may have no value yet where this statement begins"
                )
            for each in self._begins(frame, key, node):
                named[each] = named.get(each, 0) | mode
        if not named and any(modes.values()):
            self._lose(frame, node, "it is declared and accessed in one statement")
        merged: dict[str, int] = {}
        for key, mode in named.items():
            merged[frame.names[key]] = merged.get(frame.names[key], 0) | mode
        touch = Touch(frame.unit, node, tuple(sorted(merged.items())), device, head)
        self.rows[touch.place] = touch.merged(self.rows.get(touch.place))

    def _begins(self, frame: Frame, key: int, node: Node) -> list[int]:
        """The variables that point to the begin of what another one points to, where a node begins."""
        if key in frame.begins:
            return [key]
        found, origins = {key}, set()
        waiting = [key]
        while waiting:
            at = waiting.pop()
            sources = {source for source, target, _ in frame.copies if target == at and source != at}
            if at in frame.function.parameters or at == self.variable:
                origins.add(at)
            waiting += sources - found
            found |= sources
        blocks = frame.unit.lexed.blocks
        here = blocks.block(node.start)
        for each in origins:
            scope = frame.function.parameters if each in frame.function.parameters else ()
            seen = bool(scope) or (each < node.start and blocks.contains(blocks.block(each), here))
            sure = each in frame.begins and frame.held[each] and each not in frame.nulled
            alone = sum(1 for row in frame.declared if row == frame.names[each]) == 1
            if not (seen and sure and alone):
                self._lose(frame, node, f"'{frame.names[key]}' may point beside it")
        if not origins:
            self._lose(frame, node, f"'{frame.names[key]}' may point beside it")
        return sorted(origins)

    def _lose(self, frame: Frame, node: Node, why: str) -> None:
        """Note that the program cannot say at a node what it accesses, as an object that stays needs."""
        if self.lost is None:
            self.lost = NotFollowed(node.start, why, frame.unit.path)


def keys(rows: Iterable[Touch]) -> list[Touch]:
    """Touches in the order of their places."""
    return sorted(rows, key=lambda each: (each.node.start, -each.node.end))
