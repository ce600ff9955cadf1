# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Summaries: what the functions of a compile database's sources do, kept in the cache as translations are.

A summary holds while every file that was read for it is as it was, and while in the directories where
headers are looked for no name came or went, but for those of objects. What a compile needs whose translation
is in the cache is one table for the whole build, so that it loads no more than that.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache

from pointerchain.build import readings
from pointerchain.build.asked import digest
from pointerchain.build.cache import Cache
from pointerchain.build.command_line import CXX, C
from pointerchain.build.includes import is_system_path
from pointerchain.build.tool import ENVIRONMENT, tool
from pointerchain.lazy import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.analysis.effects import MemoryEffects
    from pointerchain.suggest.program import Program, Summary, Told
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
    compiler: str = ""
    """The program that the command runs, which is asked for its macros."""
    responses: tuple[str, ...] = ()
    """The response files that the arguments came from."""

    @property
    def dialect(self) -> str:
        """The language, told by the source's name where the command tells none."""
        from pointerchain.translator.clang.arguments import is_cxx

        return CXX if is_cxx(self.file, self.arguments, self.language) else C

    def key(self) -> str:
        """Under which its summary is kept."""
        environment = tuple(os.environ.get(name) for name in ENVIRONMENT)
        everything = ("functions", tool(), environment, self, readings.state(self.compiler, self.dialect))
        return digest(repr(everything).encode("utf-8", "surrogateescape")).hex()

    def ask(self, files: Sequence[tuple[str, bytes]]) -> Told | None:
        """How Clang reads these files as the command's compiler does."""
        from pointerchain.suggest.program import Told

        found = readings.told(files, self.file, self.compiler, self.arguments, self.dialect)
        return Told(*found) if found is not None else None


def kept(cache: Cache, source: Source) -> Summary | None:
    """The summary of a source that the cache has, where it still holds."""
    entry = cache.find(source.key(), counted=False)
    if entry is None:
        return None
    plain, names = entry.record
    if not hold(names):
        return None
    from pointerchain.suggest.stored import summary_from

    return summary_from(plain)


def made(cache: Cache, source: Source) -> Summary:
    """The summary of a source, read now and kept; the process goes where the command runs."""
    from pointerchain.suggest.program import Summary, summary_of
    from pointerchain.suggest.stored import plain_summary

    try:
        os.chdir(source.directory)
    except OSError:
        return Summary({})
    begun = time.time_ns()
    summary = summary_of(source.file, source.arguments, source.language, source.promises, source.ask)
    read = (*summary.files, *source.responses) if summary.files else ()
    paths = tuple(dict.fromkeys(os.path.join(source.directory, each) for each in read))
    summary = summary._replace(files=paths)
    if not paths or not are_settled(paths, begun):
        return summary
    entry = cache.store(source.key(), {}, (plain_summary(summary), places_of(paths, source)))
    if entry is not None:
        cache.note_system(entry, paths)
    return summary


def are_settled(paths: Iterable[str], begun: int) -> bool:
    """Whether what was read of files, from a time on, is what they held, and they ask for no other ones."""
    return not any(_changed(path) > begun - _SETTLED or _asks(path) for path in paths)


def places_of(paths: Sequence[str], source: Source) -> tuple[tuple[str, bytes], ...]:
    """Where a file could come to be that would be read in the place of one that was, and what is there."""
    return tuple((each, _names(each)) for each in _directories(paths, source))


def hold(places: Iterable[tuple[str, bytes]]) -> bool:
    """Whether directories hold the names that they held."""
    return all(_names(directory) == said for directory, said in places)


def _changed(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return time.time_ns()


@lru_cache(maxsize=4096)
def _is_system(path: str) -> bool:
    """Whether a file is the system's: libclang finds C++'s headers by paths as ``/../lib/gcc/x/12/../..``."""
    return is_system_path(path) or is_system_path(os.path.realpath(path))


def _asks(path: str) -> bool:
    """Whether a file of the user's asks which files there are."""
    if _is_system(path):
        return False
    try:
        with open(path, "rb") as file:
            return b"__has_include" in file.read()
    except OSError:
        return True


def _directories(paths: Sequence[str], source: Source) -> list[str]:
    """Where a file could come to be that would be read in the place of one that was."""
    found = {os.path.dirname(path): None for path in paths if not _is_system(path)}
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


class Table(NamedTuple):
    """What the functions of a build do, in words: enough to say whether a translation still holds."""

    rows: dict[str, tuple[str, tuple[str, ...], tuple[int, ...]]]
    """By function: a digest of what it does itself, what it calls of others, and the sources of that."""
    files: tuple[str, ...]
    sources: tuple[tuple[int, ...], ...]
    """By source: the files that were read for it."""
    listed: frozenset[str]
    """The real paths of the sources that the database lists."""


def table_key(database: str, data: bytes, promises: Sequence[str]) -> str:
    """Under which the table of a compile database is kept."""
    environment = tuple(os.environ.get(name) for name in ENVIRONMENT)
    everything = ("table", tool(), environment, database, digest(data), tuple(promises))
    return digest(repr(everything).encode("utf-8", "surrogateescape")).hex()


def kept_table(cache: Cache, key: str) -> Table | None:
    """The table that the cache has, where it still holds."""
    entry = cache.find(key, counted=False)
    if entry is None:
        return None
    plain, names, asked = entry.record
    if not hold(names):
        return None
    return None if any(readings.state(*who) != state for who, state in asked) else Table(*plain)


def keep_table(cache: Cache, key: str, table: Table, sources: Sequence[Source]) -> None:
    """Keep a table, where the summaries of all sources are kept: it holds while all of them do."""
    names: dict[str, bytes] = {}
    asked: dict[tuple[str, str], str] = {}
    for source in sources:
        who = (source.compiler, source.dialect)
        asked[who] = readings.state(*who)
        entry = cache.find(source.key(), counted=False)
        if entry is None:
            return
        names.update(entry.record[1])
    stored = cache.store(key, {}, (tuple(table), tuple(names.items()), tuple(asked.items())))
    if stored is not None:
        cache.note_system(stored, table.files)


def table_of(summaries: Sequence[Summary], listed: Iterable[str]) -> Table:
    """The table of the summaries of a build's sources."""
    from pointerchain.analysis.library import STREAMS
    from pointerchain.analysis.names import INDIRECT, OF_DEVICES, name_of
    from pointerchain.suggest.program import together
    from pointerchain.suggest.stored import plain_of

    numbers: dict[str, int] = {}
    for each in summaries:
        for file in each.files:
            numbers.setdefault(file, len(numbers))
    rows: dict[str, tuple[str, tuple[str, ...], tuple[int, ...]]] = {}
    for key, changes in together(summaries).items():
        does = digest(repr(plain_of(changes)).encode("utf-8", "surrogateescape")).hex()
        calls = tuple(sorted({each.key for each in changes.calls}))
        name = name_of(key)
        # Any source may let a pointer lead to one function more, give a stream memory, and map anything.
        every = key.startswith(INDIRECT) or key == STREAMS or key in OF_DEVICES
        by = tuple(
            n for n, each in enumerate(summaries) if every or key in each.functions or name in each.words
        )
        rows[key] = does, calls, by
    read = tuple(tuple(numbers[file] for file in each.files) for each in summaries)
    return Table(rows, tuple(numbers), read, frozenset(listed))


class Known:
    """The functions of a build, as a compile of one of its sources asks for them."""

    def __init__(
        self,
        database: str,
        table: Callable[[], Table | None],
        load: Callable[[], Sequence[Summary]],
        own: Sequence[str],
    ) -> None:
        """``table`` makes the table, and ``load`` gives the summaries, each where it is asked for first.

        There is no table where nothing can be known. ``own`` are the real paths of the compiled sources.
        """
        self.database, self._made, self._load, self._own = database, table, load, own

    @cached_property
    def _table(self) -> Table:
        return self._made() or Table({}, (), (), frozenset())

    def prepare(self) -> None:
        """Load the summaries, which may start processes: to be done in the main thread."""
        assert self._program is not None

    def does(self, key: str) -> MemoryEffects | None:
        """What a function of another source does; None where none defines it."""
        from pointerchain.analysis.names import OF_DEVICES

        if key in OF_DEVICES:  # what this very source does there is followed where it stands
            return self._others.does(key) if key in self._table.rows else None
        return self._program.does(key) if key in self._table.rows else None

    @cached_property
    def _program(self) -> Program:
        from pointerchain.suggest.program import Program, together

        return Program([together(self._load())])

    @cached_property
    def _others(self) -> Program:
        """The functions of all sources but the compiled ones."""
        from pointerchain.suggest.program import Program, together

        summaries = (
            each for each in self._load() if os.path.realpath("".join(each.files[:1])) not in self._own
        )
        return Program([together(summaries)])

    def state(self, key: str) -> str:
        """A word for what a function does, another where that is another; empty where none defines it."""
        if key not in self._table.rows:
            return ""
        rows = [(each, self._table.rows.get(each, ("",))[0]) for each in sorted(self._reached([key]))]
        return digest(repr(rows).encode("utf-8", "surrogateescape")).hex()

    def files(self, keys: Iterable[str]) -> tuple[str, ...]:
        """The files from which it is known what functions do: the database, sources and their headers."""
        sources = {n for key in self._reached(keys) for n in self._table.rows.get(key, ("", (), ()))[2]}
        read = sorted({number for n in sources for number in self._table.sources[n]})
        return (self.database, *(self._table.files[number] for number in read))

    def _reached(self, keys: Iterable[str]) -> set[str]:
        """Functions, and all that they call."""
        waiting = list(keys)
        seen = set(waiting)
        while waiting:
            row = self._table.rows.get(waiting.pop())
            for each in row[1] if row is not None else ():
                if each not in seen:
                    seen.add(each)
                    waiting.append(each)
        return seen
