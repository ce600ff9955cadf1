# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What is known of an object's two copies at a place of the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pointerchain.analysis.environment.copies import Copies
from pointerchain.lazy import NamedTuple


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

    While it is in a data environment, ``section`` of it is mapped.
    """

    alive: bool = False
    copies: Copies = Copies()
    section: bytes = b""
    owner: tuple[str, int] = ("", -1)
    """The function whose directive mapped the section."""


def joined(one: State | None, other: State | None, where: int) -> State | None:
    """What is known where two ways meet."""
    if one is None or other is None:
        return one if other is None else other
    if one.alive != other.alive:
        return one if one.alive else other
    copies = one.copies.joined(other.copies)
    if copies is None:
        raise NotFollowed(
            where, "it is on the device on one of the ways that lead here, and not on the other"
        )
    if one.section == other.section and one.owner == other.owner:
        return one._replace(copies=copies)
    return State(one.alive, copies, b"?")
