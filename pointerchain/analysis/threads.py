# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Threads: the text of a function -> whether threads may meet in it, or a device may change memory there.

``static void wait(void) { #pragma omp barrier }``  ->  behind a call of it another thread's stores may be
seen, so that the caller's loop is as one with the directive in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.translator.text.expand import Definitions, expand, pragmas_in

_CONTINUED = lazy_pattern(rb"(?:\\|\?\?/)[ \t]*\r?\n")
_COMMENT = lazy_pattern(rb"/\*.*?\*/", re.DOTALL)
_LINE = lazy_pattern(rb"^[ \t]*(?:#|%:|\?\?=)[ \t]*(pragma|include\w*|import|embed)\b([^\n]*)", re.MULTILINE)
_OPERATOR = lazy_pattern(rb"\b(?:_Pragma|__pragma)\b")
_WORD = lazy_pattern(rb"[A-Za-z_]\w*")
_HARMLESS = frozenset(
    b"simd parallel for atomic read write update capture compare declare unroll tile nothing".split()
)
"""OpenMP's directives, and the words of an atomic one, behind which a thread sees no more than before."""
_ORDERING = frozenset((b"seq_cst", b"acq_rel", b"acquire", b"release"))
_UNKNOWN = b"?"
ATTRIBUTE = lazy_pattern(rb"\[\s*\[\s*(?:using\s+)?omp\b")
"""A directive that is written as an attribute (OpenMP 5.2, 5.1)."""


class Makers(NamedTuple):
    """The macros that pragmas may come from, what all macros are defined as, and which clauses run code.

    ``order`` says of a directive's words whether it orders memory by what stands elsewhere.
    """

    names: frozenset[str]
    definitions: Definitions
    run_code: Callable[[bytes], bool]
    order: Callable[[Collection[bytes]], bool]


NO_MAKERS = Makers(frozenset(), lambda _: (), lambda _: True, lambda _: True)


def _directives(text: bytes, makers: Makers) -> Iterator[bytes]:
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
    for word in _WORD.finditer(text) if makers.names else ():
        if word.group().decode() in makers.names:
            yield from _made(_use(text, word), word.group().decode(), makers)


def _use(text: bytes, name: re.Match[bytes]) -> bytes:
    """A macro's name in a text, with the arguments that follow."""
    end = name.end()
    if not text[end:].lstrip().startswith(b"("):
        return name.group()
    depth = 0
    for bracket in re.finditer(rb"[()]", text[end:]):
        depth += 1 if bracket.group() == b"(" else -1
        if not depth:
            return text[name.start() : end + bracket.end()]
    return text[name.start() :]


def _made(use: bytes, name: str, makers: Makers) -> Iterator[bytes]:
    """The directives of a macro's use, by any of its definitions."""
    rows = {b" ".join(row.split()): row for row in makers.definitions(name)}
    if not rows:
        yield _UNKNOWN
    for row in rows.values():
        texts = pragmas_in(use, _with(name, row, makers.definitions))
        if texts is None:
            yield _UNKNOWN
            continue
        yield from (each.strip() for each in texts if each.strip().startswith((b"omp", b"acc")))


def _with(name: str, row: bytes, definitions: Definitions) -> Definitions:
    """Definitions of which one macro's is chosen."""
    return lambda each: [row] if each == name else definitions(each)


def has_directives(text: bytes, makers: Makers) -> bool:
    """Whether a function's text has directives."""
    return any(True for _ in _directives(text, makers))


def meet(text: bytes, makers: Makers) -> bool:
    """Whether threads may meet in a function, by its text, or what a device holds may come back there.

    Or a clause may run code, which is in no tree.
    """
    for said in _directives(text, makers):
        expanded = expand(said, makers.definitions)
        if expanded is None or _meets(said) or makers.run_code(expanded):
            return True
        if makers.order(_WORD.findall(said)):
            return True
    return False


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
