# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``pointerchain cache``: what the launcher's cache holds, and emptying it."""

from __future__ import annotations

from pointerchain import files
from pointerchain.build.cache import Cache
from pointerchain.cli.console import EXIT_CLEAN, InputError, UsageError, put
from pointerchain.cli.option_parser import OptionParser

_ABOUT = """\
The translations that 'pointerchain cc' keeps.
"""
_NOTES = """\
environment:
  POINTERCHAIN_CACHE_DIR  where they are kept (default: ~/.cache/pointerchain)
  POINTERCHAIN_CACHE_SIZE how large that may grow, as in 256M (the default); 0: nothing is kept
"""


def run(words: list[str]) -> int:
    """Show or clear the cache; the exit code."""
    parser = OptionParser("cache", "--stats | --clear", _ABOUT, notes=_NOTES)
    parser.switch("--stats", "show where they are, how many, how large, and how often one was found")
    parser.switch("--clear", "remove them all, and set the counts to zero")
    given = parser.read(words)
    if given is None:
        return EXIT_CLEAN
    if given.stats == given.clear:
        raise UsageError("give '--stats' or '--clear'")
    if given.inputs:
        raise UsageError(f"'cache' takes no file; '{given.inputs[0]}' is too much")
    if given.stats:
        put(_statistics())
        return EXIT_CLEAN
    cache = Cache()
    try:
        count = cache.clear()
    except OSError as error:
        raise InputError(f"cannot clear '{cache.directory}': {files.reason(error)}") from None
    put(f"{count} translation{'' if count == 1 else 's'} removed from '{cache.directory}'\n")
    return EXIT_CLEAN


def _statistics() -> str:
    held = Cache().statistics()
    asked = held.hits + held.misses
    share = f" ({100 * held.hits / asked:.1f} %)" if asked else ""
    return (
        f"directory     {held.directory}\n"
        f"translations  {held.entries}\n"
        f"size          {_shown(held.size)} of {_shown(held.limit)}\n"
        f"hits          {held.hits}{share}\n"
        f"misses        {held.misses}\n"
        f"shared        {held.shared} of the misses, by headers that another source had translated\n"
    )


def _shown(size: int) -> str:
    for unit, factor in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} B"
