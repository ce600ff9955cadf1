# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Each row of the table of docs/deepcopy.md has what tests it: programs of the device, cases, or tests."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
PROGRAMS = "tests/deepcopy/types/programs"
CASES = "tests/cases/deepcopy"
TESTED = {
    "lists, trees, graphs": [f"{PROGRAMS}/list.c", "tests/deepcopy/runtime/test_graphs.py"],
    "arrays, arrays of arrays": [f"{PROGRAMS}/rows.c", f"{PROGRAMS}/ragged.c"],
    "strings": [f"{PROGRAMS}/strings.c"],
    "free slots": [f"{PROGRAMS}/slots.c"],
    "flexible arrays": [f"{PROGRAMS}/pages.c", f"{PROGRAMS}/skips.cpp", f"{CASES}/tails_refused.c"],
    "unions": [f"{PROGRAMS}/unions.c"],
    "lengths and pointers that the host changed": ["tests/deepcopy/types/changes.c"],
    "pointers that a kernel changed": [
        f"{PROGRAMS}/relinked.c",
        f"{PROGRAMS}/rotated.cpp",
        "tests/deepcopy/runtime/programs/relinked.c",
    ],
    "lengths that a kernel changed": [f"{PROGRAMS}/relinked.c", f"{CASES}/mutable_refused.c"],
    "lengths of containers that": ["tests/deepcopy/types/test_changes.py"],
    "tags": ["tests/deepcopy/types/changes.c"],
    "locks and timers": [f"{PROGRAMS}/host_members.c", "tests/deepcopy/types/changes.c"],
    "what `container_of` finds": ["tests/deepcopy/types/changes.c"],
    "one `void *`": [
        f"{PROGRAMS}/tagged.c",
        f"{CASES}/choices_refused.c",
        f"{CASES}/choices_twice_refused.c",
    ],
    "lengths that the host raised from 0": [
        "tests/deepcopy/runtime/programs/views.c",
        "tests/deepcopy/runtime/programs/views_apart.c",
        "tests/deepcopy/runtime/programs/changed_graph.c",
    ],
    "rows that several objects share": ["tests/deepcopy/runtime/programs/relinked.c"],
    "what a kernel cut out": [
        "tests/deepcopy/runtime/programs/relinked.c",
        "tests/deepcopy/runtime/programs/changed_graph.c",
    ],
    "one structure on two devices": ["tests/deepcopy/runtime/programs/directions.c"],
    "lengths that an ancestor holds": [f"{CASES}/inexpressible_refused.c"],
    "a start before the pointer": [f"{CASES}/inexpressible_refused.c"],
    "links to a member": [f"{CASES}/inexpressible_refused.c"],
    "`std::vector`": [f"{PROGRAMS}/containers.cpp", f"{PROGRAMS}/optionals.cpp"],
    "`std::list`": [f"{CASES}/containers_refused.cpp"],
}
"""By the beginning of a row: the files that test it."""


def test_each_row_is_tested() -> None:
    text = (ROOT / "docs/deepcopy.md").read_text()
    table = text.partition("## What a structure may hold\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.*?) \|", table, re.M)[1:]
    assert len(rows) == len(TESTED)
    for row in rows:
        files = [file for begin, files in TESTED.items() if row.startswith(begin) for file in files]
        assert files, row
        assert all((ROOT / file).is_file() for file in files), row
