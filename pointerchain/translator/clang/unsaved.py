# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Texts that Clang reads in the place of files: the source's own, and headers that a caller gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

_HEADERS: dict[str, bytes] = {}


@contextmanager
def reading(headers: Mapping[str, bytes]) -> Iterator[None]:
    """Have all that is parsed meanwhile read these headers' texts, by their paths."""
    before = dict(_HEADERS)
    _HEADERS.update(headers)
    try:
        yield
    finally:
        _HEADERS.clear()
        _HEADERS.update(before)


def unsaved(filename: str, data: bytes) -> list[tuple[str, bytes]]:
    """What libclang is given for a source of that name."""
    return [(filename, data), *_HEADERS.items()]
