# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Which compiler a command runs, asked of it once: its family, and where it looks for headers.

A wrapper such as ``mpicc`` adds include directories that Clang's library has to be told, and only
some compilers can be told under which name to record a source.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import re
from collections.abc import Sequence

from pointerchain import files
from pointerchain.build.asked import (
    configured,
    digest,
    kept_in,
    make_place,
    may_change,
    question,
    recall,
)
from pointerchain.build.command_line import find_program
from pointerchain.build.options import SEARCH_VARIABLES, quiet_environment
from pointerchain.lazy import NamedTuple, lazy_pattern

GCC, CLANG, NVHPC, OTHER = "gcc", "clang", "nvhpc", "other"
_SEARCHED = lazy_pattern(r"^#include <\.\.\.> search starts here:\n((?: .*\n)*)", re.MULTILINE)
_OPTIONS = lazy_pattern(
    r"^(?:InstalledDir|(?:System|User) configuration file directory): (.+)$", re.MULTILINE
)
_DEFAULT = lazy_pattern(r"/usr/(local/)?include(/c\+\+.*|/[^/]+-linux-gnu[^/]*(/c\+\+.*)?)?\Z")
_TIMEOUT = 60


class NoCompiler(Exception):
    """There is no program of the name that the message is."""


class Compiler(NamedTuple):
    """``major`` is the version; ``directories`` all that are searched for '<...>', in order.

    ``macros`` is a checksum of all that it defines by itself; ``places`` are where it may have options from.
    """

    family: str
    major: int
    directories: tuple[str, ...]
    macros: bytes = b""
    places: tuple[str, ...] = ()

    @property
    def maps_names(self) -> bool:
        """Whether ``-ffile-prefix-map`` is known."""
        return (self.family == GCC and self.major >= 8) or (self.family == CLANG and self.major >= 10)

    def extra_directories(self) -> list[str]:
        """Those that Clang's library does not search by itself, less a compiler's own headers."""
        return [
            directory
            for directory in self.directories
            if not _DEFAULT.match(os.path.normpath(directory))
            and not os.path.exists(os.path.join(directory, "stddef.h"))
        ]


def ask(words: Sequence[str], language: str, cache_directory: str, options: Sequence[str] = ()) -> Compiler:
    """What the compiler that ``words`` start says of itself; remembered in ``cache_directory``.

    A script is asked each time, and so is what reads its options from a file. ``options`` are those of a
    command that change what it says.
    Raises :class:`NoCompiler`.
    """
    asked = question(words, language, options)
    if asked is None:
        raise NoCompiler(words[-1])
    path = kept_in(cache_directory, asked)
    keeps = not may_change(words, options)
    known = recall(path) if keeps else None
    if known is not None:
        return Compiler(*known)
    found = _ask(words, language, options)
    if not keeps or configured(found.places):
        return found
    body = marshal.dumps(tuple(found), 4)
    with contextlib.suppress(OSError):
        make_place(cache_directory)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        files.write_whole(path, digest(body) + body)
    return found


def _ask(words: Sequence[str], language: str, options: Sequence[str]) -> Compiler:
    from subprocess import DEVNULL, SubprocessError, run

    # What variables add is the command's, and another thing in the next one.
    environment = {
        name: value for name, value in quiet_environment(language).items() if name not in SEARCH_VARIABLES
    }
    environment["LC_ALL"] = "C"
    # Without a launcher: there is nothing to cache or to send away.
    command = [words[-1], *options, "-E", "-v", "-dM", "-x", language, "/dev/null"]
    try:
        done = run(
            command, stdin=DEVNULL, capture_output=True, timeout=_TIMEOUT, env=environment, check=False
        )
    except (OSError, SubprocessError):
        return Compiler(OTHER, 0, ())
    macros = {}
    for line in done.stdout.decode(errors="surrogateescape").splitlines():
        parts = line.split(None, 2)
        if len(parts) > 2 and parts[0] == "#define":
            macros[parts[1]] = parts[2]
    said = done.stderr.decode(errors="surrogateescape")
    found = _SEARCHED.search(said)
    directories = tuple(line.strip() for line in found.group(1).splitlines()) if found else ()
    family, major = OTHER, "0"
    if "__NVCOMPILER" in macros:
        family, major = NVHPC, macros.get("__NVCOMPILER_MAJOR__", "0")
    elif "__clang__" in macros:
        family, major = CLANG, macros.get("__clang_major__", "0")
    elif "__GNUC__" in macros and "__EDG__" not in macros:
        family, major = GCC, macros["__GNUC__"]
    places: tuple[str, ...] = ()
    if family == CLANG:
        own = os.path.dirname(os.path.realpath(find_program(words[-1]) or words[-1]))
        places = tuple(dict.fromkeys((own, *map(os.path.expanduser, _OPTIONS.findall(said)))))
    return Compiler(family, int(major) if major.isdigit() else 0, directories, digest(done.stdout), places)
