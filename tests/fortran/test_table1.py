# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Transfers, bytes and host copies of Fortran's objects, against the paper's Table 1: 36 rows.

The formulas are those of ``tests/deepcopy/runtime/test_table1.py``, for objects of derived types whose scalar
pointers take eight bytes.
"""

from __future__ import annotations

from pathlib import Path

import fortranlib
import pytest

from pointerchain.fortran.pipeline import translate

P = 8
SEGMENTS = {"List": 1, "SplitList": 2, "Tree": 1}
TECHNIQUES = ("base", "tcpy", "pcpy", "arena")
SIZES = (128, 1024, 1 << 20)
STATS = """\
#include <pointerchain/deepcopy.h>
void reset_stats(void) { pc_reset_stats(); }
void get_stats(long long *out) {
  const pc_stats s = pc_get_stats();
  out[0] = s.transfers_to, out[1] = s.bytes_to, out[2] = s.host_copies, out[3] = s.transfers_from, out[4] = s.bytes_from;
}
"""


def components(shape: str, size: int) -> str:
    if shape == "List":
        return f"    integer(1) :: data({size - P})\n    type(node), pointer :: next => null()"
    if shape == "SplitList":
        half = (size - P) // 2 // 8 * 8
        return (
            f"    integer(1) :: data({half})\n    type(node), pointer :: next => null()\n"
            f"    integer(1) :: rest({size - P - half})"
        )
    return (
        f"    integer(1) :: data({size - 2 * P})\n    type(node), pointer :: left => null(), right => null()"
    )


def program(shape: str, size: int, nodes: int) -> str:
    if shape == "Tree":
        link = "    if (mod(i, 2) == 0) then\n      all(i / 2)%at%left => all(i)%at\n    else\n"
        link += "      all(i / 2)%at%right => all(i)%at\n    end if"
    else:
        link = "    all(i - 1)%at%next => all(i)%at"
    calls = "\n".join(
        f"  call reset_stats()\n!$pointerchain deepcopy enter(root) technique({technique})\n  call get_stats(before)\n"
        f"!$pointerchain deepcopy exit(root)\n  call get_stats(after)\n  call tell('{technique}', before, after)"
        for technique in TECHNIQUES
    )
    return f"""\
module nodes
  implicit none
  type :: node
{components(shape, size)}
  end type
  type :: place
    type(node), pointer :: at => null()
  end type
end module
program main
  use nodes
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine reset_stats() bind(c)
    end subroutine
    subroutine get_stats(out) bind(c)
      import :: c_long_long
      integer(c_long_long), intent(out) :: out(5)
    end subroutine
  end interface
  type(place) :: all({nodes})
  type(node), pointer :: root
  integer(c_long_long) :: before(5), after(5)
  integer :: i
  do i = 1, {nodes}
    allocate (all(i)%at)
  end do
  do i = 2, {nodes}
{link}
  end do
  root => all(1)%at
{calls}
contains
  subroutine tell(name, before, after)
    character(*), intent(in) :: name
    integer(c_long_long), intent(in) :: before(5), after(5)
    print '(a,6(1x,i0))', name, before(1:3), after(4:5), after(3) - before(3)
  end subroutine
end program
"""


def expected(shape: str, s: int, nodes: int, size: int) -> dict[str, tuple[int, ...]]:
    cells = nodes * (2 if shape == "Tree" else 1)
    m = nodes - 1
    parents = nodes // 2 if shape == "Tree" else nodes - 1
    copied = parents * (size - P * (2 if shape == "Tree" else 1))
    # Before data come back the pointers are read, small objects whole and together.
    reads, seen = (1, s) if size <= 4096 else (nodes, cells * P)
    return {
        "base": (nodes + m, s + m * P, 0, SEGMENTS[shape] * nodes + nodes, s, 0),
        "tcpy": (nodes, s, copied, nodes + reads, s + seen, s - cells * P),
        "pcpy": (nodes, s, m * P, nodes + reads, s + seen, cells * P),
        "arena": (1, s, s - cells * P, 1, s, s - cells * P),
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("shape", SEGMENTS)
def test_counts_are_those_of_table_1(shape: str, size: int, tmp_path: Path) -> None:
    compiler = "gfortran"  # flang's scalar pointers have descriptors, whose other words travel as data
    fortranlib.need(compiler)
    nodes = 8 if size < 1 << 20 else 2  # 'arena' packs up to 2 MiB into a transfer
    result = translate(program(shape, size, nodes).encode(), "table.f90")
    assert result.text is not None, result.diagnostics
    (tmp_path / "table.f90").write_bytes(result.text)
    (tmp_path / "stats.c").write_text(STATS)
    fortranlib.support(compiler, tmp_path)
    fortranlib.runtime(tmp_path)
    flags = ("-DPC_DEEPCOPY_DEVICE_HOST", "-DPC_HEADER_ONLY", f"-I{fortranlib.INCLUDE}")
    fortranlib.build(tmp_path, "gcc", *flags, "-c", "stats.c", "-o", "stats.o")
    shown = fortranlib.printed(tmp_path, compiler, "table.f90", "stats.o", "runtime.o", "-o", "table")
    found = {name: tuple(map(int, rest)) for name, *rest in map(str.split, shown.splitlines())}
    assert found == expected(shape, nodes * size, nodes, size)
