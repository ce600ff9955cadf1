# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The inputs of a run: files that the command line names, and those with directives below a directory.

For what may be imported here see ``pointerchain/files.py``.
"""

from __future__ import annotations

import os
import stat

from pointerchain.files import HEADERS, WORD, has_word, read, read_standard_input

STDIN_NAME = "<stdin>"

SOURCES = (".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".cu")
FORTRAN = tuple(
    f".{name}{year}" for name in "fF" for year in ("90", "95", "03", "08", "18", "", "or", "tn", "pp")
)
SUFFIXES = (*SOURCES, *FORTRAN, *HEADERS)

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


def is_directory(path: str) -> bool:
    """Whether ``path`` is a directory, or a link to one."""
    return os.path.isdir(path)


def named_input(path: str) -> Input:
    """The file that the command line names; a pipe is read here, once."""
    layout = os.path.basename(path)
    try:
        if stat.S_ISREG(os.stat(path).st_mode):
            # a Fortran source without a directive may still define types that others copy
            return Input(path, layout, named=True, marked=path.endswith(FORTRAN) or holds_word(path))
        data = read(path)
        return Input(path, layout, named=True, marked=has_word(data), data=data)
    except OSError as error:
        return Input(path, layout, named=True, problem=error)


def standard_input() -> Input:
    """Standard input, read here, once."""
    try:
        data = read_standard_input()
    except OSError as error:
        return Input(STDIN_NAME, "", named=True, problem=error)
    return Input(STDIN_NAME, "", named=True, marked=has_word(data), data=data)


def scan(top: str, skip: str | None = None, every: bool = False) -> Tree:
    """Find the sources below ``top`` that hold the word, in the order of their paths.

    With ``every`` sources without it count as well, and headers are left to those that include them.

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
                    elif entry.name.endswith(SUFFIXES) and _search(entry, prefix, inputs, every):
                        sources += 1
        except OSError as error:
            inputs.append(Input(directory, directory[prefix:], named=False, problem=error))
    # As a listing sorts: a directory's files stand together.
    inputs.sort(key=lambda item: item.path.split(os.sep))
    return Tree(inputs, sources)


def _search(entry: os.DirEntry[str], prefix: int, inputs: list[Input], every: bool) -> bool:
    """Add a file to ``inputs`` if it holds the word or cannot be read; False where it is no file."""
    try:
        if not entry.is_file():
            return False
        if (every and entry.name.endswith(SOURCES)) or holds_word(entry.path):
            inputs.append(Input(entry.path, entry.path[prefix:], named=False, marked=True))
    except OSError as error:
        inputs.append(Input(entry.path, entry.path[prefix:], named=False, problem=error))
    return True


def holds_word(path: str) -> bool:
    """Whether the file's bytes hold ``pointerchain`` anywhere; raises ``OSError``."""
    if path.endswith(FORTRAN):
        return WORD in read(path).lower()
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
