# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Addresses in a program -> places in its sources, asked of llvm-symbolizer or addr2line."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Collection
from pathlib import Path

from pointerchain.lazy import NamedTuple

Address = tuple[str, int]
"""An image, '' for the program, and an offset in it."""


class Place(NamedTuple):
    """A place in a source; ``column`` is 0 where it is not known."""

    file: str
    line: int
    column: int
    function: str

    def record(self) -> dict[str, object]:
        """As a profile writes it."""
        row: dict[str, object] = {"file": self.file, "line": self.line}
        if self.column:
            row["column"] = self.column
        if self.function:
            row["function"] = self.function
        return row


class Places:
    """Where calls and static objects of one program stand."""

    def __init__(self, program: Path) -> None:
        self._program = program
        self._found: dict[tuple[Address, bool], tuple[Place, ...]] = {}

    def ask(self, calls: Collection[Address], data: Collection[Address]) -> None:
        """Find the places of return addresses and of static objects, all at once."""
        asked = [(address, False) for address in calls] + [(address, True) for address in data]
        for image in {address[0] for address, _ in asked}:
            path = self._program if not image else self._program.with_name(Path(image).name)
            rows = [row for row in asked if row[0][0] == image]
            self._found.update(zip(rows, _symbolized(path, rows), strict=True))

    def frames(self, address: Address | None) -> tuple[Place, ...]:
        """The call that returns to an address, and those that were inlined around it, the innermost first."""
        return self._found.get((address, False), ()) if address is not None else ()

    def of_call(self, address: Address | None) -> Place | None:
        """The place of the call that returns to an address."""
        return next(iter(self.frames(address)), None)

    def of_data(self, address: Address | None) -> Place | None:
        """The declaration of a static object."""
        found = self._found.get((address, True), ()) if address is not None else ()
        return next(iter(found), None)


def _symbolized(path: Path, rows: list[tuple[Address, bool]]) -> list[tuple[Place, ...]]:
    # The call stands before the address to which it returns.
    offsets = [offset if is_data else offset - 1 for (_, offset), is_data in rows]
    program = shutil.which("llvm-symbolizer-19") or shutil.which("llvm-symbolizer")
    if program is None:
        return _by_addr2line(path, offsets, [is_data for _, is_data in rows])
    questions = "".join(
        f"{'DATA' if is_data else 'CODE'} {path} {offset:#x}\n"
        for offset, (_, is_data) in zip(offsets, rows, strict=True)
    )
    done = subprocess.run(
        [program, "--inlines", "--functions=linkage", "--demangle"],
        input=questions,
        capture_output=True,
        text=True,
        check=False,
    )
    answers = done.stdout.split("\n\n")
    if done.returncode != 0 or len(answers) < len(rows):
        return [()] * len(rows)
    found: list[tuple[Place, ...]] = []
    for answer, (_, is_data) in zip(answers, rows, strict=False):
        lines = answer.strip().split("\n")
        if is_data:
            # Name, then begin and size, then the declaration's file and line where they are known.
            places = [_place(lines[2] + ":0", "")] if len(lines) > 2 else []
        else:
            places = [_place(where, name) for name, where in zip(lines[::2], lines[1::2], strict=False)]
        found.append(tuple(place for place in places if place is not None))
    return found


def _place(text: str, function: str) -> Place | None:
    file, _, rest = text.rpartition(":")
    file, _, line = file.rpartition(":")
    if not line.isdigit() or not int(line) or file in ("", "??"):
        return None
    shown = "" if function == "??" else function.partition("(")[0]
    # A kernel that OpenMP puts into a function of its own is of the function that the user wrote.
    if shown.startswith("__omp_offloading"):
        shown = ""
    return Place(
        _near(file), int(line), int(rest) if rest.isdigit() else 0, shown.partition(".omp_outlined")[0]
    )


def _near(file: str) -> str:
    """A file by its path from here, where it lies below."""
    here = Path.cwd()
    return str(Path(file).relative_to(here)) if Path(file).is_relative_to(here) else file


def _by_addr2line(path: Path, offsets: list[int], data: list[bool]) -> list[tuple[Place, ...]]:
    """The same of a tool that tells no columns and nothing of data."""
    program = shutil.which("addr2line")
    found: list[tuple[Place, ...]] = []
    for offset, is_data in zip(offsets, data, strict=True):
        if program is None or is_data:
            found.append(())
            continue
        command = [program, "-f", "-i", "-C", "-e", str(path), hex(offset)]
        lines = subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()
        places = [
            _place(where.partition(" (")[0] + ":0", name)
            for name, where in zip(lines[::2], lines[1::2], strict=False)
        ]
        found.append(tuple(place for place in places if place is not None))
    return found
