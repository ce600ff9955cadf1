# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""What the runtime does with Fortran's descriptors: components that enter late, sections, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import fortranlib
import pytest
import testlib

from pointerchain.fortran.pipeline import translate

PROGRAM = """\
module mm
  implicit none
!$pointerchain types
  type :: leaf
    real(8), allocatable :: v(:)
  end type
  type, extends(leaf) :: obj
    real(8), allocatable :: x(:,:)
    real(8), pointer :: p(:) => null()
    type(leaf), pointer :: l(:) => null()
  end type
contains
  subroutine look(s)
    type(obj), intent(in) :: s
    if (allocated(s%x)) print '(a,4i4,f8.1)', 'x', lbound(s%x), ubound(s%x), sum(s%x)
    if (allocated(s%v)) print '(a,2i4,f8.1)', 'v', lbound(s%v), ubound(s%v), sum(s%v)
    if (associated(s%p)) print '(a,2i4,f8.1)', 'p', lbound(s%p), ubound(s%p), sum(s%p)
    if (associated(s%l)) print '(a,2i4)', 'l', lbound(s%l), ubound(s%l)
  end subroutine
end module
program t
  use mm
  use pointerchain
  use, intrinsic :: iso_c_binding
  implicit none
  type(obj), pointer :: s, d, nobody
  type(leaf), pointer :: ls(:)
  type(leaf), allocatable, target :: la(:), lb
  real(8), pointer :: a(:)
  nullify(nobody)
  allocate(s, a(20), ls(4))
  a = 1
!$pointerchain deepcopy enter(nobody, la, lb)
BODY
end program
"""
LATE = """\
!$pointerchain deepcopy enter(s)
  allocate(s%x(2:3,-1:1), s%v(0:3))
  s%x = 2; s%v = 3
  s%p(5:) => a(3:6)
  s%l(0:) => ls
!$pointerchain deepcopy enter(s%x, s%p)
!$pointerchain deepcopy enter(s%v, s%l)
  call c_f_pointer(pc_device_pointer(c_loc(s)), d)
  call look(d)
  s%x = 9
!$pointerchain deepcopy update device(s%x)
  call look(d)
!$pointerchain deepcopy exit(s%v, s%l)
!$pointerchain deepcopy exit(s%x, s%p)
  print '(a)', 'left'
  call look(d)
!$pointerchain deepcopy exit(s)
  print '(a)', 'host'
  call look(s)
"""
ONCE = ["v   0   3    12.0", "p   5   8     4.0", "l   0   3"]
SEEN = [
    "x   2  -1   3   1    12.0",
    *ONCE,
    "x   2  -1   3   1    54.0",
    *ONCE,
    "left",
    "host",
    "x   2  -1   3   1    54.0",
    *ONCE,
]
SECTION = """\
!$pointerchain deepcopy enter(a(2:9), ls(2:3))
  print '(4l2)', c_associated(pc_device_pointer(c_loc(a(5)))), c_associated(pc_device_pointer(c_loc(a(10)))), &
    c_associated(pc_device_pointer(c_loc(ls(3)))), c_associated(pc_device_pointer(c_loc(ls(4))))
!$pointerchain deepcopy exit(a(2:9), ls(2:3))
"""
MOVED = """\
  integer :: i
  allocate(s%x(2:3,4)); s%x = 1; s%p => a(1:4)
!$pointerchain deepcopy enter(s)
  call c_f_pointer(pc_device_pointer(c_loc(s)), d)
  d%p(7:10) => d%p(1:4)       ! a kernel that moves the bounds
!$pointerchain deepcopy exit(s)
  i = lbound(s%p, 1)
  print '(3i4,f8.1)', i, ubound(s%p, 1), size(s%p), sum(s%p)
"""
REFUSED = {
    "moved": (
        "allocate(s%x(2:3,4)); s%x = 1; s%p => a(1:4)\n!$pointerchain deepcopy enter(s)\n"
        "call c_f_pointer(pc_device_pointer(c_loc(s)), d)\nd%p(7:9) => d%x(2, 1:3)\n!$pointerchain deepcopy exit(s)",
        "'p' of 'obj' was changed on the device",
    ),
    "negative": (
        "s%p => a(20:1:-1)\n!$pointerchain deepcopy enter(s)",
        "'obj%p' cannot be copied: it has a negative stride",
    ),
    "loose": (
        "s%l => ls(1:4:2)\n!$pointerchain deepcopy enter(s)",
        "'obj%l' cannot be copied: it is not contiguous",
    ),
    "section": (
        "!$pointerchain deepcopy enter(a(1:9:2))",
        "program.f90:34: error: deepcopy enter: 'a(1:9:2)': it is not contiguous",
    ),
    "absent": (
        "!$pointerchain deepcopy exit(a(2:9))",
        "program.f90:34: error: deepcopy exit: 'a(2:9)' was not entered",
    ),
    "changed": (
        "s%p => a(1:3)\n!$pointerchain deepcopy enter(s)\ns%p => a(2:4)\n!$pointerchain deepcopy exit(s)",
        "'p' of 'obj'",
    ),
}


def run(body: str, compiler: str, directory: Path) -> testlib.Ran:
    fortranlib.need(compiler)
    source = PROGRAM.replace("BODY\n", body)
    declared = "  integer :: i\n"
    if body.startswith(declared):  # a declaration stands with the others
        source = PROGRAM.replace("BODY\n", body[len(declared) :]).replace(
            "  nullify(nobody)\n", declared + "  nullify(nobody)\n"
        )
    result = translate(source.encode(), "program.f90")
    assert result.text is not None, result.diagnostics
    (directory / "program.f90").write_bytes(result.text)
    fortranlib.support(compiler, directory)
    fortranlib.runtime(directory)
    program = fortranlib.build(directory, compiler, "-g", "program.f90", "runtime.o", "-o", "program")
    return program.run(deterministic=True)


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_components_that_enter_late_are_attached_with_their_bounds(compiler: str, tmp_path: Path) -> None:
    done = run(LATE, compiler, tmp_path)
    assert (done.returncode, done.output.splitlines()) == (0, SEEN), done.errors


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_a_section_is_what_it_names(compiler: str, tmp_path: Path) -> None:
    assert run(SECTION, compiler, tmp_path).output == " T F T F\n"


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_bounds_that_a_kernel_moves_stay_there(compiler: str, tmp_path: Path) -> None:
    assert run(MOVED, compiler, tmp_path).output.split() == ["1", "4", "4", "4.0"]


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
@pytest.mark.parametrize("name", REFUSED)
def test_the_runtime_refuses(name: str, compiler: str, tmp_path: Path) -> None:
    body, message = REFUSED[name]
    done = run(body + "\n", compiler, tmp_path)
    assert done.returncode != 0
    assert message in done.errors
