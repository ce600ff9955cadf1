# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The accesses at a place of the program -> where it has to say so, and by which variables it can.

A variable is named where it points to the object's begin for certain when the statement begins.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pointerchain.place.apply.frame import Frame
from pointerchain.place.apply.frames import Frames
from pointerchain.place.apply.named import innermost, text_before
from pointerchain.place.apply.reading import Unit
from pointerchain.place.apply.sections import is_initialised
from pointerchain.place.apply.states import NotFollowed
from pointerchain.place.apply.uses import Passed, uses
from pointerchain.translator.clang.tree import Node


@dataclass(frozen=True, slots=True)
class AccessPlace:
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

    def merged(self, other: AccessPlace | None) -> AccessPlace:
        """It, and what another one at the same place says."""
        modes = dict(self.modes)
        for name, mode in other.modes if other is not None else ():
            modes[name] = modes.get(name, 0) | mode
        return AccessPlace(self.unit, self.node, tuple(sorted(modes.items())), self.device, self.head)


@dataclass(slots=True)
class AccessPlaces:
    """The access places of one object. ``variable`` is what it is given to where it is allocated."""

    frames: Frames
    variable: int
    rows: dict[tuple[str, int, int, bool], AccessPlace] = field(default_factory=dict)
    lost: NotFollowed | None = None
    """Why the program cannot say everywhere what it accesses; it does not have to where memory is one."""

    def note(
        self,
        frame: Frame,
        node: Node,
        piece: Node,
        modes: dict[int, int],
        *,
        device: bool,
        head: bool = False,
        paths: Mapping[int, Sequence[str]] | None = None,
    ) -> None:
        """Note that the object is accessed in ``piece``, by which variables that are known before ``node``.

        For a kernel, ``paths`` are what its clauses map, by the place that they name.
        """
        modes, span = dict(modes), piece.span
        inside = [row for row in frame.copies if span.start <= row[2].start < span.end]
        for _ in inside:
            for source, target, _node in inside:
                if modes.get(target, 0) & ~modes.get(source, 0):
                    modes[source] = modes.get(source, 0) | modes[target]
        given = {target for _, target, _node in inside}
        named: dict[int, int] = {}
        merged: dict[str, int] = {}
        for key, mode in modes.items():
            if mode and key < 0:
                if paths is None:
                    self._note_place(frame, node, piece, key, mode, merged, head=head)
                elif not paths.get(key):
                    self.lose(frame, node, f"its clauses do not map '{frame.names[key]}'")
                for text in (paths or {}).get(key, ()):
                    merged[text] = merged.get(text, 0) | mode
                continue
            if not mode or span.start <= key < span.end or node.start <= key < node.end:
                continue
            if key in given and not is_initialised(frame, key):
                self.lose(
                    frame, node, f"'{frame.names[key]}' may have no value yet where this statement begins"
                )
            for each in self._begins(frame, key, node):
                named[each] = named.get(each, 0) | mode
        if not named and any(modes.values()) and not any(mode for key, mode in modes.items() if key < 0):
            self.lose(frame, node, "it is declared and accessed in one statement")
        for key, mode in named.items():
            merged[frame.names[key]] = merged.get(frame.names[key], 0) | mode
        self._add(AccessPlace(frame.unit, node, tuple(sorted(merged.items())), device, head))

    def _add(self, touch: AccessPlace) -> None:
        if touch.modes:
            self.rows[touch.place] = touch.merged(self.rows.get(touch.place))

    def _note_place(
        self,
        frame: Frame,
        node: Node,
        piece: Node,
        key: int,
        mode: int,
        merged: dict[str, int],
        *,
        head: bool,
    ) -> None:
        """Note an access by way of a place: before the statement, or before one in it."""
        if key not in frame.begins:
            self.lose(frame, node, f"'{frame.names[key]}' may point beside it")
        world = self.frames.shared.world
        for mention in frame.mentions(piece.span):
            if frame.key_of(mention) != key or not self._leads_on(frame, mention):
                continue
            text = text_before(world, frame, mention, piece, node)
            if text is not None:
                merged[text] = merged.get(text, 0) | mode
                continue
            inner = innermost(mention, piece)
            text = text_before(world, frame, mention, inner, inner) if inner is not None else None
            if text is None or inner is None:
                why = (
                    f"it is not known which object '{frame.names[key]}' leads to where this statement begins"
                )
                self.lose(frame, mention, why)
            else:
                self._add(AccessPlace(frame.unit, inner, ((text, mode),), False))

    def _leads_on(self, frame: Frame, mention: Node) -> bool:
        """Whether a mention is more than compared, assigned to or freed."""
        return any(
            not (isinstance(use, Passed) and self.frames.is_free(frame, use.call)) for use in uses(mention)
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
            if at in frame.function.parameters or at == self.variable:
                origins.add(at)
            waiting += sources - found
            found |= sources
        blocks = frame.unit.lexed.blocks
        here = blocks.block(node.start)
        for each in origins:
            scope = frame.function.parameters if each in frame.function.parameters else ()
            seen = bool(scope) or (each < node.start and blocks.contains(blocks.block(each), here))
            sure = each >= 0 and each in frame.begins and frame.held[each] and each not in frame.nulled
            alone = sum(1 for row in frame.declared if row == frame.names[each]) == 1
            if not (seen and sure and alone):
                self.lose(frame, node, f"'{frame.names[key]}' may point beside it")
        if not origins:
            self.lose(frame, node, f"'{frame.names[key]}' may point beside it")
        return sorted(origins)

    def lose(self, frame: Frame, node: Node, why: str) -> None:
        """Note that the program cannot say at a node what it accesses, as an object that stays needs."""
        if self.lost is None:
            self.lost = NotFollowed(node.start, why, frame.unit.path)


def keys(rows: Iterable[AccessPlace]) -> list[AccessPlace]:
    """Access places in the order of their places."""
    return sorted(rows, key=lambda each: (each.node.start, -each.node.end))
