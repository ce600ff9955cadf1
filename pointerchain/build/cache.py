# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Translated sources on the disk, found again by what they were made of.

An entry is a directory that is named by its key and holds the overlay of one compile: the texts that the
compiler is given, a record of them with a checksum of each, and a list of the system headers that were read.
It is made under another name and renamed, so it is whole or not there. What cannot be read, or is not what
was written, counts as not there; a cache that cannot be written is done without.

Keys are the caller's: everything that a translation depends on, but for the system headers, which are
known only once the source was compiled.
"""

from __future__ import annotations

import marshal
import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from pointerchain import files
from pointerchain.build.asked import digest, make_place, place
from pointerchain.build.entries import (
    ENTRY,
    EVENTS,
    HIT,
    MISS,
    SHARED,
    SYSTEM,
    UNITS,
    limit,
    note_event,
    path_of,
    unchanged,
    verified,
)
from pointerchain.lazy import NamedTuple

_SHARDS = 16
# A directory that was being made that long ago belongs to a process that was killed.
_ABANDONED = 3600.0
# What was used that short ago may be read by a compiler that is still running.
_IN_USE = 600.0


class Entry(NamedTuple):
    """One cached overlay: where it lies, the names of its files there, and what was stored with it."""

    directory: str
    record: tuple[Any, ...]


class Statistics(NamedTuple):
    """What a cache holds and how it was used."""

    directory: str
    limit: int
    entries: int
    size: int
    hits: int
    misses: int
    shared: int
    """How many of the misses took a header's translation from another source."""


class Cache:
    """The cache in one directory; no method raises for what is on the disk."""

    def __init__(self, directory: str | None = None, size: int | None = None) -> None:
        self.directory = place() if directory is None else directory
        self._limit = limit() if size is None else size

    @property
    def keeps(self) -> bool:
        """Whether anything is kept at all."""
        return self._limit != 0

    def find(self, key: str, *, counted: bool = True) -> Entry | None:
        """The entry of that key, whole and with all system headers as they were, or None."""
        if self._limit == 0:
            return None
        directory = self.path(key)
        record = None
        with suppress(OSError):
            held = verified(directory)
            if held is None:
                self._remove(directory)
            elif unchanged(directory):
                record = held
        if counted:
            self.count(HIT if record is not None else MISS)
        if record is None:
            return None
        with suppress(OSError):
            os.utime(directory)
        return Entry(directory, record)

    def store(self, key: str, texts: Mapping[str, bytes], record: tuple[Any, ...]) -> Entry | None:
        """Keep ``texts`` (by name below the entry) and ``record``; None where that cannot be."""
        if self._limit == 0:
            return None
        directory = self.path(key)
        shard = os.path.dirname(directory)
        temporary = os.path.join(shard, f"tmp.{os.getpid()}.{os.urandom(4).hex()}")
        try:
            make_place(self.directory)
            os.makedirs(shard, exist_ok=True)
            os.mkdir(temporary)
            write_entry(temporary, texts, record)
            if os.path.isdir(directory) and self._same(directory, temporary):
                # Another compile was first, and its compiler may be reading this now.
                self._remove(temporary)
                with suppress(OSError):
                    os.utime(directory)
                return Entry(directory, record)
            try:
                os.rename(temporary, directory)
            except OSError:
                if not self._same(directory, temporary):
                    self._remove(directory)
                    os.rename(temporary, directory)
        except OSError:
            self._remove(temporary)
            return None
        return Entry(directory, record)

    def note_system(self, entry: Entry, paths: Iterable[str]) -> None:
        """Complete an entry: it holds as long as these files do not change."""
        lines = []
        try:
            for path in paths:
                status = os.stat(path)
                with open(path, "rb") as file:
                    content = digest(file.read())
                lines.append((path, status.st_mtime_ns, status.st_ctime_ns, status.st_size, content))
            body = marshal.dumps(tuple(lines), 4)
            files.write_whole(os.path.join(entry.directory, SYSTEM), digest(body) + body)
        except OSError:
            return  # the entry is then made anew
        self._evict(os.path.dirname(entry.directory), entry.directory)

    @contextmanager
    def alone(self, name: str) -> Iterator[None]:
        """Let no other process do meanwhile what this lock is for: compiles of one build want the same."""
        import fcntl

        handle = -1
        with suppress(OSError):
            make_place(self.directory)
            handle = os.open(os.path.join(self.directory, name), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            fcntl.flock(handle, fcntl.LOCK_EX)
        try:
            yield
        finally:
            if handle >= 0:
                os.close(handle)

    def clear(self) -> int:
        """Remove all entries; how many there were. Raises ``OSError`` where one cannot be removed."""
        count = 0
        for shard in _listing(os.path.join(self.directory, UNITS)):
            for entry in _listing(shard):
                if os.path.basename(entry).startswith("tmp."):
                    self._remove(entry)  # whoever is making it may go on with that
                else:
                    remove_tree(entry)
                    count += 1
        with suppress(FileNotFoundError):
            os.unlink(os.path.join(self.directory, EVENTS))
        return count

    def statistics(self) -> Statistics:
        """What the cache holds now."""
        entries = size = 0
        for shard in _listing(os.path.join(self.directory, UNITS)):
            for entry in _listing(shard):
                entries += not os.path.basename(entry).startswith("tmp.")
                size += _size(entry)
        try:
            with open(os.path.join(self.directory, EVENTS), "rb") as file:
                events = file.read()
        except OSError:
            events = b""
        counts = (events.count(event) for event in (HIT, MISS, SHARED))
        return Statistics(self.directory, self._limit, entries, size, *counts)

    @staticmethod
    def _same(directory: str, other: str) -> bool:
        """Whether an entry is whole and holds what another one holds."""
        try:
            with (
                open(os.path.join(directory, ENTRY), "rb") as one,
                open(os.path.join(other, ENTRY), "rb") as two,
            ):
                return one.read() == two.read() and verified(directory) is not None
        except OSError:
            return False

    def path(self, key: str) -> str:
        """The directory that the entry of that key has, or would have."""
        return path_of(self.directory, key)

    def count(self, event: bytes) -> None:
        """Note an event for the statistics."""
        note_event(self.directory, event)

    def _evict(self, shard: str, newest: str) -> None:
        """Remove what was used longest ago until the shard is within its part of the limit."""
        now = time.time()
        entries = []
        for path in _listing(shard):
            try:
                used = os.stat(path).st_mtime
            except OSError:
                continue
            if os.path.basename(path).startswith("tmp."):
                if now - used > _ABANDONED:
                    self._remove(path)
            else:
                entries.append((used, path, _size(path)))
        total = sum(size for _, _, size in entries)
        for _, path, size in sorted(entries):
            if total <= self._limit // _SHARDS:
                break
            if path != newest and now - used > _IN_USE:
                self._remove(path)
                total -= size

    @staticmethod
    def _remove(path: str) -> None:
        with suppress(OSError):
            remove_tree(path)


def write_entry(directory: str, texts: Mapping[str, bytes], record: tuple[Any, ...]) -> None:
    """Write an overlay and its record into an empty directory; raises ``OSError``."""
    sums = []
    for name, text in texts.items():
        path = os.path.join(directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        _write_new(path, text)
        sums.append((name, digest(text)))
    body = marshal.dumps((tuple(sums), record), 4)
    _write_new(os.path.join(directory, ENTRY), digest(body) + body)


def _write_new(path: str, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o666)
    try:
        files.write(handle, data)
    finally:
        os.close(handle)


def _listing(directory: str) -> list[str]:
    try:
        return [entry.path for entry in os.scandir(directory)]
    except OSError:
        return []


def _size(directory: str) -> int:
    """Bytes of the files below, as far as they can be seen."""
    total = 0
    for top, _, names in os.walk(directory):
        for name in names:
            with suppress(OSError):
                total += os.lstat(os.path.join(top, name)).st_size
    return total


def remove_tree(path: str) -> None:
    """Remove a directory; another process may be at the same."""
    # Under another name first: what is half removed must not be found.
    shard, name = os.path.split(path)
    if not name.startswith("tmp."):
        other = os.path.join(shard, f"tmp.{os.getpid()}.{os.urandom(4).hex()}")
        try:
            os.rename(path, other)
        except FileNotFoundError:
            return
        path = other
    for top, directories, names in os.walk(path, topdown=False):
        for each in names:
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(top, each))
        for each in directories:
            with suppress(FileNotFoundError):
                os.rmdir(os.path.join(top, each))
    with suppress(FileNotFoundError):
        os.rmdir(path)
