# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The functions of a build: what those of all sources do that its compile database lists."""

from __future__ import annotations

from typing import NamedTuple

from pointerchain.build import find
from pointerchain.build.compdb import Database, DatabaseError
from pointerchain.cli.console import InputError
from pointerchain.cli.pool import Pool, WorkerDied
from pointerchain.suggest.program import Functions, Summary, summary_of, together, unread
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
        for file, flags in database.commands():
            sources.append(_Source(file, flags.arguments, flags.language, promises))
    except DatabaseError as error:
        raise InputError(str(error)) from None
    with Pool(_summary, sources, processes) as pool:
        results = zip(sources, pool.results(), strict=True)
        return together(
            unread(each.file) if isinstance(found, WorkerDied) else found for each, found in results
        )


def _summary(source: _Source) -> Summary:
    return summary_of(source.file, source.arguments, source.language, source.promises)
