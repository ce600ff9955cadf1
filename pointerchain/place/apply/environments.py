# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""A section in a data clause, and what is known of the object before it -> what is known behind it.

A data environment copies where the object enters it first and leaves it last (OpenMP 5.2, 5.8.3).
"""

from __future__ import annotations

from collections.abc import Mapping

from pointerchain.place.apply.frames import Frame, Frames
from pointerchain.place.apply.known import READ, WRITE
from pointerchain.place.apply.maps import Item, Unclear, items
from pointerchain.place.apply.states import NotFollowed, State
from pointerchain.translator.text.directives import Construct


def mapped(frame: Frame, construct: Construct) -> tuple[Item, ...]:
    """The sections of the object in a directive's clauses."""
    try:
        return items(construct, frame.words)
    except Unclear as why:
        raise NotFollowed(construct.pragma.span.start, str(why)) from None


def key_named(frame: Frame, name: bytes) -> int:
    """The variable of a name."""
    return next(key for key, each in frame.names.items() if each.encode() == name)


def enter(frames: Frames, frame: Frame, construct: Construct, item: Item, state: State) -> State:
    """Where a directive begins that has the object in its environment."""
    where = construct.pragma.span.start
    key = key_named(frame, item.name)
    compute = construct.directive is not None and construct.directive.compute
    if not frame.held[key]:
        raise NotFollowed(where, f"'{item.name.decode()}' may be another object where it is mapped here")
    if item.needs and not state.level:
        raise NotFollowed(where, f"'{item.name.decode()}' has to be on the device already, and is not")
    if state.level:
        same = _is_same(frame, item, state)
        if (
            not (same and frames.is_stable(frame, item.section))
            and not item.needs
            and not (compute and item.to and item.returns)
        ):
            raise NotFollowed(where, "another section of it is on the device already")
        return state._replace(level=state.level + 1)
    section = item.section if key in frame.begins else b"?"
    return state._replace(device=state.host, level=1, section=section, owner=frame.function.key)


def _is_same(frame: Frame, item: Item, state: State) -> bool:
    """Whether a section is the one that is mapped: the same text behind a pointer to the begin."""
    begins = key_named(frame, item.name) in frame.begins
    return begins and item.section == state.section and frame.function.key == state.owner


def leave(item: Item, state: State) -> State:
    """Where its environment ends."""
    if state.level > 1:
        return state._replace(level=state.level - 1)
    if item.returns:
        state = state._replace(host=state.device)
    return state._replace(level=0, section=b"", owner=("", -1))


def update(frames: Frames, frame: Frame, item: Item, state: State) -> State:
    """Behind a ``target update``, which copies what the environment has of a section."""
    if not state.level:
        return state
    if _is_same(frame, item, state) and frames.is_stable(frame, item.section):
        return state._replace(device=state.host) if item.to else state._replace(host=state.device)
    both = state.host and state.device
    return state._replace(device=both) if item.to else state._replace(host=both)


def unsure(where: int, modes: Mapping[int, int], named: Mapping[int, Item], state: State) -> State:
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
