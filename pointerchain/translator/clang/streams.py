# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Streams: which functions of the library are given one, of C's or C++'s: ``fprintf``, ``std::endl``."""

from __future__ import annotations

from typing import Any

from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.alias_classes import is_scalar
from pointerchain.translator.clang.libclang import Kind, TypeKind

_STREAM = lazy_pattern(r"(?:struct )?(?:_IO_FILE|FILE|__sFILE|__FILE|_iobuf)\b")
_STREAMS = ("std::basic_ostream<char>", "std::basic_istream<char>", "std::basic_ios<char>", "std::ios_base")
_CHARACTERS = frozenset((TypeKind.CHAR_S, TypeKind.CHAR_U))
STREAM_MAKERS = lazy_pattern(rb"streambuf|setbuf|\bexceptions\b|\bregister_callback\b")
"""What lets a stream run code of the program's, store in its memory or throw."""


def takes_stream(function: Any) -> bool:
    """Whether a parameter of a function is a stream of C's library."""
    parameters = (each.type.get_canonical() for each in function.get_arguments())
    led = (of.get_pointee().get_canonical() for of in parameters if of.kind == TypeKind.POINTER)
    return any(_STREAM.match(str(each.spelling)) for each in led)


def prints(function: Any) -> bool:
    """Whether a function of C++'s library is given a stream, numbers and characters, and nothing else.

    A manipulator may be among them: ``std::endl``.
    """
    of = function.type
    given = [of.get_result(), *of.argument_types()]
    if function._kind_id == Kind.METHOD:
        given.append(function.semantic_parent.type)
    return any(map(_is_stream, given)) and all(map(_is_printed, given))


def _is_stream(raw: Any) -> bool:
    canonical = raw.get_canonical()
    of = canonical.get_pointee() if canonical.kind == TypeKind.LVALUEREFERENCE else canonical
    return str(of.get_canonical().spelling).removeprefix("const ").startswith(_STREAMS)


def _is_printed(raw: Any) -> bool:
    canonical = raw.get_canonical()
    of = canonical.get_pointee().get_canonical()
    if canonical.kind == TypeKind.POINTER and of.kind == TypeKind.FUNCTIONPROTO:
        return all(map(_is_stream, (of.get_result(), *of.argument_types())))
    text = canonical.kind == TypeKind.POINTER and of.is_const_qualified() and of.kind in _CHARACTERS
    numbers = canonical.kind != TypeKind.POINTER and is_scalar(canonical)
    return text or numbers or _is_stream(raw)
