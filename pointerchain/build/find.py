# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Where a compile database is; apart from ``compdb``, which is loaded only where there is one."""
# For what PTH wants see pointerchain/files.py.
# ruff: noqa: PTH100, PTH112, PTH113, PTH118, PTH120

from __future__ import annotations

import os

NAME = "compile_commands.json"


def upwards(start: str) -> str | None:
    """The database that belongs to the sources in directory ``start``: upwards, ``build`` looked into."""
    place = os.path.abspath(start)
    while True:
        for candidate in (os.path.join(place, NAME), os.path.join(place, "build", NAME)):
            if os.path.isfile(candidate):
                return candidate
        parent = os.path.dirname(place)
        if parent == place:
            return None
        place = parent


def named(build_dir: str) -> str:
    """The path of the database that ``-p`` names: a directory that holds one, or the file."""
    return os.path.join(build_dir, NAME) if os.path.isdir(build_dir) else build_dir
