# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where a project's settings are; apart from ``settings``, which is loaded only where there are some.

Each compile looks for them, so this imports next to nothing.
"""
# For what PTH wants see pointerchain/files.py.
# ruff: noqa: PTH112, PTH118, PTH119, PTH120

from __future__ import annotations

import os

from pointerchain import files
from pointerchain.cli.console import InputError, UsageError

OWN, SHARED = ".pointerchain.toml", "pyproject.toml"
NOWHERE = "none"
"""What '--settings' takes for no file at all."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from pointerchain.cli.settings import Settings


def settings_for(inputs: Iterable[str], given: str | None) -> Settings | None:
    """The settings for sources and directories, ``-`` among them; ``given`` is what '--settings' says.

    Raises :class:`InputError` where a file cannot be read, and :class:`UsageError` where it is not understood
    or the inputs belong to two projects.
    """
    if given == NOWHERE:
        return None
    if given is not None:
        return _read(given, _content(given), is_own=os.path.basename(given) != SHARED, is_named=True)
    try:
        here = os.path.realpath(".")
    except OSError:
        return None  # the working directory was removed, which others tell
    found: dict[str, bytes] = {}
    seen: dict[str, str] = {}
    for path in inputs:
        start = path if path != "-" and os.path.isdir(path) else os.path.dirname(path)
        start = os.path.realpath(start)
        if start not in seen:
            seen[start], found[seen[start]] = _upwards(start, here) or _upwards(here, here) or ("", b"")
    names = {path: _called(path, here) for path in found}
    if len(names) > 1:
        one, other = (f"those of '{name}'" if name else "none" for name in list(names.values())[:2])
        raise UsageError(f"the inputs have two settings, {one} and {other}: give one by one, or '--settings'")
    for path, data in found.items():
        if path:
            is_own = os.path.basename(path) == OWN
            return _read(names[path], data, is_own=is_own, is_named=False)
    return None


def _read(path: str, data: bytes, *, is_own: bool, is_named: bool) -> Settings | None:
    from pointerchain.cli.settings import read

    found = read(path, data, is_own=is_own, is_named=is_named)
    if found is not None and found.promises:
        from pointerchain.cli.promised import promises_given

        found.checked("promises", lambda: promises_given(found.promises))
    return found


def _upwards(directory: str, here: str) -> tuple[str, bytes] | None:
    """The nearest file with settings from ``directory`` on, and what it holds.

    Of two in one directory '.pointerchain.toml' counts; a 'pyproject.toml' without a table of ours is none.
    """
    while True:
        for name in (OWN, SHARED):
            path = os.path.join(directory, name)
            if not os.path.lexists(path):
                continue
            data = _content(path)
            if name == OWN:
                return path, data
            # A name may be spelled by escapes.
            if files.WORD in data or b"\\" in data:
                from pointerchain.cli.settings import has_table

                if has_table(_called(path, here), data):
                    return path, data
        parent = os.path.dirname(directory)
        if parent == directory:
            return None
        directory = parent


def _called(path: str, here: str) -> str:
    """What a file is called: from the working directory on, where it is below that."""
    return path.removeprefix(os.path.join(here, ""))


def _content(path: str) -> bytes:
    try:
        return files.read(path)
    except OSError as error:
        raise InputError(f"cannot read the settings in '{path}': {files.reason(error)}") from None
