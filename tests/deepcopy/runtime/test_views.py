# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""One memory seen in several ways, on the counting device, under sanitizers."""

from __future__ import annotations

from pathlib import Path

from deepcopy_programs import build, listed_cases, quick, run_cases
from testlib import SANITIZED

# What a case has to say on standard error; a case that is not listed says nothing.
MESSAGES = {
    "touching_vectors": "'end' of 'struct Vector': leads to where one mapped extent ends and another",
    "border_of_two_enters": "'border' of 'struct Both': leads to where one mapped extent ends and another",
    "skipped_then_region": "leads to what was entered as a type that leaves out some of its pointers",
    "attaching_fails": "the device 'host' failed: a transfer to it",
    "grown_length": "deepcopy update device: 'p' of 'struct Inner' leads to more on the host than when",
    "grown_into_others": "deepcopy update device: 'next' of 'struct Link' was changed on the host while",
    "changed_element": "deepcopy enter: an element of 'rows[]' was changed on the host while it was mapped",
    "unreadable_length": "'data' of 'struct Watcher': its length is read by way of a null pointer",
    "unmapped_between_calls": "'p' of 'struct Inner': leads, with its length, outside the program's memory",
}
SILENT = (
    "shared_rows",
    "two_shapes_of_rows",
    "shared_ragged_rows",
    "watched_behind",
    "links_without_gaps",
    "skipped_then_followed",
    "alignment",
    "names_of_both_languages",
    "many_roots_at_once",
    "grown_from_nothing",
    "updated_parts",
)


def test_cases(tmp_path: Path) -> None:
    program = build("views.c", tmp_path, *SANITIZED, compiler=quick())
    assert listed_cases(program) == {*MESSAGES, *SILENT}
    run_cases(program, {**MESSAGES, **dict.fromkeys(SILENT, "")})
