# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Clauses: an acc or omp directive -> what it does beside the iterations of its loop.

``omp parallel for num_threads(setup())``  ->  it may run code of the program's. ``omp for``  ->  its threads
wait for each other, even where the loop has no iterations.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from pointerchain.suggest.listed import items_of
from pointerchain.translator.text.clause_code import code_in
from pointerchain.translator.text.directives import Construct

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


def runs_code(text: bytes, trusted: Callable[[str], bool] = lambda _: False) -> bool:
    """Whether a directive's clauses may run code of the program's: by a call, an assignment or a reduction.

    Macros in it are expanded; ``trusted`` says of a function that it changes nothing.
    """
    if not _reduced(text) <= _KNOWN:
        return True
    return any(code.given is None or not trusted(code.text) for code in code_in(text))


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
