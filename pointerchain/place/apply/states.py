# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is known of an object's two copies at a place of the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple


class NotFollowed(Exception):
    """Why an object is left alone, and where: an offset in the source ``path``, once that is known."""

    def __init__(self, where: int, why: str, path: str = "") -> None:
        super().__init__(why)
        self.where, self.why, self.path = where, why, path


@contextmanager
def inside(path: str) -> Iterator[None]:
    """What is not followed here stands in a source, unless something further in has said where."""
    try:
        yield
    except NotFollowed as why:
        why.path = why.path or path
        raise


class State(NamedTuple):
    """What is known of the object at a place.

    ``host``, ``device``: that side's copy is what one copy alone would hold. ``level``: how many data
    environments it is in, of which ``section`` is mapped.
    """

    alive: bool = False
    host: bool = True
    device: bool = True
    level: int = 0
    section: bytes = b""
    owner: tuple[str, int] = ("", -1)
    """The function whose directive mapped the section."""


def joined(one: State | None, other: State | None, where: int) -> State | None:
    """What is known where two ways meet."""
    if one is None or other is None:
        return one if other is None else other
    if one.alive != other.alive:
        return one if one.alive else other
    if one.level != other.level:
        raise NotFollowed(
            where, "it is on the device on one of the ways that lead here, and not on the other"
        )
    same = one.section == other.section and one.owner == other.owner
    return State(
        one.alive,
        one.host and other.host,
        one.device and other.device,
        one.level,
        one.section if same else b"?",
        one.owner if same else ("", -1),
    )
