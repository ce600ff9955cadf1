# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Waits: whether what an asynchronous construct does is done before the locals of its region end.

``#pragma acc parallel async(1)`` that changes a hoisted ``s->n``, then ``#pragma acc wait(2)``  ->
not waited for: the other queue may still run when ``s->n`` is written back.
"""

from __future__ import annotations

import re

from pointerchain.source import Span
from pointerchain.translator.analysis import Analysis
from pointerchain.translator.directives import Clause, Construct
from pointerchain.translator.lex import before_space, closing, word_before
from pointerchain.translator.regions import Region

_ELSEWHERE = re.compile(rb"(?<![\w$])(?:return|break|continue|goto|case|default)(?![\w$])")
_WAITS = {"acc": (b"wait",), "omp": (b"taskwait", b"barrier")}


def argument_of(construct: Construct, clause: Clause) -> bytes:
    """The text between a clause's parentheses."""
    if clause.argument is None:
        return b""
    base = construct.pragma.body.start
    return construct.pragma.text[clause.argument.start - base : clause.argument.end - base].strip()


def asynchronous(construct: Construct) -> Clause | None:
    """The clause that lets the program go on before a construct is done."""
    word = b"async" if construct.dialect == "acc" else b"nowait"
    return next((clause for clause in construct.clauses if clause.name == word), None)


def is_waited_for(analysis: Analysis, construct: Construct, span: Span | None, region: Region) -> bool:
    """Whether a directive after an asynchronous construct, in its region, surely waits for it.

    ``span`` is the construct's statement. The wait must be reached on every way from the construct on,
    and be for the construct's queue.
    """
    code, blocks = analysis.lexed.code, analysis.lexed.blocks
    clause = asynchronous(construct)
    queue = argument_of(construct, clause).split() if clause is not None else []
    after = span.end if span is not None else construct.pragma.span.end
    for later in analysis.scan.inside[region.number]:
        at = later.pragma.span.start
        if (
            at < after
            or later.dialect != construct.dialect
            or later.name not in [(w,) for w in _WAITS[later.dialect]]
        ):
            continue
        if any(c.name in (b"async", b"if", b"depend", b"nowait") for c in later.clauses):
            continue
        if later.dialect == "acc" and not _waits_for(later, b"".join(queue)):
            continue
        if not blocks.contains(blocks.block(at), blocks.block(construct.pragma.span.start)):
            continue
        before = before_space(code, at)
        if code[before - 1 : before] == b")" or word_before(code, before) in (b"else", b"do"):
            continue  # the statement of an 'if' or a loop
        if not _ELSEWHERE.search(code, after, at):
            return True
    return False


def _waits_for(wait: Construct, queue: bytes) -> bool:
    """Whether an ``acc wait`` is for a queue: without an argument it is for all."""
    text = wait.pragma.text
    start = text.index(b"wait") + len(b"wait")
    rest = text[start:].lstrip()
    if not rest.startswith(b"("):
        return True
    end = closing(rest, 0)
    inside = re.sub(rb"\A\s*(?:devnum\s*:[^:]*:)?\s*(?:queues\s*:)?", b"", rest[1:end])
    return bool(queue) and queue in [b"".join(one.split()) for one in inside.split(b",")]
