# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Libraries that go into a user's program: built once, into the cache's directory."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pointerchain.build.asked import make_place
from pointerchain.build.cache import Cache
from pointerchain.build.command_line import find_program
from pointerchain.files import reason

_FLAGS = ("-std=gnu99", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-fno-builtin", "-w")
# Exceptions of C++ may pass: an error handler may throw.
_OBJECT_FLAGS = ("-std=gnu99", "-O2", "-fPIC", "-fvisibility=hidden", "-fexceptions", "-w")


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
        make_place(str(folder))
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


def archive_path(
    name: str, source: Path, headers: Sequence[Path], compiler: Sequence[str], options: Sequence[str]
) -> Path:
    """Where :func:`archive` puts the static library: by the compiler, its options and all texts."""
    program = find_program(compiler[-1])
    if program is None:
        raise NotBuilt(f"there is no compiler '{compiler[-1]}'")
    state = Path(program).stat()
    sign = (os.path.realpath(program), state.st_size, state.st_mtime_ns, *compiler, *options)
    digest = hashlib.sha256(repr(sign).encode("utf-8", "surrogateescape"))
    for file in (source, *headers):
        digest.update(b"\0" + file.name.encode() + b"\0" + file.read_bytes())
    return Path(Cache().directory, f"{name}-{digest.hexdigest()[:16]}", f"{name}.a")


def archive(
    name: str, source: Path, headers: Sequence[Path], compiler: Sequence[str], options: Sequence[str]
) -> Path:
    """The static library of one C source, and beside it the shared one; built where they are not there yet.

    Raises :class:`NotBuilt`. The shared library lies in 'shared', so that '-l' finds the static one.
    """
    path = archive_path(name, source, headers, compiler, options)
    if path.exists():
        return path
    try:
        make_place(str(path.parent.parent))
        with tempfile.TemporaryDirectory(dir=path.parent.parent) as scratch:
            made = Path(scratch, "made")
            Path(made, "shared").mkdir(parents=True)
            _build(name, source, made, compiler, options)
            made.rename(path.parent)
    except OSError as error:
        if not path.exists():  # nobody else was first
            raise NotBuilt(f"cannot write '{path}': {reason(error)}") from None
    return path


def _build(name: str, source: Path, made: Path, compiler: Sequence[str], options: Sequence[str]) -> None:
    """Compile the source once, and make both libraries of the object."""
    linked = f"{name}.so"
    commands = (
        [*compiler, *_OBJECT_FLAGS, *options, "-x", "c", "-c", str(source), "-o", f"{name}.o"],
        [_archiver(compiler), "rcs", f"{name}.a", f"{name}.o"],
        [
            *compiler,
            *options,
            "-shared",
            f"-Wl,-soname,{linked}",
            f"{name}.o",
            "-o",
            f"shared/{linked}",
            "-lpthread",
        ],
    )
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=made)
        if done.returncode != 0:
            raise NotBuilt(f"'{compiler[-1]}' cannot build {name}", done.stderr)
    (made / f"{name}.o").unlink()


def _archiver(compiler: Sequence[str]) -> str:
    """The program that makes archives of a compiler's objects."""
    done = subprocess.run(
        [*compiler, "-print-prog-name=ar"],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    named = done.stdout.strip() if done.returncode == 0 else ""
    return shutil.which(named) or shutil.which("ar") or "ar"
