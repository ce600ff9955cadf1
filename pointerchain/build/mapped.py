# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Mapped: a source with compute constructs -> the data clauses that go into it, as ``map`` writes them.

``#pragma omp target`` over ``s->x[i]``  ->  ``map(to: s->x[0:n]) pointerchain(s->x)`` behind it, for the
translation that follows. A source is decided by itself or, where the compile database of its program is
given, together with all sources that this lists. These are read once for all compiles of a build; what goes
into each is kept in the cache while every file that was read is as it was.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from pointerchain import files
from pointerchain.build import summaries
from pointerchain.build.asked import digest
from pointerchain.build.cache import Cache
from pointerchain.build.command_line import CXX, C, CommandLine
from pointerchain.build.compdb import Database, DatabaseError, absolute_paths
from pointerchain.build.job import Context, Job, Refusal, reached, reading_words
from pointerchain.build.mapping import Mapping, says_numbers
from pointerchain.build.tool import ENVIRONMENT, tool
from pointerchain.lazy import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pointerchain.build.includes import File
    from pointerchain.build.macros import Aliases
    from pointerchain.map.mapping import Input, Result

_LOCK = "map.lock"
_UNKNOWN = (
    "not every construct gets its data clauses: answer what is asked, or have the others be compiled without "
    "by '--map=partial'"
)
_UNREADABLE = "Clang cannot read it"
_LEFT = "compiled without data clauses for these constructs"
_NUMBERS = (
    "clauses need lines of their own, and the source has '#line': let 'pointerchain map --apply' write them"
)
_SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++", ".C")


class _Listed(NamedTuple):
    """One source of a program, as it is read for all compiles."""

    text: bytes
    """The digest of its text."""
    read_as: tuple[str, ...]
    """The words of its command that say how it is read."""
    mapping: tuple[Any, ...]


def clauses_of(job: Job) -> tuple[Job, str] | Refusal:
    """The job with the data clauses of its source, and what is said of constructs that get none."""
    path = job.main.path
    try:
        mapping, said = mapping_of(job)
    except OSError:
        raise
    except Exception as error:
        from traceback import format_exc

        what = f"{type(error).__name__}: {error}"[:300]
        return Refusal("", what, format_exc(), why=f"an error in pointerchain itself, {what}")
    if mapping.problem:
        unread = mapping.problem if mapping.problem.startswith(_UNREADABLE) else ""
        text = f"{path}: error: {mapping.problem}, so that its constructs get no data clauses\n"
        return Refusal(text, unread=unread, why=mapping.problem)
    said += "".join(path + each for each in mapping.asked)
    if mapping.asked and not job.context.partial:
        return Refusal(f"{said}{path}: error: {_UNKNOWN}\n", why=_UNKNOWN)
    if mapping.has_lines_of_its_own() and says_numbers(job.main.data):
        return Refusal(f"{path}: error: {_NUMBERS}\n", why=_NUMBERS)
    if mapping.asked:
        said += f"{path}: warning: {_LEFT}\n"
    return job._replace(mapping=mapping), said


def mapping_of(job: Job) -> tuple[Mapping, str]:
    """What goes into the source of a job, and a warning where the database does not tell of it."""
    known = job.context.known
    if known is None:
        return _by_itself(job, None), ""
    program = _Program(job.context, known.database)
    try:
        listed = program.listed().get(os.path.realpath(job.main.path))
        why = f"'{program.database}' does not list the source"
    except DatabaseError as error:
        listed, why = None, str(error)
    if listed is None:
        return _by_itself(job, None), f"{job.main.path}: warning: '-p' is not heeded: {why}\n"
    if listed[:2] == (digest(job.main.data), _read_as(job)) and not _is_read_otherwise(job):
        return Mapping(*listed.mapping), ""
    return _by_itself(job, program), ""


def _by_itself(job: Job, program: _Program | None) -> Mapping:
    """What goes into a source that is read for this compile alone, perhaps with the others of a program."""
    cache = job.context.cache
    key = job.digest([job.main], "map", program.key if program is not None else "")
    kept = _kept(cache, key)
    if kept is not None:
        return Mapping(*kept)
    from pointerchain.build.macros import NO_ALIASES, aliases
    from pointerchain.build.overlay import OverlayError
    from pointerchain.build.reserved import Unknown
    from pointerchain.map.mapping import Input, map_sources
    from pointerchain.translator.clang.unsaved import reading

    begun, main = time.time_ns(), job.main
    others = program.inputs(main.path) if program is not None else []
    names = NO_ALIASES
    try:
        names = aliases(job, _files_of(job), [main])
    except Unknown:
        return Mapping(problem="what macros the compiler has of its own is not known")
    except OverlayError:
        pass  # the translation says it
    arguments = (*job.arguments, *_forced(job), *names.options)
    own = Input(main.path, names.put(main.data), arguments, job.source.language)
    with reading(names.headers):
        are_all = program is None or program.are_all
        result, *more = map_sources([own, *others], are_all=are_all, lines_are_kept=True)
    read = tuple(dict.fromkeys(path for each in more for path in each.files))
    elsewhere = (program.database, *read) if program is not None else ()
    mapping = _mapping(result, names, elsewhere)
    places = tuple(place for each in others for place in _places(each, read))
    if summaries.are_settled(read, begun):
        included = (path for path in result.files if path != main.path)
        _keep(cache, key, tuple(mapping), places, (*included, *elsewhere))
    return mapping


class _Program:
    """The sources of a compile database."""

    def __init__(self, context: Context, database: str) -> None:
        self._cache, self.database = context.cache, database
        self.are_all = True
        """Whether each source that the database lists could be read."""
        self._extra = {language: _extra(context, language) for language in (C, CXX)}

    @cached_property
    def key(self) -> str:
        """Under which it is kept what goes into all of its sources."""
        try:
            data = files.read(self.database)
        except OSError:
            data = b""
        environment = tuple(os.environ.get(name) for name in ENVIRONMENT)
        everything = ("map", tool(), environment, self.database, digest(data), self._extra)
        return digest(repr(everything).encode("utf-8", "surrogateescape")).hex()

    def listed(self) -> dict[str, _Listed]:
        """What goes into each of its sources, by their real paths."""
        kept = _kept(self._cache, self.key)
        if kept is None:
            with self._cache.alone(_LOCK):  # the compiles of a build all want the same
                kept = _kept(self._cache, self.key) or self._made()
        return {path: _Listed(*row) for path, row in kept}

    def _made(self) -> tuple[tuple[str, tuple[Any, ...]], ...]:
        from pointerchain.build.macros import NO_ALIASES
        from pointerchain.map.mapping import map_sources

        begun = time.time_ns()
        inputs = self.inputs()
        results = map_sources(inputs, are_all=self.are_all, lines_are_kept=True)
        rows, every = [], tuple(dict.fromkeys(path for each in results for path in each.files))
        for given, result in zip(inputs, results, strict=True):
            read = dict.fromkeys(path for each in results if each is not result for path in each.files)
            mapping = _mapping(result, NO_ALIASES, (self.database, *read))
            command = CommandLine(["cc"], [*given.args, "-c", given.path])
            read_as = tuple(absolute_paths([word for _, word in reading_words(command, ())], "/"))
            listed = _Listed(digest(given.data), read_as, tuple(mapping))
            rows.append((os.path.realpath(given.path), tuple(listed)))
        places = tuple(dict.fromkeys(place for each in inputs for place in _places(each, every)))
        if summaries.are_settled(every, begun):
            _keep(self._cache, self.key, tuple(rows), places, every)
        return tuple(rows)

    def inputs(self, but: str = "") -> list[Input]:
        """Its sources as the command ``map`` reads them, without one."""
        from pointerchain.map.mapping import Input
        from pointerchain.translator.clang.arguments import is_cxx

        database, out = Database(self.database), []
        for path in database.files:
            flags = database.flags(path)
            if not path.endswith(_SOURCES) or flags is None:
                continue
            if but and os.path.realpath(path) == os.path.realpath(but):
                continue
            try:
                data = files.read(path)
            except OSError:
                self.are_all = False
                continue
            dialect = CXX if is_cxx(path, flags.arguments, flags.language) else C
            out.append(Input(path, data, (*flags.arguments, *self._extra[dialect]), flags.language))
        return out


def _extra(context: Context, language: str) -> tuple[str, ...]:
    """The options that name the directories of a wrapper."""
    directories = context.compiler(language).extra_directories()
    return tuple(word for each in directories for word in ("-isystem", each))


def _read_as(job: Job) -> tuple[str, ...]:
    """The words of a compile that say how its source is read, as those of the database are kept."""
    words = [word for _, word in reading_words(job.context.command, job.program.search.unquoted)]
    return tuple(absolute_paths([*words, *_extra(job.context, job.source.language)], os.getcwd()))


def _forced(job: Job) -> tuple[str, ...]:
    """The options that have files included first, as a translation has them in front of the text."""
    command = job.context.command
    paths = [os.path.join(os.getcwd(), file.path) for file in job.program.precompiled]
    paths += [command.words[at] for at in command.forced]
    return tuple(word for path in paths for word in ("-include", path))


def _files_of(job: Job) -> list[File]:
    return reached([job.main, *filter(None, job.forced), *job.program.precompiled])


def _is_read_otherwise(job: Job) -> bool:
    """Whether macros of the compiler's own may choose other text than Clang's library reads.

    A macro that both have, and of which it is only asked whether it is there, chooses none.
    """
    own = [file.data for file in _files_of(job) if file.place < job.program.search.system_from]
    key = job.digest([job.main], "macros of its own")
    kept = _kept(job.context.cache, key)
    if kept is None:
        from pointerchain.build.macros import may_choose_others

        kept = (may_choose_others(job, own),)
        _keep(job.context.cache, key, kept, (), ())
    return bool(kept[0])


def _mapping(result: Result, names: Aliases, elsewhere: Iterable[str]) -> Mapping:
    """What is kept of a result, in the user's names."""
    from pointerchain.map.report import remarks_of

    rows = tuple((row.at, names.take(row.text)) for row in result.rows)
    asked = tuple(names.take(os.fsencode(each.removeprefix(result.path))) for each in remarks_of(result))
    return Mapping(rows, tuple(map(os.fsdecode, asked)), result.problem, tuple(elsewhere))


# --- in the cache ----------------------------------------------------------------------------------------


def _places(given: Input, read: Sequence[str]) -> tuple[tuple[str, bytes], ...]:
    """Where a file could come to be that would be read for a source of a program."""
    directory = os.path.dirname(given.path)
    source = summaries.Source(given.path, directory, tuple(given.args), given.language, ())
    return summaries.places_of(read, source)


def _kept(cache: Cache, key: str) -> Any:
    """What the cache has, where no file that was read has changed, and none has come; None else."""
    entry = cache.find(key, counted=False)
    if entry is None:
        return None
    held, places = entry.record
    return held if summaries.hold(places) else None


def _keep(
    cache: Cache, key: str, held: tuple[Any, ...], places: Iterable[tuple[str, bytes]], read: Iterable[str]
) -> None:
    entry = cache.store(key, {}, (held, tuple(places)))
    if entry is not None:
        cache.note_system(entry, read)
