# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What lies in the cache, read: entries by their keys, each whole and with the files that it was made with.

Loaded in compiles that take all they need from here, so it imports next to nothing; :mod:`~.cache` keeps,
and says what an entry is.
"""

from __future__ import annotations

import marshal
import os

from pointerchain.build.asked import digest, make_place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SIZE = "POINTERCHAIN_CACHE_SIZE"
DEFAULT_SIZE = 256 << 20
ENTRY, SYSTEM, EVENTS, UNITS = "entry", "system", "events", "units"
DIGEST = 20
HIT, MISS, SHARED = b"h", b"m", b"s"


def limit() -> int:
    """The size that the cache may reach, in bytes; a value that is no size counts as none given."""
    text = os.environ.get(SIZE, "").strip().upper().removesuffix("IB").removesuffix("B")
    factor = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}.get(text[-1:], 1)
    number = text if factor == 1 else text[:-1]
    return int(number) * factor if number.isascii() and number.isdigit() else DEFAULT_SIZE


def path_of(top: str, key: str) -> str:
    """The directory that the entry of that key has, or would have, in the cache's directory."""
    return os.path.join(top, UNITS, key[0], key)


def note_event(top: str, event: bytes) -> None:
    """Note an event for the statistics."""
    # One byte each: appending is the one write that processes need no lock for.
    events = os.path.join(top, EVENTS)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
    try:
        try:
            handle = os.open(events, flags, 0o666)
        except FileNotFoundError:
            make_place(top)
            handle = os.open(events, flags, 0o666)
        try:
            os.write(handle, event)
        finally:
            os.close(handle)
    except OSError:
        return


def look(directory: str) -> tuple[Any, ...] | None:
    """The record of an entry that is whole and whose system headers are as they were, or None."""
    try:
        held = verified(directory)
        return held if held is not None and unchanged(directory) else None
    except OSError:
        return None


def checked(path: str) -> Any:
    """What a file with a checksum in front holds, or None where it is damaged."""
    with open(path, "rb") as file:
        data = file.read()
    body = data[DIGEST:]
    return marshal.loads(body) if digest(body) == data[:DIGEST] else None


def verified(directory: str) -> tuple[Any, ...] | None:
    """The record of an entry, or None where any file of it is not what was written."""
    held = checked(os.path.join(directory, ENTRY))
    if held is None:
        return None
    sums, record = held
    for name, expected in sums:
        try:
            with open(os.path.join(directory, name), "rb") as file:
                if digest(file.read()) != expected:
                    return None
        except FileNotFoundError:
            return None
    found: tuple[Any, ...] = record
    return found


def unchanged(directory: str) -> bool:
    """Whether the system headers are those that the entry was made with."""
    held = checked(os.path.join(directory, SYSTEM))
    if held is None:
        return False
    for path, changed, touched, size, content in held:
        status = os.stat(path)
        if status.st_size != size:
            return False
        if (status.st_mtime_ns, status.st_ctime_ns) != (changed, touched):
            with open(path, "rb") as file:
                if digest(file.read()) != content:
                    return False
    return True
