# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Vouched: the clauses of ``--promise`` on a command line -> a promise for the whole of each source.

``reads(printf)``  ->  what ``#pragma pointerchain promise(reads(printf))`` before a source's first line says.
"""

from __future__ import annotations

from collections.abc import Iterable

from pointerchain.source import Span
from pointerchain.translator.text.directives import Promise, read_directives
from pointerchain.translator.text.lex import lex


def promises_of(clauses: Iterable[str]) -> tuple[Promise, ...]:
    """A promise for each text of clauses; raises ``ValueError`` with what is wrong with one."""
    found: list[Promise] = []
    for text in clauses:
        line = f"#pragma pointerchain promise({' '.join(text.split())})\n".encode()
        directives, problems = read_directives(lex(line, False), "", False)
        if problems:
            raise ValueError(problems[0].message)
        one = directives[0] if len(directives) == 1 else None
        if not isinstance(one, Promise):
            raise ValueError("expected clauses, as in 'reads(f, g), unaliased(v)'")
        found.append(one._replace(pragma=one.pragma._replace(span=Span(0, 0), body=Span(0, 0))))
    return tuple(found)
