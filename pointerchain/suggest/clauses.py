# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clauses: an acc or omp directive -> what it does beside the iterations of its loop.

``omp parallel for num_threads(setup())``  ->  it may run code of the program's. ``omp for``  ->  its threads
wait for each other, even where the loop has no iterations.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

from pointerchain.suggest.listed import NAME, Item, items_of
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.plain import PlainNames, Runs
from pointerchain.translator.text.clause_code import arguments_in, code_in
from pointerchain.translator.text.directives import Construct
from pointerchain.translator.text.lex import closing

_REDUCES = re.compile(rb"\b(?:in_|task_)?reduction\s*\(\s*(?:(?:default|inscan|task)\s*,)?\s*([^:()]*):")
_ANSWERS = frozenset((b"&&", b"||", b"min", b"max", b"and", b"or"))
"""Reductions that may give another value than a variable has where nothing is reduced, as ``7 && 1``."""
_KNOWN = _ANSWERS | frozenset((b"-", b"+", b"*", b"&", b"|", b"^"))
_OF_LOOPS = frozenset(b"parallel for simd distribute teams tile unroll".split())
_OF_DEVICES = _OF_LOOPS | frozenset(b"target data loop kernels serial host_data".split())
_IDLE = frozenset(
    b"aligned allocate auto collapse copy copyin copyout create default defaultmap device_type "
    b"deviceptr dist_schedule firstprivate full gang has_device_addr if independent is_device_ptr "
    b"lastprivate linear map no_create nontemporal nowait num_gangs num_teams num_threads num_workers "
    b"order ordered partial present private proc_bind reduction safelen schedule seq shared simdlen "
    b"sizes thread_limit tile use_device use_device_addr use_device_ptr vector vector_length worker".split()
)
"""Clauses that do nothing, or nothing that lasts, where a loop has no iterations."""
_LASTING = frozenset((b"always", b"close", b"ompx_hold", b"delete", b"release"))


_OTHERS = (
    rb"(?!\W+(?:target|simd|variant|mapper|create|copy|copyin|copyout|present|deviceptr|device_resident"
    rb"|link)\b)"
)
_DECLARES = re.compile(
    rb"\bomp\W+declare\b" + _OTHERS + rb"|#[ \t]*define\b(?:[^\n\\]|\\\r?\n|\\.)*?\bdeclare\b" + _OTHERS
)
"""What may declare a reduction."""
_LINEAR = re.compile(rb"\blinear\s*\(")
_WORD = re.compile(rb"(?<![\w$])[A-Za-z_$][\w$]*")
_LITERAL = re.compile(rb"(?<![\w$])\.?\d[\w.']*_|[\"'{]|\*\s*this\b")
"""A literal that the program may define, a list in braces, and a whole object."""
_COPIES = frozenset(
    b"private copyprivate exclusive firstprivate in_reduction inclusive lastprivate reduction "
    b"task_reduction".split()
)
_LISTS = _COPIES | frozenset(
    b"shared copy copyin copyout create from is_device_ptr map present to use_device_ptr".split()
)
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


class Clauses:
    """Answers for the directives of one source."""

    def __init__(self, parsed: Parsed, cxx: bool) -> None:
        self.parsed, self.cxx = parsed, cxx
        self._unplain: dict[tuple[bytes, int | None], bool] = {}
        """What was found of a directive's text at a place: each chain asks."""

    def run_code(
        self, text: bytes, at: int | None = None, trusted: Callable[[str], bool] = lambda _: False
    ) -> bool:
        """Whether a directive's clauses may run code of the program's, or change a variable, by themselves.

        Calls, assignments and reductions that the program declares do, ``linear`` assigns (OpenMP 5.2,
        5.4.6), and in C++ the operators, conversions and constructors of classes do. Macros in the text are
        expanded; ``at`` is the directive's place in the source, None in another file; ``trusted`` says of a
        function that it changes nothing.
        """
        reduced = _reduced(text)
        if not reduced <= _KNOWN or (reduced and self._declares) or _LINEAR.search(text):
            return True
        if any(code.given is None or not trusted(code.text) for code in code_in(text)):
            return True
        if self.cxx and (text, at) not in self._unplain:
            self._unplain[text, at] = any(self._is_unplain(*row, at) for row in arguments_in(text))
        return self.cxx and self._unplain[text, at]

    def may_hold(self, item: Item, member: str) -> bool:
        """Whether what a clause lists may hold a member of a struct, by the last name in it."""
        names = NAME.findall(item.base)
        return not names or self._plain.may_hold(names[-1].decode("utf-8", "replace"), member)

    @cached_property
    def _declares(self) -> bool:
        """Whether the program may declare reductions, of which the names of operators say nothing."""
        return any(_DECLARES.search(text) for _, text in self.parsed.own_texts)

    @cached_property
    def _plain(self) -> PlainNames:
        return PlainNames(self.parsed, self.cxx)

    def _is_unplain(self, clause: bytes, argument: bytes, at: int | None) -> bool:
        """Whether what a clause says may run the code of a class."""
        if _LITERAL.search(argument) or (clause == b"default" and b"private" in argument):
            return True
        for row in _WORD.finditer(argument):
            name, behind = row.group().decode("utf-8", "replace"), argument[row.end() :].lstrip()
            before = argument[: row.start()].rstrip()
            found = self._plain.named(name, before.endswith((b".", b"->", b"::")), at)
            if any(value.own and Runs.WHEN_COPIED in value.runs for value in found) and clause in _COPIES:
                return True
            item = clause in _LISTS and before[-1:] in _PARTED and behind[:1] in _PARTED
            used = any(
                Runs.WHEN_USED in each.runs and _is_used(before, behind, each.levels) for each in found
            )
            if used and not item:
                return True
            if found:
                continue
            if not (behind.startswith(b"(") or (name in self._plain.scopes and behind.startswith(b"::"))):
                if row.group() not in _WORDS:
                    return True
        return False


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


def _reduced(text: bytes) -> set[bytes]:
    """The operators of a directive's reductions."""
    return {row.group(1).strip() for row in _REDUCES.finditer(text)}


def is_idle(construct: Construct) -> bool:
    """Whether a directive and its loop do nothing where that has no iterations, so that both may be skipped.

    The threads of a worksharing loop wait for each other behind it (OpenMP 5.2, 11.5). ``depend``, ``async``
    and ``wait`` order other work, ``always`` moves data, ``copyin`` of threads gives values to others.
    """
    words = set(construct.name)
    device = construct.dialect == "acc" or b"target" in words
    clauses = {clause.name for clause in construct.clauses}
    if not words <= (_OF_DEVICES if device else _OF_LOOPS) or construct.argument is not None:
        return False
    if b"for" in words and b"parallel" not in words and b"nowait" not in clauses and not device:
        return False
    if _reduced(construct.pragma.text) & _ANSWERS:
        return False
    if not clauses <= _IDLE or (device and b"nowait" in clauses) or (not device and b"copyin" in clauses):
        return False
    return _LASTING.isdisjoint(word for item in items_of(construct) for word in item.words)
