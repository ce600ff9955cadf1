# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Formats: a ``printf`` format in Clang's tree -> whether one of its conversions stores (C11 7.21.6.1)."""

from __future__ import annotations

import re

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.conversions import ignoring_parens_and_implicit_casts
from pointerchain.translator.clang.libclang import Kind
from pointerchain.translator.clang.tree import Node

_STRINGS = lazy_pattern(rb'(?:"(?:[^"\\\n]|\\.)*"\s*)+')
_NUMBERED = lazy_pattern(rb"\\[0-7xuUN]")
"""How escape sequences begin that may spell any character."""
_CONVERSION = lazy_pattern(rb"%[-+ #0']*(?:\d+|\*)?(?:\.(?:\d+|\*)?)?(?:hh?|ll?|[jztL])?[diouxXaAeEfFgGcsp%]")
"""Every conversion that stores nothing: ``%n`` is none, and what is not known is none."""


def stores_nothing(format: Node) -> bool:
    """Whether a format is a string that stands in the source, all of whose conversions only read."""
    format = ignoring_parens_and_implicit_casts(format)
    if format.kind != Kind.STRING or format.macro or format.foreign:
        return False
    text = format.parsed.data[format.start : format.end]
    if _STRINGS.fullmatch(text) is None or _NUMBERED.search(text):
        return False
    return b"%" not in _CONVERSION.sub(b"", re.sub(rb'"\s*"', b"", text))
