# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the guard saw: the lines that ``guard.c`` left -> a report, with places in the sources."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """A kernel that touched the host's memory: ``offset`` bytes behind the begin of a block of ``bytes``.

    ``place`` is the access in the kernel, ``kernel`` the construct, ``allocated`` where the block comes from;
    each as 'file:line', or as object and offset where there is no debug information. ``address`` is set where
    the kernel touched what is nobody's memory, and of no block: a null pointer, and what lies behind one.
    """

    offset: int
    bytes: int
    place: str
    kernel: str
    allocated: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """``kernels`` is None where the program was ended; ``images`` are files that the runtime left."""

    kernels: int | None
    fault: Fault | None
    images: tuple[str, ...]


def read_report(text: str) -> Report:
    """The report of the lines that the guard wrote."""
    lines = [line.split(" ", 2) for line in text.splitlines() if line]
    words: dict[str, list[str]] = {}
    for line in lines:
        words.setdefault(line[0], line[1:])
    images = tuple(line[1] for line in lines if line[0] == "image" and line[1].startswith("/tmp/tmpfile_"))
    fault = None
    if "touched" in words or "failed" in words:
        offset, size = words["touched"][1].split() if "touched" in words else ("0", "0")
        places = {
            name: _place(words.get(name, []), before=name != "in") for name in ("in", "kernel", "allocated")
        }
        address = words.get("failed", [""])[0]
        fault = Fault(int(offset), int(size), places["in"], places["kernel"], places["allocated"], address)
    return Report(int(words["kernels"][0]) if "kernels" in words else None, fault, images)


def _place(words: list[str], *, before: bool) -> str:
    """Where an address lies; ``before`` that of a return lies the call."""
    return place_of(words[1], int(words[0], 16) - before) if len(words) > 1 else "an unknown place"


def place_of(path: str, offset: int) -> str:
    """'file:line' of an offset in an object, or both where there is no debug information."""
    program = shutil.which("llvm-symbolizer-19") or shutil.which("addr2line")
    if program is not None:
        done = subprocess.run(
            [program, "-e", path, hex(offset)]
            if program.endswith("addr2line")
            else [program, f"--obj={path}", "--output-style=GNU", "--functions=none", hex(offset)],
            capture_output=True,
            text=True,
            check=False,
        )
        found = (done.stdout.splitlines() or [""])[0].partition(" (")[0].strip()
        if found and not found.startswith("??") and not found.endswith((":0", ":?")):
            return found
    return f"{path} +{offset:#x}"
