# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Branches: what conditional inclusion leaves out of a region -> an error for a compiler that reads it.

A compiler may have other macros than Clang's library, and system headers other words for them. What it reads
in a region and the library did not stands there untranslated: ``s->a->n = 2`` beside ``pc_a_n``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pointerchain.source import Span
from pointerchain.translator.emit.rewrite import Edit
from pointerchain.translator.text.conditionals import branches
from pointerchain.translator.text.lex import Lexed
from pointerchain.translator.text.regions import Layout

_ERROR = (
    b"#error pointerchain: the compiler reads this part of the region, which Clang skipped when it was "
    b"translated: what decides that has to be the same for both"
)


def unread_branches(
    lexed: Lexed, layout: Layout, skipped_ranges: Callable[[bytes], Sequence[Span]]
) -> tuple[Edit, ...]:
    """Errors in the places of skipped branches within regions; ``skipped_ranges`` asks Clang."""
    inside: list[Span] = []
    for body in branches(lexed):
        if any(region.begin.start < body.start < region.end.end for region in layout.regions):
            # from the line after the condition on
            start = body.start
            if lexed.data[start - 1 : start] != b"\n":
                start = lexed.data.find(b"\n", start, body.end) + 1
            if start and lexed.data[start : body.end].strip():
                inside.append(Span(start, body.end))
    if not inside:
        return ()
    skipped = lexed.skipped if lexed.skipped is not None else skipped_ranges(lexed.data)
    edits: list[Edit] = []
    for span in sorted(inside):
        text = lexed.data[span.start : span.end]
        at = span.start + len(text) - len(text.lstrip())
        if not any(each.start <= at < each.end for each in skipped):
            continue
        if edits and span.start < edits[-1].end:
            continue  # within one that is replaced
        ending = b"\r\n" if b"\r\n" in text else b"\n"
        lines = text.count(b"\n")
        rest = text.rpartition(b"\n")[2]  # blanks before the next condition
        edits.append(Edit(span.start, span.end, _ERROR + ending * lines + rest))
    return tuple(edits)
