# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Headers: which of the runtime's headers a source needs, and which it includes."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pointerchain.lazy import lazy_pattern

HEADERS = ("", "pointerchain/deepcopy.h", "pointerchain/transfer_file.h", "pointerchain/transfer_mpi.h")
"""By level; each includes those before it. At level 0 none is needed."""
RUNTIME, FILED, SENT = range(1, len(HEADERS))
_CALLS = (
    (SENT, lazy_pattern(rb"\(void\)pc_(?:i?(?:send|recv|bcast)|(?:write|read)_mpi_file)\(pc_\w+")),
    (FILED, lazy_pattern(rb"\bpc_(?:write|read)_(?:file|descriptor|stream)\b")),
    (RUNTIME, lazy_pattern(rb"\bpc_deepcopy_")),
)
"""The calls of directives. Those of MPI by all that is written, for programs have functions of such names."""
_INCLUDED = lazy_pattern(rb"^[ \t]*(?:#|%:)[ \t]*include[ \t]*[<\"](pointerchain/\w+\.h)[>\"]", re.M)


def needed(text: bytes) -> int:
    """The level of the header that the calls in a text need."""
    return next((level for level, calls in _CALLS if calls.search(text)), 0)


def included(text: bytes) -> int:
    """The highest level of the headers that a text includes."""
    found = (each.group(1).decode() for each in _INCLUDED.finditer(text))
    return max((HEADERS.index(each) for each in found if each in HEADERS), default=0)


def runtime_options(texts: Iterable[bytes], folder: str) -> tuple[str, ...]:
    """What a compile of translated texts needs for the runtime, whose headers lie in a folder.

    The header is included first only where no include line of the texts names it: before the
    source's own ``#define _GNU_SOURCE``, say, it can change what the system's headers declare.
    """
    needs, has = 0, 0
    for text in texts:
        needs, has = max(needs, needed(text)), max(has, included(text))
    if needs <= has:
        return ("-isystem", folder) if needs else ()
    return ("-isystem", folder, "-include", HEADERS[needs])
