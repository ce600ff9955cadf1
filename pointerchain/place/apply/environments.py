# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A section in a data clause, and what is known of the object before it -> what is known behind it.

What directives do to an object's copies, ``analysis.environment.copies`` says. Here is which object it is,
and what has to hold for one copy to do what two do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from pointerchain.place.apply.frame import Frame
from pointerchain.place.apply.frames import Frames
from pointerchain.place.apply.known import READ, WRITE
from pointerchain.place.apply.maps import Item, Unclear, items, words_in
from pointerchain.place.apply.places import path_of
from pointerchain.place.apply.sections import is_stable
from pointerchain.place.apply.states import NotFollowed, State
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node
from pointerchain.translator.text.directives import Construct


def mapped(frames: Frames, frame: Frame, construct: Construct) -> tuple[Item, ...]:
    """The sections of the object in a directive's clauses."""
    where = construct.pragma.span.start
    try:
        found = items(construct, frame.roots, frame.members)
    except Unclear as why:
        raise NotFollowed(where, str(why)) from None
    rows = []
    for item in found:
        key = _key_named(frames, frame, item, where)
        if key is not None:
            rows.append(replace(item, key=key))
    copied = {row.effect for row in rows if row.effect.creates and is_held(frames, frame, row.key)}
    if len({(effect.to_device, effect.from_device) for effect in copied}) > 1:
        # The specification (OpenMP 5.2, 5.8.3) orders some of them; compilers take the first.
        raise NotFollowed(where, "two clauses map it here, of which one copies it and the other does not")
    return tuple(rows)


def _key_named(frames: Frames, frame: Frame, item: Item, where: int) -> int | None:
    """The variable or place that a section is behind; None where it is a member of another record."""
    name = item.name.decode()
    if not item.before:
        of_variables = (key for key in frame.names if key >= 0 or not frames.shared.place(key).record)
        return next(key for key in of_variables if frame.names[key] == name)
    keys = [key for key in frame.names if key < 0 and frame.names[key] == name]
    found = {frames.shared.key(node) for node in _written_so(frame, item)}
    if not found:
        found = frames.shared.named_so(frame.unit, name)
    if len(found) != 1 or not found <= {None, *keys}:
        shown = (item.before + item.name).decode()
        raise NotFollowed(where, f"it is not known which member '{shown}' is")
    return found.pop()


def _written_so(frame: Frame, item: Item) -> list[Node]:
    """The mentions of members in a function that are written as a section's pointer is."""
    text = item.before + item.name
    root = re.match(rb"\w+", text)
    if root is None or frame.declared.count(root[0].decode()) > 1:
        return []
    return [
        node
        for node in frame.function.node.inside
        if node.kind == Kind.MEMBER and path_of(frame.unit, node) == text
    ]


def is_held(frames: Frames, frame: Frame, key: int) -> bool:
    """Whether a variable or place leads to this object for certain, or is null."""
    return frame.held.get(key, not frames.several)


def by_key(rows: tuple[Item, ...]) -> dict[int, Item]:
    """Sections by what they are behind; of several, what holds for all."""
    found: dict[int, Item] = {}
    for item in rows:
        other = found.get(item.key, item)
        returns = item.effect.from_device and other.effect.from_device
        effect = item.effect._replace(from_device=returns)
        found[item.key] = replace(item, effect=effect, needs=item.needs or other.needs)
    return found


def enter(frames: Frames, frame: Frame, construct: Construct, item: Item, state: State) -> State:
    """Where a directive begins that has the object in its environment."""
    where = construct.pragma.span.start
    compute = construct.directive is not None and construct.directive.compute
    if not is_held(frames, frame, item.key):
        raise NotFollowed(where, f"'{item.name.decode()}' may be another object where it is mapped here")
    if item.needs and not state.copies.references:
        raise NotFollowed(where, f"'{item.name.decode()}' has to be on the device already, and is not")
    copies = state.copies.entered()
    if state.copies.references:
        same = is_all(frames, frame, item, state)
        both_ways = compute and item.effect.to_device and item.effect.from_device
        if not (same or item.needs or both_ways):
            raise NotFollowed(where, "another section of it is on the device already")
        return state._replace(copies=copies)
    section = item.section if item.key in frame.begins else b"?"
    return state._replace(copies=copies, section=section, owner=frame.function.key)


def is_all(frames: Frames, frame: Frame, item: Item, state: State) -> bool:
    """Whether a section is the one that is mapped: the same text behind a pointer to the begin."""
    written = item.section == state.section and frame.function.key == state.owner
    return written and item.key in frame.begins and is_stable(frames, frame, item.section)


def begun(frame: Frame, state: State) -> State:
    """Where a function is called: by a variable's name a former call may have mapped another section."""
    if state.owner == frame.function.key and words_in(state.section):
        return state._replace(section=b"?", owner=("", -1))
    return state


def leave(item: Item, state: State, whole: bool) -> State:
    """Where its environment ends; ``whole``: whether all that is mapped is listed."""
    copies = state.copies.left(item.effect, whole)
    if copies.references:
        return state._replace(copies=copies)
    return state._replace(copies=copies, section=b"", owner=("", -1))


def update(frames: Frames, frame: Frame, item: Item, state: State) -> State:
    """Behind a ``target update``, which copies what the environment has of a section."""
    return state._replace(copies=state.copies.updated(item.effect, is_all(frames, frame, item, state)))


def unsure(where: int, modes: Mapping[int, int], named: Mapping[int, Item], state: State) -> State:
    """Behind a kernel that may use the object, or another one, by its own clauses alone."""
    if state.copies.references:
        raise NotFollowed(where, "its kernel may use another object here")
    if any(item.needs for item in named.values()):
        raise NotFollowed(where, "its kernel wants it on the device already")
    for key, mode in modes.items():
        item = named.get(key)
        if item is None:
            raise NotFollowed(where, "its kernel uses it where it is not mapped")
        if mode & READ and not state.copies.host:
            raise NotFollowed(where, "its kernel reads what the host may not have")
        if mode & WRITE and not item.effect.from_device:
            state = state._replace(copies=state.copies.stored(on_device=True))
    return state
