# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Promised: the option ``--promise`` of the commands that look at chains without directives."""

from __future__ import annotations

from collections.abc import Iterable

from pointerchain.cli.console import UsageError
from pointerchain.suggest.promise_options import promises_of
from pointerchain.translator.text.directives import Promise

PROMISE_HELP = (
    "take the clauses of a 'promise' directive, as 'reads(printf, fprintf)', for true in all that is read; "
    "a false one makes a wrong program"
)


def promises_given(clauses: Iterable[str]) -> tuple[Promise, ...]:
    """What the values of the option say; raises :class:`UsageError`."""
    try:
        return promises_of(clauses)
    except ValueError as error:
        raise UsageError(f"'--promise': {error}") from None
