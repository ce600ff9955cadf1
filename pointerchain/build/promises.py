# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Promises: the options of a compile that checks them.

``-O2 -c force.c``  ->  ``-isystem .../include -include pointerchain/promises.h ... -O2 -c force.c -O0``

All sources of a program are compiled with these, those without directives, too: they may read or write
what another's region keeps in a local.
"""

from __future__ import annotations

from collections.abc import Sequence

from pointerchain.build.compiler import CLANG, GCC
from pointerchain.build.includes import OWN_HEADERS

_OWN = ("-isystem", OWN_HEADERS, "-include", "pointerchain/promises.h")
_WATCH = ("-fsanitize=kernel-address", "-DPC_PROMISES_WATCH")
_OUTLINED = {
    GCC: (
        *("--param", "asan-instrumentation-with-call-threshold=0"),
        *("--param", "asan-stack=0", "--param", "asan-globals=0"),
    ),
    CLANG: (
        *("-mllvm", "-asan-instrumentation-with-call-threshold=0"),
        *("-mllvm", "-asan-stack=0", "-mllvm", "-asan-globals=0", "-mllvm", "-asan-opt=0"),
    ),
}
"""The compiler calls a function before each access; kernels have it so, it needs no library."""
_PLAIN = ("-U_FORTIFY_SOURCE", "-O0")
"""An optimizer keeps to itself what it read before: accesses would not be seen."""
_SANITIZERS = frozenset(("address", "kernel-address", "hwaddress", "thread", "memory", "leak"))


def arguments(family: str, given: Sequence[str]) -> list[str]:
    """The arguments ``given`` to a compiler of a family, with what checks promises."""
    if "-include" in given and "pointerchain/promises.h" in given:
        return list(given)
    watch: tuple[str, ...] = ()
    if family in _OUTLINED and not _is_instrumented(given):
        watch = (*_WATCH, *_OUTLINED[family])
    last = list(given).index("--") if "--" in given else len(given)
    return [*_OWN, *watch, *given[:last], *_PLAIN, *given[last:]]


def _is_instrumented(given: Sequence[str]) -> bool:
    """Whether a sanitizer watches memory already, which no second one can."""
    rows = (word.removeprefix("-fsanitize=").split(",") for word in given if word.startswith("-fsanitize="))
    return any(not _SANITIZERS.isdisjoint(row) for row in rows)
