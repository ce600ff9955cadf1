# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Threads: the text of a function -> whether threads may meet in it, or a device may change memory there.

``static void wait(void) { #pragma omp barrier }``  ->  behind a call of it another thread's stores may be
seen, so that the caller's loop is as one with the directive in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CONTINUED = re.compile(rb"(?:\\|\?\?/)[ \t]*\r?\n")
_COMMENT = re.compile(rb"/\*.*?\*/", re.DOTALL)
_LINE = re.compile(rb"^[ \t]*(?:#|%:|\?\?=)[ \t]*(pragma|include\w*|import|embed)\b([^\n]*)", re.MULTILINE)
_OPERATOR = re.compile(rb"\b(?:_Pragma|__pragma)\b")
_WORD = re.compile(rb"[A-Za-z_]\w*")
_HARMLESS = frozenset(
    b"simd parallel for atomic read write update capture compare declare unroll tile nothing error".split()
)
"""OpenMP's directives, and the words of an atomic one, behind which a thread sees no more than before."""
_ORDERING = frozenset((b"seq_cst", b"acq_rel", b"acquire", b"release"))
_UNKNOWN = b"?"
ATTRIBUTE = re.compile(rb"\[\s*\[\s*(?:using\s+)?omp\b")
"""A directive that is written as an attribute (OpenMP 5.2, 5.1)."""


def _directives(text: bytes, makers: frozenset[str]) -> Iterator[bytes]:
    """What the acc and omp directives of a text say; '?' for what may be one."""
    text = _COMMENT.sub(b" ", _CONTINUED.sub(b"", text))
    for row in _LINE.finditer(text):
        said = row.group(2).strip()
        if row.group(1) != b"pragma":
            yield _UNKNOWN
        elif said.startswith((b"omp", b"acc")):
            yield said
    if _OPERATOR.search(text) or ATTRIBUTE.search(text):
        yield _UNKNOWN
    elif makers and any(word.decode() in makers for word in _WORD.findall(text)):
        yield _UNKNOWN


def has_directives(text: bytes, makers: frozenset[str]) -> bool:
    """Whether a function's text has directives; ``makers`` are the macros that pragmas may come from."""
    return any(True for _ in _directives(text, makers))


def meet(text: bytes, makers: frozenset[str]) -> bool:
    """Whether threads may meet in a function, by its text, or what a device holds may come back there."""
    return any(map(_meets, _directives(text, makers)))


def _meets(said: bytes) -> bool:
    head, _, rest = said.partition(b"(")
    words = _WORD.findall(head)
    if words[:1] != [b"omp"] or not _ORDERING.isdisjoint(_WORD.findall(rest)):
        return True
    directive: list[bytes] = []
    for word in words[1:]:
        if word not in _HARMLESS:
            break
        directive.append(word)
    if not directive or _ORDERING & set(words) or (b"for" in directive and b"parallel" not in directive):
        return True
    return len(directive) < len(words) - 1 and words[len(directive) + 1] not in _CLAUSES


_CLAUSES = frozenset(
    b"aligned copyin default firstprivate hint if lastprivate linear nontemporal num_threads private "
    b"proc_bind reduction relaxed safelen schedule shared simdlen collapse full partial sizes weak fail "
    b"nowait order variant target".split()
)
