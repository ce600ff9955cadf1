# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The functions of a build: what those of all sources do that its compile database lists."""

from __future__ import annotations

from typing import NamedTuple

from pointerchain.build import find
from pointerchain.build.compdb import Database, DatabaseError
from pointerchain.cli.console import InputError
from pointerchain.cli.pool import Pool, WorkerDied
from pointerchain.suggest.changes import NOTHING
from pointerchain.suggest.program import Functions, functions_of
from pointerchain.translator.text.directives import Promise


class _Source(NamedTuple):
    file: str
    arguments: tuple[str, ...]
    language: str | None
    promises: tuple[Promise, ...]


def functions_of_build(build_dir: str, processes: int, promises: tuple[Promise, ...]) -> Functions:
    """By name: what each function does; a source on which Clang dies defines none."""
    path = find.named(build_dir)
    try:
        database = Database(path)
        sources = []
        for file in database.files:
            flags = database.flags(file)
            assert flags is not None, "the database lists it"
            sources.append(_Source(file, flags.arguments, flags.language, promises))
    except DatabaseError as error:
        raise InputError(str(error)) from None
    found: Functions = {}
    with Pool(_functions, sources, processes) as pool:
        for result in pool.results():
            if not isinstance(result, WorkerDied):
                for key, changes in result.items():
                    found[key] = found.get(key, NOTHING) | changes
    return found


def _functions(source: _Source) -> Functions:
    return functions_of(source.file, source.arguments, source.language, source.promises)
