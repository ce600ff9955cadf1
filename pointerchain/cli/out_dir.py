# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""``--out-dir`` of commands that change the sources they are given: where each goes, and writing it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pointerchain import files
from pointerchain.cli.console import InputError, UsageError


def targets_in(folder: str, paths: Sequence[str]) -> dict[str, str]:
    """Where each source goes below a folder: under its path, or its name where that leads elsewhere."""
    targets: dict[str, str] = {}
    for path in paths:
        inside = Path(os.path.normpath(path))
        if inside.is_absolute() or inside.parts[:1] == (os.pardir,):
            inside = Path(inside.name)
        target = str(Path(folder) / inside)
        if target in targets.values():
            raise UsageError(f"two sources would be written to '{target}'")
        if os.path.realpath(target) == os.path.realpath(path):
            raise UsageError(f"'--out-dir {folder}' would overwrite '{path}'")
        targets[path] = target
    return targets


def write_to(target: str, data: bytes) -> None:
    """Write a file whole, with the folders that it is in."""
    try:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        files.write_whole(target, data)
    except OSError as error:
        raise InputError(f"cannot write '{target}': {files.reason(error)}") from None
