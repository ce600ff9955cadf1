# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clause code: the text of an acc or omp directive -> what its clauses run, which is in no tree of Clang's.

``omp parallel for num_threads(setup(s))``  ->  ``setup``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pointerchain.translator.text.lex import closing

_CALL = re.compile(rb"((?:(?:\.|->)\s*)?[A-Za-z_]\w*)\s*\((?!\s*\*\s*\))|[)\]]\s*\(")
_NAME_BEFORE = re.compile(rb"([A-Za-z_]\w*)\s*\Z")
_ASSIGNS = re.compile(rb"\+\+|--|(?:[-+*/%&|^]|<<|>>)=|(?<![=!<>])=(?!=)")
_MAPPER = re.compile(rb"(?:\A|(?<=,))\s*mapper\s*\(\s*\w+\s*\)(?=[^()\[\]]*:)")
"""The modifier, which stands before the list (OpenMP 5.2, 5.8.2)."""
_QUIET = re.compile(rb"sizeof|_?[aA]lignof|(?:omp|acc)_get_\w+|int|long|unsigned|double|float|size_t")
"""What may stand before a parenthesis and calls nothing that stores."""
_QUESTIONS = frozenset(("size", "data", "empty", "length", "capacity", "get"))


class Code(NamedTuple):
    """What a clause runs."""

    text: str
    """A function's name, '(' where an expression may be called, or the operator of an assignment."""
    given: bytes | None
    """What the function is given, with the object of a member; None of an assignment."""
    before: bytes = b""
    """What stands before the name of a member, the object and its operator last."""

    @property
    def asks(self) -> bool:
        """Whether it has the name of what a container of the standard library answers."""
        return bool(self.before) and self.text in _QUESTIONS


@lru_cache(4096)
def code_in(text: bytes) -> tuple[Code, ...]:
    """The functions that clauses call, and the assignments in them; macros in the text are expanded.

    Of a class's operators nothing is known here. Each chain of a directive asks.
    """
    return tuple(code for clause, argument in arguments_in(text) for code in _code(clause, argument))


def arguments_in(text: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The clauses of a directive that have arguments: name and argument of each."""
    at = text.find(b"(")
    while at >= 0:
        end = _end(text, at)
        name = _NAME_BEFORE.search(text, 0, at)
        yield (name.group(1) if name is not None else b""), text[at + 1 : end]
        at = text.find(b"(", end)


def _end(text: bytes, start: int) -> int:
    """Where the parenthesis that opens at a place is closed, or the text's end."""
    found = closing(text, start)
    return found if found >= 0 else len(text)


def _code(clause: bytes, argument: bytes) -> Iterator[Code]:
    if clause in (b"map", b"to", b"from"):
        argument = _MAPPER.sub(b"", argument)
    for row in _ASSIGNS.finditer(argument):
        yield Code(row.group().decode(), None)
    for row in _CALL.finditer(argument):
        name, start = row.group(1), row.end() - 1
        if name is None or _QUIET.fullmatch(name) is None:
            shown = (name or b"(").lstrip(b".->").decode().strip()
            member = name is not None and not name[:1].isalpha() and name[:1] != b"_"
            before = argument[: row.end(1) - len(shown)] if member else b""
            yield Code(shown, argument[0 if member else start + 1 : _end(argument, start)], before)
