# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The ``-W`` options, read in the order in which they are given, as Clang reads them."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from pointerchain.cli.console import UsageError
from pointerchain.cli.settings_file import TYPE_CHECKING
from pointerchain.diagnostics import CATALOGUE, WarningControls, warning_codes

if TYPE_CHECKING:
    from pointerchain.cli.settings import Settings


def controls_of(words: Iterable[str], settings: Settings | None) -> WarningControls:
    """What ``words`` say; they begin with those of the settings, which are told of with their place."""
    if settings is not None:
        settings.checked("warnings", lambda: warning_controls(settings.warnings))
    return warning_controls(words)


def warning_controls(words: Iterable[str]) -> WarningControls:
    """What ``-w`` and ``-W[no-][error[=]]CODE`` say; the last one about a code counts.

    Raises :class:`UsageError` for a code that is none, or that is an error anyway.
    """
    disabled: set[str] = set()
    errors: set[str] = set()
    not_errors: set[str] = set()
    all_errors = silent = False
    for word in words:
        option = word[2:]
        on = not option.startswith("no-")
        name = option.removeprefix("no-")
        if word == "-w":
            silent = True
        elif name == "error":
            all_errors = on
        elif name.startswith("error="):
            code = _code(word, name.removeprefix("error="))
            disabled -= {code} if on else set()
            errors, not_errors = (
                (errors | {code}, not_errors - {code}) if on else (errors - {code}, not_errors | {code})
            )
        else:
            code = _code(word, name)
            disabled = disabled - {code} if on else disabled | {code}
            errors -= set() if on else {code}
    if silent:
        disabled, errors, all_errors = set(warning_codes()), set(), False
    # What is switched off is not promoted by a bare '-Werror' either.
    return WarningControls(
        frozenset(disabled), frozenset(errors), all_errors, frozenset(not_errors | disabled)
    )


def _code(word: str, name: str) -> str:
    codes = warning_codes()
    if name in codes:
        return name
    if name in CATALOGUE:
        raise UsageError(f"'{word}': '{name}' is an error, which no option changes")
    close = get_close_matches(name, codes, 1, 0.5)
    if close:
        raise UsageError(f"unknown warning in '{word}'; did you mean '{word[: -len(name)]}{close[0]}'?")
    raise UsageError(f"unknown warning in '{word}'; 'pointerchain explain --list' shows them all")
