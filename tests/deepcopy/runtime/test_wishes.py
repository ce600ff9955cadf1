# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directions, unions, parts, attached pointers and changed structures on the counting device, sanitized."""

from __future__ import annotations

from pathlib import Path

import pytest
from deepcopy_programs import SANITIZED, build, listed_cases, run_case

pytestmark = pytest.mark.xdist_group("wishes")  # what they share is built once

# What a case has to say on standard error; a case that is not listed says nothing.
MESSAGES = {
    "union_changed": "'u.array' of 'struct Value': a kernel changed which member of the union is alive",
    "parts_of_arrays": "'root': leads to what is mapped already, but further than that reaches",
    "parts_of_records": "a part of 'struct Value' begins or ends in a pointer",
    "attaching_together": "'y' of 'struct Simulation' was changed on the host while it was mapped",
    "changed_structure_fails": "update structure: the device 'host' has no memory left for 800 bytes",
    "end_then_owned": "'own.d' of 'struct Both': the device has it as the end of one mapped extent",
    "container_grows": "'vec' of 'struct Holder' was changed on the host while it was mapped",
    "hierarchies": "'next' of 'Polygon': it leads to an object of 'Shape' whose class is not known",
    "failed_attaching_takes_back_its_own": "the device 'host' failed: a transfer to it",
    "observers_are_updated": "'begin' of 'struct Both' was changed on the host while it was mapped",
    "the_only_structure_fails": "the device 'host' has no memory left for 800 bytes",
    "changed_structure_fails_late": "deepcopy update structure: the device 'host' failed: a transfer to it",
    "copied_beside_changes": "'u.array' of 'struct Value' was changed on the host while it was mapped",
    "attached_beside_another_view": "deepcopy enter: the device 'host' failed: a transfer to it",
    "union_changed_elsewhere": "'u.array' of 'struct Value' was changed on the host while it was mapped",
    "containers_of_another_kind": "'near' of 'struct Near': the container keeps elements that hold",
    "null_beside_another_view": "deepcopy update structure: 'd' of 'struct Own' was changed on the host",
    "devices_by_number": "'host' has no device 3",
}
SILENT = (
    "directions_of_members",
    "directions_of_roots",
    "directions_that_differ",
    "the_last_to_leave_decides",
    "directions_that_overlap",
    "directions_of_rows",
    "unions",
    "attached_members",
    "changed_structure",
    "strings",
    "containers",
    "container_grows_in_place",
    "no_elements_reach_nothing",
    "update_within_a_region",
    "observed_then_owned",
    "neighbour_leaves",
    "zeros_in_strings",
    "parts_beside_changes",
    "second_enter_leaves",
    "observers_that_lag",
    "followed_again",
    "changed_beside_another_view",
)


@pytest.fixture(scope="module")
def wishes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build("wishes.c", tmp_path_factory.mktemp("wishes") / "wishes", "-O1", *SANITIZED)


@pytest.mark.parametrize("name", [*MESSAGES, *SILENT])
def test_case(wishes: Path, name: str) -> None:
    run_case(wishes, name, MESSAGES.get(name, ""))


def test_every_case_is_listed(wishes: Path) -> None:
    assert listed_cases(wishes) == {*MESSAGES, *SILENT}
