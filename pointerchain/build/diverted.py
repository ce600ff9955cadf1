# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Dependencies that are not written to a plain file: they go to one of ours first, where names are put right.

``-MF -``, ``-MF`` with a pipe, and the files that gcc appends to for the ``DEPENDENCIES_OUTPUT`` and
``SUNPRO_DEPENDENCIES`` of its environment.
"""

from __future__ import annotations

import _thread
import os
import stat
from collections.abc import Callable, Sequence

from pointerchain import files
from pointerchain.build.options import DEPENDENCY_VARIABLES
from pointerchain.build.relayed import start_reader
from pointerchain.lazy import NamedTuple


class _Pipe:
    """What is written to a pipe of that path: a file would be emptied by each source of a command."""

    def __init__(self, path: str) -> None:
        os.mkfifo(path)
        self._reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        # Held open, so that the end of one source's dependencies is not the end of all.
        self._writing = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
        os.set_blocking(self._reading, True)
        self._text = b""
        self._done = _thread.allocate_lock()
        self._done.acquire()
        start_reader(self._read)

    def _read(self) -> None:
        while data := os.read(self._reading, 1 << 16):
            self._text += data
        self._done.release()

    def text(self) -> bytes:
        """All that was written."""
        os.close(self._writing)
        self._done.acquire()
        os.close(self._reading)
        return self._text


class Diverted(NamedTuple):
    """A file of dependencies: what the compiler writes, and where that belongs.

    ``target`` is a path, or '-' for standard output; ``appended`` whether it is the end of what is there.
    ``pipe`` reads what is written, where that is no plain file. ``of_user``: whether the variable it is for
    asks for no headers of the system's.
    """

    written: str
    target: str
    appended: bool
    of_user: bool
    pipe: _Pipe | None = None

    def deliver(self, renamed: Callable[[bytes], bytes]) -> None:
        """Send on what was written, if anything was; raises ``OSError``."""
        try:
            text = renamed(files.read(self.written) if self.pipe is None else self.pipe.text())
        except FileNotFoundError:
            return
        if self.pipe is not None and not text:
            return
        os.unlink(self.written)
        if self.target == "-":
            files.write(1, text)
            return
        flags = os.O_APPEND | os.O_CREAT if self.appended else os.O_TRUNC
        handle = os.open(self.target, os.O_WRONLY | os.O_CLOEXEC | flags, 0o666)
        try:
            files.write(handle, text)
        finally:
            os.close(handle)


def divert(
    path: str | None, words: Sequence[str], scratch: Callable[[], str], *, several: bool
) -> tuple[list[str], dict[str, str], list[Diverted]]:
    """The words and the environment's variables by which all is written to scratch files, and these files.

    ``path`` is the dependency file that ``words`` name, ``several`` whether they name several sources.
    """
    out = list(words)
    found: list[Diverted] = []
    if path is not None and is_odd(path):
        own = os.path.join(scratch(), "dependencies.d")
        out = [_with(out, at, path, own) for at in range(len(out))]
        found.append(Diverted(own, path, False, False, _Pipe(own) if several else None))
    environment: dict[str, str] = {}
    for name in DEPENDENCY_VARIABLES:
        value = os.environ.get(name)
        if value:
            file, blank, target = value.partition(" ")
            own = os.path.join(scratch(), "dependencies.d")
            environment[name] = own + blank + target
            found.append(Diverted(own, file, True, name == DEPENDENCY_VARIABLES[0]))
    return out, environment, found


def is_odd(path: str) -> bool:
    """Whether a dependency file cannot be read back and replaced: standard output, a pipe, a device."""
    if path == "-" or path.startswith(("/dev/", "/proc/")):
        return True
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return False


def _with(words: Sequence[str], at: int, path: str, own: str) -> str:
    """A word with ``own`` where it names ``path`` as the dependency file."""
    word = words[at]
    before = words[at - 1] if at else ""
    if word == path and (before in ("-MF", "-Xpreprocessor", "-Xclang")):
        return own
    if word == "-MF" + path:
        return "-MF" + own
    if word.startswith("-Wp,"):
        return ",".join(own if part == path else part for part in word.split(","))
    return word
