# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain explain``: what a diagnostic means, and the way out."""

from __future__ import annotations

from pointerchain.cli.console import EXIT_CLEAN, UsageError, put
from pointerchain.cli.explanations import explain, listing, nearest_code
from pointerchain.cli.option_parser import OptionParser
from pointerchain.diagnostics import CATALOGUE

_ABOUT = """\
Says what a diagnostic means, shows an example that causes it, and the way out.
CODE is what a message ends with, as in [-Wprefix-assigned].
"""
_NOTES = """\
environment:
  POINTERCHAIN_DOCS       where the documentation's site is, an address or the directory
                          in which 'make docs' built it: terminals and SARIF get links
                          from the codes of messages to their pages
"""


_WORDS = frozenset(
    ("declare", "region", "promise", "reload", "restrict", "restrictconst", "shape", "policy", "deepcopy")
)
"""Words of the directives, which are asked for as if they were codes."""
REMARKS = frozenset(
    "varies inside assigned written unstored alias opaque bound unreached unguarded threads device unwritten "
    "template place".split()
)
"""Words of the remarks of ``suggest`` and ``--auto``."""


def run(words: list[str]) -> int:
    """Print the pages of the codes in ``words``; the exit code."""
    parser = OptionParser("explain", "CODE...\n--list", _ABOUT, notes=_NOTES)
    parser.switch("--list", "show every code with its severity and title")
    # A code may be copied from a message as it stands there.
    given = parser.read([_bare(word) for word in words])
    if given is None:
        return EXIT_CLEAN
    if given.list:
        if given.inputs:
            raise UsageError(f"'--list' stands alone; '{given.inputs[0]}' is too much")
        put(listing())
        return EXIT_CLEAN
    if not given.inputs:
        raise UsageError("no code; 'pointerchain explain --list' shows them all")
    for code in given.inputs:
        if code in _WORDS:
            page = "deepcopy.md" if code in ("shape", "policy", "deepcopy") else "directives.md"
            raise UsageError(f"'{code}' is a word of the directives, not a message's code: see docs/{page}")
        if code in REMARKS:
            where = "'Why a chain is left' in docs/suggest.md"
            raise UsageError(f"'{code}' is a word of a remark, not a message's code: see {where}")
        if code not in CATALOGUE:
            close = nearest_code(code)
            hint = f"did you mean '{close}'?" if close else "'pointerchain explain --list' shows them all"
            raise UsageError(f"unknown code '{code}'; {hint}")
    put("\n".join(explain(code) for code in given.inputs))
    return EXIT_CLEAN


def _bare(word: str) -> str:
    return word.strip("[]").removeprefix("-Werror,").removeprefix("-W")
