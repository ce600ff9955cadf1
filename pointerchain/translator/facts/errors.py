# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Errors: what Clang refuses in a probe -> the chains that mean nothing, or what is wrong with the source."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from pointerchain.diagnostics import Diagnostic, Note, Place, diagnostic
from pointerchain.source import Span
from pointerchain.translator.clang.parsed import ClangMessage
from pointerchain.translator.clang.session import Session
from pointerchain.translator.facts.operands import Operands
from pointerchain.translator.text.lex import Lexed, follows_head
from pointerchain.translator.text.mapped import MappedText
from pointerchain.translator.text.regions import Layout

ERROR, FATAL = 3, 4


def sort_errors(
    messages: Sequence[ClangMessage], lexed: Lexed, probe: MappedText, layout: Layout, session: Session
) -> tuple[dict[int, str], list[Diagnostic]]:
    """Clang's errors in the probe: those of questions by number, and those that refuse the source."""
    failed: dict[int, str] = {}
    rest: list[ClangMessage] = []
    file = session.filename
    for message in messages:
        if message.severity < ERROR:
            continue
        part = probe.part_at(message.where.offset) if message.where.main else None
        if part is not None and part[0] in ("chain", "type"):
            text = message.where.message
            failed.setdefault(part[1], f"type: {text}" if part[0] == "type" else text)
        else:
            rest.append(message)
    if not rest:
        return failed, []
    theirs = session.parse(lexed.data).messages(ERROR)
    if theirs:
        # what comes after a header that is not there is its consequence
        last = next((at for at, message in enumerate(theirs) if message.severity == FATAL), len(theirs))
        shown = [m for at, m in enumerate(theirs) if at <= last or m.severity == FATAL]
        return failed, [_source_error(message, file) for message in shown]
    first = rest[0].where
    at = probe.back(first.offset) if first.main else 0
    region = next((r for r in reversed(layout.regions) if r.begin.start <= at), None)
    place = region.keyword if region is not None else Span(at, at)
    if region is not None and follows_head(lexed.code, region.begin.start):
        return failed, [diagnostic("missing-braces", file, place)]
    note = Note(first.message, Place(file, Span(at, at)))
    return failed, [diagnostic("split-statement", file, place, (note,))]


def without_operands(
    messages: Sequence[ClangMessage], probe: MappedText, operands: Operands
) -> tuple[tuple[ClangMessage, ...], frozenset[int]]:
    """Clang's messages but those of directives' operands; those operands of which they are."""
    starts = sorted((probe.spans["aside", at].start, at) for at in operands.placed)
    kept: list[ClangMessage] = []
    failed: set[int] = set()
    for message in messages:
        offset = message.where.offset
        index = bisect_right(starts, (offset, 1 << 60)) - 1 if message.where.main else -1
        at = starts[index][1] if index >= 0 else -1
        if at < 0 or offset >= probe.spans["aside end", at].end:
            kept.append(message)
        elif message.severity >= ERROR:
            part = probe.part_at(offset)
            own = part is not None and part[0] == "operand"
            failed |= {part[1]} if part is not None and own else {row.number for row in operands.of(at)}
    return tuple(kept), frozenset(failed)


def _source_error(message: ClangMessage, file: str) -> Diagnostic:
    where = message.where
    place = where.file if where.file and not where.main else file
    notes = tuple(
        Note(note.message, Place(note.file if not note.main else file, Span(note.offset, note.offset)))
        for note in message.notes
        if note.file
    )
    return diagnostic("source-error", place, Span(where.offset, where.offset), notes, what=where.message)
