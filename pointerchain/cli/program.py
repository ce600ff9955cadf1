# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The functions of a build: what those of all sources do that its compile database lists."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pointerchain.analysis.effects import Functions
from pointerchain.analysis.names import OF_DEVICES
from pointerchain.build import find
from pointerchain.build.cache import Cache
from pointerchain.build.compdb import CompileFlags, Database, DatabaseError
from pointerchain.build.summaries import Source, Table, keep_table, kept, made, table_of
from pointerchain.cli.console import InputError
from pointerchain.cli.pool import Pool, WorkerDied
from pointerchain.cli.promised import promises_given
from pointerchain.long_options import ALIASING, levels
from pointerchain.suggest.program import Summary, together, unread
from pointerchain.translator.text.directives import Promise

_LOCK = "functions.lock"


def functions_of_build(build_dir: str, processes: int, promises: tuple[Promise, ...]) -> Functions:
    """By name: what each function does; a source on which Clang dies may define any that it names."""
    try:
        commands = Database(find.named(build_dir)).commands()
    except DatabaseError as error:
        raise InputError(str(error)) from None
    sources = [_source(file, place, flags, promises) for file, place, flags in commands]
    found = together(summaries_of(sources, processes))
    # what any of them puts on a device is no fact of a single one
    return {key: changes for key, changes in found.items() if key not in OF_DEVICES}


def sources_of_compiles(database: str, promises: Sequence[str]) -> list[Source]:
    """The sources of a database as the compiles of its build see them; raises ``InputError``."""
    try:
        commands = Database(database).commands()
    except DatabaseError as error:
        raise InputError(str(error)) from None
    vouched = promises_given(promises)
    return [
        _source(file, place, flags._replace(arguments=_as_compiled(flags.arguments)), vouched)
        for file, place, flags in commands
    ]


def _source(file: str, place: str, flags: CompileFlags, promises: tuple[Promise, ...]) -> Source:
    return Source(file, place, flags.arguments, flags.language, promises, flags.compiler, flags.responses)


def table_now(cache: Cache, key: str, sources: list[Source]) -> tuple[Table, list[Summary]]:
    """The table of a build with the summaries, made now, and kept where it can be."""
    summaries = summaries_of(sources, len(os.sched_getaffinity(0)))
    table = table_of(summaries, (os.path.realpath(each.file) for each in sources))
    keep_table(cache, key, table, sources)
    return table, summaries


def _as_compiled(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The arguments with what the level of optimisation says of aliasing; gcc's '-O1' says nothing."""
    said = levels(arguments)
    strict = bool(said) and said[-1] not in ("0", "1", "", "g")
    told = not ALIASING.isdisjoint(arguments)
    return arguments if strict or told else (*arguments, "-fno-strict-aliasing")


def summaries_of(sources: list[Source], processes: int) -> list[Summary]:
    """The summaries of sources, in their order: from the cache, or read now, by one process at a time."""
    cache = Cache()
    found = {source: kept(cache, source) for source in sources}
    if None in found.values():
        with cache.alone(_LOCK):
            for source in [each for each, summary in found.items() if summary is None]:
                found[source] = kept(cache, source)
            missing = [each for each, summary in found.items() if summary is None]
            with Pool(_Made(cache), missing, processes) as pool:
                for source, summary in zip(missing, pool.results(), strict=True):
                    found[source] = unread(source.file) if isinstance(summary, WorkerDied) else summary
    return [found[source] or Summary({}) for source in sources]


class _Made:
    """What a worker does with a source."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache

    def __call__(self, source: Source) -> Summary:
        return made(self._cache, source)
