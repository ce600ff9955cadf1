# SPDX-FileCopyrightText: The pointerchain developers
# SPDX-License-Identifier: Apache-2.0
"""Descriptors of types in awkward modules: names of intrinsics, types without components, abstract ones."""

from __future__ import annotations

from pathlib import Path

import fortranlib
import pytest

from pointerchain.fortran.pipeline import translate

PROGRAM = """\
module sizes
  implicit none
  type :: size_type
    integer :: n = 3
  end type
  type(size_type), pointer :: size => null()
  integer :: allocated = 1, storage_size = 2
  logical :: associated = .true., is_contiguous = .false.
end module
module shapes
  use sizes
  implicit none
  type, abstract :: base
    real(8), allocatable :: x(:)
  end type
  type, abstract, extends(base) :: further
    real(8), pointer :: w(:) => null()
  end type
  type :: nothing
  contains
    procedure :: hello
  end type
  type, extends(nothing) :: some
    real(8), allocatable :: z(:)
  end type
  type :: list
    type(some), pointer :: all(:) => null()
  end type
  type, extends(further) :: circle
    type(nothing) :: none
    type(some) :: s
    type(list) :: l
    real(8), allocatable :: y(:)
  end type
  type, extends(circle) :: disc
    real(8), allocatable :: area
  end type
!$pointerchain types
contains
  subroutine hello(self)
    class(nothing), intent(in) :: self
  end subroutine
end module
program p
  use shapes
  implicit none
  type(disc), target :: c
  allocate(c%x(3), c%w(2), c%y(4), c%s%z(2), c%area, c%l%all(2))
  allocate(c%l%all(2)%z(5))
  c%x = 1; c%w = 2; c%y = 3; c%s%z = 4; c%area = 5; c%l%all(2)%z = 6
!$pointerchain deepcopy enter(c)
  c%x = 0; c%w = 0; c%y = 0; c%s%z = 0; c%area = 0; c%l%all(2)%z = 0
!$pointerchain deepcopy exit(c)
  print '(99f4.0)', c%x, c%w, c%y, c%s%z, c%area, c%l%all(2)%z
end program
"""


@pytest.mark.parametrize("compiler", fortranlib.COMPILERS)
def test_all_of_them_travel(compiler: str, tmp_path: Path) -> None:
    fortranlib.need(compiler)
    result = translate(PROGRAM.encode(), "x.f90")
    assert not result.diagnostics
    assert result.text is not None
    (tmp_path / "x.f90").write_bytes(result.text)
    fortranlib.support(compiler, tmp_path)
    fortranlib.runtime(tmp_path)
    shown = fortranlib.printed(tmp_path, compiler, "x.f90", "runtime.o", "guard.o", "-o", "x")
    expected = [1] * 3 + [2] * 2 + [3] * 4 + [4] * 2 + [5] + [6] * 5
    assert [float(each) for each in shown.split()] == expected
