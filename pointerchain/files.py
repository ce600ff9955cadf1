# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Reading files, and writing them whole or not at all.

Every compile of a build comes through here, so nothing is imported that a
started interpreter has not loaded (``pathlib`` alone would double the time a
file without directives costs).
"""
# ruff: noqa: PTH105, PTH108, PTH116, PTH118, PTH123, SIM105

from __future__ import annotations

import os
import stat

WORD = b"pointerchain"
"""A source without this word holds no directive."""
HEADERS = (".h", ".hh", ".hpp", ".hxx", ".h++", ".H", ".cuh", ".inl", ".ipp", ".tpp")
"""How the names of files end that are there to be included."""
_BLANK = (b" ", b"\t", b"\v", b"\f", b"\r")


def is_header(path: str) -> bool:
    """Whether a file is there to be included, by its name."""
    return path.endswith(HEADERS)


def in_one_line(text: bytes) -> bytes:
    """A source's text without continuations: lines that go on in the next one are one.

    Compilers take white space between the backslash and the line end for nothing.
    """
    if b"\\" not in text:
        return text
    out = text.replace(b"\\\r\n", b"").replace(b"\\\n", b"")
    for blank in (b"\\ ", b"\\\t", b"\\\v", b"\\\f"):
        at = out.find(blank)
        while at >= 0:
            end = at + 2
            while out[end : end + 1] in _BLANK:
                end += 1
            if out[end : end + 1] == b"\n":
                out, end = out[:at] + out[end + 1 :], at
            at = out.find(blank, end)
    return out


def has_word(text: bytes) -> bool:
    """Whether a source's text has the word, in one line or several."""
    return WORD in text or (b"\\" in text and WORD in in_one_line(text))


def reason(error: OSError) -> str:
    """What went wrong, in the words of the system, fit for the end of a message."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


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
    """Make ``path`` hold ``data``, or leave it as it was; raises ``OSError`` whose file name is ``path``.

    The bytes go to a temporary file beside it, which then takes its place. A
    link is followed; a file that is replaced keeps its mode and, where the
    system lets it, its owner. Devices and pipes are written to as they are.
    """
    try:
        _write_whole(path, data)
    except OSError as error:
        # A write has none, and the temporary file is not what the user named.
        error.filename = path
        raise


def _write_whole(path: str, data: bytes) -> None:
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
        if old is None and not os.access(os.path.split(target)[0], os.F_OK):
            raise FileNotFoundError(2, f"there is no directory '{os.path.split(path)[0]}'", path)
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
