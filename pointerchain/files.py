# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Finding the sources that hold directives, and writing files whole or not at all.

Every compile of a build comes through here, so nothing is imported that a
started interpreter has not loaded (``pathlib`` alone would double the time a
file without directives costs).
"""
# ruff: noqa: PTH105, PTH108, PTH112, PTH116, PTH118, PTH119, PTH123, PTH206, SIM105

from __future__ import annotations

import os
import stat

WORD = b"pointerchain"

SUFFIXES = (
    *(".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cu"),
    *(".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".cuh", ".inl", ".ipp", ".tpp"),
)

# One buffer for all files that are searched: allocating one for each costs
# three times as much as the search itself.
_BUFFER = bytearray(1 << 18)
_VIEW = memoryview(_BUFFER)


class Input:
    """One file to look at.

    ``path`` is what the user would call it, ``layout`` its place below an output
    directory. ``named`` tells that the command line names the file itself,
    ``marked`` that it holds the word. ``data`` holds what can be read only once
    (a pipe), ``problem`` why the file or directory cannot be read.
    """

    def __init__(
        self,
        path: str,
        layout: str,
        *,
        named: bool,
        marked: bool = False,
        data: bytes | None = None,
        problem: OSError | None = None,
    ) -> None:
        self.path = path
        self.layout = layout
        self.named = named
        self.marked = marked
        self.data = data
        self.problem = problem


class Tree:
    """What one directory of the command line holds: the marked files, and how many sources in all."""

    def __init__(self, inputs: list[Input], sources: int) -> None:
        self.inputs = inputs
        self.sources = sources


def reason(error: OSError) -> str:
    """What went wrong, in the words of the system, fit for the end of a message."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def is_directory(path: str) -> bool:
    """Whether ``path`` is a directory, or a link to one."""
    return os.path.isdir(path)


def named_input(path: str) -> Input:
    """The file that the command line names; a pipe is read here, once."""
    layout = os.path.basename(path)
    try:
        if stat.S_ISREG(os.stat(path).st_mode):
            return Input(path, layout, named=True, marked=holds_word(path))
        data = read(path)
        return Input(path, layout, named=True, marked=WORD in data, data=data)
    except OSError as error:
        return Input(path, layout, named=True, problem=error)


def scan(top: str, skip: str | None = None) -> Tree:
    """Find the sources below ``top`` that hold the word, in the order of their paths.

    Hidden files and directories are passed over, and so is the directory
    ``skip`` (where output goes). A link to a directory is not followed: it
    leads out of the tree or back into it.
    """
    inputs: list[Input] = []
    sources = 0
    prefix = len(os.path.join(top, ""))
    skipped = os.path.realpath(skip) if skip is not None else None
    waiting = [top]
    while waiting:
        directory = waiting.pop()
        if skipped is not None and directory != top and os.path.realpath(directory) == skipped:
            continue
        try:
            with os.scandir(directory) as entries:
                for entry in entries:
                    if entry.name.startswith("."):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                    elif entry.name.endswith(SUFFIXES) and _search(entry, prefix, inputs):
                        sources += 1
        except OSError as error:
            inputs.append(Input(directory, directory[prefix:], named=False, problem=error))
    # As a listing sorts: a directory's files stand together.
    inputs.sort(key=lambda item: item.path.split(os.sep))
    return Tree(inputs, sources)


def _search(entry: os.DirEntry[str], prefix: int, inputs: list[Input]) -> bool:
    """Add a file to ``inputs`` if it holds the word or cannot be read; False where it is no file."""
    try:
        if not entry.is_file():
            return False
        if holds_word(entry.path):
            inputs.append(Input(entry.path, entry.path[prefix:], named=False, marked=True))
    except OSError as error:
        inputs.append(Input(entry.path, entry.path[prefix:], named=False, problem=error))
    return True


def holds_word(path: str) -> bool:
    """Whether the file's bytes hold ``pointerchain`` anywhere; raises ``OSError``."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        # A word that two reads share is found because the first one's last bytes are kept.
        kept = 0
        while count := os.readv(handle, [_VIEW[kept:]]):
            end = kept + count
            if _BUFFER.find(WORD, 0, end) >= 0:
                return True
            kept = min(len(WORD) - 1, end)
            _BUFFER[:kept] = _BUFFER[end - kept : end]
        return False
    finally:
        os.close(handle)


def read(path: str) -> bytes:
    """All bytes of a file; raises ``OSError``."""
    with open(path, "rb") as file:
        return file.read()


def read_standard_input() -> bytes:
    """All bytes of standard input; raises ``OSError``."""
    with open(0, "rb", closefd=False) as file:
        return file.read()


def write(descriptor: int, data: bytes) -> None:
    """Write all of ``data`` to an open descriptor; raises ``OSError``."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def write_whole(path: str, data: bytes) -> None:
    """Make ``path`` hold ``data``, or leave it as it was; raises ``OSError``.

    The bytes go to a temporary file beside it, which then takes its place. A
    link is followed; a file that is replaced keeps its mode and, where the
    system lets it, its owner. Devices and pipes are written to as they are.
    """
    target = os.path.realpath(path)
    try:
        old = os.stat(target)
    except FileNotFoundError:
        old = None
    if old is not None and not stat.S_ISREG(old.st_mode):
        handle = os.open(target, os.O_WRONLY | os.O_CLOEXEC)
        try:
            write(handle, data)
        finally:
            os.close(handle)
    elif old is not None and not os.access(target, os.W_OK):
        # Taking the place of a file needs no right to write it, but its owner said no.
        raise PermissionError(13, "Permission denied", path)
    else:
        _replace(target, data, old)


def _replace(target: str, data: bytes, old: os.stat_result | None) -> None:
    """Write a temporary file and put it in ``target``'s place."""
    import signal

    directory, name = os.path.split(target)
    temporary = os.path.join(directory, f".{name[:200]}.{os.urandom(4).hex()}.tmp")
    # A signal waits until the temporary file is gone, one way or the other.
    waiting = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waiting)
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        try:
            try:
                write(handle, data)
                if old is not None:
                    _keep_owner_and_mode(handle, old)
            finally:
                os.close(handle)
            os.replace(temporary, target)
        except BaseException:
            os.unlink(temporary)
            raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _keep_owner_and_mode(handle: int, old: os.stat_result) -> None:
    new = os.fstat(handle)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        try:
            os.fchown(handle, old.st_uid, old.st_gid)
        except PermissionError:
            # Only root may give a file away: a replaced file is then the writer's.
            pass
    os.fchmod(handle, stat.S_IMODE(old.st_mode))
