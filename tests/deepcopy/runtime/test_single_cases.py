# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Directions, unions, parts, attached pointers, changed structures, containers, objects that several roots
see in different ways, on the counting device, sanitized."""

from __future__ import annotations

from pathlib import Path

import pytest
from deepcopy_programs import build, listed_cases, quick, run_cases
from testlib import SANITIZED

# The cases of each program, and what each has to say on standard error.
CASES = {
    "directions": {
        "directions_of_members": "",
        "directions_of_roots": "",
        "directions_that_differ": "",
        "the_last_to_leave_decides": "",
        "directions_that_overlap": "",
        "directions_of_rows": "",
        "devices_by_number": "'host' has no device 3",
    },
    "held": {
        "a_part_stays": "",
        "a_part_of_records_stays": "",
        "shrunk_between_enters": "deepcopy enter: the length of 'both' of 'struct Field' was 100 when",
        "shrunk_before_an_update": "update device: the length of 'both' of 'struct Field' was 100 when",
        "shrunk_behind_a_part": "",
        "directions_in_one_call": "",
        "policies_of_two_sources": "",
    },
    "unions": {
        "unions": "",
        "union_changed": "'u.array' of 'struct Value': a kernel changed it, or which member of the union is",
        "union_changed_elsewhere": "'u.array' of 'struct Value' was changed on the host while it was mapped",
        "parts_of_arrays": "'root': leads to what is mapped already, but further than that reaches",
        "parts_of_records": "a part of 'struct Value' begins or ends in a pointer",
        "parts_beside_changes": "",
        "copied_beside_changes": "'u.array' of 'struct Value' was changed on the host while it was mapped",
    },
    "attached": {
        "attached_members": "",
        "attaching_together": "'y' of 'struct Simulation' was changed on the host while it was mapped",
        "changed_structure": "",
        "changed_structure_fails": "update structure: the device 'host' has no memory left for 800 bytes",
        "the_only_structure_fails": "the device 'host' has no memory left for 800 bytes",
        "attached_to_changed_structure": "update structure: the device 'host' failed: a transfer to it",
        "changed_structure_shares": "",
        "changed_structure_fails_late": "update structure: the device 'host' failed: a transfer to it",
    },
    "relinked": {
        "relinked_list": "",
        "relinked_and_changed": "'next' of 'struct Item' was changed on the host while it was mapped",
        "astray": "which leads nowhere that was entered, so that it means nothing on the host",
        "swapped_buffers": "the length of 'filled' of 'struct Buffers', of which 4 elements were entered, 5",
        "sorted_rows": "",
        "across_roots": "'next' of 'struct Item', which stays on the device, was changed there from 0",
        "parts_and_others": "'mark' of 'struct Item' was changed on the device, from 0x",
        "cut_out": "which a kernel has cut out, was changed or freed on the host since it came",
        "rows_of_two": "the length of 'rows[]' of 'struct Table' was 2 when it was entered, and is 1",
        "rows_of_a_shorter_one": "",
    },
    "async": {
        "returns_at_once": "",
        "queues": "deepcopy exit: 'root' was not entered, or was exited before",
        "failures": "deepcopy enter: there is no device of that number",
        "threads": "",
    },
    "customs": {
        "lists": "",
        "arrays": "",
        "parts_of_arrays": "'root': leads to what is mapped already, as a type whose members have other",
        "directions": "",
        "overlaps": "'struct Part' overlaps another object that knows nothing of the functions of its member",
        "failures": "the device 'host' failed: a transfer from it",
    },
    "containers": {
        "containers": "",
        "zeros_in_strings": "",
        "container_grows": "'vec' of 'struct Holder' was changed on the host while it was mapped",
        "containers_of_another_kind": "'near' of 'struct Near': the container keeps elements that hold",
        "container_grows_in_place": "",
        "hierarchies": "'next' of 'Polygon': it leads to an object of 'Shape' whose class is not known",
        "class_changed": "'root' leads to an object whose class was changed on the host while it was mapped",
        "class_changed_elsewhere": "'next' of 'Shape': a kernel changed the class of the object",
        "strings": "",
    },
    "views_apart": {
        "no_elements_reach_nothing": "",
        "update_within_a_region": "",
        "observed_then_owned": "",
        "end_then_owned": "'own.d' of 'struct Both': the device has it as the end of one mapped extent",
        "neighbour_leaves": "",
        "failed_attaching_takes_back_its_own": "the device 'host' failed: a transfer to it",
        "observers_are_updated": "'begin' of 'struct Both' was changed on the host while it was mapped",
        "second_enter_leaves": "the length of 'both' of 'struct Field' was 0 when it was entered, and is 3",
        "observers_that_lag": "",
        "observes_since_an_update": "",
        "observed_leaves": "",
        "observed_structure_changes": "",
        "followed_again": "",
        "attached_beside_another_view": "deepcopy enter: the device 'host' failed: a transfer to it",
        "changed_beside_another_view": "",
        "no_elements_any_more": "deepcopy enter: the length of 'both' of 'struct Field' was 100 when",
        "ends_stay": "",
        "neighbours_of_a_pool": "",
        "null_beside_another_view": "deepcopy update structure: 'd' of 'struct Own' was changed on the host",
    },
}
# A window is smaller where a case has an array of several: under sanitizers each record takes its time.
SMALL_WINDOWS = ("unions", "customs")
# What the scheduler has a say in is done each time.
THREADS = ("async",)


@pytest.mark.parametrize("name", CASES)
def test_cases(name: str, tmp_path: Path) -> None:
    windows = ("-DPC_CHUNK_BYTES=((size_t)1<<17)",) if name in SMALL_WINDOWS else ()
    program = build(f"{name}.c", tmp_path, *SANITIZED, *windows, compiler=quick())
    assert listed_cases(program) == set(CASES[name])
    run_cases(program, CASES[name], CASES[name] if name in THREADS else ())


@pytest.mark.parametrize(("name", "case"), [("unions", "parts_of_records"), ("customs", "arrays")])
def test_windows_as_large_as_they_are(name: str, case: str, tmp_path: Path) -> None:
    """And with the optimiser."""
    run_cases(build(f"{name}.c", tmp_path, "-O1"), {case: CASES[name][case]})
