# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Streams: which functions of the library use one, and whether a stream may store in a program's own memory.

``open_memstream(&b->text, &b->n)``  ->  ``fprintf`` may store ``b->n`` (POSIX.1-2008; C11 7.21.5.6).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from pointerchain.translator.clang.libclang import TypeKind

_GIVES = re.compile(rb"\b(?:open_w?memstream|fmemopen|fopencookie|funopen|setv?buf|setbuffer|setlinebuf)\b")
_STREAM = re.compile(r"(?:struct )?(?:_IO_FILE|FILE|__sFILE|__FILE|_iobuf)\b")
_STANDARD = frozenset(
    "printf vprintf puts putchar putchar_unlocked perror scanf vscanf gets getchar getchar_unlocked "
    "fcloseall exit wprintf vwprintf putwchar wscanf vwscanf getwchar putw getw flushall _flushlbf".split()
)
"""Functions that use a stream which they are not given."""


def gives_streams_memory(texts: Iterable[bytes]) -> bool:
    """Whether a text names a function that gives a stream memory of the program's, or functions to call."""
    return any(_GIVES.search(text) for text in texts)


def is_of_streams(function: Any) -> bool:
    """Whether a function of the library reads from or writes to a stream."""
    if str(function.spelling) in _STANDARD:
        return True
    parameters = (each.type.get_canonical() for each in function.get_arguments())
    led = (of.get_pointee().get_canonical() for of in parameters if of.kind == TypeKind.POINTER)
    return any(_STREAM.match(str(each.spelling)) for each in led)
