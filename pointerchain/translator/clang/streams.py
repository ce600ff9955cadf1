# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Streams: which functions of the library are given one."""

from __future__ import annotations

from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.libclang import TypeKind

_STREAM = lazy_pattern(r"(?:struct )?(?:_IO_FILE|FILE|__sFILE|__FILE|_iobuf)\b")


def takes_stream(function: Any) -> bool:
    """Whether a parameter of a function is a stream of C's library."""
    parameters = (each.type.get_canonical() for each in function.get_arguments())
    led = (of.get_pointee().get_canonical() for of in parameters if of.kind == TypeKind.POINTER)
    return any(_STREAM.match(str(each.spelling)) for each in led)
