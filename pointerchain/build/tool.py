# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Tool: what of pointerchain itself, and of the environment, all that the cache keeps depends on."""

from __future__ import annotations

import os
from functools import lru_cache

from pointerchain import __version__

ENVIRONMENT = (
    *("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "POINTERCHAIN_RESOURCE_DIR", "SDKROOT"),
    "POINTERCHAIN_DOCS",  # to which warnings that are kept have links
)

_ROOMS = frozenset(
    (
        *("analysis", "build", "checks", "clang", "deepcopy", "dialects", "emit", "environment", "facts"),
        *("map", "proof", "suggest", "text", "translator"),
    )
)
"""The folders whose code decides what a translation is."""


@lru_cache(1)
def tool() -> tuple[object, ...]:
    """The version, and the state of a checkout that is being worked on."""
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    states = []
    waiting = [top]
    while waiting:
        with os.scandir(waiting.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    status = entry.stat()
                    states.append((entry.path, status.st_mtime_ns, status.st_size))
                elif entry.is_dir() and entry.name in _ROOMS:
                    waiting.append(entry.path)
    return (__version__, tuple(sorted(states)))
