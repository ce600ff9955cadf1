# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""The names of files in debug information, as readelf shows it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

_UNIT = re.compile(r"DW_AT_(name|comp_dir)\s*:\s*(?:\([^)]*\): )?(.*)")
_ROW = re.compile(r"^ {2}(\d+)\t(?:(\d+)[\t ])?(?:[0-9a-fx]+\t)*(?:\([^)]*\): )?(.*)$")


def names(path: Path, top: str) -> frozenset[str]:
    """The units' names and directories, and the files of the line tables with their directories."""
    done = subprocess.run(
        ["readelf", "--debug-dump=info,rawline", "--dwarf-depth=1", path],
        capture_output=True,
        text=True,
        errors="backslashreplace",
        check=False,
    )
    out: set[str] = set()
    directories: dict[str, str] = {}
    part = ""
    for line in done.stdout.splitlines():
        found = _UNIT.search(line)
        if found:
            out.add(f"{found.group(1)} {found.group(2).strip()}")
        elif "Directory Table" in line:
            part, directories = "directories", {}
        elif "File Name Table" in line or "File Table" in line:
            part = "files"
        elif "Line Number Statements" in line:
            part = ""
        elif part:
            row = _ROW.match(line)
            if row and part == "directories":
                directories[row.group(1)] = row.group(3)
            elif row:
                out.add(f"file {directories.get(row.group(2) or '', row.group(2))}/{row.group(3)}")
    return frozenset(each.replace(top, "TOP") for each in out)
