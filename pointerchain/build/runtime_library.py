# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Shared libraries that go into a user's program: built once, into the cache's directory."""

from __future__ import annotations

import hashlib
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pointerchain.build.cache import Cache
from pointerchain.files import reason

_FLAGS = ("-std=gnu99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-fno-builtin", "-w")


class NotBuilt(Exception):
    """There is no library: ``output`` is what the compiler said, or None where nothing could be written."""

    def __init__(self, message: str, output: str | None = None) -> None:
        super().__init__(message)
        self.output = output


def runtime_library(
    stem: str, files: Sequence[Path], compiler: str, version: str, options: Sequence[str]
) -> Path:
    """The library of C sources; built where it is not there yet. Raises :class:`NotBuilt`.

    Its name begins with ``stem`` and tells the ``version`` and the texts of the ``files``, those of
    headers too.
    """
    digest = hashlib.sha256(version.encode())
    for file in files:
        digest.update(b"\0" + file.name.encode() + b"\0" + file.read_bytes())
    folder = Path(Cache().directory)
    path = folder / f"{stem}-{digest.hexdigest()[:16]}.so"
    if path.exists():
        return path
    sources = [str(each) for each in files if each.suffix == ".c"]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            made = Path(scratch, path.name)
            command = [compiler, *_FLAGS, *sources, f"-Wl,-soname,{path.name}", "-o", str(made), *options]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise NotBuilt(f"{version} cannot build it", done.stderr)
            made.replace(path)
    except OSError as error:
        raise NotBuilt(f"cannot write '{path}': {reason(error)}") from None
    return path
