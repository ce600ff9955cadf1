# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Telling what a file is that is not PTX, so that the error can say what to do instead."""

from __future__ import annotations

import re

from pointerchain.lazy import lazy_pattern
from pointerchain.ptx.records import WHOLE_FILE, PtxError

# Magic bytes -> what it is.
_MAGIC = (
    (
        b"\x7fELF",
        "an ELF file (a cubin or an object)",
        "'cuobjdump -ptx' shows the PTX in it, if it holds any",
    ),
    (b"\x50\xed\x55\xba", "a fatbinary", "'cuobjdump -ptx' shows the PTX in it, if it holds any"),
    (b"BC\xc0\xde", "LLVM bitcode", "compile it with 'llc -march=nvptx64'"),
    (b"!<arch>\n", "an archive", ""),
    (b"\x1f\x8b", "compressed with gzip", "decompress it first"),
    (b"BZh", "compressed with bzip2", "decompress it first"),
    (b"\xfd7zXZ\0", "compressed with xz", "decompress it first"),
    (b"\x5d\0\0", "compressed with lzma", "decompress it first"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "decompress it first"),
    (b"PK\x03\x04", "a zip archive", "unpack it first"),
    (b"\xff\xfe", "UTF-16 text", "PTX is ASCII"),
    (b"\xfe\xff", "UTF-16 text", "PTX is ASCII"),
)

_HEAD = 1 << 16

_SASS = lazy_pattern(
    rb"^[ \t]*/\*[0-9a-f]{4,}\*/[ \t]+(?:@!?U?P\w+[ \t]+)?[A-Z]|^[ \t]*code for sm_\d+|^[ \t]*\.headerflags\b"
    rb"|^[ \t]*Function : \S+[ \t\r]*$",
    re.MULTILINE,
)
_LLVM = lazy_pattern(
    rb"^; ModuleID = |^target (?:triple|datalayout) = |^source_filename = |^define [^\n]*@[\w.$\"]+\(",
    re.MULTILINE,
)
_MKOFFLOAD = lazy_pattern(rb"^static const char ptx_code_\d+\[\] =", re.MULTILINE)
_C = lazy_pattern(rb"^[ \t]*#[ \t]*(?:include|pragma|define|ifdef|ifndef|if)\b", re.MULTILINE)
_HOST = lazy_pattern(rb"^[ \t]*\.(?:text|globl|cfi_startproc|ident|p2align|intel_syntax)\b", re.MULTILINE)
_PTX = lazy_pattern(rb"^[ \t]*\.version[ \t]", re.MULTILINE)


def foreign(data: bytes) -> PtxError | None:
    """Why ``data`` cannot be PTX, if that shows at a glance."""
    if not data:
        return PtxError(WHOLE_FILE, "the file is empty")
    for magic, what, hint in _MAGIC:
        if data.startswith(magic):
            return _not_ptx(WHOLE_FILE, what, hint)
    nul = data.find(b"\0")
    if nul >= 0:
        if nul == len(data.rstrip(b"\0")) and _PTX.search(data, 0, nul):
            # Embedded strings keep the NUL that ended them.
            return PtxError(nul, "the PTX ends in NUL bytes; remove them")
        return PtxError(WHOLE_FILE, f"not PTX: the file is binary (byte {nul} is NUL)")
    if not data.strip():
        return PtxError(WHOLE_FILE, "the file holds nothing but white space")
    head = data[:_HEAD]
    if _PTX.search(head):
        return None
    for pattern, what, hint in (
        (_SASS, "SASS, the machine code's listing", "count the PTX that it was assembled from"),
        (_LLVM, "LLVM IR", "compile it with 'llc -march=nvptx64'"),
        (_MKOFFLOAD, "gcc's C source around it", "'-save-temps' leaves the PTX itself in '*.mkoffload.s'"),
        (_C, "C or C++ source", "'pointerchain ptx diff --source' compiles it first"),
        (_HOST, "assembly for a host", "ask the compiler for the device's code"),
    ):
        match = pattern.search(head)
        if match is not None:
            return _not_ptx(match.start(), what, hint)
    return None


def _not_ptx(at: int, what: str, hint: str) -> PtxError:
    return PtxError(at, f"not PTX but {what}" + (f"; {hint}" if hint else ""))
