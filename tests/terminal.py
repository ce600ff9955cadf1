# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The command line in a directory of its own, and sources for a translator that is a fake."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from pointerchain import cli

PLAIN = b"int main(void) { return 0; }\n"
MARKED = b"// pointerchain\nint x = HOIST;\n"
HOISTED = b"// pointerchain\nint x = hoisted;\n"
BAD = b"// pointerchain\nint y = BAD;\n"
WARN = b"// pointerchain\nint z = WARN;\n"
RAISE = b"// pointerchain RAISE\n"


class Outcome(NamedTuple):
    code: int
    out: bytes
    err: str


class Terminal:
    """A directory to work in and the command line to work with."""

    def __init__(self, directory: Path, capture: pytest.CaptureFixture[bytes]) -> None:
        self.directory = directory
        self._capture = capture

    def write(self, name: str, data: bytes) -> Path:
        path = self.directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def run(self, *words: str) -> Outcome:
        self._capture.readouterr()
        code = cli.main(list(words))
        out, err = self._capture.readouterr()
        return Outcome(code, out, err.decode())

    def translate(self, *words: str) -> Outcome:
        return self.run("translate", *words)

    def files(self) -> dict[str, bytes]:
        return {
            str(path.relative_to(self.directory)): path.read_bytes()
            for path in sorted(self.directory.rglob("*"))
            if path.is_file()
        }
