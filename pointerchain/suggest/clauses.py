# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clauses: an acc or omp directive -> what it does beside the iterations of its loop.

``omp parallel for num_threads(setup())``  ->  it may run code of the program's. ``omp for``  ->  its threads
wait for each other, even where the loop has no iterations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property

from pointerchain.analysis.environment.listed import NAME, Item, items_of
from pointerchain.analysis.threads import Makers
from pointerchain.lazy import lazy_pattern
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.facts.clause_values import Answer, ClauseValues
from pointerchain.translator.text.clause_code import Code, arguments_in, code_in
from pointerchain.translator.text.directives import Construct

_REDUCES = lazy_pattern(rb"\b(?:in_|task_)?reduction\s*\(\s*(?:(?:default|inscan|task)\s*,)?\s*([^:()]*):")
_ANSWERS = frozenset((b"&&", b"||", b"min", b"max", b"and", b"or"))
"""Reductions that may give another value than a variable has where nothing is reduced, as ``7 && 1``."""
_KNOWN = _ANSWERS | frozenset((b"-", b"+", b"*", b"&", b"|", b"^"))
_OF_LOOPS = frozenset(b"parallel for simd distribute teams tile unroll".split())
_SHARED = frozenset((b"for", b"distribute", b"loop"))
_SHARING = frozenset((b"parallel", b"teams"))
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
_DECLARES = lazy_pattern(
    rb"\bomp\W+declare\b" + _OTHERS + rb"|#[ \t]*define\b(?:[^\n\\]|\\\r?\n|\\.)*?\bdeclare\b" + _OTHERS
)
"""What may declare a reduction."""
_ORDERS = lazy_pattern(rb"\batomic_default_mem_order\b(?!\s*\(\s*relaxed\s*\))")
_ATOMIC = lazy_pattern(rb"(?:\bomp\b|#[ \t]*define\b)(?:[^\n\\]|\\\r?\n|\\.)*?\batomic\b")
_LINEAR = lazy_pattern(rb"\blinear\s*\(")


class Clauses:
    """Answers for the directives of one source."""

    def __init__(self, parsed: Parsed, cxx: bool) -> None:
        self.parsed = parsed
        self.values = ClauseValues(parsed, cxx)
        self._found: dict[tuple[bytes, int | None], tuple[tuple[Code, ...], bool]] = {}
        """What a directive's text at a place calls, and whether it runs more: each chain asks."""

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
        if (text, at) not in self._found:
            codes = tuple(code for code in code_in(text) if not self.values.is_question(code, at))
            rows = arguments_in(text)
            self._found[text, at] = codes, any(self.values.run_by(r, at) is not Answer.NOTHING for r in rows)
        codes, of_classes = self._found[text, at]
        return of_classes or any(code.given is None or not trusted(code.text) for code in codes)

    def may_hold(self, item: Item, member: str) -> bool:
        """Whether what a clause lists may hold a member of a struct, by the last name in it."""
        names = NAME.findall(item.base)
        return not names or self.values.names.may_hold(names[-1].decode("utf-8", "replace"), member)

    def order(self, words: Collection[bytes]) -> bool:
        """Whether a directive of these words orders memory by what is said elsewhere in the source.

        An ``atomic`` without an order may have one by ``requires`` (OpenMP 5.2, 8.2). Behind a ``parallel`` a
        thread sees more where it learns by atomic operations what others have stored (OpenMP 5.2, 1.4.6).
        """
        return (b"atomic" in words and self._atomics_order) or (b"parallel" in words and self._has_atomics)

    @cached_property
    def _has_atomics(self) -> bool:
        return any(_ATOMIC.search(text) for _, text in self.parsed.own_texts)

    @cached_property
    def _atomics_order(self) -> bool:
        return any(_ORDERS.search(text) for _, text in self.parsed.own_texts)

    @cached_property
    def _declares(self) -> bool:
        """Whether the program may declare reductions, of which the names of operators say nothing."""
        return any(_DECLARES.search(text) for _, text in self.parsed.own_texts)


def _reduced(text: bytes) -> set[bytes]:
    """The operators of a directive's reductions."""
    return {row.group(1).strip() for row in _REDUCES.finditer(text)}


def makers_of(clauses: Clauses) -> Makers:
    """What makes directives in a source, and what they do beside their loops."""
    parsed = clauses.parsed
    return Makers(parsed.pragma_macros, parsed.macro_definitions, clauses.run_code, clauses.order)


def is_idle(construct: Construct) -> bool:
    """Whether a directive and its loop do nothing where that has no iterations, so that both may be skipped.

    Of a loop that threads or teams share, one of them may have none though the loop has, and the threads
    wait for each other behind it (OpenMP 5.2, 11.5). ``depend``, ``async`` and ``wait`` order other work,
    ``always`` moves data, ``copyin`` of threads gives values to others.
    """
    words = set(construct.name)
    device = construct.dialect == "acc" or b"target" in words
    clauses = {clause.name for clause in construct.clauses}
    if not words <= (_OF_DEVICES if device else _OF_LOOPS) or construct.argument is not None:
        return False
    if words & _SHARED and words.isdisjoint(_SHARING) and not device:
        return False
    if _reduced(construct.pragma.text) & _ANSWERS:
        return False
    if not clauses <= _IDLE or (device and b"nowait" in clauses) or (not device and b"copyin" in clauses):
        return False
    return _LASTING.isdisjoint(word for item in items_of(construct) for word in item.words)
