# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Precompiled headers without the text they were made of: whether directives may have been precompiled.

gcc's ``a.h.gch`` is found without its ``a.h``, and Clang's ``-include-pch`` names no header. One that the
launcher made holds none; what another made is looked at.
"""

from __future__ import annotations

import mmap
import os

from pointerchain import files
from pointerchain.build.patterns import holds_directive
from pointerchain.files import WORD
from pointerchain.lazy import lazy_pattern

_CLANG = b"CPCH"
# gcc keeps the words that it read, Clang the names of the files.
_IDENTIFIER = lazy_pattern(rb"\0" + WORD + rb"\0")
_OWN = b"__" + WORD
_NAMES = lazy_pattern(rb"/[^\0-\x1f]{2,4095}")
_BEHIND = 4
"""What follows a name may look like a part of it, so many bytes at most."""


def may_hold_directives(path: str) -> bool:
    """Whether a precompiled header, or one of a directory of them, was made of text with directives."""
    if os.path.isdir(path):
        return any(may_hold_directives(os.path.join(path, name)) for name in os.listdir(path))
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            if data[: len(_CLANG)] != _CLANG:
                return _IDENTIFIER.search(data) is not None
            if data.find(_OWN) >= 0:
                return False
            return any(map(_holds_directive, _NAMES.findall(data)))
    except (OSError, ValueError):
        return False  # the compiler says what is wrong with it


def _holds_directive(names: bytes) -> bool:
    """Whether a file with a directive has one of the names that a string may end with."""
    starts = [at for at, byte in enumerate(names) if byte == 0x2F]
    for start in starts:
        for end in range(len(names), max(start, len(names) - _BEHIND - 1), -1):
            path = os.fsdecode(names[start:end])
            if os.path.isfile(path) and b"ragma" in (text := files.read(path)) and holds_directive(text):
                return True
    return False
