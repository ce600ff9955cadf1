# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Session: source bytes and Clang's arguments -> :class:`~pointerchain.translator.clang.parsed.Parsed`."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import clang.cindex as cx

from pointerchain.source import Span
from pointerchain.translator.clang.libclang import (
    DETAILED_RECORD,
    EXCLUDE_PREAMBLE,
    LIMIT_SKIP_TO_PREAMBLE,
    PREAMBLE,
    PREAMBLE_FIRST,
    SKIP_BODIES,
    STORE_PREAMBLES_IN_MEMORY,
    IndexOptions,
    function,
)
from pointerchain.translator.clang.parsed import Parsed, ParseFailure
from pointerchain.translator.clang.unsaved import encoded, unsaved


class Session:
    """Everything that is asked of Clang about one source."""

    def __init__(self, filename: str, args: Sequence[str]) -> None:
        # Visits leave out what the headers declare and define: ten thousand macros, in a C++ source.
        bits = EXCLUDE_PREAMBLE | STORE_PREAMBLES_IN_MEMORY
        options = IndexOptions(ctypes.sizeof(IndexOptions), bits=bits)
        create = function("clang_createIndexWithOptions", ctypes.c_void_p, ctypes.POINTER(IndexOptions))
        index = create(ctypes.byref(options))
        pointer = ctypes.cast(index, cx.c_object_p) if index else None
        self.index = cx.Index(pointer) if pointer else cx.Index.create()
        self.filename, self.args = filename, list(args)

    def parse(self, data: bytes) -> Parsed:
        """Parse ``data`` under the source's name, bodies in headers left out.

        Raises :class:`ParseFailure` where libclang gives no tree at all.
        """
        flags = DETAILED_RECORD | PREAMBLE | PREAMBLE_FIRST | SKIP_BODIES | LIMIT_SKIP_TO_PREAMBLE
        return Parsed(self.filename, self.args, self._open(data, flags), data)

    def parse_all(self, data: bytes) -> Parsed:
        """Parse ``data`` with all bodies, those of the headers included, and without a precompiled preamble.

        Raises :class:`ParseFailure` where libclang gives no tree at all.
        """
        return Parsed(self.filename, self.args, self._open(data, DETAILED_RECORD), data)

    def skipped_ranges(self, data: bytes) -> tuple[Span, ...]:
        """What the preprocessor skips in ``data``; no function body is parsed for it."""
        parsed = Parsed(self.filename, self.args, self._open(data, DETAILED_RECORD | SKIP_BODIES), data)
        spans = parsed.skipped_ranges()
        parsed.close()
        return spans

    def _open(self, data: bytes, flags: int) -> Any:
        try:
            texts = unsaved(self.filename, data)
            return cx.TranslationUnit.from_source(self.filename, encoded(self.args), texts, flags, self.index)
        except cx.TranslationUnitLoadError as error:
            raise ParseFailure(str(error)) from error
