# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kernels: the statements of a source's compute constructs -> what they store, for all functions to see.

``#pragma omp target`` before ``*p = q;`` of ``double **p``  ->  any pointer to ``double`` that a struct holds
in the device's memory may lead elsewhere than the host's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pointerchain.analysis.effects import NOTHING, MemoryEffects, unknown
from pointerchain.analysis.summaries import locals_of
from pointerchain.translator.clang.parsed import Parsed
from pointerchain.translator.clang.storage import Storage
from pointerchain.translator.clang.tree import Tree

_COPY = (
    *(b"omp_target_memcpy", b"omp_target_memset", b"omp_target_associate_ptr"),
    *(b"acc_memcpy", b"acc_map_data", b"cudaMemcpy", b"cuMemcpy", b"hipMemcpy"),
)
"""How functions begin that store in a device's memory from the host (OpenMP 5.2, 18.8; OpenACC 3.3, 3.2)."""


def done_by(
    kernels: frozenset[int],
    functions: Iterable[tuple[Tree, Callable[[int], MemoryEffects]]],
    storage: Storage,
    parsed: Parsed,
) -> MemoryEffects:
    """What the statements do that begin at ``kernels``: anything where one is in none of the functions.

    A function comes with what says of a statement what it and all that it calls do.
    """
    done, seen = NOTHING, set[int]()
    for tree, does in functions:
        own = locals_of(tree, storage)
        for start in kernels:
            at = min(tree.starting_at(start), default=0)
            if at:
                done |= does(at).from_outside(own)
                seen.add(start)
    if kernels - seen or any(map(parsed.mentions, _COPY)):
        done |= unknown("what is done on a device")
    return done
