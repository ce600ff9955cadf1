# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Summaries: what the functions of a compile database's sources do, kept in the cache as translations are.

A summary holds while every file that was read for it is as it was, and while in the directories where
headers are looked for no name came or went, but for those of objects.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pointerchain.build.asked import digest
from pointerchain.build.cache import Cache
from pointerchain.build.includes import is_system_path
from pointerchain.build.tool import ENVIRONMENT, tool
from pointerchain.suggest.changes import Changes
from pointerchain.suggest.names import name_of
from pointerchain.suggest.program import Program, Summary, summary_of, together
from pointerchain.suggest.stored import plain_of, plain_summary, summary_from
from pointerchain.translator.text.directives import Promise

_SEARCH = ("-I", "-iquote", "-isystem", "-idirafter")
_OBJECTS = (".o", ".lo", ".obj", ".d", ".a", ".so", ".gcno", ".gcda", ".tmp")
_SETTLED = 2_000_000_000
"""Nanoseconds: a file that was written so short before it was read may have been read half."""


class Source(NamedTuple):
    """One command of a compile database."""

    file: str
    directory: str
    """Where the command runs."""
    arguments: tuple[str, ...]
    language: str | None
    promises: tuple[Promise, ...]

    def key(self) -> str:
        """Under which its summary is kept."""
        environment = tuple(os.environ.get(name) for name in ENVIRONMENT)
        return digest(repr(("functions", tool(), environment, self)).encode("utf-8", "surrogateescape")).hex()


def kept(cache: Cache, source: Source) -> Summary | None:
    """The summary of a source that the cache has, where it still holds."""
    entry = cache.find(source.key(), counted=False)
    if entry is None:
        return None
    plain, names = entry.record
    if any(_names(directory) != said for directory, said in names):
        return None
    return summary_from(plain)


def made(cache: Cache, source: Source) -> Summary:
    """The summary of a source, read now and kept; the process goes where the command runs."""
    try:
        os.chdir(source.directory)
    except OSError:
        return Summary({})
    begun = time.time_ns()
    summary = summary_of(source.file, source.arguments, source.language, source.promises)
    paths = tuple(dict.fromkeys(os.path.join(source.directory, each) for each in summary.files))
    summary = summary._replace(files=paths)
    if not paths or any(_changed(path) > begun - _SETTLED or _asks(path) for path in paths):
        return summary
    names = tuple((each, _names(each)) for each in _directories(paths, source))
    entry = cache.store(source.key(), {}, (plain_summary(summary), names))
    if entry is not None:
        cache.note_system(entry, paths)
    return summary


def _changed(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return time.time_ns()


def _asks(path: str) -> bool:
    """Whether a file of the user's asks which files there are."""
    if is_system_path(path):
        return False
    try:
        with open(path, "rb") as file:
            return b"__has_include" in file.read()
    except OSError:
        return True


def _directories(paths: Sequence[str], source: Source) -> list[str]:
    """Where a file could come to be that would be read in the place of one that was."""
    found = {os.path.dirname(path): None for path in paths if not is_system_path(path)}
    words = source.arguments
    for at, word in enumerate(words):
        option = next((each for each in _SEARCH if word.startswith(each)), "")
        if option:
            value = word[len(option) :] or (words[at + 1] if at + 1 < len(words) else "")
            found[os.path.join(source.directory, value)] = None
    for name in ENVIRONMENT[:3]:
        found.update(dict.fromkeys(filter(None, os.environ.get(name, "").split(os.pathsep))))
    below = {os.path.basename(os.path.dirname(path)) for path in paths}
    for base in tuple(found):
        start = base.rstrip("/") + "/"
        below |= {os.path.dirname(path[len(start) :]) for path in paths if path.startswith(start)}
    inner = [os.path.join(base, each) for base in found for each in sorted(below) if each]
    return [*found, *(each for each in inner if os.path.isdir(each) and each not in found)]


@lru_cache(maxsize=4096)
def _names(directory: str) -> bytes:
    """A digest of what a directory holds, but for objects."""
    try:
        names = sorted(name for name in os.listdir(directory) if not name.endswith(_OBJECTS))
    except OSError:
        return b""
    return digest("\0".join(names).encode("utf-8", "surrogateescape"))


class Known:
    """The functions of a build, as a compile of one of its sources asks for them."""

    def __init__(self, database: str, summaries: Sequence[Summary]) -> None:
        self.database, self._summaries = database, summaries
        self._program = Program([together(summaries)])

    def does(self, key: str) -> Changes | None:
        """What a function of another source does; None where none defines it."""
        return self._program.does(key)

    def state(self, key: str) -> str:
        """The same as a word, which is another where that is another; empty where none defines it."""
        found = self.does(key)
        return "" if found is None else digest(repr(plain_of(found)).encode("utf-8", "surrogateescape")).hex()

    def files(self, keys: Iterable[str]) -> tuple[str, ...]:
        """The files from which it is known what functions do: the database, sources and their headers."""
        wanted = {each for key in keys for each in self._program.reached(key)}
        names = {name_of(key) for key in wanted}
        read = [each for each in self._summaries if wanted & each.functions.keys() or names & each.words]
        return tuple(dict.fromkeys([self.database, *(file for each in read for file in each.files)]))
