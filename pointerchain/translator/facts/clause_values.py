# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clause values: what a clause of an acc or omp directive says -> whether that runs the code of a class.

``num_threads(k)``  ->  the conversion of ``k``'s class; ``firstprivate(k)``  ->  its constructor. These are
calls that a clause does not spell; those that it spells are ``text/clause_code.py``'s.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cached_property

from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.plain import PlainNames, Runs
from pointerchain.translator.text.clause_code import Code
from pointerchain.translator.text.lex import closing

_WORD = re.compile(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_LITERAL = re.compile(rb"(?<![\w$])\.?\d[\w.']*_|[\"'{]|\*\s*this\b")
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
_PARTED = (b"", b",", b":")
_WORDS = frozenset(
    b"acc_async_noval acc_async_sync affinity align allocator always ancestor and async acc auto bool "
    b"char close concurrent const dec default delete depend device devptr dim distribute doacross "
    b"double dynamic enter exit false firstprivate float for force from gang guided host if in "
    b"inout inoutset inscan int iterator lastprivate length load long loop mapper master max min "
    b"monotonic mutexinoutset nohost none nonmonotonic not_equal nullptr num ompx_hold or out "
    b"parallel present primary private ptr readonly ref release reproducible runtime section seq "
    b"shared short signed simd sink size_t sizeof source spread static storage strict target task "
    b"taskloop teams this thread threads to tofrom true unconstrained unsigned update uval val "
    b"variable vector wait worker zero".split()
)
"""Words of clauses and of expressions that are no names."""
_QUESTION = re.compile(rb"([A-Za-z_$][\w$]*)\s*(\.|->)\s*\Z")


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

    def run_by(self, clause: bytes, argument: bytes, at: int | None) -> Answer:
        """What a clause with an argument runs; macros are expanded.

        ``at`` is the directive's place in the text that Clang parsed, None in another file.
        """
        if not self.cxx:
            return Answer.NOTHING
        unknown = bool(_LITERAL.search(argument)) or (clause == b"default" and b"private" in argument)
        for row in _WORD.finditer(argument):
            name, behind = row.group().decode("utf-8", "replace"), argument[row.end() :].lstrip()
            before = argument[: row.start()].rstrip()
            found = self.names.named(name, _is_behind(before), at)
            if any(value.own and Runs.WHEN_COPIED in value.runs for value in found) and clause in COPIES:
                return Answer.CODE
            item = clause in LISTS and before[-1:] in _PARTED and behind[:1] in _PARTED
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
