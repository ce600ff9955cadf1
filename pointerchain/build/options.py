# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Asking a compiler something with a command of its own: without what says which files are written."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pointerchain.lazy import NamedTuple

DEPENDENCY_VARIABLES = ("DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES")
SEARCH_VARIABLES = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")
_MORE = (*DEPENDENCY_VARIABLES, "CC_PRINT_HEADERS", "CC_PRINT_OPTIONS", "CC_LOG_DIAGNOSTICS")

_WITH_NEXT = frozenset(
    ("-o", "--output", "-MF", "-MT", "-MQ", "-MJ", "--serialize-diagnostics", "-dumpdir", "-dumpbase")
)
_ALONE = frozenset(
    (
        *("-c", "-S", "-E", "-fsyntax-only", "-emit-llvm"),
        "-emit-pch",
        *("-MD", "-MMD", "-MP", "-MG", "-MV", "-C", "-CC", "-P", "-H", "-fdirectives-only"),
        "-frewrite-includes",
    )
)
_STARTS = ("-MF", "-MT", "-MQ", "-MJ", "-save-temps", "--save-temps", "-o", "-dD", "-dM", "-dN", "-dI", "-dU")
_REPORTS = (
    "-ftime-trace",
    "-fproc-stat-report",
    "-save-stats",
    "--save-stats",
    "-fdiagnostics-format=",
    "-fdump-",
)
_STARTS_NOT = ("-openmp", "-objc", "-object")
_PASSED = frozenset(("-MF", "-MT", "-MQ", "-MD", "-MMD", "-dependency-file"))
"""With the word behind them these write dependencies, where the compiler is told so directly."""


class Call(NamedTuple):
    """A compiler's command: its own words and what is added there, and the ``words`` of a command line.

    ``maps`` are further options in front of word number ``at``.
    """

    front: list[str]
    words: list[str]
    maps: list[str]
    at: int

    @property
    def line(self) -> list[str]:
        """The whole command."""
        return [*self.front, *self.words[: self.at], *self.maps, *self.words[self.at :]]


def quiet_environment(language: str = "c") -> dict[str, str]:
    """The environment, without what has a compiler write more than it is asked for.

    Open MPI's wrappers leave the flags of a compile out where they only preprocess: they are given here, too.
    """
    out = {name: value for name, value in os.environ.items() if name not in _MORE}
    flags = out.get("OMPI_CXXFLAGS" if language == "c++" else "OMPI_CFLAGS")
    if flags:
        out["OMPI_CPPFLAGS"] = f"{out.get('OMPI_CPPFLAGS', '')} {flags}".strip()
    return out


def without_outputs(words: Sequence[str | None]) -> list[str]:
    """The words that are left, without those that are None."""
    out: list[str] = []
    at = 0
    passing = False
    while at < len(words):
        word = words[at]
        at += 1
        if word is None:
            continue
        if word in _WITH_NEXT:
            at += 1
        elif word in ("-Xpreprocessor", "-Xclang") and at < len(words):
            value, at = words[at], at + 1
            if passing:
                passing = False
            elif value in _PASSED:
                passing = True
            elif value is not None and value not in _ALONE:
                out += [word, value]
        elif word.startswith("-Wp,"):
            left = _passed(word[4:].split(","))
            out += [",".join(("-Wp", *left))] if left else []
        elif word not in _ALONE and (
            not word.startswith((*_STARTS, *_REPORTS)) or word.startswith(_STARTS_NOT)
        ):
            out.append(word)
    return out


def _passed(parts: Sequence[str]) -> list[str]:
    out: list[str] = []
    at = 0
    while at < len(parts):
        if parts[at] in _PASSED:
            at += 1
        elif parts[at] not in _ALONE:
            out.append(parts[at])
        at += 1
    return out
