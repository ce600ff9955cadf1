# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""One memory seen in several ways, on the counting device, under sanitizers."""

from __future__ import annotations

from pathlib import Path

import pytest
from deepcopy_programs import SANITIZED, build, listed_cases, run_case

pytestmark = pytest.mark.xdist_group("views")  # what they share is built once

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


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("views.c", tmp_path_factory.mktemp("views") / "views", "-O1", *SANITIZED)


@pytest.mark.parametrize("name", [*MESSAGES, *SILENT])
def test_case(views: Path, name: str) -> None:
    run_case(views, name, MESSAGES.get(name, ""))


def test_every_case_is_listed(views: Path) -> None:
    assert listed_cases(views) == {*MESSAGES, *SILENT}
