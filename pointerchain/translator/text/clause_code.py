# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clause code: the text of an acc or omp directive -> what its clauses run, which is in no tree of Clang's.

``omp parallel for num_threads(setup(s))``  ->  ``setup``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_CALL = re.compile(rb"((?:(?:\.|->)\s*)?[A-Za-z_]\w*)\s*\(|[)\]]\s*\(")
_ASSIGNS = re.compile(rb"\+\+|--|(?:[-+*/%&|^]|<<|>>)=|(?<![=!<>])=(?!=)")
_QUIET = re.compile(
    rb"sizeof|_?[aA]lignof|(?:omp|acc)_get_\w+|mapper|int|long|unsigned|double|float|size_t"
    rb"|(?:\.|->)\s*(?:size|data|empty|length|capacity|get)"
)
"""What may stand before a parenthesis and calls nothing that stores, as members do that containers have."""


def code_in(text: bytes) -> Iterator[str]:
    """The functions that clauses call, or the operators by which they assign; macros in it are expanded.

    Of a class's operators nothing is known here.
    """
    depth, start = 0, 0
    for at in range(len(text)):
        sign = text[at : at + 1]
        if sign == b"(":
            depth += 1
            start = at + 1 if depth == 1 else start
        elif sign == b")":
            depth -= 1
            if not depth:
                yield from _code(text[start:at])
    if depth:
        yield "("


def _code(argument: bytes) -> Iterator[str]:
    for row in _ASSIGNS.finditer(argument):
        yield row.group().decode()
    for row in _CALL.finditer(argument):
        if row.group(1) is None or _QUIET.fullmatch(row.group(1)) is None:
            yield (row.group(1) or b"(").lstrip(b".->").decode().strip()
