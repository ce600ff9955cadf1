# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The Fortran sources of directories, by their suffixes, and where included files are looked for.

Loaded in every compile, so it imports next to nothing.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

FREE = (".f90", ".f95", ".f03", ".f08", ".f18", ".F90", ".F95", ".F03", ".F08", ".F18")
FIXED = (".f", ".for", ".ftn", ".fpp", ".F", ".FOR", ".FTN", ".FPP")
SUFFIXES = (*FREE, *FIXED)
PREPROCESSED = tuple(each for each in SUFFIXES if each[1] == "F")
"""Those of sources that a compiler preprocesses without being asked."""


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


def signature(directories: Iterable[str]) -> str:
    """What changes when a Fortran source in one of the directories does."""
    out = []
    for path in listed(directories):
        try:
            state = os.stat(path)
        except OSError:
            continue
        out.append(f"{path} {state.st_size} {state.st_mtime_ns}")
    return "\n".join(out)


def candidates(name: str, of: str, directories: Iterable[str]) -> list[str]:
    """The files that a compiler may take for an included name, the likeliest first."""
    paths = (os.path.join(each, name) for each in (os.path.dirname(of), "", *directories))
    found = {os.path.realpath(path): path for path in paths if os.path.isfile(path)}
    return list(found.values())
