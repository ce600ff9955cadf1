# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The Fortran sources of directories, by their suffixes."""

from __future__ import annotations

import os
from collections.abc import Iterable

FREE = (".f90", ".f95", ".f03", ".f08", ".f18", ".F90", ".F95", ".F03", ".F08", ".F18")
FIXED = (".f", ".for", ".ftn", ".fpp", ".F", ".FOR", ".FTN", ".FPP")
SUFFIXES = (*FREE, *FIXED)


def listed(directories: Iterable[str]) -> list[str]:
    """The Fortran sources of the directories, each once, in order."""
    out: dict[str, str] = {}
    for directory in directories:
        try:
            names = sorted(os.listdir(directory or "."))
        except OSError:
            continue
        for name in names:
            if name.endswith(SUFFIXES):
                path = os.path.join(directory, name)
                out.setdefault(os.path.realpath(path), path)
    return list(out.values())
