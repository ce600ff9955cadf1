# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Tables 3 and 4: every cell of the suite, as gcc and clang compile it.

Where the paper's claim does not hold with these compilers the tests say why: all arrays used
(allinit-allused) means a pointer for each level to be handed to the kernel's threads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import pytest
from compilers import need

from pointerchain.bench import model
from pointerchain.bench.blocks import Input, Paragraph, Table
from pointerchain.bench.generate import generate
from pointerchain.ptx.counts import FileCount
from pointerchain.ptx.suite import PAPER, TABLE_SCHEMES, Counted, DeviceCode, count_suite
from pointerchain.ptx.suite_report import device_code

pytestmark = pytest.mark.xdist_group("suite")  # what they share is built once

PLACES = [("gcc", "openacc"), ("clang-nvptx", "openmp")]
Place = tuple[str, str, int]
Cells = dict[tuple[str, str, int, str], FileCount]


class Suite(NamedTuple):
    """The suite with Linear in so many levels, counted."""

    levels: Sequence[int]
    codes: tuple[DeviceCode, ...]

    @property
    def one_array(self) -> list[Place]:
        """Layouts in which the kernel uses one array at the end of one chain."""
        layouts = ("allinit-LLused", "LLinit-LLused")
        return [*(("linear", each, k) for each in layouts for k in self.levels), ("dense", "selective", 3)]

    @property
    def all_used(self) -> list[Place]:
        """Those in which it uses an array of each level."""
        return [("linear", "allinit-allused", k) for k in self.levels]

    def cells(self, toolchain: str) -> Cells:
        """The counts of what one toolchain made."""
        return next(each for each in self.codes if each.toolchain == toolchain).cells()


@pytest.fixture(
    scope="module",
    params=[(2, 3, 10), pytest.param(range(2, 11), marks=pytest.mark.long)],
    ids=["some levels", "all levels"],
)
def counted(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Suite:
    need("gcc")
    need("clang")
    folder = tmp_path_factory.mktemp("suite")
    # Both in one dialect each: gcc's OpenMP is in the report only.
    suite = [
        each
        for dialect in ("openacc", "openmp")
        for each in model.variants(("linear", "dense"), 10, (dialect,), TABLE_SCHEMES)  # type: ignore[arg-type]
        if each.scenario != "linear" or each.levels in request.param
    ]
    generate(suite, folder)
    wanted = set(PLACES)
    only = count_suite(folder, jobs=2, only=lambda toolchain, dialect: (toolchain, dialect) in wanted)
    return Suite(request.param, only)


@pytest.fixture(params=PLACES, ids=["-".join(place) for place in PLACES])
def cells(counted: Suite, request: pytest.FixtureRequest) -> Cells:
    (code,) = (each for each in counted.codes if (each.toolchain, each.dialect) == request.param)
    assert [each.reason for each in code.programs if each.count is None] == []
    return code.cells()


def opcodes(count: FileCount) -> Counter[str]:
    return sum((function.opcodes for function in count.functions), Counter())


@pytest.mark.parametrize("scheme", ["pointerchain", "mapped"])
def test_what_is_hoisted_is_what_is_hoisted_by_hand(counted: Suite, cells: Cells, scheme: str) -> None:
    for place in (*counted.one_array, *counted.all_used):
        ours, theirs = cells[(*place, scheme)], cells[(*place, "handhoist")]
        assert opcodes(ours) == opcodes(theirs), place
        assert [each.by_depth for each in ours.functions] == [each.by_depth for each in theirs.functions]


def test_one_array_takes_less_than_a_chain_and_the_same_for_every_k(counted: Suite, cells: Cells) -> None:
    numbers = set()
    for place in counted.one_array:
        ours = cells[(*place, "pointerchain")]
        for scheme in ("uvm", "marshal"):
            theirs = cells[(*place, scheme)]
            assert ours.instructions < theirs.instructions, (place, scheme)
            assert ours.lines < theirs.lines, (place, scheme)
            assert pointers(ours) < pointers(theirs), (place, scheme)
        numbers.add(ours.instructions)
    assert len(numbers) == 1


def test_a_longer_chain_takes_more(counted: Suite, cells: Cells) -> None:
    for layout in ("allinit-LLused", "LLinit-LLused"):
        for scheme in ("uvm", "marshal"):
            numbers = [cells["linear", layout, k, scheme].instructions - k for k in counted.levels]
            # The links of the chain are all that differs: one load each.
            assert len(set(numbers)) == 1


def pointers(count: FileCount) -> int:
    return sum(function.pointer_loads for function in count.functions)


def test_all_arrays_used_halves_the_pointer_loads(counted: Suite, cells: Cells) -> None:
    for place in counted.all_used:
        for scheme in ("uvm", "marshal"):
            assert pointers(cells[(*place, "pointerchain")]) * 5 <= pointers(cells[(*place, scheme)]) * 3


def test_what_gcc_adds_where_all_arrays_are_used(counted: Suite) -> None:
    """It hands each hoisted pointer from a warp's first thread to the others, in two halves."""
    cells = counted.cells("gcc")
    for place in counted.all_used:
        k = place[2]
        ours, theirs = opcodes(cells[(*place, "pointerchain")]), opcodes(cells[(*place, "marshal")])
        assert theirs - ours == Counter({"ld.u64": k})
        assert ours - theirs == Counter({"shfl.sync.idx.b32": 2 * (k - 1), "mov.b64": 2 * (k - 1)})


def test_gcc_hoists_chains_out_of_loops_by_itself(counted: Suite) -> None:
    cells = counted.cells("gcc")
    for scheme in ("uvm", "marshal"):
        for place in (*counted.one_array, *counted.all_used):
            count = cells[(*place, scheme)]
            assert sum(each.pointer_loads_in_loops for each in count.functions) == 0
            assert count.functions[0].in_loops == cells[(*place, "pointerchain")].functions[0].in_loops


def test_clang_has_fewer_instructions_in_loops_in_every_cell(counted: Suite) -> None:
    cells = counted.cells("clang-nvptx")
    for place in (*counted.one_array, *counted.all_used):
        ours = cells[(*place, "pointerchain")]
        for scheme in ("uvm", "marshal"):
            theirs = cells[(*place, scheme)]
            assert sum(each.in_loops for each in ours.functions) < sum(
                each.in_loops for each in theirs.functions
            )
        assert pointers(ours) == 0


def test_the_report(counted: Suite) -> None:
    blocks = device_code(Input(None, None, counted.codes))  # type: ignore[arg-type]
    tables = {block.name: block for block in blocks if isinstance(block, Table)}
    assert len(tables) == 2 * 2 * 5
    linear = tables["table3-gcc-openacc-lines"]
    number = len(counted.levels)
    assert len(linear.rows) == 3 * number
    assert linear.rows[number - 1][:2] == ("allinit-allused", "10")
    assert linear.rows[number - 1][-3:] == ("168", "116", "-31.0 %")
    assert linear.rows[-1][-3:] == ("78", "60", "-23.1 %")
    dense = tables["table4-clang-nvptx-openmp-lines"]
    assert [row[-3:] for row in dense.rows] == [("80", "60", "-25.0 %")]
    texts = [block.text for block in blocks if isinstance(block, Paragraph)]
    assert len(texts) == 2
    for text in texts:
        of_all = f"{3 * number + 1} of {3 * number + 1}"
        assert f"pointerchain has exactly the instructions of handhoist in {of_all} cells." in text
        assert f"mapped has exactly the instructions of handhoist in {of_all} cells." in text
        assert "(the paper's lines: -23.1 %)" in text
    assert "the compiler hoists the chain out of the loop by itself" in texts[0]


def test_what_could_not_be_counted_is_told() -> None:
    variant = model.variants(("dense",), 2, ("openacc",), ("uvm",))[0]
    code = DeviceCode("nvhpc", "nvc, NVIDIA GPU", "nvc 25.5", "openacc", (Counted(variant, None, "no GPU"),))
    (block,) = device_code(Input(None, None, (code,)))  # type: ignore[arg-type]
    assert isinstance(block, Paragraph)
    assert (block.kind, block.text) == (
        "warning",
        "nvc, NVIDIA GPU (openacc, nvc 25.5): 1 of 1 programs were not counted: no GPU",
    )
    assert device_code(Input(None)) == []  # type: ignore[arg-type]


def test_the_papers_numbers() -> None:
    """Section 6.3: up to 31 %, two lines more for each level, Dense 25 %."""
    assert len(PAPER) == 28
    assert min((ours - uvm) / uvm for uvm, ours in PAPER.values()) == pytest.approx(-0.31, abs=0.005)
    for layout in ("allinit-LLused", "LLinit-LLused"):
        rows = [PAPER["linear", layout, k] for k in range(2, 11)]
        assert rows == [(62 + 2 * number, 60) for number in range(9)]
    assert PAPER["linear", "allinit-allused", 2] == (62, 60)
    assert [PAPER["linear", "allinit-allused", k][1] for k in range(2, 11)] == list(range(60, 117, 7))
