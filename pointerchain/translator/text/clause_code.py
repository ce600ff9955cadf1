# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clause code: the text of an acc or omp directive -> what its clauses run, which is in no tree of Clang's.

``omp parallel for num_threads(setup(s))``  ->  ``setup``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pointerchain.dialects import Role
from pointerchain.lazy import NamedTuple, lazy_pattern
from pointerchain.source import Span
from pointerchain.translator.text.directives import read_construct
from pointerchain.translator.text.lex import closing
from pointerchain.translator.text.roles import EVALUATED, parts_of

_CALL = lazy_pattern(rb"((?:(?:\.|->)\s*)?[A-Za-z_]\w*)\s*\((?!\s*\*\s*\))|[)\]]\s*\(")
_ASSIGNS = lazy_pattern(rb"\+\+|--|(?:[-+*/%&|^]|<<|>>)=|(?<![=!<>])=(?!=)")
_QUIET = lazy_pattern(
    rb"sizeof|_?[aA]lignof|decltype|noexcept|(?:__builtin_)?offsetof|(?:__)?typeof(?:__)?|_Generic"
    rb"|__builtin_types_compatible_p|not|and|or|xor|compl|bitand|bitor"
    rb"|(?:omp|acc)_get_\w+|int|long|unsigned|double|float|size_t"
)
"""What may stand before a parenthesis and calls nothing that stores."""
_QUESTIONS = frozenset(("size", "data", "empty", "length", "capacity", "get"))


class Argument(NamedTuple):
    """A part of a clause's argument that may run something."""

    clause: bytes
    role: Role
    text: bytes


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
    return tuple(code for argument in arguments_in(text) for code in _code(argument.text))


def arguments_in(text: bytes) -> tuple[Argument, ...]:
    """What the clauses of a directive list and evaluate, and what ``default`` says; all of another text."""
    found = read_construct(text, Span(0, 0), True)
    if found is None:
        return (Argument(b"", Role.UNKNOWN, text),)
    roles = (*EVALUATED, Role.UNKNOWN)
    parts = (
        p for p in parts_of(found) if p.role in roles or (p.role is Role.WORD and p.clause == b"default")
    )
    return tuple(Argument(p.clause, p.role, text[p.span.start : p.span.end]) for p in parts)


def _end(text: bytes, start: int) -> int:
    """Where the parenthesis that opens at a place is closed, or the text's end."""
    found = closing(text, start)
    return found if found >= 0 else len(text)


def _code(argument: bytes) -> Iterator[Code]:
    for row in _ASSIGNS.finditer(argument):
        yield Code(row.group().decode(), None)
    for row in _CALL.finditer(argument):
        name, start = row.group(1), row.end() - 1
        if name is None or _QUIET.fullmatch(name) is None:
            shown = (name or b"(").lstrip(b".->").decode().strip()
            member = name is not None and not name[:1].isalpha() and name[:1] != b"_"
            before = argument[: row.end(1) - len(shown)] if member else b""
            yield Code(shown, argument[0 if member else start + 1 : _end(argument, start)], before)
