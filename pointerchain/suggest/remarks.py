# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Remarks: what became of chains -> diagnostics, at the loops of hoisted ones and at uses of the others."""

from __future__ import annotations

from collections.abc import Iterable

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.lazy import lazy_pattern
from pointerchain.source import Span
from pointerchain.suggest.choose import Found

_WORD = lazy_pattern(rb"\w*")


def remarks_on(found: Iterable[Found], source: bytes, filename: str) -> tuple[Diagnostic, ...]:
    """One remark a chain."""
    return tuple(_remark(row, source, filename) for row in found)


def _remark(row: Found, source: bytes, filename: str) -> Diagnostic:
    if row.chosen is None:
        notes = (Note("this is what keeps it", Place(filename, row.where)),) if row.where is not None else ()
        given = {"chain": row.text, "why": row.why, "word": row.code}
        return diagnostic("pointerchain", filename, row.uses[0], notes, None, "left", **given)
    word = _WORD.match(source, row.loop.span.start)
    head = Span(*word.span()) if word is not None else row.loop.span
    if row.loop.is_block:
        head = Span(head.start, head.start + 1)
    given = {"chain": row.text, "counts": counts(row), "again": again(row), "what": kind_of(row)}
    if row.chosen.guard is None:
        return diagnostic("pointerchain", filename, head, (), None, "hoisted", **given)
    return diagnostic("pointerchain", filename, head, (), None, "guarded", **given)


def kind_of(row: Found) -> str:
    """What a chain goes before, or stays in, in a word."""
    return "block" if row.loop.is_block else "loop"


def again(row: Found) -> str:
    """How often its local is loaded again, or that it is written back, behind a comma; '' for neither."""
    if row.chosen is not None and row.chosen.written:
        return ", and is written back where the loop ends"
    reloads = row.chosen.reloads if row.chosen is not None else ()
    return f", and again behind {counted(len(reloads), 'statement')}" if reloads else ""


def counts(row: Found) -> str:
    """``2 links, 1 use, loop depth 3``."""
    return f"{counted(row.links, 'link')}, {counted(len(row.uses), 'use')}, loop depth {row.nest}"


def counted(number: int, what: str) -> str:
    """A number with its noun."""
    return f"{number} {what}{'s' if number != 1 else ''}"
