# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Kernels: the statements of a source's compute constructs -> what they store, for all functions to see.

``#pragma omp target`` before ``*p = q;`` of ``double **p``  ->  any pointer to ``double`` that a struct holds
in the device's memory may lead elsewhere than the host's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pointerchain.suggest.changes import NOTHING, Changes, locals_of, opaque
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
    functions: Iterable[tuple[Tree, Callable[[int], Changes]]],
    storage: Storage,
    parsed: Parsed,
) -> Changes:
    """What the statements do that begin at ``kernels``: anything where one is in none of the functions.

    A function comes with what says of a statement what it and all that it calls do.
    """
    done, seen = NOTHING, set[int]()
    for tree, does in functions:
        own = locals_of(tree, storage)
        for start in kernels:
            at = min(tree.starting_at(start), default=0)
            if at:
                done |= _from_outside(does(at), own)
                seen.add(start)
    if kernels - seen or any(map(parsed.mentions, _COPY)):
        done |= opaque("what is done on a device")
    return done


def _from_outside(changes: Changes, own: frozenset[str]) -> Changes:
    """What a function's statements do as other functions see it, to which its ``restrict`` says nothing."""
    return changes._replace(
        variables=frozenset(row for row in changes.variables if row[0] not in own),
        through=changes.through | {alias for _, alias in changes.restricted | changes.given},
        restricted=frozenset(),
        given=frozenset(),
    )
