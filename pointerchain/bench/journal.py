# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The finished measurements of a run that is not over, in a file beside its results."""

from __future__ import annotations

import errno
import fcntl
import json
import os
from pathlib import Path
from typing import Any

from pointerchain.bench.results import FORMAT
from pointerchain.files import reason, write_whole


class RunError(Exception):
    """The run cannot begin or go on; the message is fit for the user."""


class Journal:
    """The finished measurements of a run that is not over: a header and a line for each.

    A line is written by one call and forced to the disk; one that was cut short is dropped when read.
    """

    def __init__(self, path: Path, plan: str) -> None:
        self.path = path
        self._lock = _locked(path)
        self.entries: dict[tuple[str, int], dict[str, Any]] = {}
        self.context: dict[str, Any] = {}
        header = {"format": FORMAT, "plan": plan}
        lines = self._lines()
        if lines and lines[0] != header:
            raise RunError(
                f"'{path}' holds measurements of another run (other programs, sizes, seed or version); "
                "give another '-o', or remove it"
            )
        for line in lines[1:]:
            self.context = self.context or line["context"]
            self.entries[line["cell"], line["repetition"]] = line["benchmark"]
        # What was cut short goes, and the header comes where there is none.
        kept = "".join(json.dumps(line) + "\n" for line in lines or [header])
        try:
            write_whole(str(path), kept.encode())
        except OSError as error:
            raise _cannot_write(path, error) from None

    def close(self) -> None:
        """Let another run have the file."""
        _lock_path(self.path).unlink(missing_ok=True)
        os.close(self._lock)

    def _lines(self) -> list[dict[str, Any]]:
        try:
            text = self.path.read_text()
        except FileNotFoundError:
            return []
        lines = []
        for line in text.split("\n")[:-1]:  # what has no line end was cut short
            try:
                lines.append(json.loads(line))
            except ValueError:
                break
        return lines

    def add(self, cell: str, repetition: int, context: dict[str, Any], benchmark: dict[str, Any]) -> None:
        """Keep one measurement; raises :class:`RunError`, where the disk is full for one."""
        line = {"cell": cell, "repetition": repetition, "context": context, "benchmark": benchmark}
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
            try:
                data = (json.dumps(line) + "\n").encode()
                if os.write(handle, data) != len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                os.fsync(handle)
            finally:
                os.close(handle)
        except OSError as error:
            raise _cannot_write(self.path, error) from None
        self.context = self.context or context
        self.entries[cell, repetition] = benchmark


def _cannot_write(path: Path, error: OSError) -> RunError:
    return RunError(
        f"cannot write '{path}': {reason(error)}; what is finished is kept there, "
        "and the same command goes on from it"
    )


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def _locked(path: Path) -> int:
    """A handle that keeps other runs from ``path`` until it is closed; raises :class:`RunError`."""
    lock = _lock_path(path)
    while True:
        try:
            handle = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise _cannot_write(path, error) from None
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The run that had it may have removed the file in between.
            if lock.stat().st_ino == os.fstat(handle).st_ino:
                return handle
        except FileNotFoundError:
            pass
        except OSError:
            os.close(handle)
            raise RunError(f"another run is writing '{path}': wait for it, or give another '-o'") from None
        os.close(handle)


def journal_path(output: Path) -> Path:
    """Where the finished measurements of an unfinished run are."""
    return output.with_name(output.name + ".journal")
