# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What libclang is given: arguments, and texts that it reads in the place of files.

These are the source's own, and those of headers that a caller gives.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
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


def unsaved(filename: str, data: bytes) -> list[tuple[str | bytes, bytes]]:
    """What libclang is given for a source of that name."""
    return [(filename, data), *((os.fsencode(path), text) for path, text in _HEADERS.items())]


def encoded(arguments: Sequence[str]) -> list[bytes]:
    """Arguments in the bytes that they came in: a path need be no text."""
    return [os.fsencode(each) for each in arguments]
