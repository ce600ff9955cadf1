# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain explain``: what a diagnostic means, and the way out."""

from __future__ import annotations

from pointerchain.console import EXIT_CLEAN, UsageError, asks_for_help, put


def run(words: list[str]) -> int:
    """Print the pages of the codes in ``words``; the exit code."""
    if asks_for_help(words):
        from pointerchain.usage import EXPLAIN

        put(EXPLAIN)
        return EXIT_CLEAN
    from pointerchain.diagnostics import CATALOGUE
    from pointerchain.explain import explain, listing, nearest_code

    if words == ["--list"]:
        put(listing())
        return EXIT_CLEAN
    # A code may be copied from a message as it stands there.
    codes = [word.strip("[]").removeprefix("-Werror,").removeprefix("-W") for word in words]
    if not codes:
        raise UsageError("no code; 'pointerchain explain --list' shows them all")
    for word, code in zip(words, codes, strict=True):
        if code not in CATALOGUE:
            close = nearest_code(code)
            hint = f"did you mean '{close}'?" if close else "'pointerchain explain --list' shows them all"
            raise UsageError(f"unknown code '{word}'; {hint}")
    put("\n".join(explain(code) for code in codes))
    return EXIT_CLEAN
