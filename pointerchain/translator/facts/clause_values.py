# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clause values: what a clause of an acc or omp directive says -> whether that runs the code of a class.

``num_threads(k)``  ->  the conversion of ``k``'s class; ``firstprivate(k)``  ->  its constructor. These are
calls that a clause does not spell; those that it spells are ``text/clause_code.py``'s.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property

from pointerchain.dialects import Role
from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.plain import PlainNames, Runs
from pointerchain.translator.text.clause_code import Argument, Code
from pointerchain.translator.text.lex import closing

_WORD = lazy_pattern(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_LITERAL = lazy_pattern(rb"(?<![\w$])\.?\d[\w.']*_|[\"'{]|\*\s*this\b")
"""A literal that the program may define, a list in braces, and a whole object."""
COPIES = frozenset(
    b"private copyprivate exclusive firstprivate in_reduction inclusive lastprivate reduction "
    b"task_reduction".split()
)
"""Clauses that give threads variables of their own."""
LISTS = COPIES | frozenset(
    b"shared copy copyin copyout create from is_device_ptr map present to use_device_ptr".split()
)
"""Clauses that list variables and memory."""
_WORDS = frozenset(
    b"acc_async_noval acc_async_sync alignof and bitand bitor bool char compl const double false float int "
    b"long not not_eq nullptr or short signed size_t sizeof this true unsigned xor".split()
)
"""Words of expressions that are no names."""
_QUESTION = lazy_pattern(rb"([A-Za-z_$][\w$]*)\s*(\.|->)\s*\Z")


class Answer(Enum):
    """What a clause runs beside the calls that it spells."""

    NOTHING = "nothing"
    CODE = "the code of a class"
    UNKNOWN = "what nobody knows, as a name is declared nowhere"


class ClauseValues:
    """Answers for the directives of one source."""

    def __init__(self, parsed: Parsed, cxx: bool) -> None:
        self.parsed, self.cxx = parsed, cxx

    @cached_property
    def names(self) -> PlainNames:
        """What the names of the source are."""
        return PlainNames(self.parsed, self.cxx)

    def run_by(self, argument: Argument, at: int | None) -> Answer:
        """What a part of a clause runs; macros are expanded.

        ``at`` is the directive's place in the text that Clang parsed, None in another file.
        """
        if not self.cxx:
            return Answer.NOTHING
        clause, text = argument.clause, argument.text
        if argument.role is Role.WORD:  # copies of what no clause names
            return Answer.UNKNOWN if b"private" in text else Answer.NOTHING
        unknown = bool(_LITERAL.search(text)) or argument.role is Role.UNKNOWN
        for row in _WORD.finditer(text):
            name, behind = row.group().decode("utf-8", "replace"), text[row.end() :].lstrip()
            before = text[: row.start()].rstrip()
            found = self.names.named(name, _is_behind(before), at)
            if any(value.own and Runs.WHEN_COPIED in value.runs for value in found) and clause in COPIES:
                return Answer.CODE
            item = argument.role is Role.ITEM and not before and not behind
            used = any(
                Runs.WHEN_USED in each.runs and _is_used(before, behind, each.levels) for each in found
            )
            if used and not item:
                return Answer.CODE
            if found:
                continue
            if not (behind.startswith(b"(") or (name in self.names.scopes and behind.startswith(b"::"))):
                unknown |= row.group() not in _WORDS
        return Answer.UNKNOWN if unknown else Answer.NOTHING

    def is_question(self, code: Code, at: int | None) -> bool:
        """Whether a call only asks a container of the standard library for its size, memory or the like."""
        found = _QUESTION.search(code.before) if self.cxx and code.asks else None
        if found is None:
            return False
        name, behind = found.group(1).decode("utf-8", "replace"), _is_behind(code.before[: found.start()])
        return self.names.is_container(name, behind, at, int(found.group(2) == b"->"))


def _is_behind(before: bytes) -> bool:
    """Whether a name is a member's, by what stands before it."""
    return before.rstrip().endswith((b".", b"->", b"::"))


def _is_used(before: bytes, behind: bytes, levels: int) -> bool:
    """Whether an expression uses a value over some pointers and arrays, not only a pointer or a member.

    A section, ``p[0:n]``, lists memory.
    """
    followed = int(before.endswith(b"*"))
    while behind.startswith(b"["):
        end = closing(behind, 0)
        if end < 0:
            return True
        if b":" in behind[:end]:
            return False
        behind, followed = behind[end + 1 :].lstrip(), followed + 1
    if followed < levels:
        return False
    return followed > levels or before.endswith(b"*") or not behind.startswith(b".")
