# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What compilers said and programs did, kept on the disk by a key that holds all that it depends on.

An outcome is written when the test that asked for it has passed, whole or not at all. Of those that are found
one in ``AGAIN`` is made anew all the same, chosen by its key and the date, and has to agree.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import time
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

FORMAT = 3
"""Part of every key: who changes what is written, or what a key holds, counts it up."""
AGAIN = 20
DAYS = 30


@dataclass(frozen=True)
class Outcome:
    """How a process ended: exit code, standard output and error, and what it left in its folder, by name."""

    returncode: int
    stdout: bytes
    stderr: bytes
    files: Mapping[str, bytes] = field(default_factory=dict)
    is_whole: bool = field(default=True, compare=False)
    """Whether that is all it did: only then is the outcome kept."""

    def written(self) -> bytes:
        """The outcome as bytes: a digest of what follows, and JSON in which each character is a byte."""
        body = json.dumps(
            {
                "returncode": self.returncode,
                "stdout": self.stdout.decode("latin-1"),
                "stderr": self.stderr.decode("latin-1"),
                "files": {name: data.decode("latin-1") for name, data in self.files.items()},
            }
        ).encode()
        return hashlib.sha256(body).hexdigest().encode() + b"\n" + body

    @staticmethod
    def read(data: bytes) -> Outcome | None:
        """The outcome of its bytes; ``None`` of bytes that are not whole."""
        digest, _, body = data.partition(b"\n")
        if hashlib.sha256(body).hexdigest().encode() != digest:
            return None
        row = json.loads(body)
        files = {name: text.encode("latin-1") for name, text in row["files"].items()}
        return Outcome(
            row["returncode"], row["stdout"].encode("latin-1"), row["stderr"].encode("latin-1"), files
        )


class Disagreement(AssertionError):
    """An outcome that was kept is not the one of today."""


class Outcomes:
    """The outcomes below a folder; without one, each is made."""

    def __init__(self, folder: Path | None = None, today: datetime.date | None = None) -> None:
        self._folder, self._today = folder, today or datetime.date.today()
        self._passing: list[tuple[str, bytes]] = []
        self.counts: Counter[str] = Counter()
        """``built``, ``ran``: asked for; ``kept``: found; ``again``: of these, made all the same.

        ``files``: what was built before and is there again.
        """
        self.problem = ""
        """Why nothing is kept any longer."""

    @property
    def are_kept(self) -> bool:
        """Whether any outcome is kept: else no key is needed."""
        return self._folder is not None

    def outcome(self, kind: str, key: str | None, make: Callable[[], Outcome], told: str) -> Outcome:
        """The outcome of ``key``, kept or made now; without a key it is made, and not kept."""
        self.counts[kind] += 1
        kept = self._find(key) if key else None
        if kept is None:
            made = make()
            if key and made.is_whole:
                self._passing.append((key, made.written()))
            return made
        self.counts["kept"] += 1
        if not self._is_chosen(key or ""):
            return kept
        self.counts["again"] += 1
        made = make()
        if made != kept:
            raise Disagreement(
                "the outcome of a former run is not that of this one: it is not deterministic, or depends on"
                f" what its key does not hold ({key} in {self._folder})\n{told}\nthen: {kept}\nnow:  {made}"
            )
        return kept

    def reading(self, key: str) -> tuple[list[tuple[str, str]], str] | None:
        """What was noted of a command (:meth:`note_reading`)."""
        kept = self._find(key)
        if kept is None:
            return None
        inputs, full = json.loads(kept.stdout)
        return [(name, digest) for name, digest in inputs], full

    def note_reading(self, key: str, inputs: Sequence[tuple[str, str]], full: str) -> None:
        """Note which files a command read, with what they held, and its key."""
        self._passing.append((key, Outcome(0, json.dumps([inputs, full]).encode(), b"").written()))

    def file(self, key: str) -> tuple[int, bytes] | None:
        """The mode and the bytes of a file that was kept; ``None``, too, of one in ``AGAIN``."""
        if self._is_chosen(key):
            return None
        digest, _, data = (self._read(key) or b"").partition(b"\n")
        if hashlib.sha256(data).hexdigest().encode() != digest:
            return None
        self.counts["files"] += 1
        return int.from_bytes(data[:4], "big"), zlib.decompress(data[4:])

    def has_file(self, key: str) -> bool:
        """Whether a file is kept, or will be if the test passes."""
        path = self._path(key)
        return path is None or path.exists() or any(key == other for other, _ in self._passing)

    def keep_file(self, key: str, mode: int, data: bytes) -> None:
        """Keep a file."""
        body = mode.to_bytes(4, "big") + zlib.compress(data, 1)
        self._passing.append((key, hashlib.sha256(body).hexdigest().encode() + b"\n" + body))

    def passed(self) -> None:
        """Keep what was made since the last call: the test that asked for it has passed."""
        for key, data in self._passing:
            self._write(key, data)
        self._passing.clear()

    def failed(self) -> None:
        """Forget what was made since the last call."""
        self._passing.clear()

    def tidy(self, now: float | None = None) -> None:
        """Remove what no run has asked for in ``DAYS`` days, and what interrupted runs left half written."""
        if self._folder is None:
            return
        oldest = (now or time.time()) - DAYS * 86400
        for path in self._folder.glob("*/*"):
            with suppress(OSError):
                if path.stat().st_mtime < oldest or (path.suffix == ".part" and not _lives(path)):
                    path.unlink()

    def _path(self, key: str) -> Path | None:
        return self._folder / key[:2] / key[2:] if self._folder else None

    def _find(self, key: str) -> Outcome | None:
        try:
            return Outcome.read(self._read(key) or b"")
        except (ValueError, KeyError):
            return None

    def _read(self, key: str) -> bytes | None:
        path = self._path(key)
        if path is None:
            return None
        try:
            data = path.read_bytes()
            os.utime(path)
        except OSError:
            return None
        return data

    def _is_chosen(self, key: str) -> bool:
        digest = hashlib.sha256(f"{key} {self._today}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % AGAIN == 0

    def _write(self, key: str, data: bytes) -> None:
        path = self._path(key)
        if path is None or self.problem:
            return
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(data)
            part.replace(path)
        except OSError as error:
            self.problem = f"{error.strerror} ({self._folder})"
            with suppress(OSError):
                part.unlink()


def key_of(*parts: object) -> str:
    """The key of what it is made of; parts are told apart whatever is in them."""
    return hashlib.sha256(json.dumps([FORMAT, *parts]).encode()).hexdigest()


def _lives(part: Path) -> bool:
    """Whether the process that writes a file is there."""
    with suppress(ValueError, OSError):
        os.kill(int(part.name.split(".")[-2]), 0)
        return True
    return False
