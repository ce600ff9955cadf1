# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Stored: a summary of a source <-> tuples and strings, as they are kept on the disk; one has one form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pointerchain.analysis.effects import Accesses, ArgumentTarget, CallSite, MemoryEffects, ParameterAccess
from pointerchain.suggest.program import Summary


def plain_of(changes: MemoryEffects) -> tuple[Any, ...]:
    """The same of tuples, strings and truth values alone, in an order of its own."""
    return tuple(map(_plain, changes))


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset):
        return tuple(sorted(map(_plain, value)))
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value


def changes_of(plain: tuple[Any, ...]) -> MemoryEffects:
    """What :func:`plain_of` was given."""
    mod, ref, *others = plain
    fields: Iterator[Any] = (frozenset(each) if isinstance(each, tuple) else each for each in others)
    read = MemoryEffects(_accesses(mod), _accesses(ref), *fields)
    calls = ((key, tuple(ArgumentTarget(*target) for target in arguments)) for key, arguments in read.calls)
    return read._replace(calls=frozenset(CallSite(*each) for each in calls))


def _accesses(plain: tuple[Any, ...]) -> Accesses:
    read = Accesses(*map(frozenset, plain))
    return read._replace(parameters=frozenset(ParameterAccess(*each) for each in read.parameters))


def plain_summary(summary: Summary) -> tuple[Any, ...]:
    """A summary as it is kept."""
    rows = tuple((key, plain_of(changes)) for key, changes in sorted(summary.functions.items()))
    return rows, summary.files, tuple(sorted(summary.words))


def summary_from(plain: tuple[Any, ...]) -> Summary:
    """What :func:`plain_summary` was given."""
    rows, files, words = plain
    return Summary({key: changes_of(each) for key, each in rows}, files, frozenset(words))
